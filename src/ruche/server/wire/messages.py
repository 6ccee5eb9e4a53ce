"""What goes over the wire, as docs/protocol-web.md describes it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from msgspec import Meta, Struct, field

from ruche import words
from ruche.notation.records import FORMATS
from ruche.render.pieces import DEFAULT_SET, PIECE_SETS
from ruche.rules.explain.danger import OwnLoss
from ruche.rules.last_turn import EventKind

T = TypeVar("T")
Side = Literal["w", "b"]
Offer = Literal["draw", "takeback", "rematch", "resign"]
BothSides = Annotated[dict[Side, T], Meta(min_length=2)]
Translations = dict[str, str]  # a sentence in each language
Place = tuple[int, int]
Presence = Literal["here", "away", "gone"]

ActionText = Annotated[str, Meta(min_length=1, max_length=80)]
TypeText = Annotated[str, Meta(min_length=1, max_length=80)]
PieceText = Annotated[str, Meta(min_length=2, max_length=4)]
Names = Annotated[list[PieceText], Meta(max_length=63)]
SetUpSection = Literal["hands", "removed", "honeycombo"]
LONGEST_NAME = 40
END = r"(?!\n)$"  # of a text: in Python alone, `$` stands before a last line break too
# No control characters, none that turn the direction of what is written after them, none that nobody sees.
_UNPRINTABLE = (
    r"\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f"
    r"\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb"
)
_JOINERS = r"\u200c\u200d\ufe00-\ufe0f"  # of other characters, emoji among them: alone they are not seen
NAME_PATTERN = rf"^(?!\s*[{_JOINERS}][\s{_JOINERS}]*$)[^{_UNPRINTABLE}]*{END}"
NameText = Annotated[str, Meta(max_length=LONGEST_NAME, pattern=NAME_PATTERN)]
SearchText = Annotated[str, Meta(max_length=80)]
Token = Annotated[str, Meta(min_length=1, max_length=60)]
RecordFormat = Annotated[str, Meta(pattern=f"^({'|'.join(FORMATS)}){END}")]
PieceSetName = Annotated[str, Meta(pattern=f"^({'|'.join(PIECE_SETS)}){END}")]
Language = Annotated[str, Meta(pattern=f"^({'|'.join(words.LANGUAGES)}){END}")]
Coordinate = Annotated[int, Meta(ge=-60, le=60)]
Sequence = Annotated[int, Meta(ge=0, le=1_000_000)]
MOST_ACTIONS = 1000
Actions = Annotated[list[ActionText], Meta(max_length=MOST_ACTIONS)]
RequestId = Annotated[str, Meta(pattern=f"^[A-Za-z0-9_-]{{22,32}}{END}")]
Clicks = Annotated[list[Token], Meta(min_length=1, max_length=8)]


# -- what is sent ------------------------------------------------------------------------------------


class ResponseBody(Struct, kw_only=True, gc=False):
    """Something that is sent. Nothing in it refers back to it: the garbage collector need not look at it."""


class PieceView(ResponseBody, omit_defaults=True):
    """A piece in play, as it lies; flags that are false are left out.

    `held_back`: but for its rest it could act, or be acted on, this turn. `threatened`: a royal that one
    action of its opponent would surround or remove.
    """

    name: str
    bug: str
    colour: Side | None
    number: int = 0
    royal: bool = False
    resting: bool = False
    held_back: bool = False
    stung: bool = False
    threatened: bool = False


class StackView(ResponseBody):
    """The pieces on a hex, from the ground up."""

    q: int
    r: int
    pieces: list[PieceView]


class HandEntry(ResponseBody):
    """Pieces of one kind in a hand; `name` is that of the lowest number, `faces` what it may show."""

    name: str
    bug: str
    colour: Side
    count: int
    faces: list[str]


class HiddenHand(ResponseBody):
    """A hand that the visitor may not see (S1), only how many pieces it holds."""

    hidden: int


class OutcomeView(ResponseBody):
    """Who has won, nobody for a draw, and why."""

    winner: Side | None
    why: str


class LastAction(ResponseBody):
    """The last action, the hexes to mark, and how it is seen to happen.

    `kind` is a kind of action, or `throw`; `actor` is the piece that moved, entered or acted, `target` the
    one that it acted on, `by` the hex of who threw it or made it act; `path` has the hexes on its way.
    """

    text: str
    kind: str
    actor: str | None
    target: str | None
    by: Place | None
    path: list[Place]
    start: Place | None = field(name="from")
    end: Place | None = field(name="to")


class Frame(ResponseBody):
    """What a position alone gives."""

    seq: int
    turn: str
    colour: Side
    left: int
    state: str
    outcome: OutcomeView | None
    stacks: list[StackView]
    hands: BothSides[list[HandEntry] | HiddenHand]
    bag: int | None
    honeycombo: Side | None
    double: BothSides[bool]
    last: LastAction | None


class SpelledAction(ResponseBody, omit_defaults=True):
    """A legal action and the clicks that spell it; `loses`: how it costs its player their own royal."""

    text: str
    clicks: list[str]
    loses: OwnLoss | None = None


class Selection(ResponseBody):
    """A choice before the first turn: of a hand (S1), or of the pieces that show their second face (V0d).

    Of a hand, exactly `count` pieces; of faces, up to `count`. An entry is a kind with how many there are;
    for faces it is named by its second face, and `faces` has the first and the second.
    """

    what: Literal["faces", "hand"]
    count: int
    entries: list[HandEntry] = field(name="from")


class MoveView(ResponseBody):
    """An action on record, in notation and in words."""

    seq: int
    text: str
    kind: str
    turn: str
    words: Translations
    at: float | None


class Player(ResponseBody, omit_defaults=True):
    """Who sits there."""

    name: str
    kind: Literal["person", "machine", "open"]
    level: int | None = None


class ClockView(ResponseBody):
    """The time each side has left, in seconds, at `now` of the view."""

    kind: Literal["real", "days"]
    w: float
    b: float
    running: Side | None
    increment: float


class Offers(ResponseBody):
    """Who has offered what, as long as it stands."""

    draw: Side | None = None
    takeback: Side | None = None
    rematch: Side | None = None


class Rematch(ResponseBody):
    """The game that follows, with the visitor's own seats."""

    id: str
    seats: dict[Side, str]


class LiveFrame(Frame):
    """How a game stands: all that may change with an entry of the log, its moves aside."""

    actions: list[SpelledAction]
    choose: Selection | None
    players: BothSides[Player] | None
    clock: ClockView | None
    now: float
    offers: Offers
    next: Rematch | None
    invite: str | None
    no_engine: bool  # it goes on between two people: nobody may ask an engine about it


class View(LiveFrame):
    """All that the page draws."""

    id: str | None
    type: str
    options: Options
    you: Literal["w", "b", "both"] | None
    public: bool  # whether anybody may watch it, and find it in the archive
    moves: list[MoveView]
    opening: int  # how many of the moves the game was made with: behind them it has begun
    presence: BothSides[Presence]
    watchers: int
    thinking: bool


class ReasonView(ResponseBody):
    """Why something is refused; `rule` is the id of the rule, if one forbids it, `kind` is for programs."""

    rule: str | None
    kind: str
    text: Translations


class RefusalResponse(ResponseBody, omit_defaults=True):
    """Every refusal has this body."""

    error: str
    reason: ReasonView
    line: int | None = None  # of a record that cannot be read
    retry_after: int | None = None  # in how many seconds it is worth asking again


class ServerEvent(Struct, kw_only=True, tag_field="event", gc=False):
    """Something that a WebSocket sends."""


class RefusedEvent(ServerEvent, tag="refused"):
    """What came over the WebSocket is refused; `request` is the id that it had."""

    refusal: RefusalResponse
    request: str | None = None


class WhyResponse(ResponseBody):
    """The reason of a refusal, or none if nothing forbids it."""

    reason: ReasonView | None


class LevelView(ResponseBody):
    """A level of the machine."""

    level: int
    name: Translations
    about: Translations


class FiguresResponse(ResponseBody):
    """The operator's figures."""

    figures: dict[str, float | str]


class WriteRecordResponse(ResponseBody):
    """A record, written out."""

    text: str


class FormatView(ResponseBody):
    """A format of records: how its files end, and whether it holds all variations, a line or a position."""

    name: str
    suffixes: list[str]
    holds: Literal["tree", "line", "position"]


# -- what is asked -----------------------------------------------------------------------------------


class RequestBody(Struct, kw_only=True, forbid_unknown_fields=True):
    """A request; unknown fields are refused."""


class Command(RequestBody, tag_field="do"):
    """Something that a WebSocket takes."""


class Options(RequestBody):
    """The options of a game; left out means the default."""

    queen_opening: Literal["allowed", "forbidden"] = "allowed"
    repetition: Literal["draw", "off"] = "draw"
    wasp_reach: Literal["any", "adjacent"] = "any"


class LaidStack(RequestBody):
    """A stack of a set-up: names from the ground up, numbers not needed."""

    q: Coordinate
    r: Coordinate
    pieces: Annotated[list[PieceText], Meta(min_length=1, max_length=63)]


class LaidEvent(RequestBody, omit_defaults=True):
    """What the last turn did to a piece: where it lay afterwards and, if it has moved, where it came from."""

    kind: EventKind
    at: tuple[Coordinate, Coordinate]
    start: tuple[Coordinate, Coordinate] | None = field(default=None, name="from")


class SetUp(RequestBody, omit_defaults=True):
    """A position laid out by hand; pieces that it does not name are in hand, in Swarm in the bag."""

    stacks: Annotated[list[LaidStack], Meta(max_length=63)]
    colour: Side = "w"
    turn: Annotated[int, Meta(ge=1, le=500)] = 1
    hands: dict[Side, Names] = {}
    removed: Names = []
    honeycombo: Side | None = None
    double: Side | None = None
    last: Annotated[list[LaidEvent], Meta(max_length=2)] = []


class SetUpResponse(ResponseBody):
    """A position as a set-up; the pieces of its type, its further sections, the kinds of last-turn event."""

    setup: SetUp
    pieces: list[HandEntry]
    sections: list[SetUpSection]
    events: list[EventKind]


class ChangeRequest(RequestBody):
    """Something that changes a game. With an id (128 random bits) it is safe to send again: done once."""

    request: RequestId | None = None


class WhyRequest(RequestBody):
    """Clicks or an action; why are they refused?"""

    clicks: Clicks | None = None
    action: ActionText | None = None


class PlayedLine(RequestBody):
    """A position: what is played, from which start, and the actions since."""

    type: TypeText
    options: Options = field(default_factory=Options)
    setup: SetUp | None = None
    actions: Actions = []


class LineWhyRequest(PlayedLine):
    """The same, and clicks or an action that are refused there."""

    clicks: Clicks | None = None
    action: ActionText | None = None


class PictureRequest(PlayedLine):
    """A position to be drawn."""

    format: Literal["svg", "png"] = "svg"
    theme: Literal["light", "dark", "contrast", "safe"] = "light"
    pieces: PieceSetName = DEFAULT_SET
    language: Language = words.FALLBACK


# -- what the query of an address may hold ------------------------------------------------------------


class Query(Struct, kw_only=True):
    """The query of an address; unknown fields are ignored."""


class RecordQuery(Query):
    """The format of a record; with `times` it says what each action took, if the format can."""

    format: RecordFormat = "gamestring"
    times: bool = False


class LanguageQuery(Query):
    """The language to answer in."""

    language: Language = words.FALLBACK
