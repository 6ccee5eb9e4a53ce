"""A match as a visitor may see it."""

from __future__ import annotations

from ruche import Colour
from ruche.server.clicks import spell
from ruche.server.course import Course
from ruche.server.match import Match
from ruche.server.messages import Frame, Next, Offers, Side, SpelledAction, View
from ruche.server.seats import Seats
from ruche.server.view import SIDES, choice, extend, frame, is_secret, move_views, side_of


def you_of(seats: frozenset[Colour]) -> Side | str | None:
    """Return who the visitor is: w, b, both, or None for a watcher."""
    if len(seats) == 2:
        return "both"
    return SIDES[next(iter(seats))] if seats else None


def match_view(
    match: Match,
    held: frozenset[Colour],
    seats: Seats,
    *,
    now: float,
    thinking: bool,
    watchers: int,
    actions: list[SpelledAction] | None = None,
) -> View:
    """Return the view for who holds these seats; `actions` may be given if they are known."""
    hidden = match.is_hidden_from(held)
    base = frame(match.course, seq=match.seq, secret=hidden)
    mine = match.to_move in held
    if mine and actions is None:
        actions = spell(match.position)
    invite = None
    if held and any(player.kind == "open" for player in match.players.values()):
        invite = seats.invite(match.id)
    following = None
    if match.next is not None:
        swapped = frozenset(colour.other for colour in held)
        following = Next(id=match.next, seats=seats.tokens(match.next, swapped))
    fields = {
        "state": match.state,
        "outcome": match.outcome,
        "id": match.id,
        "type": str(match.position.game_type),
        "options": match.position.game_type.options,
        "you": you_of(held),
        "moves": move_views(match.course.steps, seqs=match.seqs, times=match.times, secret=hidden),
        "actions": actions if mine else [],
        "choose": choice(match.position) if mine else None,
        "players": {SIDES[colour]: player for colour, player in sorted(match.players.items())},
        "clock": match.clock.view(now) if match.clock else None,
        "now": now,
        "offers": Offers(**{offer: side_of(colour) for offer, colour in match.offers.items()}),
        "thinking": thinking,
        "next": following,
        "invite": invite,
        "watchers": watchers,
    }
    return extend(base, **fields)


def match_frames(match: Match, held: frozenset[Colour]) -> list[Frame]:
    """Return every position of a match; what is hidden stays hidden."""
    return course_frames(match.course, hidden=match.is_hidden_from(held), last=match)


def course_frames(course: Course, *, hidden: bool = False, last: Match | None = None) -> list[Frame]:
    """Return the positions after 0, 1, 2... actions."""
    texts = [step.text for step in course.steps]
    walk = Course(course.position.copy())
    walk.steps = list(course.steps)
    walk.back_to(0)
    frames = [frame(walk, seq=0)]
    for i, text in enumerate(texts):
        walk.play(text)
        secret = hidden and i == 0 and is_secret(walk.position)
        frames.append(frame(walk, seq=i + 1, secret=secret))
    if last is not None and last.ended is not None:
        frames[-1] = _ended(frames[-1], last)
    return frames


def _ended(shown: Frame, match: Match) -> Frame:
    fields = {name: getattr(shown, name) for name in Frame.__struct_fields__}
    return Frame(**{**fields, "state": match.state, "outcome": match.outcome})
