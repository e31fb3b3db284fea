#!/bin/sh
# SPDX-License-Identifier: MIT
# An include that points up a layer must not compile: try every header from every layer.
#
# layers.sh LIB_FOLDER INCLUDE_FOLDER COMPILER
set -eu
lib=$1 include=$2 compiler=$3
order="base core eval search players api"
flags="-I$include"
below=""
tried=0

compiles() {
    printf '#include "%s"\n' "$1" | "$compiler" -std=c11 -fsyntax-only $flags -x c - 2>/dev/null
}

for layer in $order; do
    below="$below $layer"
    flags="$flags -I$lib/$layer"
    for other in $order; do
        case " $below " in *" $other "*) allowed=yes ;; *) allowed=no ;; esac
        for header in "$lib/$other"/*.h; do
            name=$(basename "$header")
            if compiles "$name"; then result=yes; else result=no; fi
            if [ "$result" != "$allowed" ]; then
                echo "from $layer: $other/$name compiles: $result, allowed: $allowed"
                exit 1
            fi
            tried=$((tried + 1))
        done
    done
done
echo "$tried includes tried"
