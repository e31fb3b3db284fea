#!/bin/sh
# SPDX-License-Identifier: MIT
# The Debian packages: lintian finds nothing, two builds in two folders are equal byte by byte, and unpacked they serve
# C, Python and the command line. Nothing is installed.
#
# deb.sh SOURCE
set -eu
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset CMAKE_C_COMPILER_LAUNCHER

"$source/scripts/deb" "$work/first"
lintian --fail-on=error,warning "$work/first"/*.changes
DEB_BUILD_OPTIONS=nocheck TZ=UTC-13 "$source/scripts/deb" "$work/second/longer"
for file in "$work"/first/*.deb "$work"/first/*.tar.xz "$work"/first/*.dsc; do
    cmp "$file" "$work/second/longer/$(basename "$file")"
done

for file in "$work"/first/*.deb; do
    dpkg-deb -x "$file" "$work/root"
done
root=$work/root
LD_LIBRARY_PATH=$(dirname "$(find "$root" -name libtetress.so)")
export LD_LIBRARY_PATH
export PKG_CONFIG_PATH="$LD_LIBRARY_PATH/pkgconfig" PYTHONPATH="$root/usr/lib/python3/dist-packages" PYTHONDONTWRITEBYTECODE=1
unset TETRESS_LIBRARY
# shellcheck disable=SC2046 # words
cc "$source/examples/c/hello.c" $(pkg-config --cflags --libs tetress) -o "$work/hello"
"$work/hello"
"$root/usr/bin/tetress" --version
[ "$(python3 -c 'import tetress; print(tetress.library_path)')" = "$LD_LIBRARY_PATH/libtetress.so.0" ]
for program in referee check tournament autograder; do
    "$root/usr/bin/tetress-$program" --help >/dev/null
    [ -s "$root/usr/share/man/man1/tetress-$program.1.gz" ]
done
python3 -c 'import importlib.metadata as m; print(m.version("tetress"))'
ls -l "$work/first"/*.deb
echo "deb: no breach"
