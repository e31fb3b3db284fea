#!/bin/sh
# SPDX-License-Identifier: MIT
# The C program in the README compiles without a warning and plays its game to the end. With a mistake in it, it says
# what is wrong and ends.
#
# readme.sh SOURCE STATIC_LIBRARY COMPILER [FLAG...]
set -eu
source=$1 library=$2 compiler=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT


awk '/^```c$/ {copy = 1; next} /^```$/ {copy = 0} copy' "$source/README.md" >"$work/readme.c"

# build NAME FLAG...: compiles NAME.c to NAME.
build() {
    name=$1
    shift
    "$compiler" -std=c11 -Wall -Wextra -pedantic -Werror "$@" -I"$source/include" "$work/$name.c" \
        "$library" -lm -pthread -o "$work/$name"
}

# refuses MISTAKE MESSAGE FLAG...: the program with this sed command applied prints the message, and ends with status 1.
refuses() {
    mistake=$1 message=$2
    shift 2
    sed "$mistake" "$work/readme.c" >"$work/mistake.c"
    if cmp -s "$work/readme.c" "$work/mistake.c"; then
        echo "'$mistake' changes nothing in the program"
        exit 1
    fi
    build mistake "$@"
    status=0
    "$work/mistake" >"$work/printed" 2>&1 || status=$?
    cat "$work/printed"
    if [ "$status" != 1 ] || ! grep -qF "$message" "$work/printed"; then
        echo "'$mistake' ends with $status and does not print '$message'"
        exit 1
    fi
}

build readme "$@"
"$work/readme" | grep -E '^(red|blue|nobody) has won after [0-9]+ actions$'
refuses 's/"negamax"/"negamxa"/' 'did you mean "negamax"?' "$@"
refuses 's/nodes = 10000/nodes = 0/' 'limit' "$@"
