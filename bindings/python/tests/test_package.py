# SPDX-License-Identifier: MIT
"""The package as it is imported and installed."""

import importlib.metadata
import os
import pathlib
import re
import runpy
import shutil
import subprocess
import sys
import sysconfig

import pytest
import tetress
import tetress.referee
from conftest import ROOT, run_python

PACKAGE = pathlib.Path(tetress.__file__).parent


def header_version():
    text = (ROOT / "include" / "tetress" / "version.h").read_text(encoding="utf-8")
    parts = (
        re.search(rf"TETRESS_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH")
    )
    return ".".join(parts)


def test_versions_are_those_of_the_header_and_the_library():
    assert tetress.__version__ == tetress.version == header_version()


@pytest.mark.parametrize("module", [tetress, tetress.referee], ids=lambda module: module.__name__)
def test_everything_that_is_promised_is_there(module):
    for name in module.__all__:
        assert getattr(module, name) is not None


@pytest.mark.parametrize("module", [tetress, tetress.referee], ids=lambda module: module.__name__)
def test_every_public_thing_has_a_docstring(module):
    for name in module.__all__:
        thing = getattr(module, name)
        if not callable(thing):
            continue
        assert thing.__doc__, name
        for word, member in vars(thing).items() if isinstance(thing, type) else ():
            if not word.startswith("_") and (callable(member) or isinstance(member, property)):
                assert member.__doc__, f"{name}.{word}"


def test_the_package_says_that_it_is_typed():
    assert (PACKAGE / "py.typed").exists()


def test_neither_numpy_nor_anything_slow_is_imported():
    output = run_python(
        """
        import sys
        import tetress.agent
        print({"numpy", "subprocess", "asyncio", "decimal", "random"} & set(sys.modules))
        """
    )
    assert output == "set()\n"


# ---- Finding the library ----


def import_error(tmp_path, beside=None, **environment):
    """What importing a copy of the package, without or with a library beside it, complains."""
    if not (tmp_path / "tetress").exists():
        shutil.copytree(PACKAGE, tmp_path / "tetress", ignore=shutil.ignore_patterns("*.so", "_*_"))
    if beside is not None:
        shutil.copy(beside, tmp_path / "tetress" / "libtetress.so")
    return run_python(
        """
        try:
            import tetress
            print("found", tetress.library_path)
        except ImportError as failure:
            print(failure)
        """,
        PYTHONPATH=str(tmp_path),
        **environment,
    )


def test_the_environment_names_a_library(tmp_path):
    path = os.path.abspath(tetress.library_path)
    assert import_error(tmp_path, TETRESS_LIBRARY=path) == f"found {path}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="names the file")
def test_a_library_beside_the_package_comes_first(tmp_path):
    output = import_error(tmp_path, beside=tetress.library_path, TETRESS_LIBRARY="/nowhere.so")
    assert output == f"found {tmp_path / 'tetress' / 'libtetress.so'}\n"


def test_a_library_that_is_not_there_is_an_import_error(tmp_path):
    assert "cannot be loaded" in import_error(tmp_path, TETRESS_LIBRARY="/nowhere.so")


@pytest.mark.skipif(sys.platform != "linux", reason="writes an ELF file")
@pytest.mark.parametrize("broken", ["machine", "class"])
def test_a_library_of_another_machine_is_an_import_error(tmp_path, broken):
    image = bytearray(pathlib.Path(tetress.library_path).read_bytes())
    if broken == "machine":
        image[18] = 62 if image[18] == 183 else 183  # EM_X86_64, EM_AARCH64
    else:
        image[4] = 1 if image[4] == 2 else 2  # 32 or 64 bits
    other = tmp_path / "other.so"
    other.write_bytes(image)
    complaint = import_error(tmp_path, beside=other)
    assert complaint.startswith(f"{tmp_path}/tetress/libtetress.so is there but cannot be loaded: ")
    assert complaint.endswith("install the package that is made for this one\n")
    assert f"this Python is for {sysconfig.get_platform()}" in complaint and complaint.count("\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="names the files")
def test_the_system_has_the_library_by_its_abi_version(tmp_path):
    folder = tmp_path / "lib"
    folder.mkdir()
    file = folder / f"libtetress.so.{tetress.abi_version}"
    shutil.copy(tetress.library_path, file)
    for other in ("", f".{tetress.abi_version + 1}"):
        (folder / f"libtetress.so{other}").write_text("not this one")
    assert import_error(tmp_path, TETRESS_LIBRARY="", LD_LIBRARY_PATH=str(folder)) == f"found {file}\n"


@pytest.mark.skipif(sys.platform != "linux", reason="names the file")
def test_a_system_without_the_library_is_an_import_error(tmp_path):
    import_error(tmp_path, TETRESS_LIBRARY="/nowhere.so")
    generated = tmp_path / "tetress" / "_abi.py"
    text, count = re.subn(r"(?m)^TETRESS_ABI_VERSION = .*", "TETRESS_ABI_VERSION = 4711", generated.read_text(encoding="utf-8"))
    assert count == 1
    generated.write_text(text, encoding="utf-8")
    complaint = import_error(tmp_path, TETRESS_LIBRARY="")
    for words in (f"there is no {tmp_path}/tetress/libtetress.so", "TETRESS_LIBRARY is not set", "libtetress.so.4711: cannot open"):
        assert words in complaint


@pytest.mark.skipif(sys.platform != "linux", reason="links a library")
def test_what_is_no_libtetress_is_an_import_error(tmp_path):
    other = build_library(tmp_path, "int other(void) { return 0; }")
    assert "is not libtetress" in import_error(tmp_path, TETRESS_LIBRARY=other)


@pytest.mark.skipif(sys.platform != "linux", reason="links a library")
def test_another_abi_version_is_an_import_error(tmp_path):
    other = build_library(tmp_path, "unsigned tetress_abi_version(void) { return 4711; }")
    assert "ABI version 4711" in import_error(tmp_path, TETRESS_LIBRARY=other)


@pytest.mark.skipif(sys.platform != "linux", reason="links a library")
def test_a_library_without_a_function_is_an_import_error(tmp_path):
    code = f"unsigned tetress_abi_version(void) {{ return {tetress.abi_version}; }}"
    other = build_library(tmp_path, code)
    assert "lacks a function" in import_error(tmp_path, TETRESS_LIBRARY=other)


def build_library(tmp_path, code):
    compiler = shutil.which("cc") or pytest.skip("needs a C compiler")
    source = tmp_path / "other.c"
    source.write_text(code)
    library = tmp_path / "libother.so"
    subprocess.run([compiler, "-shared", "-fPIC", source, "-o", library], check=True)
    return str(library)


# ---- Programs that PyInstaller makes ----


def hook_of(package):
    return runpy.run_path(str(package / "__pyinstaller" / "hook-tetress.py"))


@pytest.mark.skipif(sys.platform != "linux", reason="names the file")
def test_pyinstaller_is_told_of_the_library_and_the_pages(tmp_path):
    shutil.copytree(PACKAGE / "__pyinstaller", tmp_path / "tetress" / "__pyinstaller")
    library = tmp_path / "tetress" / "libtetress.so"
    page = tmp_path / "tetress" / "tournament" / "web" / "tournament.html"
    page.parent.mkdir(parents=True)
    for file in (library, page):
        file.touch()
    told = hook_of(tmp_path / "tetress")
    assert told["binaries"] == [(str(library), "tetress")]
    assert told["datas"] == [(str(page), "tetress/tournament/web")]


def test_pyinstaller_warns_where_there_is_no_library(tmp_path, caplog):
    shutil.copytree(PACKAGE / "__pyinstaller", tmp_path / "tetress" / "__pyinstaller")
    assert hook_of(tmp_path / "tetress")["binaries"] == []
    assert f"there is no library in {tmp_path / 'tetress'}" in caplog.text


# ---- Installed ----


@pytest.fixture
def distribution():
    try:
        found = importlib.metadata.distribution("tetress")
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("the package is not installed")
    return found


def test_the_wheel_is_for_every_python_of_one_platform(distribution):
    wheel = distribution.read_text("WHEEL")
    tags = re.findall(r"^Tag: (.*)$", wheel, re.MULTILINE)
    assert tags and all(tag.startswith("py3-none-") and tag != "py3-none-any" for tag in tags)
    assert "Root-Is-Purelib: false" in wheel


def test_the_wheel_has_one_library_and_no_requirement(distribution):
    names = [pathlib.PurePosixPath(str(path)).name for path in distribution.files]
    assert len([name for name in names if re.search(r"\.(so|dylib|dll)(\.|$)", name)]) == 1
    assert "py.typed" in names
    required = [each for each in distribution.requires or [] if "extra ==" not in each]
    assert required == []
    assert distribution.version == tetress.__version__


def test_pyinstaller_finds_the_hook(distribution):
    entry, = (entry for entry in distribution.entry_points if entry.group == "pyinstaller40")
    assert entry.value == "tetress.__pyinstaller:hook_folders"
    folder, = entry.load()()
    assert (pathlib.Path(folder) / "hook-tetress.py").exists()


# ---- The command line ----


def command_line(*words, cwd=None, text=None):
    """`python -m tetress` with these words."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    return subprocess.run([sys.executable, "-m", "tetress", *words], cwd=cwd, env=environment, input=text, capture_output=True, text=True, check=False)


@pytest.fixture
def program(distribution):
    """The program of C in an installed package. Where jansson was found, the package has it."""
    found = PACKAGE / "tetress-command-line"
    if not found.exists() and shutil.which("pkg-config") and subprocess.run(["pkg-config", "--exists", "jansson"], check=False).returncode != 0:
        pytest.skip("the package was built without jansson")
    return found


def test_the_installed_package_analyses_a_game(program, tmp_path):
    played = command_line("match", "greedy", "random", "--games", "2", "--nodes", "50", "--out", "games.jsonl", "--quiet", cwd=tmp_path)
    assert played.returncode == 0, played.stderr
    analysed = command_line("analyse", "games.jsonl", "--nodes", "200", cwd=tmp_path)
    assert analysed.returncode == 0, analysed.stderr
    assert "accuracy" in analysed.stdout


def test_the_script_and_the_module_are_one_program(program):
    script = pathlib.Path(sys.executable).with_name("tetress")
    said = subprocess.run([script, "version", "--json"], capture_output=True, text=True, check=True).stdout
    assert command_line("version", "--json").stdout == said
    assert f'"{tetress.version}"' in said


def test_a_wrong_word_ends_as_in_the_program(program):
    done = command_line("analize")
    assert done.returncode == 2 and "tetress: " in done.stderr


def copy_of_the_package(folder):
    shutil.copytree(PACKAGE, folder / "tetress", ignore=shutil.ignore_patterns("tetress-command-line", "__pycache__"))
    return subprocess.run([sys.executable, "-m", "tetress", "version"], cwd="/", capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(folder), "TETRESS_LIBRARY": tetress.library_path})


def test_a_package_without_the_command_line_says_the_way_out(tmp_path):
    done = copy_of_the_package(tmp_path)
    assert done.returncode == 1
    assert re.fullmatch(r"tetress: this package was built without the command line: .*libjansson-dev.*\n", done.stderr)


@pytest.mark.parametrize("broken", ["no program", "a folder"])
def test_a_command_line_that_cannot_run_is_said(tmp_path, broken):
    copy_of_the_package(tmp_path)
    path = tmp_path / "tetress" / "tetress-command-line"
    if broken == "a folder":
        path.mkdir()
    else:
        path.write_bytes(b"\x7fELF of another machine")
        path.chmod(0o755)
    done = subprocess.run([sys.executable, "-m", "tetress", "version"], cwd="/", capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(tmp_path), "TETRESS_LIBRARY": tetress.library_path})
    assert done.returncode == 1
    assert re.fullmatch(r"tetress: \S+ cannot run: [^\n]* install it with pip\.\n", done.stderr)
