# SPDX-License-Identifier: MIT
"""A worker that answers the referee with anything. The game ends, by that worker's fault, and its record is one."""

import dataclasses
import json
import os
import sys

import pytest
from fuzz_support import examples
from hypothesis import given
from hypothesis import strategies as st
from tetress.referee import outcome, process, sandbox
from tetress.referee.course_game import play_game
from tetress.referee.entrant import Entrant, parse_entrant
from tetress.referee.limits import Limits
from tetress.tournament.record_shape import check_record

pytestmark = pytest.mark.skipif(not os.path.exists("/bin/bash"), reason="the worker is a script of bash")

# A worker that is slow on a busy machine loses by that. Here any fault will do.
LIMITS = Limits(call_s=0.1, message_bytes=3000, output_bytes=4000)

# For each line of the referee, print what was drawn. The last argument is the number of the socket.
_SCRIPT = r"""
for fd; do :; done
answer() { read -r line <&$fd && printf '%b' "$1" >&$fd; }
"""

READY, BEGIN = b'{"ready": true}\n', b'{"begin": true}\n'
ACTION = b'{"action": [[3, 4], [4, 3], [4, 4], [4, 5]]}\n'
DONE = b'{"done": true}\n'


def quoted(data):
    """The bytes as an argument of printf, whatever they are."""
    return "".join(f"\\0{byte:03o}" for byte in data)


def script(answers, rest, end="exec cat <&$fd >/dev/null"):
    """A worker that gives these answers one by one, and writes to its output."""
    lines = [f"answer '{quoted(answer)}'" for answer in answers]
    return "\n".join([_SCRIPT, f"answer '{quoted(READY)}'", *lines, f"printf '%b' '{quoted(rest)}' >&2", end])


def line(value):
    return json.dumps(value).encode("utf-8", "surrogatepass") + b"\n"


texts = st.text(max_size=8) | st.sampled_from(["\ud800", "\x1b]52;c;x\x07", "\u202e", "\r", "\u2028", "x" * 2500, "</script>", "\0"])
numbers = st.integers(-12, 12) | st.integers() | st.floats() | st.sampled_from([2**31, -(2**31), 10**400, 1e400])
values = st.recursive(
    st.none() | st.booleans() | numbers | texts, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)
cells = st.lists(st.lists(numbers, min_size=2, max_size=2), min_size=3, max_size=5) | values
errors = st.fixed_dictionaries(
    {}, optional={"type": values | st.just("MemoryError"), "text": values, "trace": values | st.lists(texts, max_size=50)}
)
messages = st.one_of(
    st.fixed_dictionaries({"action": cells}), st.fixed_dictionaries({"not_an_action": values, "why": values}), st.fixed_dictionaries({"error": errors | values}),
    st.dictionaries(st.sampled_from(["action", "done", "error", "begin", "ready", "go", "why", "not_an_action"]), values, max_size=4), values,
)  # fmt: skip
odd = st.one_of(
    messages.map(line), st.binary(max_size=60), st.binary(max_size=30).map(lambda data: data + b"\n"), messages.map(lambda value: line(value)[:-2]),
    st.lists(messages.map(line), min_size=2, max_size=3).map(b"".join), st.just(b"[" * 2900 + b"\n"), st.just(b"x" * 3500), st.just(b"\n"), st.just(b""),
    messages.map(lambda value: json.dumps(value).encode("utf-16") + b"\n"), st.sampled_from([READY, BEGIN, ACTION, DONE, b'{"action": NaN}\n']),
)  # fmt: skip


@st.composite
def scripts(draw):
    """Answers that are right for a while, and then one that may not be."""
    right = [BEGIN, DONE, BEGIN, ACTION, BEGIN, DONE, BEGIN, DONE]
    kept = right[: draw(st.integers(0, len(right)))]
    strange = draw(st.lists(odd, min_size=1, max_size=3))
    rest = draw(st.binary(max_size=40) | st.just(b"") | st.just(b"y" * 5000))
    ends = ["exit 0", "exit 7", "kill -9 $$", "kill -ABRT $$", "read -r line <&$fd", "exec cat <&$fd >/dev/null"]
    return script([*kept, *strange], rest, draw(st.sampled_from(ends)))


def play(text, monkeypatch, folder):
    """The record of a game whose red is that script."""
    build = sandbox.build

    def ours(*arguments, **named):
        return dataclasses.replace(build(*arguments, **named), command=("/bin/bash", "-c", text, "bash"))

    with monkeypatch.context() as patched:
        patched.setattr(process.sandbox, "build", ours)
        red = Entrant(spec="agent", root=str(folder), module="agent")
        return play_game(red, parse_entrant("tetress:random"), LIMITS, sandboxed=False)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("agent")
    (path / "agent.py").write_text("class Agent: pass\n")
    return path


@given(data=st.data())
@examples()
def test_a_worker_may_answer_anything(data, folder):
    text = data.draw(scripts(), label="script")
    with pytest.MonkeyPatch.context() as monkeypatch:
        record = play(text, monkeypatch, folder)
    values = json.loads(record.to_line())
    check_record(values)
    assert record.reason in outcome.FORFEITS, record.detail
    assert (record.result, record.blame) == (outcome.BLUE, outcome.RED), record
    fault = values["referee"]["players"]["red"]["fault"]
    assert fault["kind"] == record.reason and len(record.to_line()) < 40_000
    assert all(one.isprintable() or one in "\t\n" for one in [*fault["text"], *values["referee"]["detail"]] if ord(one) < 0xA0)


def test_the_script_of_the_test_plays_by_the_rules(folder, monkeypatch):
    right = [BEGIN, DONE, BEGIN, ACTION, BEGIN, DONE, BEGIN, DONE, BEGIN, b'{"action": [[0, 0]]}\n']
    monkeypatch.setattr(sys.modules[__name__], "LIMITS", Limits())
    record = play(script(right, b""), monkeypatch, folder)
    assert record.reason == outcome.PROTOCOL and len(record.moves) == 2, record.detail
