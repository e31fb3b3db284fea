#!/bin/sh
# SPDX-License-Identifier: MIT
# The archives of cpack hold all that `cmake --install` installs and nothing else, under one folder; the program runs
# where the archive is unpacked.
#
# archives.sh BUILD
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# files FOLDER: what is in it, links as well
files() {
    (cd "$1" && find . ! -type d | LC_ALL=C sort)
}

cmake --install "$build" --prefix "$work/installed" >/dev/null
files "$work/installed" >"$work/expected"
for name in ./LICENSE ./README.md ./libtetress.so.0 ./libtetress.a ./tetress.h ./tetress.pc ./tetressConfig.cmake ./tetress.1; do
    grep -q "/${name#./}\$" "$work/expected" || {
        echo "FAILED: ${name#./} is not installed"
        exit 1
    }
done

cpack --config "$build/CPackConfig.cmake" -B "$work/packages" >"$work/log" || {
    cat "$work/log"
    exit 1
}
for archive in "$work"/packages/*.tar.gz "$work"/packages/*.zip; do
    mkdir "$work/unpacked"
    (cd "$work/unpacked" && cmake -E tar xf "$archive")
    name=$(basename "$archive")
    name=${name%.tar.gz}
    name=${name%.zip}
    [ "$(ls "$work/unpacked")" = "$name" ]
    files "$work/unpacked/$name" | diff -u "$work/expected" -
    "$work/unpacked/$name/bin/tetress" --version
    rm -r "$work/unpacked"
done
ls -l "$work/packages"
