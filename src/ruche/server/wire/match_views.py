"""A match as a visitor may see it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar, cast

import msgspec

from ruche import Colour
from ruche.play.playthrough import Playthrough
from ruche.play.secrecy import hidden_choice, visible_steps
from ruche.server.live.replica import Replica
from ruche.server.live.seats import Seats
from ruche.server.match import events
from ruche.server.match.clock import Clock
from ruche.server.match.decisions import Held
from ruche.server.match.match import Match
from ruche.server.store.index import GameSummary
from ruche.server.wire import game_messages, messages, position_views
from ruche.server.wire.live_messages import UpdateEvent
from ruche.server.wire.messages import Frame, Side, View

T = TypeVar("T")


def shared(match: Match, key: object, make: Callable[[], T]) -> T:
    """Return a part that messages of a state share; it is made for the first that needs it."""
    if key not in match.memo:
        match.memo[key] = make()
    return cast(T, match.memo[key])


def you_of(seats: Held) -> Side | Literal["both"] | None:
    """Return who the visitor is: w, b, both, or None for a watcher."""
    if len(seats) == 2:
        return "both"
    return position_views.SIDES[next(iter(seats))] if seats else None


NEW_SEATS = dict.fromkeys(Colour, 0)


def seat_tokens(
    seats: Seats, game: str, colours: Held, generations: Mapping[Colour, int] = NEW_SEATS
) -> dict[Side, str]:
    """Return the tokens of some seats of a game as they are sent."""
    return {
        position_views.SIDES[colour]: seats.token(game, colour, generations[colour])
        for colour in sorted(colours)
    }


def player_view(player: events.SeatHolder) -> messages.Player:
    """Return a player as sent."""
    return messages.Player(name=player.name, kind=player.kind, level=player.level)


def game_row(summary: GameSummary) -> game_messages.GameRow:
    """Return a game of the archive as it is sent."""
    return game_messages.GameRow(
        id=summary.id,
        type=summary.type,
        players={
            position_views.SIDES[colour]: player_view(player) for colour, player in summary.players.items()
        },
        state=summary.state,
        outcome=position_views.outcome_view(summary.outcome),
        moves=summary.moves,
        started=summary.started,
        ended=summary.ended,
    )


def clock_view(clock: Clock, now: float) -> messages.ClockView:
    """Return a clock as it is sent."""
    white, black = (round(clock.time_of(colour, now), 3) for colour in Colour)
    return messages.ClockView(
        kind="days" if clock.per_turn else "real",
        w=white,
        b=black,
        running=position_views.side_of(clock.running),
        increment=clock.increment,
    )


def standing_fields(match: Match, held: Held, seats: Seats, now: float) -> dict[str, Any]:
    """Return how a match stands for a visitor with these seats."""
    hidden = hidden_choice(match.position, held)
    mine = match.to_move in held
    invite = None
    if held and any(player.kind == "open" for player in match.players.values()):
        invite = seats.invite(match.id)
    following = None
    if match.next is not None:
        swapped = frozenset(colour.other for colour in held)
        following = messages.Rematch(id=match.next, seats=seat_tokens(seats, match.next, swapped))
    return {
        **shared(match, ("frame", hidden), lambda: _match_frame(match, hidden)),
        "actions": shared(match, "actions", lambda: _encoded_actions(match)) if mine else [],
        "choose": position_views.choice(match.position) if mine else None,
        "clock": clock_view(match.clock, now) if match.clock else None,
        "now": now,
        "offers": messages.Offers(
            **{offer: position_views.side_of(colour) for offer, colour in match.offers.items()}
        ),
        "next": following,
        "invite": invite,
        "no_engine": match.is_between_people,
    }


def _encoded_actions(match: Match) -> msgspec.Raw:
    """Return the legal actions as they are sent: most of a message, encoded before its time."""
    return msgspec.Raw(msgspec.json.encode(position_views.action_views(match.position)))


def _match_frame(match: Match, hidden: Colour | None) -> dict[str, Any]:
    """Return what all see of whom the same choice is hidden."""
    return {
        **position_views.frame_fields(match.playthrough, seq=match.seq, hidden=hidden),
        "state": match.state,
        "outcome": position_views.outcome_view(match.outcome),
        "players": {
            position_views.SIDES[colour]: player_view(player)
            for colour, player in sorted(match.players.items())
        },
    }


def moves_since(match: Match, held: Held, known: int) -> list[messages.MoveView]:
    """Return the moves behind the first few, as a visitor may see them: each with its sentences."""
    steps = visible_steps(match.playthrough, hidden_choice(match.position, held))
    return [
        position_views.move_view(steps[i], match.seqs[i], match.times[i]) for i in range(known, len(steps))
    ]


def presence_fields(replica: Replica) -> dict[str, Any]:
    """Return who is there, and whether the machine thinks: by this process or by another."""
    white, black, watchers = replica.presence
    return {"presence": {"w": white, "b": black}, "watchers": watchers, "thinking": replica.awaits_machine}


def match_view(replica: Replica, held: Held, seats: Seats, now: float) -> View:
    """Return the whole view of a match for a visitor with these seats."""
    match = replica.match
    return View(
        **standing_fields(match, held, seats, now),
        **presence_fields(replica),
        id=match.id,
        type=str(match.position.game_type),
        options=position_views.options_of(match.position.game_type),
        you=you_of(held),
        public=match.created.is_public,
        moves=moves_since(match, held, 0),
        opening=match.opening,
    )


def update_of(match: Match, held: Held, seats: Seats, after: int, now: float) -> UpdateEvent:
    """Return what a visitor needs who knows the log up to an entry."""
    known = moves_known(match, after)
    moves = ("moves", known, hidden_choice(match.position, held))
    return UpdateEvent(
        **standing_fields(match, held, seats, now),
        moves_from=known,
        moves=shared(match, moves, lambda: moves_since(match, held, known)),
    )


def prepare_updates(replica: Replica, draft: Match, seats: Seats, now: float) -> None:
    """Make what updates have in common while a new state is being written: afterwards all wait for it.

    Nobody is sent anything of it before it is published, and if it never is, it is dropped.
    """
    published = replica.loaded
    if published is None or published is draft:
        return  # it is at fault, or the database was faster
    for held in {follower.held for follower in replica.followers}:
        update_of(draft, held, seats, published.seq, now)


def moves_known(match: Match, after: int) -> int:
    """Return how many moves on record somebody knows who knows the log up to an entry.

    Moves taken back since have made way to later ones; a revealed choice reads otherwise than before.
    """
    return 0 if after < match.secrecy_changed else bisect_right(match.seqs, after)


def frames_of(playthrough: Playthrough, *, hidden: Colour | None = None) -> list[Frame]:
    """Return the positions after 0, 1, 2... actions, using the playthrough up."""
    steps = list(playthrough.steps)
    playthrough.back_to(0)
    frames = [position_views.frame(playthrough, seq=0)]
    for i, step in enumerate(steps):
        playthrough.position.resume()
        playthrough.position.play(step.text)
        playthrough.steps.append(step)
        is_last = i + 1 == len(steps)  # a secret choice is always the last action
        frames.append(position_views.frame(playthrough, seq=i + 1, hidden=hidden if is_last else None))
    return frames
