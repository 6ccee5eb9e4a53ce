"""The clicks that spell the actions, and what a view shows, in random games of thirty types."""

import asyncio
import random
from itertools import pairwise

import msgspec
import pytest

from ruche import Colour, Position, set_up
from ruche.server.clicks import spell
from ruche.server.course import Course
from ruche.server.why import why_not_clicks
from ruche.server.wire.match_views import copy_of, course_frames
from ruche.server.wire.messages import View
from ruche.server.wire.position_views import frame, line_view

TYPES = [
    "Base",
    "Base+M",
    "Base+L",
    "Base+P",
    "Base+MLP",
    "Base+MLP+Predators",
    "Base+Predators",
    "Base+MLP+Guardians",
    "Base+Guardians",
    "Base+MLP+Honeycombo",
    "Base+Honeycombo",
    "Base+Swarm",
    "Base+MLP+Swarm",
    "Base+MLP+Predators+Guardians+Honeycombo+Swarm",
    "Base+S0O2",
    "Base+O2F1Y1D1T1H1C1",
    "Base+ML+T1H2",
    "Base+MLP+A1G1T2C2",
    "Base+Guardians+Locked",
    "Base+MLP+Guardians+Swarm+Locked",
    "Venom",
    "Venom+MLP",
    "Venom+MLP+Locked",
    "Venom+Predators",
    "Venom+MLP+Guardians",
    "Venom+MLP+Honeycombo",
    "Venom+MLP+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
    "Ultimate+Swarm+Locked",
]
LENGTH = 45


@pytest.mark.parametrize("name", TYPES)
def test_clicks_spell_every_action_and_only_one(name: str) -> None:
    rng = random.Random(name)
    course = Course(Position(name, seed=rng.getrandbits(32)))
    while course.position.outcome is None and len(course.steps) < LENGTH:
        position = course.position
        legal = position.legal_actions()
        spelled = spell(position)
        assert [action.text for action in spelled] == [str(a) for a in legal if a.kind != "hand"]
        sequences = sorted(action.clicks for action in spelled)
        for one, next_one in pairwise(sequences):
            assert next_one[: len(one)] != one, (one, next_one)
        shown = {f"hex:{place.q},{place.r}" for place in position.stacks}
        hand = position.hand(position.colour)
        held = {f"hand:{piece.name[0]}:{piece.bug.name}" for piece in hand}
        for clicks in sequences:
            kind = clicks[0].split(":")[0]
            assert kind == "do" or clicks[0] in (shown if kind == "hex" else held)
        course.play(str(rng.choice(legal)))
        step = course.steps[-1]
        assert all(step.words.values())
    view = msgspec.json.decode(msgspec.json.encode(line_view(course, 0.0)), type=View)
    assert len(view.moves) == len(course.steps)
    frames = asyncio.run(course_frames(copy_of(course)))
    assert len(frames) == len(course.steps) + 1
    assert frames[-1] == frame(course, seq=len(course.steps))


def test_faces_are_asked_for_last_and_only_where_there_is_a_choice() -> None:
    position = Position("Venom")
    spelled = {action.text: action.clicks for action in spell(position)}
    assert spelled["wQ"] == ["hand:w:queen_bee", "hex:0,0"]
    assert spelled["wA1"] == ["hand:w:ant", "hex:0,0", "face:ant"]
    assert spelled["wY1"] == ["hand:w:ant", "hex:0,0", "face:fly"]


def test_what_shares_its_clicks_is_told_apart() -> None:
    stacks = {(0, 0): ["wM"], (1, 0): ["bA"], (0, 1): ["wB"], (-1, 1): ["wW"], (2, 0): ["bQ"]}
    position = set_up("Venom+MLP", stacks, turn="White[6]")
    spelled = {action.text: action.clicks for action in spell(position)}
    assert spelled["wM *bA1"] == ["hex:0,0", "hex:1,0", "do:sting"]
    assert spelled["wM bA1"] == ["hex:0,0", "hex:1,0", "do:climb"]
    assert spelled["wM =wT"] == ["hex:0,0", "do:flip"]
    assert spelled["wM wB1"] == ["hex:0,0", "hex:0,1"]


def test_a_hand_is_not_shown_while_it_is_secret() -> None:
    course = Course(Position("Base+Swarm"))
    course.play("hand wA1 wB1 wG1")
    shown = frame(course, seq=1, secret=True)
    text = msgspec.json.encode(shown).decode()
    assert "ant" not in text
    assert "beetle" not in text
    assert shown.hands["w"] == msgspec.convert({"hidden": 4}, type(shown.hands["w"]))
    open_hand = msgspec.json.encode(frame(course, seq=1)).decode()
    assert "beetle" in open_hand


def test_a_refused_click_has_a_reason() -> None:
    position = Position("Base")
    for text in ("wQ", "bQ wQ-", "wA1 -wQ", "bA1 bQ-"):
        position.play(text)
    pinned = why_not_clicks(position, ["hex:0,0"])
    assert pinned is not None
    assert pinned.rule == "H2"
    assert pinned.fr != pinned.en
    enemy = why_not_clicks(position, ["hand:w:ant", "hex:3,0"])
    assert enemy is not None
    assert enemy.rule == "T2"
    empty = why_not_clicks(position, ["hex:9,9"])
    assert empty is not None
    assert empty.key == "empty_hex"
    assert why_not_clicks(position, ["hex:-1,0"]) is None
    other_hand = why_not_clicks(position, ["hand:b:ant"])
    assert other_hand is not None
    assert other_hand.key == "not_yours"
    assert position.colour == Colour.WHITE


def test_a_mosquito_that_copies_a_centipede_hears_of_swaps() -> None:  # V8
    stacks = {(0, 0): ["wM"], (-1, 0): ["wC"], (1, 0): ["wQ"], (2, 0): ["bQ"], (3, 0): ["bA1", "bB1"]}
    position = set_up("Base+M+C1", stacks)
    for start in ("hex:0,0", "hex:-1,0"):
        reason = why_not_clicks(position, [start, "hex:3,0"])
        assert reason is not None
        assert reason.rule == "V8"


def test_what_is_drawn_is_told() -> None:
    course = Course(Position("Base+Swarm"))
    for text in ("hand wA1 wB1 wG1", "hand bA1 bB1 bG1", "wQ +bS1", "bQ wQ- +wS1", "draw +bA2"):
        course.play(text)
    assert course.steps[2].words["en"] == "White places a queen bee and draws a spider of Black"
    assert course.steps[-1].words["fr"] == "Les Blancs piochent dans le sac : une fourmi des Noirs"
