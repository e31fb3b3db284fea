# SPDX-License-Identifier: MIT
"""Answers with an object that fails when it is looked at, and an exception likewise."""
import legal


class Odd(Exception):
    def __str__(self):
        raise Odd

    __repr__ = __str__


class Agent(legal.Agent):
    def action(self, **referee):
        if self.color:
            raise Odd
        return Odd()
