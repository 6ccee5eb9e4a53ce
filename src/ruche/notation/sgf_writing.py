"""Writing BoardSpace's SGF (GM[27]), for the types that BoardSpace has: the base game with M, L and P."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ruche.notation.annotations import write_nags
from ruche.notation.errors import RecordError
from ruche.notation.game import Game, Node
from ruche.notation.sgf import HIVE, JUDGEMENTS, SIZE, TAGS
from ruche.rules.action import Action
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import EXTRAS
from ruche.rules.facts.hexes import Hex
from ruche.rules.facts.pieces import Piece
from ruche.rules.position import Position

FIRST_COLUMN, FIRST_ROW = 13, 13  # the hex of the first piece: N 13
RACK = "QAGBSMLP"  # where a kind lies beside BoardSpace's board, counted from 0
DRAWN = "Draw"
SPECIAL = re.compile(r"[\\\]]|(?<=\n)[ \t]*\(")  # in a comment; no line of it is to look like another game


def write_sgf(game: Game) -> str:
    """Return a game with all that is said of it; raise `RecordError` for what BoardSpace does not play.

    BoardSpace knows no score, no clock and no arrow: they stand in comments, as in PGN.
    """
    if game.is_set_up:
        raise RecordError("sgf_set_up")
    if not game.game_type.is_plain:
        raise RecordError("sgf_type", type=game.game_type)
    letters = "".join(letter.lower() for letter in reversed(EXTRAS) if game.game_type.counts.get(letter))
    lines = ["(;", f"GM[{HIVE}]VV[1]", f"SU[hive{'-' if letters else ''}{letters}]"]
    lines += [f"{name}[{_clean(game.tags[tag])}]" for name, tag in TAGS.items() if game.tags.get(tag)]
    names = [_player(game, colour) for colour in Colour]
    lines += [f'P{player}[id "{name}"]' for player, name in enumerate(names)]
    if game.outcome is not None:
        winner = game.outcome.winner  # the name tells who has won, the colour where both have the same name
        winners = [
            name if names.count(name) == 1 else str(colour)
            for name, colour in zip(names, Colour, strict=True)
        ]
        lines.append(f"RE[{DRAWN if winner is None else f'Game won by {winners[winner]}'}]")
    lines += [said] if (said := _annotations(game.root)) else []
    lines += ["; P0[0 Start P0]", *_tree(game)]
    return "\n".join([*lines, ")"]) + "\n"


def _player(game: Game, colour: Colour) -> str:
    name = game.tags.get(str(colour), "?")
    return _clean(name if name != "?" else str(colour))


class _Step(NamedTuple):
    """A node that is to be written: what opens before it, how many actions and clicks come before."""

    node: Node
    opening: str
    ply: int
    number: int


def _tree(game: Game) -> Iterator[str]:
    """Yield the lines of a tree: where it branches, each line stands in brackets, the main line first."""
    position = game.start
    begin = position.ply
    todo: list[_Step | None] = [_Step(game.root, "", 0, 1)]  # None: a bracket closes
    while todo:
        step = todo.pop()
        if step is None:
            yield ")"
            continue
        node, opening, ply, number = step
        while position.ply > begin + ply:
            position.undo()
        lines = _clicks(game, position, node)
        for i, line in enumerate(lines, number):
            yield f"{opening if i == number else ''}; {line.format(i)}"
        branches, after = len(node.children) > 1, (ply + (node is not game.root), number + len(lines))
        for child in reversed(node.children):
            todo += [None, _Step(child, "(", *after)] if branches else [_Step(child, "", *after)]


def _clicks(game: Game, position: Position, node: Node) -> list[str]:
    """Play an action; return its clicks, each with room for its number, and what is said of it."""
    found = []
    if node.action is not None:
        found = [f"P{player}[{{}} {text}]" for player, text in _commands(position, node.action)]
        found[-1] += _annotations(node).replace("{", "{{").replace("}", "}}")
    if node is game.last:
        found += [f"P{player}[{{}} {text}]" for player, text in _ending(game, position.colour)]
    return found


def _annotations(node: Node) -> str:
    """Return what is said of an action: SGF's own judgements, all else in a comment."""
    known = all(nag in JUDGEMENTS for nag in node.nags)
    parts = node.commands() + ([] if known else [write_nags(node.nags)])
    comment = SPECIAL.sub(r"\\\g<0>", " ".join([*parts, *([node.text()] if node.comment else [])]))
    judged = "".join(JUDGEMENTS[nag] for nag in node.nags) if known else ""
    return judged + (f"C[{comment}]" if comment else "")


def _commands(position: Position, action: Action) -> Iterator[tuple[int, str]]:
    """Play an action, yielding who does what: White is the first player."""
    player = int(position.colour)
    if action.kind == "pass":
        yield player, "Pass"
    else:
        yield from _pick_and_drop(position, action, player)
    position.resume()
    position.play(action)
    yield player, "Done"


def _pick_and_drop(position: Position, action: Action, player: int) -> Iterator[tuple[int, str]]:
    """Yield how a piece is picked up and dropped."""
    piece, to = action.piece, action.to
    assert piece is not None
    assert to is not None
    assert piece.colour is not None
    if action.origin is None:
        yield player, f"Pick {piece.colour.letter.upper()} {RACK.index(piece.bug.letter)} {_name(piece)}"
    else:
        yield player, f"Pickb {_place(action.origin)} {_name(piece)}"
    drop = "Dropb" if piece.colour == player else "Pdropb"  # who throws the other's piece is a pillbug
    yield player, f"{drop} {_name(piece)} {_place(to)} {_reference(position, action)}"


def _reference(position: Position, action: Action) -> str:
    """Return a destination as it stands in notation: a dot for the first piece, one after a piece climbed."""
    _, _, where = str(action).partition(" ")
    for piece in (piece for stack in position.stacks.values() for piece in stack):
        if piece.name in where:
            where = where.replace(piece.name, _name(piece))
            break
    if not where:
        return "."
    return where.replace("\\", "\\\\") + ("." if action.to in position.stacks else "")


def _ending(game: Game, to_move: Colour) -> Iterator[tuple[int, str]]:
    """Yield how the players ended the game, where the board did not."""
    outcome = game.outcome
    if outcome is None:
        return
    winner = outcome.winner
    if outcome.why == "resignation" and winner is not None:
        yield int(winner.other), "Resign"
        yield int(winner.other), "Done"
    elif outcome.why == "time" and winner is not None:
        yield int(winner), "WinOnTime"
    elif outcome.why == "agreement":
        for side, text in ((to_move, "OfferDraw"), (to_move.other, "AcceptDraw")):
            yield int(side), text
            yield int(side), "Done"


def _name(piece: Piece) -> str:
    """Return a name as BoardSpace writes it: only the queen has no number."""
    return piece.name if piece.number or piece.is_royal else f"{piece.name}1"


def _place(at: Hex) -> str:
    """Return column and row on a board that has no edge."""
    column = (FIRST_COLUMN + at.q) % SIZE
    return f"{chr(ord('A') + column)} {(FIRST_ROW - 1 - at.r) % SIZE + 1}"


def _clean(text: str) -> str:
    """Return a text without the signs that would end it."""
    return " ".join(text.split()).replace("]", ")").replace("[", "(").replace('"', "'")
