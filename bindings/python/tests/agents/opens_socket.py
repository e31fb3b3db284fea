# SPDX-License-Identifier: MIT
"""Looks for a network; says what it found and plays on."""
import socket

import legal


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        try:
            print("interfaces", [name for _, name in socket.if_nameindex()])
        except OSError as refused:
            print("no interfaces", type(refused).__name__)
        for address in (("127.0.0.1", 9), ("192.0.2.1", 80)):
            try:
                socket.create_connection(address, timeout=5).close()
                print("connected")
            except OSError as refused:
                print("refused", type(refused).__name__)
