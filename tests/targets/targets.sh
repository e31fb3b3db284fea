#!/bin/sh
# SPDX-License-Identifier: MIT
# One signature for every machine and compiler: the library in one file and the signed work of both benchmarks, compiled
# for each target and run, if need be in an emulator. Windows has a test of its own, tests/windows.
#
# targets.sh TOOL AMALGAMATION [TARGET...]
#
# TOOL is the command line whose signature counts, AMALGAMATION the folder of tetress.c. With targets named, one that
# lacks a compiler is a failure; without, it is left out. PYTHON is an interpreter that has wasmtime.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=$1 amalgamation=$2 python=${PYTHON:-python3}
shift 2
must=$#
[ $must -gt 0 ] || set -- gcc-O0 gcc-native clang-O0 clang-O3 musl aarch64 wasm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tetress"
cp "$amalgamation/tetress.h" "$work/tetress"
echo '#include "tetress.h"' >"$work/tetress/tetris.h"

# needs PROGRAM PACKAGE: whether the target's program is here.
needs() {
    command -v "$1" >/dev/null && return
    missing="needs $1 (Debian: apt install $2)"
    return 1
}

# compile COMPILER [FLAG...]: the program $work/signature.
compile() {
    "$@" -std=c11 -DNDEBUG -DTETRESS_STATIC -Wall -Wextra -pedantic -Werror -I"$work" -I"$root/tools/commands" \
        -I"$root/tools/terminal" "$root/tests/targets/signature.c" "$root/tools/commands/bench_work.c" \
        "$root/tools/terminal/stopwatch.c" "$amalgamation/tetress.c" -o "$work/signature" -lm
}

# run TARGET: compile for it and run; false with $missing set where it cannot be.
run() {
    case $1 in
    gcc-O0) needs gcc gcc && compile gcc -O0 -pthread && "$work/signature" ;;
    # With fused multiply-add wherever this processor has it.
    gcc-native) needs gcc gcc && compile gcc -O3 -march=native -pthread && "$work/signature" ;;
    clang-O0) needs clang clang && compile clang -O0 -pthread && "$work/signature" ;;
    clang-O3) needs clang clang && compile clang -O3 -march=native -pthread && "$work/signature" ;;
    musl) needs musl-gcc musl-tools && compile musl-gcc -O2 -static -pthread && "$work/signature" ;;
    aarch64)
        needs aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu && needs qemu-aarch64 qemu-user || return 1
        compile aarch64-linux-gnu-gcc -O2 -static -pthread && qemu-aarch64 "$work/signature" ;;
    wasm)
        needs clang clang && needs wasm-ld "lld wasi-libc libclang-rt-dev-wasm32" || return 1
        "$python" -c 'import wasmtime' 2>/dev/null || { missing="needs wasmtime (pip install wasmtime)"; return 1; }
        compile clang --target=wasm32-wasi --sysroot=/usr -O2 -msimd128 -Wl,-z,stack-size=1048576 &&
            "$python" "$root/tests/targets/run_wasm.py" "$work/signature" ;;
    *) echo "there is no target $1" >&2; exit 2 ;;
    esac
}

expected="signature $("$tool" bench | sed -n 's/^signature //p'), tetris $("$tool" tetris bench | sed -n 's/^signature //p')"
echo "expected: $expected"
failed=0
for target; do
    missing=
    if ! run "$target" >"$work/found" 2>"$work/faults"; then
        echo "$target: ${missing:+left out: }${missing:-failed}"
        cat "$work/faults"
        if [ -z "$missing" ] || [ $must -gt 0 ]; then failed=1; fi
        continue
    fi
    sed "s/^/$target, /" "$work/found"
    if [ ! -s "$work/found" ] || grep -qv ": $expected\$" "$work/found"; then
        echo "$target: other signatures"
        failed=1
    fi
done
[ $failed -eq 0 ] && echo "all targets: $expected"
exit $failed
