"""A match as a visitor may see it."""

from __future__ import annotations

from ruche import Colour
from ruche.play.playthrough import Playthrough
from ruche.play.secrecy import hidden_hand, visible_steps
from ruche.server.live.seats import Seats
from ruche.server.live.session import MatchSession
from ruche.server.match import events
from ruche.server.match.clock import Clock
from ruche.server.store.index import GameSummary
from ruche.server.wire import messages, position_views
from ruche.server.wire.messages import Frame, Side, View


def you_of(seats: frozenset[Colour]) -> Side | str | None:
    """Return who the visitor is: w, b, both, or None for a watcher."""
    if len(seats) == 2:
        return "both"
    return position_views.SIDES[next(iter(seats))] if seats else None


def seat_tokens(seats: Seats, game: str, colours: frozenset[Colour]) -> dict[Side, str]:
    """Return the tokens of some seats of a game as they are sent."""
    return {position_views.SIDES[colour]: seats.token(game, colour) for colour in sorted(colours)}


def player_view(player: events.Player) -> messages.Player:
    """Return a player as sent."""
    return messages.Player(name=player.name, kind=player.kind, level=player.level)


def game_row(summary: GameSummary) -> messages.GameRow:
    """Return a game of the archive as it is sent."""
    return messages.GameRow(
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


def session_view(session: MatchSession, held: frozenset[Colour], seats: Seats, now: float) -> View:
    """Return the view of a match for a visitor with these seats."""
    match = session.match
    hidden = hidden_hand(match.position, held)
    base = position_views.frame(match.playthrough, seq=match.seq, hidden=hidden)
    mine = match.to_move in held
    invite = None
    if held and any(player.kind == "open" for player in match.players.values()):
        invite = seats.invite(match.id)
    following = None
    if match.next is not None:
        swapped = frozenset(colour.other for colour in held)
        following = messages.Rematch(id=match.next, seats=seat_tokens(seats, match.next, swapped))
    fields = {
        "state": match.state,
        "outcome": position_views.outcome_view(match.outcome),
        "id": match.id,
        "type": str(match.position.game_type),
        "options": position_views.options_of(match.position.game_type),
        "you": you_of(held),
        "moves": position_views.move_views(
            visible_steps(match.playthrough, hidden), seqs=match.seqs, times=match.times
        ),
        "actions": position_views.action_views(match.position) if mine else [],
        "choose": position_views.choice(match.position) if mine else None,
        "players": {
            position_views.SIDES[colour]: player_view(player)
            for colour, player in sorted(match.players.items())
        },
        "clock": clock_view(match.clock, now) if match.clock else None,
        "now": now,
        "offers": messages.Offers(
            **{offer: position_views.side_of(colour) for offer, colour in match.offers.items()}
        ),
        "thinking": session.thinking,
        "next": following,
        "invite": invite,
        "watchers": len(session.followers),
    }
    return position_views.extend(base, **fields)


def frames_of(playthrough: Playthrough, *, hidden: Colour | None = None) -> list[Frame]:
    """Return the positions after 0, 1, 2... actions, using the playthrough up."""
    steps = list(playthrough.steps)
    playthrough.back_to(0)
    frames = [position_views.frame(playthrough, seq=0)]
    for i, step in enumerate(steps):
        playthrough.position.resume()
        playthrough.position.play(step.text)
        playthrough.steps.append(step)
        frames.append(position_views.frame(playthrough, seq=i + 1, hidden=hidden))
    return frames
