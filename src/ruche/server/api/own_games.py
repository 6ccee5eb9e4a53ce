"""One's own games: take them along, or have them forgotten."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from msgspec import Meta
from starlette.requests import Request

from ruche.play.secrecy import hidden_choice
from ruche.server.api import downloads
from ruche.server.api.downloads import Download
from ruche.server.context import AppContext, context_of, seated
from ruche.server.match import decisions
from ruche.server.match.events import Entry
from ruche.server.match.refusals import MatchRefusalError, RefusalKind
from ruche.server.wire.calls import call
from ruche.server.wire.messages import (
    ChangeRequest,
    RecordFormat,
    RequestBody,
    ResponseBody,
)
from ruche.server.wire.records import record_of
from ruche.server.wire.requests import request_of

MOST_GAMES = 500
GameId = Annotated[str, Meta(min_length=1, max_length=16)]
SeatTokens = Annotated[str, Meta(min_length=1, max_length=120)]


class OwnGame(RequestBody):
    """A game, and the tokens of one's seats there, joined by commas."""

    id: GameId
    seats: SeatTokens


class ExportRequest(RequestBody):
    """Which games, and in which format."""

    games: Annotated[list[OwnGame], Meta(max_length=MOST_GAMES)]
    format: RecordFormat = "pgn"


class ForgetRequest(ChangeRequest, kw_only=True):
    """Remove the sender's name, or the game if nobody else sat there."""


class ForgetResponse(ResponseBody):
    """What was done: whether the whole game is gone."""

    deleted: bool


@call("POST", "/api/export", media="text/plain", cost=100)
async def export(request: Request, body: ExportRequest) -> Download:
    """Stream the records of one's own games; those that one has no seat at are left out."""
    return Download(_records(context_of(request), body), "ruche.txt")


async def _records(context: AppContext, body: ExportRequest) -> AsyncIterator[str]:
    registry = context.registry
    for game in body.games:
        try:
            async with registry.replicas.hold(game.id) as replica:
                held = registry.seats.held(game.id, game.seats, replica.match.generations)
        except MatchRefusalError:
            continue
        if held:
            yield await downloads.record(context, game.id, own_record, held, body.format)


def own_record(entries: list[Entry], held: decisions.Held, form: str) -> str | None:
    """Return the record of a game as its player may have it; empty while the other's hand is secret."""
    match = downloads.replayed(entries)
    if match is None:
        return None
    return record_of(match, form) if hidden_choice(match.position, held) is None else ""


@call("POST", "/api/games/{id}/forget", uses_seat=True, refuses=(403, 404, 409, 410, 503))
async def forget(request: Request, body: ForgetRequest) -> ForgetResponse:
    """Remove one's name from one's seat, or the whole game if nobody else sat there."""
    context = context_of(request)
    registry = context.registry
    async with seated(request) as (replica, held):
        if not held:
            raise MatchRefusalError(RefusalKind.NOT_SEATED)
        others = [player for colour, player in replica.match.players.items() if colour not in held]
        if not any(player.kind == "person" for player in others):
            await registry.delete(replica)
            return ForgetResponse(deleted=True)
        made_by = request_of("forget", held, body)
        await registry.submit(replica, partial(decisions.forget_name, held=held), made_by)
        await registry.forget_names(replica, held)
        return ForgetResponse(deleted=False)
