"""TypeScript for the page: the types of all messages, and a client with a function a call."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, Literal, get_args, get_origin

from msgspec import inspect

from ruche.server.wire.calls import Call, Socket
from ruche.server.wire.messages import Query, RefusalResponse, RequestBody

SCALARS: dict[type[inspect.Type], str] = {
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.AnyType: "unknown",
}


class Types:
    """The TypeScript types of messages; whatever a message refers to comes with it."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}  # declarations by name
        self.literals: dict[tuple[Any, ...], str] = {}  # names of the choices that have one

    def text(self, kind: Any) -> str:
        """Return how TypeScript writes a type."""
        return self._text(inspect.type_info(kind))

    def declare(self, name: str, kind: Any, about: str) -> None:
        """Give a type a name of its own."""
        self.texts[name] = f"/** {about} */\nexport type {name} = {self.text(kind)}\n"

    def _text(self, kind: inspect.Type, lists: str = "") -> str:
        match kind:
            case inspect.Metadata():
                return self._text(kind.type, lists)
            case inspect.LiteralType():
                return self._literal(kind.values)
            case inspect.EnumType():
                return self._named(kind.cls.__name__, tuple(sorted(kind.cls)))
            case inspect.UnionType():
                return " | ".join(self._text(one, lists) for one in kind.types)
            case inspect.ListType():
                item = self._text(kind.item_type, lists)
                return f"{lists}({item})[]" if "|" in item else f"{lists}{item}[]"
            case inspect.TupleType():
                return f"[{', '.join(self._text(one) for one in kind.item_types)}]"
            case inspect.DictType():
                return self._record(kind, lists)
            case inspect.StructType():
                return self._struct(kind)
        return SCALARS[type(kind)]

    def _literal(self, values: tuple[Any, ...]) -> str:
        name = self.literals.get(values)
        return " | ".join(map(_value, values)) if name is None else self._named(name, values)

    def _named(self, name: str, values: tuple[Any, ...]) -> str:
        self.texts[name] = f"export type {name} = {' | '.join(map(_value, values))}\n"
        return name

    def _record(self, kind: inspect.DictType, lists: str) -> str:
        text = f"Record<{self._text(kind.key_type)}, {self._text(kind.value_type, lists)}>"
        key = kind.key_type
        partial = isinstance(key, inspect.LiteralType) and kind.min_length != len(key.values)
        return f"Partial<{text}>" if partial else text

    def _struct(self, kind: inspect.StructType) -> str:
        name = kind.cls.__name__
        if name not in self.texts:
            self.texts[name] = ""  # a message may hold others of its kind
            for alias, value in vars(sys.modules[kind.cls.__module__]).items():
                if get_origin(value) is Literal:
                    self.literals.setdefault(tuple(sorted(get_args(value))), alias)
            fields = "".join(f"  {line}\n" for line in self._fields(kind))
            about = " ".join((kind.cls.__doc__ or "").split())
            self.texts[name] = f"/** {about} */\nexport interface {name} {{\n{fields}}}\n"
        return name

    def _fields(self, kind: inspect.StructType) -> Iterator[str]:
        if kind.tag_field is not None:
            yield f"{kind.tag_field}: {_value(kind.tag)}"
        asked = issubclass(kind.cls, RequestBody | Query)
        may_lack = asked or kind.cls.__struct_config__.omit_defaults
        for one in kind.fields:
            optional = "?" if may_lack and not one.required else ""
            yield f"{one.encode_name}{optional}: {self._text(one.type, 'readonly ' if asked else '')}"


def messages(endpoints: Iterable[Call | Socket]) -> str:
    """Return the types of all that goes over the wire."""
    types = Types()
    types.text(RefusalResponse)
    for one in endpoints:
        if isinstance(one, Call):
            for kind in (one.query, one.body, one.response):
                if kind is not None:
                    types.text(kind)
        else:
            name = one.module.capitalize()
            types.declare(f"{name}Command", one.takes, f"What {one.path} takes.")
            types.declare(f"{name}Event", one.sends, f"What {one.path} sends.")
    return "\n".join(text for _, text in sorted(types.texts.items()))


def client(calls: Iterable[Call]) -> str:
    """Return a client: a group a module, in it a function a call; how they are sent is given to it."""
    types = Types()
    groups: dict[str, list[str]] = {}
    for one in calls:
        groups.setdefault(one.module, []).append(_function(one, types))
    body = "".join(f"  {name}: {{\n{''.join(lines)}  }},\n" for name, lines in groups.items())
    code = re.sub(r"/\*.*?\*/", "", body)
    names = ", ".join(sorted(name for name in types.texts if re.search(rf"\b{name}\b", code)))
    return (
        f"import type {{ {names} }} from './messages'\n"
        f"{CLIENT}\nexport const calls = (send: Send) => ({{\n{body}}})\n"
    )


CLIENT = """
export interface Sent {
  query?: object
  body?: object
  /** The game whose seat is shown. */
  seat?: string
  /** The study whose token is shown; empty: that of the maker of all one's own. */
  study?: string
}

/** How a call reaches the server. */
export interface Send {
  json<T>(method: string, path: string, sent?: Sent): Promise<T>
  text(method: string, path: string, sent?: Sent): Promise<string>
  blob(method: string, path: string, sent?: Sent): Promise<Blob>
}

const part = encodeURIComponent
"""


def _function(one: Call, types: Types) -> str:
    arguments = [f"{name}: string" for name in one.parameters]
    sent = []
    if one.body is not None:
        arguments.append(f"body: {types.text(one.body)}")
        sent.append("body")
    if one.query is not None:
        arguments.append(f"query: {types.text(one.query)} = {{}}")
        sent.append("query")
    if one.uses_seat:
        sent.append(f"seat: {one.parameters[0]}")
    if one.uses_study:
        sent.append(f"study: {one.parameters[0]}" if one.parameters else "study: ''")
    path = re.sub(r"{(\w+)}", r"${part(\1)}", one.path)
    values = [f"'{one.method}'", f"`{path}`" if one.parameters else f"'{path}'"]
    if sent:
        values.append(f"{{ {', '.join(sent)} }}")
    if one.response is not None:
        how = f"json<{types.text(one.response)}>"
    else:
        how = "text" if one.media.startswith("text/") else "blob"
    name = re.sub(r"_(\w)", lambda found: found[1].upper(), one.handler.__name__)
    return (
        f"    /** {one.summary}. */\n"
        f"    {name}: ({', '.join(arguments)}) => send.{how}({', '.join(values)}),\n"
    )


def constant(name: str, value: object, about: str) -> str:
    """Return a table of data, one row per line."""
    match value:
        case dict():
            text = "{\n" + "".join(f"  {key}: {_value(item)},\n" for key, item in value.items()) + "}"
        case list():
            text = "[\n" + "".join(f"  {_value(item)},\n" for item in value) + "]"
        case _:
            text = _value(value)
    return f"/** {about} */\nexport const {name} = {text} as const\n"


def _value(value: object) -> str:
    match value:
        case str():
            return f"'{value}'"
        case dict():
            return f"{{ {', '.join(f'{key}: {_value(item)}' for key, item in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value)
