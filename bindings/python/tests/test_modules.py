"""Modules from an async loader: programs wait for them."""

import asyncio

import pytest

from ferrotape import Engine, JsSyntaxError, ScriptError

TEXTS = {
    "lib/a.js": "import { b } from './b.js'; export const a = b + 1",
    "lib/b.js": "export const b = 20",
    "c.js": "export const c = 2",
}


def ready(asked=None):
    engine = Engine()

    async def load(name):
        if asked is not None:
            asked.append(name)
        await asyncio.sleep(0.005)
        if name == "broken.js":
            raise OSError("the disk is gone")
        return TEXTS.get(name)

    engine.modules(load)
    return engine


def test_a_module_waits_for_what_it_imports_and_each_is_fetched_once():
    asked = []
    engine = ready(asked)
    source = "import { a } from './lib/a.js'; import { b } from './lib/b.js'; import { c } from 'c.js'; export const n = a * c; export { b }"
    assert engine.run_sync(source, goal="module") == {"n": 42, "b": 20}
    assert sorted(asked) == ["c.js", "lib/a.js", "lib/b.js"]
    assert engine.run_sync("return (await import('lib/b.js')).b") == 20 and len(asked) == 3
    assert asyncio.run(ready().run("return (await import('c.js')).c", offload=True)) == 2


def test_the_body_of_a_module_can_wait_for_a_call_whoever_loads_what_it_imports():
    engine = ready()

    @engine.call(mode="blocking")
    async def ask(n):
        return n * 2

    assert engine.run_sync("import { c } from 'c.js'; export const n = ask(c) + 1", goal="module") == {"n": 5}


def test_what_a_loader_refuses_is_an_exception_at_the_import():
    engine = ready()
    assert "no module 'none.js'" in engine.run_sync("try { await import('none.js') } catch (e) { return e.message }")
    assert "the disk is gone" in engine.run_sync("try { await import('broken.js') } catch (e) { return e.message }")
    with pytest.raises(ScriptError, match="the disk is gone"):
        engine.run_sync("import './broken.js'", goal="module", name="b.js")
    with pytest.raises(JsSyntaxError):
        engine.run_sync("import {", goal="module", name="c.js")
    engine.modules(lambda name: ready_later())
    with pytest.raises(ScriptError, match="make it an async function"):
        engine.run_sync("import './c.js'", goal="module", name="d.js")

    async def of_bytes(name):
        return b"export {}"

    engine.modules(of_bytes)
    with pytest.raises(ScriptError, match="the source of 'e.js' is a bytes, not a str"):
        engine.run_sync("await import('e.js')")


async def ready_later():
    return "1"


def test_programs_that_wait_for_modules_are_cancelled_and_wait_for_calls_as_well():
    engine = ready()

    @engine.call
    async def ask(n):
        await asyncio.sleep(0.005)
        return n * 2

    assert engine.run_sync("return Promise.all([ask(2), import('c.js').then((it) => it.c)])") == [4, 2]

    async def forever(name):
        await asyncio.sleep(1000)

    engine.modules(forever)

    async def main():
        task = asyncio.create_task(engine.run("await import('x')"))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert engine.program is None

    asyncio.run(main())
    assert engine.eval("1 + 1") == 2
