"""Take the pictures of the page in play: a screenshot and a short film (run it with the Python of .venv).

    PYTHONPATH=. python docs/pictures/page.py

It needs chromium, what the tests need, and Pillow. Run it again when the look of the page has changed.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from tests.browser.conftest import ARGUMENTS
from tests.browser.helpers import Visitor
from tests.server.helpers import Served

from ruche import Position
from ruche.play.clicks import spell

HERE = Path(__file__).parent
FILM_WIDTH = 720
COLOURS = 128
GAME = r"""
wB1; bS1 wB1-; wQ /wB1; bQ bS1/; wG1 -wB1; bG1 bS1-; wM -wQ; bM bQ-; wP /wQ; bP bQ/; wL -wG1; bL bG1-;
wA1 wQ\; bB1 \bQ; wS1 wA1-; bA1 -bB1; wA2 -wP; bA2 bP-; wA2 wS1/; bA2 /bA1
"""
FILMED = 8  # the last actions: what may be clicked, then what has happened
LOOKING, HAPPENED, END = 700, 900, 2500  # milliseconds


def shot(visitor: Visitor) -> Image.Image:
    """The window as it is, smaller."""
    picture = Image.open(io.BytesIO(visitor.page.screenshot())).convert("RGB")
    height = FILM_WIDTH * picture.height // picture.width
    return picture.resize((FILM_WIDTH, height), Image.Resampling.LANCZOS)


def palette_of(frames: list[Image.Image]) -> Image.Image:
    """One palette for all frames; by an octree, which keeps the small strong colours of the bugs."""
    some = frames[:: len(frames) // 4]
    sheet = Image.new("RGB", (frames[0].width, frames[0].height * len(some)))
    for number, frame in enumerate(some):
        sheet.paste(frame, (0, number * frame.height))
    return sheet.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)


def canonical(text: str) -> list[str]:
    """The actions as the page has them."""
    position = Position("Base+MLP")
    return [str(position.play(action.strip())) for action in text.split(";")]


def main() -> None:
    actions = canonical(GAME)
    frames: list[Image.Image] = []
    times: list[int] = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        served = Served(Path(folder) / "games.sqlite")
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        try:
            visitor = Visitor(browser, served.url, notation=False)
            visitor.begin("Base+MLP", "screen")
            position = Position("Base+MLP")
            for number, text in enumerate(actions):
                filmed = number >= len(actions) - FILMED
                if filmed:
                    first = next(each.clicks[0] for each in spell(position) if each.text == text)
                    visitor.click(first)
                    frames.append(shot(visitor))
                    times.append(LOOKING)
                    visitor.page.keyboard.press("Escape")
                visitor.spell(position, text)
                position.play(text)
                visitor.until_pieces(len(position.stacks))
                visitor.page.wait_for_timeout(300)  # until it has settled
                if filmed:
                    frames.append(shot(visitor))
                    times.append(HAPPENED)
            first = next(each.clicks[0] for each in spell(position) if each.text.startswith("wA2"))
            visitor.click(first)
            visitor.page.screenshot(path=HERE / "page.png")
            visitor.close()
        finally:
            browser.close()
            served.stop()
    times[-1] = END
    palette = palette_of(frames)
    drawn = [frame.quantize(COLOURS, palette=palette, dither=Image.Dither.NONE) for frame in frames]
    film = {"save_all": True, "append_images": drawn[1:], "duration": times, "loop": 0, "optimize": True}
    drawn[0].save(HERE / "page.gif", **film)
    small = Image.open(HERE / "page.png").convert("RGB").quantize(256, dither=Image.Dither.NONE)
    small.save(HERE / "page.png", optimize=True)


if __name__ == "__main__":
    main()
