#!/bin/sh
# SPDX-License-Identifier: MIT
# Install the library and build an outside project against it in one of three ways; the installed
# tree is moved first, because people move things.
#
# outside.sh WAY SOURCE BUILD: WAY is find_package, pkg_config or add_subdirectory.
set -eu
way=$1 source=$2 build=$3
type=Release
[ "$way" != add_subdirectory ] || type=Debug # the whole library is built once more
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ "$way" != add_subdirectory ]; then
    cmake --install "$build" --prefix "$work/first" >/dev/null
    mv "$work/first" "$work/moved"
    PKG_CONFIG_PATH=$(dirname "$(find "$work/moved" -name tetress.pc)")
    export PKG_CONFIG_PATH
fi
cmake -S "$source/tests/abi/outside" -B "$work/build" -DUSE="$way" -DTETRESS_SOURCE="$source" \
    -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_BUILD_TYPE=$type >"$work/log" || {
    cat "$work/log"
    exit 1
}
cmake --build "$work/build" >"$work/log" || {
    cat "$work/log"
    exit 1
}
LD_LIBRARY_PATH=$(dirname "$(find "$work" -name 'libtetress.so' | head -n 1)")
export LD_LIBRARY_PATH
"$work/build/outside"
[ ! -x "$work/build/outside_static" ] || LD_LIBRARY_PATH='' "$work/build/outside_static"
if [ "$way" != add_subdirectory ]; then
    "$work/moved/bin/tetress" --version
    ls "$work/moved/share/man/man1/tetress.1" "$work/moved/share/man/man1/tetress-match.1"
    ls "$work/moved/share/zsh/site-functions/_tetress"
    # In a shell that has sourced the installed script, "tetress vers" has one completion.
    found=$(bash -c '. "$1" && COMP_WORDS=(tetress vers) COMP_CWORD=1 && _tetress && echo "${COMPREPLY[*]}"' \
        bash "$work/moved/share/bash-completion/completions/tetress")
    [ "$found" = version ]
fi
