"""Positions as arrays: planes over the hexes around the middle of the hive, seen by one player.

The window is as wide as the game has pieces, so that every hive fits. A hex is at the row of its `r` and the
column of its `q`, both relative to the middle of the hive.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ruche import Action, ActionKind, Colour, GameType, Piece, Position
from ruche.envs.kernels import fill_hive
from ruche.rules.core import codes
from ruche.rules.explain.probe import effects
from ruche.rules.facts.hexes import COMPACT
from ruche.rules.facts.pieces import Kind

Array = NDArray[np.float32]
SIDES = ("own", "enemy")
EVENTS = ("placed", "moved", "flipped")  # what the last turn of the other player did to a piece (R4)
FLAGS = ("to_move", "two_actions", "own_double", "enemy_double", "honeycombo_own", "honeycombo_fixed")
MEASURES = ("turn", "seen_before")


class Encoder:
    """Turns positions of a game type into arrays; `planes` names what each plane holds.

    >>> Encoder(GameType("Base")).planes[:4]
    ['own queen_bee', 'own spider', 'own beetle', 'own ant']
    """

    def __init__(self, game_type: GameType) -> None:
        self.game_type = game_type
        self.size = len(game_type.pieces) | 1
        faces = [bug.name for bug in game_type.bugs]
        self.kinds = {  # what may be in a hand, by the face it has there, with how many a player has
            face.name: kind.count
            for kind in game_type.kinds
            if kind.count
            for face in (kind.faces if game_type.faces_fixed else kind.faces[:1])
        }
        self.planes = [f"{side} {face}" for side in SIDES for face in faces]
        self.planes += ["neutral", "resting", "stung", *EVENTS]
        self.planes += [f"{side} hand {kind}" for side in SIDES for kind in self.kinds]
        if game_type.has_bag:
            others = [f"{other} pieces in {own} hand" for own, other in zip(SIDES, SIDES[::-1], strict=True)]
            self.planes += [f"{where} {kind}" for where in others for kind in self.kinds]  # S3
            self.planes += [f"bag {side} {kind}" for side in SIDES for kind in self.kinds]
        if game_type.faces_fixed:
            self.planes += [
                f"{side} second faces {kind.faces[1].name}" for side in SIDES for kind in self._fixed()
            ]
            self.planes.append("faces_chosen")
        self.planes += [*FLAGS, *MEASURES]
        self.at = {name: i for i, name in enumerate(self.planes)}
        # For each player the plane of every piece and face, `2 * id + face`.
        self.of_face = {
            me: [
                self._plane(faces[min(face, len(faces) - 1)], me)
                for faces in game_type.faces
                for face in range(2)
            ]
            for me in Colour
        }

    def _fixed(self) -> list[Kind]:
        """The kinds of piece whose faces are chosen before the first turn (V0d)."""
        return [kind for kind in self.game_type.kinds[1:] if kind.count and len(kind.faces) > 1]

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows, columns."""
        return (len(self.planes), self.size, self.size)

    def encode(self, position: Position, me: Colour) -> Array:
        """Return a position as the player of a colour may see it."""
        found = np.zeros(self.shape, dtype=np.float32)
        self._fill(found, position, me)
        return found

    def encode_batch(self, positions: Sequence[Position], me: Colour | None = None) -> Array:
        """Return many positions in one array, each as a player, or who is to move there, may see it."""
        found = np.zeros((len(positions), *self.shape), dtype=np.float32)
        for planes, position in zip(found, positions, strict=True):
            self._fill(planes, position, position.colour if me is None else me)
        return found

    def _fill(self, found: Array, position: Position, me: Colour) -> None:
        seen = position.seen_by(me) if self.game_type.opening_choices else position  # S1, V0d
        self._hive(found, seen, me)
        self._stock(found, seen, me)
        if self.game_type.faces_fixed:
            self._faces(found, seen, me)
        self._state(found, seen, me)

    def _hive(self, found: Array, seen: Position, me: Colour) -> None:
        now = effects(seen)
        events = {"placed": now.placed, "moved": now.moved, "flipped": now.flipped}
        if seen.colour != me:
            events = last_turn(seen, me)
        marks = [(self.at["resting"], now.resting), (self.at["stung"], now.stung)]
        marks += [(self.at[event], events[event]) for event in EVENTS]
        marks = [(plane, bits) for plane, bits in marks if bits]
        hex_by_cell = seen.coordinates() if len(self.game_type.pieces) > COMPACT else None
        fill_hive(found, seen, self.of_face[me], marks, hex_by_cell)

    def _plane(self, piece: Piece, me: Colour) -> int:
        if piece.colour is None:
            return self.at["neutral"]
        return self.at[f"{SIDES[piece.colour != me]} {piece.bug.name}"]

    def _stock(self, found: Array, seen: Position, me: Colour) -> None:
        """Fill planes with what share of the pieces of a kind is in a hand or in the bag."""
        for holder in Colour:
            for piece in seen.hand(holder):
                share = 1 / self.kinds[piece.bug.name]
                held = SIDES[holder != me]
                whose = SIDES[piece.colour != me]
                name = f"{held} hand" if whose == held else f"{whose} pieces in {held} hand"
                found[self.at[f"{name} {piece.bug.name}"]] += share
        if seen.hidden_choice is None:
            for piece in seen.bag:
                found[self.at[f"bag {SIDES[piece.colour != me]} {piece.bug.name}"]] += (
                    1 / self.kinds[piece.bug.name]
                )

    def _faces(self, found: Array, seen: Position, me: Colour) -> None:
        """Fill planes with what share of the pieces of a kind has its second face, wherever it is (V0d)."""
        for colour in Colour:
            for piece in self.game_type.second_faces[colour]:
                if seen.held(piece.id) == piece:
                    share = 1 / self.kinds[piece.bug.name]
                    found[self.at[f"{SIDES[colour != me]} second faces {piece.bug.name}"]] += share
        found[self.at["faces_chosen"]] = seen.choosing != "faces"

    def _state(self, found: Array, seen: Position, me: Colour) -> None:
        values = {
            "to_move": seen.outcome is None and seen.colour == me,
            "two_actions": seen.actions_left == 2,
            "own_double": seen.double_turn_of(me),
            "enemy_double": seen.double_turn_of(me.other),
            "honeycombo_own": seen.honeycombo == me,
            "honeycombo_fixed": bool(seen.honeycombo_state & codes.NO_TURN_BACK),
            "turn": min(seen.turn_number, 8) / 8,
            "seen_before": min(times_before(seen), 2) / 2,
        }
        for name, value in values.items():
            found[self.at[name]] = value


def last_turn(position: Position, me: Colour) -> dict[str, int]:
    """Return, as bit sets, what the last turn of the other player placed, moved and flipped (R4)."""
    found = dict.fromkeys(EVENTS, 0)
    twin = position.copy()
    met = False
    for action in reversed(twin.history):
        twin.undo()
        if twin.colour == me:
            if met:
                break
            continue  # one's own first action of a double turn
        met = True
        event, touched = _touched(action)
        for piece in touched:
            found[event] |= 1 << piece.id
    return found


def _touched(action: Action) -> tuple[str, list[Piece]]:
    """Return what an action does to which pieces."""
    pieces = [piece for piece in (action.piece, action.target) if piece is not None]
    match action.kind:
        case ActionKind.PLACE:
            return "placed", pieces
        case ActionKind.MOVE | ActionKind.SWAP:
            return "moved", pieces
        case ActionKind.FLIP:
            return "flipped", pieces
        case ActionKind.STING:
            return "flipped", pieces[1:]
    return "placed", []


def times_before(position: Position) -> int:
    """Count how often the position was there before (E4)."""
    if position.game_type.repetition == "draw":
        return position.occurrences() - 1
    now = position.repetition_key
    twin = position.copy()
    count = 0
    for action in reversed(twin.history):
        if action.kind in ("place", "kill", "hand", "faces"):
            break  # nothing from before comes back
        twin.undo()
        count += twin.repetition_key == now
    return count
