#!/bin/sh
# SPDX-License-Identifier: MIT
# An include that points up a layer must not compile. Two questions for each layer, with the include path that
# the build gives it: does each of its headers compile alone, and does it find the headers of other layers only
# where it may?
#
# layers.sh LIB_FOLDER COMPILER LAYER=FOLDER:FOLDER... ...
set -eu
lib=$1 compiler=$2
shift 2
search="search/common search/solver search/negamax search/mcts search/simple"
layers="base core eval $search players match tetris api"
asked=0

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

# The include path of the build for a layer, as options.
path_of() {
    wanted=$1
    shift
    for argument in "$@"; do
        [ "${argument%%=*}" = "$wanted" ] || continue
        printf '%s\n' "${argument#*=}" | sed 's/:/ -I/g; s/^/-I/'
        return
    done
    echo "the build has no layer $wanted" >&2
    return 1
}

# A program that does not compile if a header is hidden that the layer may see, or seen that it may not.
questions() {
    seen=$1
    for other in $layers; do
        case " $seen " in *" $other "*) wrong=! said="does not see" ;; *) wrong='' said=sees ;; esac
        for header in "$lib/$other"/*.h; do
            [ -e "$header" ] || continue # a layer may have none
            name=$(basename "$header")
            printf '#if %s__has_include("%s")\n#error "it %s %s/%s"\n#endif\n' "$wrong" "$name" "$said" "$other" "$name"
        done
    done
}

for layer in $layers; do
    flags=$(path_of "$layer" "$@")
    questions "$(seen_from "$layer")" >questions.h
    # shellcheck disable=SC2086 # a list of options
    "$compiler" -std=c11 -fsyntax-only $flags -x c questions.h "$lib/$layer"/*.h || {
        echo "layer $layer: a header finds what it may not, or lacks what it needs"
        exit 1
    }
    asked=$((asked + $(grep -c '^#error' questions.h)))
done
echo "$asked questions answered"
