"""Classes of the host, and the objects of the host that scripts have."""

from __future__ import annotations

import dataclasses
import inspect
import threading
import weakref
from collections.abc import Iterable
from typing import Any

from ._errors import UsageError

#: The id of the object 0 in the format of values: as `crates/session/src/classes.rs`.
FIRST = 2**52
#: Objects between two looks for those that no script has any more.
MOST = 64


class Objects:
    """The objects of an engine and its forks, by number, each as long as a script may have it."""

    def __init__(self) -> None:
        self.classes: dict[type, str] = {}
        self.by_number: dict[int, Any] = {}
        self.numbers: dict[int, int] = {}
        #: Objects that no script has. One that comes back keeps its number.
        self.left: dict[int, weakref.ref[Any]] = {}
        self.next = 0
        self.due = MOST
        self.lock = threading.RLock()

    def name_of(self, value: Any) -> str | None:
        """Returns the name of the class that scripts know an object by."""
        if not self.classes:
            return None
        return next((self.classes[base] for base in type(value).__mro__ if base in self.classes), None)

    def number_of(self, value: Any) -> int:
        """Returns the number of an object, which is kept from now on."""
        with self.lock:
            number = self.numbers.get(id(value))
            if number is None or self.get(number) is not value:
                number = self.next
                self.next += 1
                self.numbers[id(value)] = number
            self.by_number[number] = value
            return number

    def get(self, number: int) -> Any:
        """Returns the object of a number, or None."""
        with self.lock:
            if number in self.by_number:
                return self.by_number[number]
            left = self.left.pop(number, None)
            value = None if left is None else left()
            if value is not None:
                self.by_number[number] = value
            return value

    def forget(self, numbers: list[int]) -> None:
        """Keeps objects no longer that no script has."""
        with self.lock:
            for number in numbers:
                value = self.by_number.pop(number, None)
                if value is None:
                    continue
                key = id(value)
                try:
                    self.left[number] = weakref.ref(value, lambda _, key=key, number=number: self.ended(key, number))
                except TypeError:
                    self.numbers.pop(key, None)
            self.due = 2 * len(self.by_number) + MOST

    def ended(self, key: int, number: int) -> None:
        with self.lock:
            self.left.pop(number, None)
            if self.numbers.get(key) == number:
                del self.numbers[key]


class Opaque:
    """An object of the host that scripts can only hand on: they get nothing of it, and give it back as it was."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value


def members_of(type: type, names: Iterable[str] | None) -> tuple[list[str], list[str], list[str], list[str]]:
    """Returns the names of methods, getters, setters and static functions of a class: all public ones, or those that are named."""
    fields: dict[str, bool] = {}
    if dataclasses.is_dataclass(type):
        frozen = type.__dataclass_params__.frozen  # type: ignore[attr-defined]
        fields = {field.name: not frozen for field in dataclasses.fields(type)}
    if names is None:
        inherited = [name for base in reversed(type.__mro__[:-1]) for name in vars(base)]
        names = [name for name in dict.fromkeys([*inherited, *fields]) if not name.startswith("_")]
    methods, getters, setters, statics = [], [], [], []
    for name in names:
        member = inspect.getattr_static(type, name, None)
        if isinstance(member, (staticmethod, classmethod)):
            statics.append(name)
        elif isinstance(member, property):
            getters.append(name)
            if member.fset is not None:
                setters.append(name)
        elif inspect.isfunction(member) or inspect.ismethoddescriptor(member):
            if inspect.iscoroutinefunction(member):
                raise UsageError(f"{type.__name__}.{name} is async: scripts call methods at once. Leave it out of `members`")
            methods.append(name)
        else:
            # What an object has, and its class may say nothing of.
            getters.append(name)
            if fields.get(name, True):
                setters.append(name)
    return methods, getters, setters, statics
