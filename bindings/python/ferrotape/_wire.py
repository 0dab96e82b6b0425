"""Values as bytes and back: the format of `crates/ferrotape/src/wire.rs`, whose table of tags is there.

Nesting takes no stack of Python.
"""

from __future__ import annotations

import dataclasses
import enum
import math
import numbers
import re
import struct
from datetime import datetime, timedelta, timezone
from typing import Any, Protocol

from . import _ferrotape
from ._errors import ConversionError
from ._values import BigInt, BigKey, ByIdentity, JsError, JsMap, JsSet, JsSymbol, undefined

MAX_SAFE = 2**53 - 1
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
DATA_VIEW = 12
#: Formats of memoryviews by element type; Uint8ClampedArray is as Uint8Array.
FORMATS = ["b", "B", "B", "h", "H", "i", "I", "q", "Q", "e", "f", "d", "c"]
ELEMENTS = {"b": 0, "B": 1, "h": 3, "H": 4, "i": 5, "I": 6, "l": 7, "L": 8, "q": 7, "Q": 8, "e": 9, "f": 10, "d": 11, "c": 12}
IDENTIFIER = re.compile(r"[^\W\d][\w$]*|\$[\w$]*")
#: Objects that stand for each other by model_dump, one after the other.
MOST_STEPS = 100
NAN = bytes([0, 0, 0, 0, 0, 0, 0xF8, 0x7F])


class Keeper(Protocol):
    """The parts of an engine that a writer and a reader need."""

    def handle_of(self, value: Any) -> tuple[int, int, str] | None: ...
    def function_id(self, function: Any) -> int: ...
    def handle(self, kind: int, id: int, name: str) -> Any: ...


class DataOnly:
    """A keeper without an engine."""

    def handle_of(self, value: Any) -> tuple[int, int, str] | None:
        return None

    def function_id(self, function: Any) -> int:
        raise ConversionError(f"expected data, found the function {getattr(function, '__name__', '')}")

    def handle(self, kind: int, id: int, name: str) -> Any:
        raise ConversionError(f"expected data, found {name}")


DATA_ONLY = DataOnly()


def path_of(frames: list[Any], roots: list[str] | None) -> str:
    """Returns the steps to the part that is being written or read: `orders[3].when`."""
    path = ""
    told = frames if len(frames) <= 24 else [*frames[:12], None, *frames[-12:]]
    for place, frame in enumerate(told):
        key = "…" if frame is None else frame.key
        if roots is not None and place == 0 and isinstance(key, int) and key < len(roots):
            key = roots[key]
        if key is None or key == "":
            continue
        if isinstance(key, int):
            path += f"[{key}]"
        elif key == "…" or IDENTIFIER.fullmatch(key):
            path += f".{key}" if path else key
        else:
            path += f'["{key}"]'
    return path


class Frame:
    """An object that is open."""

    __slots__ = ("kind", "target", "items", "length", "key", "map_key", "has_key")

    def __init__(self, kind: int, target: Any = None, items: Any = None, length: int = 0):
        self.kind = kind
        self.target = target
        self.items = items
        self.length = length
        self.key: Any = None
        self.map_key: Any = None
        self.has_key = False


def leb128(number: int, out: bytearray) -> None:
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def write_text(text: str, out: bytearray) -> None:
    try:
        raw = text.encode("latin-1")
        out.append(8)
        leb128(len(raw), out)
    except UnicodeEncodeError:
        raw = text.encode("utf-16-le", "surrogatepass")
        out.append(9)
        leb128(len(raw) // 2, out)
    out += raw


def flat(pairs: Any) -> Any:
    for key, value in pairs:
        yield key
        yield value


def full_name(kind: type) -> str:
    return kind.__qualname__ if kind.__module__ in ("builtins", "__main__") else f"{kind.__module__}.{kind.__qualname__}"


class Encoder:
    def __init__(self, keeper: Keeper, roots: list[str] | None):
        self.out = bytearray()
        self.keeper = keeper
        self.roots = roots
        self.seen: dict[int, int] = {}
        #: An id is that of an object only while the object lives.
        self.alive: list[Any] = []
        self.frames: list[Frame] = []
        #: What models have given, by their ids: each is asked once, and may be in what it gives.
        self.stand_ins: dict[int, Any] = {}
        self.steps = 0

    def all(self, value: Any) -> bytes:
        try:
            self.value(value)
            while self.frames:
                self.step(self.frames[-1])
        except ConversionError as error:
            if error.path:
                raise
            raise ConversionError(str(error), path_of(self.frames, self.roots)) from None
        return bytes(self.out)

    def step(self, frame: Frame) -> None:
        try:
            item = next(frame.items)
        except StopIteration:
            self.frames.pop()
            if frame.kind != 12:
                self.out.append(15)
            return
        except RuntimeError as error:
            raise ConversionError(f"the value has changed meanwhile: {error}") from None
        if frame.kind == 12:
            frame.key = 0 if frame.key is None else frame.key + 1
            self.value(item)
        elif frame.kind == 14:
            key, value = item
            if not isinstance(key, str):
                raise ConversionError(f"a key of an object is a str, not {key!r}: give a JsMap")
            frame.key = key
            write_text(key, self.out)
            self.value(value)
        else:
            frame.key = item if isinstance(item, str) and frame.kind == 16 else "…"
            self.value(item.value if isinstance(item, ByIdentity) else item)

    def value(self, value: Any) -> None:
        out = self.out
        kind = type(value)
        if value is None:
            out.append(1)
        elif value is undefined:
            out.append(0)
        elif kind is bool:
            out.append(3 if value else 2)
        elif kind is int:
            if -MAX_SAFE <= value <= MAX_SAFE:
                out.append(4)
                leb128((value << 1) ^ (value >> 63), out)
            else:
                self.bigint(value)
        elif kind is float:
            self.number(value)
        elif kind is str:
            write_text(value, out)
        else:
            self.other(value)

    def number(self, value: float) -> None:
        if value.is_integer() and abs(value) <= MAX_SAFE and not (value == 0 and math.copysign(1, value) < 0):
            return self.value(int(value))
        self.out.append(5)
        self.out += NAN if value != value else struct.pack("<d", value)

    def bigint(self, value: int) -> None:
        magnitude = abs(value)
        self.out.append(7 if value < 0 else 6)
        raw = magnitude.to_bytes(max(1, (magnitude.bit_length() + 7) // 8), "little")
        leb128(len(raw), self.out)
        self.out += raw

    def met(self, value: Any) -> bool:
        number = self.seen.get(id(value))
        if number is None:
            self.seen[id(value)] = len(self.seen)
            self.alive.append(value)
            return False
        self.out.append(22)
        leb128(number, self.out)
        return True

    def other(self, value: Any) -> None:
        if isinstance(value, BigInt):
            return self.bigint(value)
        if isinstance(value, enum.Enum):
            return self.value(value.value)
        # What a class makes of its values by `__str__` and the like is for people.
        for base, of in ((int, int.__int__), (float, float.__float__), (str, str.__str__)):
            if isinstance(value, base):
                return self.value(of(value))
        if isinstance(value, JsSymbol):
            self.out.append(11 if value.is_well_known else 10)
            return write_text(value.name, self.out)
        # Numbers of other packages, as those of numpy are. A fraction, or a decimal, is no float.
        if isinstance(value, numbers.Integral):
            return self.value(int(value))
        if isinstance(value, numbers.Real) and not isinstance(value, numbers.Rational):
            return self.value(float(value))
        if not self.met(value):
            self.object(value)

    def object(self, value: Any) -> None:
        handle = self.keeper.handle_of(value)
        if handle is not None:
            kind, id, name = handle
            self.out += bytes([23, kind])
            leb128(id, self.out)
            return write_text(name, self.out)
        if isinstance(value, (list, tuple)) and not isinstance(value, JsSet):
            if isinstance(value, tuple) and hasattr(value, "_asdict"):
                return self.open(14, iter(list(value._asdict().items())))
            # A class may tell another length than that of its items.
            items = list(value)
            self.out.append(12)
            leb128(len(items), self.out)
            self.frames.append(Frame(12, items=iter(items)))
        elif isinstance(value, JsMap):
            self.open(16, flat(list(value.items())))
        elif isinstance(value, dict):
            self.open(14, iter(list(value.items())))
        elif isinstance(value, (set, frozenset, JsSet)):
            self.open(17, iter(list(value)))
        elif isinstance(value, datetime):
            self.date(value)
        elif isinstance(value, (bytes, bytearray)):
            self.buffer(value)
        elif isinstance(value, memoryview):
            self.view(value)
        elif isinstance(value, BaseException):
            self.error(value)
        elif dataclasses.is_dataclass(value) and not isinstance(value, type):
            self.open(14, iter([(field.name, getattr(value, field.name)) for field in dataclasses.fields(value)]))
        elif hasattr(value, "model_dump") and not isinstance(value, type):
            dumped = self.dumped(value)
            if not isinstance(dumped, dict):
                # A model of one value, which has the number of the model: that was the last.
                self.seen.popitem()
                self.steps += 1
                if self.steps > MOST_STEPS:
                    raise ConversionError("model_dump gives no data, but an object with such a method, and so on")
                self.value(dumped)
                self.steps -= 1
                return
            self.open(14, iter(list(dumped.items())))
        elif callable(value):
            self.out.append(24)
            leb128(self.keeper.function_id(value), self.out)
            write_text(str(getattr(value, "__name__", ""))[:64], self.out)
        else:
            raise ConversionError(f"a {full_name(type(value))} stays here: give its data, as a dict, a list, a str or a number")

    def dumped(self, value: Any) -> Any:
        """Returns what a model gives, the same each time."""
        number = id(value)
        if number not in self.stand_ins:
            self.stand_ins[number] = value.model_dump()
        return self.stand_ins[number]

    def open(self, tag: int, items: Any) -> None:
        self.out.append(tag)
        self.frames.append(Frame(tag, items=items))

    def date(self, value: datetime) -> None:
        if value.utcoffset() is None:
            raise ConversionError("the datetime has no time zone: give one, as by `.replace(tzinfo=timezone.utc)`")
        self.out.append(18)
        self.out += struct.pack("<d", (value - EPOCH) // timedelta(milliseconds=1))

    def buffer(self, value: bytes | bytearray) -> None:
        self.out.append(19)
        # A class may tell another length than that of its bytes.
        with memoryview(value) as raw:
            leb128(raw.nbytes, self.out)
            self.out += raw

    def view(self, view: memoryview) -> None:
        try:
            element = ELEMENTS.get(view.format.lstrip("@<="))
        except ValueError:
            raise ConversionError("the memoryview was released") from None
        if element in (7, 8) and view.itemsize == 4:
            # A long of C has as many bytes as its system says.
            element -= 2
        if element is None or view.ndim != 1 or not view.contiguous:
            raise ConversionError(f"a memoryview of the format {view.format} stays here")
        self.out += bytes([20, element, 0])
        leb128(view.nbytes if element == DATA_VIEW else len(view), self.out)
        # The buffer has a number as well.
        raw = view.tobytes()
        self.met(raw)
        self.buffer(raw)

    def error(self, error: BaseException) -> None:
        self.out.append(21)
        if isinstance(error, JsError):
            for part in (error.name, error.message, error.stack):
                self.out.append(0) if part is None else write_text(part, self.out)
            items = [(key, error.__dict__[key]) for key in ("cause", "errors") if error.__dict__[key] is not None]
            return self.frames.append(Frame(14, items=iter([*items, *error.data.items()])))
        write_text(type(error).__name__, self.out)
        write_text(str(error), self.out)
        # The stack of the host is the host's matter.
        self.out += bytes([0, 15])


class Decoder:
    def __init__(self, data: bytes, keeper: Keeper, at: int = 0):
        self.data = data
        self.at = at
        self.keeper = keeper
        self.numbered: list[Any] = []
        self.frames: list[Frame] = []

    def wrong(self, message: str) -> ConversionError:
        return ConversionError(message, path_of(self.frames, None))

    def all(self) -> Any:
        result = self.value()
        while self.frames:
            self.step(self.frames[-1])
        return result

    def step(self, frame: Frame) -> None:
        if frame.kind == 12:
            target = frame.target
            if len(target) >= frame.length:
                self.frames.pop()
            elif self.peek() == 13:
                self.at += 1
                count = self.number()
                if not 1 <= count <= frame.length - len(target):
                    raise self.wrong("not a number of holes")
                # Holes take no bytes, so there may be many of them.
                if frame.length > 1 << 24:
                    raise self.wrong("an array with so many holes stays in the engine")
                target.extend([undefined] * count)
            else:
                frame.key = len(target)
                target.append(self.value())
        elif frame.kind == 14:
            tag = self.byte()
            if tag == 15:
                self.frames.pop()
                return
            frame.key = key = self.text(tag)
            value = self.value()
            if isinstance(frame.target, JsError):
                if key == "cause":
                    frame.target.cause = value
                    if isinstance(value, BaseException) and value is not frame.target:
                        frame.target.__cause__ = value
                elif key == "errors":
                    frame.target.errors = value
                else:
                    frame.target.data[key] = value
            else:
                frame.target[key] = value
        elif frame.kind == 16 and frame.has_key:
            frame.has_key = False
            key = frame.map_key
            frame.key = key if isinstance(key, str) else "…"
            frame.target[hashable(key, frame.target)] = self.value()
        elif self.peek() == 15:
            self.at += 1
            self.frames.pop()
        elif frame.kind == 16:
            frame.key = "…"
            frame.map_key = self.value()
            frame.has_key = True
        else:
            frame.key = len(frame.target)
            frame.target.append(self.value())

    def value(self) -> Any:
        tag = self.byte()
        if tag == 8 or tag == 9:
            return self.text(tag)
        if tag == 4:
            number = self.number()
            return (number >> 1) ^ -(number & 1)
        if tag < 4:
            return (undefined, None, False, True)[tag]
        if tag == 5:
            return self.float()
        if tag == 14:
            return self.opened(14, {})
        if tag == 12:
            length = self.number()
            frame = Frame(12, self.numbering([]), length=length)
            self.frames.append(frame)
            return frame.target
        return self.rare(tag)

    def rare(self, tag: int) -> Any:
        if tag == 6 or tag == 7:
            magnitude = int.from_bytes(self.take(self.number()), "little")
            return BigInt(-magnitude if tag == 7 else magnitude)
        if tag == 10 or tag == 11:
            return JsSymbol(self.text(self.byte()), tag == 11)
        if tag == 16:
            return self.opened(16, JsMap())
        if tag == 17:
            return self.opened(17, JsSet())
        if tag == 18:
            return self.numbering(self.date())
        if tag == 19:
            return self.numbering(bytes(self.take(self.number())))
        if tag == 20:
            return self.view()
        if tag == 21:
            name, message, stack = self.optional_text(), self.optional_text(), self.optional_text()
            error = self.numbering(JsError(name, message, stack))
            self.frames.append(Frame(14, error))
            return error
        if tag == 22:
            number = self.number()
            if number >= len(self.numbered):
                raise self.wrong("an object that was not met before")
            return self.numbered[number]
        if tag == 23:
            kind = self.byte()
            id = self.number()
            return self.numbering(self.keeper.handle(kind, id, self.text(self.byte())))
        raise self.wrong(f"there is no tag {tag}")

    def optional_text(self) -> str | None:
        tag = self.byte()
        return None if tag == 0 else self.text(tag)

    def opened(self, kind: int, target: Any) -> Any:
        self.frames.append(Frame(kind, self.numbering(target)))
        return target

    def numbering(self, target: Any) -> Any:
        self.numbered.append(target)
        return target

    def view(self) -> memoryview:
        place = len(self.numbered)
        self.numbered.append(None)
        element = self.byte()
        start = self.number()
        length = self.number()
        buffer = self.value()
        if not isinstance(buffer, bytes) or element >= len(FORMATS):
            raise self.wrong("not a view of a buffer")
        size = struct.calcsize(FORMATS[element])
        if start + size * length > len(buffer):
            raise self.wrong("a view beyond its buffer")
        part = memoryview(buffer)[start : start + size * length]
        try:
            view = part.cast(FORMATS[element])  # type: ignore[call-overload]
        except ValueError:
            raise self.wrong("a Float16Array: this Python has no views of its elements") from None
        self.numbered[place] = view
        return view

    def date(self) -> datetime:
        time = self.float()
        try:
            return EPOCH + timedelta(milliseconds=time)
        except (OverflowError, ValueError):
            raise self.wrong("the date is invalid, or beyond the years that Python has") from None

    def peek(self) -> int:
        if self.at >= len(self.data):
            raise self.wrong("the bytes end within the value")
        return self.data[self.at]

    def byte(self) -> int:
        byte = self.peek()
        self.at += 1
        return byte

    def number(self) -> int:
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number
            shift += 7
            if shift > 63:
                raise self.wrong("a number of more than 64 bits")

    def take(self, length: int) -> bytes:
        if length > len(self.data) - self.at:
            raise self.wrong("the bytes end within the value")
        taken = self.data[self.at : self.at + length]
        self.at += length
        return taken

    def float(self) -> float:
        return float(struct.unpack("<d", self.take(8))[0])

    def text(self, tag: int) -> str:
        if tag == 8:
            return self.take(self.number()).decode("latin-1")
        if tag == 9:
            return self.take(2 * self.number()).decode("utf-16-le", "surrogatepass")
        raise self.wrong("not a string")


def hashable(key: Any, taken: Any) -> Any:
    """Returns the key, or what stands for one that no dict can have beside the others.

    Scripts must not choose the hashes: those of numbers that are no small integers are known, and those of many are the same.
    """
    if isinstance(key, int) and not -MAX_SAFE <= key <= MAX_SAFE:
        return BigKey(key)
    if isinstance(key, float) and math.isfinite(key) and key != 0 and not 2**-53 <= abs(key) <= MAX_SAFE:
        return BigKey(key)
    try:
        return ByIdentity(key) if key in taken else key
    except (TypeError, ValueError):
        return ByIdentity(key)


def encode(value: Any, keeper: Keeper = DATA_ONLY, roots: list[str] | None = None) -> bytes:
    """Returns the bytes of a value. `roots` are what paths call the elements of a list."""
    data = _ferrotape.encode(value)
    return Encoder(keeper, roots).all(value) if data is None else data


def decode(data: bytes, keeper: Keeper = DATA_ONLY) -> Any:
    """Returns the value of the bytes."""
    value, rest = decode_first(data, keeper)
    if rest:
        raise ConversionError("there are bytes after the value")
    return value


def decode_first(data: bytes, keeper: Keeper = DATA_ONLY) -> tuple[Any, bytes]:
    """Returns the value at the beginning of the bytes, and those behind it."""
    plain = _ferrotape.decode(data, undefined)
    if plain is not None:
        return plain[0], data[plain[1] :]
    decoder = Decoder(data, keeper)
    value = decoder.all()
    return value, data[decoder.at :]
