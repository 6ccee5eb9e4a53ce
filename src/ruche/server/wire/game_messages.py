"""What is asked of the games of the server, and what is answered: making, joining, playing, finding them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from ruche.server.wire.messages import (
    LONGEST_NAME,
    NAME_PATTERN,
    ActionText,
    BothSides,
    ChangeRequest,
    Frame,
    NameText,
    Offer,
    Options,
    OutcomeView,
    Player,
    Query,
    RequestBody,
    ResponseBody,
    SearchText,
    Sequence,
    SetUp,
    Side,
    Token,
    TypeText,
)

MOST_OPENING = 300  # actions with which a game may begin: they are replayed whenever it is loaded
OpeningActions = Annotated[list[ActionText], Meta(max_length=MOST_OPENING)]


# -- what is sent ------------------------------------------------------------------------------------


class CreateGameResponse(ResponseBody):
    """A new game and the seats of who made it."""

    id: str
    seats: dict[Side, str]
    invite: str | None
    url: str


class JoinResponse(ResponseBody):
    """Seats just taken."""

    seats: dict[Side, str]


class SequenceResponse(ResponseBody):
    """Done: the number of the game's last log entry. The view goes to all who follow the game."""

    seq: int


class FramesResponse(ResponseBody):
    """Every position of a game, from the start on."""

    type: str
    options: Options
    frames: list[Frame]


class GameRow(ResponseBody):
    """A game in the archive."""

    id: str
    type: str
    players: BothSides[Player]
    state: str
    outcome: OutcomeView | None
    moves: int
    started: float
    ended: float | None


class ArchiveResponse(ResponseBody):
    """A page of the archive."""

    games: list[GameRow]
    page: int
    pages: int
    total: int


# -- what is asked -----------------------------------------------------------------------------------


class RealClock(RequestBody, tag="real", tag_field="kind"):
    """So many seconds a game, and some more after every turn."""

    seconds: Annotated[float, Meta(ge=1, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 0


class DaysClock(RequestBody, tag="days", tag_field="kind"):
    """So many days a turn."""

    days: Annotated[float, Meta(gt=0, le=60)]


TimeControl = RealClock | DaysClock | None


class MachineOpponent(RequestBody, tag="machine", tag_field="kind"):
    """The machine, at a level."""

    level: Annotated[int, Meta(ge=1, le=8)]


class ScreenOpponent(RequestBody, tag="screen", tag_field="kind"):
    """A person at the same screen."""


class FriendOpponent(RequestBody, tag="friend", tag_field="kind"):
    """Whoever has the invitation."""


Opponent = MachineOpponent | ScreenOpponent | FriendOpponent


class CreateGameRequest(ChangeRequest, kw_only=True):
    """A game to be made; one by invitation is seen by its players only, unless it says to be public."""

    type: TypeText
    opponent: Opponent
    options: Options = field(default_factory=Options)
    colour: Literal["w", "b", "random"] = "random"
    clock: TimeControl = None
    name: NameText = ""
    setup: SetUp | None = None
    actions: OpeningActions = []
    public: bool | None = None


class ActionRequest(ChangeRequest, kw_only=True):
    """An action, and how many log entries its sender knew."""

    seq: Sequence
    action: ActionText


class OfferRequest(ChangeRequest, kw_only=True):
    """An offer (`answer` null), or the answer to the opponent's; false also withdraws one's own.

    `seq` is how many log entries its sender knew.
    """

    seq: Sequence
    offer: Offer
    answer: bool | None = None


class JoinRequest(ChangeRequest, kw_only=True):
    """Whoever brings the invitation takes the seat."""

    invite: Token
    name: NameText = ""


class RevokeRequest(ChangeRequest, kw_only=True):
    """New tokens in the place of those shown."""


class CancelRequest(ChangeRequest, kw_only=True):
    """The invitation taken back."""


class NameRequest(ChangeRequest, kw_only=True):
    """The name of who sits there."""

    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME, pattern=NAME_PATTERN)]


# -- what the query of an address may hold ------------------------------------------------------------


class GameQuery(Query):
    """Wait so many seconds for more than `after` log entries."""

    after: Sequence = 0
    wait: Annotated[int, Meta(ge=0, le=55)] = 0


class SearchQuery(Query):
    """Which games are meant; left out means any."""

    type: SearchText = ""
    player: SearchText = ""
    result: Literal["", "white", "black", "draw"] = ""
    state: Literal["", "running", "finished"] = ""


class ArchiveQuery(SearchQuery):
    """The same, and which page of them."""

    page: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
