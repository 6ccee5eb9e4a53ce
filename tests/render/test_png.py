"""PNG pictures."""

import struct
import sys

import pytest

from ruche import Position, render


def test_a_png_has_the_size_that_was_asked_for() -> None:
    position = Position("Base")
    position.play("wA1")
    one, two = render.png(position, size=240), render.png(position, size=240, scale=2)
    assert one.startswith(b"\x89PNG\r\n\x1a\n")
    assert max(struct.unpack(">II", one[16:24])) == 240
    assert max(struct.unpack(">II", two[16:24])) == 480


def test_texts_are_drawn_without_fonts() -> None:
    position = Position("Base")
    assert render.png(position, title="One", size=240) != render.png(position, title="Two", size=240)


def test_without_the_package_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(render.PngMissingError, match=r"pip install 'ruche\[png\]'"):
        render.png(Position("Base"))
