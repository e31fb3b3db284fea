#!/bin/sh
# SPDX-License-Identifier: MIT
# The C program in the README compiles without a warning and plays its game to the end.
#
# readme.sh SOURCE STATIC_LIBRARY COMPILER [FLAG...]
set -eu
source=$1 library=$2 compiler=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^```c$/ {copy = 1; next} /^```$/ {copy = 0} copy' "$source/README.md" >"$work/readme.c"
"$compiler" -std=c11 -Wall -Wextra -pedantic -Werror "$@" -I"$source/include" "$work/readme.c" \
    "$library" -lm -pthread -o "$work/readme"
"$work/readme" | grep -E '^(red|blue|nobody) has won after [0-9]+ actions$'
