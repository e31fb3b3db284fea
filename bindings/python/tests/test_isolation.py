# SPDX-License-Identifier: MIT
"""Files of those who are refereed run behind the walls and nowhere else, wherever our commands are started."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import tetress
from conftest import ROOT
from sandbox_support import AGENTS, needs_sandbox
from tetress import _guard
from tetress.referee import isolation, sandbox
from tetress.referee.entrant import EntrantError, parse_entrant

pytestmark = pytest.mark.skipif(os.name != "posix", reason="our commands for strangers' code are for Linux")

# Outside the sandbox every file of a submission can make these marks; inside it the folder is not there, or not to be written to.
MARK = """
import posix
try:
    posix.close(posix.open({marks!r} + "/" + __name__ + "-" + str(posix.getpid()), posix.O_CREAT | posix.O_WRONLY, 0o644))
except OSError:
    pass
"""

# Of Python's own modules, and what is imported by itself or by us.
NAMES = sorted({*_guard._standard_names(), "tetress", "numpy", "rich", "distributed", "cma", "deap", "matplotlib", "sitecustomize", "usercustomize"} - {"posix"})
NAMES = [name for name in NAMES if name.isidentifier()]


def scripts():
    """Entry points of pyproject.toml, as pip makes programs of them."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("[project.scripts]")[1].split("\n[")[0]
    return dict(re.findall(r'^([\w-]+) = "([\w.:]+)"$', text, re.MULTILINE))


def environment(**more):
    """Ours, without the current folder on any path."""
    paths = [os.path.abspath(path) for path in sys.path if path and "site-packages" not in path]
    own = os.path.dirname(os.path.dirname(os.path.abspath(tetress.__file__)))
    return {**os.environ, "PYTHONPATH": own if own in paths else "", **more}


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bin")
    for name, target in scripts().items():
        module, function = target.split(":")
        (folder / name).write_text(f"#!{sys.executable}\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n")
        (folder / name).chmod(0o755)
    return folder


def submission(folder, marks, kind):
    """A folder as somebody may hand it in, with a file of every name beside the agent."""
    folder.mkdir()
    shutil.copy(AGENTS / "legal.py", folder)
    (folder / "agent").mkdir()
    (folder / "agent" / "__init__.py").write_text("from legal import Agent\n")
    text = MARK.format(marks=str(marks))
    for name in NAMES:
        if kind == "files":
            (folder / f"{name}.py").write_text(text)
        else:
            (folder / name).mkdir()
            (folder / name / "__init__.py").write_text(text)
            (folder / name / "__main__.py").write_text(text)
    (folder / "hostile.pth").write_text(f"import os; open({str(marks / 'pth')!r}, 'w')\n")
    (folder / "pyvenv.cfg").write_text(f"home = {folder}\n")
    cached = folder / "__pycache__"
    cached.mkdir()
    (cached / f"random.{sys.implementation.cache_tag}.pyc").write_bytes(b"none")
    return folder


def marks_of(folder):
    return sorted(path.name for path in folder.iterdir())


CALLS = {
    "referee": ["tetress-referee", "agent", "tetress:random", "-t", "-s", "-v", "0"],
    "check": ["tetress-check", "agent", "--opponents", "random", "--games", "1"],
    "autograder": ["tetress-autograder", "./agent", "--opponents", "random", "--out", "{out}/results.json"],
    "tournament": ["tetress-tournament", "run", "{out}/s.db", "--player", "./agent", "--player", "tetress:random", "--quiet"],
    "table": ["tetress-tournament", "table", "{out}/s.db"],
    "slurm": ["sh", "{out}/jobs/tournament.sbatch"],
}


def without_bwrap(folder):
    """A PATH with all that ours has but bubblewrap."""
    folder.mkdir()
    for path in reversed(os.environ["PATH"].split(":")):
        for entry in pathlib.Path(path).glob("*"):
            if entry.name != "bwrap":
                (folder / entry.name).unlink(missing_ok=True)
                (folder / entry.name).symlink_to(entry)
    return str(folder)


@needs_sandbox
@pytest.mark.parametrize("kind, has_bwrap", [("files", True), ("packages", True), ("files", False)])
def test_no_file_of_a_submission_runs_outside_the_sandbox(tmp_path, programs, kind, has_bwrap):
    """As somebody may hand it in: any module of Python's or ours beside the package, and every documented call is made there."""
    marks, out = tmp_path / "marks", tmp_path / "out"
    marks.mkdir()
    out.mkdir()
    folder = submission(tmp_path / "submission", marks, kind)
    path = os.environ["PATH"] if has_bwrap else without_bwrap(tmp_path / "bin")
    values = environment(PATH=f"{programs}:{path}", SLURM_ARRAY_TASK_ID="0")
    # So it would show.
    subprocess.run([sys.executable, "-c", "import bdb"], cwd=folder, env=values, check=False)
    assert marks_of(marks)
    for path in marks.iterdir():
        path.unlink()
    fresh = ["tetress-tournament", "slurm", str(out / "t.db"), "--out", str(out / "jobs"), "--shards", "1"]
    for name, call in CALLS.items():
        if name == "slurm":
            prepare(programs, out, folder, values)
            assert subprocess.run(fresh, cwd=folder, env=values, capture_output=True, check=False).returncode == 0
        command = [word.format(out=out) for word in call]
        done = subprocess.run(command, cwd=folder, env=values, capture_output=True, text=True, check=False)
        assert marks_of(marks) == [], f"{name}: {done.stdout}{done.stderr}"
        assert done.returncode in ((0, 1) if name == "check" else (0,)), f"{name}: {done.stdout}{done.stderr}"
    assert (out / "results.json").exists() and (out / "jobs" / "shard-0.jsonl").exists()


def prepare(programs, out, folder, values):
    """A store with a tournament of which nothing has been played: the run is given no time to begin."""
    code = (
        "import sys\nfrom tetress.tournament.__main__ import _parser, _settings_of\nfrom tetress.tournament.store import Store\n"
        "import pathlib\noptions = _parser().parse_args(['run', sys.argv[1], '--player', './agent', '--player', 'tetress:random'])\n"
        "Store(pathlib.Path(sys.argv[1])).set_meta('settings', _settings_of(options, None).to_json())\n"
    )
    (programs / "prepare.py").write_text(code)
    subprocess.run([sys.executable, str(programs / "prepare.py"), str(out / "t.db")], cwd=folder, env=values, check=True)


@needs_sandbox
def test_without_the_sandbox_they_run_in_the_agents_process_alone(tmp_path, programs):
    marks = tmp_path / "marks"
    marks.mkdir()
    folder = submission(tmp_path / "submission", marks, "files")
    (folder / "agent" / "__init__.py").write_text("import this_runs\nfrom legal import Agent\n")
    (folder / "this_runs.py").write_text(MARK.format(marks=str(marks)))
    command = [str(programs / "tetress-referee"), "agent", "tetress:random", "-v", "0", "--no-sandbox"]
    with subprocess.Popen(command, cwd=folder, env=environment()) as referee:
        assert referee.wait() == 0
    found = marks_of(marks)
    assert [name for name in found if name.startswith("this_runs-")]
    assert len({name.rpartition("-")[2] for name in found}) == 1  # the agent's process
    assert not [name for name in found if name.endswith(f"-{referee.pid}")]


MODULES = ("tetress.referee", "tetress.referee.check", "tetress.tournament", "tetress.tournament.gradescope", "tetress.training")


@pytest.mark.parametrize("module", ["tetress", *MODULES])
def test_python_m_refuses_a_folder_that_replaces_modules(tmp_path, module):
    (tmp_path / "random.py").write_text("raise SystemExit('the grader is ended by a file of the submission')\n")
    done = subprocess.run([sys.executable, "-m", module, "--help"], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"python -m {module}: refused, because {tmp_path} is on Python's path and holds random.py")
    assert "tetress-autograder" in done.stderr and "ended by a file" not in done.stderr


@pytest.mark.parametrize("module", MODULES)
def test_python_m_imports_nothing_from_the_current_folder(tmp_path, module):
    """Names that are not Python's, and folders without code, are no reason to refuse; they are not looked at."""
    for name in ("numpy", "rich", "legal"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')\n")
    (tmp_path / "test").mkdir()
    (tmp_path / "json").mkdir()
    done = subprocess.run([sys.executable, "-m", module, "--help"], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_scripts_refuse_the_current_folder_on_the_path(tmp_path, programs):
    (tmp_path / "bdb.py").write_text("")
    for path in ("", ".", str(tmp_path)):
        values = environment()
        values["PYTHONPATH"] = os.pathsep.join([path, values["PYTHONPATH"] or str(ROOT / "nowhere")])
        done = subprocess.run([str(programs / "tetress-check"), "--help"], cwd=tmp_path, env=values, capture_output=True, text=True, check=False)
        assert done.returncode == 2 and "tetress-check: refused" in done.stderr, path


def test_importing_the_package_leaves_the_path_alone(tmp_path):
    (tmp_path / "random.py").write_text("answer = 42\n")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").write_text("import tetress\n")
    (tmp_path / "mine" / "__main__.py").write_text("import random\nprint(random.answer)\n")
    for arguments in (["-c", "import tetress, random; print(random.answer)"], ["-m", "mine"]):
        done = subprocess.run([sys.executable, *arguments], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False)
        assert done.stdout == "42\n", done.stderr


def test_the_folder_of_a_submission_on_the_path_is_refused(tmp_path, monkeypatch):
    entrant = parse_entrant(str(tmp_path / "agent"))
    isolation.check_path([entrant, parse_entrant("tetress:random")])
    (tmp_path / "link").symlink_to(tmp_path)
    for path in (str(tmp_path), f"{tmp_path}/link", f"{tmp_path}/."):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "path", [*sys.path, path])
            with pytest.raises(EntrantError, match="is on Python's path"):
                isolation.check_path([entrant])


def test_our_own_interpreters_take_nothing_from_where_they_are_started(tmp_path, monkeypatch):
    for name in ("json", "site", "encodings", "sitecustomize", "usercustomize"):
        (tmp_path / f"{name}.py").write_text(MARK.format(marks=str(tmp_path)))
    user = tmp_path / ".local" / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    user.mkdir(parents=True)
    (user / "usercustomize.py").write_text(MARK.format(marks=str(tmp_path)))
    (user / "evil.pth").write_text(f"import os; open({str(tmp_path / 'pth-mark')!r}, 'w')\n")
    for name, value in (("HOME", ""), ("PYTHONPATH", ""), ("PYTHONSTARTUP", "json.py"), ("PYTHONUSERBASE", ".local")):
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.chdir(tmp_path)
    code = "import json, tetress.tournament.job; print(json.dumps([sys.argv[1:], sys.flags.isolated, tetress.version]))"
    done = subprocess.run(isolation.command(code, "a", "b c"), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [["a", "b c"], 1, tetress.version]
    sandbox._ask_python.cache_clear()
    assert sandbox._ask_python(sys.executable).folders
    assert not [path.name for path in tmp_path.iterdir() if "-" in path.name]


def test_every_interpreter_that_we_start_is_isolated():
    """A list of all places that start one: who adds another must think of it."""
    package = pathlib.Path(tetress.__file__).parent
    found = set()
    for path in package.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"subprocess\.(run|Popen|check_output|call)\(|get_context\(|multiprocessing\.(Process|Pool)|LocalCluster\(|os\.exec|posix_spawn", text):
            found.add(path.relative_to(package).as_posix())
    # The package's own __main__ becomes the command line, which is no interpreter.
    assert found - {"__main__.py"} == {
        "referee/process.py", "referee/sandbox.py", "referee/traces.py", "tournament/executors/local.py", "training/cluster.py",
    }  # fmt: skip
    for path in package.rglob("*.py"):
        # The interpreter's path is made absolute in one place.
        if "sys.executable" in path.read_text(encoding="utf-8"):
            assert path.name in ("entrant.py", "sandbox.py"), path


def test_the_documented_autograder_starts_elsewhere():
    text = (ROOT / "docs" / "reference" / "summary.md").read_text(encoding="utf-8")
    script = text.split("`run_autograder`:")[1].split("\n\n")[1]
    assert "cd /autograder/submission" not in script and "python" not in script
    assert "tetress-autograder /autograder/submission/agent" in script
    for page in (ROOT / "docs").rglob("*.md"):
        assert not re.search(r"^ *python3? -m tetress", page.read_text(encoding="utf-8"), re.MULTILINE), page
