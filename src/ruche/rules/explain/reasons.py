"""Why an action is refused: the rule's id and a sentence for players in each language."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from ruche import words
from ruche.rules.facts.bugs import BUGS, NEUTRAL_BUG
from ruche.rules.facts.pieces import Piece


class ReasonKind(StrEnum):
    """What a refusal is about, for programs; the sentence is for players."""

    GAME_OVER = "game_over"  # the game has ended
    OTHER_GAME = "other_game"  # the action belongs to another game type
    PASS = "pass"  # something else can be done
    QUEEN = "queen"  # the queen must enter first, or may not enter so
    NUMBER = "number"  # a lower number of the kind comes first
    ABSENT = "absent"  # a piece is not on the board
    BOUND = "bound"  # a piece cannot leave, or cannot act, this turn
    ENEMY = "enemy"  # nothing lets the player use this enemy piece
    PLACE = "place"  # the piece may not enter there
    MOVE = "move"  # something is in the way of the move
    THROW = "throw"  # a throw fails
    WAY = "way"  # the bug does not move so
    HONEYCOMBO = "honeycombo"  # the Honeycombo forbids it
    FLIP = "flip"  # the piece cannot be flipped
    TARGET = "target"  # no power reaches the target
    STING = "sting"
    SWAP = "swap"
    KILL = "kill"
    FACES = "faces"  # faces cannot be chosen so, or not now
    HAND = "hand"  # a hand of Swarm cannot be chosen so
    DRAW = "draw"  # nothing, or not this piece, comes out of the bag
    STEAL = "steal"


# Every refusal: by its kind the keys of its sentences, and the rule that each rests on.
REASONS: dict[ReasonKind, dict[str, str]] = {
    ReasonKind.GAME_OVER: {
        "over.surrounded": "E2",
        "over.both": "E3",
        "over.repetition": "E4",
        "over.removed": "E6",
    },
    ReasonKind.OTHER_GAME: {"other_game": "N"},
    ReasonKind.PASS: {"pass": "T6"},
    ReasonKind.QUEEN: {
        "queen.now": "T3",
        "queen.first_turn": "T4",
        "queen.missing": "T5",
        "queen.face": "V0",
    },
    ReasonKind.NUMBER: {"lowest": "T7"},
    ReasonKind.ABSENT: {"not_in_play": "T2", "removed": "T8"},
    ReasonKind.BOUND: {"covered": "H3", "resting": "R1", "stung": "V1", "pinned": "H2", "shielded": "V7"},
    ReasonKind.ENEMY: {"enemy": "S6", "level": "V9"},
    ReasonKind.PLACE: {
        "place.in_play": "T8",
        "place.enemy": "T2",
        "place.other_face": "V0d",
        "place.bag": "S3",
        "place.other_hand": "S3",
        "place.first_apart": "T1",
        "place.first_apart_honeycombo": "K1",
        "place.occupied": "T2",
        "place.beside_enemy": "T2",
        "place.apart": "T2",
        "place.apart_honeycombo": "K2",
        "guardian.first": "G1",
        "guardian.ground": "G1",
        "guardian.honeycombo": "G1",
        "guardian.on_enemy": "G1",
        "guardian.beside_enemy": "G1",
    },
    ReasonKind.MOVE: {
        "move.nowhere": "H6",
        "move.apart": "H1",
        "move.occupied": "H4",
        "move.barred": "H5",
        "slide.gap": "H4",
        "slide.touch": "H4",
        "slide.closed": "H4",
        "copy.nothing": "B8",
    },
    ReasonKind.THROW: {"throw.stack": "B7", "throw.beside": "B7", "throw.barred": "H5"},
    ReasonKind.WAY: {
        **{f"way.{bug.name}": bug.rule for bug in BUGS if bug is not NEUTRAL_BUG},
        "way.mosquito_on_top": "B9",
    },
    ReasonKind.HONEYCOMBO: {
        "honeycombo.fixed": "K3",
        "honeycombo.stop": "K3",
        "honeycombo.stuck": "K3",
        "honeycombo.leave": "K3",
        "honeycombo.colour": "K4",
        "honeycombo.back": "K4",
    },
    ReasonKind.FLIP: {
        "flip.one_faced": "V0",
        "flip.locked": "V0b",
        "flip.fixed": "V0d",
        "flip.predator": "V0b",
        "flip.enemy": "V0a",
        "flip.moved": "V0a",
        "flip.held": "V3",
    },
    ReasonKind.TARGET: {"itself": "V9"},
    ReasonKind.STING: {
        "sting.nobody": "V1",
        "sting.own": "V1",
        "sting.stack": "V1",
        "sting.stung": "V1",
        "sting.recent": "V1",
        "sting.far": "V1",
    },
    ReasonKind.SWAP: {"swap.nobody": "V8", "swap.stack": "V8", "swap.split": "V8", "swap.far": "V8"},
    ReasonKind.KILL: {
        "kill.nobody": "P1",
        "kill.own": "P1",
        "kill.shielded": "P4",
        "kill.not_placed": "P2",
        "kill.far": "P1",
        "kill.stack": "P1",
        "kill.split": "P1",
    },
    ReasonKind.FACES: {
        "faces.not_fixed": "V0d",
        "faces.first": "V0d",
        "faces.chosen": "V0d",
        "faces.royal": "V0d",
        "faces.enemy": "V0d",
        "faces.one_faced": "V0d",
        "faces.first_face": "N",
        "faces.twice": "N",
        "faces.lowest": "N",
        "faces.sorted": "N",
    },
    ReasonKind.HAND: {
        "hand.no_swarm": "S1",
        "hand.first": "S1",
        "hand.chosen": "S1",
        "hand.queen": "S1",
        "hand.enemy": "S1",
        "hand.twice": "S1",
        "hand.size": "S1",
    },
    ReasonKind.DRAW: {
        "drawn.no_swarm": "S2",
        "drawn.empty": "S2",
        "drawn.elsewhere": "S2",
        "draw.no_swarm": "S4",
        "draw.empty": "S4",
    },
    ReasonKind.STEAL: {"steal.no_swarm": "S5", "steal.enemy": "S5", "steal.elsewhere": "S5"},
}
RULES = {key: rule for rules in REASONS.values() for key, rule in rules.items()}
KINDS = {key: kind for kind, rules in REASONS.items() for key in rules}


class Reason(NamedTuple):
    """A refusal: its kind, the rule it rests on, and a sentence, `reason.<key>` in the catalogue."""

    kind: ReasonKind
    key: str
    rule: str
    values: dict[str, object] = {}

    def say(self, language: str = "en") -> str:
        """Return the sentence for players; pieces among the values are named in the language."""
        values: dict[str, object] = {}
        for name, value in self.values.items():
            if isinstance(value, Piece):
                for form in words.bug_forms(language):
                    values[f"{form}_{name}"] = words.say(f"bug_{form}.{value.bug.name}", language)
                values[name] = value.name
            else:
                values[name] = value
        sentence = words.say(f"reason.{self.key}", language, **values)
        return sentence[0].upper() + sentence[1:]


def refuse(key: str, **values: object) -> Reason:
    """Return the refusal of a key, with its kind, its rule and what its sentence speaks of."""
    return Reason(KINDS[key], key, RULES[key], values)
