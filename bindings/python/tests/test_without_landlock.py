# SPDX-License-Identifier: MIT
"""A kernel that refuses Landlock: built without it (ENOSYS), or started without it (EOPNOTSUPP). A filter of system calls
around the referee stands for that kernel."""

import errno

import pytest
import test_walls
from sandbox_support import AGENTS, needs_sandbox
from test_walls import closed_places
from test_walls import mode as mode  # a fixture
from tetress.referee import outcome, promises

pytestmark = needs_sandbox

# Before the referee: landlock_create_ruleset() fails, here and in all processes that are started.
REFUSE = """
from tetress.referee import worker_walls
wanted = {number}
made = worker_walls.INSTRUCTION.pack
if os.geteuid() != 0:
    worker_walls._prctl("no new privileges", worker_walls._PR_SET_NO_NEW_PRIVS, 1)
worker_walls._filter(
    made(0x20, 0, 0, 0) + made(worker_walls.JUMP_IF_EQUAL, 0, 1, worker_walls._CREATE_RULESET) + made(0x06, 0, 0, 0x50000 | wanted)
    + made(0x06, 0, 0, 0x7FFF0000)
)
assert worker_walls.landlock_abi() == 0
"""


@pytest.fixture(params=["ENOSYS", "EOPNOTSUPP"])
def landlock_refused(request, monkeypatch):
    begin = "told = json.loads(sys.argv[1])\n"
    assert begin in test_walls.PLAY
    monkeypatch.setattr(test_walls, "PLAY", test_walls.PLAY.replace(begin, begin + REFUSE.format(number=getattr(errno, request.param))))


def test_bubblewrap_keeps_the_promises_and_else_the_way_out_is_named(mode, landlock_refused):
    record = mode.play(AGENTS / "legal")
    if mode.has_bwrap:
        layers = record.players["blue"].layers
        assert record.reason in outcome.BY_RULES, record.detail
        assert "bwrap" in layers and not [one for one in layers if one.startswith("landlock")]
        assert not promises.unkept(layers)
        return
    open_ones = ["files"] if mode.as_root else ["files", "signals"]
    assert (record.result, record.reason, record.blame) == ("unfinished", "infrastructure", None)
    assert "the sandbox cannot keep all its promises here, so no package is run." in record.detail
    for one in promises.PROMISES:
        assert (f"{one.name}: that {one.says} needs {one.way_out}." in record.detail) == (one.name in open_ones)
    assert "bubblewrap that works, or a kernel with Landlock (Linux 5.13; 6.2 if the referee is not root)" in record.detail
    assert f"add --accept-weak={','.join(open_ones)}." in record.detail


def test_the_game_is_played_if_that_is_accepted(mode, landlock_refused):
    record = mode.play(AGENTS / "legal", accept_weak=("files", "signals"))
    layers = record.players["blue"].layers
    if mode.as_root and not mode.has_bwrap and closed_places():
        # Without Landlock nobody may pass over permissions.
        assert record.reason == "infrastructure" and "who cannot read" in record.detail
        return
    assert record.reason in outcome.BY_RULES, record.detail
    assert not [one for one in layers if one.startswith("landlock")]
    open_ones = [] if mode.has_bwrap else ["files"] if mode.as_root else ["files", "signals"]
    assert [one.name for one in promises.unkept(layers)] == open_ones
