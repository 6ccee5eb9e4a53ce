"""PNG from SVG, by the package resvg-py (`pip install 'ruche[png]'`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from ruche import words
from ruche.render.vector import Look, svg

if TYPE_CHECKING:
    from ruche.rules.position import Position


class PngMissingError(ImportError):
    """The package that makes PNG pictures is not installed."""

    def __init__(self) -> None:
        super().__init__(words.say("render.png_missing"))


def rasterise(picture: str, *, scale: float = 1.0) -> bytes:
    """Return an SVG document as a PNG file, `scale` times as large as it says it is."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as missing:
        raise PngMissingError from missing
    return bytes(svg_to_bytes(svg_string=picture, zoom=scale, skip_system_fonts=True))


def png(position: Position, *, scale: float = 1.0, **look: Unpack[Look]) -> bytes:
    """Return a picture of the position as a PNG file, `scale` times as large; needs `ruche[png]`."""
    look["outlines"] = True
    return rasterise(svg(position, **look), scale=scale)
