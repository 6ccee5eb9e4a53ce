"""Positions that are laid out, not played to: checked, with a message of its own for each mistake."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ruche import words
from ruche.rules.core.codes import DOUBLE, FIRST, FIXED, LIGHT, TURNS
from ruche.rules.facts.bugs import MIMIC, POUNCE, STRIKE
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import ROYAL_DEADLINE, GameType
from ruche.rules.facts.hexes import Hex, cell_of
from ruche.rules.facts.pieces import Piece
from ruche.rules.last_turn import Deed, Table, do_again, take_back
from ruche.rules.position import Position
from ruche.words.errors import LocalizedError

# The mistakes of a set-up and the rule each breaks; the sentences are `setup.<key>` in the catalogue.
MISTAKES = {
    "unknown_piece": "N",
    "piece_twice": "T8",
    "too_many": "T8",
    "face_never_shown": "V0b",
    "empty_stack": "H1",
    "not_connected": "H1",
    "stands_on_others": "B2",
    "guardian_on_ground": "G1",
    "on_the_neutral": "K3",
    "neutral_missing": "K1",
    "neutral_not_on_board": "K3",
    "no_honeycombo": "K1",
    "double_turn": "K4",
    "royal_missing": "T3",
    "royal_late": "T3",
    "royal_first": "T4",
    "royal_elsewhere": "S1",
    "turn_text": "N",
    "turn_zero": "S1",
    "first_turn": "T1",
    "too_early": "T2",
    "nothing_placed": "T1",
    "removal": "P1",
    "removal_odd": "P1",
    "removal_by_nobody": "P3",
    "wrong_hand": "T2",
    "nowhere": "T8",
    "no_bag": "S1",
    "last_nothing": "R4",
    "last_illegal": "R4",
    "last_before": "R4",
    "last_turned": "K4",
}

TURN = re.compile(r"(white|black|w|b)(?:\[(\d+)\])?", re.IGNORECASE)
NAME = re.compile(r"([wb])([A-Z])([0-9]?)", re.IGNORECASE)
KILLS = STRIKE | POUNCE | MIMIC


class SetUpError(LocalizedError):
    """A set-up that cannot be; `rule` is the rule it breaks."""

    area = "setup"

    @property
    def rule(self) -> str:
        """The rule that it breaks."""
        return MISTAKES[self.kind]

    def spoken(self, value: object, language: str) -> object:
        """Return a colour, a hex or an event as the sentence has it."""
        if isinstance(value, Colour):
            return words.say(f"setup_colour.{value.letter}", language)
        if isinstance(value, Hex):
            return f"({value.q}, {value.r})"
        if isinstance(value, Deed):
            return words.say(f"setup_deed.{value.kind}", language)
        return super().spoken(value, language)


def set_up(
    game_type: GameType | str,
    stacks: Mapping[Hex, Sequence[str]] | Mapping[tuple[int, int], Sequence[str]],
    *,
    turn: str | None = None,
    hands: Mapping[Colour, Iterable[str]] | None = None,
    bag: Iterable[str] | None = None,
    removed: Iterable[str] = (),
    honeycombo: Colour | None = None,
    double: Colour | None = None,
    last: Sequence[Deed] = (),
    seed: int = 0,
) -> Position:
    """Return a position that is laid out; raise `SetUpError` if it cannot be.

    `stacks` gives the pieces of every hex, bottom first, by the face they show; of several alike the number
    may be left out. `turn` is a turn as it is written, or a colour; by default the first turn with room for
    what is in play, white's where both fit. What is nowhere else is in its owner's hand or, in Swarm, in the
    bag; a queen that had to pass over its fourth turn must be named in `hands`. `honeycombo` is the
    colour it shows (black, as at the start), `double` who has a double turn, now or next. `last` is what the
    opponent's last turn did, two deeds if it was a double one; they are in the history afterwards. Without it
    nothing rests, and there is nothing to fly at.

    >>> position = set_up("Base", {(0, 0): ["wQ"], (1, 0): ["bQ", "wB"], (-1, 0): ["wA"], (2, 0): ["bA"]})
    >>> position.turn, [str(piece) for piece in position.stacks[Hex(1, 0)]]
    ('White[4]', ['bQ', 'wB1'])
    """
    if isinstance(game_type, str):
        game_type = GameType(game_type)
    swarm = game_type.has_bag
    places = {Hex(*place): list(stack) for place, stack in stacks.items()}
    lists: list[tuple[object, list[str]]] = list(places.items())
    lists.append(("removed", list(removed)))
    if hands is not None:
        lists += [(colour, list(names)) for colour, names in hands.items()]
    if bag is not None:
        if not swarm:
            raise SetUpError("no_bag", type=game_type)
        lists.append(("bag", list(bag)))
    named = _name_pieces(game_type, lists)

    table = {place: named[place] for place in places}
    _check_stacks(game_type, table)
    _check_connected(table)
    gone = _bits(named["removed"])
    in_play = _bits(face for faces in table.values() for face in faces)
    held = _share_out(game_type, named, in_play | gone)
    _check_removed(game_type, gone)
    told = _bits(face for colour in Colour for face in named.get(colour, ()))
    side, number = _read_turn(game_type, turn, in_play | gone, later=bool(last))
    _check_turn(game_type, side, number, in_play | gone)
    _check_royals(game_type, side, number, in_play | gone, held, told)
    state = _state(game_type, side, number, honeycombo, double)

    if last:
        table_before = {place: [game_type.names[face] for face in faces] for place, faces in table.items()}
        before = _Before(game_type, table_before, side, number, [*held, gone], told, honeycombo, double, seed)
        return before.play(last)
    position = Position(game_type, seed=seed)
    if (side, number) == (Colour.WHITE, 1) and not swarm and set(table) <= {Hex(0, 0)}:
        return position  # nothing but what lies there anyway
    cells = {cell_of(*place): faces for place, faces in table.items()}
    position.lay(cells, (held[0], held[1]), held[2], gone, state)
    return position


# -- reading names ---------------------------------------------------------------------------------


def _name_pieces(game_type: GameType, lists: list[tuple[object, list[str]]]) -> dict[object, list[int]]:
    """Return for each list of names pieces and faces, `2 * id + face`; numbers left out are given last."""
    seen: dict[int, str] = {}
    found: dict[object, list[int]] = {key: [-1] * len(names) for key, names in lists}
    later: list[tuple[object, int, str, list[int]]] = []
    for key, names in lists:
        for i, name in enumerate(names):
            choices = _choices(game_type, name)
            if len(choices) > 1:
                later.append((key, i, name, choices))
                continue
            piece = choices[0] >> 1
            if piece in seen:
                raise SetUpError("piece_twice", name=name, other=seen[piece])
            seen[piece] = name
            found[key][i] = choices[0]
    for key, i, name, choices in later:
        free = [face for face in choices if face >> 1 not in seen]
        if not free:
            raise SetUpError("too_many", name=name, type=game_type, count=len(choices))
        seen[free[0] >> 1] = name
        found[key][i] = free[0]
    return found


def _choices(game_type: GameType, name: str) -> list[int]:
    """Return the pieces that a name may mean: one, or all of a kind if the number is left out."""
    known = game_type.by_name
    if name.lower() == "hc" and "hc" in known:
        return [2 * known["hc"][0]]
    match = NAME.fullmatch(name)
    if match is None:
        raise SetUpError("unknown_piece", name=name, type=game_type)
    stem, number = match[1].lower() + match[2].upper(), match[3]
    if stem in known and number in ("", "1"):
        alike = [known[stem]]
    else:
        alike = [known[f"{stem}{n}"] for n in range(1, 10) if f"{stem}{n}" in known]
        if number and alike:
            if not 1 <= int(number) <= len(alike):
                raise SetUpError("too_many", name=name, type=game_type, count=len(alike))
            alike = [known[stem + number]]
    if not alike:
        raise SetUpError("unknown_piece", name=name, type=game_type)
    if game_type.faces_locked and any(game_type.pieces[piece].is_royal and face for piece, face in alike):
        raise SetUpError("face_never_shown", name=name, type=game_type)
    return [2 * piece + face for piece, face in alike]


# -- what lies where -------------------------------------------------------------------------------


def _check_stacks(game_type: GameType, table: Mapping[Hex, Sequence[int]]) -> None:
    neutral = game_type.by_name.get("hc")
    if neutral is not None and all(2 * neutral[0] not in faces for faces in table.values()):
        raise SetUpError("neutral_missing", type=game_type)
    for place, faces in table.items():
        if not faces:
            raise SetUpError("empty_stack", place=place)
        for level, face in enumerate(faces):
            piece = _piece(game_type, face)
            if level == 0 and piece.bug.enters_on_top:
                raise SetUpError("guardian_on_ground", name=piece)
            if level > 0 and piece.colour is None:
                raise SetUpError("neutral_not_on_board", place=place)
            if level > 0 and _piece(game_type, faces[0]).colour is None:
                raise SetUpError("on_the_neutral", name=piece)
            if level > 0 and not piece.bug.moves_on_top:
                raise SetUpError("stands_on_others", name=piece, below=_piece(game_type, faces[level - 1]))


def _piece(game_type: GameType, face: int) -> Piece:
    return game_type.faces[face >> 1][face & 1]


def _check_connected(table: Mapping[Hex, Sequence[int]]) -> None:
    if not table:
        return
    first = next(iter(table))
    reached = {first}
    todo = [first]
    while todo:
        place = todo.pop()
        for direction in range(6):
            near = place.neighbour(direction)
            if near in table and near not in reached:
                reached.add(near)
                todo.append(near)
    for place in table:
        if place not in reached:
            raise SetUpError("not_connected", place=place, other=first)


def _bits(faces: Iterable[int]) -> int:
    bits = 0
    for face in faces:
        bits |= 1 << (face >> 1)
    return bits


def _share_out(game_type: GameType, named: Mapping[object, Sequence[int]], used: int) -> list[int]:
    """Return the hands and the bag as bit sets, the rest dealt out."""
    swarm = game_type.has_bag
    held = [_bits(named.get(colour, ())) for colour in Colour] + [_bits(named.get("bag", ()))]
    for piece in game_type.pieces:
        bit = 1 << piece.id
        royal = piece.is_royal
        if piece.colour is None:
            continue  # it is in play
        mine, other = piece.colour, piece.colour.other
        if held[other] & bit and (royal or not swarm):
            key = "royal_elsewhere" if royal else "wrong_hand"
            raise SetUpError(key, name=piece, colour=mine)
        if held[2] & bit and royal:
            raise SetUpError("royal_elsewhere", name=piece, colour=mine)
        if (used | held[0] | held[1] | held[2]) & bit:
            continue
        if "bag" in named and not royal:
            raise SetUpError("nowhere", name=piece)
        held[2 if swarm and not royal else mine] |= bit
    return held


def _check_removed(game_type: GameType, gone: int) -> None:
    """Check that predators can have taken the pieces: they leave in pairs, a killer in each (P1, P2, P3)."""
    if not gone:
        return
    pieces = [piece for piece in game_type.pieces if gone >> piece.id & 1]
    if not game_type.has_predators:
        raise SetUpError("removal", name=pieces[0], type=game_type)
    if len(pieces) % 2:
        raise SetUpError("removal_odd", count=len(pieces))
    if 2 * len([piece for piece in pieces if piece.bug.abilities & KILLS]) < len(pieces):
        raise SetUpError("removal_by_nobody", names=" ".join(map(str, pieces)))


# -- whose turn ------------------------------------------------------------------------------------


def _counts(game_type: GameType, placed: int) -> tuple[int, int]:
    """Count the pieces of each colour that have entered."""
    sides = [piece.colour for piece in game_type.pieces if placed >> piece.id & 1]
    return sides.count(Colour.WHITE), sides.count(Colour.BLACK)


def _read_turn(game_type: GameType, text: str | None, placed: int, *, later: bool) -> tuple[Colour, int]:
    """Return the turn; one that is inferred is taken `later` where the last turn needs room."""
    white, black = _counts(game_type, placed)
    if text is None:
        side, number = (Colour.BLACK if (white, black) == (1, 0) else Colour.WHITE), None
    else:
        match = TURN.fullmatch(text.strip())
        if match is None:
            raise SetUpError("turn_text", text=text)
        side = Colour.WHITE if match[1].lower().startswith("w") else Colour.BLACK
        number = match[2]
    if number is not None:
        return side, int(number)
    if side == Colour.WHITE:
        return side, max(white, black) + 1 + later
    return side, max(white, black + 1) + later


def _check_turn(game_type: GameType, side: Colour, number: int, placed: int) -> None:
    """Check that what is in play had time to enter, and that both have begun."""
    if number < 1:
        raise SetUpError("turn_zero", turn=f"{side}[{number}]")
    counts = _counts(game_type, placed)
    had = (number - 1 + int(side), number - 1)  # turns behind them: in black's turn, white has had as many
    if game_type.has_bag:  # S3: either colour may be placed
        if sum(counts) > sum(had):
            raise SetUpError("too_early", turn=f"{side}[{number}]", count=sum(counts), turns=sum(had))
        if not any(counts) and any(had):
            raise SetUpError("nothing_placed", turn=f"{side}[{number}]")
        return
    for colour in Colour:
        if counts[colour] > had[colour]:
            key = "first_turn" if had[colour] == 0 else "too_early"
            raise SetUpError(key, turn=f"{side}[{number}]", count=counts[colour], turns=had[colour])
        if had[colour] and counts[colour] == 0:
            raise SetUpError("nothing_placed", turn=f"{side}[{number}]")


def _check_royals(
    game_type: GameType, side: Colour, number: int, placed: int, held: list[int], told: int
) -> None:
    """Check that each royal is in play, or in a hand while it may be (T3, T4)."""
    counts = _counts(game_type, placed)
    for royal in (piece for piece in game_type.pieces if piece.is_royal):
        colour = royal.colour
        assert colour is not None
        if not held[colour] >> royal.id & 1:
            forbidden = game_type.queen_opening == "forbidden" and not game_type.has_bag
            if forbidden and counts[colour] == 1:
                raise SetUpError("royal_first", colour=colour)
            continue
        if not game_type.has_bag and counts[colour] >= ROYAL_DEADLINE:
            raise SetUpError("royal_late", colour=colour, count=counts[colour])
        if is_late(colour, side, number) and not told >> royal.id & 1:  # who has passed since then says so
            raise SetUpError("royal_missing", colour=colour, turn=f"{side}[{number}]")


def is_late(colour: Colour, side: Colour, number: int) -> bool:
    """Tell whether a player has had all the turns in which the royal must enter, if it can (T3)."""
    return number - 1 + (colour == Colour.WHITE and side == Colour.BLACK) >= ROYAL_DEADLINE


def _state(
    game_type: GameType, side: Colour, number: int, honeycombo: Colour | None, double: Colour | None
) -> int:
    """Return the state of a board at the beginning of a turn."""
    swarm = game_type.has_bag
    state = 2 * number + side - (0 if swarm else 2) << TURNS
    if not game_type.has_neutral:
        if honeycombo is not None or double is not None:
            raise SetUpError("no_honeycombo", type=game_type)
        return state
    if honeycombo is None:
        honeycombo = Colour.BLACK if double is None else double.other
    if double == honeycombo:  # K4: whoever flips it shows the other's colour
        raise SetUpError("double_turn", colour=double, other=double.other)
    if honeycombo == Colour.WHITE:
        state |= LIGHT
    if double == side:
        state |= FIRST
    elif double is not None:
        state |= DOUBLE << double | FIXED
    return state


# -- the last turn ---------------------------------------------------------------------------------


@dataclass
class _Before:
    """What was there before the last turn: what lies there now, until the deeds are taken back."""

    game_type: GameType
    table: Table
    side: Colour  # to move now
    number: int
    held: list[int]  # hands, bag and what was removed, as bit sets
    told: int  # what was named in a hand
    honeycombo: Colour | None
    double: Colour | None
    seed: int

    def play(self, last: Sequence[Deed]) -> Position:
        """Lay out what was there before the last turn, and do that again."""
        mover = self.side.other
        if self.double == mover:
            raise SetUpError("last_turned", colour=mover)
        names = [self.take_back(deed) for deed in reversed(last)][::-1]
        placed = [name for deed, name in zip(last, names, strict=True) if deed.kind == "placed"]
        drawn = self.return_draws(mover, len(placed))
        position = self.lay(mover, placed, is_double=len(last) > 1)
        for deed, name in zip(last, names, strict=True):
            of_bag = drawn.pop() if deed.kind == "placed" and drawn else None
            if not do_again(position, deed, name, of_bag):
                raise SetUpError("last_illegal", name=name, deed=deed)
        return position

    def take_back(self, deed: Deed) -> str:
        """Take a deed back; return the name of the piece."""
        name = take_back(self.table, deed)
        if name is None:
            raise SetUpError("last_nothing", deed=deed, place=deed.at)
        return name

    def return_draws(self, mover: Colour, count: int) -> list[str]:
        """Put what was drawn for pieces placed back into the bag, if that is how it was (S2); return it."""
        if not self.held[2]:
            return []
        queen = next(piece for piece in self.game_type.pieces if piece.colour == mover)
        hand = [piece for piece in self.pieces(mover) if piece.id != queen.id]
        drawn = hand[len(hand) - count :]
        for piece in drawn:
            self.held[mover] ^= 1 << piece.id
            self.held[2] |= 1 << piece.id
        return [piece.name for piece in drawn]

    def pieces(self, place: int) -> list[Piece]:
        """Return the pieces of a hand, the bag or what was removed."""
        return [piece for piece in self.game_type.pieces if self.held[place] >> piece.id & 1]

    def lay(self, mover: Colour, placed: list[str], *, is_double: bool) -> Position:
        """Lay out what was there at the beginning of the last turn."""
        swarm = self.game_type.has_bag
        hands = {
            colour: [piece.name for piece in self.pieces(colour) if swarm or self.told >> piece.id & 1]
            for colour in Colour
        }
        hands[mover] += placed
        try:
            return set_up(
                self.game_type,
                self.table,
                turn=f"{mover}[{self.number - (mover == Colour.BLACK)}]",
                hands=hands,
                removed=[piece.name for piece in self.pieces(3)],
                honeycombo=self.honeycombo,
                double=mover if is_double else self.double,
                seed=self.seed,
            )
        except SetUpError as error:
            raise SetUpError("last_before", why=error) from error
