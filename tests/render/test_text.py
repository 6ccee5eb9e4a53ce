"""Text pictures, drawn here as they are to look."""

import re
from textwrap import dedent

import pytest
from tests.positions import CLIMB, played

from ruche import Position, render

CLIMBED = played("Base", *CLIMB)
STUNG = played("Venom", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ =wW", "bA1 bQ-", "wW *bS1")
HONEYCOMBO = played("Base+Honeycombo", "wS1 -hc", "bS1 hc/", "wQ -wS1", "bQ bS1-")
MOVED = played("Base", "wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1/", "wA1 -wQ", "bA1 bQ/", "wA1 bG1\\")


def board(picture: str) -> str:
    return dedent(picture).strip("\n") + "\n"


@pytest.mark.parametrize(
    ("position", "picture"),
    [
        pytest.param(
            CLIMBED,
            r"""
              / \   / \   / \   / \
             /   \ /  2\ /z 2\ /   \
            | wQ  | wB1 > bB1 < bQ  |
             \   / \wG1/ \bG1/ \   /
              \ /   \ /   \ /   \ /

            Stacks, top first:
              wB1 wG1
              bB1 bG1
            """,
            id="stacks",
        ),
        pytest.param(
            STUNG,
            r"""
              / \   / \   / \   / \   / \
             /   \ /   \ / ! \ /   \ /   \
            > wW  < wS1 > bO1 < bQ  | bA1 |
             \   / \   / \   / \   / \   /
              \ /   \ /   \ /   \ /   \ /
            """,
            id="stung",
        ),
        pytest.param(
            HONEYCOMBO,
            r"""
                             / \   / \
                            /   \ /   \
                           | bS1 > bQ  <
              / \   / \   / \   / \   /
             /   \ /   \ /   \ /   \ /
            | wQ  | wS1 |hc=b |
             \   / \   / \   /
              \ /   \ /   \ /
            """,
            id="honeycombo",
        ),
        pytest.param(
            MOVED,
            r"""
                                   / \
                                  /   \
                                 | bA1 |
                                / \   /
                               /   \ /
                              | bQ  |
                 / \   / \   / \   /
                /   \ /   \ /   \ /
            .  | wQ  | wG1 | bG1 |
                \   / \   / \   / \
                 \ /   \ /   \ /z  \
                              > wA1 <
                               \   /
                                \ /
            """,
            id="moved",
        ),
    ],
)
def test_boards(position: Position, picture: str) -> None:
    assert render.text(position, ansi=False, hands=False, caption=False) == board(picture)


def test_targets() -> None:
    position = played("Base", "wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", "wB1 -wQ", "bB1 bQ-")
    targets = [action for action in position.legal_actions() if str(action.piece) == "wB1"]
    assert render.text(position, ansi=False, hands=False, caption=False, targets=targets) == board(
        r"""
              *
          / \   / \   / \   / \   / \   / \
         /   \ / * \ /   \ /   \ /   \ /   \
        | wB1 | wQ  | wG1 | bG1 | bQ  > bB1 <
         \   / \   / \   / \   / \   / \   /
          \ /   \ /   \ /   \ /   \ /   \ /
              *
        """
    )


def test_hands_and_caption() -> None:
    assert render.text(played("Base+M", "wA1"), ansi=False, title="Anna - Bert") == board(
        r"""
        Anna - Bert

        Black to move, turn 1 · after wA1

        > Black   bQ  bS×2  bB×2  bA×3  bG×3  bM

          / \
         /   \
        > wA1 <
         \   /
          \ /

          White   wQ  wS×2  wB×2  wA×2  wG×3  wM
        """
    )


def test_in_french() -> None:
    shown = render.text(played("Base", "wA1"), ansi=False, language="fr")
    assert shown.startswith("Aux Noirs de jouer, tour 1 · après wA1\n\n> Noirs   bQ  bS×2")


def test_colours_change_nothing_but_the_colours() -> None:
    for position in (CLIMBED, STUNG, HONEYCOMBO, MOVED, Position("Base")):
        plain = render.text(position, ansi=False)
        lit = render.text(position)
        stripped = re.sub(r"\x1b\[[\d;]*m", "", lit)
        assert [line.rstrip() for line in stripped.splitlines()] == plain.splitlines()
        assert lit.count("\x1b[0m") == len(re.findall(r"\x1b\[[^0][\d;]*m", lit)), "every colour ends"


def test_the_two_sides_are_light_and_dark() -> None:
    shown = render.text(played("Base", "wA1", "bA1 wA1-"), hands=False, caption=False)
    white, black = (re.search(rf"48;5;(\d+)m {name}", shown) for name in ("wA1", "bA1"))
    assert white
    assert black
    assert int(white[1]) in (230, 231, 255), "nearly white"
    assert 232 <= int(black[1]) <= 237, "nearly black"
