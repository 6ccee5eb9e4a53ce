"""Piece sets: bugs are seen on their tiles, and told apart without their outlines."""

import re
from functools import cache
from itertools import combinations

import pytest
from tests.positions import played
from tests.render.test_art import PICTURES, difference, grey

from ruche import Position, render, words
from ruche.cli.show import command
from ruche.render.art import accent, drawing
from ruche.render.page_style import page_style
from ruche.render.pieces import DEFAULT_SET, PIECE_SETS, dressed
from ruche.render.raster import rasterise
from ruche.render.themes import THEMES, contrast
from ruche.rules.facts.bugs import BUGS

OTHERS = [name for name in PIECE_SETS if name != DEFAULT_SET]
WEARERS = [name for name, theme in THEMES.items() if theme.wears_sets]
sets = pytest.mark.parametrize("pieces", OTHERS)


def test_the_first_set_is_the_default_and_changes_nothing() -> None:
    assert next(iter(PIECE_SETS)) == DEFAULT_SET
    assert all(dressed(theme, DEFAULT_SET) is theme for theme in THEMES.values())
    assert OTHERS


@pytest.mark.parametrize("theme", WEARERS)
@sets
def test_bugs_stand_out_on_their_tiles(pieces: str, theme: str) -> None:
    look = dressed(theme, pieces)
    assert contrast(look.white.paper, look.black.paper) >= 7
    for side in (look.white, look.black):
        assert max(contrast(side.paper, look.background), contrast(side.edge, look.background)) >= 3
        assert contrast(side.ink, side.paper) >= 7, "what is written on a tile"
        for picture in PICTURES:
            assert contrast(accent(picture, look, side), side.paper) >= 3, picture
            assert contrast(accent(picture, look, side), side.detail) >= 2, picture


@sets
def test_a_set_names_every_bug(pieces: str) -> None:
    assert set(PIECE_SETS[pieces].bugs) == {bug.name for bug in BUGS}
    assert all(set(colours) == {"white", "black"} for colours in PIECE_SETS[pieces].bugs.values())


@cache
def silhouette(picture: str, pieces: str) -> list[float]:
    """The darkness of a bug on a white tile 24 pixels high, its colour taken for black."""
    look = dressed("light", pieces)
    body, paper = accent(picture, look, look.white), look.white.paper
    inside = drawing(picture, look, look.white).replace(body, "#000000").replace(paper, "#ffffff")
    assert set(re.findall(r"#\w{6}", inside)) <= {"#000000", "#ffffff"}, "one colour, and the tile"
    box = 'xmlns="http://www.w3.org/2000/svg" viewBox="-59 -59 118 118" width="24" height="24"'
    white = '<path d="M-59 -59H59V59H-59Z" fill="#ffffff"/>'
    return [1 - value / 255 for value in grey(rasterise(f"<svg {box}>{white}{inside}</svg>"))[2]]


@pytest.mark.parametrize("pieces", [name for name in OTHERS if PIECE_SETS[name].silhouette])
def test_silhouettes_are_told_apart_without_colour_at_24_pixels(pieces: str) -> None:
    for one, other in combinations(PICTURES, 2):
        assert difference(silhouette(one, pieces), silhouette(other, pieces)) > 0.25, (one, other)


@sets
def test_every_kind_of_picture_is_drawn_with_a_set(pieces: str) -> None:
    position = played("Base", "wA1", "bA1 wA1-")
    colours = PIECE_SETS[pieces].bugs["ant"]
    for draw in (render.svg, render.film, render.strip):
        picture = draw(position, pieces=pieces)
        assert all(colour in picture for colour in colours.values())
        assert all(colour not in draw(position) for colour in colours.values())
    assert all(colour in render.poster(pieces=pieces) for colour in colours.values())


@pytest.mark.parametrize("theme", sorted(set(THEMES) - set(WEARERS)))
@sets
def test_colours_chosen_for_the_eyes_are_kept(pieces: str, theme: str) -> None:
    assert theme in ("contrast", "safe")
    assert render.svg(Position("Base"), theme=theme, pieces=pieces) == render.svg(
        Position("Base"), theme=theme
    )
    assert f":not([data-theme='{theme}'])" in page_style()


def test_two_sets_on_one_page_share_no_definition() -> None:
    def ids(pieces: str) -> set[str]:
        return set(re.findall(r'id="([^"]+)"', render.poster(pieces=pieces)))

    for one, other in combinations(PIECE_SETS, 2):
        assert not ids(one) & ids(other)


def test_an_unknown_set_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no piece set is called 'wood'; expected one of ruche, classic"):
        render.svg(Position("Base"), pieces="wood")


def test_the_command_offers_every_set_and_the_page_has_a_name_for_it() -> None:
    (option,) = (option for option in command.params if option.name == "pieces")
    assert option.type.choices == tuple(PIECE_SETS)  # type: ignore[attr-defined]
    for language in words.LANGUAGES:
        names = [words.say(f"page.settings.pieces_{name}", language) for name in PIECE_SETS]
        assert len(set(names)) == len(PIECE_SETS)
