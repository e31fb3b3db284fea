#!/bin/sh
# SPDX-License-Identifier: MIT
# The Conan recipe makes a package of either library and of the command line, and a project uses each. Nothing is
# fetched: in place of jansson's recipe stands one that names the system's library.
#
# conan.sh SOURCE CONAN
set -eu
source=$1 conan=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CONAN_HOME="$work/home" TMPDIR="$work"

mkdir "$work/jansson"
cat >"$work/jansson/conanfile.py" <<'P'
from conan import ConanFile


class Jansson(ConanFile):
    name = "jansson"
    version = "2.14"

    def package_info(self):
        self.cpp_info.includedirs = self.cpp_info.libdirs = self.cpp_info.bindirs = []
        self.cpp_info.system_libs = ["jansson"]
P
create() {
    "$conan" create --no-remote -c "tools.cmake.cmake_layout:test_folder=\$TMP" "$@" >"$work/log" 2>&1 || {
        cat "$work/log"
        exit 1
    }
}

"$conan" profile detect >/dev/null 2>&1
create "$work/jansson"
version=$(sed -n 's/^#define TETRESS_VERSION_[A-Z]* \([0-9]*\)$/\1/p' "$source/include/tetress/version.h" | paste -sd .)
for options in "shared=False" "shared=True" "shared=False tools=True"; do
    # shellcheck disable=SC2046,SC2086 # words
    create "$source/packaging/conan" $(printf ' -o tetress/*:%s' $options)
    # the last words are those of the program that uses the package
    grep -q "^tetress $version\$" "$work/log"
    echo "conan create: tetress $version, $options"
done
grep -q '^kernels: ' "$work/log" # of the command line
echo "conan: no breach"
