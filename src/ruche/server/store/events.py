"""Events as they are stored, apart from those of the match and from what is sent: both may be renamed freely.

Every stored event carries the version of its format; those of ruche 0.1 carry none, which means 1. A field
that older programs may do without can be added to a version. Any other change is a new version, with structs
beside these, which stay as they are: a saved game can always be read.
"""

from __future__ import annotations

from math import isfinite
from typing import Any, Literal

from msgspec import DecodeError, Struct, field, json, structs

from ruche import Action, Colour, GameType, GameTypeError, Hex, Outcome
from ruche.rules import set_up as rules
from ruche.rules.facts.game_type import shared_game_type
from ruche.rules.last_turn import EventKind, LastTurnEvent
from ruche.server.match import events as match_events
from ruche.server.match.clock import ClockSettings, DaysPerTurn, RealTime
from ruche.server.match.events import Entry, Event, OfferKind, Request, SeatKind

VERSION = 1

Side = Literal["w", "b"]
SIDES: tuple[Side, Side] = ("w", "b")
Place = tuple[int, int]


class UnreadableEventError(Exception):
    """A stored event that this program cannot read."""


class SeatHolder(Struct, omit_defaults=True):
    """Who has a seat of a match."""

    name: str
    kind: SeatKind
    level: int | None = None


class Options(Struct):
    """The options of a game type."""

    queen_opening: str = "allowed"
    repetition: str = "draw"
    wasp_reach: str = "any"


class RealClock(Struct, tag="real", tag_field="kind"):
    """So many seconds a game, and some more after every turn."""

    seconds: float
    increment: float = 0.0


class DaysClock(Struct, tag="days", tag_field="kind"):
    """So many days a turn."""

    days: float


class Stack(Struct):
    """A stack of a set-up, from the ground up."""

    q: int
    r: int
    pieces: list[str]


class LastTurn(Struct, omit_defaults=True):
    """What the last turn before a set-up did to a piece."""

    kind: EventKind = field(name="deed")
    at: Place
    start: Place | None = field(default=None, name="from")


class SetUp(Struct, omit_defaults=True):
    """A position laid out by hand."""

    stacks: list[Stack]
    colour: Side = "w"
    turn: int = 1
    hands: dict[Side, list[str]] = {}
    removed: list[str] = []
    honeycombo: Side | None = None
    double: Side | None = None
    last: list[LastTurn] = []


class Stored(Struct, kw_only=True, tag=str.lower, tag_field="kind"):
    """An event in version 1."""

    version: int = VERSION


class Created(Stored):
    """`match.events.Created`."""

    type: str
    options: Options
    players: dict[Side, SeatHolder]
    clock: RealClock | DaysClock | None = None
    setup: SetUp | None = None
    actions: list[str] = []
    screen: bool = False
    after: str | None = None
    public: bool = True  # ruche 0.1 knew no private games


class Joined(Stored):
    """`match.events.Joined`."""

    colour: Side
    name: str


class Named(Stored):
    """`match.events.Named`."""

    colour: Side
    name: str


class Played(Stored):
    """`match.events.Played`."""

    colour: Side
    action: str
    seen: int
    sent: str


class Offered(Stored):
    """`match.events.Offered`."""

    colour: Side
    offer: OfferKind


class Declined(Stored):
    """`match.events.Declined`."""

    colour: Side
    offer: OfferKind


class Returned(Stored):
    """`match.events.TakenBack`."""

    left: int


class Ended(Stored):
    """`match.events.Ended`."""

    winner: Side | None
    why: str


class Followed(Stored):
    """`match.events.Followed`."""

    game: str


class Paused(Stored):
    """`match.events.Paused`."""

    seconds: float


class Reseated(Stored):
    """`match.events.Reseated`."""

    colour: Side


class Cancelled(Stored):
    """`match.events.Cancelled`."""


StoredEvent = (
    Created
    | Joined
    | Named
    | Played
    | Offered
    | Declined
    | Returned
    | Ended
    | Followed
    | Paused
    | Reseated
    | Cancelled
)


class _Head(Struct):
    version: int = 1  # what ruche 0.1 wrote has none


_head = json.Decoder(_Head)
_event: json.Decoder[StoredEvent] = json.Decoder(StoredEvent)


# The events whose stored fields have the names of the match's, in either format.
SAME_FIELDS: dict[type[Event], type[StoredEvent]] = {
    match_events.Joined: Joined,
    match_events.Named: Named,
    match_events.Played: Played,
    match_events.Offered: Offered,
    match_events.Declined: Declined,
    match_events.TakenBack: Returned,
    match_events.Followed: Followed,
    match_events.Paused: Paused,
    match_events.Reseated: Reseated,
    match_events.Cancelled: Cancelled,
}
EVENT_OF = {stored: event for event, stored in SAME_FIELDS.items()}


def encode(event: Event) -> str:
    """Write an event as it is stored."""
    stored: StoredEvent
    match event:
        case match_events.Created():
            stored = _stored_created(event)
        case match_events.Ended(outcome):
            stored = Ended(winner=_side(outcome.winner), why=outcome.why)
        case _:
            fields: dict[str, Any] = {name: _stored_value(value) for name, value in vars(event).items()}
            stored = SAME_FIELDS[type(event)](**fields)
    return json.encode(stored).decode()


def decode(text: str) -> Event:
    """Read a stored event; raises `UnreadableEventError`."""
    try:
        version = _head.decode(text).version
        if version != VERSION:
            raise UnreadableEventError(
                f"it is written in version {version} of the format, and this program reads version {VERSION}"
            )
        return _read(_event.decode(text))
    except (DecodeError, GameTypeError, UnicodeEncodeError) as error:
        raise UnreadableEventError(str(error)) from error


def read_entry(game: str, seq: int, at: float, text: str, request: Request | None = None) -> Entry:
    """Read a stored entry; if it cannot be read, say which one it is."""
    try:
        if not is_time(at):
            raise UnreadableEventError(f"it has no time, but {at!r:.40}")
        return Entry(game, seq, at, decode(text), request)
    except UnreadableEventError as error:
        raise UnreadableEventError(f"entry {seq} of game {game} cannot be read: {error}") from error


def is_time(value: object) -> bool:
    """Tell whether a value can be a time: SQLite keeps anything in any column."""
    return isinstance(value, float | int) and isfinite(value)


# -- from the match to the store and back ----------------------------------------------------------------


def _side(colour: Colour | None) -> Side | None:
    return None if colour is None else SIDES[colour]


def _colour(side: Side) -> Colour:
    return Colour(SIDES.index(side))


def _stored_value(value: object) -> Any:
    match value:
        case Colour():
            return SIDES[value]
        case Action():
            return str(value)
    return value


def _read(stored: StoredEvent) -> Event:
    match stored:
        case Created():
            return _read_created(stored)
        case Ended(winner=winner, why=why):
            return match_events.Ended(Outcome(_colour(winner) if winner else None, why))
    fields = {name: getattr(stored, name) for name in stored.__struct_fields__ if name != "version"}
    if "colour" in fields:
        fields["colour"] = _colour(fields["colour"])
    return EVENT_OF[type(stored)](**fields)


def _stored_created(event: match_events.Created) -> Created:
    clock: RealClock | DaysClock | None = None
    if isinstance(event.clock, RealTime):
        clock = RealClock(event.clock.seconds, event.clock.increment)
    elif event.clock is not None:
        clock = DaysClock(event.clock.days)
    return Created(
        type=str(event.game_type),
        options=Options(**event.game_type.options),
        players={
            SIDES[colour]: SeatHolder(player.name, player.kind, player.level)
            for colour, player in event.players.items()
        },
        clock=clock,
        setup=_stored_set_up(event.set_up) if event.set_up else None,
        actions=list(event.actions),
        screen=event.one_screen,
        after=event.after,
        public=event.is_public,
    )


def _read_created(stored: Created) -> match_events.Created:
    clock: ClockSettings | None = None
    if isinstance(stored.clock, RealClock):
        clock = RealTime(stored.clock.seconds, stored.clock.increment)
    elif stored.clock is not None:
        clock = DaysPerTurn(stored.clock.days)
    game_type = shared_game_type(stored.type, **structs.asdict(stored.options))
    return match_events.Created(
        game_type=game_type,
        players={
            _colour(side): match_events.SeatHolder(player.name, player.kind, player.level)
            for side, player in stored.players.items()
        },
        clock=clock,
        set_up=_read_set_up(game_type, stored.setup) if stored.setup else None,
        actions=tuple(stored.actions),
        one_screen=stored.screen,
        after=stored.after,
        is_public=stored.public,
    )


def _stored_set_up(set_up: rules.SetUp) -> SetUp:
    assert set_up.colour is not None
    assert set_up.turn_number is not None
    return SetUp(
        stacks=[Stack(at.q, at.r, list(names)) for at, names in set_up.stacks.items()],
        colour=SIDES[set_up.colour],
        turn=set_up.turn_number,
        hands={SIDES[colour]: list(names) for colour, names in set_up.hands.items()},
        removed=list(set_up.removed),
        honeycombo=_side(set_up.honeycombo),
        double=_side(set_up.double),
        last=[LastTurn(event.kind, event.at, event.origin) for event in set_up.last],
    )


def _read_set_up(game_type: GameType, stored: SetUp) -> rules.SetUp:
    return rules.SetUp(
        game_type,
        {Hex(stack.q, stack.r): stack.pieces for stack in stored.stacks},
        colour=_colour(stored.colour),
        turn_number=stored.turn,
        hands={_colour(side): names for side, names in stored.hands.items()},
        removed=stored.removed,
        honeycombo=_colour(stored.honeycombo) if stored.honeycombo else None,
        double=_colour(stored.double) if stored.double else None,
        last=[
            LastTurnEvent(event.kind, Hex(*event.at), Hex(*event.start) if event.start else None)
            for event in stored.last
        ],
    )
