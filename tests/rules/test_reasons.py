"""Refusals: every key of `RULES` has a position in which that very rule forbids an action."""

import random
from collections.abc import Callable, Mapping
from string import Formatter
from typing import NamedTuple

import pytest
from tests.positions import played

from ruche import BLACK, WHITE, Action, Colour, GameType, IllegalAction, Position, words
from ruche.rules.core import codes
from ruche.rules.explain.reasons import RULES, ReasonKind
from ruche.rules.facts import hexes
from ruche.rules.position import action_from_code
from ruche.rules.set_up import set_up

Tried = str | Callable[[Position], Action]


class Case(NamedTuple):
    """A position, laid out or played to from the start, and what may not be done in it."""

    key: str
    rule: str
    game: str
    action: Tried
    stacks: Mapping[tuple[int, int], str] | None = None
    plays: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    double: Colour | None = None
    hands: Mapping[Colour, list[str]] | None = None


def reach(case: Case) -> Position:
    """The position of a case."""
    game_type = GameType(case.game, **case.options)
    if case.stacks is None:
        position = Position(game_type)
    else:
        stacks = {place: stack.split() for place, stack in case.stacks.items()}
        position = set_up(game_type, stacks, double=case.double, hands=case.hands)
    for text in case.plays:
        position.play(text)
    return position


def stale(kind: int, name: str, cell: int = 0) -> Callable[[Position], Action]:
    """An action that fits another position, as a late click may: texts are read with the hive in view."""

    def action(position: Position) -> Action:
        piece, face = position.game_type.by_name[name]
        return action_from_code(
            position, kind | (codes.SECOND_FACE if face else 0) | piece << codes.PIECE_SHIFT | cell
        )

    return action


FAR = hexes.cell_of(5, 5)
OPENING = ("wA1", "bA1 wA1-")
QUEENS = ("wQ", "bQ wQ-")
HANDS = ("hand wA1 wA2 wG1", "hand bA1 bA2 bG1")
FACES = ("faces wF1", "faces bY1")
SMALL_SWARM = "Base+S0B0A2G0+Swarm"  # all are in hand, the bag is empty
SMALL_HANDS = ("hand wA1 wA2", "hand bA1 bA2")
ROCKING = ("wA1 \\wQ", "bA1 bQ/", "wA1 -wQ", "bA1 bQ-")


def row(*stacks: str) -> dict[tuple[int, int], str]:
    """Stacks side by side, from west to east; `wQ` of a row that begins with a piece `x` lies east of it."""
    return {(i, 0): stack for i, stack in enumerate(stacks)}


POCKET = {
    (1, -1): "bA1",
    (2, -1): "bQ",
    (2, 0): "bA2",
    (1, 1): "bS1",
}  # around (1, 0), a hex with a narrow mouth
THROW = {(0, 0): "wP", (1, 0): "bA1", (0, 1): "wQ", (1, 1): "bQ"}  # a pillbug and its prey
ON_STACK = {(0, 0): "wP", (1, 0): "bA1 bB1", (0, 1): "wQ", (1, 1): "bQ"}
COPIED_CENTIPEDE = {(0, 0): "wM", (-1, 0): "wC", (1, 0): "wQ", (2, 0): "bQ", (3, 0): "bA1 bB1"}
NEUTRAL = {(0, 0): "hc", (-1, 0): "wQ", (1, 0): "bQ", (0, -1): "wB1"}
SURROUND = {
    (0, 0): "bQ",
    (1, 0): "wA1",
    (0, 1): "wS1",
    (-1, 1): "bA1",
    (-1, 0): "bS1",
    (0, -1): "wG1",
    (2, 0): "wQ",
    (3, 0): "wA2",
}
SURROUND_BOTH = {
    (0, 0): "wQ",
    (-1, 1): "wA1",
    (-1, 0): "wA2",
    (0, -1): "wG1",
    (-1, 2): "wA3",
    (1, 0): "bQ",
    (1, -1): "bA1",
    (2, -1): "bA2",
    (2, 0): "bG1",
    (1, 1): "bG2",
}
BARRED_THROW = {**THROW, (-1, 1): "wA1 wB1", (0, -1): "bS1 bB1"}

CASES = [
    # the game as a whole
    Case("over.surrounded", "E2", "Base", "bA1 bQ-", SURROUND, ("wA2 bQ/",)),
    Case("over.both", "E3", "Base", "pass", SURROUND_BOTH, ("wA3 wQ\\",)),
    Case(
        "over.repetition", "E4", "Base", "wA1 \\wQ", None, (*QUEENS, "wA1 -wQ", "bA1 bQ-", *ROCKING, *ROCKING)
    ),
    Case(
        "over.removed",
        "E6",
        "Base+Predators",
        "pass",
        {(0, 0): "wX", (1, 0): "bQ", (0, 1): "wQ", (1, 1): "bA1"},
        ("wX xbQ",),
    ),
    Case("other_game", "N", "Base", lambda _: Position("Base+M").legal_actions()[0]),
    Case("pass", "T6", "Base", "pass"),
    Case(
        "queen.now",
        "T3",
        "Base",
        "wA2 -wA1",
        None,
        ("wS1", "bS1 wS1-", "wS2 -wS1", "bS2 bS1-", "wA1 -wS2", "bA1 bS2-"),
    ),
    Case(
        "queen.now",
        "T3",
        "Base",
        "wA1 -wS1",
        None,
        ("wS1", "bS1 wS1-", "wS2 -wS1", "bS2 bS1-", "wA1 -wS2", "bA1 bS2-"),
    ),
    Case("queen.first_turn", "T4", "Base", "wQ", options={"queen_opening": "forbidden"}),
    Case("queen.missing", "T5", "Base", "wA1 bA1-", None, OPENING),
    Case("queen.missing", "T5", "Base+Swarm", "draw", None, HANDS),
    Case("queen.face", "V0", "Venom", "wW"),
    Case("lowest", "T7", "Base", "wA2"),
    Case("lowest", "T7", "Base+Swarm", "hand wA1 wA3 wG1"),
    Case("lowest", "T7", "Base+Swarm", "wA1 +wG3", None, HANDS),
    Case("lowest", "T7", "Base+Swarm", "steal wA3", row("wQ", "bQ"), hands={BLACK: ["wA1", "wA3"]}),
    # the state of a piece
    Case("not_in_play", "T2", "Base", stale(codes.MOVE, "wA1", FAR), None, QUEENS),
    Case(
        "removed",
        "T8",
        "Base+Predators",
        "bA1 bQ-",
        {(0, 0): "wX", (1, 0): "bA1", (0, 1): "wQ", (1, 1): "bQ"},
        ("wX xbA1",),
    ),
    Case(
        "removed",
        "T8",
        "Base+Predators",
        stale(codes.MOVE, "bA1", FAR),
        {(0, 0): "wX", (1, 0): "bA1", (0, 1): "wQ", (1, 1): "bQ"},
        ("wX xbA1",),
    ),
    Case("covered", "H3", "Base", "wA1 \\wQ", row("wA1 bB1", "wQ", "bQ")),
    Case("covered", "H3", "Venom", "wA1 =wY1", row("wA1 bB1", "wQ", "bQ")),
    Case("covered", "H3", "Venom", "wW *bA1", row("wW", "bA1 bB1", "bQ")),
    Case("resting", "R1", "Base+P", "bA1 \\wP", THROW, ("bA1 -wP",)),
    Case("stung", "V1", "Venom", "bY1 bQ/", row("wW", "bQ", "bA1"), ("wW *bA1",)),
    Case("stung", "V1", "Venom", "bY1 =bA1", row("wW", "bQ", "bA1"), ("wW *bA1",)),
    Case("pinned", "H2", "Base", "wA1 wQ/", row("wQ", "wA1", "bQ")),
    Case("pinned", "H2", "Base+P", "bA1 \\wP", row("wQ", "wP", "bA1", "bQ")),
    Case("pinned", "H2", "Base+Predators", "wX xbQ", row("wQ", "wX", "bQ")),
    Case("shielded", "V7", "Base+P+H1", "bA1 -wP", {**THROW, (2, 0): "bH"}),
    Case("shielded", "V7", "Venom+L", "wW *bA1", row("wW", "bQ", "bA1", "bH")),
    Case("enemy", "S6", "Base", "bQ /wQ", None, QUEENS),
    Case("enemy", "S6", "Venom", "bW *wQ", row("wQ", "bW")),
    Case("level", "V9", "Base+T1", "bB1 bQ", {**ON_STACK, (0, 0): "wT"}),
    # placing
    Case("place.in_play", "T8", "Base", stale(codes.PLACE, "wQ", FAR), None, QUEENS),
    Case("place.enemy", "T2", "Base", "bA1"),
    Case("place.bag", "S3", "Base+Swarm", "wB1", None, HANDS),
    Case("place.other_hand", "S3", "Base+Swarm", "bA1", None, HANDS),
    Case("place.first_apart", "T1", "Base", stale(codes.PLACE, "bA1", FAR), None, ("wA1",)),
    Case("place.first_apart_honeycombo", "K1", "Base+Honeycombo", stale(codes.PLACE, "wA1", FAR)),
    Case("place.occupied", "T2", "Base", "bA1 wA1", None, ("wA1",)),
    Case("place.beside_enemy", "T2", "Base", "wS1 bA1-", None, OPENING),
    Case("place.apart", "T2", "Base", stale(codes.PLACE, "wS1", FAR), None, OPENING),
    Case(
        "place.apart_honeycombo",
        "K2",
        "Base+Honeycombo",
        stale(codes.PLACE, "wS1", FAR),
        None,
        ("wA1 -hc", "bA1 hc-"),
    ),
    Case("guardian.first", "G1", "Base+Guardians", "wU"),
    Case("guardian.ground", "G1", "Base+Guardians", "wU -wA1", None, OPENING),
    Case("guardian.honeycombo", "G1", "Base+Guardians+Honeycombo", "wN hc", None, ("wA1 -hc", "bA1 hc-")),
    Case("guardian.on_enemy", "G1", "Base+Guardians", "wU bA1", None, OPENING),
    Case("guardian.beside_enemy", "G1", "Base+Guardians", "wU wA1", None, OPENING),
    # moving
    Case("move.nowhere", "H6", "Base", "wQ -bQ", None, QUEENS),
    Case("move.apart", "H1", "Base", "wQ -wQ", None, QUEENS),
    Case("move.occupied", "H4", "Base", "wQ bQ", None, QUEENS),
    Case(
        "move.barred",
        "H5",
        "Base",
        "wB1 wQ",
        {(0, 0): "wB1", (1, 0): "wQ", (1, -1): "bA1 bB1", (0, 1): "bA2 bB2", (2, 0): "bQ"},
    ),
    Case(
        "move.barred",
        "H5",
        "Base+H1",
        "wH wQ-",
        {(0, 0): "wH", (1, 0): "wQ", (1, -1): "bA1 bB1", (0, 1): "bA2 bB2", (0, 2): "bQ"},
    ),
    Case(
        "move.barred",
        "H5",
        "Base+Predators",
        "wX xbQ",
        {(0, 0): "wX", (1, 0): "bQ", (1, -1): "bA1 bB1", (0, 1): "bA2 bB2", (2, 0): "wQ"},
    ),
    Case("slide.gap", "H4", "Base", "wQ wQ-", {(0, 0): "wQ", (0, 1): "wS1", **POCKET}),
    Case(
        "slide.touch",
        "H4",
        "Base",
        "wQ wQ-",
        {(0, 0): "wQ", (0, -1): "bA1", (1, -2): "bS1", (2, -2): "bQ", (2, -1): "bA2"},
    ),
    Case("slide.closed", "H4", "Base", "wS1 bA1\\", {(-1, 2): "wS1", (0, 1): "wQ", **POCKET}),
    Case("copy.nothing", "B8", "Base+M", "wM bM/", row("wM", "bM", "bQ", "wQ")),
    Case("throw.stack", "B7", "Base+P", "bB1 -wP", ON_STACK),
    Case("throw.beside", "B7", "Base+P", "bA1 bQ-", THROW),
    Case("throw.barred", "H5", "Base+P", "bA1 -wP", BARRED_THROW),
    Case("way.queen_bee", "B1", "Base", "wQ bQ-", None, QUEENS),
    Case("way.wasp", "V1", "Venom", "wW bQ-", row("wW", "bQ")),
    Case("way.spider", "B4", "Base", "wS1 \\wQ", row("wS1", "wQ", "bQ")),
    Case("way.scorpion", "V3", "Base+O1", "wO \\wQ", row("wO", "wQ", "bQ")),
    Case("way.beetle", "B2", "Base", "wB1 bQ-", row("wB1", "wQ", "bQ")),
    Case("way.firefly", "V4", "Base+F1", "wF \\wQ", row("wF", "wQ", "bQ")),
    Case("way.ant", "B5", "Base", "wA1 bA1\\", {(-1, 2): "wA1", (0, 1): "wQ", **POCKET}),
    Case("way.fly", "V5", "Base+Y1", "wY bQ-", row("wY", "wQ", "bQ")),
    Case("way.grasshopper", "B3", "Base", "wG1 \\wQ", row("wG1", "wQ", "bQ")),
    Case("way.dragonfly", "V6", "Base+D1", "wD \\wQ", row("wD", "wQ", "bQ")),
    Case("way.mosquito", "B8", "Base+M", "wM bQ-", row("wM", "wQ", "bQ")),
    Case("way.mosquito_on_top", "B9", "Base+M", "wM -wQ", row("wQ", "bQ wM")),
    Case("way.tick", "V9", "Base+T1", "wT \\wQ", row("wT", "wQ", "bQ")),
    Case("way.ladybug", "B6", "Base+L", "wL \\wQ", row("wL", "wQ", "bQ")),
    Case("way.shield_bug", "V7", "Base+H1", "wH bQ-", row("wH", "wQ", "bQ")),
    Case("way.pillbug", "B7", "Base+P", "wP bQ-", row("wP", "wQ", "bQ")),
    Case("way.centipede", "V8", "Base+C1", "wC \\wQ", row("wC", "wQ", "bQ")),
    Case("way.butterfly", "G2", "Base+Guardians", "wU -wA1", row("wA1 wU", "wQ", "bQ")),
    Case("way.moth", "G3", "Base+Guardians", "wN -wA1", row("wA1 wN", "wQ", "bQ")),
    Case("way.praying_mantis", "P2", "Base+Predators", "wR \\wQ", row("wR", "wQ", "bQ")),
    Case("way.assassin_bug", "P1", "Base+Predators", "wX bQ-", row("wX", "wQ", "bQ")),
    # the Honeycombo
    Case("honeycombo.fixed", "K3", "Base+Honeycombo", "hc /wQ", NEUTRAL),
    Case("honeycombo.fixed", "K3", "Venom+Honeycombo", "wW *hc", {**NEUTRAL, (-1, 0): "wW"}),
    Case("honeycombo.stop", "K3", "Base+Honeycombo", "wB1 hc", NEUTRAL),
    Case(
        "honeycombo.stuck",
        "K3",
        "Base+T1+Honeycombo",
        "bB1 hc",
        {**NEUTRAL, (-1, 1): "wT", (0, 1): "bB1"},
        double=WHITE,
    ),
    Case("honeycombo.leave", "K3", "Base+Honeycombo", "pass", NEUTRAL, ("wB1 hc",), double=WHITE),
    Case("honeycombo.leave", "K3", "Base+Honeycombo", "wA1 -wQ", NEUTRAL, ("wB1 hc",), double=WHITE),
    Case("honeycombo.colour", "K4", "Base+Honeycombo", "hc =w", NEUTRAL),
    Case("honeycombo.back", "K4", "Base+Honeycombo", "hc =b", NEUTRAL, ("wA1 -wQ", "hc =w")),
    # faces fixed before the game
    Case("faces.not_fixed", "V0d", "Venom", "faces wF1"),
    Case("faces.first", "V0d", "Venom+Fixed", "wA1"),
    Case("faces.first", "V0d", "Venom+Swarm+Fixed", "hand wA1 wA2 wA3"),
    Case("faces.chosen", "V0d", "Venom+Fixed", "faces wF1", None, FACES),
    Case("faces.chosen", "V0d", "Venom+Swarm+Fixed", "faces wF1", None, FACES),
    Case("faces.royal", "V0d", "Venom+Fixed", "faces wW"),
    Case("faces.royal", "V0d", "Venom+Fixed", "faces wQ"),
    Case("faces.enemy", "V0d", "Venom+Fixed", "faces bF1"),
    Case(
        "faces.enemy",
        "V0d",
        "Venom+Fixed",
        lambda _: Position("Venom+Fixed").parse("faces wF1"),
        None,
        FACES[:1],
    ),
    Case("faces.one_faced", "V0d", "Base+Predators+Fixed", "faces wA1"),
    Case("faces.first_face", "N", "Venom+Fixed", "faces wB1"),
    Case("faces.twice", "N", "Venom+Fixed", "faces wF1 wF1"),
    Case("faces.lowest", "N", "Venom+Fixed", "faces wF2"),
    Case("faces.lowest", "N", "Venom+Fixed", "faces wY1 wY3"),
    Case("faces.sorted", "N", "Venom+Fixed", "faces wY1 wF1"),
    Case("faces.sorted", "N", "Venom+Fixed", "faces wY2 wY1"),
    Case("place.other_face", "V0d", "Venom+Fixed", "wB1", None, FACES),
    Case("place.other_face", "V0d", "Venom+Fixed", "wY1", None, FACES),
    Case("lowest", "T7", "Venom+Fixed", "wA2", None, FACES),
    Case("lowest", "T7", "Venom+Swarm+Fixed", "hand wA2 wA3 wG1", None, FACES),
    Case("flip.fixed", "V0d", "Venom+Fixed", "wF1 =wB1", row("wF1", "wQ", "bQ")),
    # flips
    Case("flip.one_faced", "V0", "Base", stale(codes.FLIP, "wQ"), None, QUEENS),
    Case("flip.locked", "V0b", "Venom+Locked", "wQ =wW", None, QUEENS),
    Case("flip.predator", "V0b", "Base+Predators", "wR =wX", row("wR", "wQ", "bQ")),
    Case("flip.predator", "V0b", "Base+Predators+Guardians", "wR =wX", row("wR", "wQ", "bQ")),
    Case("flip.enemy", "V0a", "Venom", "bQ =bW", None, QUEENS),
    Case("flip.moved", "V0a", "Venom+P", "bA1 =bY1", THROW, ("bA1 -wP",)),
    Case("flip.held", "V3", "Venom", "wA1 =wY1", row("wA1", "bO1", "wQ", "bQ")),
    # powers
    Case("itself", "V9", "Venom", "wW *wW", row("wW", "bQ")),
    Case("sting.nobody", "V1", "Venom", "wQ *bQ", None, QUEENS),
    Case("sting.own", "V1", "Venom", "wW *wA1", row("wA1", "wW", "bQ")),
    Case("sting.stack", "V1", "Venom", "wW *bB1", row("wW", "bQ", "bA1 bB1")),
    Case(
        "sting.stung",
        "V1",
        "Venom+Honeycombo",
        "wW *bY1",
        {(0, 0): "hc", (-1, 0): "wW", (1, 0): "bQ", (2, 0): "bA1"},
        ("wW *bA1",),
        double=WHITE,
    ),
    Case("sting.recent", "V1", "Venom", "wW *bA1", row("wQ", "bQ", "bA1"), ("wQ =wW", "bA1 bQ/")),
    Case("sting.far", "V1", "Venom", "wW *bA1", row("wW", "bQ", "bA1"), options={"wasp_reach": "adjacent"}),
    Case("swap.nobody", "V8", "Base+C1", "wQ ~bQ", None, QUEENS),
    Case("swap.stack", "V8", "Base+C1", "wC ~bB1", row("wC", "wQ", "bQ", "bA1 bB1")),
    Case("swap.stack", "V8", "Base+M+C1", "wM bB1", COPIED_CENTIPEDE),  # not H4: it would not climb
    Case("swap.stack", "V8", "Base+C1", "wC bB1", row("wC", "wQ", "bQ", "bA1 bB1")),
    Case("sting.own", "V1", "Venom", "wW wA1", row("wW", "bQ", "wA1")),
    Case("kill.far", "P1", "Base+Predators", "wX bQ", row("wX", "wQ", "bQ")),
    Case("swap.split", "V8", "Base+C1", "wC ~bA1", row("wC", "wQ", "bQ", "bA1", "bA2")),
    Case("swap.far", "V8", "Base+C1", "wC ~wQ", row("wC", "wQ", "bQ")),
    Case("kill.nobody", "P1", "Base+Predators", "wQ xbQ", None, QUEENS),
    Case("kill.own", "P1", "Base+Predators", "wX xwQ", row("wX", "wQ", "bQ")),
    Case("kill.shielded", "P4", "Base+H1+Predators", "wX xbA1", {**THROW, (0, 0): "wX", (2, 0): "bH"}),
    Case("kill.not_placed", "P2", "Base+Predators", "wR xbQ", row("wR", "wQ", "bQ")),
    Case("kill.far", "P1", "Base+Predators", "wX xbQ", row("wX", "wQ", "bQ")),
    Case("kill.stack", "P1", "Base+Predators", "wX xbB1", {**ON_STACK, (0, 0): "wX"}),
    Case(
        "kill.split",
        "P1",
        "Base+Predators",
        "wX xbA1",
        {(0, 0): "wX", (1, 0): "bA1", (2, 0): "bQ", (0, 1): "wQ"},
    ),
    # Swarm
    Case("hand.no_swarm", "S1", "Base", "hand wA1 wA2 wA3"),
    Case("hand.first", "S1", "Base+Swarm", "wQ"),
    Case("hand.chosen", "S1", "Base+Swarm", "hand wA1 wA2 wG1", None, HANDS),
    Case("hand.queen", "S1", "Base+Swarm", "hand wQ wA1 wA2"),
    Case("hand.enemy", "S1", "Base+Swarm", "hand bA1 bA2 bA3"),
    Case("hand.twice", "S1", "Base+Swarm", "hand wA1 wA1 wA2"),
    Case("hand.size", "S1", "Base+Swarm", "hand wA1 wA2"),
    Case("drawn.no_swarm", "S2", "Base", "wA1 +bA1"),
    Case("drawn.empty", "S2", SMALL_SWARM, "wA1 +bA2", None, SMALL_HANDS),
    Case("drawn.elsewhere", "S2", "Base+Swarm", "wA1 +wQ", None, HANDS),
    Case("draw.no_swarm", "S4", "Base", "draw"),
    Case("draw.empty", "S4", SMALL_SWARM, "draw", None, (*SMALL_HANDS, *QUEENS)),
    Case("steal.no_swarm", "S5", "Base", "steal wA1"),
    Case("steal.enemy", "S5", "Base+Swarm", "steal bA1", None, (*HANDS, *QUEENS)),
    Case("steal.elsewhere", "S5", "Base+Swarm", "steal wA1", None, (*HANDS, *QUEENS)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}-{case.game}")
def test_an_action_is_refused_by_the_rule_it_breaks(case: Case) -> None:
    position = reach(case)
    action = case.action if isinstance(case.action, str) else case.action(position)
    reason = position.why_not(action)
    assert reason is not None, f"{action} is legal"
    assert (reason.key, reason.rule) == (case.key, case.rule)
    assert not position.is_legal(action)
    for language in words.LANGUAGES:
        sentence = reason.say(language)
        assert sentence[0].isupper()
        assert sentence.split()[0].lower() not in {name.lower() for name in position.game_type.by_name}
        assert sentence.endswith(".")
        assert "{" not in sentence


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.key}-{case.game}")
def test_playing_it_raises_the_reason(case: Case) -> None:
    position = reach(case)
    action = case.action if isinstance(case.action, str) else case.action(position)
    with pytest.raises(IllegalAction) as refused:
        position.play(action)
    assert refused.value.reason.key == case.key
    assert case.rule in str(refused.value)


def test_a_kind_is_told_by_its_name() -> None:
    """Programs compare them: pages and bots see the text."""
    assert {kind.value for kind in ReasonKind} == {kind.name.lower() for kind in ReasonKind}


def test_every_reason_has_words_and_a_case() -> None:
    in_words = {key.removeprefix("reason.") for key in words.keys() if key.startswith("reason.")}  # noqa: SIM118
    assert in_words == set(RULES)
    assert {case.key for case in CASES} == set(RULES)


def test_the_sentence_of_the_ant() -> None:
    position = set_up("Base", {(0, 0): ["wQ"], (1, 0): ["wA1"], (2, 0): ["bQ"]})
    reason = position.why_not("wA1 wQ/")
    assert reason is not None
    assert reason.say("fr") == "Cette fourmi est bloquée\u202f: sans elle la ruche serait coupée en deux."
    assert reason.say() == "This ant is pinned: without it the hive would be split in two."


def test_a_piece_is_named_by_the_face_it_was_to_show() -> None:
    position = Position("Base+Guardians")
    reasons = [position.why_not(text) for text in ("wU", "wN")]
    assert [str(reason.values["piece"]) for reason in reasons if reason] == ["wU", "wN"]


def test_a_sentence_asks_only_for_pieces_and_names() -> None:
    for language in words.LANGUAGES:
        prefixes = ("", *(f"{form}_" for form in words.bug_forms(language)))
        forms = {prefix + name for prefix in prefixes for name in ("piece", "target", "first")}
        for key in sorted(RULES):
            text = words.text_of(f"reason.{key}", language)
            wanted = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
            assert wanted <= forms | {"type", "size"}, text


# -- whatever is tried ---------------------------------------------------------------------------------

GAMES = [
    "Base",
    "Base+MLP",
    "Base+O2D1T1H1C1",
    "Base+M+F1Y1T1",
    "Base+MLP+Predators+Guardians",
    "Venom+MLP",
    "Venom+MLP+Locked",
    "Venom+MLP+Predators+Honeycombo",
    "Base+MLP+Honeycombo+Swarm",
    "Venom+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
    "Base+MLP+Predators+Guardians+Fixed",
    "Venom+MLP+Swarm+Fixed",
]
SIGNS = ("-{}", "\\{}", "{}/", "{}-", "{}\\", "/{}", "{}")


def anything(position: Position, rng: random.Random) -> list[str]:
    """Texts of all kinds that can be read here, most of them illegal."""
    faces = position.game_type.faces
    lying = [str(position.shown(piece)) for piece in range(len(faces)) if position.where(piece) is not None]
    away = [str(face) for piece in faces if position.where(piece[0].id) is None for face in piece]
    names = [str(position.held(piece.id)) for piece in position.game_type.pieces]
    texts = ["pass", "draw", "faces"]
    texts += [f"hand {' '.join(rng.choices(names, k=rng.randrange(4)))}" for _ in range(3)]
    texts += [f"steal {name}" for name in rng.sample(names, 3)]
    texts += [f"draw +{name}" for name in rng.sample(names, 3)]
    if position.honeycombo is not None:
        texts.append(f"hc ={position.honeycombo.other.letter}")
    if not lying:
        return texts + rng.choices(away, k=12)
    there = [sign.format(name) for sign in SIGNS for name in lying]
    texts += [f"{rng.choice(lying)} {rng.choice(there)}" for _ in range(25)]
    texts += [f"{rng.choice(away)} {rng.choice(there)}" for _ in range(10) if away]
    texts += [f"{rng.choice(away)} {rng.choice(there)} +{rng.choice(names)}" for _ in range(3) if away]
    texts += [f"{rng.choice(lying)} {sign}{rng.choice(lying)}" for sign in "*~x" for _ in range(8)]
    for pair in rng.sample(faces, 8):
        if len(pair) > 1 and position.where(pair[0].id) is not None:
            shown = position.shown(pair[0].id)
            texts.append(f"{shown} ={pair[0] if shown == pair[1] else pair[1]}")
    return texts


def code_without_draw(action: Action) -> int:
    """What an action does, whatever comes out of the bag."""
    return action.code & ~codes.DRAWN if action.kind in ("place", "draw") else action.code


@pytest.mark.parametrize("reach", ["any", "adjacent"])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_tried_is_legal_or_refused_by_a_known_rule(game: str, reach: str) -> None:
    rng = random.Random(f"{game} {reach}")
    position = Position(GameType(game, wasp_reach=reach), seed=rng.randrange(1000))
    for ply in range(50):
        legal = position.legal_actions()
        if ply % 6 == 0 or not legal:
            listed = {code_without_draw(action) for action in legal}
            assert all(position.why_not(action) is None for action in legal)
            for text in anything(position, rng):
                reason = position.why_not(text)
                if reason is not None and reason.kind == ReasonKind.FACES:
                    continue  # such a text is refused as it is read (V0d)
                action = position.parse(text, legal=False)
                if reason is None:
                    assert code_without_draw(action) in listed, text
                    continue
                assert RULES[reason.key] == reason.rule
                assert all(reason.say(language) for language in words.LANGUAGES)
                if action.drawn is None:
                    assert code_without_draw(action) not in listed, text
            assert position.legal_actions() == legal  # asking has changed nothing
        if not legal:
            break
        rare = [action for action in legal if action.kind not in ("move", "place")]
        position.play(rng.choice(rare if rare and rng.random() < 0.25 else legal))


def test_a_piece_does_not_hold_on_to_the_hex_it_leaves() -> None:  # H1
    position = played("Base", "wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-")
    reason = position.why_not("wA1 -wA1")
    assert reason is not None
    assert (reason.key, reason.rule) == ("move.apart", "H1")
