#!/bin/sh
# SPDX-License-Identifier: MIT
# Two builds of two copies of the sources, in folders whose paths are not equally long, in two time zones and
# languages, are equal byte by byte.
#
# reproducible.sh SOURCE COMPILER PART: PART is library, which is built without optimisation and takes little time, or
# all, which is as shipped, with the command line, its manual pages and completion, and the library in two files.
set -eu
source=$1 compiler=$2 part=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A cache would give the second build the objects of the first.
unset CMAKE_C_COMPILER_LAUNCHER CFLAGS

# build FOLDER: what is to be compared comes to FOLDER/result
build() {
    folder=$1
    mkdir -p "$folder/source" "$folder/result"
    (cd "$source" && tar -c CMakeLists.txt LICENSE README.md cmake include lib scripts tools web) | tar -x -C "$folder/source"
    case $part in
    library)
        cmake -S "$folder/source" -B "$folder/build" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
            -DCMAKE_C_FLAGS_RELEASE='-O0 -DNDEBUG' -DTETRESS_BUILD_TOOLS=OFF
        ;;
    all)
        cmake -S "$folder/source" -B "$folder/build" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
            -DTETRESS_BUILD_TOOLS=ON
        python3 "$folder/source/scripts/amalgamate.py" "$folder/result/two-files"
        ;;
    esac
    cmake --build "$folder/build" -j "${JOBS:-1}"
    cmake --install "$folder/build" --prefix "$folder/result/installed"
}

export LC_ALL=C.UTF-8
{
    TZ=UTC0 build "$work/a"
    LC_ALL=C TZ=UTC-13 build "$work/another folder/with/a/longer/path"
} >"$work/log" 2>&1 || {
    cat "$work/log"
    exit 1
}
diff -r "$work/a/result" "$work/another folder/with/a/longer/path/result"
cd "$work/a/result"
find . -name 'libtetress.*' -o -name tetress.c -o -path '*/bin/*' | sort | xargs sha256sum
echo "two builds: no breach"
