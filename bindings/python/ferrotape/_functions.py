"""Functions of the host, by number, and their exceptions."""

from __future__ import annotations

import itertools
import threading
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._classes import Objects
from ._errors import JsSyntaxError, ScriptError, UsageError
from ._values import JsError
from ._wire import DATA_ONLY, Keeper, encode, leb128

if TYPE_CHECKING:
    from ._engine import Engine

#: Exceptions of the host that are remembered, until a script has let them through.
MOST_EXCEPTIONS = 256
#: Functions that an engine and its forks may have: scripts can make the host give new ones without end.
MOST_FUNCTIONS = 100_000


class Functions:
    """The functions behind an engine and its forks. The engine's native part knows it weakly, so that cycles are collected."""

    def __init__(self) -> None:
        self.by_id: dict[int, Callable[[Engine, bytes], bytes]] = {}
        self.ids: dict[int, tuple[Any, int]] = {}
        #: Those of the functions that the native part calls by itself, where all arguments are plain data.
        self.direct: dict[int, Callable[..., Any]] = {}
        self.objects = Objects()
        self.exceptions: dict[int, BaseException] = {}
        #: The engine and its forks may be in different threads: each number is given once.
        self.numbers = itertools.count(1)
        self.exception_numbers = itertools.count(1)
        #: The engines by thread that perform an operation: the innermost is the last one.
        self.running: dict[int, list[Engine]] = {}

    def dispatcher(self) -> Callable[[int, bytes], tuple[bool, bytes]]:
        """Returns what the native part calls."""
        known = weakref.ref(self)

        def dispatch(function: int, data: bytes) -> tuple[bool, bytes]:
            functions = known()
            if functions is None or function not in functions.by_id:
                return True, b"\0" + encode(UsageError("the function of the host is gone"))
            try:
                # The engine that calls, which may be a fork of the one that got the function.
                return False, functions.by_id[function](functions.running[threading.get_ident()][-1], data)
            except Exception as error:
                return True, functions.exception(error)

        return dispatch

    def given(self, f: Any, result: Any) -> tuple[bool, bytes]:
        """Returns the bytes of a result that is no plain data."""
        try:
            return False, self.running[threading.get_ident()][-1]._result(f, result)
        except Exception as error:
            return self.thrown(error)

    def thrown(self, error: BaseException) -> tuple[bool, bytes]:
        return True, self.exception(error)

    def enter(self, engine: Engine) -> None:
        """Tells that an engine performs an operation on this thread."""
        self.running.setdefault(threading.get_ident(), []).append(engine)

    def leave(self) -> None:
        thread = threading.get_ident()
        engines = self.running[thread]
        engines.pop()
        if not engines:
            del self.running[thread]

    def add(self, call: Callable[[Engine, bytes], bytes]) -> int:
        """Gives a function a number."""
        if len(self.by_id) >= MOST_FUNCTIONS:
            raise UsageError(f"the engine has {MOST_FUNCTIONS} functions of the host: give the same one again, not new ones")
        id = next(self.numbers)
        self.by_id[id] = call
        return id

    def exception(self, error: BaseException, keeper: Keeper | None = None) -> bytes:
        """Remembers an exception. Returns its number, and the error that the script gets: no stack of the host."""
        id = next(self.exception_numbers)
        self.exceptions[id] = error
        self.exceptions.pop(id - MOST_EXCEPTIONS, None)
        out = bytearray()
        leb128(id, out)
        told: Any = error
        # What a script has thrown goes on as it was.
        if isinstance(error, ScriptError) and isinstance(error.thrown, BaseException):
            told = error.thrown
        elif isinstance(error, JsSyntaxError) and isinstance(error._told.get("name"), str):
            # It is what `eval` of a script gives.
            name = error._told["name"]
            told = JsError(name, error.message.removeprefix(f"{name}: "))
        try:
            return bytes(out) + encode(told, keeper or DATA_ONLY)
        except Exception:
            return bytes(out) + encode(RuntimeError(type(error).__name__))
