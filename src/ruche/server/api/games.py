"""Games over HTTP: make one, look at it, play, offer, join, name oneself, follow."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse

from ruche.server.context import match_of, state_of
from ruche.server.wire.calls import call
from ruche.server.wire.match_views import ended, frames_of
from ruche.server.wire.messages import (
    ActionRequest,
    ActionResponse,
    CreateGameRequest,
    CreateGameResponse,
    FramesResponse,
    GameQuery,
    JoinRequest,
    JoinResponse,
    NameRequest,
    OfferRequest,
    RecordQuery,
    View,
    ViewResponse,
    WhyRequest,
    WhyResponse,
)
from ruche.server.wire.position_views import outcome_view
from ruche.server.wire.records import record_of
from ruche.server.wire.refusals import refuse, sentence, why_view


@call("POST", "/api/games", status=201, refuses=(409, 422))
async def create(request: Request, body: CreateGameRequest) -> CreateGameResponse:
    """Make a game."""
    matches = state_of(request).matches
    live, held = await matches.create(body)
    game = live.match.id
    is_open = any(player.kind == "open" for player in live.match.players.values())
    return CreateGameResponse(
        id=game,
        seats=matches.seats.tokens(game, held),
        invite=matches.seats.invite(game) if is_open else None,
        url=f"/game/{game}",
    )


@call("GET", "/api/games/{id}", uses_seat=True, refuses=(404,))
async def look(request: Request, query: GameQuery) -> View:
    """Look at a game; with `wait`, once there are more than `after` log entries or time is up."""
    live, held = await match_of(request)
    if query.wait:
        await _more_than(request, query.after, query.wait)
    return await state_of(request).matches.view(live, held)


async def _more_than(request: Request, after: int, wait: int) -> None:
    live, _ = await match_of(request)
    closing = state_of(request).matches.closing
    news = asyncio.Event()
    live.followers.add(news)
    try:
        async with asyncio.timeout(wait):
            while live.match.seq <= after and not closing.is_set():
                await news.wait()
                news.clear()
    except TimeoutError:
        pass
    finally:
        live.followers.discard(news)


@call("GET", "/api/games/{id}/frames", uses_seat=True, refuses=(404,))
async def frames(request: Request) -> FramesResponse:
    """Show every position of a game."""
    live, held = await match_of(request)
    async with live.lock:
        match = live.match
        playthrough, hidden = match.playthrough.copy(), match.hidden_hand(held)
        last = outcome_view(match.outcome), match.state
    game_type = playthrough.position.game_type
    shown = await frames_of(playthrough, hidden=hidden)
    shown[-1] = ended(shown[-1], *last)
    return FramesResponse(type=str(game_type), options=game_type.options, frames=shown)


@call("POST", "/api/games/{id}/actions", uses_seat=True, refuses=(403, 404, 409, 422))
async def act(request: Request, body: ActionRequest) -> ActionResponse:
    """Play an action; the same request sent twice is carried out once."""
    live, held = await match_of(request)
    view = await state_of(request).matches.play(live, held, body)
    return ActionResponse(seq=view.seq, view=view)


@call("POST", "/api/games/{id}/why", uses_seat=True, refuses=(404,))
async def why(request: Request, body: WhyRequest) -> WhyResponse:
    """Say why clicks or an action are refused."""
    live, held = await match_of(request)
    async with live.lock:
        match = live.match
        if not held:
            reason = sentence("not_seated")
        elif match.ended is not None:
            reason = sentence("over")
        elif match.to_move is not None and match.to_move not in held:
            reason = sentence("not_your_turn")
        else:
            return why_view(match.position, body)
    return WhyResponse(reason=reason)


@call("POST", "/api/games/{id}/offers", uses_seat=True, refuses=(403, 404, 409))
async def offer(request: Request, body: OfferRequest) -> ViewResponse:
    """Offer a draw, a takeback or a rematch, answer an offer, or resign."""
    live, held = await match_of(request)
    return ViewResponse(view=await state_of(request).matches.offer(live, held, body))


@call("POST", "/api/games/{id}/join", refuses=(403, 404, 409))
async def join(request: Request, body: JoinRequest) -> JoinResponse:
    """Take the open seat."""
    live, _ = await match_of(request)
    matches = state_of(request).matches
    taken = await matches.join(live, body.invite, body.name.strip())
    return JoinResponse(seats=matches.seats.tokens(live.match.id, taken))


@call("POST", "/api/games/{id}/name", uses_seat=True, refuses=(403, 404, 409))
async def name(request: Request, body: NameRequest) -> ViewResponse:
    """Give a name to a player who sat down without one."""
    live, held = await match_of(request)
    return ViewResponse(view=await state_of(request).matches.name(live, held, body.name.strip()))


@call("GET", "/api/games/{id}/record", media="text/plain", uses_seat=True, refuses=(404, 409, 422))
async def record(request: Request, query: RecordQuery) -> PlainTextResponse:
    """Give a game's record."""
    live, held = await match_of(request)
    async with live.lock:
        if live.match.hidden_hand(held) is not None:
            raise refuse("hidden")
        text = record_of(live.match, query.format)
    return PlainTextResponse(text)
