#!/bin/sh
# SPDX-License-Identifier: MIT
# What configuration says on a machine that lacks packages: the library alone is configured, the line
# about what is left out and each refusal name the Debian package; with the package all is there again.
#
# left_out.sh SOURCE
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty"

# configure NAME [FLAG...]: with no library that pkg-config could find; the output in $work/NAME.log.
configure() {
    name=$1
    shift
    PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR="$work/empty" \
        cmake -S "$source" -B "$work/$name" "$@" >"$work/$name.log" 2>&1
}

fail() {
    echo "FAILED: $*"
    cat "$work"/*.log
    exit 1
}

# said NAME WORDS: lines are joined, because cmake breaks them.
said() {
    tr -s ' \n' '  ' <"$work/$1.log" | grep -qF "$2" || fail "$1 does not say: $2"
}

# builds_tool NAME: whether the command line is among its targets.
builds_tool() {
    cmake --build "$work/$1" --target help >"$work/targets"
    grep -q tetress_cli "$work/targets"
}

configure plain || fail "the library alone needs a package"
[ "$(grep -c 'Left out' "$work/plain.log")" = 1 ] || fail "plain: not one line about what is left out"
said plain "Left out: the command line (tetress), which needs jansson (Debian: apt install libjansson-dev)"
builds_tool plain && fail "plain: the command line is built"

configure without -DPKG_CONFIG_EXECUTABLE=/nowhere/pkg-config || fail "the library alone needs pkg-config"
said without "pkg-config, which finds jansson (Debian: apt install pkg-config libjansson-dev)"

configure off -DTETRESS_BUILD_TOOLS=OFF || fail "off: configuration failed"
grep -q 'Left out' "$work/off.log" && fail "off: left out what nobody wanted"

# What is asked for and cannot be had is an error.
while read -r option words; do
    configure "$option" "-D$option=ON" && fail "$option=ON is not refused"
    said "$option" "$option=ON needs $words"
done <<'END'
TETRESS_BUILD_TOOLS jansson (Debian: apt install libjansson-dev)
TETRESS_BUILD_TESTS cmocka (Debian: apt install libcmocka-dev)
TETRESS_BUILD_LUA a Lua that pkg-config finds (Debian: apt install pkg-config and one of liblua5.4-dev
END

# A packager asks for one library. Without the other, pkg-config names what the library needs.
configure neither -DTETRESS_INSTALL_LIBRARIES=neither && fail "TETRESS_INSTALL_LIBRARIES=neither is not refused"
said neither 'TETRESS_INSTALL_LIBRARIES is both, shared or static, not "neither"'
configure static -DTETRESS_INSTALL_LIBRARIES=static || fail "static: configuration failed"
grep -q '^Libs: .* -ltetress -lm -pthread$' "$work/static/tetress.pc" || fail "static: tetress.pc lacks what the library needs"
grep -q '^Libs: .* -ltetress$' "$work/plain/tetress.pc" || fail "plain: tetress.pc names more than the library"

# The package is installed after all: the same build folder takes it.
cmake -S "$source" -B "$work/plain" >"$work/again.log" 2>&1 || fail "again: configuration failed"
builds_tool plain || fail "again: the command line is not built"
