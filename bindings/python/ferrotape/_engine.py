"""The class Engine."""

from __future__ import annotations

import asyncio
import inspect
import logging
import math
import numbers
import secrets
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any

from ._classes import FIRST, Opaque, members_of
from ._errors import ConversionError, FerrotapeError, InternalError, LimitError, ScriptError, UsageError, error_of
from ._ferrotape import Core
from ._functions import Functions
from ._handles import CLASSES, Handle, JsFunction
from ._into import convert, typed as typed_arguments
from ._ops import Op, Status
from ._run import Call, Run
from ._values import undefined
from ._wire import decode, decode_first, encode

#: Where nothing is said: what Rust's `Engine::untrusted` has.
DEFAULT_LIMITS: dict[str, Any] = {"time": 1.0, "memory": 64 << 20}
GOALS = ("body", "module", "script")
LIMITS = ("fuel", "time", "memory", "stack", "depth", "source")
NO_CONSOLE = "the host gives scripts a console by the engine's option `on_output`"
DEFAULT: Any = object()
MAIN = threading.main_thread()


class Keeper:
    """The parts of an engine that values need."""

    def __init__(self, engine: Engine):
        self.engine = engine

    def handle_of(self, value: Any) -> tuple[int, int, str] | None:
        objects = self.engine._functions.objects
        if not isinstance(value, Handle):
            if isinstance(value, Opaque):
                return 1, FIRST + objects.number_of(value.value), ""
            name = objects.name_of(value)
            return None if name is None else (1, FIRST + objects.number_of(value), name)
        if value._engine is not self.engine:
            raise ConversionError(f"{value._name or 'the object'} belongs to another engine")
        if value._is_released:
            raise ConversionError(f"{value._name or 'the object'} was released")
        return value._kind, value._id, value._name

    def function_id(self, function: Any) -> int:
        return self.engine._function_id(function)

    def handle(self, kind: int, id: int, name: str) -> Any:
        if id >= FIRST:
            return self.engine._object(id - FIRST)
        return CLASSES[kind](self.engine, kind, id, name)


class Engine:
    """An engine with its own heap, limits and functions. One thread uses it at a time; others wait."""

    def __init__(
        self,
        *,
        limits: Mapping[str, Any] | None = DEFAULT,
        typescript: bool = False,
        seed: int | None = None,
        time_zone: str | None = None,
        hints: Mapping[str, str] | None = None,
        on_output: Callable[[str, str], None] | None = None,
    ):
        settings: dict[str, Any] = {"seed": secrets.randbits(52) if seed is None else seed, "typescript": typescript}
        if limits is DEFAULT:
            limits = DEFAULT_LIMITS
        for what, given in (("limits", limits), ("hints", hints)):
            if given is not None and not isinstance(given, Mapping):
                raise UsageError(f"the option {what} is a dict")
        if limits is not None:
            limits = {**DEFAULT_LIMITS, **limits}
        for name, limit in (limits or {}).items():
            if name not in LIMITS:
                raise UsageError(f"there is no limit {name}: there are {', '.join(LIMITS)}")
            if limit is not None and (isinstance(limit, bool) or not isinstance(limit, numbers.Real)):
                raise UsageError(f"the limit {name} is a number")
            if limit is not None and limit != math.inf:
                settings[name] = limit * 1000 if name == "time" else limit
        if time_zone is not None:
            settings["timeZone"] = time_zone
        no_console = {} if on_output else {"console": NO_CONSOLE}
        settings["hints"] = {**no_console, **(hints or {})}
        self._functions = Functions()
        status, core, output = Core.make(
            self._functions.dispatcher(), weakref.ref(self._functions), undefined, encode([settings])
        )
        self._begin(core, typescript)
        if core is None:
            raise self._error(output)
        if on_output is not None:
            if not callable(on_output):
                raise UsageError("on_output takes a function of level and text")
            tell = on_output

            def console(engine: Engine, data: bytes) -> bytes:
                try:
                    tell(*decode(data))
                except Exception:
                    # A script's console does not fail, and what has failed here is not the script's matter.
                    logging.getLogger("ferrotape").exception("on_output has failed")
                return b"\0"

            self._perform(Op.CONSOLE, [self._functions.add(console)])

    def _begin(self, core: Any, typescript: bool) -> None:
        self._core = core
        self._typescript = typescript
        self._released: list[int] = []
        self._handlers: dict[str, Callable[[Call], Any] | None] = {}
        self._keeper = Keeper(self)
        self._run: Run | None = None
        self._cancels = 0

    def eval(self, source: str, *, name: str | None = None, into: Any = Any) -> Any:
        """Runs a script, and returns the value of its last expression statement, as one of the type `into`."""
        name = text_of(name or self._named("script"), "the option name")
        return convert(self._value(Op.EVAL, [name, text(source)]), into)

    async def run(
        self,
        program: str,
        *,
        name: str | None = None,
        goal: str = "body",
        inputs: Mapping[str, Any] | None = None,
        offload: bool = False,
        into: Any = Any,
    ) -> Any:
        """Runs a program to its end, with its jobs, timers and calls: a `body` (`return` and `await` at the top level), a
        `module` or a `script`. Other tasks have their turn between slices; with `offload`, a thread runs the program. The
        value is one of the type `into`."""
        value = await self.start(program, name=name, goal=goal, inputs=inputs).finish(offload=offload)
        return convert(value, into)

    def run_sync(self, program: str, **options: Any) -> Any:
        """Runs a program to its end, where no event loop runs."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            raise UsageError("an event loop runs on this thread: await `run`")
        return asyncio.run(self.run(program, **options))

    def start(
        self, program: str, *, name: str | None = None, goal: str = "body", inputs: Mapping[str, Any] | None = None
    ) -> Run:
        """Starts a program, which goes on when it is advanced, or awaited."""
        self._require_no_run()
        if goal not in GOALS:
            raise UsageError(f"there is no goal {goal}: there are {', '.join(GOALS)}")
        name = text_of(name or self._named("main" if goal == "module" else "program"), "the option name")
        if inputs is not None and not isinstance(inputs, Mapping):
            raise UsageError("the option inputs is a dict")
        for key, value in (inputs or {}).items():
            self[key] = value
        self._perform(Op.START, [goal, name, text(program)])
        self._run = Run(self)
        return self._run

    def function(self, f: Any = None, /, *, name: str | None = None, typed: bool = False) -> Any:
        """Gives scripts a function that runs at once. A name with dots makes objects. With `typed`, its arguments are made those
        that its annotations say: dataclasses, pydantic models, and so on."""
        if f is None:
            return lambda f: self.function(f, name=name, typed=typed)
        if not callable(f) or inspect.iscoroutinefunction(f):
            raise UsageError("function takes a function that is not async: give others by `call`")
        name = name_of(f) if name is None else text_of(name, "the name of a function")
        self._perform(Op.DEFINE, [name, self._function_id(f, typed)])
        return f

    def call(
        self,
        f: Any = None,
        /,
        *,
        name: str | None = None,
        mode: str = "promise",
        limit: int | None = None,
        at_once: int | None = None,
        refused: str | None = None,
        keyed: bool = False,
        typed: bool = False,
    ) -> Any:
        """Gives scripts a function that the host answers later: by `f`, which may be async, or by `Run.answer`. With `keyed`,
        each call has a `key`, its arguments are copied when it is made, and `f` gets the call before them. `typed` is as that of
        `function`."""
        if mode not in ("promise", "blocking"):
            raise UsageError(f"there is no mode {mode}: there are promise, blocking")
        if f is None and name is None:
            return lambda f: self.call(
                f, mode=mode, limit=limit, at_once=at_once, refused=refused, keyed=keyed, typed=typed
            )

        def define(f: Any) -> Any:
            called = name_of(f) if name is None else text_of(name, "the name of a function")
            answers = None if f is None else handler_of(f, typed, keyed)
            options = {"blocking": mode == "blocking", "times": limit, "atOnce": at_once, "refused": refused, "keyed": keyed}
            options = {key: value for key, value in options.items() if value is not None}
            self._perform(Op.DEFINE_CALL, [called, options])
            self._handlers[called] = answers
            return f

        if f is not None:
            return define(f)
        # Used as a decorator, it gets the function now; else it is answered by a Run.
        define(None)

        def handler(f: Any) -> Any:
            self._handlers[str(name)] = handler_of(f, typed, keyed)
            return f

        return handler

    def on_call(self, tell: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
        """Tells a function of each call that is over, and of each that a policy has not let begin: `id`, `name`, `end`, `reason`,
        `fuel`, `argumentBytes`, `answerBytes`, and `waited`, in seconds. It cannot use the engine. Forks tell it as well."""
        if not callable(tell):
            raise UsageError("on_call takes a function of an event")

        def told(engine: Engine, data: bytes) -> bytes:
            event = {key: None if value is undefined else value for key, value in decode(data)[0].items()}
            if event["waited"] is not None:
                event["waited"] /= 1000
            try:
                tell(event)
            except Exception:
                # The program that called has nothing to do with it.
                logging.getLogger("ferrotape").exception("on_call has failed")
            return b"\0"

        self._perform(Op.ON_CALL, [self._functions.add(told)])
        return tell

    def host_class(
        self,
        type: Any = None,
        /,
        *,
        name: str | None = None,
        members: Iterable[str] | None = None,
        constructor: bool = True,
    ) -> Any:
        """Gives scripts a class. They make objects of it, which stay here, and use its `members`: without those, all methods,
        properties and dataclass fields whose names begin with no `_`. Without `constructor`, they get such objects only from
        you."""
        if type is None:
            return lambda type: self.host_class(type, name=name, members=members, constructor=constructor)
        if not inspect.isclass(type):
            raise UsageError("host_class takes a class")
        name = name or type.__name__
        objects = self._functions.objects
        methods, getters, setters, statics = members_of(type, members)

        def of_object(use: Callable[..., Any]) -> int:
            def member(number: int, *arguments: Any) -> Any:
                it = objects.get(number)
                if not isinstance(it, type):
                    raise TypeError(f"the object is not an instance of {name}, or is gone")
                return use(it, *arguments)

            return self._function_id(member)

        def method(member: str) -> int:
            return of_object(lambda it, *arguments: getattr(it, member)(*arguments))

        told: dict[str, Any] = {
            "methods": {member: method(member) for member in methods},
            "getters": {member: of_object(lambda it, member=member: getattr(it, member)) for member in getters},
            "setters": {
                member: of_object(lambda it, value, member=member: setattr(it, member, value)) for member in setters
            },
            "statics": {member: self._function_id(getattr(type, member)) for member in statics},
        }
        if constructor:
            construct = self._function_id(lambda *arguments: objects.number_of(type(*arguments)))
            # Each time, what no script has any more is looked for.
            del self._functions.direct[construct]
            told["construct"] = construct
        parent = next((objects.classes[base] for base in type.__mro__[1:] if base in objects.classes), None)
        if parent is not None:
            told["extends"] = parent
        self._perform(Op.CLASS, [name, told])
        objects.classes[type] = name
        return type

    def opaque(self, value: Any) -> Opaque:
        """Returns what stands for an object: scripts can hand it on, and give it back, but see nothing of it."""
        if value is None:
            raise UsageError("opaque takes an object")
        return Opaque(value)

    def modules(self, source: Mapping[str, str] | Callable[[str], Any]) -> None:
        """Sets where imported modules come from: texts by name, or a function of the name. Modules of an async function come to
        programs (`run`, `run_sync`), which wait for them."""
        if not callable(source) and not isinstance(source, Mapping):
            raise UsageError("modules takes texts by name, or a function of the name")
        load = source if callable(source) else source.get
        is_async = inspect.iscoroutinefunction(load) or inspect.iscoroutinefunction(getattr(load, "__call__", None))

        def loader(engine: Engine, data: bytes) -> bytes:
            request, *more = decode(data)
            if request == "resolve":
                return b"\0"
            found = load(more[0])
            if is_async:
                return encode(engine._fetched_later(more[0], found))
            if inspect.isawaitable(found):
                if inspect.iscoroutine(found):
                    found.close()
                raise UsageError("the loader is async: make it an async function")
            if found is None:
                raise UsageError(f"there is no module '{more[0]}'")
            return encode(text(found))

        self._perform(Op.MODULES, [self._functions.add(loader), is_async])

    def _fetched_later(self, name: str, work: Any) -> bool:
        """Notes what fetches a module, for the program that waits for it."""
        run = self.program
        if run is None:
            work.close()
            raise UsageError("modules of an async loader come to programs: `run`, `run_sync`")
        run._fetches.append((name, work))
        return True

    def _provide(self, name: str, source: Any, error: BaseException | None) -> None:
        """Gives a module to the program, or says why there is none."""
        if error is None and isinstance(source, str):
            self._perform(Op.PROVIDE, [name, source])
            return
        told = f"there is no module '{name}'"
        if error is not None:
            told = str(error) or type(error).__name__
        elif source is not None:
            told = f"the source of '{name}' is a {type(source).__name__}, not a str"
        self._perform(Op.PROVIDE, [name, None, told])

    def __getitem__(self, name: str) -> Any:
        return self._value(Op.GET, [0], encode(text_of(name, "the name of a global")))

    def __setitem__(self, name: str, value: Any) -> None:
        text_of(name, "the name of a global")
        self._perform(Op.SET, [0], self._encode([name, value], ["key", ""]))

    def fork(self) -> Engine:
        """Makes a copy, with all that scripts have made, and the program that waits. It shares the functions of the host."""
        status, core, output = self._core.fork()
        if core is None:
            self._check(status, output)
        fork = object.__new__(Engine)
        fork._functions = self._functions
        fork._begin(core, self._typescript)
        fork._handlers = dict(self._handlers)
        if self._run is not None and not self._run.is_over:
            fork._run = Run(fork, is_restored=True)
        return fork

    @property
    def program(self) -> Run | None:
        """The program that runs, if there is one."""
        return self._run if self._run is not None and not self._run.is_over else None

    def save(self) -> bytes:
        """Writes the engine, and the program that waits in it, as bytes."""
        return self._perform(Op.SAVE)[1]

    def restore(self, data: bytes | bytearray | memoryview) -> Engine:
        """Reads bytes into this engine, which must have the same functions."""
        data = saved(data)
        self._require_no_run()
        self._perform(Op.RESTORE, [False], data)
        return self

    def restore_run(self, data: bytes | bytearray | memoryview) -> Run:
        """Reads bytes with a program, which goes on here."""
        data = saved(data)
        self._require_no_run()
        self._perform(Op.RESTORE, [True], data)
        self._run = Run(self, is_restored=True)
        return self._run

    def stats(self) -> dict[str, int]:
        """Returns what the engine has used: `fuel`, `bytes`, `peakBytes`, `handles`."""
        return dict(decode(self._perform(Op.STATS)[1]))

    def take_unhandled(self) -> list[str]:
        """Returns the reports of promises that were rejected, and that nobody has handled."""
        return list(decode(self._perform(Op.UNHANDLED)[1]))

    def cancel(self) -> None:
        """Ends what runs in the engine. Any thread may call it."""
        self._cancels += 1
        self._core.cancel()
        if self._run is not None:
            self._run._wake()

    def close(self) -> None:
        """Drops the engine with all its values."""
        if not self._core.close():
            raise UsageError("the engine is running: a function that it calls cannot close it")
        if self._run is not None:
            self._run.is_over = True
            self._run._wake()

    def __reduce__(self) -> Any:
        raise TypeError("an engine is copied by `fork`, and written by `save`")

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, t: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None, /) -> None:
        self.close()

    def _named(self, name: str) -> str:
        return name + (".ts" if self._typescript else ".js")

    def _require_no_run(self) -> None:
        if self.program is not None:
            raise UsageError("a program runs in the engine: wait for its end, or use a fork or another engine")

    def _function_id(self, f: Any, typed: bool = False) -> int:
        known = self._functions.ids.get(id(f))
        if known is not None and known[0] is f and not typed:
            return known[1]
        arguments_of = typed_arguments(f) if typed else None

        def call(engine: Engine, data: bytes) -> bytes:
            # A script may call for long before the host's next operation.
            engine._release()
            engine._forget_objects()
            arguments = [None if value is undefined else value for value in decode(data, engine._keeper)]
            return engine._result(f, f(*arguments) if arguments_of is None else f(*arguments_of(arguments)))

        number = self._functions.add(call)
        if not typed:
            self._functions.ids[id(f)] = (f, number)
            self._functions.direct[number] = f
        return number

    def _result(self, f: Any, result: Any) -> bytes:
        """Returns the bytes of what a function of the host has given."""
        if inspect.isawaitable(result):
            if inspect.iscoroutine(result):
                result.close()
            raise UsageError(f"{getattr(f, '__name__', 'the function')} is async: give it by `call`")
        return self._encode(result)

    def _encode(self, value: Any, roots: list[str] | None = None) -> bytes:
        return encode(value, self._keeper, roots)

    def _decode(self, data: bytes) -> Any:
        value = decode(data, self._keeper)
        return None if value is undefined else value

    def _value(self, op: int, items: list[Any], rest: bytes = b"") -> Any:
        return self._decode(self._perform(op, items, rest)[1])

    def _first(self, op: int, items: list[Any]) -> tuple[Any, bytes]:
        return decode_first(self._perform(op, items)[1], self._keeper)

    def _perform(self, op: int, items: list[Any] | None = None, rest: bytes = b"") -> tuple[int, bytes]:
        self._release()
        data = encode(items or []) + rest
        is_main = threading.current_thread() is MAIN
        self._functions.enter(self)
        try:
            status, output = self._core.call(op, data, is_main)
        finally:
            self._functions.leave()
        if status in (Status.DONE, Status.PAUSED, Status.WAITING):
            self._forget_objects()
            return status, output
        self._check(status, output)
        raise InternalError("the engine gives no status that there is")

    def _release(self) -> None:
        """Releases the values that nobody has any more, or keeps them for later where the engine is busy."""
        released: list[int] = []
        # Other threads may add some meanwhile.
        while self._released:
            try:
                released.append(self._released.pop())
            except IndexError:
                break
        if released:
            status = None
            try:
                status, _ = self._core.call(Op.RELEASE, encode(released), threading.current_thread() is MAIN)
            finally:
                if status != Status.DONE:
                    self._released.extend(released)

    def _object(self, number: int) -> Any:
        value = self._functions.objects.get(number)
        if value is None:
            raise ConversionError("the object of the host is gone")
        return value

    def _forget_objects(self) -> None:
        """Lets go of objects of the host that no script has any more, now and then."""
        objects = self._functions.objects
        if len(objects.by_number) >= objects.due:
            status, output = self._core.call(Op.GONE, b"", threading.current_thread() is MAIN)
            objects.forget(decode(output) if status == Status.DONE else [])

    def _check(self, status: int, output: bytes) -> None:
        if status == Status.BUSY:
            raise UsageError("the engine is running on this thread: that has to wait")
        if status == Status.STUCK:
            raise UsageError("another thread uses the engine, and this one runs an engine that may be waited for")
        if status == Status.CLOSED:
            raise UsageError("the engine was closed")
        if status == Status.LOST:
            raise InternalError("the engine is lost: it has failed before")
        raise self._error(output)

    def _error(self, output: bytes) -> FerrotapeError:
        record, rest = decode_first(output)
        error = error_of(record)
        cause: Any = None
        if rest[:1] == b"\1" and isinstance(error, (ScriptError, LimitError, ConversionError)):
            try:
                thrown = decode(rest[1:], self._keeper)
            except ConversionError:
                thrown = undefined
            if isinstance(error, ScriptError):
                error.thrown = thrown
            cause = getattr(thrown, "cause", None)
        if "host" in record:
            cause = self._functions.exceptions.get(int(record["host"]))
        if isinstance(cause, BaseException):
            error.__cause__ = cause
        return error


def handler_of(f: Callable[..., Any], typed: bool, keyed: bool) -> Callable[[Call], Any]:
    """Returns what answers a call by `f`. Whoever answers a call with a key needs it."""
    if not callable(f):
        raise UsageError("the handler of a call is a function")
    arguments_of = typed_arguments(f, 1 if keyed else 0) if typed else list
    if keyed:
        return lambda call: f(call, *arguments_of(call.args))
    return lambda call: f(*arguments_of(call.args))


def name_of(function: Any) -> str:
    """Returns the name that a function has for scripts if it gets no other."""
    name = getattr(function, "__name__", None)
    if not isinstance(name, str):
        raise UsageError(f"a {type(function).__name__} has no name of its own: give one by `name=`")
    return name


def saved(data: Any) -> bytes:
    """Returns saved bytes, as files and databases give them."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise UsageError("saved bytes are bytes")
    return bytes(data)


def text(source: Any) -> str:
    return text_of(source, "the source of a script")


def text_of(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise UsageError(f"{what} is a str")
    return value


__all__ = ["Engine", "JsFunction"]
