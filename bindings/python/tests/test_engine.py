"""Engines: functions, errors, limits, threads, asyncio, programs."""

import asyncio
import functools
import gc
import os
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ferrotape import (
    Call,
    ConversionError,
    Engine,
    FerrotapeError,
    JsError,
    JsSymbol,
    JsSyntaxError,
    LimitError,
    SavedError,
    ScriptError,
    UsageError,
)

README = Path(__file__).parents[1] / "README.md"


def test_functions_of_the_host_may_use_their_engine():
    engine = Engine()

    @engine.function(name="host.apply")
    def apply(f, *arguments):
        engine["seen"] = list(arguments)
        return f(*arguments)

    assert engine.eval("host.apply((a, b) => a + b, 20, 22)") == 42
    assert engine.eval("seen.join()") == "20,22"
    assert engine.eval("let f = (n) => n === 0 ? 0 : 1 + host.apply(f, n - 1); f(4)") == 4
    with pytest.raises(ScriptError) as caught:
        engine.eval("host.apply(() => { null.x })")
    assert caught.value.name == "TypeError"

    @engine.function
    def closes():
        with pytest.raises(UsageError, match="running"):
            engine.close()
        with pytest.raises(UsageError):
            engine.start("return 1")
        return "open"

    assert engine.eval("closes()") == "open"


def test_an_exception_of_the_host_comes_back_as_it_was():
    engine = Engine()
    wrong = KeyError("nails")

    @engine.function
    def find(name):
        raise wrong

    assert engine.eval("try { find('nails') } catch (e) { `${e.name}|${e.message}` }") == "KeyError|'nails'"
    with pytest.raises(ScriptError) as caught:
        engine.eval("find('nails')", name="rule.js")
    assert caught.value.__cause__ is wrong
    assert "rule.js:1:1" in caught.value.report and "test_engine" not in caught.value.report
    with pytest.raises(UsageError, match="async"):
        engine.function(asyncio.sleep)


def test_errors_say_where():
    engine = Engine()
    with pytest.raises(JsSyntaxError):
        engine.eval("let x = ;")
    with pytest.raises(ScriptError) as caught:
        engine.eval("\n  function f() { throw new RangeError('far', { cause: new Error('why') }) }\nf()", name="t.js")
    error = caught.value
    assert (error.name, error.place["line"], str(error)) == ("RangeError", 2, "RangeError: far")
    assert isinstance(error.thrown, JsError) and str(error.__cause__) == "Error: why"
    assert "at f" in error.stack and error.frames and error.to_json()["kind"] == "exception"
    with pytest.raises(ScriptError) as caught:
        engine.eval("throw { code: 7 }")
    assert caught.value.thrown == {"code": 7}


def test_limits_end_scripts_and_engines_go_on():
    engine = Engine(limits={"time": 2, "memory": 16 << 20, "source": 1000})
    for source, limit in [
        ("for (;;) {}", "time"),
        ("let all = []; for (;;) all.push(new Array(1e4).fill(0))", "memory"),
        ("1" * 2000, "source"),
    ]:
        with pytest.raises(LimitError) as caught:
            engine.eval(source)
        assert caught.value.limit == limit
        assert engine.eval("1 + 1") == 2
    with pytest.raises(LimitError, match="fuel"):
        Engine(limits={"fuel": 1000}).eval("for (;;) {}")
    with pytest.raises(UsageError, match="there is no goal modul: there are body, module, script"):
        Engine().run_sync("1", goal="modul")
    with pytest.raises(UsageError, match="there is no limit"):
        Engine(limits={"tiem": 1})
    with pytest.raises(UsageError, match="there is no time zone"):
        Engine(time_zone="Nowhere/None")
    for options in ({"limits": 5}, {"limits": {"time": "5"}}, {"limits": {"time": True}}, {"hints": 5}, {"seed": "x"}, {"time_zone": 5}):
        with pytest.raises(UsageError):
            Engine(**options)
    engine = Engine()
    for use in (
        lambda: engine.function(len, name=""),
        lambda: engine.function(len, name="a..b"),
        lambda: engine.function(len, name=5),
        lambda: engine.call(len, name=".a"),
        lambda: engine.call(len, name=5),
        lambda: engine[5],
        lambda: engine.__setitem__(None, 1),
        lambda: engine.eval("1", name=5),
        lambda: engine.start("1", inputs=5),
        lambda: engine.modules(5),
        lambda: engine.restore("text"),
        lambda: engine.restore_run(None),
        lambda: engine.start("1", inputs={5: 1}),
    ):
        with pytest.raises(UsageError):
            use()
    assert engine.program is None


def test_another_thread_cancels_and_waits():
    engine = Engine(limits=None)
    timer = threading.Timer(0.05, engine.cancel)
    timer.start()
    with pytest.raises(LimitError) as caught:
        engine.eval("for (;;) {}")
    assert caught.value.limit == "cancelled" and engine.eval("1 + 1") == 2
    results = []
    threads = [threading.Thread(target=lambda: results.append(engine.eval("let n = 0; for (let i = 0; i < 1e5; i++) n++; n".replace("let n", "var n")))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [100000] * 4


def test_several_may_wait_for_the_end_of_a_program():
    engine = Engine()

    @engine.call
    async def later(value):
        await asyncio.sleep(0.01)
        return value

    async def main(source):
        run = engine.start(source)
        first, second = asyncio.create_task(run.finish()), asyncio.create_task(run.finish())
        # One that does not want to wait any longer ends nothing.
        third = asyncio.create_task(run.finish())
        await asyncio.sleep(0)
        third.cancel()
        both = await asyncio.gather(first, second, return_exceptions=True)
        return both, await run if run.state == "done" else None

    assert asyncio.run(main("return await later(1) + await later(2)")) == ([3, 3], 3)
    (first, second), _ = asyncio.run(main("await later(1); throw new Error('no')"))
    assert first is second and isinstance(first, ScriptError)

    async def cancelled():
        run = engine.start("await later(1); await later(2)")
        first, second = asyncio.create_task(run.finish()), asyncio.create_task(run.finish())
        await asyncio.sleep(0)
        first.cancel()
        return await asyncio.gather(first, second, return_exceptions=True)

    first, second = asyncio.run(cancelled())
    assert isinstance(first, asyncio.CancelledError) and isinstance(second, UsageError)


def test_a_handler_cannot_wait_for_the_end_of_its_own_program():
    engine, other = Engine(), Engine()
    message = "a handler cannot wait for the end of its program, which waits for the handler"

    @engine.call
    async def awaits():
        await asyncio.sleep(0)
        return await engine.program

    engine.call(lambda: engine.program.finish(), name="direct")
    other.call(lambda: "a", name="word")
    other.call(lambda: engine.program.finish(), name="outer")
    engine.call(lambda: other.run("await 0; return await outer()"), name="through")
    for name in ("awaits", "direct", "through"):
        source = f"try {{ return await {name}() }} catch (error) {{ return error.message }}"
        assert engine.run_sync(source).endswith(message)
        with pytest.raises(ScriptError) as caught:
            engine.run_sync(f"await {name}()")
        cause = caught.value.__cause__
        assert isinstance(cause if name != "through" else cause.__cause__, UsageError)

    async def main():
        # Others may, and a handler may wait for another program, or have a task wait that it does not wait for.
        begun, opened = asyncio.Event(), asyncio.Event()
        waits = []

        @engine.call
        async def elsewhere():
            waits.append(asyncio.create_task(run.finish()))
            begun.set()
            await opened.wait()
            return await other.run("return await word()")

        run = engine.start("return await elsewhere() + 'b'")
        first = asyncio.create_task(run.finish())
        await begun.wait()
        second = asyncio.create_task(run.finish())
        opened.set()
        return await asyncio.gather(first, second, *waits)

    assert asyncio.run(main()) == ["ab", "ab", "ab"]


def test_a_program_that_a_function_cannot_end_goes_on():
    engine = Engine()
    told = []

    @engine.function
    def end():
        with pytest.raises(UsageError, match="the engine is running"):
            run.abort()
        told.append(run.is_over)

    run = engine.start("end(); await 0; return 1")
    assert asyncio.run(run.finish()) == 1 and told == [False]
    assert engine.eval("2") == 2


def test_a_text_that_is_none_is_a_syntax_error_of_the_script_that_gave_it():
    engine = Engine()
    engine.function(lambda source: engine.eval(source), name="again")
    assert engine.eval("try { again('let x = ;') } catch (e) { `${e}` }") == "SyntaxError: unexpected `;`"
    with pytest.raises(ScriptError) as caught:
        engine.eval("again('let x = ;')")
    assert caught.value.__cause__.kind == "syntax"


def test_a_handler_is_a_function():
    engine = Engine()
    for keyed in (False, True):
        with pytest.raises(UsageError, match="the handler of a call is a function"):
            engine.call(5, name="pay", keyed=keyed)
    assert engine.eval("typeof pay") == "undefined"


def test_what_has_no_name_needs_one():
    engine = Engine()
    add = functools.partial(lambda a, b: a + b, 1)
    for give in (engine.function, engine.call):
        with pytest.raises(UsageError, match="a partial has no name of its own"):
            give(add)
    engine.function(add, name="add")
    assert engine.eval("add(2)") == 3


def test_run_sync_says_what_to_do_where_a_loop_runs():
    engine = Engine()

    async def main():
        with pytest.raises(UsageError, match="await `run`"):
            engine.run_sync("return 1")
        return await engine.run("return 2")

    assert asyncio.run(main()) == 2


def test_what_fails_in_on_output_is_logged_and_scripts_go_on(caplog):
    engine = Engine(on_output=lambda text: None)
    assert engine.eval("console.log('lost'); 1") == 1
    assert "on_output has failed" in caplog.text and "TypeError" in caplog.text
    for hints, said in [(None, "the engine's option `on_output`"), ({"console": "print it"}, "print it")]:
        with pytest.raises(ScriptError) as caught:
            Engine(hints=hints).eval("console.log(1)")
        assert said in caught.value.report
    with pytest.raises(UsageError, match="on_output takes a function"):
        Engine(on_output="print")


def test_an_error_tells_the_time_of_a_program_and_not_what_was_left_of_it():
    engine = Engine(limits={"time": 0.05})
    for program in ("for (;;) {}", "for (;;) await 0"):
        with pytest.raises(LimitError, match="reached its deadline: 50ms$"):
            engine.run_sync(program)


def test_scripts_run_without_the_interpreters_lock():
    engine = Engine(limits={"time": 0.3})
    ticks = []

    def run():
        with pytest.raises(LimitError):
            engine.eval("for (;;) {}")

    thread = threading.Thread(target=run)
    thread.start()
    while thread.is_alive():
        ticks.append(1)
        time.sleep(0.01)
    assert len(ticks) >= 5


def test_ctrl_c_ends_an_endless_loop():
    # A shell has its jobs in the background ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    engine = Engine(limits=None)
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        engine.eval("for (;;) { try { for (;;) {} } catch {} }")
    signal.signal(signal.SIGINT, before)
    assert engine.eval("1 + 1") == 2

    @engine.function
    def interrupts():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine.eval("try { interrupts() } catch {} for (;;) {}")


def test_programs_on_asyncio():
    engine = Engine(limits={"time": 5})
    running = []

    @engine.call(name="tools.wait")
    async def wait(name, seconds):
        running.append(name)
        await asyncio.sleep(seconds)
        return {"name": name, "inner": engine.eval("6 * 7")}

    @engine.call
    def fails():
        raise LookupError("nothing there")

    async def main():
        beats = 0

        async def beat():
            nonlocal beats
            while True:
                beats += 1
                await asyncio.sleep(0.01)

        beating = asyncio.create_task(beat())
        both = await engine.run("const all = await Promise.all([tools.wait('a', 0.05), tools.wait('b', 0.05)]); return all.map((x) => x.name + x.inner)")
        assert both == ["a42", "b42"] and running == ["a", "b"]
        assert await engine.run("try { await fails() } catch (e) { return e.name }") == "LookupError"
        with pytest.raises(ScriptError) as caught:
            await engine.run("await fails()")
        assert isinstance(caught.value.__cause__, LookupError)
        assert await engine.run("await new Promise((done) => setTimeout(done, 20)); return n", inputs={"n": 5}) == 5
        before = beats
        assert await engine.run("let n = 0; for (let i = 0; i < 3e6; i++) n++; return n") == 3e6
        assert await engine.run("let n = 0; for (let i = 0; i < 1e5; i++) n++; return n", offload=True) == 1e5
        assert beats > before
        task = asyncio.create_task(engine.run("for (;;) {}"))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert engine.program is None and engine.eval("1 + 1") == 2
        with pytest.raises(UsageError, match="no handler"):
            engine.call(name="later")
            await engine.run("await later()")
        beating.cancel()

    asyncio.run(main())


def test_a_program_waits_as_bytes():
    def ready():
        engine = Engine()
        engine.call(name="approve", mode="blocking")
        return engine

    run = ready().start("return approve('delete', { all: true }) ? 'gone' : 'kept'")
    assert run.advance() == "waiting"
    saved = run.save()
    again = ready().restore_run(saved)
    fork = again.engine.fork().program
    (call,) = again.calls
    assert (call.name, call.mode, call.args) == ("approve", "blocking", ["delete", {"all": True}])
    again.answer(call.id, False)
    assert again.advance() == "done" and again.value == "kept"
    fork.fail(call.id, ValueError("nobody there"))
    with pytest.raises(ScriptError, match="ValueError: nobody there"):
        fork.advance()
    with pytest.raises(SavedError):
        ready().restore_run(saved[:-1])
    run = ready().start("for (;;) {}")
    assert run.advance(fuel=1000) == "paused"
    run.abort()
    with pytest.raises(UsageError, match="ended"):
        run.advance()


def test_calls_have_places_and_keys_and_a_program_has_limits_in_all():
    def ready():
        engine = Engine()
        engine.call(name="pay", keyed=True)
        engine.call(name="ask", mode="blocking")
        return engine

    run = ready().start("const paid = pay(5);\nreturn ask() + ask()", name="job.js")
    assert run.advance() == "waiting"
    pay, ask = run.calls
    assert [ask.place[part] for part in ("source", "line", "column")] == ["job.js", 2, 8]
    key = pay.key("order 12")
    assert len(key) == 32 and pay.key("order 13") != key and ask.key("order 12") is None
    run.limit(answers=5)
    again = ready().restore_run(run.save())
    assert again.calls[0].key("order 12") == key and again.calls[1].place == ask.place
    with pytest.raises(UsageError, match="may have 5 bytes"):
        again.answer(1, "long")
    again.answer(1, "a")
    again.limit(time=0.0)
    with pytest.raises(LimitError):
        again.advance()


def test_limits_of_calls_with_typing_errors_are_refused():
    engine = Engine()
    for options in [{"limit": "2"}, {"limit": -1}, {"limit": 1.5}, {"at_once": True}, {"refused": 5}, {"keyed": "yes"}]:
        with pytest.raises(UsageError, match="of a call has no such value"):
            engine.call(name="pay", **options)
    assert engine.eval("typeof pay") == "undefined"


def test_each_call_that_is_over_is_told_of(caplog: pytest.LogCaptureFixture):
    events = []

    def ready():
        engine = Engine()
        engine.call(len, name="ask")
        engine.call(name="once", limit=1)
        engine.on_call(events.append)
        return engine

    engine = ready()
    run = engine.start("once(); try { once() } catch {}\nreturn await ask('words')")
    with pytest.raises(UsageError, match="once, which has no handler"):
        asyncio.run(run.finish())
    told = [(event["id"], event["name"], event["end"]) for event in events]
    assert told == [(None, "once", "denied"), (0, "once", "forgotten"), (1, "ask", "forgotten")]
    assert "may be called once" in events[0]["reason"]
    events.clear()
    second = engine.fork().start("return await ask('words')")
    second.advance()
    assert asyncio.run(ready().restore_run(second.save()).finish()) == 5
    [event] = events
    assert (event["end"], event["answerBytes"]) == ("answered", 2)
    assert event["argumentBytes"] > 6 and event["fuel"] > 0 and event["waited"] >= 0

    # It cannot use the engine, and what it raises is logged.
    odd = Engine()
    odd.call(lambda: 1, name="ask")
    odd.on_call(lambda event: odd.eval("1"))
    assert odd.run_sync("return await ask()") == 1
    assert "on_call has failed" in caplog.text
    with pytest.raises(UsageError, match="takes a function"):
        odd.on_call(5)


def test_symbols_of_scripts_are_keys():
    engine = Engine()
    it, symbol = engine.eval("{ const s = Symbol('s'); [new (class { [s] = 7; [Symbol.iterator] = 8 })(), s] }")
    assert it.get(symbol) == 7 and it.get(JsSymbol("iterator", True)) == 8
    it.set(symbol, lambda n: n + 1)
    assert it.invoke(symbol, 41) == 42
    with pytest.raises(ConversionError):
        it.get(it)
    symbol.release()
    with pytest.raises(ConversionError, match="was released"):
        it.get(symbol)


def test_a_handler_of_a_call_with_a_key_gets_the_call():
    paid = []

    def ready():
        engine = Engine()

        @engine.call(keyed=True, typed=True)
        async def pay(call: Call, to: str, amount: float, *rest: int):
            paid.append((call.key("order 12"), call.name, call.place["line"], to, amount, *rest))

        @engine.call(name="late", keyed=True)
        def late(call, *arguments):
            return [call.key("order 12") is not None, *arguments]

        engine.call(lambda *arguments: len(arguments), name="plain")
        return engine

    text = "const count = await plain(1, 2);\nawait pay('Ada', 5); await pay('Ada', 5, 1); return [count, ...(await late(7))]"
    run = ready().start(text, name="job.js")
    run.advance()
    run.answer(0, 2)
    run.advance()
    saved, fork = run.save(), run.engine.fork()

    async def all_of_them():
        return [await run, await ready().restore_run(saved), await fork.program]

    assert asyncio.run(all_of_them()) == [[2, True, 7]] * 3
    assert paid[0][1:] == ("pay", 2, "Ada", 5.0) and paid[1][1:] == ("pay", 2, "Ada", 5.0, 1)
    keys = [key for key, *_ in paid]
    assert keys[2:5] == [keys[0], keys[1], keys[0]] and len(set(keys)) == 3
    with pytest.raises(ScriptError, match="to: expected str"):
        ready().run_sync("await pay(5, 5)")


def test_modules_console_and_typescript():
    said = []
    engine = Engine(typescript=True, on_output=lambda level, text: said.append((level, text)))
    engine.modules({"lib/a.ts": "export { b } from './b.ts'", "lib/b.ts": "export const b: number = 42"})
    engine.run_sync("import { b } from './lib/a.ts'; console.warn('b is', b); globalThis.b = b", goal="module")
    assert engine["b"] == 42 and said == [("warn", "b is 42")]
    with pytest.raises(ScriptError, match="no module"):
        engine.run_sync("import 'none'", goal="module", name="second.ts")


def test_engines_take_nothing_when_they_are_gone():
    count = int(os.environ.get("FERROTAPE_ENGINES", "2000"))

    def make(times):
        for _ in range(times):
            with Engine() as engine:
                engine.function(lambda: engine, name="own")
                engine.eval("1 + 1")
        gc.collect()

    make(200)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    make(count)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before + 20_000


@pytest.mark.parametrize("index", range(4))
def test_the_programs_of_the_readme(index):
    blocks = re.findall(r"```python\n(.*?)```\n.*?```text\n(.*?)```", README.read_text(), re.DOTALL)
    program, output = blocks[index]
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=README.parent)
    assert (run.stdout, run.stderr) == (output, "")


def test_the_python_of_the_projects_readme_prints_what_its_comments_say() -> None:
    project = (README.parents[2] / "README.md").read_text()
    [program] = re.findall(r"```python\n(.*?)```", project, re.DOTALL)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=README.parent)
    assert run.stdout.splitlines() == re.findall(r"  # (.*)$", program, re.MULTILINE) and run.stderr == ""


def test_a_fork_calls_functions_with_its_own_values() -> None:
    engine = Engine()
    engine.function(lambda f: f(20) + 1, name="apply")
    fork = engine.fork()
    assert fork.eval("var n = 1; apply(x => x + n)") == 22
    assert engine.eval("var n = 2; apply(x => x + n)") == 23


def test_only_the_cancelled_engine_ends() -> None:
    engine = Engine()
    fork = engine.fork()
    engine.function(lambda: fork.cancel(), name="end_fork")
    fork.function(lambda: engine.eval("1"), name="other")
    assert engine.eval("end_fork(); for (let i = 0; i < 1e5; i++); 1") == 1
    fork.function(lambda: (fork.cancel(), engine.eval("1")) and None, name="end")
    with pytest.raises(LimitError):
        fork.eval("end(); for (;;);")


def test_arguments_are_released_while_a_script_goes_on() -> None:
    engine = Engine(limits={"time": 20.0})
    engine.function(lambda f: None, name="take")
    engine.eval("for (let i = 0; i < 300; i++) take(() => i)")
    counts: list[int] = []
    engine.function(lambda: counts.append(engine.stats()["handles"]), name="count")
    engine.eval("for (let i = 0; i < 300; i++) take(() => i); count()")
    assert counts[0] < 10


def test_engines_that_wait_for_each_other_are_told() -> None:
    first, second = Engine(limits={"time": 60.0}), Engine(limits={"time": 60.0})
    meet = threading.Barrier(2)
    told: list[BaseException] = []

    def run(one: Engine, other: Engine) -> None:
        def cross() -> None:
            meet.wait()
            try:
                other.eval("1")
            except UsageError as error:
                told.append(error)

        one.function(cross, name="cross")
        one.eval("cross()")

    threads = [threading.Thread(target=run, args=pair) for pair in ((first, second), (second, first))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert told and not any(thread.is_alive() for thread in threads)


def test_a_script_cannot_have_functions_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ferrotape._functions.MOST_FUNCTIONS", 50)
    engine = Engine()
    engine.function(lambda: lambda: 1, name="make")
    with pytest.raises(FerrotapeError) as caught:
        engine.eval("for (let i = 0; i < 100; i++) make()")
    assert "50 functions" in str(caught.value)


def test_old_handles_stay_old_over_a_restore() -> None:
    engine = Engine()
    saved = engine.save()
    old = engine.eval("() => 1")
    engine.restore(saved)
    kept = engine.eval("() => 2")
    assert kept() == 2
    with pytest.raises(FerrotapeError):
        old()
