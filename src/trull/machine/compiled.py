"""Plain functions compiled by numba when they are first needed, and only then.

``Compiled`` wraps a plain function that works on arrays. Called, it finds every function of Trull
that one uses, the kernels among them, registers them with numba as they stand and compiles the
lot; so the rules that are searched are the rules that are played. Tests set TRULL_PLAIN: then the
same functions run as they are, some hundred times slower: the oracle of the compiled ones.

What was compiled is kept in a folder of the user's cache whose name holds a hash of all sources
it could depend on: numba's own cache does not notice that an imported function has changed.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from trull.kernels import tarock

if sys.platform != "win32":
    import fcntl

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Words = npt.NDArray[np.int64]
    Rows = npt.NDArray[np.int8]

_LOCK = threading.RLock()
_REGISTERED: set[object] = set()
Plain = Callable[..., None]


@functools.cache
def uncompiled() -> bool:
    """Whether nothing is compiled, for tests that compare."""
    return bool(os.environ.get("TRULL_PLAIN"))


SEARCH = "search"
"""What the bots' loops are kept under; a game's machine is kept under the name of the game."""


class Compiled:
    """A function on arrays and numbers, compiled at its first call.

    Without a ``signature`` the first argument is a block, the others are numbers. ``family`` says
    which sources it could depend on.
    """

    def __init__(self, plain: Plain, signature: str = "", family: str = SEARCH) -> None:
        self.plain, self.family = plain, family
        self.signature = signature or _on_a_block(plain)
        self._compiled: Plain | None = None

    def __call__(self, *arguments: Rows | Words | int) -> None:
        """Run on these arrays, in place."""
        if not uncompiled():
            self.ready()(*arguments)
            return
        plain = [one if isinstance(one, int) else one.tolist() for one in arguments]
        self.plain(*plain)
        for array, words in zip(arguments, plain, strict=True):
            if not isinstance(array, int):
                array[:] = words

    def ready(self) -> Plain:
        """The compiled function; this compiles it, or loads what was compiled before."""
        with _LOCK:
            if self._compiled is None:
                self._compiled = _compiled(self)
            return self._compiled


def _on_a_block(plain: Plain) -> str:
    assert isinstance(plain, FunctionType), "only a plain function can be compiled"
    numbers = plain.__code__.co_argcount - 1
    return f"void(int64[::1]{', int64' * numbers})"


# What an entry needs


def calls(code: CodeType, where: dict[str, object]) -> Iterator[tuple[str, FunctionType]]:
    """The functions of Trull that a function's code names."""
    for name in code.co_names:
        found = where.get(name)
        if isinstance(found, FunctionType) and found.__module__.startswith("trull."):
            yield name, found


def needed(plain: Plain) -> dict[str, FunctionType]:
    """Every function of Trull that a function calls, those they call among them.

    >>> sorted(needed(tarock.thirds))
    ['count']
    """
    assert isinstance(plain, FunctionType), "only a plain function can be read"
    found: dict[str, FunctionType] = {}
    waiting = [plain]
    while waiting:
        at = waiting.pop()
        for name, function in calls(at.__code__, at.__globals__):
            if function not in found.values():
                found[name if name not in found else f"{name}@{at.__module__}"] = function
                waiting.append(function)
    return found


# Compiling


def _compiled(entry: Compiled) -> Plain:
    numba = importlib.import_module("numba")
    intrinsics = importlib.import_module("trull.machine.intrinsics")
    for function in needed(entry.plain).values():
        if function not in _REGISTERED:
            _REGISTERED.add(function)
            intrinsics.register(function)
    return _kept(numba, entry)


def _kept(numba: ModuleType, wanted: Compiled) -> Plain:
    """The compiled entry, from the cache folder or into it; a line tells while it takes long."""
    folder, plain = cache_folder(wanted.family), wanted.plain
    before, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(folder)
    try:
        entry: Plain = numba.njit(nogil=True, cache=True)(plain)
        with _alone(folder), _told(plain.__name__, folder):
            entry.compile(wanted.signature)  # type: ignore[attr-defined]
    finally:
        numba.config.CACHE_DIR = before
    return entry


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process compiles; another that wants the same waits and finds it done."""
    with (folder / "lock").open("w") as lock:
        if sys.platform != "win32":
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


class _told:  # noqa: N801 - reads as a word in a with statement
    """A line on stderr while something is compiled for the first time."""

    def __init__(self, name: str, folder: Path) -> None:
        self._mark, self._since = folder / f"{name}.done", time.monotonic()
        self._name = name.replace("_", " ")

    def __enter__(self) -> None:
        if not self._mark.exists():
            sys.stderr.write(f"trull: compiling {self._name}, once …")
            sys.stderr.flush()

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._mark.exists():
            return
        took = time.monotonic() - self._since
        sys.stderr.write(f" {took:.0f} s\n" if kind is None else " failed\n")
        if kind is None and self._mark.parent.is_dir():
            self._mark.touch()


# The cache


def cache_folder(family: str = SEARCH) -> Path:
    """The folder of compiled code for exactly these sources, this numba and this Python."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "trull" / f"{family}-{_fingerprint(family)}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@functools.cache
def _fingerprint(family: str) -> str:
    numba = importlib.import_module("numba")
    told = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for path in _sources(family):
        told.update(path.read_bytes())
    return told.hexdigest()[:16]


def _sources(family: str) -> list[Path]:
    """The kernels, the words of the loops, and every compiled loop of the bots or of a machine."""
    kernels, machine = Path(str(tarock.__file__)).parent, Path(__file__).parent
    words = [machine / f"{name}.py" for name in ("compiled", "intrinsics", "wide", "words")]
    loops = [machine / "loops.py", *machine.glob(f"{family}/*.*")]
    if family == SEARCH:
        bots = machine.parent / "bots"
        prices = machine.glob("*/prices.py")  # sizes of lists that the bots' blocks hold too
        loops = [*bots.glob("fast/*.py"), *bots.glob("*/fast/*.py"), *prices]
    return sorted([*kernels.rglob("*.py"), *words, *loops])
