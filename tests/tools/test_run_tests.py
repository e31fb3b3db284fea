# SPDX-License-Identifier: MIT
"""scripts/run_tests.py: which suites are run, and that a failure hides nothing."""
import os
import pathlib
import sys

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))
import run_tests  # noqa: E402  its path has just been added


def names(*words):
    return {suite.name for suite in run_tests.chosen_suites(words)}


def suite(name, script="", needs=(), **fields):
    return run_tests.Suite(name, "", 1, "", script, needs, **fields)


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Run suites of one's own, in an empty folder."""
    monkeypatch.setattr(run_tests, "ROOT", tmp_path)
    monkeypatch.setattr(run_tests, "LOGS", tmp_path)

    def whole(*suites):
        monkeypatch.setattr(run_tests, "SUITES", suites)
        made = run_tests.Run(suites, 2, dict(os.environ, JOBS="1"))
        made.whole()
        made.summary()
        return made

    return whole


def test_all_suites_are_run_unless_some_are_named():
    assert names() == {one.name for one in run_tests.SUITES if not one.on_request}
    assert names("release") == {"build-release", "release"}
    assert names("python*") >= {"python", "python-asan", "build-asan-ubsan", "venv"}
    assert names("referee") == {"referee", "venv"}
    assert "valgrind" in names() - names("^valgrind")
    assert names("lint", "fuzz", "^fuzz") == {"lint"}


def test_what_is_on_request_is_run_when_it_is_named(monkeypatch, capsys):
    suites = (suite("build-far", is_test=False), suite("near"), suite("far", needs=("build-far",), on_request=True),
              suite("farther", on_request=True))
    monkeypatch.setattr(run_tests, "SUITES", suites)
    monkeypatch.setattr(run_tests, "BY_NAME", {one.name: one for one in suites})
    assert names() == names("^farther") == {"near"}
    assert names("all-targets") == {"build-far", "far", "farther"} == names("far*")
    assert names("near", "all-targets", "^far") == {"near", "farther"}
    assert names("near", "far", "^all-targets") == {"near"}
    run_tests.list_suites()
    assert [line.endswith(", on request") for line in capsys.readouterr().out.splitlines()] == [False, False, True, True]


def test_an_unknown_suite_is_refused_with_the_names_that_there_are():
    with pytest.raises(SystemExit, match="no suite realease: lint .*release"):
        names("realease")


def test_every_name_stands_once_and_every_need_is_a_suite():
    seen = set()
    for one in run_tests.SUITES:
        assert set(one.needs) <= {other.name for other in run_tests.SUITES} and one.name not in seen
        seen.add(one.name)


def test_a_suite_that_fails_hides_no_other_and_is_told_with_its_log(run, capsys):
    ctest = "echo '100% tests passed, 0 tests failed out of 7'; echo 'The following tests passed:'"
    made = run(suite("first", "echo all is broken; exit 3"), suite("needy", "true", ("first",)),
               suite("second", f"{ctest}; echo '5 passed in 1s'"), suite("third", "kill -9 $$"))
    told = capsys.readouterr().out
    assert set(made.passed) == {"second"} and set(made.failed) == {"first", "needy", "third"}
    assert "    | all is broken" in told and "log: first.log" in told
    assert "FAILED: needy: not run, because first failed" in told
    assert "100% tests passed, 0 tests failed out of 7; 5 passed in 1s\n" in told and "all passed" not in told


def test_the_tests_that_failed_are_named_after_the_summary(run, capsys):
    one = "FAILED tests/test_a.py::test_one[2] - assert 1 == 2"
    listed = "\t  3 - test_board (Failed)          unit"
    errors = ("ERROR tests/test_b.py::test_two - OSError", "ERROR tests/test_c.py", "ERROR tests/test_d.py - SyntaxError: invalid syntax")
    said = "; ".join(f"echo '{line}'" for line in (one, *errors, "ERROR: no such file"))
    run(suite("of-pytest", f"{said}; echo '1 failed, 2 passed'; exit 1"),
        suite("of-ctest", f"printf '%s\\n' '{listed}' '\t  4 - test_rules (Skipped)' '{listed}'; exit 8"),
        suite("sound", f"echo '{one}'"))
    summary = capsys.readouterr().out.partition("== summary")[2].splitlines()
    assert {f"    {line}" for line in (one, *errors)} <= set(summary) and "    ERROR: no such file" not in summary
    assert summary.count(f"    {listed.strip()}") == 1 and summary.count(f"    {one}") == 1
    assert not any("test_rules" in line for line in summary)


def test_very_many_failed_tests_are_counted(run, capsys):
    script = "for n in $(seq 30); do echo \"FAILED tests/test_a.py::test_$n\"; done; exit 1"
    run(suite("many", script))
    summary = capsys.readouterr().out.partition("== summary")[2]
    assert summary.count("FAILED tests/") == run_tests.MOST_FAILED_TESTS and "    and 10 more" in summary


def test_suites_of_one_folder_run_one_after_the_other(run):
    script = "mkdir busy; sleep 0.3; rmdir busy"
    made = run(suite("one", script, folder="x"), suite("two", script, folder="x"))
    assert not made.failed


def test_a_suite_that_mostly_waits_takes_no_place(run):
    """Each of three waits for the other two, where two may run at a time."""
    meet = "mkdir met-$0; while [ ! -d met-one ] || [ ! -d met-two ] || [ ! -d met-three ]; do sleep 0.1; done"
    suites = [suite(name, f"sh -c '{meet}' {name}", mostly_waits=name == "three") for name in ("one", "two", "three")]
    assert not run(*suites).failed


def test_every_test_of_python_is_in_one_of_its_suites():
    here = {path.name for path in (SCRIPTS.parent / "bindings" / "python" / "tests").glob("test_*.py")}
    named = {pathlib.Path(path).name for path in run_tests.test_files(run_tests.WITHOUT_ASAN).split()}
    assert named < here
    referee, python = (run_tests.BY_NAME[name].script for name in ("referee", "python"))
    for path in run_tests.test_files(run_tests.REFEREE).split():
        assert f" {path}" in referee and f"--ignore {path}" in python
    assert python.count("test_") == python.count("--ignore ")


def test_a_process_that_computes_for_ever_is_ended(run, monkeypatch):
    monkeypatch.setattr(run_tests, "CPU_LIMIT_S", 1)
    assert set(run(suite("endless", "while :; do :; done")).failed) == {"endless"}
