"""Games over HTTP: make one, look at it, play, offer, join, name oneself, follow."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ruche import Colour
from ruche.play.playthrough import Playthrough
from ruche.play.secrecy import hidden_hand
from ruche.server.context import context_of, session_of
from ruche.server.live.seats import new_game_id
from ruche.server.live.session import MatchSession
from ruche.server.match import decisions
from ruche.server.match.clock import ClockSettings, DaysPerTurn, RealTime
from ruche.server.match.events import Created, Entry, Player
from ruche.server.match.match import replay
from ruche.server.wire import messages
from ruche.server.wire.calls import call
from ruche.server.wire.http import RawResponse, raw_response
from ruche.server.wire.lines import position_of
from ruche.server.wire.match_views import frames_of, seat_tokens, session_view
from ruche.server.wire.position_views import colour_of, options_of, outcome_view
from ruche.server.wire.records import record_of
from ruche.server.wire.refusals import refuse, sentence, why_view
from ruche.server.wire.set_ups import read_set_up


@call("POST", "/api/games", status=201, refuses=(409, 422, 503), cost=2)
async def create(request: Request, body: messages.CreateGameRequest) -> messages.CreateGameResponse:
    """Make a game."""
    registry = context_of(request).registry
    mine = Colour(secrets.randbelow(2)) if body.colour == "random" else colour_of(body.colour)
    session = await registry.create(created_by(body, mine))
    game, opponent = session.match.id, session.match.kind_of(mine.other)
    held = frozenset(Colour if session.match.created.one_screen else {mine})
    return messages.CreateGameResponse(
        id=game,
        seats=seat_tokens(registry.seats, game, held),
        invite=registry.seats.invite(game) if opponent == "open" else None,
        url=f"/game/{game}",
    )


def created_by(body: messages.CreateGameRequest, mine: Colour) -> Created:
    """Return the game that a request asks for, made by the player of a colour."""
    match body.opponent:
        case messages.MachineOpponent(level=level):
            other = Player("", "machine", level)
        case messages.FriendOpponent():
            other = Player("", "open")
        case messages.ScreenOpponent():
            other = Player("", "person")
    playthrough = Playthrough(position_of(body.type, body.options, body.setup))
    playthrough.play_all(body.actions)
    game_type = playthrough.position.game_type
    return Created(
        game_type=game_type,
        players={mine: Player(body.name.strip(), "person"), mine.other: other},
        clock=clock_settings(body.clock),
        set_up=read_set_up(game_type, body.setup) if body.setup else None,
        actions=tuple(step.text for step in playthrough.steps),  # with what they draw
        one_screen=isinstance(body.opponent, messages.ScreenOpponent),
    )


def clock_settings(control: messages.TimeControl) -> ClockSettings | None:
    """Return the clock that a request asks for."""
    if control is None:
        return None
    if isinstance(control, messages.RealClock):
        return RealTime(control.seconds, control.increment)
    return DaysPerTurn(control.days)


@call("GET", "/api/games/{id}", uses_seat=True, refuses=(404,))
async def look(request: Request, query: messages.GameQuery) -> messages.View:
    """Look at a game; with `wait`, once there are more than `after` log entries or time is up."""
    session, held = await session_of(request)
    registry = context_of(request).registry
    if query.wait:
        await _more_than(query.after, session, registry.closing, query.wait)
    return session_view(session, held, registry.seats, registry.time_source.now())


async def _more_than(after: int, session: MatchSession, closing: asyncio.Event, wait: int) -> None:
    news = asyncio.Event()
    session.followers.add(news)
    try:
        async with asyncio.timeout(wait):
            while session.match.seq <= after and not closing.is_set():
                await news.wait()
                news.clear()
    except TimeoutError:
        pass
    finally:
        session.followers.discard(news)


@call(
    "GET",
    "/api/games/{id}/frames",
    uses_seat=True,
    refuses=(404, 503),
    gives=messages.FramesResponse,
    cost=20,
)
async def frames(request: Request) -> Response:
    """Show every position of a game."""
    return await of_log(request, log_frames)


async def of_log(request: Request, function: Callable[..., RawResponse], *arguments: object) -> Response:
    """Have a worker make an answer of the log of a game, for whoever asks."""
    session, held = await session_of(request)
    context = context_of(request)
    entries = await context.database.entries(session.match.id)
    return (await context.workers.compute(function, entries, held, *arguments)).response()


def log_frames(entries: list[Entry], held: decisions.Held) -> RawResponse:
    """Return every position of a game, as who holds some seats may see it."""
    match = replay(entries)
    game_type = match.position.game_type
    shown = frames_of(match.playthrough, hidden=hidden_hand(match.position, held))
    shown[-1] = replace(shown[-1], outcome=outcome_view(match.outcome), state=match.state)
    answer = messages.FramesResponse(type=str(game_type), options=options_of(game_type), frames=shown)
    return raw_response(answer, 200)


@call("POST", "/api/games/{id}/actions", uses_seat=True, refuses=(403, 404, 409, 422))
async def act(request: Request, body: messages.ActionRequest) -> messages.SequenceResponse:
    """Play an action; the same request sent twice is carried out once."""
    session, held = await session_of(request)
    return messages.SequenceResponse(
        seq=await context_of(request).registry.play(session, held, body.seq, body.action)
    )


@call("POST", "/api/games/{id}/why", uses_seat=True, refuses=(404,))
async def why(request: Request, body: messages.WhyRequest) -> messages.WhyResponse:
    """Say why clicks or an action are refused."""
    session, held = await session_of(request)
    match = session.match
    if not held:
        return messages.WhyResponse(reason=sentence("not_seated"))
    if match.ended is not None:
        return messages.WhyResponse(reason=sentence("over"))
    if match.to_move is not None and match.to_move not in held:
        return messages.WhyResponse(reason=sentence("not_your_turn"))
    return why_view(match.position, body)


@call("POST", "/api/games/{id}/offers", uses_seat=True, refuses=(403, 404, 409))
async def offer(request: Request, body: messages.OfferRequest) -> messages.SequenceResponse:
    """Offer a draw, a takeback or a rematch, answer an offer, or resign."""
    session, held = await session_of(request)
    decide = partial(decisions.offer, held=held, kind=body.offer, answer=body.answer, rematch=new_game_id())
    return messages.SequenceResponse(seq=await context_of(request).registry.submit(session, decide))


@call("POST", "/api/games/{id}/join", refuses=(403, 404, 409))
async def join(request: Request, body: messages.JoinRequest) -> messages.JoinResponse:
    """Take the open seat."""
    session, _ = await session_of(request)
    registry = context_of(request).registry
    taken = await registry.join(session, body.invite, body.name.strip())
    return messages.JoinResponse(seats=seat_tokens(registry.seats, session.match.id, taken))


@call("POST", "/api/games/{id}/name", uses_seat=True, refuses=(403, 404, 409))
async def name(request: Request, body: messages.NameRequest) -> messages.SequenceResponse:
    """Give a name to a player who sat down without one."""
    session, held = await session_of(request)
    decide = partial(decisions.name, held=held, name=body.name.strip())
    return messages.SequenceResponse(seq=await context_of(request).registry.submit(session, decide))


@call("GET", "/api/games/{id}/record", media="text/plain", uses_seat=True, refuses=(404, 409, 422), cost=10)
async def record(request: Request, query: messages.RecordQuery) -> Response:
    """Give a game's record."""
    return await of_log(request, log_record, query.format)


def log_record(entries: list[Entry], held: decisions.Held, form: str) -> RawResponse:
    """Return the record of a game, unless a hand is still secret."""
    match = replay(entries)
    if hidden_hand(match.position, held) is not None:
        raise refuse("hidden")
    return raw_response(PlainTextResponse(record_of(match, form)), 200)
