"""Actions as texts: every legal one reads back to itself, in all the ways that others write it."""

from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.notation.playouts import playout
from tests.positions import played

from ruche import Action, Hex, Position

TYPES = [
    "Base+MLP",
    "Base+O2D1+Predators",
    "Venom+MLP",
    "Base+MLP+Guardians",
    "Venom+Honeycombo",
    "Ultimate",
    "Base+Swarm",
    "Ultimate+Swarm",
]
# How a hex is written by a neighbour that lies in a direction from it: east, then clockwise.
FORMS = ("-{}", "\\{}", "{}/", "{}-", "{}\\", "/{}")


POSITIONS = st.builds(playout, st.sampled_from(TYPES), st.integers(0, 10**6), st.integers(0, 70))


@settings(max_examples=80)
@given(POSITIONS)
def test_every_legal_action_reads_back_to_itself(position: Position) -> None:
    actions = position.legal_actions()
    texts = [str(action) for action in actions]
    assert len(set(texts)) == len(texts)
    for action, text in zip(actions, texts, strict=True):
        for written in (text, f" {text}  ".replace(" ", "\t "), *([text.upper()] if action.to else [])):
            read = position.parse(written, legal=False)
            assert (read.code, str(read)) == (action.code, text)


@settings(max_examples=60)
@given(POSITIONS)
def test_any_neighbour_may_be_the_reference(position: Position) -> None:
    """Also a covered piece, also the mover's own old place, also a direction that points at a stack."""
    stacks = position.stacks
    for action in position.legal_actions():
        if action.to is None:
            continue
        for text in spellings(action, stacks):
            assert position.parse(text, legal=False).code == action.code, (text, str(action))


def spellings(action: Action, stacks: Mapping[Hex, tuple[object, ...]]) -> list[str]:
    """Every way to write where a piece goes."""
    assert action.to is not None
    found = [f"{action.piece} {piece}" for piece in stacks.get(action.to, ())]
    for direction, form in enumerate(FORMS):
        near = stacks.get(action.to.neighbour(direction), ())
        found += [f"{action.piece} {form.format(piece)}" for piece in near]
    return found


def test_the_reference_that_is_printed() -> None:
    """North-west of the destination first, then clockwise; the top of the stack; the mover lifted off."""
    position = played("Base", "wQ", "bA1 wQ-", "wB1 -wQ", "bQ bA1-", "wB1 wQ", "bA2 bQ-")
    for mover, written, printed in [
        ("bA2", "/bQ", "bA1\\"),  # north-west before north-east
        ("bA2", "wQ/", "\\bA1"),  # south-east before south-west
        ("bA2", "/bA1", "wB1\\"),  # the top of a stack
        ("wB1", "/bA1", "wQ\\"),  # the mover lifted off
    ]:
        assert str(position.parse(f"{mover} {written}", legal=False)) == f"{mover} {printed}"
