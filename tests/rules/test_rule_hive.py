"""H: the hive."""

import itertools
import random

import pytest
from tests.rules.drawing import drawn, holds

from ruche import GameType, Hex, SetUpError, set_up
from ruche.rules.explain import probe
from ruche.rules.facts.hexes import cell_of

rule = pytest.mark.rule


@rule("H1")
def test_no_piece_lands_apart() -> None:
    holds(r"""
        Base White[4]
           *     *     *
        wA1   wQ    bQ    *
           *     *     *
        stars: wA1
        refused: wA1 -wA1 H1
    """)


@rule("H1")
def test_a_set_up_is_one_hive() -> None:
    with pytest.raises(SetUpError) as caught:
        set_up("Base", {(0, 0): ["wQ"], (2, 0): ["bQ"]})
    assert caught.value.rule == "H1"


@rule("H2")
def test_a_link_stays_and_the_ends_go() -> None:
    position = drawn("""
        Base White[6]
        wS1   wQ    wA1   bQ    bS1
    """)
    assert {str(action.piece) for action in position.legal_actions() if action.kind == "move"} == {"wS1"}


@rule("H2")
def test_in_a_hive_with_a_hole_the_ring_is_free_and_its_tail_is_not() -> None:
    position = drawn("""
        Base White[9]
           wA1   bS1
        wA2   .     bQ    wS1   wB1
           wQ    wA3
    """)
    movers = {str(action.piece) for action in position.legal_actions() if action.kind == "move"}
    assert movers == {"wA1", "wA2", "wA3", "wQ", "wB1"}


@rule("H2")
def test_who_leaves_a_stack_splits_nothing() -> None:
    holds(r"""
        Base White[6]
           *     *
        wQ*   wB1^  bQ*
           *     *
        wB1 on wA1
        stars: wB1
        refused: wA1 wB1/ H3
    """)


@rule("H3")
def test_a_covered_piece_does_nothing_and_is_no_target() -> None:
    holds(r"""
        Venom+P White[9]
        wS1   bB1^  bA1   bQ
           wW    wB1^
        bB1 on wP
        wB1 on bG1
        refused: wP -wS1 H3; wP =wC H3; wW *bG1 H3
        sting: wW *bA1; wW *bQ
    """)


@rule("H3")
def test_a_covered_pillbug_does_not_throw() -> None:
    holds(r"""
        Base+P White[9]
           .     bA1
        .     bB1^  wQ
           .     bQ
        bB1 on wP
        stars: bA1
    """)


@rule("H3")
def test_a_stack_has_the_colour_of_its_top() -> None:
    holds(r"""
        Base White[7]
           *     *     .
        *     wB1^  wQ    bQ
           *     *     .
        wB1 on bA1
        stars: wS1
    """)
    holds(r"""
        Base White[7]
           .     .     *     *
        bQ    bB1^  wA1   wQ    *
           .     .     *     *
        bB1 on wS1
        stars: wS2
    """)


@rule("H4")
def test_a_slide_needs_a_gap_and_touch() -> None:
    holds(r"""
        Base White[6]
           *     bA1   bS1
        .     wQ    x     bQ
           *     wS1   bG1
        stars: wQ
        refused: wQ wQ- H4
    """)
    holds(r"""
        Base White[5]
              bS1   bA1
           wA1   *     bQ
        *     wQ    x
        stars: wQ
        refused: wQ wQ- H4
    """)


@rule("H4")
def test_a_slide_is_checked_with_the_mover_lifted() -> None:
    """The second step of the spider is not held by its own old place."""
    holds(r"""
        Base White[3]
           .     .     .     *
        .     wS1   wQ    bQ    .
           .     .     .     *
        stars: wS1
    """)


@rule("H4")
def test_a_stack_is_a_wall_like_a_piece() -> None:
    holds(r"""
        Base White[8]
           *     bB1^  bS1
        .     wQ    x     bQ
           *     wB1^  bG1
        bB1 on bA1
        wB1 on wA1
        stars: wQ
    """)


@rule("H5")
def test_a_climb_between_stacks_is_barred_when_both_are_higher() -> None:
    text = r"""
        Base White[9]
           *     bB1^*
        .     wB1   bQx
           *     wB2^*
              wQ    bA1
        bB1 on bS1
        wB2 on wA1
        stars: wB1
        refused: wB1 bQ H5
    """
    holds(text)
    lower = text.replace("wB2^*", "wB2* ").replace("wB2 on wA1", "").replace("bQx", "bQ*")
    holds(lower.replace("refused: wB1 bQ H5", "legal: wB1 bQ"))


@rule("H5")
def test_stacks_as_high_as_an_end_do_not_bar() -> None:
    """From a stack of two into the hole between pieces: what is left behind is as high as they are."""
    holds(r"""
        Base White[8]
           *     bA1*  bS1
        *     wB1^  *     bQ
           *     wQ*   bG1
        wB1 on bA2
        stars: wB1
    """)
    holds(r"""
        Base White[9]
           *     bB1^* bS1
        *     wB1^  x     bQ
           *     wB2^* bG1
        wB1 on bA2
        bB1 on bA1
        wB2 on wQ
        stars: wB1
        refused: wB1 wB1- H5
    """)


@rule("H5")
def test_a_step_across_is_barred_by_higher_stacks() -> None:
    holds(r"""
        Base+S0B5 White[14]
           *     bB1^* bG1
        *     wB1^  bQx
           *     wB2^* bG2
        wB1 on wQ
        bB1 on bB2 on bA1
        wB2 on wB3 on wA1
        stars: wB1
        refused: wB1 bQ H5
    """)


@rule("H6")
def test_a_long_way_enters_no_hex_twice() -> None:
    """Inside a ring of seven with two free hexes the spider cannot go to and fro."""
    holds(r"""
        Base White[9]
              wA1   wA2   bS1
           wB1   wS1   .     bA1
              wQ    bQ    bG1
        stars: wS1
    """)


@rule("H6")
def test_a_move_ends_elsewhere_than_it_began() -> None:
    holds(r"""
        Venom+L White[6]
           *     *     .
        wH    wQ    bQ
           *     *     .
        stars: wH
        refused: wH -wQ H6
    """)


def hangs_together(places: set[Hex]) -> bool:
    reached = [next(iter(places))]
    for place in reached:
        reached += [n for n in map(place.neighbour, range(6)) if n in places and n not in reached]
    return len(reached) == len(places)


def riddled(chance: random.Random) -> set[Hex]:
    """28 of the 37 hexes of a field, in one piece: with holes, of one hex and of more."""
    field = range(-3, 4)
    places = {Hex(q, r) for q in field for r in field if abs(q + r) <= 3}
    while len(places) > 28:
        inner = [p for p in sorted(places) if all(p.neighbour(d) in places for d in range(6))]
        fewer = places - {chance.choice(inner or sorted(places))}
        places = fewer if hangs_together(fewer) else places
    return places


@rule("H2")
@pytest.mark.parametrize("seed", range(40))
def test_who_is_pinned_is_what_walking_over_the_hive_says(seed: int) -> None:
    chance = random.Random(seed)
    places = riddled(chance)
    bugs = [*(f"G{i}" for i in range(1, 10)), *(f"B{i}" for i in range(1, 5))]
    names = [colour + bug for colour in "wb" for bug in bugs]
    chance.shuffle(names)
    ends = [place for place in sorted(places) if not all(place.neighbour(d) in places for d in range(6))]
    queens = dict(zip(("wQ", "bQ"), chance.sample(ends, 2), strict=True))
    others = zip(sorted(places - set(queens.values())), names, strict=True)
    stacks = {place: [name] for place, name in others} | {place: [name] for name, place in queens.items()}
    free = {names[0] for place, names in stacks.items() if hangs_together(places - {place})}
    movers: set[str] = set()
    for turn in ("White[20]", "Black[20]"):
        actions = set_up(GameType("Base+B4G9"), stacks, turn=turn).legal_actions()
        movers |= {str(action.piece) for action in actions if action.kind == "move"}
    assert movers - queens.keys() == free - queens.keys()  # one that is free can always jump or climb


def grown(chance: random.Random) -> set[Hex]:
    """A hive of 14 hexes that grew by chance: mostly without holes, with many ends."""
    places = {Hex(0, 0)}
    while len(places) < 14:
        places.add(chance.choice(sorted(places)).neighbour(chance.randrange(6)))
    return places


@rule("V8", "P1")
@pytest.mark.parametrize("seed", range(40))
def test_what_is_left_without_two_is_what_walking_over_the_hive_says(seed: int) -> None:
    chance = random.Random(seed)
    places = sorted(riddled(chance) if seed % 4 == 0 else grown(chance))
    names = ["wQ", "bQ", *(f"{colour}{bug}{i}" for colour in "wb" for bug in "AG" for i in range(1, 10))]
    stacks = {place: [name] for place, name in zip(places, names, strict=False)}
    position = set_up(GameType("Base+A9G9"), stacks, turn="White[20]")
    for one, two in itertools.permutations(places, 2):
        left = set(places) - {one, two}
        expected = hangs_together(left)
        assert probe.connected_without(position, cell_of(*one), cell_of(*two)) == expected, (one, two)
