"""Errors: one class for each kind."""

from __future__ import annotations

import json
from typing import Any


class FerrotapeError(Exception):
    """An error of the engine. `report` is for people: the place with its line, notes, the script's stack."""

    kind = "internal"

    def __init__(self, message: str, record: dict[str, Any] | None = None):
        super().__init__(message)
        record = record or {}
        self.message = message
        self.report: str = record.get("report") or message
        told = json.loads(record["json"]) if record.get("json") else {}
        self.place: dict[str, Any] | None = told.get("place")
        self.notes: list[Any] = told.get("notes") or []
        self.frames: list[Any] = told.get("stack") or []
        self._told = told

    def to_json(self) -> dict[str, Any]:
        """Returns everything known about the error as data: what to give to a model."""
        return self._told or {"kind": self.kind, "message": self.message}


class ScriptError(FerrotapeError):
    """A script has thrown: `thrown` is the value. `__cause__` is the exception of the host that the script let through."""

    kind = "exception"
    thrown: Any = None

    @property
    def name(self) -> str:
        """Returns the name of what was thrown, as `TypeError`."""
        return getattr(self.thrown, "name", "")

    @property
    def stack(self) -> str:
        """Returns the stack of the script."""
        return getattr(self.thrown, "stack", None) or ""


class JsSyntaxError(FerrotapeError):
    """The source text does not parse."""

    kind = "syntax"


class ConversionError(FerrotapeError, TypeError):
    """A value cannot cross; `path` leads to the part that cannot."""

    kind = "conversion"

    def __init__(self, message: str, path: str = "", record: dict[str, Any] | None = None):
        super().__init__(f"{path}: {message}" if path and record is None else message, record)
        self.path = path


class LimitError(FerrotapeError):
    """A limit has ended the script: `limit` is `fuel`, `time`, `memory`, `source` or `cancelled`."""

    kind = "limit"
    limit = ""


class SavedError(FerrotapeError):
    """Saved bytes are not right: `problem` is `notSaved`, `otherVersion`, `otherGoal`, `damaged`, `tooLarge` or `other`."""

    kind = "saved"
    problem = ""


class UsageError(FerrotapeError):
    """The package was not used as it can be."""

    kind = "usage"


class InternalError(FerrotapeError):
    """The engine has failed, and is lost."""


def error_of(record: dict[str, Any]) -> FerrotapeError:
    """Returns the error for a record of the engine."""
    kind, message = record.get("kind"), record.get("message") or ""
    if kind == "conversion":
        return ConversionError(message, record.get("path") or "", record)
    classes = {"syntax": JsSyntaxError, "limit": LimitError, "saved": SavedError, "usage": UsageError}
    error = classes.get(kind or "", ScriptError)(message, record)
    if isinstance(error, LimitError):
        error.limit = record.get("limit") or ""
    if isinstance(error, SavedError):
        error.problem = record.get("problem") or ""
    return error
