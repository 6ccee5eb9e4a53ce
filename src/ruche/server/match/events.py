"""What can happen to a match. The log of these events is the only truth; all else is computed from it.

How they are stored is said in `ruche.server.store.events`, how they are sent in `ruche.server.wire`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ruche import Action, Colour, GameType, Outcome
from ruche.rules.set_up import SetUp
from ruche.server.match.clock import ClockSettings

OfferKind = Literal["draw", "takeback", "rematch"]
SeatKind = Literal["person", "machine", "open"]


@dataclass(frozen=True)
class SeatHolder:
    """Who has a seat of a match; `level` is that of a machine."""

    name: str
    kind: SeatKind
    level: int | None = None


@dataclass(frozen=True)
class Created:
    """A game was made; always the first event."""

    game_type: GameType
    players: dict[Colour, SeatHolder]
    clock: ClockSettings | None = None
    set_up: SetUp | None = None
    actions: tuple[str, ...] = ()  # what the game begins with, draws included
    one_screen: bool = False  # both sides at one screen
    after: str | None = None  # the game this one is the rematch of
    is_public: bool = True  # whether anybody may watch it and find it in the archive


@dataclass(frozen=True)
class Joined:
    """Somebody took the open seat."""

    colour: Colour
    name: str


@dataclass(frozen=True)
class Named:
    """A player without a name has given one."""

    colour: Colour
    name: str


@dataclass(frozen=True)
class Played:
    """An action with what it drew: parsed if it was just decided, as text if it comes from the log.

    `seen` and `sent` are the request's, to know it again when it is sent twice.
    """

    colour: Colour
    action: Action | str
    seen: int
    sent: str


@dataclass(frozen=True)
class Offered:
    """A player has offered something."""

    colour: Colour
    offer: OfferKind


@dataclass(frozen=True)
class Declined:
    """A player has declined the other's offer, or the other has withdrawn it."""

    colour: Colour
    offer: OfferKind


@dataclass(frozen=True)
class TakenBack:
    """Actions were taken back until `left` are left."""

    left: int


@dataclass(frozen=True)
class Ended:
    """The game ended otherwise than on the board: by resignation, agreement or time."""

    outcome: Outcome


@dataclass(frozen=True)
class Followed:
    """A rematch was made."""

    game: str


@dataclass(frozen=True)
class Paused:
    """The server was away for so long. Only ruche 0.1 wrote it: outages are noted once for all games."""

    seconds: float


@dataclass(frozen=True)
class Reseated:
    """The holder of a seat wanted a new token; the tokens before it are void."""

    colour: Colour


@dataclass(frozen=True)
class Cancelled:
    """Whoever made the game took the invitation back before anybody had accepted it."""


Event = (
    Created
    | Joined
    | Named
    | Played
    | Offered
    | Declined
    | TakenBack
    | Ended
    | Followed
    | Paused
    | Reseated
    | Cancelled
)


@dataclass(frozen=True)
class Request:
    """What a change was asked for by: an id that its sender made, and a digest of all that was asked.

    Sent again, the same id with the same digest is the same request; with another digest it is refused.
    """

    id: str
    digest: str


@dataclass(frozen=True)
class Entry:
    """An event with its number, counted from 0 in each game, and its time.

    `request` is that of the whole batch of entries, on the first of them; ruche 0.1 stored none.
    """

    game: str
    seq: int
    at: float
    event: Event
    request: Request | None = None
