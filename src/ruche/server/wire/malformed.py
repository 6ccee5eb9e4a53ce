"""Requests that cannot be read: what msgspec finds wrong with them, as sentences for whoever sent them."""

from __future__ import annotations

import re

from ruche import words
from ruche.words.errors import LocalizedError

_PLACE = re.compile(r" - at `(?:key in )?\$\.?(?P<field>[^`]*)`$")
# What msgspec says, and the sentence for it. What is not listed is quoted as it is.
_FOUND = [
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r"Object missing required field `(?P<field>[^`]*)`", "missing"),
        (r"Object contains unknown field `(?P<field>[^`]*)`", "unknown"),
        (r"Expected `(?P<wanted>[^`]*)`, got `(?P<given>[^`]*)`", "kind"),
        (r"Expected `(?P<wanted>[^`]*)`$", "expected"),
        (r"Expected `str` of length <= (?P<limit>\d+)", "long"),
        (r"Expected `str` of length >= (?P<limit>\d+)", "short"),
        (r"Expected `\w+` of length <= (?P<limit>\d+)", "many"),
        (r"Expected `\w+` of length >= (?P<limit>\d+)", "few"),
        (r"Expected `\w+` <=? (?P<limit>[-\d.]+)", "high"),
        (r"Expected `\w+` >=? (?P<limit>[-\d.]+)", "low"),
        (r"Number out of range", "range"),
        (r"Expected `str` matching regex '\^\((?P<choices>[\w|]+)\)\(\?!\\\\n\)\$'", "choice"),
        (r"Expected `\w+` matching regex", "spelling"),
        (r"Invalid (?:enum )?value (?P<given>.+)", "value"),
        (r"Input data was truncated", "truncated"),
        (r"JSON is malformed: .*\(byte (?P<byte>\d+)\)", "json"),
    )
]
KINDS = ("int", "float", "str", "bool", "array", "object", "null")  # of JSON values that have a name


class MalformedError(LocalizedError):
    """A request that cannot be read, or part of it; its sentence is `malformed.<kind>` in the catalogue."""

    area = "malformed"


class Kinds:
    """Kinds of JSON values, such as `int | null`, as players read them."""

    def __init__(self, text: str) -> None:
        self.names = text.split(" | ")

    def say(self, language: str) -> str:
        """Return the names in a language."""
        known = [words.say(f"malformed.a.{name}", language) if name in KINDS else name for name in self.names]
        return f" {words.say('malformed.or', language)} ".join(known)


def malformed(error: Exception) -> MalformedError:
    """Return what is wrong with a request that msgspec cannot read."""
    if isinstance(error, UnicodeError):
        return MalformedError("text")
    if isinstance(error, RecursionError):
        return MalformedError("deep")
    text = str(error)
    place = _PLACE.search(text)
    said = text[: place.start()] if place else text
    for pattern, kind in _FOUND:
        if found := pattern.match(said):
            values: dict[str, object] = {"field": _path(place), **found.groupdict()}
            if kind in ("missing", "unknown"):
                values["field"] = ".".join(filter(None, (_path(place), found["field"])))
            if kind == "kind":
                values = {**values, "wanted": Kinds(found["wanted"]), "given": Kinds(found["given"])}
                kind = "kind" if place else "whole_kind"
            if kind == "expected":
                values["wanted"] = Kinds(found["wanted"])
            if kind == "choice":
                values["choices"] = ", ".join(found["choices"].split("|"))
            if kind == "value":
                values["given"] = found["given"].strip("'\"")
            return MalformedError(kind, **values)
    return MalformedError("other", detail=text)


def _path(place: re.Match[str] | None) -> str:
    return place["field"] if place else ""
