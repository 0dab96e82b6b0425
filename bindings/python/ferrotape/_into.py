"""Values of scripts as what Python programs declare: dataclasses, TypedDicts, named tuples, enums, and pydantic's types."""

from __future__ import annotations

import collections.abc
import dataclasses
import enum
import inspect
import types
import typing
from collections.abc import Callable
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from ._errors import ConversionError
from ._values import ByIdentity, undefined

LISTS = (list, collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Iterable, collections.abc.Collection)
SETS = (set, frozenset, collections.abc.Set, collections.abc.MutableSet)
DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)
NoneType = type(None)


class Mismatch(Exception):
    """A value is not of its type. The steps that lead to it are added from the innermost one."""

    def __init__(self, message: str):
        super().__init__(message)
        self.steps: list[str | int] = []


def convert(value: Any, target: Any, root: str = "") -> Any:
    """Returns the value as one of the type, or raises a ConversionError with the path to what is wrong."""
    try:
        return made(value, target)
    except Mismatch as wrong:
        error = ConversionError(str(wrong), path_of(root, wrong.steps))
        error.__cause__ = wrong.__cause__
        raise error from error.__cause__
    except RecursionError:
        raise ConversionError("the value is nested too deeply, or holds itself", root) from None


def path_of(root: str, steps: list[str | int]) -> str:
    path = root
    for step in reversed(steps):
        if isinstance(step, int):
            path += f"[{step}]"
        elif step.isidentifier():
            path += f".{step}" if path else step
        else:
            path += f'["{step}"]'
    return path


def name_of(target: Any) -> str:
    return target.__name__ if isinstance(target, type) and not get_args(target) else str(target).replace("typing.", "")


def found(value: Any) -> str:
    if value is undefined or value is None:
        return "None"
    if isinstance(value, int) and value.bit_length() > 1000:
        # Python writes no more than some digits of an int.
        return f"an int of {value.bit_length()} bits"
    if isinstance(value, (str, int, float)):
        text = repr(value)
        return text if len(text) <= 40 else f"{text[:37]}…"
    return f"a {type(value).__name__}"


def wrong(target: Any, value: Any) -> Mismatch:
    return Mismatch(f"expected {name_of(target)}, found {found(value)}")


def within(step: str | int, value: Any, target: Any) -> Any:
    try:
        return made(value, target)
    except Mismatch as mismatch:
        mismatch.steps.append(step)
        raise


def made(value: Any, target: Any) -> Any:
    if target is Any or target is object or isinstance(target, typing.TypeVar):
        return value
    if value is undefined:
        value = None
    origin = get_origin(target)
    if origin is Annotated and not is_pydantic(target):
        return made(value, get_args(target)[0])
    if is_pydantic(target):
        return validated(value, target)
    if target is None or target is NoneType:
        if value is not None:
            raise wrong("None", value)
        return None
    if origin is Union or origin is types.UnionType:
        return one_of(value, target)
    if origin is Literal:
        if not any(type(value) is type(choice) and value == choice for choice in get_args(target)):
            raise wrong(target, value)
        return value
    if hasattr(target, "__supertype__"):
        return made(value, target.__supertype__)
    if hasattr(target, "__value__") and not isinstance(target, type):
        return made(value, target.__value__)
    container = origin or target
    if container in LISTS:
        return elements(value, target, list)
    if container is tuple:
        return as_tuple(value, target)
    if container in SETS:
        return elements(value, target, frozenset if container is frozenset else set)
    if container in DICTS:
        return as_dict(value, target)
    return of_class(value, container, get_args(target))


def one_of(value: Any, target: Any) -> Any:
    choices = get_args(target)
    if value is None and NoneType in choices:
        return None
    # A value that is of one of the types already stays as it is: `1` is an int before it is a float.
    for choice in choices:
        if isinstance(choice, type) and type(value) is choice:
            return value
    mismatches = []
    for choice in choices:
        if choice is not NoneType:
            try:
                return made(value, choice)
            except Mismatch as mismatch:
                mismatches.append(mismatch)
    # Where one type alone is meant, its own trouble says more.
    raise mismatches[0] if len(mismatches) == 1 else wrong(target, value)


def elements(value: Any, target: Any, kind: Callable[[list[Any]], Any]) -> Any:
    if not isinstance(value, (list, set, frozenset, tuple)):
        raise wrong(target, value)
    of = get_args(target)[:1]
    items = [within(index, item, of[0]) if of else item for index, item in enumerate(value)]
    try:
        return kind(items)
    except TypeError as error:
        raise Mismatch(str(error)) from None


def as_tuple(value: Any, target: Any) -> Any:
    if not isinstance(value, (list, tuple)):
        raise wrong(target, value)
    of = get_args(target)
    if len(of) == 2 and of[1] is Ellipsis:
        return tuple(within(index, item, of[0]) for index, item in enumerate(value))
    if of and len(of) != len(value):
        raise Mismatch(f"expected {len(of)} elements, found {len(value)}")
    return tuple(within(index, item, of[index]) if of else item for index, item in enumerate(value))


def as_dict(value: Any, target: Any) -> Any:
    if not isinstance(value, dict):
        raise wrong(target, value)
    of = get_args(target)
    if not of:
        return dict(value)
    made_keys = {}
    for key, item in value.items():
        step = key if isinstance(key, (str, int)) else found(key)
        plain = key.value if isinstance(key, ByIdentity) else key
        made_keys[within(step, plain, of[0])] = within(step, item, of[1])
    return made_keys


def of_class(value: Any, target: Any, arguments: tuple[Any, ...]) -> Any:
    if target is float and isinstance(value, int) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise wrong(float, value) from None
    if target is int and isinstance(value, bool):
        raise wrong(int, value)
    if target is bytes and isinstance(value, (bytearray, memoryview)):
        return bytes(value)
    if not isinstance(target, type):
        raise ConversionError(f"{target!r} is not a type for results")
    if typing.is_typeddict(target):
        return of_typed_dict(value, target, arguments)
    if target is int and isinstance(value, int):
        return int(value)
    if target is int and isinstance(value, float) and value == 0:
        # -0, as what rounds often gives.
        return 0
    if isinstance(value, target):
        return value
    if issubclass(target, enum.Enum):
        try:
            return target(value)
        except ValueError:
            raise wrong(target, value) from None
    if dataclasses.is_dataclass(target):
        return of_fields(value, target, arguments)
    if issubclass(target, tuple) and hasattr(target, "_fields"):
        return of_named_tuple(value, target, arguments)
    raise wrong(target, value)


def of_fields(value: Any, target: Any, arguments: tuple[Any, ...]) -> Any:
    if not isinstance(value, dict):
        raise wrong(target, value)
    hints = hints_of(target, arguments)
    given = {}
    for field in dataclasses.fields(target):
        if not field.init:
            continue
        if field.name in value:
            given[field.name] = within(field.name, value[field.name], hints[field.name])
        elif field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING:
            raise missing(field.name, target)
    return constructed(target, given)


def of_named_tuple(value: Any, target: Any, arguments: tuple[Any, ...]) -> Any:
    hints = hints_of(target, arguments)
    if isinstance(value, dict):
        items = value
    elif isinstance(value, list) and len(value) <= len(target._fields):
        items = dict(zip(target._fields, value, strict=False))
    else:
        raise wrong(target, value)
    given = {}
    for name in target._fields:
        if name in items:
            given[name] = within(name, items[name], hints.get(name, Any))
        elif name not in target._field_defaults:
            raise missing(name, target)
    return constructed(target, given)


def of_typed_dict(value: Any, target: Any, arguments: tuple[Any, ...]) -> Any:
    if not isinstance(value, dict):
        raise wrong(target, value)
    hints = hints_of(target, arguments)
    for name in target.__required_keys__:
        if name not in value:
            raise missing(name, target)
    return {name: within(name, value[name], hint) for name, hint in hints.items() if name in value}


def missing(name: str, target: Any) -> Mismatch:
    mismatch = Mismatch(f"{name_of(target)} needs it, and it is missing")
    mismatch.steps.append(name)
    return mismatch


def constructed(target: Any, given: dict[str, Any]) -> Any:
    try:
        return target(**given)
    except (TypeError, ValueError) as error:
        raise Mismatch(f"{name_of(target)} refuses it: {error}") from error


def hints_of(target: Any, arguments: tuple[Any, ...] = ()) -> dict[str, Any]:
    try:
        hints = typing.get_type_hints(target, include_extras=True)
    except NameError as error:
        raise ConversionError(f"the types of {name_of(target)} are not known: {error}") from None
    # `Required` and `NotRequired` say nothing of the value.
    markers = [getattr(typing, name) for name in ("Required", "NotRequired") if hasattr(typing, name)]
    hints = {name: get_args(hint)[0] if get_origin(hint) in markers else hint for name, hint in hints.items()}
    known = dict(zip(getattr(target, "__parameters__", ()), arguments, strict=False))
    return {name: put_in(hint, known) for name, hint in hints.items()} if known else hints


def put_in(hint: Any, known: dict[Any, Any]) -> Any:
    """Puts the arguments of a generic class in place of its variables."""
    if isinstance(hint, typing.TypeVar):
        return known.get(hint, hint)
    variables = () if isinstance(hint, type) and not get_args(hint) else getattr(hint, "__parameters__", ())
    return hint[tuple(known.get(variable, variable) for variable in variables)] if variables else hint


def is_pydantic(target: Any) -> bool:
    """Tells whether pydantic has a schema of its own for the type, or for a mark on it."""
    if get_origin(target) is Annotated:
        return any(type(mark).__module__.partition(".")[0] in ("pydantic", "annotated_types") for mark in get_args(target)[1:])
    return isinstance(target, type) and any(
        hasattr(target, name) for name in ("__pydantic_core_schema__", "__get_pydantic_core_schema__")
    )


def validated(value: Any, target: Any) -> Any:
    from pydantic import TypeAdapter, ValidationError

    try:
        return TypeAdapter(target).validate_python(value)
    except ValidationError as error:
        first = error.errors()[0]
        mismatch = Mismatch(first["msg"])
        mismatch.steps = list(reversed(first["loc"]))
        mismatch.__cause__ = error
        raise mismatch from error


def typed(function: Callable[..., Any], before: int = 0) -> Callable[[list[Any]], list[Any]]:
    """Returns what makes the arguments of a function those that its annotations say: those behind the first `before`."""
    hints = hints_of(function)
    parameters = []
    rest: Any = Any
    for parameter in inspect.signature(function).parameters.values():
        hint = hints.get(parameter.name, Any)
        if parameter.kind is parameter.VAR_POSITIONAL:
            rest = hint
        elif parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            parameters.append((parameter.name, hint))
    parameters = parameters[before:]

    def arguments(values: list[Any]) -> list[Any]:
        names = [*parameters, *(("argument", rest) for _ in values[len(parameters) :])]
        return [convert(value, hint, name) for value, (name, hint) in zip(values, names, strict=False)]

    return arguments


__all__ = ["convert", "typed"]
