"""Values that Python has no type for."""

from __future__ import annotations

from typing import Any


class Undefined:
    """The type of `undefined`."""

    _one: Undefined | None = None

    def __new__(cls) -> Undefined:
        if cls._one is None:
            cls._one = super().__new__(cls)
        return cls._one

    def __bool__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "undefined"

    def __reduce__(self) -> str:
        return "undefined"


undefined = Undefined()


class BigInt(int):
    """A BigInt: an `int` that is not a Number in scripts, however small it is."""

    def __repr__(self) -> str:
        return f"BigInt({int(self)})"


class ByIdentity:
    """A key or an element that Python cannot hash, or that equals another one here: `1` and `True`."""

    __slots__ = ("value",)

    def __init__(self, value: Any):
        self.value = value

    def __repr__(self) -> str:
        return f"ByIdentity({self.value!r})"


class BigKey(ByIdentity):
    """A number as a key that scripts could choose by its hash: beyond 2**53, or tiny. Equal numbers are equal keys."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BigKey) and type(self.value) is type(other.value) and bool(self.value == other.value)

    def __hash__(self) -> int:
        # The hashes of texts are secret.
        return hash(self.value.hex() if isinstance(self.value, float) else hex(self.value))

    def __repr__(self) -> str:
        return f"BigKey({self.value!r})"


class JsMap(dict):  # type: ignore[type-arg]
    """A Map: a dict whose keys may be any values. Those that no dict can have are in a `ByIdentity`."""


class JsSet(list):  # type: ignore[type-arg]
    """A Set: its elements in their order. Python's own sets become Sets as well."""


class JsSymbol:
    """A symbol that all engines have: `Symbol.for(name)`, or one like `Symbol.iterator`."""

    __slots__ = ("name", "is_well_known")

    def __init__(self, name: str, is_well_known: bool = False):
        self.name = name
        self.is_well_known = is_well_known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JsSymbol) and (self.name, self.is_well_known) == (other.name, other.is_well_known)

    def __hash__(self) -> int:
        return hash((self.name, self.is_well_known))

    def __repr__(self) -> str:
        return f"Symbol.{self.name}" if self.is_well_known else f"Symbol.for({self.name!r})"


class JsError(Exception):
    """An error of a script as a value."""

    def __init__(self, name: str | None = "Error", message: str | None = "", stack: str | None = None):
        super().__init__(message or "")
        self.name = name
        self.message = message
        self.stack = stack
        self.cause: Any = None
        self.errors: Any = None
        #: Its other properties.
        self.data: dict[str, Any] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # An exception is made again from its arguments, which are the message alone.
        return type(self), (self.name, self.message, self.stack), self.__dict__

    def __str__(self) -> str:
        return f"{self.name}: {self.message}" if self.message else str(self.name)
