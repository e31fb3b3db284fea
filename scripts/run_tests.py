#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Build in every way and run every test, several suites at a time. scripts/test starts this.

usage: scripts/test [--list] [--jobs N] [SUITE...]

SUITE is a name of the list (--list) or a pattern such as 'python*'; `^SUITE` leaves some out. What a suite needs is built
first. Without a name all are run but those on request, whose rows in the list end so: long ones, for other machines and
package managers. `all-targets` names all of these. A suite that fails hides no other one: all are run, and the exit
status is 1 if any failed. Logs stay in build/test-logs.
"""
import argparse
import dataclasses
import fnmatch
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOGS = ROOT / "build" / "test-logs"
FORMATTER = "clang-format==14.0.6"  # other versions format in another way
LINTER = "ruff==0.17.6"  # later versions may find more
TYPES = "mypy==2.4.1"  # as may these

# A process that has computed for so long hangs. Elapsed time proves nothing on a busy machine.
CPU_LIMIT_S = 1800
# A suite that waits for so long hangs.
WALL_LIMIT_S = 4 * 3600
PROGRESS_S = 5
TAIL_LINES = 40

COMPILE = "build-essential g++ cmake ninja-build pkg-config libjansson-dev libcmocka-dev libffi-dev"
CLANG = "clang llvm libclang-rt-dev"
EMULATED = "gcc-aarch64-linux-gnu qemu-user"
ARM64 = f"{COMPILE} {EMULATED} libcmocka-dev:arm64 libffi-dev:arm64 libjansson-dev:arm64"
LUA = (
    "lua5.1 lua5.2 lua5.3 lua5.4 luajit lua-busted "
    "liblua5.1-0-dev liblua5.2-dev liblua5.3-dev liblua5.4-dev libluajit-5.1-dev"
)
PYTHON = "python3 python3-venv"

# Closing lines of the runners: ctest, pytest, lint.
CLOSING = re.compile(r"% tests passed|\d+ passed|no breach|all (?:builds|targets):")
# Lines that name a test which failed: those of pytest's short summary, and of ctest's list.
FAILED_TEST = re.compile(r"^FAILED \S+::.*|^ERROR \S+\.py\b.*|^\s+\d+ - \S+ \((?!Skipped|Disabled).+\).*")
ALL_TARGETS = "all-targets"  # names every suite that is on request
MOST_FAILED_TESTS = 20  # named after the summary: all of them are in the log


@dataclasses.dataclass(frozen=True)
class Suite:
    name: str
    about: str
    cpu_s: int  # about so many seconds of one processor, in all its processes
    packages: str  # of Debian
    script: str  # run by sh -e in the root of the repository; $JOBS processes at a time
    needs: "tuple[str, ...]" = ()
    is_test: bool = True
    folder: str = ""  # in which one suite may run at a time
    mostly_waits: bool = False  # so that it takes no other suite's place
    on_request: bool = False  # run only when it is named, alone or with ALL_TARGETS


def build(preset, about, cpu_s, packages=COMPILE, targets="all", on_request=False):
    script = f"cmake --preset {preset}\ncmake --build --preset {preset} --target {targets} -- -j $JOBS -k 0"
    return Suite(f"build-{preset}", about, cpu_s, packages, script, is_test=False, on_request=on_request)


def ctest(name, preset, about, cpu_s, filters="", packages=COMPILE, on_request=False):
    script = f"ctest --preset {preset} -j $JOBS {filters}"
    return Suite(name, about, cpu_s, packages, script, (f"build-{preset}",), folder=preset, on_request=on_request)


def pytest(name, about, cpu_s, arguments, needs, packages=PYTHON, mostly_waits=False):
    script = f'TETRESS_TOOL="$PWD/build/release/tools/tetress" build/venv/bin/python -m pytest -q {arguments}'
    return Suite(name, about, cpu_s, packages, script, ("venv", *needs), mostly_waits=mostly_waits)


# Tests of one thread have no races: of large programs only the others run.
PARTLY_THREADED = "test_search test_mcts test_tetris_api test_training_file"
TSAN = f"""
ctest --preset tsan -j $JOBS -R '^test_threads$|tool_.*_threads'
TEST_FILTER='*thread*' ctest --preset tsan -j $JOBS -V -R '^({PARTLY_THREADED.replace(' ', '|')})$' \\
    --output-log "$PWD/build/tsan/some.log"
! grep "Running 0 test" build/tsan/some.log
"""

# Tests of Python that mostly wait for the agents of games: a suite of their own, beside which there is room for others. So
# is there beside the rest, whose tournaments wait for theirs.
REFEREE = "check first_process fuzz_protocol isolation referee_game referee_hostile referee_meter referee_traces submission summary walls"
# These ask nothing of the library that other tests do not.
WITHOUT_ASAN = f"{REFEREE} changes commands fuzz_store package ratings schedule standin store_damage tournament training"


def test_files(names):
    return " ".join(f"bindings/python/tests/test_{name}.py" for name in names.split())


def without(names):
    return " ".join(f"--ignore {file}" for file in test_files(names).split())


PYTHON_ASAN = f"""
export LD_PRELOAD="$(clang -print-file-name=libclang_rt.asan-$(uname -m).so)"
export ASAN_OPTIONS=detect_leaks=0:max_allocation_size_mb=4096:allocator_may_return_null=1 PYTHONPATH=bindings/python HYPOTHESIS_PROFILE=brief
export TETRESS_LIBRARY="$PWD/build/asan-ubsan/lib/libtetress.so"
build/venv/bin/python -m pytest -q {without(WITHOUT_ASAN)}
"""

SIGNATURE = """
signature() {
    "build/$1/tetress" bench | tail -n 1
    "build/$1/tetress" tetris bench | tail -n 1
}
expected=$(signature release/tools)
echo "$expected"
for other in asan-ubsan/tools release/tests/amalgamation clang/tests/amalgamation; do
    found=$(signature "$other")
    [ "$found" = "$expected" ] || { echo "$other has $found"; exit 1; }
done
echo "all builds: $expected"
"""

TARGETS = """
build/venv/bin/pip install --no-compile wasmtime
PYTHON=build/venv/bin/python tests/targets/targets.sh build/release/tools/tetress build/release/tests/amalgamation \\
    gcc-O0 gcc-native clang-O0 clang-O3 musl aarch64 wasm
"""

LUAROCKS_ALL = """
tests/luarocks/luarocks.sh build/release make lua5.2 lua5.3
tests/luarocks/luarocks.sh build/release pack luajit
tests/luarocks/luarocks.sh build/release system lua5.1 lua5.2 lua5.3 lua5.4 luajit
"""

FORMAT = """
find include lib tools tests examples bindings '(' -name '*.[ch]' -o -name '*.inc' ')' ! -name abi_table.h \\
    -exec build/venv/bin/clang-format --dry-run -Werror {} +
echo "format: no breach"
"""

LINTERS = """
build/venv/bin/ruff check .
build/venv/bin/mypy --no-incremental
shellcheck -x .ci/run scripts/deb scripts/demo scripts/test packaging/debian/tests/c packaging/debian/tests/programs $(find scripts tests -name '*.sh')
echo "linters: no breach"
"""

SITE = """
build/venv/bin/python -m sphinx -W --keep-going -q -b html docs build/site
echo "site: no breach"
"""

VENV = f"""
[ -x build/venv/bin/python ] || python3 -m venv build/venv
build/venv/bin/pip install --upgrade pip
build/venv/bin/pip install --no-compile {FORMATTER} {LINTER} {TYPES} -r docs/requirements.txt ".[test,lab]"
"""

CONAN = """
[ -x build/conan/bin/conan ] || python3 -m venv build/conan
build/conan/bin/pip install -q conan==2.34.0
tests/packages/conan.sh "$PWD" build/conan/bin/conan
"""

SUITES = (
    Suite("lint", "rules of the tree, generated tables", 1, PYTHON + " git",
          "python3 scripts/generate_tables.py --check\npython3 scripts/lint.py"),
    build("release", "gcc, optimised, with the Lua modules", 96, f"{COMPILE} {LUA}"),
    Suite("venv", "a Python environment with the wheel in it", 54, f"{COMPILE} {PYTHON}", VENV, is_test=False),
    build("asan-ubsan", "AddressSanitizer and all checks of clang", 122, f"{COMPILE} {CLANG} {LUA}"),
    ctest("asan-ubsan", "asan-ubsan", "C and Lua under AddressSanitizer and all checks of clang", 216, "-LE tree",
          f"{COMPILE} {CLANG} {LUA}"),
    pytest("referee", "games of agents: the referee of the course, its sandbox, what staff see", 188, test_files(REFEREE), (),
           f"{PYTHON} bubblewrap libseccomp2", mostly_waits=True),
    pytest("python", "the rest of the Python package: the binding, training, tournaments", 251, without(REFEREE), (),
           f"{PYTHON} bubblewrap libseccomp2", mostly_waits=True),
    ctest("release", "release", "C: units, interface, golden data, faults, examples, installation", 130, "-LE 'valgrind|lua'"),
    ctest("lua", "release", "the Lua module in every Lua", 66, "-L lua", f"{COMPILE} {LUA}"),
    Suite("luarocks", "the rock for Lua 5.1 and 5.4, with the library in it", 65, f"{COMPILE} {LUA} luarocks",
          "tests/luarocks/luarocks.sh build/release make lua5.1 lua5.4", ("build-release",)),
    ctest("valgrind", "release", "memory that was never written, which no sanitizer here sees", 65, "-L valgrind", f"{COMPILE} valgrind"),
    pytest("tools", "the command line and the programs of lab/", 156, "tests/tools", ("build-release",), f"{PYTHON} git groff-base"),
    pytest("docs", "every code block of the documents", 79, "tests/docs", ("build-release",), f"{PYTHON} {COMPILE} {LUA} bubblewrap libseccomp2"),
    pytest("browser", "pages in headless Chromium", 41, "tests/browser", ("build-release",), f"{PYTHON} chromium chromium-driver"),
    Suite("python-asan", "the Python binding over a library with sanitizers", 101, f"{PYTHON} {CLANG} bubblewrap libseccomp2", PYTHON_ASAN,
          ("venv", "build-asan-ubsan")),
    build("tsan", "thread sanitizer", 30, targets=f"test_threads {PARTLY_THREADED} tetress_cli"),
    Suite("tsan", "whatever has threads, under the thread sanitizer", 47, COMPILE, TSAN, ("build-tsan",), folder="tsan"),
    build("clang", "clang, optimised: the library in one file under the command line", 36, f"{COMPILE} {CLANG}", "tetress_on_amalgamation"),
    build("tiny", "tables of a few entries, a look at the clock at every node", 26),
    ctest("tiny", "tiny", "C with tables of a few entries", 54, "-L 'unit|api|golden|faults|abi|examples' -E 'tetris|well|header'"),
    build("fuzz", "libFuzzer targets", 67, f"{COMPILE} {CLANG}"),
    ctest("fuzz", "fuzz", "the fuzzers, briefly", 68, "", f"{COMPILE} {CLANG}"),
    Suite("signature", "one signature for every build", 38, "", SIGNATURE,
          ("build-release", "build-clang", "build-asan-ubsan")),
    Suite("luarocks-all", "the rock for the other Luas, as a source rock, and over an installed library", 130, f"{COMPILE} {LUA} luarocks",
          LUAROCKS_ALL, ("build-release",), on_request=True),
    Suite("linters", "ruff over Python, mypy over the package, shellcheck over shell scripts", 7, f"{PYTHON} shellcheck", LINTERS, ("venv",)),
    Suite("site", "the documents as a site, warnings are errors", 21, PYTHON, SITE, ("venv", "build-release")),
    Suite("format", "formatting", 2, PYTHON, FORMAT, ("venv",)),
    Suite("wheels", "wheels for all platforms, by the compiler of zig", 400, f"{COMPILE} {PYTHON} dpkg-dev",
          "scripts/wheels\necho 'wheels: no breach'", on_request=True),
    Suite("targets", "one signature for other compilers, processors and libraries", 330,
          f"{COMPILE} {CLANG} {EMULATED} lld wasi-libc libclang-rt-dev-wasm32 musl-tools", TARGETS, ("venv", "build-release"), on_request=True),
    build("aarch64", "gcc for aarch64", 90, ARM64, on_request=True),
    ctest("aarch64", "aarch64", "C on aarch64, in an emulator", 900, "-L 'unit|api|golden|faults'", ARM64, on_request=True),
    Suite("reproducible", "two builds in two folders, as shipped, are equal byte by byte", 75, f"{COMPILE} {PYTHON}",
          'tests/packages/reproducible.sh "$PWD" cc all', on_request=True),
    Suite("deb", "the Debian packages: lintian, equal bytes, unpacked and used", 130, f"{COMPILE} {PYTHON} dpkg-dev debhelper dh-python lintian",
          'tests/packages/deb.sh "$PWD"', on_request=True),
    Suite("conan", "the Conan recipe, with either library and with the command line", 95, f"{COMPILE} {PYTHON}", CONAN, on_request=True),
)
BY_NAME = {suite.name: suite for suite in SUITES}

# Disk of a whole run in GiB, measured on Debian 12 and 13: what it leaves in build/, and all packages.
BUILD_DISK_GIB = 1.0
PACKAGE_DISK_GIB = 2.2


# ---- Choosing ------------------------------------------------------------------------------------


def names_of(word):
    """The suites that one word names."""
    on_request = [suite.name for suite in SUITES if suite.on_request]
    names = on_request if word == ALL_TARGETS else fnmatch.filter(BY_NAME, word)
    if not names:
        sys.exit(f"there is no suite {word}: {' '.join(BY_NAME)} {ALL_TARGETS}")
    return names


def chosen_suites(words):
    """The suites that the words name, with what they need, in the table's order."""
    wanted = [name for word in words if not word.startswith("^") for name in names_of(word)]
    unwanted = {name for word in words if word.startswith("^") for name in names_of(word[1:])}
    if all(word.startswith("^") for word in words):
        # a build comes only where a test needs it
        wanted = [suite.name for suite in SUITES if suite.is_test and not suite.on_request]
    names = set()

    def add(name):
        names.add(name)
        for need in BY_NAME[name].needs:
            add(need)

    for name in wanted:
        if name not in unwanted:
            add(name)
    return [suite for suite in SUITES if suite.name in names]


def list_suites():
    for suite in SUITES:
        needs = f" (needs {' '.join(suite.needs)})" if suite.needs else ""
        print(f"{suite.name:16} {suite.cpu_s:4} s  {suite.about}{needs}{', on request' if suite.on_request else ''}")


def install_packages(suites):
    """Install what of the suites' Debian packages is missing."""
    names = sorted({name for suite in suites for name in suite.packages.split()})
    script = '. scripts/common.sh\nneed_packages "$@"'
    if subprocess.run(["sh", "-eu", "-c", script, "sh", *names], cwd=ROOT, check=False).returncode != 0:
        sys.exit(1)


# ---- Running -------------------------------------------------------------------------------------


def environment(jobs):
    """What every suite sees."""
    made = dict(os.environ, JOBS=str(jobs), UBSAN_OPTIONS="print_stacktrace=1")
    made["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
    if shutil.which("ccache"):
        made.setdefault("CMAKE_C_COMPILER_LAUNCHER", "ccache")
    return made


def limit_process():
    """In a child: each of its processes may compute for so long and no longer."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    limit = CPU_LIMIT_S if hard == resource.RLIM_INFINITY else min(CPU_LIMIT_S, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, hard))


class Running:
    """A suite that has been started."""

    def __init__(self, suite, env):
        self.suite = suite
        self.log = LOGS / f"{suite.name}.log"
        self.start = time.monotonic()
        self.cpu_s = 0.0
        with open(self.log, "wb") as log:
            # a session of its own, so that a hang can be ended with all that it started
            self.process = subprocess.Popen(["sh", "-e", "-c", suite.script], cwd=ROOT, env=env, stdin=subprocess.DEVNULL,
                                            stdout=log, stderr=subprocess.STDOUT, preexec_fn=limit_process,
                                            start_new_session=True)

    def seconds(self):
        return time.monotonic() - self.start

    def ended(self):
        """None while it runs, then its exit status."""
        if self.process.returncode is not None:
            return self.process.returncode
        pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
        if pid == 0:
            if self.seconds() > WALL_LIMIT_S:
                self.kill()
            return None
        self.cpu_s = usage.ru_utime + usage.ru_stime
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return self.process.returncode

    def kill(self):
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass

    def text(self):
        return self.log.read_text(encoding="utf-8", errors="replace")

    def last_line(self):
        lines = self.text()[-2000:].strip().splitlines()
        return re.sub(r"\s+", " ", lines[-1]) if lines else ""

    def failed_tests(self):
        """What the runners say of each test that failed, once each."""
        lines = [line.strip() for line in self.text().splitlines() if FAILED_TEST.match(line)]
        return list(dict.fromkeys(lines))

    def closing_line(self):
        """What the runners said at their ends: mostly there is one of them."""
        lines = [line for line in self.text().splitlines() if CLOSING.search(line)]
        return "; ".join(line.strip("= ") for line in lines)


class Run:
    """All chosen suites: what waits, what runs, what has ended how."""

    def __init__(self, suites, at_once, env):
        self.waiting = list(suites)
        self.at_once = at_once
        self.env = env
        self.running = []
        self.passed = {}
        self.failed = {}
        self.failed_tests = {}
        self.start = time.monotonic()

    def say(self, text):
        print(f"[{time.monotonic() - self.start:5.0f} s] {text}", flush=True)

    def start_some(self):
        """Start the first suites that wait for nothing, as many as there is room for."""
        for suite in list(self.waiting):
            broken = [need for need in suite.needs if need in self.failed]
            if broken:
                self.waiting.remove(suite)
                self.failed[suite.name] = f"not run, because {broken[0]} failed"
                self.say(f"{suite.name}: {self.failed[suite.name]}")
            elif self.can_start(suite):
                self.waiting.remove(suite)
                self.running.append(Running(suite, self.env))

    def can_start(self, suite):
        busy = [one.suite for one in self.running if not one.suite.mostly_waits]
        has_room = suite.mostly_waits or len(busy) < self.at_once
        is_free = suite.folder not in {one.folder for one in busy} - {""}
        return has_room and is_free and all(need in self.passed for need in suite.needs)

    def collect(self):
        """Take the suites that have ended."""
        for one in list(self.running):
            status = one.ended()
            if status is None:
                continue
            self.running.remove(one)
            spent = f"{one.seconds():.0f} s, {one.cpu_s:.0f} s of CPU"
            if status == 0:
                self.passed[one.suite.name] = (one.closing_line(), one.cpu_s)
                self.say(f"{one.suite.name}: passed ({spent})  {one.closing_line()}")
            else:
                log = one.log.relative_to(ROOT)
                self.failed[one.suite.name] = f"exit status {status}, {one.closing_line() or 'no closing line'}; log: {log}"
                self.failed_tests[one.suite.name] = one.failed_tests()
                self.say(f"FAILED: {one.suite.name} ({spent}), exit status {status}; the end of {log}:")
                print("\n".join("    | " + line for line in one.text().splitlines()[-TAIL_LINES:]), flush=True)

    def progress(self):
        parts = [f"{one.suite.name}: {one.last_line()[:60]}" for one in self.running]
        left = len(self.waiting) + len(self.running)
        self.say(f"  {left} to go; " + " | ".join(parts))

    def whole(self):
        told = time.monotonic()
        try:
            while self.waiting or self.running:
                self.start_some()
                time.sleep(0.1)
                self.collect()
                if self.running and time.monotonic() - told >= PROGRESS_S:
                    told = time.monotonic()
                    self.progress()
        finally:
            for one in self.running:
                one.kill()

    def summary(self):
        print("\n== summary")
        for suite in SUITES:
            if suite.name in self.passed and suite.is_test:
                closing, cpu_s = self.passed[suite.name]
                print(f"{suite.name:14} {cpu_s:5.0f} s of CPU  {closing}")
        cpu = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"{time.monotonic() - self.start:.0f} s, {cpu.ru_utime + cpu.ru_stime:.0f} s of CPU")
        for name, why in self.failed.items():
            print(f"FAILED: {name}: {why}")
            named = self.failed_tests.get(name, [])
            for line in named[:MOST_FAILED_TESTS]:
                print(f"    {line[:200]}")
            if len(named) > MOST_FAILED_TESTS:
                print(f"    and {len(named) - MOST_FAILED_TESTS} more")
        if not self.failed:
            print("all passed")


def announce(suites, cores):
    cpu_s = sum(suite.cpu_s for suite in suites)
    print(f"{len(suites)} suites: about {max(1, round(cpu_s / cores / 60))} minutes on {cores} idle processors"
          f" ({cpu_s} s of one), up to {BUILD_DISK_GIB} GiB in build/ and,"
          f" where none of the packages is installed, {PACKAGE_DISK_GIB} GiB for them; logs in {LOGS.relative_to(ROOT)}", flush=True)


def main():
    cores = len(os.sched_getaffinity(0))
    parser = argparse.ArgumentParser(prog="scripts/test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage="scripts/test [--list] [--jobs N] [SUITE...]")
    parser.add_argument("--list", action="store_true", help="name the suites, with what each costs in CPU time, and stop")
    parser.add_argument("--jobs", type=int, default=cores, help="suites at a time, beside those that mostly wait; each uses up to two processes (%(default)s)")
    parser.add_argument("suites", nargs="*", metavar="SUITE")
    arguments = parser.parse_args()
    if arguments.list:
        list_suites()
        return 0
    suites = chosen_suites(arguments.suites)
    announce(suites, cores)
    install_packages(suites)
    LOGS.mkdir(parents=True, exist_ok=True)
    run = Run(suites, max(1, arguments.jobs), environment(2))
    run.whole()
    run.summary()
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
