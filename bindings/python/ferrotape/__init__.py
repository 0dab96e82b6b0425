"""Runs JavaScript and TypeScript that you do not trust, within limits."""

from ._classes import Opaque
from ._engine import Engine
from ._errors import (
    ConversionError,
    FerrotapeError,
    InternalError,
    JsSyntaxError,
    LimitError,
    SavedError,
    ScriptError,
    UsageError,
)
from ._handles import JsFunction, JsObject, JsPromise
from ._run import Call, Run
from ._values import BigInt, BigKey, ByIdentity, JsError, JsMap, JsSet, JsSymbol, Undefined, undefined

__all__ = [
    "BigInt",
    "BigKey",
    "ByIdentity",
    "Call",
    "ConversionError",
    "Engine",
    "FerrotapeError",
    "InternalError",
    "JsError",
    "JsFunction",
    "JsMap",
    "JsObject",
    "JsPromise",
    "JsSet",
    "JsSymbol",
    "JsSyntaxError",
    "LimitError",
    "Opaque",
    "Run",
    "SavedError",
    "ScriptError",
    "Undefined",
    "UsageError",
    "undefined",
]
