"""Every face has a picture of its own, drawn as the page and the pictures need it."""

import re
import struct
import zlib
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest

from ruche.render.art import accent, drawing, source
from ruche.render.raster import rasterise
from ruche.render.themes import THEMES, contrast
from ruche.rules.facts.bugs import BUGS

PICTURES = [*(bug.name for bug in BUGS), "honeycombo_dark"]
TILE = (
    "M0 -59.4L51.4 -29.7V29.7L0 59.4L-51.4 29.7V-29.7Z"  # the inside of a tile, as large as it is to the bug
)


def grey(png: bytes) -> tuple[int, int, list[int]]:
    """Read a PNG file: width, height and the lightness of every pixel, 0 to 255, on white."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    assert depth == 8
    size = {0: 1, 2: 3, 4: 2, 6: 4}[kind]
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + length]
        at += length + 12
    raw, row_size = zlib.decompress(data), width * size
    before = bytearray(row_size)
    found: list[int] = []
    for y in range(height):
        start = y * (row_size + 1)
        way, row = raw[start], bytearray(raw[start + 1 : start + 1 + row_size])
        for x in range(row_size):
            left = row[x - size] if x >= size else 0
            up, corner = before[x], before[x - size] if x >= size else 0
            row[x] = (row[x] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[way]) & 255
        before = row
        for x in range(0, row_size, size):
            pixel = row[x : x + size]
            light = pixel[0] if size < 3 else (299 * pixel[0] + 587 * pixel[1] + 114 * pixel[2]) // 1000
            alpha = pixel[-1] if size in (2, 4) else 255
            found.append((light * alpha + 255 * (255 - alpha)) // 255)
    return width, height, found


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda value: abs(guess - value))


@pytest.mark.parametrize("picture", PICTURES)
def test_a_picture_is_a_symbol(picture: str) -> None:
    root = ElementTree.fromstring(source(picture))
    assert root.attrib["viewBox"] == "-50 -50 100 100"
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names <= {"svg", "g", "path"}, "few and simple elements"
    allowed = {"d", "fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "transform"}
    for element in root.iter():
        assert element is root or set(element.attrib) <= allowed, "no ids, classes or styles that could clash"
    paints = {element.attrib.get(kind) for element in root.iter("{*}path") for kind in ("fill", "stroke")}
    for paint in paints - {None, "none"}:
        assert re.fullmatch(r"var\(--(ink|paper|accent|detail),(currentColor|#\w{6})\)", str(paint)), paint
    assert len(source(picture)) < 2000


@pytest.mark.parametrize("picture", PICTURES)
def test_a_bug_is_no_longer_than_its_tile(picture: str) -> None:
    inside = re.sub(r"#\w{6}", "#000000", drawing(picture, THEMES["contrast"], THEMES["contrast"].white))
    box = 'xmlns="http://www.w3.org/2000/svg" viewBox="-65 -65 130 130" width="130" height="130"'
    _, _, pixels = grey(rasterise(f'<svg {box}>{inside}<path d="{TILE}" fill="#ffffff"/></svg>'))
    outside = sum(value < 128 for value in pixels)
    assert outside == 0, f"{picture} sticks out of its tile"


@cache
def small(picture: str) -> list[float]:
    """Ink of a bug on a white tile 24 pixels high, its coloured part left white."""
    theme = THEMES["contrast"]
    box = 'xmlns="http://www.w3.org/2000/svg" viewBox="-59 -59 118 118" width="24" height="24"'
    white = '<path d="M-59 -59H59V59H-59Z" fill="#ffffff"/>'
    inside = drawing(picture, theme, theme.white)
    width, height, pixels = grey(rasterise(f"<svg {box}>{white}{inside}</svg>"))
    assert (width, height) == (24, 24)
    return [1 - value / 255 for value in pixels]


def difference(one: list[float], other: list[float]) -> float:
    """The part of two drawings that is not common to both, one shifted by up to a pixel: 0 equal, 1 apart."""
    total = sum(one) + sum(other)
    return min(
        sum(
            abs(one[24 * y + x] - other[24 * (y + down) + x + right])
            for y in range(1, 23)
            for x in range(1, 23)
        )
        / total
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    )


def test_bugs_are_told_apart_in_black_and_white_at_24_pixels() -> None:
    assert difference(small("ant"), small("ant")) == 0
    for one, other in combinations(PICTURES, 2):
        assert difference(small(one), small(other)) > 0.3, (one, other)


@pytest.mark.parametrize("theme", ["light", "dark", "safe"])
@pytest.mark.parametrize("picture", PICTURES)
def test_details_are_seen_on_the_coloured_part(picture: str, theme: str) -> None:
    colours = THEMES[theme]
    for side in (colours.white, colours.black):
        assert contrast(accent(picture, colours, side), side.detail) >= 2, (picture, side)
