#!/bin/sh
# SPDX-License-Identifier: MIT
# An include that points up a layer must not compile: try every header from every layer.
#
# layers.sh LIB_FOLDER INCLUDE_FOLDER COMPILER
set -eu
lib=$1 include=$2 compiler=$3
search="search/common search/solver search/negamax search/mcts search/simple"
layers="base core eval $search players match tetris api"
tried=0

# The layers that a layer sees, its own among them.
seen_from() {
    case $1 in
        base) echo base ;;
        core) echo base core ;;
        eval) echo base core eval ;;
        search/common) echo base core eval search/common ;;
        search/solver) echo base core eval search/common search/solver ;;
        search/negamax) echo base core eval search/common search/solver search/negamax ;;
        search/mcts) echo base core eval search/common search/mcts ;;
        search/simple) echo base core eval "$search" ;;
        players) echo base core eval "$search" players ;;
        match) echo base core match ;;
        tetris) echo base tetris ;;
        api) echo "$layers" ;;
    esac
}

compiles() {
    # shellcheck disable=SC2086 # a list of options
    printf '#include "%s"\n' "$1" | "$compiler" -std=c11 -fsyntax-only $flags -x c - 2>/dev/null
}

for layer in $layers; do
    seen=$(seen_from "$layer")
    flags="-I$include"
    for other in $seen; do flags="$flags -I$lib/$other"; done
    for other in $layers; do
        case " $seen " in *" $other "*) allowed=yes ;; *) allowed=no ;; esac
        for header in "$lib/$other"/*.h; do
            [ -e "$header" ] || continue # a layer may have none
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
