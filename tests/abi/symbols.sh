#!/bin/sh
# SPDX-License-Identifier: MIT
# The shared library exports exactly the names in symbols.txt (and in symbols_experimental.txt where it is
# built with TETRESS_EXPERIMENTAL), no object has data that changes but for one number, and memory comes
# from the allocator of a handle alone.
#
# symbols.sh SHARED_LIBRARY STATIC_LIBRARY LIST...
set -eu
shared=$1 static=$2
shift 2

LC_ALL=C sort "$@" >listed.txt
nm -D --defined-only "$shared" | awk '$2 ~ /[A-Z]/ {print $3}' | LC_ALL=C sort >exported.txt
diff -u listed.txt exported.txt || {
    echo "the exported symbols differ from $*"
    exit 1
}
# One number changes: the kind of kernel that runs (lib/base/kernel_kind.c).
changing=$(objdump -h "$static" | awk '
    /file format/ {object = $1}
    $2 ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $2 !~ /^\.data\.rel\.ro/ && $3 !~ /^0+$/ {
        if (object != "kernel_kind.c.o:" || $2 != ".bss" || $3 != "00000004")
            print object, $2, $3
    }')
if [ -n "$changing" ]; then
    echo "the library has mutable data:"
    echo "$changing"
    exit 1
fi
asking=$(nm -A --undefined-only "$static" |
    grep -E ' U (malloc|calloc|realloc|aligned_alloc|posix_memalign|free|mmap|strdup)$' |
    grep -v ':alloc\.c\.o:' || true)
if [ -n "$asking" ]; then
    echo "only lib/base/alloc.c may ask the system for memory:"
    echo "$asking"
    exit 1
fi
echo "$(wc -l <exported.txt) symbols exported, one number of mutable data, one place that allocates"
