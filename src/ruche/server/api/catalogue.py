"""What does not change while the server runs: types, levels, words; and the operator's figures."""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ruche import BUGS, COMPILED, GameType, __version__, words
from ruche.engine.levels import LEVELS
from ruche.rules.facts.game_type import MODULES, OPTIONS
from ruche.server.context import state_of
from ruche.server.wire.http import answer
from ruche.server.wire.messages import FiguresResponse, LevelView
from ruche.server.wire.openapi import document

PRESETS = (
    "Base",
    "Base+ML",
    "Base+MLP",
    "Venom",
    "Venom+MLP",
    "Base+MLP+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
)


async def healthz(_: Request) -> Response:
    """Say that the server is there."""
    return answer({"ok": True, "version": __version__, "compiled": COMPILED})


@cache
def _types() -> dict[str, object]:
    presets = [
        {
            "type": str(kind),
            "pieces": len(kind.pieces),
            "bugs": [bug.name for bug in kind.bugs],
        }
        for kind in map(GameType, PRESETS)
    ]
    return {
        "presets": presets,
        "sets": ["Base", "Venom"],
        "letters": ["M", "L", "P"],
        "modules": list(MODULES),
        "options": {name: list(values) for name, values in OPTIONS.items()},
        "bugs": [{"letter": bug.letter, "name": bug.name} for bug in BUGS],
    }


async def types(_: Request) -> Response:
    """List game types, modules, options and bugs."""
    return answer(_types())


@cache
def _levels() -> list[LevelView]:
    return [
        LevelView(
            level=level.number,
            name={language: level.name(language) for language in words.LANGUAGES},
            about={language: level.about(language) for language in words.LANGUAGES},
        )
        for level in LEVELS
    ]


async def levels(_: Request) -> Response:
    """List the levels of the machine."""
    return answer(_levels())


async def all_words(_: Request) -> Response:
    """Give the catalogue in every language."""
    return answer(
        {lang: {key: words.entry(key)[lang] for key in sorted(words.keys())} for lang in words.LANGUAGES}
    )


async def figures(request: Request) -> Response:
    """Give the operator's figures."""
    state = state_of(request)
    found: dict[str, float | str] = {
        **await state.store.totals(),
        "games.in_memory": len(state.matches.live),
        "visitors.following": sum(len(live.followers) for live in state.matches.live.values()),
        **state.figures.summary(),
        **state.workers.figures(),
        "log.commits": state.store.commits,
        "log.batches": state.store.batches,
        "version": __version__,
        "rules": "compiled" if COMPILED else "plain Python",
    }
    return answer(FiguresResponse(figures=found))


async def openapi(_: Request) -> Response:
    """Describe this API."""
    return answer(document())


ROUTES = [
    Route("/healthz", healthz, methods=["GET"]),
    Route("/api/types", types, methods=["GET"]),
    Route("/api/levels", levels, methods=["GET"]),
    Route("/api/words", all_words, methods=["GET"]),
    Route("/api/figures", figures, methods=["GET"]),
    Route("/api/openapi.json", openapi, methods=["GET"]),
]
