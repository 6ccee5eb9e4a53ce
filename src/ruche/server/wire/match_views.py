"""A match as a visitor may see it."""

from __future__ import annotations

import asyncio

from ruche import Colour
from ruche.play.playthrough import Playthrough
from ruche.play.secrecy import hidden_hand, visible_steps
from ruche.server.live.seats import Seats
from ruche.server.live.session import MatchSession
from ruche.server.match import events
from ruche.server.match.clock import Clock
from ruche.server.store.index import GameSummary
from ruche.server.wire.messages import (
    ClockView,
    Frame,
    GameRow,
    Offers,
    OutcomeView,
    Player,
    Rematch,
    Side,
    View,
)
from ruche.server.wire.position_views import (
    SIDES,
    action_views,
    choice,
    extend,
    frame,
    move_views,
    options_of,
    outcome_view,
    side_of,
)


def you_of(seats: frozenset[Colour]) -> Side | str | None:
    """Return who the visitor is: w, b, both, or None for a watcher."""
    if len(seats) == 2:
        return "both"
    return SIDES[next(iter(seats))] if seats else None


def seat_tokens(seats: Seats, game: str, colours: frozenset[Colour]) -> dict[Side, str]:
    """Return the tokens of some seats of a game as they are sent."""
    return {SIDES[colour]: seats.token(game, colour) for colour in sorted(colours)}


def player_view(player: events.Player) -> Player:
    """Return a player as sent."""
    return Player(name=player.name, kind=player.kind, level=player.level)


def game_row(summary: GameSummary) -> GameRow:
    """Return a game of the archive as it is sent."""
    return GameRow(
        id=summary.id,
        type=summary.type,
        players={SIDES[colour]: player_view(player) for colour, player in summary.players.items()},
        state=summary.state,
        outcome=outcome_view(summary.outcome),
        moves=summary.moves,
        started=summary.started,
        ended=summary.ended,
    )


def clock_view(clock: Clock, now: float) -> ClockView:
    """Return a clock as it is sent."""
    white, black = (round(clock.time_of(colour, now), 3) for colour in Colour)
    return ClockView(
        kind="days" if clock.per_turn else "real",
        w=white,
        b=black,
        running=side_of(clock.running),
        increment=clock.increment,
    )


def session_view(session: MatchSession, held: frozenset[Colour], seats: Seats, now: float) -> View:
    """Return the view of a match for a visitor with these seats."""
    match = session.match
    hidden = hidden_hand(match.position, held)
    base = frame(match.playthrough, seq=match.seq, hidden=hidden)
    mine = match.to_move in held
    invite = None
    if held and any(player.kind == "open" for player in match.players.values()):
        invite = seats.invite(match.id)
    following = None
    if match.next is not None:
        swapped = frozenset(colour.other for colour in held)
        following = Rematch(id=match.next, seats=seat_tokens(seats, match.next, swapped))
    fields = {
        "state": match.state,
        "outcome": outcome_view(match.outcome),
        "id": match.id,
        "type": str(match.position.game_type),
        "options": options_of(match.position.game_type),
        "you": you_of(held),
        "moves": move_views(visible_steps(match.playthrough, hidden), seqs=match.seqs, times=match.times),
        "actions": action_views(match.position) if mine else [],
        "choose": choice(match.position) if mine else None,
        "players": {SIDES[colour]: player_view(player) for colour, player in sorted(match.players.items())},
        "clock": clock_view(match.clock, now) if match.clock else None,
        "now": now,
        "offers": Offers(**{offer: side_of(colour) for offer, colour in match.offers.items()}),
        "thinking": session.thinking,
        "next": following,
        "invite": invite,
        "watchers": len(session.followers),
    }
    return extend(base, **fields)


async def frames_of(playthrough: Playthrough, *, hidden: Colour | None = None) -> list[Frame]:
    """Return the positions after 0, 1, 2... actions, using the playthrough up; others get turns between."""
    steps = list(playthrough.steps)
    playthrough.back_to(0)
    frames = [frame(playthrough, seq=0)]
    for i, step in enumerate(steps):
        playthrough.position.resume()
        playthrough.position.play(step.text)
        playthrough.steps.append(step)
        frames.append(frame(playthrough, seq=i + 1, hidden=hidden))
        await asyncio.sleep(0)
    return frames


def ended(shown: Frame, outcome: OutcomeView | None, state: str) -> Frame:
    """Return the last frame of a match, with its outcome."""
    fields = {name: getattr(shown, name) for name in Frame.__struct_fields__}
    return Frame(**{**fields, "state": state, "outcome": outcome})
