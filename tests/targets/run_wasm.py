# SPDX-License-Identifier: MIT
"""Run a WebAssembly program of WASI: run_wasm.py PROGRAM"""
import sys

from wasmtime import Engine, Linker, Module, Store, WasiConfig

store = Store(Engine())
wasi = WasiConfig()
wasi.inherit_stdout()
wasi.inherit_stderr()
store.set_wasi(wasi)
linker = Linker(store.engine)
linker.define_wasi()
program = linker.instantiate(store, Module.from_file(store.engine, sys.argv[1]))
program.exports(store)["_start"](store)
