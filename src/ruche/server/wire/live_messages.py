"""What goes over the socket of a game."""

from __future__ import annotations

from ruche.server.wire.game_messages import ActionRequest, NameRequest, OfferRequest
from ruche.server.wire.messages import (
    BothSides,
    ClockView,
    Command,
    LiveFrame,
    MoveView,
    Presence,
    RefusedEvent,
    Sequence,
    ServerEvent,
    View,
)

# -- what is sent ------------------------------------------------------------------------------------


class ViewEvent(ServerEvent, tag="view"):
    """How the game stands, all of it."""

    view: View


class UpdateEvent(LiveFrame, ServerEvent, tag="update"):
    """How the game stands after `seq` entries; `moves` take the place of those from `moves_from` on."""

    moves_from: int
    moves: list[MoveView]


class PresenceEvent(ServerEvent, tag="presence"):
    """What changes without the log: who is there, whether the machine thinks, and the clocks at `now`."""

    presence: BothSides[Presence]
    watchers: int
    thinking: bool
    clock: ClockView | None
    now: float


class AcknowledgedEvent(ServerEvent, tag="done"):
    """A request was carried out, now or before; `seq` is the number of the game's last entry."""

    request: str | None
    seq: int


class PongEvent(ServerEvent, tag="pong"):
    """The answer to a ping, with the server's time."""

    now: float


LiveEvent = ViewEvent | UpdateEvent | PresenceEvent | AcknowledgedEvent | RefusedEvent | PongEvent

# -- what is asked -----------------------------------------------------------------------------------


class Hello(Command, tag="hello"):
    """The first message: the tokens of the seats, joined by a comma, and the last entry that is known."""

    seats: str = ""
    after: Sequence | None = None


class Play(ActionRequest, Command, kw_only=True, tag="play"):
    """Play an action, as a POST would."""


class MakeOffer(OfferRequest, Command, kw_only=True, tag="offer"):
    """Offer something or answer an offer, as a POST would."""


class GiveName(NameRequest, Command, kw_only=True, tag="name"):
    """Give one's name, as a POST would."""


class ShowPresence(Command, tag="presence"):
    """Say whether the page is in sight."""

    visible: bool


class Ping(Command, tag="ping"):
    """Say that one is still there; the answer is a pong."""


LiveCommand = Hello | Play | MakeOffer | GiveName | ShowPresence | Ping
