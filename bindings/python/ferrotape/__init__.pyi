from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping
from types import TracebackType
from typing import Any, Literal, Self, TypedDict, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=type)
T = TypeVar("T")

class Limits(TypedDict, total=False):
    fuel: int
    time: float
    memory: int
    stack: int
    depth: int
    source: int

Goal = Literal["body", "module", "script"]
Mode = Literal["promise", "blocking"]

class Undefined: ...

undefined: Undefined

class BigInt(int): ...

class ByIdentity:
    value: Any
    def __init__(self, value: Any) -> None: ...

class BigKey(ByIdentity): ...

class JsMap(dict[Any, Any]): ...
class JsSet(list[Any]): ...

class JsSymbol:
    name: str
    is_well_known: bool
    def __init__(self, name: str, is_well_known: bool = False) -> None: ...

class JsError(Exception):
    name: str | None
    message: str | None
    stack: str | None
    cause: Any
    errors: Any
    data: dict[str, Any]
    def __init__(self, name: str | None = "Error", message: str | None = "", stack: str | None = None) -> None: ...

class JsObject:
    def get(self, key: str | int | JsSymbol | JsObject) -> Any: ...
    def set(self, key: str | int | JsSymbol | JsObject, value: Any) -> None: ...
    def keys(self) -> list[str]: ...
    def invoke(self, key: str | JsSymbol | JsObject, *arguments: Any) -> Any: ...
    def release(self) -> None: ...

class JsPromise(JsObject):
    def settled(self) -> tuple[Literal["pending", "fulfilled", "rejected"], Any]: ...

class JsFunction(JsObject):
    def __call__(self, *arguments: Any) -> Any: ...
    def call(self, this: Any, *arguments: Any) -> Any: ...
    def construct(self, *arguments: Any) -> Any: ...

class Opaque:
    value: Any
    def __init__(self, value: Any) -> None: ...

class Call:
    id: int
    name: str
    mode: Mode
    @property
    def args(self) -> list[Any]: ...
    @property
    def stack(self) -> list[dict[str, Any]]: ...
    @property
    def place(self) -> dict[str, Any] | None: ...
    def key(self, run: str) -> str | None: ...

class Run:
    engine: Engine
    is_over: bool
    state: Literal["done", "paused", "waiting"]
    next_timer: float | None
    def advance(self, *, fuel: int | None = None, time: float | None = None) -> Literal["done", "paused", "waiting"]: ...
    @property
    def value(self) -> Any: ...
    @property
    def calls(self) -> list[Call]: ...
    def take_new_calls(self) -> list[Call]: ...
    def limit(self, *, time: float | None = None, answers: int | None = None) -> None: ...
    def answer(self, id: int, value: Any = None) -> None: ...
    def fail(self, id: int, error: BaseException | str) -> None: ...
    def abort(self, reason: str = "aborted") -> list[int]: ...
    def save(self) -> bytes: ...
    def __await__(self) -> Generator[Any, None, Any]: ...
    async def finish(self, *, offload: bool = False) -> Any: ...

class Engine:
    def __init__(
        self,
        *,
        limits: Limits | None = ...,
        typescript: bool = False,
        seed: int | None = None,
        time_zone: str | None = None,
        hints: Mapping[str, str] | None = None,
        on_output: Callable[[str, str], None] | None = None,
    ) -> None: ...
    @overload
    def eval(self, source: str, *, name: str | None = None, into: type[T]) -> T: ...
    @overload
    def eval(self, source: str, *, name: str | None = None, into: Any = ...) -> Any: ...
    @overload
    async def run(
        self,
        program: str,
        *,
        name: str | None = None,
        goal: Goal = "body",
        inputs: Mapping[str, Any] | None = None,
        offload: bool = False,
        into: type[T],
    ) -> T: ...
    @overload
    async def run(
        self,
        program: str,
        *,
        name: str | None = None,
        goal: Goal = "body",
        inputs: Mapping[str, Any] | None = None,
        offload: bool = False,
        into: Any = ...,
    ) -> Any: ...
    @overload
    def run_sync(
        self, program: str, *, name: str | None = None, goal: Goal = "body", inputs: Mapping[str, Any] | None = None, into: type[T]
    ) -> T: ...
    @overload
    def run_sync(
        self, program: str, *, name: str | None = None, goal: Goal = "body", inputs: Mapping[str, Any] | None = None, into: Any = ...
    ) -> Any: ...
    def start(self, program: str, *, name: str | None = None, goal: Goal = "body", inputs: Mapping[str, Any] | None = None) -> Run: ...
    @overload
    def function(self, f: F, /, *, name: str | None = None, typed: bool = False) -> F: ...
    @overload
    def function(self, f: None = None, /, *, name: str | None = None, typed: bool = False) -> Callable[[F], F]: ...
    @overload
    def call(
        self,
        f: F,
        /,
        *,
        name: str | None = None,
        mode: Mode = "promise",
        limit: int | None = None,
        at_once: int | None = None,
        refused: str | None = None,
        keyed: bool = False,
        typed: bool = False,
    ) -> F: ...
    @overload
    def call(
        self,
        f: None = None,
        /,
        *,
        name: str | None = None,
        mode: Mode = "promise",
        limit: int | None = None,
        at_once: int | None = None,
        refused: str | None = None,
        keyed: bool = False,
        typed: bool = False,
    ) -> Callable[[F], F]: ...
    @overload
    def host_class(
        self, type: C, /, *, name: str | None = None, members: Iterable[str] | None = None, constructor: bool = True
    ) -> C: ...
    @overload
    def host_class(
        self, type: None = None, /, *, name: str | None = None, members: Iterable[str] | None = None, constructor: bool = True
    ) -> Callable[[C], C]: ...
    def opaque(self, value: Any) -> Opaque: ...
    def modules(self, source: Mapping[str, str] | Callable[[str], str | None] | Callable[[str], Awaitable[str | None]]) -> None: ...
    def __getitem__(self, name: str) -> Any: ...
    def __setitem__(self, name: str, value: Any) -> None: ...
    def fork(self) -> Engine: ...
    @property
    def program(self) -> Run | None: ...
    def save(self) -> bytes: ...
    def restore(self, data: bytes) -> Engine: ...
    def restore_run(self, data: bytes) -> Run: ...
    def stats(self) -> dict[str, int]: ...
    def take_unhandled(self) -> list[str]: ...
    def cancel(self) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, t: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None, /) -> None: ...

class FerrotapeError(Exception):
    kind: str
    message: str
    report: str
    place: dict[str, Any] | None
    notes: list[Any]
    frames: list[Any]
    def to_json(self) -> dict[str, Any]: ...

class ScriptError(FerrotapeError):
    thrown: Any
    @property
    def name(self) -> str: ...
    @property
    def stack(self) -> str: ...

class JsSyntaxError(FerrotapeError): ...

class ConversionError(FerrotapeError, TypeError):
    path: str

class LimitError(FerrotapeError):
    limit: str

class SavedError(FerrotapeError):
    problem: str

class UsageError(FerrotapeError): ...
class InternalError(FerrotapeError): ...
