"""Games over HTTP: make one, look at it, play, offer, join, name oneself, follow."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ruche.server.context import match_of, state_of
from ruche.server.records import record_of
from ruche.server.why import why_not_action, why_not_clicks
from ruche.server.wire.http import answer, asked, number
from ruche.server.wire.match_views import copy_of, course_frames, ended
from ruche.server.wire.messages import (
    ActionRequest,
    ActionResponse,
    CreateGameRequest,
    CreateGameResponse,
    FramesResponse,
    JoinRequest,
    JoinResponse,
    NameRequest,
    OfferRequest,
    ViewResponse,
    WhyRequest,
    WhyResponse,
)
from ruche.server.wire.position_views import outcome_view
from ruche.server.wire.refusals import refuse, sentence

LONGEST_WAIT = 55


async def create(request: Request) -> Response:
    """Make a game."""
    body = await asked(request, CreateGameRequest)
    matches = state_of(request).matches
    live, held = await matches.create(body)
    game = live.match.id
    is_open = any(player.kind == "open" for player in live.match.players.values())
    made = CreateGameResponse(
        id=game,
        seats=matches.seats.tokens(game, held),
        invite=matches.seats.invite(game) if is_open else None,
        url=f"/game/{game}",
    )
    return answer(made, 201)


async def look(request: Request) -> Response:
    """Show a game; with `after` and `wait` only once there is more than `after` entries, or time is up."""
    live, held = await match_of(request)
    matches = state_of(request).matches
    wait = number(request, "wait", 0, LONGEST_WAIT)
    if wait:
        await _more_than(request, number(request, "after", 0, 10**6), wait)
    return answer(await matches.view(live, held))


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


async def frames(request: Request) -> Response:
    """Show every position of a game."""
    live, held = await match_of(request)
    async with live.lock:
        match = live.match
        course, hidden = copy_of(match.course), match.is_hidden_from(held)
        last = outcome_view(match.outcome), match.state
    game_type = course.position.game_type
    shown = await course_frames(course, hidden=hidden)
    shown[-1] = ended(shown[-1], *last)
    return answer(FramesResponse(type=str(game_type), options=game_type.options, frames=shown))


async def act(request: Request) -> Response:
    """Play an action."""
    body = await asked(request, ActionRequest)
    live, held = await match_of(request)
    view = await state_of(request).matches.play(live, held, body)
    return answer(ActionResponse(seq=view.seq, view=view))


async def why(request: Request) -> Response:
    """Say why clicks or an action are refused."""
    body = await asked(request, WhyRequest)
    live, held = await match_of(request)
    async with live.lock:
        match = live.match
        if not held:
            reason = sentence("not_seated")
        elif match.ended is not None:
            reason = sentence("over")
        elif match.to_move is not None and match.to_move not in held:
            reason = sentence("not_your_turn")
        elif body.clicks is not None:
            return answer(WhyResponse(reason=why_not_clicks(match.position, body.clicks)))
        elif body.action is not None:
            return answer(WhyResponse(reason=why_not_action(match.position, body.action)))
        else:
            raise refuse("bad_request", detail="clicks or action")
    return answer(WhyResponse(reason=reason))


async def offer(request: Request) -> Response:
    """Offer a draw, a takeback or a rematch, answer one, or resign."""
    body = await asked(request, OfferRequest)
    live, held = await match_of(request)
    return answer(ViewResponse(view=await state_of(request).matches.offer(live, held, body)))


async def join(request: Request) -> Response:
    """Take the open seat."""
    body = await asked(request, JoinRequest)
    live, _ = await match_of(request)
    matches = state_of(request).matches
    taken = await matches.join(live, body.invite, body.name.strip())
    return answer(JoinResponse(seats=matches.seats.tokens(live.match.id, taken)))


async def name(request: Request) -> Response:
    """Give a name to who sits there without one."""
    body = await asked(request, NameRequest)
    live, held = await match_of(request)
    return answer(ViewResponse(view=await state_of(request).matches.name(live, held, body.name.strip())))


async def record(request: Request) -> Response:
    """Give a game's record."""
    live, held = await match_of(request)
    async with live.lock:
        if live.match.is_hidden_from(held):
            raise refuse("hidden")
        text = record_of(live.match, request.query_params.get("format", "gamestring"))
    return PlainTextResponse(text)


ROUTES = [
    Route("/api/games", create, methods=["POST"]),
    Route("/api/games/{id}", look, methods=["GET"]),
    Route("/api/games/{id}/frames", frames, methods=["GET"]),
    Route("/api/games/{id}/actions", act, methods=["POST"]),
    Route("/api/games/{id}/why", why, methods=["POST"]),
    Route("/api/games/{id}/offers", offer, methods=["POST"]),
    Route("/api/games/{id}/join", join, methods=["POST"]),
    Route("/api/games/{id}/name", name, methods=["POST"]),
    Route("/api/games/{id}/record", record, methods=["GET"]),
]
