# SPDX-License-Identifier: MIT
"""Objects that stand for one of the library's: how they lock it, close it, and refuse to be copied.

A game, an engine, a referee, a match, a single-player game and its agent all hold a pointer. It must be freed once, not
before the last call on it has returned, and not be used after that. All of this is decided here; the classes themselves
say only what is special about them.

The lock keeps other threads away during a call. It does not keep away code that Python runs in the middle of the call in
the same thread: a signal handler, a destructor, a profiler. Such code may use the object, and it may close it. Then the
interrupted call still has the pointer, so close() leaves the memory to the collection of the object, which outlives its
calls. This costs nothing in the calls themselves.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable
from ctypes import byref, c_void_p
from types import TracebackType
from typing import Any, Callable, ClassVar, TypeVar

from . import _abi
from .errors import ArgumentError, Cell, ClosedError, EngineBusy, TetressError, failure_of

_A = TypeVar("_A", bound="_Handle")
_H = TypeVar("_H", bound="_OwnedHandle")


def made_by(make: Callable[[Any], int], error: _abi.tetress_error | None = None) -> int:
    """The pointer that `make`, a call of the library, stores where its argument says. Raises the exception of its status,
    with the detail in `error`."""
    pointer = c_void_p()
    status = make(byref(pointer))
    if status != _abi.TETRESS_OK or pointer.value is None:
        raise failure_of(status, error)
    return pointer.value


class _Unmade:
    """The lock of an object that no constructor has made: nobody can hold it. An __init__() of a user's class may call ours
    late, or never."""

    __slots__ = ("_noun",)

    def __init__(self, noun: str) -> None:
        self._noun = noun

    def complaint(self) -> TypeError:
        return TypeError(f"the {self._noun} is not made yet: call its __init__() first, in a subclass by super().__init__()")

    def acquire(self, *_: object, **__: object) -> bool:
        raise self.complaint()

    def release(self) -> None:
        """Nobody comes here, nor to __exit__()."""

    def __enter__(self) -> None:
        raise self.complaint()

    def __exit__(self, *_: object) -> None:
        self.release()


class _Handle:
    """Holds a pointer of the library, which somebody else may own.

    Whoever calls the library holds the lock, so that a call is atomic and no other thread closes the object meanwhile.
    """

    __slots__ = ("_lock", "_pointer", "__weakref__")

    _noun: ClassVar[str]  # what sentences call such an object: "game"
    _pointer: int | None  # None once it is closed
    _lock: Any  # threading.RLock, which is no type; _Unmade at first

    def __new__(cls: type[_A], *arguments: Any, **keywords: Any) -> _A:
        new = super().__new__  # of a user's base class, which may want the arguments, or of object, which refuses them
        made: _A = new(cls) if new is object.__new__ else new(cls, *arguments, **keywords)
        made._lock = _Unmade(cls._noun)
        made._pointer = None
        return made

    def _hold(self, pointer: int) -> None:
        # Reentrant: a signal handler may use the object that the interrupted call uses.
        self._lock = threading.RLock()
        self._pointer = pointer

    def _live(self) -> int:
        """The pointer, good while the lock is held. Raises ClosedError."""
        if self._pointer is None:
            raise self._missing()
        return self._pointer

    def _missing(self) -> Exception:
        """Why there is no pointer."""
        return self._lock.complaint() if isinstance(self._lock, _Unmade) else ClosedError(self._gone())

    def _is_open(self) -> bool:
        """Has it a pointer? An object whose constructor failed has none; a debugger and a traceback that shows local
        variables meet such objects."""
        return getattr(self, "_pointer", None) is not None

    def _gone(self) -> str:
        """The sentence of the ClosedError."""
        return f"the {self._noun} is closed"

    def _within_call(self) -> bool:
        """Is this very thread within a call on the object, which was interrupted?"""
        try:
            threading.Condition(self._lock).notify(0)  # refuses if this thread does not hold the lock
        except RuntimeError:
            return False
        return True

    def _release(self) -> bool:
        """Let go of the pointer, once no other thread is within a call. False if it was gone already."""
        with self._lock:
            pointer, self._pointer = self._pointer, None
        return pointer is not None

    def _title(self) -> str:
        """The name of the class, as the package's users write it."""
        return type(self).__name__

    def _state(self) -> str:
        """What repr() shows of an object that is open; the lock is held."""
        raise NotImplementedError

    def __repr__(self) -> str:
        if self._is_open():
            with self._lock:
                if self._is_open():  # still
                    return f"<{self._title()} {self._state()}>"
        return f"<closed {self._title()}>"


class _OwnedHandle(_Handle):
    """Owns its pointer: frees it when the object is collected, at the end of a `with` block, or by close()."""

    __slots__ = ("_finalizer",)

    _free: ClassVar[Callable[[int], object]]  # the library's function
    _error: ClassVar[Callable[[int], Any] | None] = None  # the library's function, where it has one
    _instead: ClassVar[str]  # what to do instead of copying or pickling
    _finalizer: weakref.finalize[Any, Any]

    def _own(self, pointer: int) -> None:
        """Take the pointer. Raises ArgumentError, and frees it, if the object has one: another thread may be in a call with
        that."""
        if self._is_open():
            type(self)._free(pointer)
            raise ArgumentError(f"the {self._noun} is made already; make another, or close() it before __init__()")
        self._take(pointer)

    def _take(self, pointer: int) -> None:
        self._hold(pointer)
        self._finalizer = weakref.finalize(self, type(self)._free, pointer)
        # The process gives all its memory back, and a thread that is killed then may still be at work.
        self._finalizer.atexit = False

    @classmethod
    def _owning(cls: type[_H], pointer: int) -> _H:
        """An object that owns a pointer, made without __init__()."""
        made = cls.__new__(cls)
        made._take(pointer)
        return made

    def _complaint(self, status: int, cells: Callable[[], Iterable[Cell]] = tuple) -> TetressError:
        """What the last call on this object, under the same lock, complained about when it returned `status`."""
        ask = type(self)._error
        return failure_of(status, None if ask is None else ask(self._live()).contents, cells)

    def _check(self, status: int, cells: Callable[[], Iterable[Cell]] = tuple) -> None:
        """Raise what the last call on this object, under the same lock, complained about."""
        if status != _abi.TETRESS_OK:
            raise self._complaint(status, cells)

    def close(self) -> None:
        """Free the memory now. Closing twice is fine. A signal handler that interrupts a call on this object may close
        it; the memory is then freed when the object is collected."""
        if self._is_open():
            interrupts = self._within_call()
            if self._release() and not interrupts:
                self._finalizer()

    @property
    def closed(self) -> bool:
        """Has close() been called?"""
        return not self._is_open()

    def __enter__(self: _H) -> _H:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError(f"the {self._noun} cannot be copied or pickled; {self._instead}")


class _LentHandle(_OwnedHandle):
    """A thread that holds the lock may lend the pointer to a helper thread, and wait. Nobody else can use the object then:
    other threads wait for the lock, and code that interrupts the wait, which has the lock, is refused at once."""

    __slots__ = ("_is_closed",)

    _is_closed: bool

    def _hold(self, pointer: int) -> None:
        self._is_closed = False
        super()._hold(pointer)

    def _lend(self) -> int:
        """The pointer, which the helper thread gives back by _give_back(). Raises ClosedError, EngineBusy."""
        pointer = self._live()
        self._pointer = None
        return pointer

    def _give_back(self, pointer: int) -> None:
        self._pointer = pointer

    def _is_open(self) -> bool:
        return not getattr(self, "_is_closed", True)

    def _is_lent(self) -> bool:
        """Has a helper thread the pointer? The lock is held."""
        return self._pointer is None and self._is_open()

    def _missing(self) -> Exception:
        return EngineBusy(self._busy()) if self._is_lent() else super()._missing()

    def _busy(self) -> str:
        """Why it cannot be used now."""
        return f"the {self._noun} is in use by a call that was interrupted and has not returned"

    def _release(self) -> bool:
        with self._lock:
            if self._is_lent():
                raise self._missing()
            self._is_closed = True
            return super()._release()


class _Copyable:
    """What has copy(), which Python's copy module then calls, too."""

    __slots__ = ()

    def copy(self) -> Any:
        raise NotImplementedError

    def __copy__(self) -> Any:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.copy()


class _WorkingHandle(_OwnedHandle):
    """Makes long calls. It does not hold its lock during one but counts it; until all have returned it can be neither
    closed nor changed."""

    __slots__ = ("_calls",)

    _calls: int  # that are under way

    def _hold(self, pointer: int) -> None:
        self._calls = 0
        super()._hold(pointer)

    def _idle(self) -> int:
        """The pointer, if no long call is under way; the lock is held. Raises ClosedError, EngineBusy."""
        pointer = self._live()
        if self._calls:
            raise EngineBusy(self._busy())
        return pointer

    def _busy(self) -> str:
        """Why it cannot be closed or changed now."""
        return f"the {self._noun} is in use by a call that has not returned"

    def _may_begin(self) -> int:
        """The pointer, if one more long call may begin; else raises. The lock is held."""
        return self._live()

    def _begin(self) -> int:
        """The pointer for one long call, after which _end() is due."""
        with self._lock:
            self._may_begin()
            self._calls += 1  # from here on, close() raises
            try:
                return self._live()  # a signal handler may have closed it just before
            except ClosedError:
                self._calls -= 1
                raise

    def _end(self) -> None:
        with self._lock:
            self._calls -= 1

    def _release(self) -> bool:
        with self._lock:
            if self._pointer is not None:
                self._idle()
            return super()._release()
