"""Checks of a set-up: names are read, and every mistake has a message and a rule of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ruche import words
from ruche.rules.core.codes import DOUBLE, FIRST, LIGHT, NO_TURN_BACK, TURNS
from ruche.rules.facts.bugs import CONTROL, MIMIC, POUNCE, STRIKE
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import ROYAL_DEADLINE, GameType
from ruche.rules.facts.hexes import DIRECTIONS, Hex
from ruche.rules.facts.pieces import NEUTRAL_NAME, Piece
from ruche.rules.last_turn import LastTurnEvent
from ruche.words.errors import LocalizedError

# The mistakes of a set-up and the rule each breaks; the sentences are `setup.<kind>` in the catalogue.
MISTAKES = {
    "unknown_piece": "N",
    "piece_twice": "T8",
    "too_many": "T8",
    "face_never_shown": "V0b",
    "faces_mixed": "V0d",
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
    "removal_of_own": "P1",
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
    """An impossible set-up; `rule` is the rule it breaks."""

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
        if isinstance(value, LastTurnEvent):
            return words.say(f"setup_event.{value.kind}", language)
        return super().spoken(value, language)


# -- reading names ---------------------------------------------------------------------------------


def name_pieces(
    game_type: GameType, lists: Sequence[tuple[object, Sequence[str]]]
) -> dict[object, list[int]]:
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
    if game_type.faces_fixed:  # second faces have the lowest numbers (V0d)
        later.sort(key=lambda entry: entry[3][0] & 1, reverse=True)
    for key, i, name, choices in later:
        free = [face for face in choices if face >> 1 not in seen]
        if game_type.faces_fixed and not choices[0] & 1:
            seconds = second_faces(game_type, found)
            free = [face for face in free if not seconds >> (face >> 1) & 1]
        if not free:
            raise SetUpError("too_many", name=name, type=game_type, count=len(choices))
        seen[free[0] >> 1] = name
        found[key][i] = free[0]
    return found


def second_faces(game_type: GameType, named: Mapping[object, Sequence[int]]) -> int:
    """Return as a bit set the pieces whose second face was chosen (V0d): named so, or a lower number."""
    if not game_type.faces_fixed:
        return 0
    named_so = {face >> 1 for faces in named.values() for face in faces if face >= 0 and face & 1}
    found = 0
    for colour in Colour:
        for piece in game_type.second_faces[colour]:
            alike = [other.id for other in game_type.second_faces[colour] if other.bug == piece.bug]
            if any(other in named_so for other in alike if other >= piece.id):
                found |= 1 << piece.id
    return found


def check_faces(game_type: GameType, named: Mapping[object, Sequence[int]], seconds: int) -> None:
    """Check that no piece shows its first face that has a lower number than one with the second (V0d)."""
    for faces in named.values():
        for face in faces:
            if not face & 1 and seconds >> (face >> 1) & 1:
                raise SetUpError(
                    "faces_mixed", name=_piece(game_type, face), other=_piece(game_type, face | 1)
                )


def _choices(game_type: GameType, name: str) -> list[int]:
    """Return the pieces that a name may mean: one, or all of a kind if the number is left out."""
    known = game_type.by_name
    piece, face = known.get(name, (-1, 1))
    if not (face and game_type.pieces[piece].is_royal) and name in known:  # as it is written nearly always
        return [2 * piece + face]
    if name.lower() == NEUTRAL_NAME and NEUTRAL_NAME in known:
        return [2 * known[NEUTRAL_NAME][0]]
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
    if not game_type.flips and any(game_type.pieces[piece].is_royal and face for piece, face in alike):
        raise SetUpError("face_never_shown", name=name, type=game_type)
    return [2 * piece + face for piece, face in alike]


# -- what lies where -------------------------------------------------------------------------------


def check_stacks(game_type: GameType, stacks: Mapping[Hex, Sequence[int]]) -> None:
    """Check that every piece may lie where it lies."""
    neutral = game_type.by_name.get(NEUTRAL_NAME)
    if neutral is not None and all(2 * neutral[0] not in faces for faces in stacks.values()):
        raise SetUpError("neutral_missing", type=game_type)
    for place, faces in stacks.items():
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


def check_connected(stacks: Mapping[Hex, Sequence[int]]) -> None:
    """Check that there is one hive (H1)."""
    if not stacks:
        return
    first = next(iter(stacks))
    reached = {first}
    todo = [first]
    while todo:
        q, r = todo.pop()
        for east, south in DIRECTIONS:
            near = Hex(q + east, r + south)
            if near in stacks and near not in reached:
                reached.add(near)
                todo.append(near)
    for place in stacks:
        if place not in reached:
            raise SetUpError("not_connected", place=place, other=first)


def bits(faces: Iterable[int]) -> int:
    """Return pieces and faces, `2 * id + face`, as a bit set of pieces."""
    found = 0
    for face in faces:
        found |= 1 << (face >> 1)
    return found


def share_out(game_type: GameType, named: Mapping[object, Sequence[int]], used: int) -> list[int]:
    """Return the hands and the bag as bit sets, the rest dealt out."""
    swarm = game_type.has_bag
    held = [bits(named.get(colour, ())) for colour in Colour] + [bits(named.get("bag", ()))]
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


def check_removed(game_type: GameType, gone: int) -> None:
    """Check that predators can have taken the pieces: they leave in pairs, a killer in each (P1, P2, P3).

    Killer and prey are of two colours, unless a tick made a piece kill one of its own (V9).
    """
    if not gone:
        return
    pieces = [piece for piece in game_type.pieces if gone >> piece.id & 1]
    if not game_type.has_predators:
        raise SetUpError("removal", name=pieces[0], type=game_type)
    if len(pieces) % 2:
        raise SetUpError("removal_odd", count=len(pieces))
    if 2 * len([piece for piece in pieces if piece.bug.abilities & KILLS]) < len(pieces):
        raise SetUpError("removal_by_nobody", names=" ".join(map(str, pieces)))
    white, black = _counts(game_type, gone)
    if white != black and not game_type.abilities & CONTROL:
        raise SetUpError("removal_of_own", white=white, black=black)


# -- whose turn ------------------------------------------------------------------------------------


def _counts(game_type: GameType, placed: int) -> tuple[int, int]:
    """Count the pieces of each colour that have entered."""
    white, black = game_type.side_bits
    return (placed & white).bit_count(), (placed & black).bit_count()


def read_turn(text: str) -> tuple[Colour, int | None]:
    """Return the side and, if it is given, the number of a turn such as `White[3]` or `b`."""
    match = TURN.fullmatch(text.strip())
    if match is None:
        raise SetUpError("turn_text", text=text)
    colour = Colour.WHITE if match[1].lower().startswith("w") else Colour.BLACK
    return colour, int(match[2]) if match[2] is not None else None


def first_turn(game_type: GameType, colour: Colour | None, placed: int, *, later: bool) -> tuple[Colour, int]:
    """Return the first turn with room for what was placed; `later` where the last turn needs room, too."""
    white, black = _counts(game_type, placed)
    if colour is None:
        colour = Colour.BLACK if (white, black) == (1, 0) else Colour.WHITE
    if colour == Colour.WHITE:
        return colour, max(white, black) + 1 + later
    return colour, max(white, black + 1) + later


def check_turn(game_type: GameType, side: Colour, number: int, placed: int) -> None:
    """Check that there was time for the pieces in play to enter, and that both sides have begun."""
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
    for count, turns in zip(counts, had, strict=True):
        if count > turns:
            key = "first_turn" if turns == 0 else "too_early"
            raise SetUpError(key, turn=f"{side}[{number}]", count=count, turns=turns)
        if turns and count == 0:
            raise SetUpError("nothing_placed", turn=f"{side}[{number}]")


def check_royals(
    game_type: GameType, side: Colour, number: int, placed: int, held: list[int], named: int
) -> None:
    """Check that each royal is in play, or in a hand while it may be (T3, T4)."""
    counts = _counts(game_type, placed)
    for royal in game_type.royals:
        colour = royal.colour
        assert colour is not None
        if not held[colour] >> royal.id & 1:
            forbidden = game_type.queen_opening == "forbidden" and not game_type.has_bag
            if forbidden and counts[colour] == 1:
                raise SetUpError("royal_first", colour=colour)
            continue
        if not game_type.has_bag and counts[colour] >= ROYAL_DEADLINE:
            raise SetUpError("royal_late", colour=colour, count=counts[colour])
        if royal_is_due(colour, side, number) and not named >> royal.id & 1:  # who has passed since names it
            raise SetUpError("royal_missing", colour=colour, turn=f"{side}[{number}]")


def royal_is_due(colour: Colour, side: Colour, number: int) -> bool:
    """Tell whether a player has had all the turns in which the royal must enter, if it can (T3)."""
    return number - 1 + (colour == Colour.WHITE and side == Colour.BLACK) >= ROYAL_DEADLINE


def state_of(
    game_type: GameType, side: Colour, number: int, honeycombo: Colour | None, double: Colour | None
) -> int:
    """Return the state of a board at the beginning of a turn."""
    state = 2 * (number - 1 + game_type.opening_choices) + side << TURNS
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
        state |= DOUBLE << double | NO_TURN_BACK
    return state
