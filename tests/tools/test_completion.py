# SPDX-License-Identifier: MIT
"""Completion of command lines in bash and zsh: every command, option and listed value, from the tables of the help."""
import json
import os
import pty
import re
import shutil
import subprocess

import pytest
from conftest import ROOT, TOOL, run

BREAKS = ":=@"  # signs at which bash parts words, besides blanks

# Completes the words of each line of standard input, cut by tabs, and prints the replies on a line.
ASK = """
source "$1"
COMP_WORDBREAKS=$2
while IFS= read -r line; do
    COMP_WORDS=()
    while [[ $line == *$'\\t'* ]]; do COMP_WORDS+=("${line%%$'\\t'*}"); line=${line#*$'\\t'}; done
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _tetress 2>/dev/null
    printf '%s\\t' "${COMPREPLY[@]}"; echo
done
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory):
    """The path of the script for each shell, under the name that the shell looks for."""
    folder = tmp_path_factory.mktemp("completion")
    paths = {"bash": folder / "tetress", "zsh": folder / "_tetress"}
    for shell, path in paths.items():
        done = run("help", "--completion", shell)
        assert done.returncode == 0 and done.stderr == ""
        path.write_text(done.stdout, encoding="utf-8")
    return paths


@pytest.fixture(scope="module")
def commands():
    """Every command by its words."""
    listed = json.loads(run("help", "--json").stdout)["commands"]
    return {one["name"]: one for group in listed for one in [group, *group["commands"]]}


@pytest.fixture
def replies(scripts):
    """What bash offers for each of some lines, with its own signs or, where none part words, whole words."""

    def ask(lines, breaks="", cwd=None):
        rows = []
        for line in lines:
            words = re.findall(rf"[{breaks}]+|[^ {breaks}]+", line) if breaks else line.split()
            if line.endswith(" "):
                words.append("")
            rows.append("".join(word + "\t" for word in words))
        done = subprocess.run(["bash", "-c", ASK, "bash", scripts["bash"], " \t\n" + breaks], input="".join(row + "\n" for row in rows),
                              capture_output=True, text=True, check=True, cwd=cwd)
        return [set(row.split("\t")) - {""} for row in done.stdout.splitlines()]

    return ask


def test_every_command_is_offered(replies, commands):
    tops = {name for name in commands if " " not in name}
    members = {name.split()[1] for name in commands if name.startswith("tetris ")}
    assert len(tops) > 10 and len(members) > 4
    asked = replies(["tetress ", "tetress help ", "tetress tetris ", "tetress help tetris ", "tetress tetris help ", "tetress s", "tetress -"])
    assert asked[:2] == [tops | {"help"}] * 2
    assert asked[2:5] == [members | {"help"}] * 3
    assert asked[5:] == [{name for name in tops if name.startswith("s")}, {"--help", "--version"}]


def test_every_option_is_offered(replies, commands):
    with_options = {name: {f"--{option['name']}" for option in one["options"]} for name, one in commands.items() if one["options"]}
    asked = replies([f"tetress {name} --" for name in with_options])
    assert dict(zip(with_options, asked)) == with_options
    assert sum(map(len, asked)) > 150
    assert replies(["tetress --version -"]) == [{"--json", "--help"}]


def test_values_that_lists_have_are_offered(replies):
    listed = json.loads(run("players", "--json").stdout)
    players = {player["name"] for player in listed["players"]}
    evaluators = {evaluator["name"] for evaluator in listed["evaluators"]}
    asked = {
        "tetress best --player ": players,
        "tetress best --player=": {f"--player={name}" for name in players},
        "tetress play ": players | {"human"},
        "tetress play --blue level-1": {"level-1", "level-10"},
        "tetress match mcts ": players,
        "tetress match --games 4 mcts ": players,
        "tetress match mcts mcts ": {"--" + name for name in option_names("match")},
        "tetress perft ": set(),
        "tetress best ": {"--" + name for name in option_names("best")},
        "tetress best --nodes ": set(),
        "tetress best --position ": set(),
        "tetress best --quiet --player rand": {"random"},
        "tetress tetris watch --evaluator dt": {"dt10", "dt20"},
        "tetress tetris play --source ": {"uniform", "bag"},
        "tetress best --budget nodes=5,wall": {"nodes=5,wall_ms="},
        "tetress best --budget nodes=": set(),
        "tetress best --player negamax:evaluator=": {f"negamax:evaluator={name}" for name in evaluators},
        "tetress best --player=negamax:book=off,evaluator=mob": {"--player=negamax:book=off,evaluator=mobility"},
        "tetress best --player negamax:book=o": {"negamax:book=on", "negamax:book=off"},
        "tetress best --player nobody:": set(),
    }
    assert dict(zip(asked, replies(asked))) == asked
    for line, found in zip(asked, replies(asked, BREAKS)):
        typed = re.match(rf"(?:.*[{BREAKS}])?", line.split(" ")[-1])[0]  # bash keeps this itself
        assert found == {reply.removeprefix(typed) for reply in asked[line]}, line


def option_names(command):
    return [option["name"] for one in json.loads(run("help", "--json").stdout)["commands"] if one["name"] == command for option in one["options"]]


def test_every_option_of_every_player_is_offered(replies):
    listed = json.loads(run("players", "--json").stdout)["players"]
    lines, wanted = [], []
    for player in listed:
        lines.append(f"tetress ugi --player {player['name']}:")
        wanted.append({f"{player['name']}:{option['name']}=" for option in player["options"]})
        for option in player["options"]:
            if option["choices"]:
                lines.append(f"tetress ugi --player {player['name']}:{option['name']}=")
                wanted.append({lines[-1].split()[-1] + choice for choice in option["choices"].split()})
    assert len(lines) > 100
    assert replies(lines) == wanted


def test_files_are_offered_where_a_command_takes_them(replies, commands, tmp_path):
    (tmp_path / "a game.log").touch()
    takers = [f"tetress {name} --{option['name']} a" for name, one in commands.items() for option in one["options"] if option["value"] == "FILE"]
    takers += ["tetress analyse a", "tetress import a", "tetress import one two a", "tetress tetris train a"]
    assert len(takers) > 15
    assert replies(takers, cwd=tmp_path) == [{"a game.log"}] * len(takers)
    assert replies(["tetress best --player mcts@a", "tetress best --game=a"], cwd=tmp_path) == [{"mcts@a game.log"}, {"--game=a game.log"}]
    assert replies(["tetress best --player mcts@a", "tetress best --game=a"], BREAKS, tmp_path) == [{"a game.log"}] * 2


# ---- In a shell on a terminal ------------------------------------------------------------------


def typed(command, line, **environment):
    """What a program gets as arguments when this line, with tabs in it, is typed into a shell."""
    master, slave = pty.openpty()
    shell = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True,
                             env={**os.environ, "TERM": "dumb", "INPUTRC": os.devnull, **environment})
    os.close(slave)
    output = b""
    try:
        for keys, answer in ((b"", b"READY>"), (line.encode() + b"\n", b">END")):
            os.write(master, keys)
            while answer not in output:
                output += os.read(master, 4096)  # OSError if the shell ends
    finally:
        shell.kill()
        shell.wait()
        os.close(master)
    return re.search(rb"(<[^\r\n]*>)END", output)[1].decode()


TYPED = {
    "tetress match negamax:evaluator=mob\t mct\t --gam\t 4": "<match><negamax:evaluator=mobility><mcts><--games><4>",
    "tetress tetris me\t --evaluator=dt1\t --qu\t": "<tetris><measure><--evaluator=dt10><--quiet>",
    "tetress best --budget nodes=5,wall\t7": "<best><--budget><nodes=5,wall_ms=7>",
    "tetress analyse 'a g\t": "<analyse><a game.log>",
}
RC = "PS1='READY>'\ntetress() { printf '<%s>' \"$@\"; echo END; }\ncd \"$FOLDER\"\n"


@pytest.mark.parametrize("line", TYPED)
def test_bash_completes_what_is_typed(scripts, tmp_path, line):
    (tmp_path / "a game.log").touch()
    (tmp_path / "rc").write_text(f"{RC}source '{scripts['bash']}'\n")
    assert typed(["bash", "--noprofile", "--rcfile", str(tmp_path / "rc"), "-i"], line, FOLDER=str(tmp_path)) == TYPED[line].replace("\t", "")


@pytest.mark.skipif(not shutil.which("zsh"), reason="zsh is not installed")
@pytest.mark.parametrize("line", TYPED)
def test_zsh_completes_what_is_typed(scripts, tmp_path, line):
    (tmp_path / "a game.log").touch()
    (tmp_path / ".zshrc").write_text(f"fpath=('{scripts['zsh'].parent}' $fpath)\nautoload -Uz compinit\ncompinit -u -D\n{RC}")
    assert typed(["zsh", "-d", "-i"], line, FOLDER=str(tmp_path), ZDOTDIR=str(tmp_path)) == TYPED[line]


# ---- The scripts themselves --------------------------------------------------------------------


def test_the_script_for_zsh_has_every_command_and_option_with_its_help(scripts, commands):
    text = scripts["zsh"].read_text(encoding="utf-8")
    assert text.startswith("#compdef tetress\n")
    functions = dict(re.findall(r"^(_tetress(?:_tetris)?)\(\) \{\n(.*?)^\}$", text, re.MULTILINE | re.DOTALL))
    for name, one in commands.items():
        body = functions["_tetress_tetris" if name.startswith("tetris ") else "_tetress"]
        word = name.split()[-1]
        assert "\n        '{}:{}'\n".format(word, one["summary"].replace("'", "'\\''").replace(":", "\\:")) in body
        block = re.search(rf"^    {word}(?: \| --version)?\)(.*?);;$", body, re.MULTILINE | re.DOTALL)[1]
        for option in one["options"]:
            told = option["help"].replace("'", "'\\''")
            sign = "=" if option["value"] else ""
            assert f"'--{option['name']}{sign}[{told}]" in block, (name, option["name"])


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_shell_can_read_its_script(scripts, shell):
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", scripts[shell]], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_shellcheck_finds_nothing(scripts):
    if not shutil.which("shellcheck"):
        pytest.skip("shellcheck is not installed")
    done = subprocess.run(["shellcheck", "--shell=bash", scripts["bash"]], capture_output=True, text=True, check=False)
    assert done.stdout + done.stderr == ""


def test_another_shell_is_refused():
    done = run("help", "--completion", "fish")
    assert (done.returncode, done.stdout) == (2, "") and "'fish'" in done.stderr


def test_the_build_writes_what_the_program_prints(scripts):
    for path in scripts.values():
        assert (TOOL.parent / "completion" / path.name).read_text(encoding="utf-8") == path.read_text(encoding="utf-8")


def test_the_guide_names_the_files_that_are_installed():
    guide = (ROOT / "docs" / "guide" / "install.md").read_text(encoding="utf-8")
    assert all(path in guide for path in ("share/bash-completion/completions/tetress", "share/zsh/site-functions"))
