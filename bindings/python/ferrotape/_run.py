"""A program that was started: it goes on in slices, and waits for calls."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Generator
from time import sleep
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from ._errors import FerrotapeError, LimitError, UsageError
from ._ops import Op, Status
from ._wire import decode

if TYPE_CHECKING:
    from ._engine import Engine

#: Seconds that a program runs before other tasks have their turn.
SLICE = 0.005
#: How often a slice of another thread is cancelled, a millisecond apart, before it is waited for.
MOST_CANCELS = 5000
#: The programs for which tasks work: handlers and loaders.
_served: WeakKeyDictionary[asyncio.Future[Any], Run] = WeakKeyDictionary()


class Call:
    """A call that waits for an answer."""

    def __init__(self, run: Run, id: int, name: str, is_blocking: bool):
        self.id = id
        self.name = name
        self.mode = "blocking" if is_blocking else "promise"
        self._run = run
        self._args: list[Any] | None = None
        self._stack: list[dict[str, Any]] | None = None

    @property
    def args(self) -> list[Any]:
        """The arguments, as they are when they are first read."""
        if self._args is None:
            self._args = self._run.engine._value(Op.ARGUMENTS, [self.id])
        return self._args

    @property
    def stack(self) -> list[dict[str, Any]]:
        """The functions that ran when it was made, the innermost first, and the async ones that waited for them. It is asked for
        while the call waits. Built-in functions have the line 0."""
        if self._stack is None:
            self._stack = list(decode(self._run.engine._perform(Op.STACK, [self.id])[1]))
        return self._stack

    @property
    def place(self) -> dict[str, Any] | None:
        """The place of the call."""
        return next((entry for entry in self.stack if entry["line"] > 0), None)

    def key(self, run: str) -> str | None:
        """The idempotency key of the call in the run of that name, if it was defined with `keyed`."""
        return self._run.engine._value(Op.KEY, [self.id, run])

    def __repr__(self) -> str:
        return f"<call {self.id} of {self.name}>"


class Run:
    """A program in its engine."""

    def __init__(self, engine: Engine, is_restored: bool = False):
        self.engine = engine
        self.is_over = False
        self._is_ending = False
        self.state = "paused"
        #: Seconds until a timer is due.
        self.next_timer: float | None = None
        self._value: Any = None
        self._is_restored = is_restored
        #: Modules that an async loader was asked for, and what fetches them.
        self._fetches: list[tuple[str, Any]] = []
        #: Done when who waits for answers is to look around, and the event loop that tells it.
        self._waken: tuple[asyncio.AbstractEventLoop, asyncio.Future[None]] | None = None
        #: What others get that wait for the end meanwhile.
        self._finishing: asyncio.Future[Any] | None = None
        #: The task in which it runs to its end.
        self._runner: asyncio.Task[Any] | None = None
        #: What answers its calls, by handlers, and fetches its modules; the program waits for it.
        self._tasks: dict[asyncio.Future[Any], Any] = {}
        #: The threads that are in `advance`.
        self._advancing: list[int] = []

    def advance(self, *, fuel: int | None = None, time: float | None = None) -> str:
        """Runs until the program is `done`, its slice is used up (`paused`), or it waits for calls or timers (`waiting`)."""
        items = [fuel, None if time is None else time * 1000]
        thread = threading.get_ident()
        self._advancing.append(thread)
        try:
            # Behind the note: who ends the program sees it, or is seen here.
            self._require_going()
            status, output = self.engine._perform(Op.ADVANCE, items)
        except UsageError:
            raise
        except BaseException as error:
            self.is_over = True
            if self._is_ending and isinstance(error, LimitError) and error.limit == "cancelled":
                raise UsageError("the program has ended") from None
            raise
        finally:
            self._advancing.remove(thread)
        if status == Status.DONE:
            self.is_over = True
            self.state = "done"
            self._value = self.engine._decode(output)
        elif status == Status.PAUSED:
            self.state = "paused"
        else:
            self.state = "waiting"
            timer = self.engine._decode(output)
            self.next_timer = None if timer is None else timer / 1000
        return self.state

    @property
    def value(self) -> Any:
        """The result of the program, once it is done."""
        if self.state != "done":
            raise UsageError("the program is not done")
        return self._value

    @property
    def calls(self) -> list[Call]:
        """The calls that wait, in the order in which they were made."""
        return self._calls(False)

    def take_new_calls(self) -> list[Call]:
        """Returns the calls that were not given yet. Each is new once."""
        return self._calls(True)

    def _calls(self, only_new: bool) -> list[Call]:
        self._require_going()
        told = decode(self.engine._perform(Op.CALLS, [only_new])[1])
        return [Call(self, id, name, is_blocking) for id, name, is_blocking in told]

    def limit(self, *, time: float | None = None, answers: int | None = None) -> None:
        """Limits the program in all: the seconds of its slices, the bytes of its answers. Both go with its bytes."""
        self._require_going()
        self.engine._perform(Op.LIMIT_PROGRAM, [None if time is None else time * 1000, answers])

    def answer(self, id: int, value: Any = None) -> None:
        """Answers a call."""
        self._require_going()
        require_id(id)
        self.engine._perform(Op.ANSWER, [id], self.engine._encode(value))

    def fail(self, id: int, error: BaseException | str) -> None:
        """Ends a call by an exception: the script gets its name and its message."""
        self._require_going()
        require_id(id)
        if isinstance(error, str):
            error = Exception(error)
        self.engine._perform(Op.FAIL, [id], self.engine._functions.exception(error))

    def abort(self, reason: str = "aborted") -> list[int]:
        """Ends the program, as a limit does. Returns the ids of the calls that have waited, or none if another thread runs it."""
        if self.is_over:
            return []
        waited: list[int] = []
        # Whoever runs it in another thread goes no further. A function that the program calls is refused: then it goes on.
        self._is_ending = True
        try:
            # A slice may have no end of its own. One that waits for a function of this thread is not waited for.
            for _ in range(MOST_CANCELS):
                if all(thread == threading.get_ident() for thread in list(self._advancing)):
                    break
                self.engine._core.cancel()
                sleep(0.001)
            if not self.is_over:
                waited = list(decode(self.engine._perform(Op.ABORT, [reason])[1]))
            self.is_over = True
        finally:
            self._is_ending = False
        self._wake()
        return waited

    def _wake(self) -> None:
        """Wakes those who wait for answers: the program has ended, or is to end. Any thread may call it."""
        if (waits := self._waken) is None:
            return
        loop, waken = waits
        try:
            loop.call_soon_threadsafe(lambda: waken.done() or waken.set_result(None))
        except RuntimeError:
            # The loop was closed: nobody waits.
            pass

    def save(self) -> bytes:
        """Writes the program with its engine as bytes: `Engine.restore_run` reads them."""
        self._require_going()
        return self.engine.save()

    def __await__(self) -> Generator[Any, None, Any]:
        return self.finish().__await__()

    async def finish(self, *, offload: bool = False) -> Any:
        """Runs to the end: handlers answer the calls. Who comes meanwhile, or later, gets the same value. A handler must not: the
        end waits for it."""
        if self.state == "done":
            return self._value
        if self._finishing is not None:
            if self._waits_for(asyncio.current_task()):
                raise UsageError("a handler cannot wait for the end of its program, which waits for the handler")
            return await asyncio.shield(self._finishing)
        self._finishing = finishing = asyncio.get_running_loop().create_future()
        try:
            value = await self._finished(offload)
        except BaseException as error:
            finishing.set_exception(error if isinstance(error, Exception) else UsageError("the program has ended"))
            # Perhaps nobody waits for it.
            finishing.exception()
            raise
        finally:
            self._finishing = None
        finishing.set_result(value)
        return value

    def _waits_for(self, task: asyncio.Task[Any] | None) -> bool:
        """Whether a task answers a call of the program, or one of a program that such a task runs, and so on."""
        seen: set[asyncio.Future[Any]] = set()
        # A handler may run its own program to the end, once the task that did so was cancelled.
        while task is not None and task not in seen:
            if task in self._tasks:
                return True
            seen.add(task)
            run = _served.get(task)
            task = None if run is None else run._runner
        return False

    async def _finished(self, offload: bool) -> Any:
        self._tasks = tasks = {}
        self._runner = asyncio.current_task()
        cancels = self.engine._cancels
        loop = asyncio.get_running_loop()
        self._waken = loop, loop.create_future()
        try:
            while True:
                if offload:
                    state = await loop.run_in_executor(None, self.advance)
                else:
                    state = self.advance(time=SLICE)
                if state == "done":
                    return self._value
                if state == "paused":
                    await asyncio.sleep(0)
                elif self.engine._cancels == cancels:
                    await self._answers(tasks)
                # Somebody else has ended it meanwhile, or wanted to, between two slices.
                self._require_going()
                if self.engine._cancels != cancels:
                    error = LimitError("the script was cancelled")
                    error.limit = "cancelled"
                    raise error
        except asyncio.CancelledError:
            if offload:
                self.engine.cancel()
            raise
        finally:
            self._waken = None
            for task in tasks:
                task.cancel()
            for _, work in self._fetches:
                work.close()
            self._fetches.clear()
            # Another thread that ends it has to come to its end first.
            while self._is_ending:
                await asyncio.sleep(0.001)
            if not self.is_over:
                await self._abandoned(offload)

    async def _abandoned(self, offload: bool) -> None:
        try:
            if offload:
                # The thread may be in the engine still.
                await asyncio.shield(asyncio.get_running_loop().run_in_executor(None, self.abort))
            else:
                self.abort()
        except FerrotapeError:
            self.is_over = True

    async def _answers(self, tasks: dict[asyncio.Future[Any], Any]) -> None:
        """Begins what handlers there are for new calls, and waits for the first answer or timer."""
        new = self.calls if self._is_restored else self.take_new_calls()
        self._is_restored = False
        for call in new:
            handler = self.engine._handlers.get(call.name)
            if handler is None:
                raise UsageError(
                    f"the program waits for {call.name}, which has no handler: give one, or answer it by a Run"
                )
            self._begin(handled(handler, call), call.id)
        while self._fetches:
            name, work = self._fetches.pop(0)
            # The id of a call is a number, that of a module its name.
            self._begin(work, name)
        if not tasks and self.next_timer is None:
            raise UsageError("the program waits for what nobody answers")
        waits: set[asyncio.Future[Any]] = set(tasks)
        if self._waken is not None:
            waits.add(self._waken[1])
        done, _ = await asyncio.wait(waits, timeout=self.next_timer, return_when=asyncio.FIRST_COMPLETED)
        for task in done & tasks.keys():
            self._settle(tasks.pop(task), task)

    def _begin(self, work: Any, id: int | str) -> None:
        task = asyncio.ensure_future(work)
        self._tasks[task] = id
        _served[task] = self

    def _settle(self, id: int | str, task: asyncio.Future[Any]) -> None:
        if self.is_over:
            return
        error = asyncio.CancelledError("the handler was cancelled") if task.cancelled() else task.exception()
        if error is not None:
            if not isinstance(error, (Exception, asyncio.CancelledError)):
                raise error
        if isinstance(id, str):
            return self.engine._provide(id, None if error else task.result(), error)
        if error is not None:
            return self.fail(id, error)
        try:
            self.answer(id, task.result())
        except FerrotapeError as wrong:
            self.fail(id, wrong)

    def _require_going(self) -> None:
        if self.is_over or self._is_ending:
            raise UsageError("the program has ended")


def require_id(id: Any) -> None:
    if not isinstance(id, int) or isinstance(id, bool) or id < 0:
        raise UsageError("the id of a call is a number: that of `calls`")


async def handled(handler: Any, call: Call) -> Any:
    result = handler(call)
    return await result if inspect.isawaitable(result) else result


__all__ = ["Call", "Run"]
