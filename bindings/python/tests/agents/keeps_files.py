# SPDX-License-Identifier: MIT
"""Keeps files beside itself, in the current folder, at home and in the temporary folder, as agents that log or learn do; finds none of an
earlier game. Asks who it is."""
import getpass
import os
import pathlib
import pwd
import tempfile

import legal

PLACES = [pathlib.Path(__file__).parent, pathlib.Path.cwd(), pathlib.Path.home(), pathlib.Path(tempfile.gettempdir())]


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        pwd.getpwuid(os.getuid())
        print("user", getpass.getuser(), os.path.expanduser("~") == os.environ["HOME"])
        for number, place in enumerate(PLACES):
            path = place / f"kept_{number}.txt"
            if path.exists():
                raise RuntimeError(f"{path} is still there")
            path.write_text("for the next game")
        with open(__file__, "a") as file:
            file.write("raise RuntimeError('I have changed myself for ever')\n")
