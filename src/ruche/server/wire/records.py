"""Records of matches and of the analysis board: written, and read in any known format."""

from __future__ import annotations

import time
from typing import Annotated

from msgspec import Meta, field

from ruche import Colour, Game, words
from ruche.notation.records import FORMATS, write_game
from ruche.rules.set_up import SetUp
from ruche.server.match.match import Match
from ruche.server.wire import messages
from ruche.server.wire.lines import position_of
from ruche.server.wire.messages import ActionText, RecordFormat, RequestBody, ResponseBody, TypeText
from ruche.server.wire.position_views import options_of
from ruche.server.wire.refusals import refuse
from ruche.server.wire.set_ups import set_up_view

MOST_NODES = 5000
TagText = Annotated[str, Meta(max_length=500)]


class RecordNode(ResponseBody):
    """An action of a record, what is said of it, and the number of the node it follows (-1: the beginning).

    Nodes come after those they follow; the first to follow a node is the main line.
    """

    action: ActionText
    parent: Annotated[int, Meta(ge=-1)]
    comment: Annotated[str, Meta(max_length=10_000)] | None = None


class ReadRecordRequest(RequestBody):
    """A record to be read, in any known format."""

    text: str


class WriteRecordRequest(RequestBody):
    """A record to be written."""

    format: RecordFormat
    type: TypeText
    options: messages.Options = field(default_factory=messages.Options)
    setup: messages.SetUp | None = None
    tags: dict[TagText, TagText] = {}
    nodes: list[RecordNode] = []


class ReadRecordResponse(ResponseBody):
    """A record that was read."""

    type: str
    options: messages.Options
    setup: messages.SetUp | None
    tags: dict[str, str]
    result: str
    nodes: list[RecordNode]


def formats() -> list[messages.FormatView]:
    """Return every format of records."""
    return [
        messages.FormatView(name=name, suffixes=list(form.suffixes), holds=form.holds)
        for name, form in FORMATS.items()
    ]


def record_of(match: Match, form: str) -> str:
    """Return a match's record in a format; raises `RecordError` where the format cannot hold it."""
    tags = {
        "Date": time.strftime("%Y.%m.%d", time.gmtime(match.started)),
        **{str(colour): name_of(match, colour) for colour in Colour},
    }
    game = Game.of(match.position, tags=tags, set_up_actions=match.playthrough.set_up_actions)
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
    setup, before = start_of(game)
    nodes = [RecordNode(action=action, parent=i - 1) for i, action in enumerate(before)]
    first = len(nodes) - 1  # the root of the game
    for node in game.nodes[1:]:
        comment = node.comment or None
        nodes.append(RecordNode(action=str(node.action), parent=first + node.parent_id, comment=comment))
    return ReadRecordResponse(
        type=str(game.game_type),
        options=options_of(game.game_type),
        setup=setup,
        tags=game.tags,
        result=game.result,
        nodes=nodes,
    )


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
    start = position_of(request.type, request.options, request.setup)
    game = Game(start.game_type, tags=request.tags, start=start if request.setup is not None else None)
    if len(request.nodes) > MOST_NODES:
        raise refuse("too_large", most=MOST_NODES)
    for i, shown in enumerate(request.nodes):
        if shown.parent >= i:
            raise refuse("bad_request", detail=f"nodes[{i}]: parent")
        node = game.play(shown.action, after=game.nodes[shown.parent + 1])
        node.comment = shown.comment or ""
    return write_game(game, request.format)
