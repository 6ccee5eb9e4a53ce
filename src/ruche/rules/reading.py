"""Reading actions as people and programs write them, generously (RULES section N)."""

from __future__ import annotations

import re

from ruche.rules.action import Action
from ruche.rules.base_position import BasePosition
from ruche.rules.core import codes
from ruche.rules.core.state import may_draw, with_draw
from ruche.rules.errors import IllegalAction, NotationError
from ruche.rules.explain.faces import refused_now, refused_text
from ruche.rules.explain.probe import cell as cell_now
from ruche.rules.facts import hexes, pieces
from ruche.rules.facts.game_type import HAND_SIZE
from ruche.rules.position import Position, action_from_code

# From a piece to the hex that is written so beside it, as a difference of cells.
STEPS = {form: hexes.offset_of(*step) for form, step in zip(hexes.BESIDE, hexes.DIRECTIONS, strict=True)}
DESTINATION = re.compile(r"([-/\\]?)(\w+?)([-/\\]?)")
KINDS = {mark: kind for kind, mark in codes.KIND_MARKS.items()}


def read_action(position: Position, text: str) -> Action:
    """Return the action that a text means here, legal or not."""
    words = text.split()
    if not words:
        raise NotationError("empty", text=text)
    drawn = None
    if len(words) > 1 and words[-1].startswith("+"):
        drawn = _read_held(position, words.pop()[1:], text)
    code = _read_words(position, words, text)
    if drawn is not None:
        if not may_draw(code):
            raise NotationError("draws_nothing", text=text)
        code = with_draw(code, drawn)
    return action_from_code(position, code)


def _read_words(position: Position, words: list[str], text: str) -> int:
    first, rest = words[0], words[1:]
    match first.lower(), len(rest):
        case "pass", 0:
            return codes.PASS
        case "draw", 0:
            return codes.DRAW
        case "steal", 1:
            return codes.STEAL | _read_held(position, rest[0], text) << codes.PIECE_SHIFT
        case "faces", _:
            return _read_faces(position, rest, text)
        case "hand", _:
            return _read_hand(position, rest, text)
        case pieces.NEUTRAL_NAME, 1 if rest[0] in ("=w", "=b"):
            return _read_turn(position, rest[0], text)
        case _, 0:
            return _read_first(position, first, text)
        case _, 1:
            return _read_pair(position, first, rest[0], text)
    raise NotationError("unreadable", text=text)


def read_piece(position: BasePosition, name: str, text: str) -> tuple[int, int]:
    """Return the id and the face of a piece's name, in any letter case, a needless `1` allowed."""
    known = position.game_type.by_name
    if name in known:
        return known[name]
    tidy = name[:1].lower() + name[1:].upper()
    if name.lower() == pieces.NEUTRAL_NAME:
        tidy = pieces.NEUTRAL_NAME
    for candidate in (tidy, tidy.removesuffix("1")):
        if candidate in known:
            return known[candidate]
    raise NotationError("unknown_piece", text=text, name=name, type=position.game_type)


def _read_mover(position: Position, name: str, text: str) -> int:
    """Return the id of a piece in play, which must be named by the face it shows."""
    piece, face = read_piece(position, name, text)
    if cell_now(position, piece) >= 0:
        shown = position.shown(piece)
        if shown is not position.game_type.faces[piece][face]:
            raise NotationError("other_face", text=text, name=name, shown=shown)
    return piece


def _read_held(position: Position, name: str, text: str) -> int:
    """Return the id of a piece in a hand or the bag, which must be named by the face it has there (N)."""
    piece, face = read_piece(position, name, text)
    held = position.held(piece)
    if position.choosing != "faces" and position.game_type.faces[piece][face] != held:  # else a secret
        raise NotationError("other_face", text=text, name=name, shown=held)
    return piece


def _read_faces(position: Position, names: list[str], text: str) -> int:
    """Read a choice of faces (V0d); what nobody could choose is refused here, as no code stands for it."""
    found = [read_piece(position, name, text) for name in names]
    named = [position.game_type.faces[piece][face] for piece, face in found]
    reason = refused_now(position) or refused_text(position, named)
    if reason is not None:
        raise IllegalAction(reason, text)
    second = position.game_type.second_faces[position.colour]
    chosen = sum(1 << i for i, piece in enumerate(second) if piece in named)
    return codes.FACES | position.colour << codes.CHOOSER_SHIFT | chosen


def _read_hand(position: Position, names: list[str], text: str) -> int:
    pieces = sorted(_read_held(position, name, text) for name in names)
    if len(pieces) > HAND_SIZE:
        raise NotationError("hand_size", text=text)
    pieces += [codes.NOBODY] * (HAND_SIZE - len(pieces))
    return codes.HAND | sum(piece << codes.PIECE_BITS * i for i, piece in enumerate(pieces))


def _read_turn(position: Position, colour: str, text: str) -> int:
    shows = position.honeycombo
    if shows is None:
        raise NotationError("unknown_piece", text=text, name=pieces.NEUTRAL_NAME, type=position.game_type)
    if colour != f"={shows.other.letter}":
        raise NotationError("shows_already", text=text, colour=colour[1])
    return codes.TURN


def _read_first(position: Position, name: str, text: str) -> int:
    """Read a lone piece: the very first action, on an empty board."""
    piece, face = read_piece(position, name, text)
    if position.stacks:
        raise NotationError("no_destination", text=text, name=name)
    return _place(piece, face, hexes.START)


def _place(piece: int, face: int, cell: int) -> int:
    return codes.PLACE | (codes.SECOND_FACE if face else 0) | piece << codes.PIECE_SHIFT | cell


def _read_pair(position: Position, name: str, rest: str, text: str) -> int:
    if rest[0] in KINDS:
        return _read_power(position, name, KINDS[rest[0]], rest[1:], text)
    cell = _read_destination(position, rest, text)
    piece, face = read_piece(position, name, text)
    if cell_now(position, piece) < 0:
        return _place(piece, face, cell)
    return codes.MOVE | _read_mover(position, name, text) << codes.PIECE_SHIFT | cell


def _read_power(position: Position, name: str, kind: int, target: str, text: str) -> int:
    """Read a flip, a sting, a swap or a kill."""
    piece = _read_mover(position, name, text)
    if cell_now(position, piece) < 0:
        raise NotationError("not_in_play", text=text, name=name)
    if kind == codes.FLIP:
        other, face = read_piece(position, target, text)
        if other != piece or position.game_type.faces[other][face] == position.shown(piece):
            raise NotationError("flip_face", text=text, name=name, target=target)
        return codes.FLIP | piece << codes.PIECE_SHIFT
    other = _read_mover(position, target, text)
    if cell_now(position, other) < 0:
        raise NotationError("not_in_play", text=text, name=target)
    return kind | piece << codes.PIECE_SHIFT | other


def _read_destination(position: Position, text: str, whole: str) -> int:
    """Return the cell of a destination; the reference may be any piece in play, also a covered one."""
    found = DESTINATION.fullmatch(text)
    if found is None or (found[1] and found[3]):
        raise NotationError("destination", text=whole, destination=text)
    before, name, after = found.groups()
    cell = cell_now(position, _read_mover(position, name, whole))
    if cell < 0:
        raise NotationError("not_in_play", text=whole, name=name)
    if before or after:
        cell += STEPS[f"{before}{{}}{after}"]
    return cell % hexes.CELLS
