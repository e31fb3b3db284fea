# SPDX-License-Identifier: MIT
"""Makes a system call as a 32-bit program would, by which a filter of 64-bit numbers can be passed: socket(2), which is
socketcall(1) there. Says what came of it, and plays on."""
import ctypes
import mmap
import platform

import legal

# mov eax, 102; mov ebx, 1; mov ecx, edi; int 0x80; ret, with rbx kept
CODE = bytes.fromhex("53" "b866000000" "bb01000000" "89f9" "cd80" "5b" "c3")
MAP_32BIT = 0x40


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        if platform.machine() != "x86_64":
            print("no other calls here")
            return
        page = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_32BIT, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        page.write(CODE)
        page.seek(1024)
        page.write((2).to_bytes(4, "little") + (1).to_bytes(4, "little") + bytes(4))
        address = ctypes.addressof(ctypes.c_char.from_buffer(page))
        call = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_uint)(address)
        answer = call(address + 1024)
        print("OPEN" if answer >= 0 else "closed", "int 0x80", answer)
