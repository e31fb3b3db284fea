# SPDX-License-Identifier: MIT
"""An agent's process as the referee sees it: start, calls under limits, faults, end. Linux."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import json
import math
import os
import pathlib
import secrets
import select
import signal
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Collection, Sequence
from typing import Any, Callable

from . import cgroup, layer_plan, outcome, pid_namespace, sandbox, submission, threads_of_process, traces
from .entrant import Entrant
from .footprint import FolderFootprint, MountFootprint
from .limits import Limits
from .meter import Meter, children, descendants
from .outcome import Fault, Infrastructure
from .referee import Spent
from .untrusted_text import Json, UntrustedText, text_of, untrusted_json

# Seconds between two looks at what a long call uses.
_LOOK_S = 0.05

# The interpreter and numpy are ours. If they are not up by then, the machine is to blame.
_READY_S = 60.0

# Collecting garbage is off the clock, as in the course. Work that is hidden in it is not, and nobody can tell it from
# the rest: so much of a call, and so much or this share of the whole game.
_COLLECT_S, _COLLECTS_S, _COLLECTS_SHARE = 0.25, 0.1, 0.01

# A call that had to wait for a processor gets that time on top, at most this many times its limit altogether.
_MOST_PATIENCE = 10

_PR_SET_CHILD_SUBREAPER = 36

# Room above the limit of memory before an allocation fails: going over the limit is to be seen as that.
_ROOM_MB = 64

_LAST_LINES = 20
_LINE = 500

_TOKEN = "TETRESS_AGENT_TOKEN"

# The names of copies of agents' files begin so. The referee's number and the namespace of that follow.
_COPY = "tetress_agent"

_slots = itertools.count()
_machine = traces.Machine()
_libc = ctypes.CDLL(None)


class AgentFault(Exception):
    """The agent has lost by its own fault; `fault` says how."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text)
        self.fault = fault


class Stopped(Exception):
    """The call was broken off, because the agent has used more than it may."""


class CappedLog:
    """The output of an agent: the first and the last half of `kept` bytes, and how much there was."""

    def __init__(self, kept: int) -> None:
        self._half = kept // 2
        self._head = bytearray()
        self._tail = bytearray()
        self.total = 0

    def add(self, data: bytes) -> None:
        """Add more output."""
        self.total += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        del self._tail[: -self._half or None]

    def text(self) -> str:
        """The output that was kept, fit to be printed, with a line that tells what was left out."""
        return self._untrusted().block()

    def _untrusted(self) -> UntrustedText:
        left_out = self.total - len(self._head) - len(self._tail)
        gap = f"\n... {left_out} bytes left out ...\n".encode() if left_out else b""
        return UntrustedText.of_bytes(bytes(self._head + gap + self._tail))

    def last_lines(self) -> tuple[str, ...]:
        """The last few lines, fit to be printed."""
        return self._untrusted().last_lines(_LAST_LINES, _LINE)


class AgentProcess:
    """One agent's process. Use it as a context manager: whatever happens, nothing is left of it afterwards.

    It measures what the agent uses, and stops it. Whether that is too much is not decided here: may_go_on(spent) is
    asked during each call and after it, with what was spent since the last charge(). on_output(bytes) gets output as it
    comes. Not for several threads.
    """

    def __init__(
        self,
        entrant: Entrant,
        colour: str,
        limits: Limits,
        *,
        may_go_on: Callable[[Spent], bool],
        seed: int = 0,
        sandboxed: bool = True,
        accept_weak: Collection[str] = (),
        on_output: Callable[[bytes], None] | None = None,
    ) -> None:
        assert entrant.root is not None and entrant.module is not None
        self._entrant = entrant
        self._colour = colour
        self._limits = limits
        self._seed = seed
        self._sandboxed = sandboxed
        self._accept_weak = accept_weak
        self._may_go_on = may_go_on
        self._on_output = on_output
        self._closing = contextlib.ExitStack()
        self._popen: subprocess.Popen[bytes] | None = None
        self._group: cgroup.ControlGroup | None = None
        self._traces = traces.Traces()
        self._meter: Meter | None = None
        self._files: FolderFootprint | MountFootprint | None = None
        self._buffer = bytearray()
        self._uncharged = 0.0
        self._charged_us = 0
        self._call_began: float | None = None  # the call that is not charged yet
        self._call_ended: float | None = None
        self._waited_before = self._waited = self._cpu_before = 0.0
        self._processors = 1  # the fewest that it has chosen during the call
        self._output_open = True
        self.layers: tuple[str, ...] = ()
        self.log = CappedLog(limits.log_bytes)
        self.wall_s = 0.0

    # ---- Life ----------------------------------------------------------------------------------

    def __enter__(self) -> AgentProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start the process. It gets ready while the caller does something else. Raises Infrastructure."""
        _machine.check()
        try:
            self._start()
        except (OSError, sandbox.SandboxError, submission.SubmissionError, subprocess.SubprocessError) as failure:
            self.close()
            raise Infrastructure(f"the sandbox of {self._entrant.spec} cannot be set up: {failure}") from failure

    def _start(self) -> None:
        slot = next(_slots)
        self._walls = walls = sandbox.build(
            self._entrant.python,
            self._readable_root(slot),
            self._private_folder(),
            self._limits.scratch_mb,
            slot,
            self._seed,
            self._sandboxed,
        )
        self._traces.uid = walls.uid
        with contextlib.ExitStack() as passed:
            for descriptor in walls.descriptors:
                passed.callback(os.close, descriptor)
            self._start_behind(walls)
        self._send({"setup": self._setup(walls)})

    def _start_behind(self, walls: sandbox.Walls) -> None:
        # It finds processes whose parents are gone.
        self._token = secrets.token_hex(16)
        self._make_group()
        made = self._group.layers if self._group else ()
        self._confined = layer_plan.plan(walls, self._limits, made, self._accept_weak, self._sandboxed)
        self.layers = self._confined.layers
        self._socket, theirs = socket.socketpair()
        self._closing.callback(self._socket.close)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._output, their_output = os.pipe()
        self._closing.callback(os.close, self._output)
        os.set_blocking(self._output, False)
        members = self._group.member_files if self._group else ()
        bare = "bwrap" not in walls.layers
        try:
            self._popen = subprocess.Popen(
                [*walls.command, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=their_output,
                stderr=their_output,
                env={**walls.environment, _TOKEN: self._token},
                cwd=None if walls.has_system else walls.agent_folder,
                pass_fds=(theirs.fileno(), *walls.descriptors),
                start_new_session=True,
                preexec_fn=functools.partial(_prepare, members, bare) if members or bare else None,
            )
        finally:
            theirs.close()
            os.close(their_output)
        self._traces.session = self._popen.pid
        self._traces.hides_processes = self._group is None and "bwrap" not in walls.layers

    def _private_folder(self) -> str:
        """An empty folder for this game alone."""
        _sweep_copies()
        folder = tempfile.mkdtemp(prefix=f"{_COPY}-{os.getpid()}-{pid_namespace.name()}-")
        self._traces.folders.append(folder)
        return folder

    def _readable_root(self, slot: int) -> str:
        """The agent's folder, or a copy if the user that it runs as could not read it."""
        assert self._entrant.root is not None
        root = self._entrant.root
        as_root = self._sandboxed and os.geteuid() == 0
        # bubblewrap mounts it elsewhere, whatever the folders above it allow.
        is_closed = as_root and sandbox.bwrap_path() is None and not sandbox.may_read(root, sandbox.user(slot))
        if not is_closed and not submission.needs_copy(root, self._sandboxed):
            return root
        copy = self._private_folder()
        target = os.path.join(copy, "root")
        submission.copy(root, target)
        if as_root:
            _hand_over(copy, sandbox.user(slot))
        return target

    def _make_group(self) -> None:
        memory = self._limits.memory_mb
        # Resident memory is less than virtual; the interpreter's own is not the agent's.
        whole = None if memory is None else int((memory + 4 * _ROOM_MB) * 2**20)
        # bubblewrap's two processes are in it, too.
        self._group = self._traces.group = cgroup.ControlGroup.try_make(whole, self._limits.processes + 2)

    def _setup(self, walls: sandbox.Walls) -> dict[str, Any]:
        memory = self._limits.memory_mb
        return {
            "own_walls": self._confined.setup,
            "room_bytes": None if memory is None else int((memory + _ROOM_MB) * 2**20),
            "own_tasks": self._limits.processes if self._confined.referee_counts_tasks else None,
            "capability": walls.capability,
            "uid": walls.uid,
            "standin": f"{walls.library_folder}/tetress/referee/standin",
            "library": walls.library_folder,
            "source": walls.source,
            "agent": walls.agent_folder,
            "shown": walls.agent_folder if walls.has_system else self._entrant.root,
            "copy_bytes": sandbox.COPY_MB << 20,
            "module": self._entrant.module,
            "class": self._entrant.cls,
            "colour": self._colour,
            "seed": self._seed,
        }

    def wait_ready(self) -> None:
        """Wait until the interpreter is up. Nothing of the agent has run by then. Raises Infrastructure."""
        try:
            self._ready_by = time.monotonic() + _READY_S
            message, pid = self._receive(lambda: self._ready_by - time.monotonic(), self._check_start)
        except (AgentFault, Stopped) as failure:
            lines = "; ".join(self.log.last_lines())
            raise Infrastructure(f"the worker of {self._entrant.spec} did not start: {failure} {lines}") from None
        if message != {"ready": True} or pid is None:
            raise Infrastructure(f"the worker of {self._entrant.spec} did not start: {message}")
        assert self._popen is not None
        self._main = pid
        if self._group is not None:
            self._group.enter(pid)
        self._meter = Meter(pid, self._popen.pid, self._group)
        self._freeze()
        self._meter.set_baseline()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        if self._sandboxed:
            self._watch_files(pid)

    def _watch_files(self, pid: int) -> None:
        """Count the files that it keeps from now on."""
        folders = self._walls.places.writable
        try:
            if self._walls.has_system:
                self._files = MountFootprint(pid, folders)
            else:
                self._files = FolderFootprint(folders, lambda: self._members(pid), 2 * self._limits.scratch_mb)
        except OSError as failure:
            raise Infrastructure(f"the files of {self._entrant.spec} cannot be watched: {failure}") from failure
        self._closing.callback(self._files.close)

    def _members(self, pid: int) -> list[int]:
        """All of its processes, of which `pid` is the first."""
        return self._group.members() if self._group is not None else [pid, *descendants(pid)]

    def close(self) -> None:
        """Kill all of it and remove what it left. Safe to call again."""
        if self._popen is not None:
            self._kill(self._popen)
            self._popen = None
        self._closing.close()
        self._group = None
        _machine.clean(self._traces)
        self._traces = traces.Traces()

    def _kill(self, popen: subprocess.Popen[bytes]) -> None:
        # What fails here is done again, and told, with all other traces.
        with contextlib.suppress(OSError, Infrastructure):
            if self._group is not None:
                self._traces.given = {*self._group.members()} & {*children(os.getpid())}
                self._group.kill()
            elif "bwrap" not in self.layers:
                self._traces.given = _kill_tree(popen.pid, f"{_TOKEN}={self._token}".encode())
        # With bubblewrap its first process takes the whole namespace with it.
        with contextlib.suppress(ProcessLookupError):
            os.kill(popen.pid, signal.SIGKILL)
        with contextlib.suppress(subprocess.TimeoutExpired):
            popen.wait(timeout=2.0)
        if self._meter is not None:
            _wait_until_gone({self._main})

    # ---- Standing still --------------------------------------------------------------------------

    def _freeze(self) -> None:
        """Stop all of it: an agent that is not asked takes no time from the other one."""
        if self._group is not None and self._group.can_freeze:
            self._group.freeze()
        else:
            self._signal(signal.SIGSTOP)

    def _thaw(self) -> None:
        """Let it go on, for a call."""
        if self._group is not None and self._group.can_freeze:
            self._group.thaw()
        else:
            self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        alone = "one-process" in self.layers
        for pid in (self._main, *([] if alone else descendants(self._main))):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)

    # ---- Calls ---------------------------------------------------------------------------------

    @property
    def cpu_s(self) -> float:
        """The CPU seconds charged so far."""
        return max(0.0, self._meter.cpu_s - self._uncharged) if self._meter else 0.0

    @property
    def peak_mb(self) -> float | None:
        """The growth of peak virtual memory so far."""
        return max(0.0, self._meter.peak_mb) if self._meter else None

    @property
    def now_mb(self) -> float:
        """The growth of virtual memory at the last look."""
        return self._meter.now_mb if self._meter else 0.0

    @property
    def spent(self) -> Spent:
        """The CPU time and elapsed time used since the last charge(), and the peak of memory so far."""
        wall = 0.0 if self._call_began is None else self._call_s()
        return Spent(
            cpu_us=max(0, round(self.cpu_s * 1e6) - self._charged_us),
            wall_us=math.ceil(wall * 1e6),
            memory_bytes=round((self.peak_mb or 0.0) * 2**20),
        )

    def _call_s(self) -> float:
        """The elapsed time of the call without what it waited for a processor, which is none of its own doing unless it
        kept all of those that it may use busy itself."""
        assert self._call_began is not None and self._meter is not None
        elapsed = (self._call_ended or time.monotonic()) - self._call_began
        if elapsed < _LOOK_S:
            return elapsed
        if self._call_ended is None:
            self._waited = max(self._waited, self._meter.waited_s() - self._waited_before)
            self._processors = min(self._processors, self._meter.processors())
        busy = (self._meter.cpu_s - self._cpu_before) / self._processors
        return min(elapsed, max(elapsed - self._waited, elapsed / _MOST_PATIENCE, busy))

    def charge(self) -> Spent:
        """The same, and begin to count anew."""
        spent = self.spent
        self._charged_us += spent.cpu_us
        self._call_began = None
        return spent

    def _told(self, first: bool) -> dict[str, Any]:
        """What the course's referee tells an agent with each call."""
        limits = self._limits
        space: float | None = None
        used = 0.0 if first else self.cpu_s
        if first:
            space = limits.memory_mb
        elif self.now_mb > 0:
            space = (limits.memory_mb or 0.0) - self.now_mb
        return {
            "time_remaining": None if limits.cpu_s is None else limits.cpu_s - used,
            "space_remaining": space,
            "space_limit": limits.memory_mb,
        }

    def call(self, name: str, **arguments: Any) -> dict[str, Json]:
        """Make the call `name`. Returns the worker's answer. Raises AgentFault or Stopped, after which only close()
        is of use.  An exception in the agent is a fault of kind LOAD in `init`, and of kind CRASH elsewhere."""
        assert self._meter is not None
        if self._readable_now():
            self._read_some()
        if self._buffer:
            raise self._fault(outcome.PROTOCOL, "it wrote to the referee without being asked")
        self._waited_before, self._waited, self._cpu_before = self._meter.waited_s(), 0.0, self._meter.cpu_s
        self._processors = self._meter.processors()
        self._call_began, self._call_ended = time.monotonic(), None
        try:
            answer = self._ask(name, arguments)
        finally:
            self._freeze()
            self._call_s()
            self._call_ended = time.monotonic()
            self.wall_s += self._call_ended - self._call_began
            self._meter.sample()
        self._drain()
        if "error" in answer:
            self._raise_error(name, answer["error"])
        self._check()
        return answer

    def _ask(self, name: str, arguments: dict[str, Any]) -> dict[str, Json]:
        """Send the request, start the clock when the worker is about to make the call, and wait for the answer."""
        assert self._meter is not None
        before = self._meter.main_s()
        # It stands still until the request is there.
        self._send({"call": name, "referee": self._told(name == "init"), **arguments})
        self._thaw()
        begin, _ = self._receive(self._call_left_s, self._check)
        if begin != {"begin": True}:
            raise self._fault(outcome.PROTOCOL, "it sent what is not an answer")
        self._forgive(self._meter.main_s() - before)
        self._send({"go": True})
        return self._receive(self._call_left_s, self._check)[0]

    def _call_left_s(self) -> float:
        return self._limits.call_s - self._call_s()

    def _forgive(self, collecting_s: float) -> None:
        """Take what the collection of garbage has used off the clock, as far as that goes."""
        assert self._meter is not None
        most = max(_COLLECTS_S, _COLLECTS_SHARE * self._meter.cpu_s) - self._uncharged
        self._uncharged += max(0.0, min(collecting_s, _COLLECT_S, most))

    def _raise_error(self, name: str, error: Json) -> None:
        if not isinstance(error, dict):
            raise self._fault(outcome.PROTOCOL, "it sent what is not an answer")
        kind, text = text_of(error.get("type")).cut(200), text_of(error.get("text")).cut(2000).words()
        trace = error.get("trace")
        lines = tuple(text_of(line).shown() for line in trace) if isinstance(trace, list) else ()
        self._check()  # over a limit already: that is what decides, as in the course
        if kind.says("MemoryError") and self._limits.memory_mb is not None:
            reason = f"an allocation failed: more than {self._limits.memory_mb:g} MB, peak {self.peak_mb:.1f} MB"
            raise AgentFault(Fault(outcome.MEMORY, reason, lines=lines))
        where = "while it was loaded" if name == "init" else f"in {name}()"
        what = f"{kind}: {text}" if text else kind.shown()
        raise AgentFault(
            Fault(outcome.LOAD if name == "init" else outcome.CRASH, f"exception {where}: {what}", lines=lines)
        )

    def _check(self) -> None:
        """Raise Stopped if the agent may not go on, AgentFault if it writes too much."""
        if not self._may_go_on(self.spent):
            raise Stopped("it has used more than it may")
        if self.log.total > self._limits.output_bytes:
            raise self._fault(
                outcome.FLOOD, f"wrote {self.log.total} bytes of output, the limit is {self._limits.output_bytes}"
            )
        complaint = self._complaint()
        if complaint is not None:
            raise self._fault(outcome.MEMORY, complaint)

    def _complaint(self) -> str | None:
        """A sentence about what it holds of the machine that it may not, or None."""
        meter, most = self._meter, self._limits.processes
        if meter is not None and meter.hides_memory:
            return "hides its memory: its threads end before they can be asked"
        # Elsewhere the kernel counts.
        if meter is not None and self._confined.referee_counts_tasks and meter.tasks > most:
            return f"had {meter.tasks} processes and threads at the same time, the limit is {most}"
        return self._files.complaint() if self._files is not None else None

    def _check_start(self) -> None:
        """Nothing is counted before the agent runs, but the interpreter must come up."""
        if time.monotonic() >= self._ready_by:
            raise Stopped(f"nothing came within {_READY_S:g} s")

    def _fault(self, kind: str, text: str) -> AgentFault:
        return AgentFault(Fault(kind, text, lines=self.log.last_lines()))

    # ---- Messages ------------------------------------------------------------------------------

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        self._socket.settimeout(self._limits.call_s)
        try:
            self._socket.sendall(data)
        except OSError:
            pass  # it is gone: receiving tells how

    def _readable_now(self) -> bool:
        return bool(select.select([self._socket], [], [], 0)[0])

    def _receive(self, left_s: Callable[[], float], check: Callable[[], None]) -> tuple[dict[str, Json], int | None]:
        """The next line from the worker, decoded, and the process number of the sender if it was asked for. Calls
        check() now and then, and at once when no time is left."""
        sender: int | None = None
        looked = time.monotonic()
        while b"\n" not in self._buffer:
            left = max(0.0, left_s())
            watched: list[Any] = [self._socket, self._output] if self._output_open else [self._socket]
            ready = select.select(watched, [], [], min(left, _LOOK_S))[0]
            if self._output in ready:
                self._drain()
            if self._socket in ready:
                sender = self._read_some() or sender
            # Also while something trickles in: an answer that never ends must not put this off.
            now = time.monotonic()
            if now - looked >= _LOOK_S or left <= 0 or self._output in ready:
                looked = now
                if self._meter is not None:
                    self._meter.sample()
                check()
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer[:] = rest
        try:
            message = untrusted_json(json.loads(line))
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._fault(outcome.PROTOCOL, f"it sent what is not an answer: {line[:80]!r}")
        return message, sender

    def _read_some(self) -> int | None:
        """Read what is there. Returns the process number of the sender if the kernel tells it. Raises AgentFault at the
        end."""
        # Room for who the sender is, while that is asked for, and for nothing else: what does not fit is dropped by the
        # kernel and never opened here.
        space = 0 if self._meter is not None else socket.CMSG_LEN(struct.calcsize("3i"))
        self._socket.setblocking(False)
        try:
            data, ancillary, flags, _ = self._socket.recvmsg(65536, space)
        except BlockingIOError:
            # The kernel reports a byte out of band as readable and gives it to nobody who does not ask for it.
            raise self._fault(outcome.PROTOCOL, "it sent something out of band") from None
        except OSError:  # also a connection that is broken
            data, ancillary, flags = b"", [], 0
        if flags & socket.MSG_CTRUNC:
            raise self._fault(outcome.PROTOCOL, "it passed descriptors to the referee")
        if not data:
            raise self._ended()
        self._buffer += data
        if len(self._buffer) > self._limits.message_bytes:
            raise self._fault(
                outcome.PROTOCOL, f"an answer of more than {self._limits.message_bytes} bytes"
            )
        for level, kind, value in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
                pid: int = struct.unpack("3i", value[: struct.calcsize("3i")])[0]
                return pid
        return None

    def _drain(self) -> None:
        """Take the output that is there."""
        while True:
            try:
                data = os.read(self._output, 65536)
            except BlockingIOError:
                return
            if not data:
                self._output_open = False  # closed by all its processes: there will be no more
                return
            self.log.add(data)
            if self._on_output is not None:
                self._on_output(data)
            if self.log.total > self._limits.output_bytes:
                return

    def _ended(self) -> AgentFault:
        """Find out why the process has closed its end."""
        assert self._popen is not None
        if self._meter is not None:
            self._thaw()  # what waits for it must go on to tell
        try:
            code: int | None = self._popen.wait(timeout=2.0)
        except subprocess.TimeoutExpired:
            code = None  # it closed the socket and lives on
        self._drain()
        lines = self.log.last_lines()
        if self._group is not None and self._group.out_of_memory():
            return AgentFault(Fault(outcome.MEMORY, "was killed for lack of memory", lines=lines))
        self._check()
        return self._how_it_ended(code, lines)

    def _how_it_ended(self, code: int | None, lines: tuple[str, ...]) -> AgentFault:
        if code is None:
            return AgentFault(Fault(outcome.PROTOCOL, "closed its connection to the referee", lines=lines))
        number = -code if code < 0 else code - 128 if code > 128 else 0
        name = _signal_name(number)
        if name == "SIGXCPU" and self._limits.cpu_s is not None:
            return AgentFault(Fault(outcome.TIME, "was stopped for its CPU time", signal=name, lines=lines))
        if name is not None:
            return AgentFault(Fault(outcome.CRASH, f"was ended by {name}", signal=name, lines=lines))
        return AgentFault(Fault(outcome.CRASH, f"exited with code {code}", exit_code=code, lines=lines))


def _signal_name(number: int) -> str | None:
    try:
        return signal.Signals(number).name
    except ValueError:
        return None


def _prepare(member_files: Sequence[str], bare: bool) -> None:
    """Runs between fork and exec: join the control group and, without bubblewrap, whose first process is that, be the
    parent of whoever loses its own."""
    if bare:
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    cgroup.join(member_files)


@functools.cache
def _sweep_copies() -> None:
    """This runs once a process."""
    cgroup.sweep(pathlib.Path(tempfile.gettempdir()), _COPY, traces.remove_tree)


def _hand_over(copy: str, group: int) -> None:
    """Let this group, and nobody else, read what is below a folder of ours."""
    for folder, _, files in os.walk(copy):
        os.chown(folder, -1, group)
        os.chmod(folder, 0o750)
        for name in files:
            path = os.path.join(folder, name)
            if not os.path.islink(path):
                os.chown(path, -1, group)
                os.chmod(path, 0o640)


def _marked(mark: bytes) -> set[int]:
    """The processes that were started with `mark` in their environment, as far as this user may ask."""
    found = set()
    for name in os.listdir("/proc"):
        if name.isdigit():
            # Most are others' and tell nothing.
            with contextlib.suppress(PermissionError, threads_of_process.Elusive):
                if mark in (threads_of_process.ask(int(name), lambda folder: threads_of_process.read(f"{folder}/environ") or None) or b""):
                    found.add(int(name))
    return found


def _kill_tree(root: int, mark: bytes) -> set[int]:
    """Kill all processes without a namespace. They are stopped first, so that none starts another meanwhile. Returns
    those of them that are children of this process."""
    stopped: set[int] = set()
    for _ in range(20):
        living = {root, *descendants(root)} | _marked(mark)
        if living <= stopped:
            break
        for pid in living - stopped:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGSTOP)
        stopped |= living
    own = stopped & {*children(os.getpid())}
    for pid in stopped:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    _wait_until_gone(stopped)
    return own


def _lives(pid: int) -> bool:
    """Is it alive? A zombie is not."""
    try:
        return threads_of_process.lives(pid)
    except OSError:
        return True  # as far as can be told


def _wait_until_gone(pids: set[int]) -> None:
    """Wait until a killed process has ended; two seconds at most."""
    deadline = time.monotonic() + 2.0
    while any(_lives(pid) for pid in pids) and time.monotonic() < deadline:
        time.sleep(0.002)
