#!/bin/sh
# SPDX-License-Identifier: MIT
# The library in one file, compiled for Windows: under wine the examples print with every kernel what they print here.
# Leaves with 77, which ctest calls skipped, where there is no mingw-w64 or no wine.
#
# windows.sh SOURCE AMALGAMATION EXAMPLES
set -eu
source=$1 amalgamation=$2 examples=$3
compiler=x86_64-w64-mingw32-gcc
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || command -v wine || true)
if ! command -v $compiler >/dev/null || [ -z "$wine" ]; then
    echo "left out: needs $compiler and wine (Debian: apt install gcc-mingw-w64-x86-64 wine64)"
    exit 77
fi
work=$(mktemp -d)
# A home of its own for wine, without the parts that want a network or a screen. Its server writes files when it ends.
export HOME="$work/home" WINEPREFIX="$work/home/wine" WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml,winemenubuilder.exe="
unset DISPLAY
server=$(command -v wineserver || echo /usr/lib/wine/wineserver)
trap '"$server" -k || true; "$server" -w || true; rm -rf "$work"' EXIT
mkdir "$HOME" "$work/tetress"

"$compiler" -std=c11 -O1 -DNDEBUG -DTETRESS_STATIC -Wall -Wextra -pedantic -Werror -c "$amalgamation/tetress.c" \
    -o "$work/tetress.o"
cp "$amalgamation/tetress.h" "$work/tetress"

# example NAME [ARGUMENT...]: the same output here and under wine.
example() {
    name=$1
    shift
    "$compiler" -std=c11 -O1 -DTETRESS_STATIC -I"$work" "$source/examples/c/$name.c" "$work/tetress.o" \
        -static -o "$work/$name.exe"
    "$examples/$name" "$@" >"$work/expected"
    for kernel in portable avx2 avx512; do
        TETRESS_KERNEL=$kernel "$wine" "$work/$name.exe" "$@" | tr -d '\r' >"$work/found"
        diff -u "$work/expected" "$work/found"
    done
    echo "$name: $(wc -l <"$work/expected") lines, equal"
}
example hello
example selfplay
example custom_evaluator
example tetris 1 20
