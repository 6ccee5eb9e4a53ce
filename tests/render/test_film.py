"""Whole games in one picture."""

from xml.etree import ElementTree

import pytest
from tests.positions import played

from ruche import GameType, Position, render
from ruche.notation.game import Game

NAMESPACE = "{http://www.w3.org/2000/svg}"
ACTIONS = (
    "wG1",
    "bG1 wG1-",
    "wQ -wG1",
    "bQ bG1-",
    "wB1 -wQ",
    "bB1 bQ-",
    "wB1 wQ",
    "bB1 bQ",
    "wA1 -wB1",
    "bB1 bG1",
)


def seen(root: ElementTree.Element, moment: float) -> list[ElementTree.Element]:
    """The groups of a film that are visible at a moment, 0 to 1."""
    found = []
    for group in root.iter(NAMESPACE + "g"):
        animation = group.find(NAMESPACE + "animate")
        if animation is None:
            continue
        values = animation.attrib["values"].split(";")
        times = [float(time) for time in animation.attrib["keyTimes"].split(";")]
        assert times == sorted(times)
        assert times[0] == 0
        assert len(times) == len(values)
        if [value for time, value in zip(times, values, strict=True) if time <= moment][-1] == "visible":
            found.append(group)
    return found


def test_a_film_shows_every_position_in_its_time() -> None:
    end = played("Base", *ACTIONS)
    root = ElementTree.fromstring(render.film(end, hands=False))
    whole = len(ACTIONS) + 3  # the last position stays three times as long
    captions = []
    for i in range(len(ACTIONS) + 1):
        groups = seen(root, (i + 0.9) / whole)
        captions.append([text.text or "" for group in groups for text in group.iter(NAMESPACE + "text")])
        tops = played("Base", *ACTIONS[:i]).stacks
        assert sum(key in ("w", "b") for group in groups for key in bases(group)) == sum(
            map(len, tops.values())
        )
    assert [texts[-1].partition(" · after ")[2] for texts in captions] == ["", *ACTIONS]


def bases(group: ElementTree.Element) -> list[str]:
    """The tiles in a group, without the small ones that list what is covered."""
    return [
        use.attrib["href"].removeprefix("#ruche-light-")
        for use in group.iter(NAMESPACE + "use")
        if "scale" not in use.attrib.get("transform", "")
    ]


def test_a_moving_piece_glides() -> None:
    film = render.film(played("Base", *ACTIONS))
    assert film.count("<animateTransform") == 3, "placing does not"
    assert render.film(played("Base", *ACTIONS[:6])).count("<animateTransform") == 0


def test_a_viewer_without_animation_shows_the_last_position() -> None:
    root = ElementTree.fromstring(render.film(played("Base", *ACTIONS), hands=False))
    shown = [g for g in root if g.tag == NAMESPACE + "g" and g.attrib.get("visibility") != "hidden"]
    tiles = [key for group in shown for key in bases(group) if key in ("w", "b")]
    assert len(tiles) == sum(map(len, played("Base", *ACTIONS).stacks.values()))


def test_a_film_loops_or_stays() -> None:
    end = played("Base", *ACTIONS)
    assert 'repeatCount="indefinite"' in render.film(end)
    once = render.film(end, loop=False, seconds=0.5)
    assert "repeatCount" not in once
    assert f'dur="{(len(ACTIONS) + 3) * 0.5:g}s" fill="freeze"' in once


def test_a_film_of_given_positions() -> None:
    positions = [played("Base", *ACTIONS[:i]) for i in range(len(ACTIONS) + 1)]
    assert render.film(positions) == render.film(positions[-1]) == render.film(Game.of(positions[-1]))
    with pytest.raises(ValueError, match="at least one position"):
        render.film([])


def test_filming_leaves_the_position_alone() -> None:
    end = played("Base", *ACTIONS)
    render.film(end)
    assert [str(action) for action in end.history] == list(ACTIONS)


def test_a_film_of_nothing_is_a_picture() -> None:
    root = ElementTree.fromstring(render.film(Position("Base")))
    assert not root.findall(".//" + NAMESPACE + "animate")


def test_a_strip_shows_all_positions_side_by_side() -> None:
    root = ElementTree.fromstring(render.strip(played("Base", *ACTIONS), columns=4, title="A game"))
    texts = [text.text for text in root.iter(NAMESPACE + "text")]
    assert ["Start", *(f"{i}. {action}" for i, action in enumerate(ACTIONS, 1))] == [
        text for text in texts if text and (text == "Start" or ". " in text)
    ]
    assert "A game" in texts
    frames = [g for g in root if g.tag == NAMESPACE + "g"]
    corners = {frame.attrib["transform"].split(" ")[0] for frame in frames}
    assert (len(frames), len(corners)) == (11, 4)


def test_a_frame_costs_what_changes_in_it() -> None:
    position = played(GameType("Base", repetition="off"), *ACTIONS)
    short = len(render.film(position, hands=False))
    for _ in range(20):  # an ant and a beetle go to and fro
        for action in ("wA1 bQ-", "bB1 bQ", "wA1 -wQ", "bB1 bG1"):
            position.play(action)
    frame = (len(render.film(position, hands=False)) - short) / 80
    assert frame < 3000, "bytes"
