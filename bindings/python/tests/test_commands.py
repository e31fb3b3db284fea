# SPDX-License-Identifier: MIT
"""What the commands of the package have in common: their help, their documents, and how they end."""

import argparse
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

import pytest
from conftest import HANG_S, ROOT, run_python
from sandbox_support import AGENTS
from tetress import tetris
from tetress._arguments import Decimal, Whole
from tetress.referee import __main__ as referee
from tetress.referee import check, promises
from tetress.referee.entrant import EntrantError, parse_entrant
from tetress.tournament import __main__ as tournament
from tetress.tournament import gradescope
from tetress.tournament.executors import slurm
from tetress.tournament.roster import RosterError, read_roster
from tetress.training import __main__ as training

COMMANDS = {"referee": referee, "check": check, "tournament": tournament, "gradescope": gradescope, "training": training}
DOCUMENTS = {
    "referee": ["guide/referee.md"],
    "check": ["guide/referee.md"],
    "tournament": ["guide/tournament.md", "guide/referee.md"],
    "gradescope": ["reference/summary.md", "guide/referee.md"],
    "training": ["guide/tetris.md"],
}


def parsers(parser):
    """The parser and those of its sub-commands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from parsers(one)


def every_parser(name):
    return list(parsers(COMMANDS[name]._parser()))


@pytest.mark.parametrize("name", COMMANDS)
def test_usage_is_not_torn(name):
    """argparse breaks the line of usage at blanks, also at those within the name of a value, and loses them."""
    for parser in every_parser(name):
        for action in parser._actions:
            names = action.metavar if isinstance(action.metavar, tuple) else (action.metavar,)
            assert not any(re.search(r"\s", one) for one in names if one), f"{parser.prog}: {names}"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_documents_name_every_command_and_option(name):
    text = "".join((ROOT / "docs" / path).read_text(encoding="utf-8") for path in DOCUMENTS[name])

    def is_named(word):
        return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)

    missing = set()
    for parser in every_parser(name):
        for action in parser._actions:
            if isinstance(action, argparse._SubParsersAction):
                missing |= {choice for choice in action.choices if not is_named(choice)}
            elif "--help" not in action.option_strings and action.option_strings and not any(map(is_named, action.option_strings)):
                missing.add("/".join(action.option_strings))
    assert sorted(missing) == []


# ---- Numbers -------------------------------------------------------------------------------------

NUMBERS = (Whole, Decimal)


def arguments_of(name):
    """Every argument of a program that has a value, with its parser."""
    for parser in every_parser(name):
        for action in parser._actions:
            if action.nargs != 0 and not isinstance(action, argparse._SubParsersAction):
                yield parser, action


NUMBERS_OF = [
    pytest.param(parser, action, id=f"{parser.prog} {action.option_strings[-1]}")
    for name in COMMANDS
    for parser, action in arguments_of(name)
    if isinstance(action.type, NUMBERS)
]


def beyond(kind):
    """Numbers out of the range."""
    if isinstance(kind, Whole):
        return [str(kind.least - 1), str(kind.most + 1)]
    return [f"{kind.least - 1:f}", f"{kind.most * 2:f}", *(["0", "0.0"] if kind.above else [])]


NO_NUMBERS = ["1_000", "\u0661", "\uff11", " 1", "1 ", "+1", "1e3", "0x10", "nan", "inf", "-inf", "1,5", "-", ".", "one", "9" * 5000, "1\n"]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_number_has_a_range(name):
    for parser, action in arguments_of(name):
        where = f"{parser.prog} {action.option_strings or action.dest}"
        assert isinstance(action.type, NUMBERS) or action.type in (None, pathlib.Path, promises._option, tournament._shard, training._address), where
        assert isinstance(action.type, NUMBERS) or not isinstance(action.default, (int, float)), where
        if isinstance(action.type, NUMBERS):
            known = [one for one in (action.default, action.const) if one not in (None, argparse.SUPPRESS)]
            assert all(action.type.least <= number <= action.type.most for number in known), where


@pytest.mark.parametrize("parser, action", NUMBERS_OF)
def test_what_is_no_number_in_the_range_is_refused_with_the_range(parser, action, capsys):
    option = action.option_strings[-1]
    for text in [*NO_NUMBERS, *beyond(action.type)] + ["1.5"] * isinstance(action.type, Whole):
        with pytest.raises(SystemExit) as ended:
            parser.parse_args([f"{option}={text}"])
        said = capsys.readouterr().err.rpartition("error: ")[2]
        assert ended.value.code == 2 and len(said) < 250, text
        assert re.search(rf"{option}: must be a (whole )?number (from -?\d+ to|above 0, at most) \d+, not ", said), (text, said)


@pytest.mark.parametrize("parser, action", NUMBERS_OF)
def test_the_ends_of_the_range_are_taken(parser, action):
    kind = action.type
    ends = [kind.most] if getattr(kind, "above", False) else [kind.least, kind.most]
    for end in ends:
        assert kind(f"{end:d}" if isinstance(kind, Whole) else f"{end:f}") == end


@pytest.mark.parametrize("text", ["", "1", "0/0", "1/1", "3/2", "-1/2", "0/1_0", "\u0660/2", "0/2/3", "9" * 5000 + "/2", "0/" + "9" * 5000])
def test_a_shard_is_one_of_them(text, capsys):
    with pytest.raises(SystemExit) as ended:
        tournament.main(["work", f"--shard={text}", "--jobs", "jobs.jsonl", "--out", "out"])
    assert ended.value.code == 2 and "--shard: must be I/N" in capsys.readouterr().err
    assert tournament._shard("1/2") == (1, 2)


@pytest.mark.parametrize("rating", ["", "high", "nan", "1_000", "1e3", "\u0661", "9" * 5000])
def test_a_rating_is_a_number(tmp_path, capsys, rating):
    with pytest.raises(SystemExit) as ended:
        gradescope.main([str(AGENTS / "legal"), "--opponents", f"random@{rating}", "--out", str(tmp_path / "results.json")])
    assert ended.value.code == 2 and "the rating must be a number from -1000000 to 1000000" in capsys.readouterr().err
    roster = tmp_path / "roster.csv"
    roster.write_text(f"name,player,anchor\na,tetress:random,{rating or 'x'}\n", encoding="utf-8")
    with pytest.raises(RosterError, match=":2: anchor must be a number from"):
        read_roster(roster)


def of_command(module, *arguments, folder):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}
    return subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=HANG_S, check=False
    )


@pytest.mark.parametrize("player", ["level-5", "negamax:hash=1", "random:Agent", "greedy"])
@pytest.mark.parametrize("module, before", [
    ("tetress.referee", ["tetress:random"]),
    ("tetress.referee.check", []),
    ("tetress.tournament", ["run", "s.db", "--player", "tetress:random", "--player"]),
    ("tetress.tournament.gradescope", ["--out", "results.json"]),
])
def test_a_forgotten_prefix_is_hinted_at(tmp_path, module, before, player):
    done = of_command(module, *before, player, folder=tmp_path)
    meant = "random" if player == "random:Agent" else player
    assert done.returncode == 2 and done.stderr.endswith(f"did you mean tetress:{meant}?\n"), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_package_with_the_name_of_a_player_is_a_package(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EntrantError, match="did you mean tetress:greedy"):
        parse_entrant("greedy")
    (tmp_path / "greedy.py").touch()
    assert parse_entrant("greedy").module == "greedy"
    # A folder that was named is a team's, which takes part and loses by `load` without its package.
    assert parse_entrant("random", base=str(tmp_path)).module == "random"


# ---- Ending by a signal --------------------------------------------------------------------------

REQUEST = """
import gc, os, signal, sys, time, weakref
from tetress.referee.ending import Ending

{ending}

def ask(*_):
    os.kill(os.getpid(), signal.SIGTERM)
    for _ in range(1000):  # Python looks for signals between two of these
        pass

class Last:
    def __del__(self):
        ask()

{request}
try:
    while True:
        time.sleep(0.001)
finally:
    os.write(1, b"taken down")
"""

REQUESTS = {
    "in the main program": "try:\n    ask()\nfinally:\n    ask()",
    "in a destructor": "Last()",
    "in the collector": "one = Last(); one.itself = one; del one; gc.collect()",
    "in a weak reference's callback": "one = set((1,)); ref = weakref.ref(one, ask); del one",
    "in a destructor, and again in what prints its exception": """
arm = signal.setitimer

def slow(*arguments):  # a busy machine
    signal.setitimer = arm
    arm(*arguments)
    for _ in range(20):
        time.sleep(0.005)

signal.setitimer = slow
Last()
""",
}


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_a_request_to_end_is_heard_wherever_it_comes(request_):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}
    code = REQUEST.format(ending="Ending()", request=request_)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=HANG_S, check=False, env=environment)
    assert (done.returncode, done.stderr) == (128 + signal.SIGTERM, "")
    assert done.stdout == ("" if "finally" in request_ else "taken down")


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_what_is_ignored_for_another_reason_is_still_told():
    code = """
        import sys
        from tetress.referee.ending import Ending

        class Wrong:
            def __del__(self):
                raise ValueError("from a destructor")

        sys.stderr = sys.stdout
        ending = Ending()
        Wrong()
        ending.stop()
        """
    assert "from a destructor" in run_python(code)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("end", ["stop()", "ignore()", "__exit__(None, None, None)"])
def test_an_end_takes_back_a_request_that_was_to_be_made_again(end):
    code = f"""
        import os, signal, sys
        from tetress.referee import ending

        def alarmed(*_):
            pass

        def state():
            return signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGALRM), sys.unraisablehook

        class Last:
            def __del__(self):
                os.kill(os.getpid(), signal.SIGTERM)
                for _ in range(1000):  # Python looks for signals between two of these
                    pass

        signal.signal(signal.SIGALRM, alarmed)
        before = state()
        ending._AGAIN_S = 1000.0
        made = ending.Ending()
        Last()
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 0
        made.{end}
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)
        assert signal.getsignal(signal.SIGALRM) is alarmed
        if {end != "ignore()"}:
            assert state() == before
        else:
            os.kill(os.getpid(), signal.SIGTERM)
        print("went on")
        """
    assert run_python(code) == "went on\n"


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_programs_leave_signals_as_they_were(tmp_path, capsys):
    def state():
        return signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGALRM), sys.unraisablehook

    before = state()
    players = ["tetress:random", "tetress:random"]
    assert referee.main(["--no-sandbox", *players]) == 0
    assert state() == before
    assert tournament.main(["run", str(tmp_path / "store"), "--player", "A=tetress:random", "--player", "B=tetress:random"]) == 0
    assert state() == before
    with pytest.raises(SystemExit):
        gradescope.main([str(AGENTS / "legal"), "--out", str(tmp_path)])
    assert "cannot be written" in capsys.readouterr().err
    assert state() == before
    assert slurm.work([], 0, 1, tmp_path) == 0
    assert state() == before


# A worker of the local executor is a process of its own, which has an Ending until the process is gone.
UNTIL_THE_PROCESS_ENDS = {"ending.py", "local.py"}


def test_every_program_ends_in_that_way():
    for path in (ROOT / "bindings" / "python" / "tetress").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.name != "ending.py":
            assert "signal.signal(signal.SIGTERM" not in text, path
        if path.name not in UNTIL_THE_PROCESS_ENDS:
            assert text.count("Ending(") == text.count("with Ending("), path


# ---- Output that cannot be written ---------------------------------------------------------------

GAME = ["tetress:random", "tetress:random"]
TABLE = ["table", "store.db"]

# A program and arguments with which it prints: its help from argparse, and all else from its own hand.
PRINTING = [
    *((name, ["--help"]) for name in COMMANDS),
    ("referee", GAME),
    ("referee", [*GAME, "-v", "0"]),
    ("referee", [*GAME, "--logfile", "stdout"]),
    ("check", ["missing/agent"]),
    ("tournament", TABLE),
    ("tournament", [*TABLE, "--markdown"]),
    ("tournament", ["export", "store.db"]),
    ("tournament", ["summary", "store.db", "--out", "summary"]),
    ("tournament", ["run", "other.db", "--player", "a=tetress:random", "--player", "b=tetress:random"]),
    ("training", ["test", "weights.json", "--rows", "6", "--games", "1", "--pieces", "1", "--replicates", "2"]),
]


def module_of(name):
    return COMMANDS[name].__spec__.name.removesuffix(".__main__")


def start(name, arguments, folder, **streams):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}
    return subprocess.Popen([sys.executable, "-m", module_of(name), *arguments], cwd=folder, env=environment, text=True, **streams)


@pytest.fixture(scope="module")
def kept_folder(tmp_path_factory):
    """A folder with what the arguments of PRINTING name."""
    tmp_path = tmp_path_factory.mktemp("printing")
    made = of_command("tetress.tournament", "run", "store.db", "--player", "a=tetress:random", "--player", "b=tetress:random", folder=tmp_path)
    assert made.returncode == 0, made.stderr
    (tmp_path / "weights.json").write_text(json.dumps({"kind": "dt", "weights": [-1.0] * tetris.KINDS["dt"]}))
    return tmp_path


@pytest.fixture
def printing_folder(kept_folder, tmp_path):
    return shutil.copytree(kept_folder, tmp_path, dirs_exist_ok=True)


@pytest.mark.skipif(os.name != "posix", reason="pipes are told otherwise elsewhere")
@pytest.mark.parametrize("name, arguments", PRINTING)
def test_a_program_ends_silently_when_its_reader_is_gone(printing_folder, name, arguments):
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as pipe, start(name, arguments, printing_folder, stdout=pipe, stderr=subprocess.PIPE) as done:
        said = done.stderr.read()
    assert done.returncode == 141, said
    assert "Error" not in said and "ignored" not in said and "cannot write" not in said, said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("name, arguments", PRINTING)
def test_a_program_says_that_its_output_cannot_be_written(printing_folder, name, arguments):
    with open("/dev/full", "w") as full, start(name, arguments, printing_folder, stdout=full, stderr=subprocess.PIPE) as done:
        said = done.stderr.read()
    assert done.returncode == 1
    assert said.endswith(": cannot write to standard output: No space left on device\n") and "Traceback" not in said, said


@pytest.mark.skipif(os.name != "posix", reason="pipes are told otherwise elsewhere")
def test_a_reader_of_both_streams_may_go_away(tmp_path):
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "w") as pipe, start("referee", [*GAME, "--unknown"], tmp_path, stdout=pipe, stderr=pipe) as done:
        pass
    assert done.returncode == 141


@pytest.mark.skipif(os.name != "posix", reason="closes a descriptor in the child")
def test_a_stream_may_be_closed_from_the_start(tmp_path):
    line = f'exec "{sys.executable}" -m tetress.referee {" ".join(GAME)} >&-'
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(os.path.abspath(path) for path in sys.path if path)}
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=HANG_S, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_program_ends_so():
    for path in (ROOT / "bindings" / "python" / "tetress").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert ("ArgumentParser(\n" in text) == ("\n@program(" in text), path
