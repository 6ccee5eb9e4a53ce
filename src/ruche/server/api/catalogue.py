"""What does not change while the server runs: types, levels, words; and the operator's figures."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from ruche import BUGS, COMPILED, GameType, __version__, words
from ruche.engine.levels import LEVELS
from ruche.rules.facts.bugs import BASE, VENOM
from ruche.rules.facts.game_type import EXTRAS, MODULES, OPTIONS
from ruche.server import api
from ruche.server.context import context_of
from ruche.server.wire.calls import Call, call
from ruche.server.wire.messages import FiguresResponse, LevelView, ResponseBody
from ruche.server.wire.openapi import document

SETS = (BASE, VENOM)


class Preset(NamedTuple):
    """A game that is offered by name, and how hard it is to play, from 1 to 5."""

    game_type: GameType
    difficulty: int


# The sentences are `page.preset.<key>`.
PRESETS = {
    "base": Preset(GameType("Base"), 1),
    "carbon": Preset(GameType("Carbon"), 2),
    "complete": Preset(GameType("Base+MLP", queen_opening="forbidden"), 3),
    "venom": Preset(GameType("Venom+MLP"), 4),
    "swarm": Preset(GameType("Base+MLP+Swarm"), 3),
    "ultimate": Preset(GameType("Ultimate"), 5),
}


class HealthResponse(ResponseBody):
    """The server is up."""

    ok: bool
    version: str
    compiled: bool


class PresetView(ResponseBody):
    """A game type that is offered by name."""

    type: str
    pieces: int
    bugs: list[str]


class BugView(ResponseBody):
    """A bug and its letter."""

    letter: str
    name: str


class TypesResponse(ResponseBody):
    """What game types are made of: sets, letters of extras, modules; the options, the default first."""

    presets: list[PresetView]
    sets: list[str]
    letters: list[str]
    modules: list[str]
    options: dict[str, list[str]]
    bugs: list[BugView]


@call("GET", "/healthz")
async def healthz(_: Request) -> HealthResponse:
    """Say that the server is up."""
    return HealthResponse(ok=True, version=__version__, compiled=COMPILED)


@call("GET", "/api/types", constant=True)
def types() -> TypesResponse:
    """List game types, modules, options and bugs."""
    presets = [
        PresetView(type=str(kind), pieces=len(kind.pieces), bugs=[bug.name for bug in kind.bugs])
        for kind, _ in PRESETS.values()
    ]
    return TypesResponse(
        presets=presets,
        sets=list(SETS),
        letters=list(EXTRAS),
        modules=list(MODULES),
        options={name: list(values) for name, values in OPTIONS.items()},
        bugs=[BugView(letter=bug.letter, name=bug.name) for bug in BUGS],
    )


@call("GET", "/api/levels", constant=True)
def levels() -> list[LevelView]:
    """List the levels of the machine."""
    return [
        LevelView(
            level=level.number,
            name={language: level.name(language) for language in words.LANGUAGES},
            about={language: level.about(language) for language in words.LANGUAGES},
        )
        for level in LEVELS
    ]


@call("GET", "/api/words", constant=True)
def all_words() -> dict[str, dict[str, str]]:
    """Give every sentence, by language."""
    return {lang: {key: words.text_of(key, lang) for key in sorted(words.keys())} for lang in words.LANGUAGES}


@call("GET", "/api/figures", refuses=(403,))
async def figures(request: Request) -> FiguresResponse:
    """Give the operator's figures."""
    return FiguresResponse(figures=await all_figures(request))


async def all_figures(request: Request) -> dict[str, float | str]:
    """Return every figure by its name, if it is the operator who asks."""
    context = context_of(request)
    context.operator.admit(request)
    return {
        **await context.database.totals(),
        "games.in_memory": len(context.registry.replicas.by_id),
        "games.quarantined": ", ".join(await context.database.faults()),
        "visitors.following": sum(
            len(replica.followers) + len(replica.waiting)
            for replica in context.registry.replicas.by_id.values()
        ),
        **context.figures.summary(),
        **context.workers.figures(),
        "log.commits": context.database.writer.commits,
        "log.batches": context.database.writer.batches,
        "version": __version__,
        "rules": "compiled" if COMPILED else "plain Python",
    }


@call("GET", "/metrics", media="text/plain", refuses=(403,))
async def metrics(request: Request) -> PlainTextResponse:
    """Give the operator's figures as Prometheus reads them."""
    found = await all_figures(request)
    lines = [
        f"ruche_{re.sub(r'[^a-zA-Z0-9]', '_', name)} {value}"
        for name, value in found.items()
        if not isinstance(value, str)
    ]
    return PlainTextResponse("\n".join(lines) + "\n", media_type="text/plain; version=0.0.4")


@call("GET", "/api/openapi.json", constant=True)
def openapi() -> dict[str, Any]:
    """Describe this API (OpenAPI)."""
    return document(one for one in api.endpoints() if isinstance(one, Call))
