"""Records of matches and of the analysis board: written, and read in any known format."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, field
from msgspec.structs import asdict

from ruche import Colour, Game, words
from ruche.notation.errors import RecordError
from ruche.notation.records import FORMATS, is_record, readers_of_text, write_game
from ruche.rules.outcome import EndReason
from ruche.rules.set_up import SetUp
from ruche.server.match.match import Match
from ruche.server.wire import messages
from ruche.server.wire.lines import position_of
from ruche.server.wire.messages import ActionText, RecordFormat, RequestBody, ResponseBody, TypeText
from ruche.server.wire.notes import Notes, annotate, notes_of
from ruche.server.wire.position_views import colour_of, options_of, outcome_view
from ruche.server.wire.refusals import refusal_of, refuse, refuse_malformed
from ruche.server.wire.set_ups import set_up_view

MOST_NODES = 5000
MOST_IMPORTED = 300  # games of a file
MOST_FAULTS = 50
TagText = Annotated[str, Meta(max_length=500)]


class RecordNode(Notes, kw_only=True, omit_defaults=True):
    """An action of a record, what is said of it, and the number of the node it follows (-1: the beginning).

    Nodes come after those they follow; the first to follow a node is the main line.
    """

    action: ActionText
    parent: Annotated[int, Meta(ge=-1)]


class ReadRecordRequest(RequestBody):
    """A record to be read, in any known format."""

    text: str


class RecordView(ResponseBody):
    """A record: what is played, by whom, from which start, every action, and how it ended."""

    type: TypeText
    options: messages.Options = field(default_factory=messages.Options)
    setup: messages.SetUp | None = None
    tags: Annotated[dict[TagText, TagText], Meta(max_length=100)] = {}
    outcome: messages.OutcomeView | None = None
    start: Notes = field(default_factory=Notes)
    nodes: list[RecordNode] = []


class WriteRecordRequest(RequestBody):
    """A record to be written."""

    format: RecordFormat
    type: TypeText
    options: messages.Options = field(default_factory=messages.Options)
    setup: messages.SetUp | None = None
    tags: dict[TagText, TagText] = {}
    outcome: messages.OutcomeView | None = None
    start: Notes = field(default_factory=Notes)
    nodes: list[RecordNode] = []


class ReadRecordResponse(RecordView, kw_only=True):
    """A record that was read."""

    result: str


class FaultView(ResponseBody):
    """A game of a file that cannot be read: which one, the line to look at, and why."""

    game: int
    line: int | None
    reason: messages.ReasonView


class ImportResponse(ResponseBody):
    """The games of a file; `more` is how many were not read because there are too many."""

    records: list[RecordView]
    faults: list[FaultView]
    more: int


class ExportRecordsRequest(RequestBody):
    """Records to be written as one file of PGN."""

    records: Annotated[list[RecordView], Meta(max_length=MOST_IMPORTED)]


def formats() -> list[messages.FormatView]:
    """Return every format of records."""
    return [
        messages.FormatView(name=name, suffixes=list(form.suffixes), holds=form.holds)
        for name, form in FORMATS.items()
    ]


def record_of(match: Match, form: str, *, times: bool = False) -> str:
    """Return a match's record in a format; raises `RecordError` where the format cannot hold it.

    With `times`, it says what each action took, but for the first, before which there was no clock.
    """
    tags = {
        "Date": time.strftime("%Y.%m.%d", time.gmtime(match.started)),
        **{str(colour): name_of(match, colour) for colour in Colour},
    }
    game = Game.of(match.position, tags=tags, set_up_actions=match.playthrough.set_up_actions)
    if times:
        taken = zip(game.nodes[2:], match.times, match.times[1:], strict=False)
        for number, (node, before, at) in enumerate(taken, 1):
            if number > match.opening:
                node.elapsed = max(0.0, round(at - before, 1))
    if match.ended is not None:
        game.finish(match.ended.why, winner=match.ended.winner)
    return write_game(game, form)


def name_of(match: Match, colour: Colour) -> str:
    """Return a player's name as a record has it."""
    player = match.players[colour]
    if player.kind == "machine":
        return words.say("seat_name.machine", words.FALLBACK, level=player.level)
    return player.name or "?"


def read_record(text: str) -> ReadRecordResponse:
    """Read a record; raises `RecordError`."""
    game = Game.read(text)
    return ReadRecordResponse(**asdict(record_view(game)), result=game.result)


def record_view(game: Game) -> RecordView:
    """Return a game with all that is said of it."""
    setup, before = start_of(game)
    nodes = [RecordNode(action=action, parent=i - 1) for i, action in enumerate(before)]
    first = len(nodes) - 1  # the root of the game
    start = notes_of(game.root)
    if nodes:  # what is said of the root is said of the last action that led there
        nodes[-1] = RecordNode(action=nodes[-1].action, parent=nodes[-1].parent, **asdict(start))
    for node in game.nodes[1:]:
        said = asdict(notes_of(node))
        nodes.append(RecordNode(action=str(node.action), parent=first + node.parent_id, **said))
    return RecordView(
        type=str(game.game_type),
        options=options_of(game.game_type),
        setup=setup,
        tags=game.tags,
        outcome=outcome_view(game.outcome),
        start=Notes() if before else start,
        nodes=nodes,
    )


def import_records(text: str) -> ImportResponse:
    """Read every game of a text; where one cannot be read, say so, and read the others."""
    found: list[RecordView] = []
    faults: list[FaultView] = []
    number = more = 0
    for number, read in enumerate(readers_of_text(text), 1):
        if number > MOST_IMPORTED:
            more += 1
            continue
        try:
            found.append(record_view(read()))
        except RecordError as error:
            refused = refusal_of(error)
            faults.append(FaultView(game=number, line=error.line or None, reason=refused.reason))
    if not number or (not any(record.nodes for record in found) and not is_record(text)):
        raise RecordError("empty", source=text)
    return ImportResponse(records=found, faults=faults[:MOST_FAULTS], more=more)


def start_of(game: Game) -> tuple[messages.SetUp | None, list[str]]:
    """Return the set-up that a game begins with, and what led from there to its first action, if anything."""
    start = game.start
    before: list[str] = []
    while start.is_set_up or start.history:
        if start.is_set_up:
            laid = SetUp.of(start)
            if not start.history or laid.tells_all_of(start):
                return set_up_view(laid), before
        before.insert(0, str(start.undo()))
    return None, before


def write_record(request: WriteRecordRequest) -> str:
    """Write a record; raises what the rules and `RecordError` say."""
    return write_game(game_of(request), request.format)


def export_records(records: Iterable[RecordView]) -> str:
    """Write records as one file of PGN; raises what the rules say."""
    return "\n".join(write_game(game_of(record), "pgn") for record in records)


def game_of(record: RecordView | WriteRecordRequest) -> Game:
    """Return the game of a record; raises what the rules say."""
    start = position_of(record.type, record.options, record.setup)
    game = Game(start.game_type, tags=record.tags, start=start if record.setup is not None else None)
    if len(record.nodes) > MOST_NODES:
        raise refuse("too_large", most=MOST_NODES)
    annotate(game.root, record.start)
    for i, shown in enumerate(record.nodes):
        if shown.parent >= i:
            raise refuse_malformed("spelling", field=f"nodes[{i}].parent")
        annotate(game.play(shown.action, after=game.nodes[shown.parent + 1]), shown)
    if record.outcome is not None and game.outcome is None:
        winner = None if record.outcome.winner is None else colour_of(record.outcome.winner)
        if record.outcome.why not in tuple(EndReason):
            raise refuse_malformed("value", field="outcome.why", given=record.outcome.why)
        game.finish(record.outcome.why, winner=winner)
    return game
