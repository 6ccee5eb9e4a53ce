"""What the board shows beside the tops of its stacks."""

from __future__ import annotations

import pytest
from tests.browser.conftest import Visit
from tests.browser.helpers import Visitor, address, climbed, wait_for_pieces

from ruche import Position
from ruche.words import say

STACK = "1,0"  # where `climbed` has it


def names(language: str) -> list[str]:
    """The pieces of the stack as they are named, the top first."""
    texts = []
    for colour, bug, number in (("w", "beetle", 1), ("b", "beetle", 1), ("b", "queen_bee", "")):
        name = say(f"bug.{bug}", language).lower()
        texts.append(" ".join(say(f"page.piece.{colour}", language, bug=name, number=number).split()))
    return texts


def open_stack(visit: Visit, size: str, language: str) -> Visitor:
    visitor = visit(size, language)
    visitor.go(address(climbed()))
    wait_for_pieces(visitor, climbed())
    return visitor


def sees_inside(visitor: Visitor) -> None:
    layers = visitor.find(".lens div")
    layers.nth(2).wait_for()
    assert [text.strip() for text in layers.all_inner_texts()] == names(visitor.language)


def test_a_royal_below_is_shown_and_named(visit: Visit) -> None:
    visitor = open_stack(visit, "desktop", "fr")
    assert visitor.find(".royal").count() == 1
    assert visitor.find(f'[data-hex="{STACK}"] .royal.b').count() == 1
    label = visitor.find(f'[data-hex="{STACK}"]').get_attribute("aria-label")
    assert label is not None
    assert say("page.hex.on", "fr").join(names("fr")) in label


def test_stacks_are_looked_into_with_mouse_and_keyboard(visit: Visit) -> None:
    visitor = open_stack(visit, "desktop", "en")
    lens = visitor.find(".lens")
    visitor.find(f'[data-hex="{STACK}"]').hover()
    sees_inside(visitor)
    visitor.find('[data-hex="0,0"]').hover()
    lens.wait_for(state="detached")

    visitor.page.keyboard.press("b")
    visitor.page.keyboard.press("ArrowRight")
    sees_inside(visitor)
    visitor.page.keyboard.press("ArrowLeft")
    lens.wait_for(state="detached")


def test_a_mouse_that_rests_closes_nothing_that_the_keyboard_has_opened(visit: Visit) -> None:
    """The board moves below the mouse, which enters another hex by that, but has not been moved itself."""
    visitor = open_stack(visit, "desktop", "fr")
    visitor.find('[data-hex="0,0"] .ring').hover()
    visitor.page.keyboard.press("b")
    visitor.page.keyboard.press("ArrowRight")
    sees_inside(visitor)
    visitor.page.evaluate(
        """() => addEventListener('pointerover', (event) => {
            window.entered = event.target.closest('[data-hex]')?.dataset.hex ?? 'none'
        })"""
    )
    visitor.page.set_viewport_size({"width": 1280, "height": 500})  # the hive goes up
    visitor.page.wait_for_function("() => (window.entered ?? '0,0') !== '0,0'")
    sees_inside(visitor)
    visitor.page.keyboard.press("ArrowLeft")
    visitor.find(".lens").wait_for(state="detached")


def test_stacks_are_looked_into_by_a_long_press(visit: Visit) -> None:
    visitor = open_stack(visit, "phone", "fr")
    box = visitor.find(f'[data-hex="{STACK}"]').bounding_box()
    assert box is not None
    finger = visitor.context.new_cdp_session(visitor.page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    sees_inside(visitor)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    sees_inside(visitor)  # it stays until something else is touched
    assert visitor.find(".held").count() == 0
    visitor.press(visitor.find('[data-hex="0,0"]'))
    visitor.find(".lens").wait_for(state="detached")


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_what_is_held_looks_like_nothing_else(visit: Visit, theme: str) -> None:
    visitor = visit("desktop", "en", theme=theme)
    position = Position("Base+Honeycombo")
    for text in ("wQ hc-", "bQ -hc", "wA1 wQ-", "bA1 -bQ"):
        position.play(text)
    visitor.go(address(position))
    wait_for_pieces(visitor, position)
    neutral = visitor.find(".stack:has(.inner)")
    assert neutral.count() == 1

    def strokes(within: str) -> set[str]:
        found: list[str] = visitor.page.evaluate(
            "paths => [...document.querySelectorAll(paths)].map(path => getComputedStyle(path).stroke)",
            f"{within} path",
        )
        return set(found)

    visitor.click("hex:2,0")
    visitor.find(".stack.held").wait_for()
    honey = strokes(".stack.held") - strokes(".stack:not(.held)")
    assert len(honey) == 2  # the ring and its halo
