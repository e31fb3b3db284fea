#!/bin/sh
# SPDX-License-Identifier: MIT
# The shared library exports exactly the names in symbols.txt, and no object has data that changes.
#
# symbols.sh SHARED_LIBRARY STATIC_LIBRARY LIST
set -eu
shared=$1 static=$2 list=$3

nm -D --defined-only "$shared" | awk '$2 ~ /[A-Z]/ {print $3}' | LC_ALL=C sort >exported.txt
diff -u "$list" exported.txt || {
    echo "the exported symbols differ from $list"
    exit 1
}
changing=$(objdump -h "$static" | awk '$2 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {print $2, $3}')
if [ -n "$changing" ]; then
    echo "the library has mutable data:"
    echo "$changing"
    exit 1
fi
echo "$(wc -l <exported.txt) symbols exported, no mutable data"
