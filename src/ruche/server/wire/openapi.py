"""The OpenAPI document, made from the declared calls and their messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from ruche import __version__
from ruche.server.wire.calls import PROBES, SAFE_METHODS, Call
from ruche.server.wire.messages import RefusalResponse

REF = "#/components/schemas/{name}"
IDENTIFIER = {"type": "string", "pattern": "^[0-9a-zA-Z_-]{1,40}$"}


def document(calls: Iterable[Call]) -> dict[str, Any]:
    """Return the OpenAPI document of these calls."""
    calls = list(calls)
    types = [kind for one in calls for kind in (one.body, one.response) if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, RefusalResponse], ref_template=REF)
    schema_of = dict(zip([*types, RefusalResponse], schemas, strict=True))
    paths: dict[str, Any] = {}
    for one in calls:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "ruche",
            "version": __version__,
            "description": "Play Hive over HTTP. docs/api-http.md tells how a program plays a game; the "
            "WebSockets are in docs/protocol-web.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"seat": {"type": "http", "scheme": "bearer"}},
        },
    }


def statuses(one: Call) -> list[int]:
    """Return with which statuses a call may be refused: by itself, and by what every call passes.

    That is Host (421), Origin (403), budgets (429), the body (408, 413, 415), workers (422, 503) and the
    database (503); 500 is a fault of ours.
    """
    found = {400, 500, *one.refuses}
    if one.path not in PROBES:
        found |= {421, 429, 503}
        found |= set() if one.method in SAFE_METHODS else {403}
    if one.body is not None:
        found |= {408, 413, 415}
    if one.offloaded:
        found.add(422)
    return sorted(found)


def _operation(one: Call, schema_of: dict[Any, Any]) -> dict[str, Any]:
    content = {"schema": {"type": "string"} if one.response is None else schema_of[one.response]}
    responses: dict[str, Any] = {
        str(one.status): {"description": "Done", "content": {one.media: content}},
        **{
            str(status): {
                "description": "Refused, with the reason",
                "content": {"application/json": {"schema": schema_of[RefusalResponse]}},
            }
            for status in statuses(one)
        },
    }
    operation: dict[str, Any] = {
        "summary": one.summary,
        "operationId": f"{one.module}_{one.handler.__name__}",
        "parameters": [*_path_parameters(one), *_query_parameters(one)],
        "responses": responses,
    }
    if one.body is not None:
        body = {"application/json": {"schema": schema_of[one.body]}}
        operation["requestBody"] = {"required": True, "content": body}
    if one.uses_seat or one.uses_study:
        operation["security"] = [{"seat": []}, {}]
    return operation


def _path_parameters(one: Call) -> list[dict[str, Any]]:
    return [{"name": name, "in": "path", "required": True, "schema": IDENTIFIER} for name in one.parameters]


def _query_parameters(one: Call) -> list[dict[str, Any]]:
    if one.query is None:
        return []
    (schema,) = msgspec.json.schema(one.query)["$defs"].values()
    return [
        {"name": name, "in": "query", "required": False, "schema": kind}
        for name, kind in schema["properties"].items()
    ]
