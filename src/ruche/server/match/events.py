"""What can happen to a match. The log of these events is the only truth; all else is computed from it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, json

from ruche.server.wire.messages import Options, Player, SetUp, Side, TimeControl

OfferKind = Literal["draw", "takeback", "rematch"]


class Event(Struct, kw_only=True, omit_defaults=True, tag=str.lower, tag_field="kind"):
    """Something that happened."""


class Created(Event):
    """A game was made; always the first event."""

    type: str
    options: Options
    players: dict[Side, Player]
    clock: TimeControl = None
    setup: SetUp | None = None
    actions: list[str] = []  # what the game begins with, draws included
    screen: bool = False  # both sides at one screen
    after: str | None = None  # the game this one is the rematch of


class Joined(Event):
    """Somebody took the open seat."""

    colour: Side
    name: str


class Named(Event):
    """Who sat down without a name has given one."""

    colour: Side
    name: str


class Played(Event):
    """An action, as recorded; `seen` and `sent` are the request's, to know it again when it is sent twice."""

    colour: Side
    action: str
    seen: int
    sent: str


class Offered(Event):
    """A player has offered something."""

    colour: Side
    offer: OfferKind


class Declined(Event):
    """A player has declined the other's offer, or the other has withdrawn it."""

    colour: Side
    offer: OfferKind


class Returned(Event):
    """Actions were taken back until `left` are left."""

    left: int


class Ended(Event):
    """The game ended otherwise than on the board: resignation, agreement or time."""

    winner: Side | None
    why: Literal["resignation", "agreement", "time"]


class Followed(Event):
    """A rematch was made."""

    game: str


class Paused(Event):
    """The server was away for so long, which nobody's clock shall feel."""

    seconds: float


AnyEvent = Created | Joined | Named | Played | Offered | Declined | Returned | Ended | Followed | Paused


class Entry(Struct, frozen=True):
    """An event with its number, counted from 0 in each game, and its time."""

    game: str
    seq: int
    at: float
    event: AnyEvent


_decoder: json.Decoder[AnyEvent] = json.Decoder(AnyEvent)


def encode(event: AnyEvent) -> str:
    """Write an event as it is stored."""
    return json.encode(event).decode()


def decode(text: str) -> AnyEvent:
    """Read an event as it is stored."""
    return _decoder.decode(text)
