"""`peers.py ENGINE` measures one engine for Python, and prints a line of JSON."""

import importlib.util
import json
import os
import resource
import sys
import time
from pathlib import Path

PROGRAMS = ["richards", "deltablue", "crypto", "raytrace", "earley-boyer", "regexp", "splay", "navier-stokes"]
OBJECTS = "Array.from({ length: 10000 }, (_, i) => ({ id: i, name: 'item ' + i, price: i / 4, tags: ['a', 'b'] }))"
#: The same for monty, which runs Python.
PYTHON_OBJECTS = "[{'id': i, 'name': 'item ' + str(i), 'price': i / 4, 'tags': ['a', 'b']} for i in range(10000)]"


def best(work, count=1):
    """Returns the best of five, in microseconds for each of `count`."""
    least = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        work()
        least = min(least, (time.perf_counter() - begin) / count)
    return least * 1e6


def size_of(module):
    """Returns the bytes of a package's files, in KB."""
    place = Path(importlib.util.find_spec(module).origin)
    files = place.parent.rglob("*") if place.name == "__init__.py" else [place]
    return sum(file.stat().st_size for file in files if file.is_file() and file.suffix != ".pyc") / 1024


class Ferrotape:
    module = "ferrotape"

    def make(self):
        from ferrotape import Engine

        return Engine(limits=None)

    def eval(self, engine, source):
        return engine.eval(source)

    def define(self, engine, name, f):
        engine.function(f, name=name)

    def caller(self, engine, name):
        return engine[name]

    def get(self, engine, name):
        return engine[name]

    def close(self, engine):
        engine.close()

    def more(self, told, goals):
        """Measures what only this engine and monty can: calls at which a program pauses, and programs as bytes."""
        from ferrotape import Engine

        def waiting():
            engine = Engine()
            engine.call(name="ask", mode="blocking")
            run = engine.start("return ask(1) + 1")
            run.advance()
            return run

        count = 2000
        engine = Engine(limits=None)
        engine.call(name="ask", mode="blocking")
        run = engine.start("for (;;) ask(1)")

        def answered():
            for _ in range(count):
                run.advance()
                (call,) = run.take_new_calls()
                run.answer(call.id, 1)

        told["a call that pauses, µs"], goals["a call that pauses, µs"] = best(answered, count), 5
        run = waiting()
        told["save, µs"], goals["save, µs"] = best(run.save), 50
        saved = run.save()

        def restored():
            engine = Engine()
            engine.call(name="ask", mode="blocking")
            run = engine.restore_run(saved)
            run.answer(0, 41)
            run.advance()
            assert run.value == 42

        told["restore and answer, µs"], goals["restore and answer, µs"] = best(restored), 200


class Quickjs(Ferrotape):
    module = "_quickjs"

    def make(self):
        import quickjs

        return quickjs.Context()

    def define(self, engine, name, f):
        engine.add_callable(name, f)

    def caller(self, engine, name):
        return engine.get(name)

    def get(self, engine, name):
        return json.loads(engine.get(name).json())

    def close(self, engine):
        pass

    def more(self, told, goals):
        pass


class MiniRacer(Quickjs):
    module = "py_mini_racer"
    define = None

    def make(self):
        from py_mini_racer import MiniRacer

        return MiniRacer()

    def caller(self, engine, name):
        return lambda n: engine.call(name, n)

    def get(self, engine, name):
        return json.loads(engine.eval(f"JSON.stringify({name})"))

    def close(self, engine):
        engine.close()


class Dukpy(Quickjs):
    module = "dukpy"

    def make(self):
        import dukpy

        return dukpy.JSInterpreter()

    def eval(self, engine, source):
        return engine.evaljs(source)

    def define(self, engine, name, f):
        engine.export_function(name, f)
        engine.evaljs(f"var {name} = function (n) {{ return call_python('{name}', n) }}; 1")

    def caller(self, engine, name):
        return lambda n: engine.evaljs(f"{name}(dukpy.n)", n=n)

    def get(self, engine, name):
        return engine.evaljs(name)


def javascript(it, told, goals):
    """Measures an engine of JavaScript."""
    runs = 20

    def starts():
        for _ in range(runs):
            engine = it.make()
            assert it.eval(engine, "1 + 1") == 2
            it.close(engine)

    # First, as only the most that there was is known.
    starts()
    begin = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    kept = [it.make() for _ in range(300)]
    for engine in kept:
        it.eval(engine, "1 + 1")
    told["memory of an engine, KB"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - begin) / len(kept)
    for engine in kept:
        it.close(engine)
    told["new engine and eval, µs"], goals["new engine and eval, µs"] = best(starts, runs), 300
    engine = it.make()
    told["eval of 1 + 1, µs"] = best(lambda: [it.eval(engine, "1 + 1") for _ in range(500)], 500)
    if it.define:
        it.define(engine, "half", lambda n: n / 2)
        calls = "for (var i = 0; i < 50000; i++) half(i); 1"
        told["a script calls the host, µs"] = best(lambda: it.eval(engine, calls), 50_000)
        goals["a script calls the host, µs"] = 0.4
    it.eval(engine, "var twice = function (n) { return n * 2 }; 1")
    twice = it.caller(engine, "twice")
    told["the host calls a script, µs"] = best(lambda: [twice(i) for i in range(2000)], 2000)
    objects = OBJECTS
    if isinstance(it, Dukpy):
        objects = (
            "(function () { var all = []; for (var i = 0; i < 10000; i++) "
            "all.push({ id: i, name: 'item ' + i, price: i / 4, tags: ['a', 'b'] }); return all })()"
        )
    it.eval(engine, f"var objects = {objects}; 1")
    told["10,000 objects out, ms"] = best(lambda: it.get(engine, "objects")) / 1000
    it.close(engine)
    total = 0.0
    for program in PROGRAMS:
        source = (Path(os.environ["BINDINGS_PROGRAMS"]) / f"{program}.js").read_text()
        engine = it.make()
        begin = time.perf_counter()
        try:
            it.eval(engine, f"var print = function () {{}};\n{source}\n;1")
        except Exception as error:
            print(f"{sys.argv[1]}: {program}: {str(error)[:200]}", file=sys.stderr)
            total = float("nan")
            continue
        told[f"{program}, s"] = time.perf_counter() - begin
        total += told[f"{program}, s"]
        it.close(engine)
    told["all eight, s"] = None if total != total else total
    it.more(told, goals)
    told["package, KB"], goals["package, KB"] = size_of(it.module), None


def monty(told):
    """Measures monty, which runs a part of Python in processes of its own."""
    from pydantic_monty import Monty

    with Monty() as pool:

        def start():
            with pool.checkout() as session:
                assert session.feed_run("1 + 1") == 2

        told["new engine and eval, µs"] = best(start)
        with pool.checkout() as session:
            told["eval of 1 + 1, µs"] = best(lambda: session.feed_run("1 + 1"))

            def half(n):
                return n / 2

            # A session has a thousand calls.
            calls = "for i in range(150):\n    half(i)\n1"
            told["a script calls the host, µs"] = best(lambda: session.feed_run(calls, external_lookup={"half": half}), 150)
            told["10,000 objects out, ms"] = best(lambda: session.feed_run(PYTHON_OBJECTS)) / 1000
    told["package, KB"] = size_of("pydantic_monty")


def main():
    told = {"engine": sys.argv[1]}
    goals = {}
    if sys.argv[1] == "pydantic-monty":
        monty(told)
    else:
        engines = {"ferrotape": Ferrotape, "quickjs": Quickjs, "mini-racer": MiniRacer, "dukpy": Dukpy}
        javascript(engines[sys.argv[1]](), told, goals)
    print(json.dumps({**told, "goals": goals}))


main()
