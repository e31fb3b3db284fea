# SPDX-License-Identifier: MIT
"""Looks for files of others, and for places to leave some; says what it found and plays on."""
import glob
import os

import legal

PLACES = ("/agent/*", "/home/*", "/root/*", "/etc/*", "/tmp/*", "/var/*", "/srv/*", "/mnt/*", "/proc/[0-9]*")


class Agent(legal.Agent):
    def __init__(self, color, **referee):
        super().__init__(color, **referee)
        for place in PLACES:
            print("found", place, sorted(glob.glob(place)))
        for path in glob.glob("/agent/**", recursive=True):
            if "secret" in path and os.path.isfile(path):
                print("read", path, open(path).read())
        for folder in ("/", "/agent", "/usr", "/opt/tetress/tetress", "/dev", "/etc", "/root", os.path.dirname(__file__)):
            try:
                with open(os.path.join(folder, "left_behind"), "w") as file:
                    file.write("here")
                print("wrote", folder)
            except OSError:
                pass
        print("environment", sorted(os.environ))
