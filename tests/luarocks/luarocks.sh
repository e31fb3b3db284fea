#!/bin/sh
# SPDX-License-Identifier: MIT
# LuaRocks builds the module from a copy of what it needs of the tree, for each Lua that is named. From another folder, the
# installed module agrees with the golden data, and it plays as the module that CMake built.
#
# luarocks.sh BUILD WAY INTERPRETER...    BUILD holds the modules that CMake built. WAY is
#   make     `luarocks make` in the copy
#   pack     a source rock, packed and built
#   system   the rock over an installed library
set -eu
build=$(realpath "$1") way=$2
shift 2
cd "$(dirname "$0")/../.."
source=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# No configuration, no cache and no rock of the person who runs this.
export HOME="$work/home" TETRESS_DATA="$source/tests/data/tetress"
unset LUA_PATH LUA_CPATH
mkdir "$HOME" "$work/elsewhere" "$work/tetress"
cp -r tetress-scm-1.rockspec include lib "$work/tetress"
mkdir "$work/tetress/bindings"
cp -r bindings/lua "$work/tetress/bindings"

# rocks VERSION ARGUMENT...: luarocks for this version of Lua, into the tree for the interpreter.
rocks() {
    version=$1
    shift
    luarocks --lua-version "$version" --tree "$work/$lua" "$@" >"$work/log" 2>&1 || {
        cat "$work/log"
        exit 1
    }
}

# install VERSION [VARIABLE=VALUE]: in the way that was asked for.
install() {
    case $way in
    make)
        cd "$work/tetress"
        rocks "$1" make ${2:+"$2"}
        ;;
    pack)
        cd "$work"
        tar czf tetress.tar.gz tetress
        sed "s|^source = .*|source = { url = 'file://$work/tetress.tar.gz', dir = 'tetress' }|" \
            tetress/tetress-scm-1.rockspec >tetress-scm-1.rockspec
        rocks "$1" pack tetress-scm-1.rockspec
        rm tetress-scm-1.rockspec tetress.tar.gz
        rocks "$1" build tetress-scm-1.src.rock ${2:+"$2"}
        ;;
    system)
        cmake --install "$build" --prefix "$work/prefix" >/dev/null
        cd "$work/tetress/bindings/lua"
        rocks "$1" make TETRESS_DIR="$work/prefix" ${2:+"$2"}
        ;;
    esac
}

# same EXAMPLE [ARGUMENT...]: the same output with the module that CMake built as with the installed one.
same() {
    example=$1
    shift
    $lua -e "package.cpath='$build/bindings/lua/$lua/?.so'" "$source/examples/lua/$example.lua" "$@" >"$work/expected"
    $lua -e "package.cpath='$installed/?.so'" "$source/examples/lua/$example.lua" "$@" >"$work/found"
    diff -u "$work/expected" "$work/found"
    echo "$lua, $example: $(wc -l <"$work/expected") lines, equal"
}

# All specs but the long one: what it asks of the rules, the suites release and lua ask of the same sources.
specs=""
for spec in "$source"/bindings/lua/spec/*_spec.lua; do
    [ "${spec##*/}" = golden_spec.lua ] || specs="$specs ${spec##*/}"
done

for lua in "$@"; do
    case $lua in
    luajit) version=5.1 headers=LUA_INCDIR=$(pkg-config --variable=includedir luajit) ;;
    *) version=${lua#lua} headers="" ;;
    esac
    install "$version" "$headers"
    installed="$work/$lua/lib/lua/$version"
    cd "$work/elsewhere"
    # shellcheck disable=SC2086 # a list of words
    $lua -e "package.cpath='$installed/?.so'" "$source/bindings/lua/spec/run.lua" "$source/bindings/lua/spec" $specs
    same hello mcts negamax
    same custom_evaluator
    same tetris
done
