"""Values that stay in the engine: functions, objects that are not copied, promises, symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._errors import UsageError
from ._ops import Op
from ._values import JsSymbol, undefined

if TYPE_CHECKING:
    from ._engine import Engine

KINDS = ["function", "object", "promise", "symbol"]


class Handle:
    """A value of a script that is not copied. It takes memory of the engine until it is collected or released."""

    __slots__ = ("_engine", "_kind", "_id", "_name", "_is_released", "__weakref__")

    def __init__(self, engine: Engine, kind: int, id: int, name: str):
        self._engine = engine
        self._kind = kind
        self._id = id
        self._name = name
        self._is_released = False

    def __del__(self) -> None:
        # Only a net: the next operation releases it.
        if not getattr(self, "_is_released", True):
            self._engine._released.append(self._id)

    def release(self) -> None:
        """Frees the value in the engine."""
        if not self._is_released:
            self._is_released = True
            self._engine._released.append(self._id)

    def _live(self) -> int:
        if self._is_released:
            raise UsageError(f"{self._name or 'the object'} was released")
        return self._id

    def _value(self, op: int, rest: bytes = b"") -> Any:
        return self._engine._value(op, [self._live()], rest)

    def get(self, key: str | int | JsSymbol | Handle) -> Any:
        """Returns the value of a property. A symbol of a script is a handle."""
        return self._value(Op.GET, self._engine._encode(key))

    def set(self, key: str | int | JsSymbol | Handle, value: Any) -> None:
        """Assigns to a property."""
        self._engine._perform(Op.SET, [self._live()], self._engine._encode([key, value], ["key", ""]))

    def keys(self) -> list[str]:
        """Returns the names of the own enumerable properties."""
        return list(self._value(Op.KEYS))

    def invoke(self, key: str | JsSymbol | Handle, *arguments: Any) -> Any:
        """Calls a method."""
        method = self.get(key)
        if not isinstance(method, JsFunction):
            raise UsageError(f"{key} is not a method")
        return method.call(self, *arguments)

    def __reduce__(self) -> Any:
        # Two of them would be released twice.
        raise TypeError(f"{self._name or 'the object'} stays in its engine: it is not copied or pickled")

    def __repr__(self) -> str:
        return f"<{KINDS[self._kind]} {self._name}>"

    def __str__(self) -> str:
        return repr(self) if self._is_released else str(self._value(Op.INSPECT))


class JsObject(Handle):
    """An object of a script that is not copied: an instance of a class, a regular expression, a Proxy, a symbol."""

    __slots__ = ()


class JsPromise(Handle):
    """A promise of a script."""

    __slots__ = ()

    def settled(self) -> tuple[str, Any]:
        """Returns `pending`, `fulfilled` or `rejected`, and the value or the reason."""
        state, rest = self._engine._first(Op.PROMISE, [self._live()])
        return state[0], self._engine._decode(rest) if rest else undefined


class JsFunction(Handle):
    """A function of a script."""

    __slots__ = ()

    @property
    def __name__(self) -> str:
        return self._name

    def __call__(self, *arguments: Any) -> Any:
        return self.call(undefined, *arguments)

    def call(self, this: Any, *arguments: Any) -> Any:
        """Calls the function with a `this`."""
        roots = ["this", *(f"argument{index + 1}" for index in range(len(arguments)))]
        return self._value(Op.CALL, self._engine._encode([this, *arguments], roots))

    def construct(self, *arguments: Any) -> Any:
        """Makes an object by `new`."""
        roots = [f"argument{index + 1}" for index in range(len(arguments))]
        return self._value(Op.CONSTRUCT, self._engine._encode(list(arguments), roots))


CLASSES = [JsFunction, JsObject, JsPromise, JsObject]
