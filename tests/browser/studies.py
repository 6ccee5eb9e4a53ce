"""What a visitor does with an analysis: bring a record, comment, take it along."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from ruche import Game, Position
from ruche.notation.annotations import BetterLine, Evaluation, Judgement
from ruche.words import say

if TYPE_CHECKING:
    from tests.browser.helpers import Visitor


def wait_for_tree(visitor: Visitor, *wanted: str) -> None:
    """Wait until the moves are these, main line and variations in the order in which they are written.

    A move is told apart from its number and how it was judged, which stand in the same button.
    """
    visitor.page.wait_for_function(
        """wanted => wanted == [...document.querySelectorAll('.tree .move')].map(
            move => move.querySelector('.move-text').innerText.trim()).join(';')""",
        arg=";".join(wanted),
    )


def open_line(visitor: Visitor, *actions: str) -> None:
    """Follow a link to a line of the base game; its last position is in view."""
    visitor.go(f"/analysis#type=Base&actions={';'.join(actions)}")
    wait_for_tree(visitor, *actions)
    visitor.find(".tree .move[aria-current]").wait_for()


def line_link(visitor: Visitor) -> str:
    """The link to the line in view."""
    name = say("page.exchange.link", visitor.language)
    return visitor.page.get_by_role("textbox", name=name).input_value()


def exchange(visitor: Visitor) -> None:
    visitor.find(".play-area").wait_for()
    if not visitor.find(".drawer textarea").count():
        visitor.press(visitor.button("page.exchange.title"))


def bring(visitor: Visitor, record: str) -> None:
    """Paste a record."""
    exchange(visitor)
    visitor.find(".drawer textarea").fill(record)
    visitor.press(visitor.button("page.exchange.read"))
    visitor.page.wait_for_function(  # until it is closed or says what is wrong
        "() => !document.querySelector('.drawer textarea') || document.querySelector('[role=alert]')"
    )


def take(visitor: Visitor, form: str) -> str:
    """Have the study written out."""
    exchange(visitor)
    visitor.find(".drawer textarea").fill("")
    visitor.choice("page.exchange.format").select_option(form)
    visitor.press(visitor.button("page.exchange.write"))
    visitor.page.wait_for_function("() => document.querySelector('.drawer textarea').value !== ''")
    return visitor.find(".drawer textarea").input_value()


def wander(game_type: str, plies: int) -> Position:
    """Play at random, with a long game in mind."""
    position = Position(game_type)
    rng = random.Random(3)
    while len(position.history) < plies:
        position.play(rng.choice(list(position.legal_actions())))
    assert position.outcome is None
    return position


def until_state(visitor: Visitor, state: str) -> None:
    """Wait until a study is said to be kept so."""
    visitor.find(f'[data-state="{state}"]').wait_for()


def comment(visitor: Visitor, text: str) -> None:
    visitor.find(".moves textarea").fill(text)
    visitor.find(".moves textarea").blur()


def judged_game(position: Position | None = None) -> Game:
    """Return a game that was looked through: White made a mistake in his third turn, and was slow there."""
    position = position or wander("Base+MLP", 8)
    before = Position(position.game_type)
    for action in position.history[:4]:
        before.play(action)
    best = next(str(one) for one in before.legal_actions() if one != position.history[4])
    game = Game("Base+MLP")
    for action in position.history:
        game.play(str(action))
    game.tags.update(White="Anna", Black="Berta", Date="2026.11.17")
    for number, node in enumerate(game.nodes):
        bad = number == 5
        node.evaluation = Evaluation(points=-2.0 if bad else 0.1)
        better = BetterLine(Evaluation(points=0.1), 0.52, (best,)) if bad else None
        node.judgement = Judgement(
            0.2 if bad else 0.52,
            None if number < 5 else 0.3 if bad else 1.0,
            "mistake" if bad else None,
            bad,
            better,
        )
        node.elapsed = 75.0 if bad else 10.0 if number else None
    return game
