"""What goes wrong on purpose: scripts and hosts that misbehave, in every state. Nothing crashes, and engines go on."""

import asyncio
import copy
import gc
import pickle
import sys
import threading
import time

import pytest

from ferrotape import ConversionError, Engine, FerrotapeError, InternalError, JsMap, LimitError, ScriptError, UsageError


def test_callbacks_that_throw_anything():
    engine = Engine()

    class Odd(Exception):
        def __str__(self):
            raise RuntimeError("no text")

    thrown = [Odd(), Exception(), ValueError("\ud800"), StopIteration(5), RecursionError("deep"), Exception(b"\xff"), MemoryError()]

    @engine.function
    def fails(index):
        raise thrown[index]

    for index, error in enumerate(thrown):
        assert engine.eval(f"try {{ fails({index}) }} catch (e) {{ e instanceof Error }}") is True
        with pytest.raises(ScriptError) as caught:
            engine.eval(f"fails({index})")
        assert caught.value.__cause__ is error
    for ends in (SystemExit(3), KeyboardInterrupt(), GeneratorExit()):

        @engine.function
        def ends_all(ends=ends):
            raise ends

        with pytest.raises(type(ends)):
            engine.eval("try { ends_all() } catch {} 1")
        assert engine.eval("1 + 1") == 2


def test_callbacks_that_give_what_cannot_cross():
    engine = Engine()
    cyclic = {}
    cyclic["self"] = cyclic

    class Changing(dict):
        def items(self):
            raise KeyError("changed")

    for value, fits in [(object(), False), (cyclic, True), ({1: 2}, False), (Changing(a=1), False), ([iter([])], False), (10**5000, True)]:
        engine.function(lambda value=value: value, name="give")
        if fits:
            engine.eval("typeof give()")
        else:
            with pytest.raises((ScriptError, ConversionError)):
                engine.eval("give()")
    assert engine.eval("1 + 1") == 2


def test_everything_after_close_is_a_usage_error():
    engine = Engine()
    kept = engine.eval("(class A { m() { return 1 } })")
    it = kept.construct()
    run = engine.start("await new Promise((done) => setTimeout(done, 1e6))")
    run.advance()
    engine.close()
    engine.close()
    uses = [
        lambda: engine.eval("1"),
        lambda: engine.start("1"),
        lambda: engine.fork(),
        lambda: engine.save(),
        lambda: engine.stats(),
        lambda: engine.function(len),
        lambda: engine.host_class(type("C", (), {})),
        lambda: kept(),
        lambda: kept.construct(),
        lambda: it.get("m"),
        lambda: it.invoke("m"),
        lambda: str(it),
        lambda: run.advance(),
        lambda: run.save(),
        lambda: run.calls,
        lambda: run.answer(0, 1),
        lambda: engine.run_sync("return 1"),
    ]
    for use in uses:
        with pytest.raises(UsageError):
            use()
    engine.cancel()
    assert run.abort() == []
    it.release()
    del it, kept
    gc.collect()


def test_engines_and_handles_are_not_copied_by_chance():
    engine = Engine()
    for it in (engine, engine.eval("() => 1"), engine.eval("/a/")):
        for copies in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(TypeError, match="fork|stays in its engine"):
                copies(it)
    for value in (engine.eval("new RangeError('x')"), engine.eval("[1n, undefined, new Set([1])]")):
        assert repr(pickle.loads(pickle.dumps(value))) == repr(value) == repr(copy.deepcopy(value))


def test_handles_are_collected_while_a_call_is_under_way():
    engine = Engine(limits={"time": 20})

    @engine.function
    def churn(f):
        for _ in range(20):
            engine.eval("() => 1")
        gc.collect()
        return f(lambda: gc.collect())

    assert engine.eval("let n = 0; for (let i = 0; i < 10; i++) { churn((g) => { g(); n++ }) } n") == 10
    assert engine.stats()["handles"] < 50


def test_many_threads_use_one_engine_and_cancel_it():
    engine = Engine(limits={"time": 30})
    engine.function(lambda n: n + 1, name="next_one")
    wrong = []
    stop = threading.Event()

    def work(index):
        try:
            for round in range(30):
                if engine.eval(f"next_one({index}) + {round}") != index + 1 + round:
                    wrong.append((index, round))
                handle = engine.eval("() => 5")
                assert handle() == 5
                del handle
        except LimitError:
            pass
        except Exception as error:  # noqa: BLE001
            wrong.append(error)

    def cancel():
        while not stop.is_set():
            engine.cancel()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    canceller = threading.Thread(target=cancel)
    for thread in threads:
        thread.start()
    canceller.start()
    for thread in threads:
        thread.join(120)
    stop.set()
    canceller.join()
    assert not wrong and not any(thread.is_alive() for thread in threads)
    assert engine.eval("1 + 1") == 2


def test_cancel_in_every_state():
    engine = Engine(limits={"time": 20})
    engine.cancel()
    assert engine.eval("1 + 1") == 2

    @engine.call
    async def cancels():
        engine.cancel()
        return 1

    async def main():
        with pytest.raises(LimitError) as caught:
            await engine.run("await cancels(); return 5")
        assert caught.value.limit == "cancelled"
        assert engine.program is None

    asyncio.run(main())
    run = engine.start("for (;;) {}")
    run.advance(fuel=100)
    timer = threading.Timer(0.05, engine.cancel)
    timer.start()
    with pytest.raises(LimitError):
        run.advance()
    assert engine.program is None and engine.eval("2") == 2
    engine.function(lambda: engine.cancel(), name="cancel_now")
    with pytest.raises(LimitError):
        engine.eval("cancel_now(); for (;;) {}")


def test_a_program_that_another_thread_runs_is_aborted_at_once():
    async def main():
        engine = Engine()
        run = engine.start("for (;;);")
        finishing = asyncio.ensure_future(run.finish(offload=True))
        while not run._advancing:
            await asyncio.sleep(0.001)
        assert run.abort() == []
        with pytest.raises(UsageError, match="has ended"):
            await finishing
        assert run.is_over and engine.eval("1 + 1") == 2

    asyncio.run(main())


@pytest.mark.parametrize("end", ["cancel", "close", "abort"])
@pytest.mark.parametrize("waits", ["await forever()", "await new Promise((done) => setTimeout(done, 60_000))"])
@pytest.mark.parametrize("offload", [False, True])
def test_a_program_that_waits_is_ended_at_once(end, waits, offload):
    engine = Engine()
    begun, ended = [], []

    @engine.call
    async def forever():
        begun.append("handler")
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("handler")

    def stop():
        engine.program.abort() if end == "abort" else getattr(engine, end)()

    async def main():
        run = engine.start(waits)
        finishing = asyncio.ensure_future(run.finish(offload=offload))
        while run.state != "waiting" or "forever" in waits and not begun:
            await asyncio.sleep(0.001)
        threading.Thread(target=stop).start()
        await finishing

    began = time.monotonic()
    with pytest.raises(LimitError if end == "cancel" else UsageError):
        asyncio.run(main())
    assert time.monotonic() - began < 30
    assert ended == (["handler"] if "forever" in waits else [])
    assert end == "close" or engine.eval("2") == 2


def test_a_program_that_runs_is_ended_by_another_thread():
    engine = Engine(limits={"time": 30})
    told = []

    async def main():
        run = engine.start("for (;;) await 0")
        threading.Timer(0.005, lambda: told.append(run.abort())).start()
        await run.finish()

    for _ in range(10):
        with pytest.raises(UsageError):
            asyncio.run(main())
        assert engine.program is None and engine.eval("2") == 2
    while len(told) < 10:
        time.sleep(0.001)
    assert told == [[]] * 10


def test_very_large_values():
    engine = Engine(limits={"time": 60, "memory": 512 << 20})
    text = "x" * (8 << 20) + "\u2603"
    engine["text"] = text
    assert engine.eval("text.length") == len(text) and engine["text"] == text
    assert len(engine.eval("new Uint8Array(32 << 20)")) == 32 << 20
    engine["numbers"] = list(range(300_000))
    assert engine.eval("numbers.length") == 300_000
    deep = []
    for _ in range(100_000):
        deep = [deep]
    engine["deep"] = deep
    back = engine["deep"]
    depth = 0
    while back:
        back, depth = back[0], depth + 1
    assert depth == 100_000
    with pytest.raises(FerrotapeError):
        Engine(limits={"memory": 8 << 20})["text"] = "y" * (64 << 20)
    small = Engine(limits={"memory": 8 << 20, "time": 20})
    with pytest.raises(LimitError):
        small.function(lambda: "y" * (64 << 20), name="give")
        small.eval("give()")
    assert small.eval("1 + 1") == 2
    with pytest.raises(ConversionError):
        engine.eval("let a = []; a.length = 2 ** 32 - 1; a")


def test_hostile_scripts_at_the_border():
    engine = Engine(limits={"time": 2, "memory": 32 << 20})
    engine.function(lambda *values: len(values), name="count")
    for source in (
        "count(new Proxy({}, { ownKeys() { throw 1 } }))",
        "count({ get a() { throw new Error('x') } })",
        "count({ get a() { for (;;) {} } })",
        "count(Object.defineProperty(new Error(), 'message', { get() { return count() } }))",
        "Object.prototype.then = function () { throw 1 }; count({}); delete Object.prototype.then",
        "count(...new Array(1e5).fill({}))",
        "let m = new Map(); m.set(m, m); count(m)",
    ):
        try:
            engine.eval(source)
        except (ScriptError, LimitError, ConversionError):
            pass
    assert engine.eval("count(1)") == 1
    keys = engine.eval("new Map([[NaN, 1], [{}, 2], [[], 3], [1, 4], [true, 5], ['1', 6], [1n, 7]])")
    assert isinstance(keys, JsMap) and len(keys) == 7
    with pytest.raises((ScriptError, InternalError, LimitError)):
        engine.eval("throw { get message() { for (;;) {} } }")
    assert engine.eval("1") == 1


def test_what_ends_a_run_within_a_function_ends_all_of_it():
    engine = Engine(limits={"time": 10, "stack": 4 << 20})

    class Ends(BaseException):
        pass

    @engine.function
    def raises():
        raise Ends("it")

    @engine.function
    def swallows():
        try:
            engine.eval("raises()")
        except BaseException as error:
            return type(error).__name__

    for source in ["swallows()", "swallows(); for (;;);", "try { swallows(); for (;;); } catch {}"]:
        with pytest.raises(Ends, match="it"):
            engine.eval(source)
        assert engine.eval("1 + 1") == 2


def test_a_constructor_is_not_called_where_the_prototype_cannot_be_had():
    engine = Engine()
    made = []

    @engine.host_class
    class Thing:
        def __init__(self):
            made.append(self)

    target = "new Proxy(function () {}, { get() { if (asked++) throw 'none'; return {} } })"
    assert engine.eval(f"let asked = 0; try {{ Reflect.construct(Thing, [], {target}) }} catch (e) {{ e }}") == "none"
    assert made == []


def test_forks_in_threads_give_each_function_and_exception_a_number_of_its_own():
    engine = Engine(limits=None)
    wrong = []

    def work(own, first):
        for number in range(first, first + 300):

            def fails(number=number):
                raise ValueError(str(number))

            own.function(lambda number=number: number, name="give")
            own.function(fails, name="fails")
            try:
                own.eval("fails()")
            except ScriptError as error:
                if own.eval("give()") != number or str(error.__cause__) != str(number):
                    wrong.append(number)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=work, args=(engine.fork(), 1000 * index)) for index in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert wrong == []
