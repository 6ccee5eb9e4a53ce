"""Colours are far enough apart, also for eyes that see fewer of them."""

from itertools import combinations

import pytest

from ruche.render.themes import THEMES, Theme, channels, contrast, theme_of

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)


def test_contrast_is_the_ratio_of_the_web_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == 21
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)
    assert contrast("#abcdef", "#abcdef") == 1


@themes
def test_texts_are_readable(theme: Theme) -> None:
    assert contrast(theme.text, theme.background) >= 7
    assert contrast(theme.muted, theme.background) >= 4.5


@themes
def test_a_bug_stands_out_on_its_tile(theme: Theme) -> None:
    for side in (theme.white, theme.black):
        assert contrast(side.ink, side.paper) >= 7


@themes
def test_the_sides_differ_in_lightness_not_only_in_colour(theme: Theme) -> None:
    assert contrast(theme.white.paper, theme.black.paper) >= 7


@themes
def test_a_tile_stands_out_from_the_background(theme: Theme) -> None:
    for side in (theme.white, theme.black):
        assert max(contrast(side.paper, theme.background), contrast(side.edge, theme.background)) >= 3


@themes
def test_marks_stand_out_from_the_background_that_surrounds_them(theme: Theme) -> None:
    for mark in (theme.last, theme.target, theme.arrow, theme.rest, theme.sting):
        assert contrast(mark, theme.background) >= 3


def test_high_contrast_is_higher() -> None:
    theme = THEMES["contrast"]
    assert contrast(theme.text, theme.background) == 21
    assert all(contrast(mark, theme.background) >= 7 for mark in (theme.last, theme.target, theme.arrow))


# How linear red, green and blue are mixed in eyes that lack one kind of cone (Viénot, Brettel, Mollon 1999).
DICHROMATS = {
    "protan": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deutan": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


@pytest.mark.parametrize("eye", DICHROMATS)
def test_marks_of_the_safe_theme_differ_for_colour_blind_eyes(eye: str) -> None:
    theme = THEMES["safe"]

    def seen(colour: str) -> list[float]:
        linear = [(value / 255) ** 2.2 for value in channels(colour)]
        return [
            max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))) ** (1 / 2.2) * 255
            for row in DICHROMATS[eye]
        ]

    for one, other in combinations((theme.last, theme.target, theme.arrow), 2):
        distance = sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5
        assert distance > 80, (one, other)


def test_an_unknown_theme_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="no theme is called 'pink'; expected one of light, dark"):
        theme_of("pink")
