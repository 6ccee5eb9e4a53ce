"""The description of the API, made from the messages themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from ruche import __version__
from ruche.notation.records import FORMATS
from ruche.server.lessons import LessonRow, LessonView, TryLessonRequest, TryLessonResponse
from ruche.server.puzzles import PuzzleRow, PuzzleView, TryPuzzleRequest, TryPuzzleResponse
from ruche.server.records import ReadRecordRequest, ReadRecordResponse, WriteRecordRequest
from ruche.server.rulebook import RulesPageResponse
from ruche.server.wire import messages as m
from ruche.words import LANGUAGES

REF = "#/components/schemas/{name}"


@dataclass(frozen=True)
class Call:
    """One thing that can be asked."""

    method: str
    path: str
    summary: str
    status: int = 200
    asks: Any = None  # the type of the body
    gives: Any = None  # the type of the answer; None: see `media`
    media: str = "application/json"
    query: dict[str, dict[str, Any]] = field(default_factory=dict)
    seat: bool = False  # whether a seat token changes the answer
    refusals: tuple[int, ...] = ()


GAME_QUERY: dict[str, dict[str, Any]] = {
    "after": {"type": "integer", "minimum": 0, "maximum": 1_000_000},
    "wait": {"type": "integer", "minimum": 0, "maximum": 55},
}
SEARCH: dict[str, dict[str, Any]] = {
    "type": {"type": "string", "maxLength": 80},
    "player": {"type": "string", "maxLength": 80},
    "result": {"type": "string", "enum": ["", "white", "black", "draw"]},
    "state": {"type": "string", "enum": ["", "running", "finished"]},
}
PAGE: dict[str, dict[str, Any]] = {"page": {"type": "integer", "minimum": 1, "maximum": 1_000_000}}
ONE = "/api/games/{id}"
CALLS = (
    Call(
        "post",
        "/api/games",
        "Make a game",
        201,
        m.CreateGameRequest,
        m.CreateGameResponse,
        refusals=(409, 422),
    ),
    Call("get", "/api/games", "Search the archive", gives=m.ArchiveResponse, query={**SEARCH, **PAGE}),
    Call(
        "get",
        ONE,
        "Look at a game; with `wait`, once there are more than `after` log entries or time is up",
        gives=m.View,
        query=GAME_QUERY,
        seat=True,
        refusals=(404,),
    ),
    Call(
        "get", ONE + "/frames", "Every position of a game", gives=m.FramesResponse, seat=True, refusals=(404,)
    ),
    Call(
        "post",
        ONE + "/actions",
        "Play an action; the same request sent twice is carried out once",
        asks=m.ActionRequest,
        gives=m.ActionResponse,
        seat=True,
        refusals=(403, 404, 409, 422),
    ),
    Call(
        "post",
        ONE + "/why",
        "Why is it refused?",
        asks=m.WhyRequest,
        gives=m.WhyResponse,
        seat=True,
        refusals=(404,),
    ),
    Call(
        "post",
        ONE + "/offers",
        "Offer a draw, a takeback or a rematch, answer an offer, or resign",
        asks=m.OfferRequest,
        gives=m.ViewResponse,
        seat=True,
        refusals=(403, 404, 409),
    ),
    Call(
        "post",
        ONE + "/join",
        "Take the open seat",
        asks=m.JoinRequest,
        gives=m.JoinResponse,
        refusals=(403, 404, 409),
    ),
    Call(
        "post",
        ONE + "/name",
        "Give a name to who sits there without one",
        asks=m.NameRequest,
        gives=m.ViewResponse,
        seat=True,
        refusals=(403, 404, 409),
    ),
    Call(
        "get",
        ONE + "/record",
        "A game's record",
        media="text/plain",
        query={"format": {"type": "string", "enum": list(FORMATS)}},
        seat=True,
        refusals=(404, 409, 422),
    ),
    Call("get", "/api/archive.gamestrings", "All records", media="text/plain", query=SEARCH),
    Call("get", "/api/archive.pgn", "All records", media="text/plain", query=SEARCH),
    Call("post", "/api/view", "Look at any position", asks=m.Line, gives=m.View, refusals=(422,)),
    Call(
        "post", "/api/setup", "Any position as a set-up", asks=m.Line, gives=m.SetUpResponse, refusals=(422,)
    ),
    Call(
        "post",
        "/api/frames",
        "Every position of a line",
        asks=m.Line,
        gives=m.FramesResponse,
        refusals=(422,),
    ),
    Call(
        "post",
        "/api/why",
        "Why is it refused there?",
        asks=m.LineWhyRequest,
        gives=m.WhyResponse,
        refusals=(422,),
    ),
    Call(
        "post",
        "/api/picture",
        "Draw a position",
        asks=m.PictureRequest,
        media="image/*",
        refusals=(422, 501),
    ),
    Call("get", "/api/formats", "The formats of records", gives=list[m.FormatView]),
    Call(
        "post",
        "/api/records/read",
        "Read a record",
        asks=ReadRecordRequest,
        gives=ReadRecordResponse,
        refusals=(422,),
    ),
    Call(
        "post",
        "/api/records/write",
        "Write one",
        asks=WriteRecordRequest,
        gives=m.WriteRecordResponse,
        refusals=(422,),
    ),
    Call("get", "/api/puzzles", "The puzzles", gives=list[PuzzleRow]),
    Call("get", "/api/puzzles/{id}", "A puzzle to be solved", gives=PuzzleView, refusals=(404,)),
    Call(
        "post",
        "/api/puzzles/{id}/try",
        "Is it right?",
        asks=TryPuzzleRequest,
        gives=TryPuzzleResponse,
        refusals=(404,),
    ),
    Call("get", "/api/lessons", "The lessons", gives=list[LessonRow]),
    Call("get", "/api/lessons/{id}", "A lesson with its exercises", gives=LessonView, refusals=(404,)),
    Call(
        "post",
        "/api/lessons/{id}/try",
        "Is it what the exercise asks for?",
        asks=TryLessonRequest,
        gives=TryLessonResponse,
        refusals=(404, 422),
    ),
    Call(
        "get",
        "/api/rules/{id}",
        "A page of the rules, by its name or by the id of a rule that it explains, with drawn diagrams",
        gives=RulesPageResponse,
        query={"language": {"type": "string", "enum": list(LANGUAGES)}},
        refusals=(404,),
    ),
    Call("get", "/api/levels", "The machine's levels", gives=list[m.LevelView]),
    Call("get", "/api/types", "Game types, modules, options, bugs", gives=dict[str, Any]),
    Call("get", "/api/words", "Every sentence, by language", gives=dict[str, dict[str, str]]),
    Call("get", "/api/figures", "The operator's figures", gives=m.FiguresResponse),
    Call("get", "/healthz", "Is the server there?", gives=dict[str, Any]),
)


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    types = [kind for call in CALLS for kind in (call.asks, call.gives) if kind is not None]
    schemas, components = msgspec.json.schema_components([*types, m.RefusalResponse], ref_template=REF)
    found = dict(zip(map(id, types), schemas, strict=False))
    error = schemas[-1]
    paths: dict[str, Any] = {}
    for call in CALLS:
        paths.setdefault(call.path, {})[call.method] = _operation(call, found, error)
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


def _operation(call: Call, schemas: dict[int, Any], error: Any) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "query", "required": False, "schema": schema}
        for name, schema in call.query.items()
    ]
    if "{id}" in call.path:
        schema = {"type": "string", "pattern": "^[0-9a-zA-Z_-]{1,40}$"}
        parameters.insert(0, {"name": "id", "in": "path", "required": True, "schema": schema})
    content = (
        {"schema": schemas[id(call.gives)]} if call.gives is not None else {"schema": {"type": "string"}}
    )
    answers: dict[str, Any] = {str(call.status): {"description": "Done", "content": {call.media: content}}}
    refusals = {400, *call.refusals, *((413,) if call.asks is not None else ())}
    for status in sorted(refusals):
        answers[str(status)] = {
            "description": "Refused, with the reason",
            "content": {"application/json": {"schema": error}},
        }
    operation: dict[str, Any] = {
        "summary": call.summary,
        "operationId": f"{call.method}_{call.path.strip('/').replace('/', '_').replace('.', '_')}",
        "parameters": parameters,
        "responses": answers,
    }
    if call.asks is not None:
        body = {"application/json": {"schema": schemas[id(call.asks)]}}
        operation["requestBody"] = {"required": True, "content": body}
    if call.seat:
        operation["security"] = [{"seat": []}, {}]
    return operation
