# SPDX-License-Identifier: MIT
"""The agent, with a stand-in for the referee's module."""

import dataclasses
import enum
import sys
import types

import pytest
from conftest import run_python
from tetress import Game
from tetress.agent import Agent


class PlayerColor(enum.Enum):
    RED = 0
    BLUE = 1


@dataclasses.dataclass(frozen=True)
class Coord:
    r: int
    c: int


@dataclasses.dataclass(frozen=True)
class PlaceAction:
    c1: Coord
    c2: Coord
    c3: Coord
    c4: Coord


@pytest.fixture(autouse=True)
def referee(monkeypatch):
    package, module = types.ModuleType("referee"), types.ModuleType("referee.game")
    package.game = module
    module.Coord, module.PlaceAction = Coord, PlaceAction
    monkeypatch.setitem(sys.modules, "referee", package)
    monkeypatch.setitem(sys.modules, "referee.game", module)


def limits(seconds):
    return {"time_remaining": seconds, "space_remaining": 200.0, "space_limit": 250.0}


def cells_of(action):
    assert type(action) is PlaceAction
    coords = [action.c1, action.c2, action.c3, action.c4]
    assert all(type(coord) is Coord for coord in coords)
    return [(coord.r, coord.c) for coord in coords]


def play(agents, seconds, actions=150):
    """A game as the referee plays it; the game."""
    game = Game()
    while not game.over and game.ply < actions:
        colour = PlayerColor.RED if game.turn == "red" else PlayerColor.BLUE
        action = agents[colour].action(**limits(seconds))
        game.play_cells(cells_of(action))
        for agent in agents.values():
            agent.update(colour, action, **limits(seconds))
    return game


def test_two_agents_play_a_legal_game(monkeypatch):
    monkeypatch.setenv("TETRESS_AGENT", "negamax:hash=1,nodes=200")
    agents = {colour: Agent(colour, **limits(180.0)) for colour in PlayerColor}
    game = play(agents, 180.0)
    assert game.over


def test_the_default_player_beats_random(monkeypatch):
    ours = Agent(PlayerColor.BLUE, **limits(10.0))
    monkeypatch.setenv("TETRESS_AGENT", "random")
    agents = {PlayerColor.RED: Agent(PlayerColor.RED, **limits(10.0)), PlayerColor.BLUE: ours}
    assert play(agents, 1.0).winner == "blue"


@pytest.mark.parametrize("seconds", [0.6, 0.1, 0.0, -1.0])
def test_an_agent_without_time_still_moves_at_once(seconds):
    agents = {colour: Agent(colour, **limits(seconds)) for colour in PlayerColor}
    assert play(agents, seconds, actions=4).ply == 4


def test_the_clock_is_cpu_time_less_a_reserve():
    agent = Agent(PlayerColor.RED, **limits(180.0))
    budgets = []
    agent._engine = types.SimpleNamespace(
        _search=lambda game, budget, helper: (
            budgets.append((budget.clock_ms, budget.flags, budget.cpu_ms, helper)),
            types.SimpleNamespace(move=game.legal_moves()[0]),
        )[1]
    )
    agent.action(**limits(180.0))
    agent.action(time_remaining=None, space_remaining=None, space_limit=None)
    agent.action()
    assert budgets == [(179500, 1, 0, False), (0, 0, 1000, False), (0, 0, 1000, False)]


def test_an_illegal_update_is_reported():
    agent = Agent(PlayerColor.RED, **limits(180.0))
    with pytest.raises(Exception, match="no tetromino"):
        agent.update(PlayerColor.RED, PlaceAction(*(Coord(i, 2 * i) for i in range(4))))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_agent_keeps_far_below_the_limit_of_virtual_memory():
    output = run_python(
        """
        import sys, types

        def status(field):
            with open("/proc/self/status") as lines:
                return next(int(line.split()[1]) for line in lines if line.startswith(field))

        before = status("VmSize")
        from tetress.agent import Agent
        module = types.ModuleType("referee.game")
        module.Coord = module.PlaceAction = lambda *parts: parts
        sys.modules["referee"] = types.ModuleType("referee")
        sys.modules["referee.game"] = module
        agent = Agent("RED", time_remaining=10.0)
        agent.action(time_remaining=10.0)
        print(status("VmPeak") - before)
        """
    )
    assert int(output) < 60 * 1024  # KiB; the course allows 250 MB
