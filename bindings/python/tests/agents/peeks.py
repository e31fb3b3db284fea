# SPDX-License-Identifier: MIT
"""Looks for files of others, and for places to leave some; says what it found and plays on."""
import glob
import os

import legal

try:
    FOLDERS = ["/" + name for name in sorted(os.listdir("/"))]
except OSError as refused:
    print("closed", refused)
    FOLDERS = ["/etc", "/home", "/root", "/tmp", "/usr", "/var"]


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for folder in FOLDERS:
            print("found", folder, sorted(glob.glob(folder + "/*"))[:20])
        for path in glob.glob("/agent/**", recursive=True):
            if "secret" in path and os.path.isfile(path):
                print("read", path, open(path).read())
        for folder in ["/", *FOLDERS, "/opt/tetress/tetress", "/opt/agent", os.path.dirname(os.__file__)]:
            if folder in ("/tmp", "/agent"):
                continue  # its own
            try:
                with open(os.path.join(folder, "left_behind"), "w") as file:
                    file.write("here")
                print("wrote", folder)
            except OSError:
                pass
        print("environment", sorted(os.environ))
