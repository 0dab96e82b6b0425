"""Results as what Python programs declare, and arguments as what functions declare."""

import asyncio
import enum
import sys
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, Optional, TypedDict, TypeVar, Union

import pytest

from ferrotape import ConversionError, Engine, ScriptError


class Color(enum.Enum):
    RED = "red"


@dataclass
class Item:
    name: str
    price: float
    tags: list[str] = field(default_factory=list)
    color: Optional[Color] = None


@dataclass
class Order:
    id: int
    when: datetime
    items: list[Item]
    more: dict[str, Union[int, str]] = field(default_factory=dict)


class Size(NamedTuple):
    w: int
    h: int = 1


class Row(TypedDict, total=False):
    n: int
    of: "Row"


ORDER = "({ id: 1, when: new Date(0), items: [{ name: 'a', price: 2, tags: ['x'], color: 'red', ignored: 1 }], more: { a: 1, b: 'c' } })"


def test_dataclasses_and_what_they_hold():
    engine = Engine()
    order = engine.eval(ORDER, into=Order)
    assert order.items == [Item("a", 2.0, ["x"], Color.RED)] and order.when.year == 1970 and order.more == {"a": 1, "b": "c"}
    assert isinstance(order.items[0].price, float)
    assert engine.run_sync(f"return {ORDER}", into=Order) == order
    assert asyncio.run(engine.run(f"return [{ORDER}]", into=list[Order])) == [order]


@pytest.mark.parametrize(
    ("source", "target", "value"),
    [
        ("1", int, 1),
        ("1", float, 1.0),
        ("undefined", None, None),
        ("undefined", Optional[int], None),
        ("[1, 2]", tuple[int, ...], (1, 2)),
        ("[1, 'a']", tuple[int, str], (1, "a")),
        ("new Set([1, 1, 2])", set[int], {1, 2}),
        ("[1]", frozenset[int], frozenset([1])),
        ("new Map([[1, 'a']])", dict[int, str], {1: "a"}),
        ("({ a: [1] })", dict[str, list[int]], {"a": [1]}),
        ("'a'", Literal["a", "b"], "a"),
        ("'red'", Color, Color.RED),
        ("({ w: 2 })", Size, Size(2, 1)),
        ("[2, 3]", Size, Size(2, 3)),
        ("({ n: 1, of: { n: 2 }, other: 3 })", Row, {"n": 1, "of": {"n": 2}}),
        ("new Uint8Array([1, 2]).buffer", bytes, b"\1\2"),
        ("new Uint8Array([1, 2])", bytes, b"\1\2"),
        ("5n", int, 5),
        ("1", NewType("Id", int), 1),
        ("1", Annotated[int, "a note"], 1),
        ("({ a: 1 })", Any, {"a": 1}),
        ("1", Union[float, int], 1),
        ("1", Union[str, float], 1.0),
    ],
)
def test_types(source, target, value):
    made = Engine().eval(source, into=target)
    assert made == value and type(made) is type(value)


@pytest.mark.parametrize(
    ("source", "target", "path", "message"),
    [
        ("({ id: 1, when: new Date(0), items: [{ name: 5, price: 1 }] })", Order, "items[0].name", "expected str, found 5"),
        ("({ id: 1, items: [] })", Order, "when", "Order needs it"),
        ("({ id: true, when: new Date(0), items: [] })", Order, "id", "expected int, found True"),
        ("[1, 'b']", list[int], "[1]", "expected int"),
        ("({ 'a b': 1 })", dict[str, str], '["a b"]', "expected str"),
        ("1", Union[str, bytes], "", "found 1"),
        ("'x'", Literal["a"], "", "found 'x'"),
        ("'blue'", Color, "", "expected Color"),
        ("[1, 2, 3]", tuple[int, int], "", "expected 2 elements"),
        ("1.5", int, "", "expected int, found 1.5"),
        ("({ items: [{ name: 'a', price: null }] })", dict[str, list[Item]], "items[0].price", "expected float, found None"),
        ("undefined", int, "", "found None"),
        ("10n ** 400n", float, "", "expected float, found an int of 1329 bits"),
        ("[10n ** 5000n]", list[str], "[0]", "expected str, found an int of 16610 bits"),
        ("[[1], new Set([2])]", set[frozenset[int]], "", ""),
    ],
)
def test_what_does_not_fit_is_told_with_its_path(source, target, path, message):
    if not message:
        assert Engine().eval(source, into=target) == {frozenset([1]), frozenset([2])}
        return
    with pytest.raises(ConversionError) as caught:
        Engine().eval(source, into=target)
    assert caught.value.path == path and message in str(caught.value)


def test_deep_and_cyclic_values_end():
    for source in ("let a = { n: 1 }; a.of = a; a", "let r = {}; for (let i = 0; i < 1e4; i++) r = { of: r }; r"):
        with pytest.raises(ConversionError, match="nested too deeply"):
            Engine().eval(source, into=Row)


def test_a_class_that_refuses_says_why():
    @dataclass
    class Positive:
        n: int

        def __post_init__(self):
            if self.n <= 0:
                raise ValueError("not positive")

    with pytest.raises(ConversionError, match="Positive refuses it: not positive") as caught:
        Engine().eval("({ a: { n: 0 } })", into=dict[str, Positive])
    assert caught.value.path == "a" and isinstance(caught.value.__cause__, ValueError)


def test_arguments_of_typed_functions():
    engine = Engine()

    @engine.function(typed=True)
    def total(order: Order, times: int = 1, *more: float) -> float:
        assert isinstance(order, Order) and all(isinstance(n, float) for n in more)
        return sum(item.price for item in order.items) * times + sum(more)

    @engine.call(typed=True)
    async def later(size: Size) -> int:
        return size.w * size.h

    assert engine.eval(f"total({ORDER}, 3, 1, 2)") == 9
    assert engine.run_sync("return await later({ w: 6, h: 7 })") == 42
    with pytest.raises(ScriptError, match=r"order\.items\[0\]\.name: expected str"):
        engine.eval("total({ id: 1, when: new Date(0), items: [{ name: null, price: 1 }] })")
    assert engine.run_sync("try { await later({ h: 7 }) } catch (e) { return e.message }") == "size.w: Size needs it, and it is missing"


def test_models_of_pydantic():
    pydantic = pytest.importorskip("pydantic")

    class Person(pydantic.BaseModel):
        name: str
        age: int = pydantic.Field(ge=0)

    @dataclass
    class Team:
        people: list[Person]

    engine = Engine()
    people = engine.eval("[{ name: 'Ann', age: '5' }]", into=list[Person])
    assert people == [Person(name="Ann", age=5)]
    assert engine.eval("({ people: [{ name: 'Ann', age: 5 }] })", into=Team) == Team(people)
    assert engine.eval("5", into=Annotated[int, pydantic.Field(gt=4)]) == 5
    with pytest.raises(ConversionError) as caught:
        engine.eval("({ people: [{ name: 'Ann', age: -1 }] })", into=Team)
    assert caught.value.path == "people[0].age" and isinstance(caught.value.__cause__, pydantic.ValidationError)
    engine["person"] = people[0]
    assert engine.eval("person.name + person.age") == "Ann5"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="a syntax of later versions")
def test_aliases_of_types():
    names: dict[str, Any] = {}
    exec("type Numbers = list[int]", names)
    assert Engine().eval("[1]", into=names["Numbers"]) == [1]


T = TypeVar("T")


@dataclass
class Page(Generic[T]):
    first: T
    more: list[T] = field(default_factory=list)
    next: "Optional[Page[T]]" = None


def test_generic_classes_are_of_what_they_are_given():
    engine = Engine()
    text = "({ first: 1, more: [2], next: { first: 3 } })"
    assert engine.eval(text, into=Page[int]) == Page(1, [2], Page(3))
    assert engine.eval("({ first: 'a' })", into=Page) == Page("a")
    for text, path in [("{ first: 'a' }", "first"), ("{ first: 1, more: ['a'] }", "more[0]"), ("{ first: 1, next: { first: 'a' } }", "next.first")]:
        with pytest.raises(ConversionError) as caught:
            engine.eval(f"({text})", into=Page[int])
        assert caught.value.path == path


def test_minus_zero_is_an_int_where_one_is_asked_for():
    engine = Engine()
    result = engine.eval("Math.round(-0.4)", into=int)
    assert result == 0 and type(result) is int
    assert str(engine.eval("-0", into=float)) == "-0.0"
    with pytest.raises(ConversionError):
        engine.eval("-0.4", into=int)
