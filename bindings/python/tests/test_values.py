"""Values through the border and back."""

import ctypes
import enum
import json
import math
import numbers
import random
import re
import time
from collections import namedtuple
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from ferrotape import BigInt, BigKey, ByIdentity, ConversionError, Engine, JsError, JsMap, JsSet, JsSymbol, UsageError, _ferrotape, undefined
from ferrotape._wire import DATA_ONLY, Decoder, Encoder, decode, decode_first, encode

VALUES = json.loads((Path(__file__).parents[2] / "shared/values.json").read_text())
#: Invalid dates, years that Python has not, and holes without end.
BEYOND = re.compile(r"Date\((NaN|-?8\.64e15)\)|a\[4294967294\]")
#: Holes become undefined, clamped bytes are bytes, and views have buffers of their own.
CHANGED = re.compile(r"\[,|, ,|new Array\(|length|a\[500\]|Clamped|ArrayBuffer\((4|8|32)\)[,;]")


@pytest.fixture(scope="module")
def engine():
    with Engine(limits={"time": 60}) as engine:
        yield engine


def test_all_values_have_their_bytes(engine):
    assert len(VALUES) >= 200
    for row in VALUES:
        data = bytes.fromhex(row["bytes"])
        if BEYOND.search(row["source"]):
            with pytest.raises(ConversionError):
                decode(data)
            continue
        value = decode(data)
        engine["v"] = value
        if not CHANGED.search(row["source"]):
            assert encode(value) == data, row["source"]
    changed = [row for row in VALUES if CHANGED.search(row["source"])]
    assert len(changed) <= 20


def test_values_of_scripts(engine):
    for source, value in [
        ("undefined", None),
        ("[undefined, null, , 1]", [undefined, None, undefined, 1]),
        ("9007199254740993n", BigInt(9007199254740993)),
        ("({ a: [true, 'b'] })", {"a": [True, "b"]}),
        ("new Date(1500)", datetime(1970, 1, 1, 0, 0, 1, 500000, tzinfo=timezone.utc)),
        ("new Uint8Array([1, 2]).buffer", b"\1\2"),
        ("Symbol.iterator", JsSymbol("iterator", True)),
        ("Symbol.for('x')", JsSymbol("x")),
        ("new Set([2, 1])", JsSet([2, 1])),
        ("new Map([['a', 1]])", JsMap(a=1)),
        ("'\\ud800'", "\ud800"),
    ]:
        found = engine.eval(source)
        assert found == value and type(found) is type(value), source
    assert math.copysign(1, engine.eval("-0")) == -1 and isinstance(engine.eval("-0"), float)
    assert math.isnan(engine.eval("NaN"))
    assert engine.eval("new Float32Array([0.5, 2])").tolist() == [0.5, 2]
    assert engine.eval("new Uint16Array([1, 2, 3]).subarray(1)").tolist() == [2, 3]
    mixed = engine.eval("new Map([[1, 'number'], [true, 'boolean'], [[1], 'list']])")
    assert list(mixed.values()) == ["number", "boolean", "list"]
    assert [type(key) for key in mixed] == [int, ByIdentity, ByIdentity]
    assert encode(mixed) == encode(decode(encode(mixed)))


@dataclass
class Point:
    x: int
    y: float


class Color(enum.Enum):
    RED = "red"


class Model:
    def model_dump(self):
        return {"name": "Ada"}


def test_values_of_python(engine):
    engine.function(lambda: [Point(1, 2.5), Color.RED, Model(), (1, 2), namedtuple("Pair", "a b")(3, 4), {5}, 2**60, -0.0], name="given")
    assert engine.eval("JSON.stringify(given().slice(0, 5))") == '[{"x":1,"y":2.5},"red",{"name":"Ada"},[1,2],{"a":3,"b":4}]'
    assert engine.eval("given()[5].has(5) && given()[6] === 2n ** 60n && Object.is(given()[7], -0)")
    engine["when"] = datetime(2024, 1, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert engine.eval("when.toISOString()") == "2024-01-01T10:00:00.000Z"
    engine["big"] = [2**53 - 1, 2**53, -(2**53)]
    assert engine.eval("big.map((n) => typeof n).join()") == "number,bigint,bigint"
    engine["raw"] = memoryview(bytearray([1, 2])).toreadonly()
    assert engine.eval("raw instanceof Uint8Array && raw[1] === 2")


@numbers.Integral.register
class Whole:
    def __int__(self):
        return 2**60


@numbers.Real.register
class Measured:
    def __float__(self):
        return 0.5


class Root:
    """As a RootModel of pydantic."""

    def model_dump(self):
        return [1, shared_part]


shared_part: list = []


def test_numbers_and_models_of_other_packages(engine):
    engine["n"] = [Whole(), Measured(), Root(), shared_part, Root()]
    assert engine.eval("n[0] === 2n ** 60n && n[1] === 0.5 && n[2][1] === n[3] && n[4][0] === 1 && n[4][1] === n[3]")
    for value, name in ((Decimal("0.1"), "decimal.Decimal"), (Fraction(1, 3), "fractions.Fraction"), (object(), "object")):
        with pytest.raises(ConversionError, match=f"a {name} stays here"):
            engine["n"] = value
    longs = ctypes.c_long * 2
    engine["n"] = memoryview(longs(1, -2))
    assert engine.eval("String(n[1])") == "-2"
    numpy = pytest.importorskip("numpy")
    engine["n"] = [numpy.int64(5), numpy.float32(0.5), numpy.float64(1.5), memoryview(numpy.array([1, 2], "int32"))]
    assert engine.eval("n[0] === 5 && n[1] === 0.5 && n[2] === 1.5 && n[3] instanceof Int32Array && n[3][1] === 2")


def test_shared_and_cyclic_values(engine):
    shared: list = [1]
    cyclic: dict = {"a": shared, "b": shared}
    cyclic["self"] = cyclic
    engine["v"] = cyclic
    assert engine.eval("v.a === v.b && v.self === v")
    back = engine["v"]
    assert back["a"] is back["b"] and back["self"] is back
    error = engine.eval("const cause = new TypeError('inner'); const e = new Error('outer', { cause }); e.code = 7; e")
    assert (str(error), error.data, str(error.__cause__)) == ("Error: outer", {"code": 7}, "TypeError: inner")
    assert isinstance(error, JsError) and "script.js" in error.stack


def test_paths_of_what_cannot_cross(engine):
    with pytest.raises(ConversionError) as caught:
        engine["v"] = {"orders": [1, {"when": datetime(2024, 1, 1)}]}
    assert caught.value.path == "orders[1].when" and "time zone" in str(caught.value)
    with pytest.raises(ConversionError) as caught:
        engine["v"] = {"a b": [object()]}
    assert caught.value.path == '["a b"][0]'
    with pytest.raises(ConversionError) as caught:
        engine["v"] = [{1: 2}]
    assert "JsMap" in str(caught.value)
    with pytest.raises(ConversionError) as caught:
        engine.eval("() => 1")(1, [{"x": 1j}])
    assert caught.value.path == "argument2[0].x"
    with pytest.raises(ConversionError) as caught:
        engine.eval("({ list: [new Date(NaN)] })")
    assert caught.value.path == "list[0]"


def test_nesting_takes_no_stack_and_bytes_of_an_enemy_are_errors():
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    assert encode(deep) == bytes([12, 1]) * 100_000 + bytes([12, 0])
    assert isinstance(decode(bytes([12, 1]) * 100_000 + bytes([12, 0])), list)
    chance = random.Random(1)
    for row in VALUES:
        data = bytearray.fromhex(row["bytes"])
        for _ in range(10):
            mutant = bytearray(data)
            mutant[chance.randrange(len(mutant))] = chance.randrange(256)
            try:
                decode(bytes(mutant))
            except (ConversionError, UsageError):
                pass


def test_what_is_read_and_written_natively_is_what_python_reads_and_writes():
    chance = random.Random(2)
    natively = 0

    def both(data):
        outcomes = []
        for read in (lambda: decode_first(data)[0], lambda: Decoder(data, DATA_ONLY).all()):
            try:
                value = read()
                written = Encoder(DATA_ONLY, None).all(value)
                assert encode(value) == written
                outcomes.append((re.sub("0x[0-9a-f]+", "", repr(value)), written))
            except (ConversionError, UsageError) as error:
                outcomes.append(type(error))
        return outcomes

    plain = [bytes.fromhex(row["bytes"]) for row in VALUES]
    plain.append(encode({"a": [1, -1, 0.5, None, True, {"b": "\u00e9\u2603", "": []}], "c": (), "d": [2**53 - 1, 1.0, -0.0]}))
    for data in plain:
        for _ in range(20):
            first, second = both(data)
            assert first == second, data
            natively += _ferrotape.decode(data, undefined) is not None
            mutant = bytearray(data)
            mutant[chance.randrange(len(mutant))] = chance.randrange(256)
            data = bytes(mutant)
    assert natively > 300
    shared: list = []
    again = decode(encode({"a": shared, "b": shared}))
    assert again["a"] is again["b"]
    loop: list = []
    loop.append(loop)
    assert decode(encode(loop))[0][0][0] is not None and encode(loop) == Encoder(DATA_ONLY, None).all(loop)


def test_handles(engine):
    add = engine.eval("(function add(a, b) { return this?.base + a + b })")
    assert add.call({"base": 1}, 2, 3) == 6 and add.__name__ == "add"
    point = engine.eval("class Point { constructor(x) { this.x = x } double() { return 2 * this.x } }; new Point(5)")
    assert (point.get("x"), point.keys(), point.invoke("double"), str(point)) == (5, ["x"], 10, "Point { x: 5 }")
    point.set("x", 7)
    engine["p"] = point
    assert engine.eval("p instanceof Point && p.x === 7")
    assert engine.eval("Point").construct(9).get("x") == 9
    assert engine.eval("Promise.resolve(3)").settled() == ("fulfilled", 3)
    with Engine() as other, pytest.raises(ConversionError, match="another engine"):
        other["p"] = point
    point.release()
    with pytest.raises(UsageError, match="released"):
        point.get("x")
    held = engine.stats()["handles"]
    for _ in range(100):
        engine.eval("() => 1")
    assert engine.stats()["handles"] <= held + 1


def test_scripts_cannot_choose_the_hashes_of_keys() -> None:
    engine = Engine(limits={"time": 20.0})
    start = time.monotonic()
    found = engine.eval("new Map(Array.from({ length: 20000 }, (_, i) => [BigInt(i) * (2n ** 61n - 1n), i]))")
    assert len(found) == 20000 and time.monotonic() - start < 10
    assert found[BigKey(BigInt(2**61 - 1))] == 1
    engine["found"] = found
    assert engine.eval("found.get(2n ** 61n - 1n)") == 1
    views = engine.eval("new Map([[new Uint16Array(2), 1], [1e300, 2], [1.5, 3]])")
    assert list(views.values()) == [1, 2, 3] and views[1.5] == 3


def test_values_of_classes_that_extend_those_of_python():
    class Text(str):
        def __str__(self):
            return "shown"

    class Whole(int):
        def __int__(self):
            return 5

    class Number(float):
        def __float__(self):
            return 5.0

    assert [decode(encode(value)) for value in (Text("it"), Whole(3), Number(2.5))] == ["it", 3, 2.5]
    assert decode(encode({Text("key"): Text("it")})) == {"key": "it"}


def test_a_model_of_one_value_may_be_in_what_it_gives():
    class Model:
        asked = 0

        def model_dump(self):
            self.asked += 1
            return [1, self]

    model = Model()
    first, second = decode(encode([model, model]))
    assert first is second and first[1] is first and model.asked == 1


def test_a_time_zone_that_knows_no_offset_is_none():
    class Nowhere(tzinfo):
        def utcoffset(self, when):
            return None

    with pytest.raises(ConversionError, match="no time zone"):
        encode([datetime(2024, 1, 1, tzinfo=Nowhere())])


def test_objects_that_misbehave_are_errors_with_their_path():
    class Endless:
        def model_dump(self):
            return Endless()

    with pytest.raises(ConversionError, match=r"^\[0\]: model_dump gives no data"):
        encode([Endless()])
    released = memoryview(b"abc")
    released.release()
    with pytest.raises(ConversionError, match="released"):
        encode([released])

    class Long(list):
        def __len__(self):
            return 5

        def __iter__(self):
            return iter([1])

    assert decode(encode([Long(), 2])) == [[1], 2]

    class Short(bytes):
        def __len__(self):
            return 1

    assert decode(encode([Short(b"abc"), 2])) == [b"abc", 2]

    @dataclass
    class Failing:
        x: int = 1

        def __getattribute__(self, name):
            if name == "x":
                raise RuntimeError("mine")
            return object.__getattribute__(self, name)

    with pytest.raises(RuntimeError, match="^mine$"):
        encode([Failing.__new__(Failing)])
    with pytest.raises(UsageError):
        Engine().opaque(None)
