"""Games over HTTP: make one, look at it, play, offer, join, name oneself, follow."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from ruche import Colour
from ruche.play.playthrough import Playthrough
from ruche.play.secrecy import hidden_choice
from ruche.server.context import bearer, context_of, seated
from ruche.server.live import fair_play
from ruche.server.live.replica import Replica
from ruche.server.match import decisions
from ruche.server.match.clock import ClockSettings, DaysPerTurn, RealTime
from ruche.server.match.events import Created, Entry, SeatHolder
from ruche.server.match.match import replay
from ruche.server.wire import game_messages, messages
from ruche.server.wire.calls import call
from ruche.server.wire.http import RawResponse, raw_response
from ruche.server.wire.lines import position_of
from ruche.server.wire.match_views import frames_of, match_view, seat_tokens
from ruche.server.wire.position_views import colour_of, options_of, outcome_view
from ruche.server.wire.records import record_of
from ruche.server.wire.refusals import refuse, sentence, why_view
from ruche.server.wire.requests import request_of
from ruche.server.wire.set_ups import read_set_up


@call("POST", "/api/games", status=201, refuses=(409, 422, 503), cost=2)
async def create(request: Request, body: game_messages.CreateGameRequest) -> game_messages.CreateGameResponse:
    """Make a game; the same request sent twice makes it once."""
    context = context_of(request)
    registry = context.registry
    mine = Colour(registry.chance.getrandbits(1)) if body.colour == "random" else colour_of(body.colour)
    made_by = request_of("create", frozenset(), body, body)
    created = (
        await context.workers.compute(created_by, body, mine) if body.actions else created_by(body, mine)
    )
    if body.actions or body.setup:
        await fair_play.check_opponent(registry, created)
    match = await registry.create(created, made_by)
    # Sent again, the colour that was drawn the first time holds.
    held = frozenset(colour for colour, player in match.created.players.items() if player.kind == "person")
    has_open_seat = any(player.kind == "open" for player in match.created.players.values())
    return game_messages.CreateGameResponse(
        id=match.id,
        seats=seat_tokens(registry.seats, match.id, held, match.generations),
        invite=registry.seats.invite(match.id) if has_open_seat else None,
        url=f"/game/{match.id}",
    )


def created_by(body: game_messages.CreateGameRequest, mine: Colour) -> Created:
    """Return the game that a request asks for, made by the player of a colour."""
    match body.opponent:
        case game_messages.MachineOpponent(level=level):
            other = SeatHolder("", "machine", level)
        case game_messages.FriendOpponent():
            other = SeatHolder("", "open")
        case game_messages.ScreenOpponent():
            other = SeatHolder("", "person")
    playthrough = Playthrough(position_of(body.type, body.options, body.setup))
    playthrough.play_all(body.actions)
    game_type = playthrough.position.game_type
    return Created(
        game_type=game_type,
        players={mine: SeatHolder(body.name.strip(), "person"), mine.other: other},
        clock=clock_settings(body.clock),
        set_up=read_set_up(game_type, body.setup) if body.setup else None,
        actions=tuple(step.text for step in playthrough.steps),  # with what they draw
        one_screen=isinstance(body.opponent, game_messages.ScreenOpponent),
        is_public=other.kind != "open" if body.public is None else body.public,
    )


def clock_settings(control: game_messages.TimeControl) -> ClockSettings | None:
    """Return the clock that a request asks for."""
    if control is None:
        return None
    if isinstance(control, game_messages.RealClock):
        return RealTime(control.seconds, control.increment)
    return DaysPerTurn(control.days)


@call("GET", "/api/games/{id}", uses_seat=True, refuses=(403, 404, 410, 503))
async def look(request: Request, query: game_messages.GameQuery) -> messages.View:
    """Look at a game; with `wait`, once there are more than `after` log entries or time is up."""
    registry = context_of(request).registry
    async with seated(request) as (replica, held):
        if query.wait:
            await _more_than(query.after, replica, registry.closing, query.wait)
        return match_view(replica, held, registry.seats, registry.time_source.now())


async def _more_than(after: int, replica: Replica, closing: asyncio.Event, wait: int) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(wait):
            while replica.match.seq <= after and not closing.is_set():
                await replica.change()


@call(
    "GET",
    "/api/games/{id}/frames",
    uses_seat=True,
    refuses=(403, 404, 410, 503),
    gives=game_messages.FramesResponse,
    cost=20,
)
async def frames(request: Request) -> Response:
    """Show every position of a game."""
    return await of_log(request, log_frames)


async def of_log(request: Request, function: Callable[..., RawResponse], *arguments: object) -> Response:
    """Have a worker make an answer of the log of a game, for whoever asks."""
    context = context_of(request)
    async with seated(request) as (replica, held):
        entries = await context.database.entries(replica.id)
    return (await context.workers.compute(function, entries, held, *arguments)).response()


def log_frames(entries: list[Entry], held: decisions.Held) -> RawResponse:
    """Return every position of a game, as who holds some seats may see it."""
    match = replay(entries)
    game_type = match.position.game_type
    shown = frames_of(match.playthrough, hidden=hidden_choice(match.position, held))
    shown[-1] = replace(shown[-1], outcome=outcome_view(match.outcome), state=match.state)
    answer = game_messages.FramesResponse(type=str(game_type), options=options_of(game_type), frames=shown)
    return raw_response(answer, 200)


@call("POST", "/api/games/{id}/actions", uses_seat=True, refuses=(403, 404, 409, 410, 422, 503))
async def act(request: Request, body: game_messages.ActionRequest) -> game_messages.SequenceResponse:
    """Play an action; the same request sent twice is carried out once."""
    registry = context_of(request).registry
    arrived = registry.time_source.now()
    async with seated(request) as (replica, held):
        made_by = request_of("play", held, body, body.seq, body.action)
        seq = await registry.play(replica, held, body.seq, body.action, made_by, arrived)
        return game_messages.SequenceResponse(seq=seq)


@call("POST", "/api/games/{id}/why", uses_seat=True, refuses=(403, 404, 410, 503))
async def why(request: Request, body: messages.WhyRequest) -> messages.WhyResponse:
    """Say why clicks or an action are refused."""
    async with seated(request) as (replica, held):
        match = replica.match
        if not held:
            return messages.WhyResponse(reason=sentence("not_seated"))
        if match.ended is not None:
            return messages.WhyResponse(reason=sentence("over"))
        if match.to_move is not None and match.to_move not in held:
            return messages.WhyResponse(reason=sentence("not_your_turn"))
        return why_view(match.position, body)


@call("POST", "/api/games/{id}/offers", uses_seat=True, refuses=(403, 404, 409, 410, 503))
async def offer(request: Request, body: game_messages.OfferRequest) -> game_messages.SequenceResponse:
    """Offer a draw, a takeback or a rematch, answer an offer, or resign; sent twice it is done once."""
    registry = context_of(request).registry
    async with seated(request) as (replica, held):
        made_by = request_of("offer", held, body, body.seq, body.offer, body.answer)
        seq = await registry.offer(replica, held, body.seq, body.offer, body.answer, made_by)
        return game_messages.SequenceResponse(seq=seq)


@call("POST", "/api/games/{id}/join", refuses=(403, 404, 409, 410, 503))
async def join(request: Request, body: game_messages.JoinRequest) -> game_messages.JoinResponse:
    """Take the open seat; the same request sent twice takes it once."""
    registry = context_of(request).registry
    async with seated(request, invited=True) as (replica, _):
        made_by = request_of("join", frozenset(), body, body.invite, body.name)
        taken = await registry.join(replica, body.invite, body.name.strip(), made_by)
        generations = replica.match.generations
        return game_messages.JoinResponse(seats=seat_tokens(registry.seats, replica.id, taken, generations))


@call("POST", "/api/games/{id}/cancel", uses_seat=True, refuses=(403, 404, 409, 410, 503))
async def cancel(request: Request, body: game_messages.CancelRequest) -> game_messages.SequenceResponse:
    """Take the invitation to a game back, as long as nobody has accepted it; the game is gone."""
    registry = context_of(request).registry
    async with seated(request, invited=True) as (replica, held):
        made_by = request_of("cancel", held, body)
        seq = await registry.submit(replica, partial(decisions.cancel, held=held), made_by)
        return game_messages.SequenceResponse(seq=seq)


@call("POST", "/api/games/{id}/name", uses_seat=True, refuses=(403, 404, 409, 410, 503))
async def name(request: Request, body: game_messages.NameRequest) -> game_messages.SequenceResponse:
    """Give a name to a player who sat down without one."""
    registry = context_of(request).registry
    async with seated(request) as (replica, held):
        made_by = request_of("name", held, body, body.name)
        seq = await registry.name(replica, held, body.name, made_by)
        return game_messages.SequenceResponse(seq=seq)


@call("POST", "/api/games/{id}/seats/revoke", uses_seat=True, refuses=(403, 404, 409, 410, 503))
async def revoke(request: Request, body: game_messages.RevokeRequest) -> game_messages.JoinResponse:
    """Make the tokens that are shown void, wherever they have got to; the answer has new ones."""
    registry = context_of(request).registry
    async with seated(request, invited=True) as (replica, held):
        if body.request in replica.match.requests:  # sent again: the token shown is void by now
            before = {colour: max(0, now - 1) for colour, now in replica.match.generations.items()}
            held = registry.seats.held(replica.id, bearer(request), before)
        decisions.check_visible(replica.match, held)
        made_by = request_of("revoke", held, body)
        await registry.submit(replica, partial(decisions.revoke, held=held), made_by)
        generations = replica.match.generations
        return game_messages.JoinResponse(seats=seat_tokens(registry.seats, replica.id, held, generations))


@call(
    "GET",
    "/api/games/{id}/record",
    media="text/plain",
    uses_seat=True,
    refuses=(403, 404, 409, 410, 422),
    cost=10,
)
async def record(request: Request, query: messages.RecordQuery) -> Response:
    """Give a game's record."""
    return await of_log(request, log_record, query.format, query.times)


def log_record(entries: list[Entry], held: decisions.Held, form: str, times: bool) -> RawResponse:
    """Return the record of a game, unless a hand is still secret."""
    match = replay(entries)
    if hidden_choice(match.position, held) is not None:
        raise refuse("hidden")
    return raw_response(PlainTextResponse(record_of(match, form, times=times)), 200)
