"""What may happen in a match: each function returns the events that follow from a request, or refuses it."""

from __future__ import annotations

from typing import Literal

from ruche import Colour, Outcome
from ruche.server.match import events
from ruche.server.match.events import Event, OfferKind
from ruche.server.match.match import Match
from ruche.server.match.refusals import MatchRefusalError, RefusalKind

Held = frozenset[Colour]  # the seats that a visitor holds


def play(match: Match, held: Held, seen: int, text: str, pick: int) -> list[Event]:
    """Return the action in `text`, by whoever holds these seats and has seen so many entries.

    `pick` is any number: it decides what is drawn from the bag. Nothing follows if the very same action was
    played before. Raises what the rules raise, too.
    """
    last = match.last_played
    if last is not None and (last.seen, last.sent) == (seen, text) and last.colour in held:
        return []
    if not held:
        raise MatchRefusalError(RefusalKind.NOT_SEATED)
    if not match.changed <= seen <= match.seq:
        raise MatchRefusalError(RefusalKind.STALE)
    if match.to_move is None:
        raise MatchRefusalError(RefusalKind.OVER)
    if match.to_move not in held:
        raise MatchRefusalError(RefusalKind.NOT_YOUR_TURN)
    position = match.position
    action = position.parse(text)
    if action.drawn is not None:
        raise MatchRefusalError(RefusalKind.NAMES_THE_DRAW, text=text)
    drawn = position.draw(action, pick)  # S2, S4: the server is the referee
    return [events.Played(position.colour, drawn, seen=seen, sent=text)]


def join(match: Match, name: str) -> list[Event]:
    """Give the open seat to somebody with the invitation."""
    if match.is_cancelled:
        raise MatchRefusalError(RefusalKind.CANCELLED)
    for colour, player in match.players.items():
        if player.kind == "open":
            return [events.Joined(colour, name)]
    raise MatchRefusalError(RefusalKind.TAKEN)


def cancel(match: Match, held: Held) -> list[Event]:
    """Take the invitation to a game back, as long as nobody has accepted it."""
    if not held:
        raise MatchRefusalError(RefusalKind.NOT_SEATED)
    if match.is_cancelled:
        return []
    if not any(player.kind == "open" for player in match.players.values()):
        raise MatchRefusalError(RefusalKind.BEGUN)
    return [events.Cancelled()]


def check_visible(match: Match, held: Held) -> None:
    """Refuse whoever may not see a match: those without a seat at a private one, all at a cancelled one."""
    if match.is_cancelled:
        raise MatchRefusalError(RefusalKind.CANCELLED)
    if not held and not match.created.is_public:
        raise MatchRefusalError(RefusalKind.PRIVATE)


def name(match: Match, held: Held, name: str) -> list[Event]:
    """Give a name to a player who sat down without one; a name on record stays."""
    me = _speaker(match, held)
    if match.players[me].name:
        raise MatchRefusalError(RefusalKind.NAMED_ALREADY)
    return [events.Named(me, name)] if name else []


def forget_name(match: Match, held: Held) -> list[Event]:
    """Take back the names of the players who hold some seats."""
    return [events.Named(colour, "") for colour in sorted(held) if match.players[colour].name]


def revoke(match: Match, held: Held) -> list[Event]:
    """Make the tokens of one's seats void; new ones take their place."""
    if not held:
        raise MatchRefusalError(RefusalKind.NOT_SEATED)
    return [events.Reseated(colour) for colour in sorted(held)]


def offer(
    match: Match,
    held: Held,
    seen: int,
    kind: OfferKind | Literal["resign"],
    answer: bool | None,
    rematch: str,
) -> list[Event]:
    """Return what follows from an offer (`answer` is None) or from the answer to one.

    `rematch` is the id that a rematch gets if one is agreed. Whoever resigns means it whatever is played.
    """
    me = _speaker(match, held)
    if kind != "resign" and not match.changed <= seen <= match.seq:
        raise MatchRefusalError(RefusalKind.STALE)
    if kind == "rematch":
        return _rematch(match, held, me, answer, rematch)
    if kind == "takeback":
        return _takeback(match, held, me, answer)
    if match.outcome:
        raise MatchRefusalError(RefusalKind.OVER)
    if kind == "resign":
        return [events.Ended(Outcome(me.other, "resignation"))]
    return _draw(match, held, me, answer)


def _draw(match: Match, held: Held, me: Colour, answer: bool | None) -> list[Event]:
    agreed = events.Ended(Outcome(None, "agreement"))
    if answer is False:
        return [_end_offer(match, "draw")]
    if answer:
        _check_offered(match, "draw", me)
        return [agreed]
    if len(held) == 2 or match.offers.get("draw") == me.other:
        return [agreed]
    _check_new(match, "draw", me)
    return [events.Offered(me, "draw")]


def _takeback(match: Match, held: Held, me: Colour, answer: bool | None) -> list[Event]:
    if match.ended is not None:
        raise MatchRefusalError(RefusalKind.OVER)
    asker = me if answer is None else me.other
    if answer is False:
        return [_end_offer(match, "takeback")]
    if answer:
        _check_offered(match, "takeback", me)
    elif match.offers.get("takeback") == me.other:
        asker = me.other
    elif not is_alone(match, held):
        if match.outcome:
            raise MatchRefusalError(RefusalKind.OVER)
        if match.start_of_turn_before(me) is None:
            raise MatchRefusalError(RefusalKind.NOTHING_TO_TAKE_BACK)
        _check_new(match, "takeback", me)
        return [events.Offered(me, "takeback")]
    left = match.start_of_turn_before(asker)
    if len(held) == 2:  # on one screen, whatever was done last
        played = len(match.playthrough.steps)
        left = played - 1 if played > match.first_undoable else None
    if left is None:
        raise MatchRefusalError(RefusalKind.NOTHING_TO_TAKE_BACK)
    return [events.TakenBack(left)]


def _rematch(match: Match, held: Held, me: Colour, answer: bool | None, game: str) -> list[Event]:
    if not match.outcome:
        raise MatchRefusalError(RefusalKind.NOT_OVER)
    if match.next is not None:
        return []
    if answer is False:
        return [_end_offer(match, "rematch")]
    if answer:
        _check_offered(match, "rematch", me)
    elif not is_alone(match, held) and match.offers.get("rematch") != me.other:
        _check_new(match, "rematch", me)
        return [events.Offered(me, "rematch")]
    return [events.Followed(game)]


def is_alone(match: Match, held: Held) -> bool:
    """Tell whether nobody else needs to be asked: one screen, or the machine opposite."""
    return len(held) == 2 or all(match.kind_of(colour.other) == "machine" for colour in held)


def _speaker(match: Match, held: Held) -> Colour:
    """Return the side a visitor speaks for: with both seats that to move or, at the end, that moved last."""
    if not held:
        raise MatchRefusalError(RefusalKind.NOT_SEATED)
    if len(held) == 1:
        return next(iter(held))
    last = match.playthrough.steps[-1].colour if match.playthrough.steps else Colour.WHITE
    return last if match.outcome else match.position.colour


def _check_offered(match: Match, kind: OfferKind, me: Colour) -> None:
    if match.offers.get(kind) != me.other:
        raise MatchRefusalError(RefusalKind.NO_OFFER)


def _end_offer(match: Match, kind: OfferKind) -> events.Declined:
    """Decline the other's offer or withdraw one's own: neither may be repeated before the next action."""
    asker = match.offers.get(kind)
    if asker is None:
        raise MatchRefusalError(RefusalKind.NO_OFFER)
    return events.Declined(asker.other, kind)


def _check_new(match: Match, kind: OfferKind, me: Colour) -> None:
    if match.kind_of(me.other) == "open":
        raise MatchRefusalError(RefusalKind.SEAT_OPEN)
    if (kind, me) in match.declined or match.offers.get(kind) == me:
        raise MatchRefusalError(RefusalKind.OFFERED_ALREADY)
