"""Records of matches and of the analysis board: written, and read in any known format."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from msgspec import Meta, field

from ruche import Colour, Game, Position, words
from ruche.notation.game import Node
from ruche.notation.records import write_game
from ruche.server.lines import position_of
from ruche.server.match import Match
from ruche.server.messages import ActionText, Asked, LaidStack, Options, SetUp, Shown, TypeText
from ruche.server.refusals import refuse
from ruche.server.view import SIDES, colour_of

FORMATS = ("gamestring", "pgn")
MOST_NODES = 5000
TagText = Annotated[str, Meta(max_length=500)]


class TreeNode(Shown):
    """An action of a record, what is said of it, and what follows; the first child is the main line."""

    action: ActionText
    comment: Annotated[str, Meta(max_length=10_000)] | None = None
    children: list[TreeNode] = []


class RecordText(Asked):
    """A record to be read, in any known format."""

    text: str


class RecordWish(Asked):
    """A record to be written."""

    format: Literal["gamestring", "pgn"]
    type: TypeText
    options: Options = field(default_factory=Options)
    setup: SetUp | None = None
    tags: dict[TagText, TagText] = {}
    tree: list[TreeNode] = []


class RecordView(Shown):
    """A record that was read."""

    type: str
    options: dict[str, str]
    setup: SetUp | None
    tags: dict[str, str]
    result: str
    tree: list[TreeNode]


def record_of(match: Match, form: str) -> str:
    """Return a match's record in a format; raises `RecordError` where the format cannot hold it."""
    if form not in FORMATS:
        raise refuse("bad_request", detail=f"format={form[:40]}")
    tags = {
        "Date": time.strftime("%Y.%m.%d", time.gmtime(match.started)),
        **{str(colour): name_of(match, colour) for colour in Colour},
    }
    game = Game.of(match.position, tags=tags)
    if match.ended is not None:
        winner = match.ended.winner
        game.finish(match.ended.why, winner=colour_of(winner) if winner else None)
    return write_game(game, form)


def name_of(match: Match, colour: Colour) -> str:
    """Return a player's name as a record has it."""
    player = match.players[colour]
    if player.kind == "machine":
        return words.say("seat_name.machine", "en", level=player.level)
    return player.name or "?"


def read_record(text: str) -> RecordView:
    """Read a record; raises `RecordError`."""
    game = Game.read(text)
    start = game.start
    return RecordView(
        type=str(game.game_type),
        options=game.game_type.options,
        setup=laid_out(start) if game.is_set_up else None,
        tags=game.tags,
        result=game.result,
        tree=tree_of(game.root),
    )


def laid_out(position: Position) -> SetUp:
    """Return a position as a set-up."""
    stacks = [
        LaidStack(q=place.q, r=place.r, pieces=[piece.name for piece in stack])
        for place, stack in position.stacks.items()
    ]
    return SetUp(stacks=stacks, colour=SIDES[position.colour], turn=position.turn_number)


def tree_of(root: Node) -> list[TreeNode]:
    """Return what follows a node."""
    found: list[TreeNode] = []
    todo = [(child, found) for child in reversed(root.children)]
    while todo:
        node, siblings = todo.pop()
        shown = TreeNode(action=str(node.action), comment=node.comment or None, children=[])
        siblings.append(shown)
        todo += [(child, shown.children) for child in reversed(node.children)]
    return found


def write_record(wish: RecordWish) -> str:
    """Write a record; raises what the rules and `RecordError` say."""
    start = position_of(wish.type, wish.options, wish.setup)
    game = Game(start.game_type, tags=wish.tags, start=start if wish.setup is not None else None)
    todo = [(child, game.root) for child in reversed(wish.tree)]
    written = 0
    while todo:
        shown, parent = todo.pop()
        written += 1
        if written > MOST_NODES:
            raise refuse("too_large", most=MOST_NODES)
        node = game.play(shown.action, after=parent)
        node.comment = shown.comment or ""
        todo += [(child, node) for child in reversed(shown.children)]
    return write_game(game, wish.format)
