#!/bin/sh
# SPDX-License-Identifier: MIT
# The program in the comment of tetress.h on the amalgamation, as C and as C++.
#
# amalgamation.sh FOLDER LIBRARY COMPILER
set -eu
folder=$1 library=$2 compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^ \*     #include <stdio.h>/ {copy = 1} copy {sub(/^ \* ?/, ""); print} copy && /^ *}$/ {exit}' "$folder/tetress.h" |
    sed 's,<tetress/tetress.h>,"tetress.h",' >"$work/program.c"
for language in c c++; do
    "$compiler" -x "$language" -Wall -Wextra -pedantic -Werror -I"$folder" "$work/program.c" -x none "$library" -lm -pthread \
        -o "$work/$language"
    "$work/$language" | tee "$work/$language.txt" | grep -E '^PLACE\(.*\), [0-9]+ % for red$'
done
cmp "$work/c.txt" "$work/c++.txt"
