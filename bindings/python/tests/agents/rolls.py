# SPDX-License-Identifier: MIT
"""Plays at random: by `random` and by the order of a set of strings."""
import random

from referee.game import Coord, IllegalActionException, PlaceAction
from referee.game.pieces import PieceType, create_piece

import legal


class Agent(legal.Agent):
    def action(self, **referee):
        names = list({kind.name for kind in PieceType})
        while True:
            origin = Coord(random.randrange(11), random.randrange(11))
            action = PlaceAction(*create_piece(PieceType[names[random.randrange(3)]], origin).coords)
            try:
                self.board.apply_action(action)
            except IllegalActionException:
                names.append(names.pop(0))
                if random.random() < 0.02:
                    return super().action(**referee)
                continue
            self.board.undo_action()
            return action
