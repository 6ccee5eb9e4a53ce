"""SVG of positions: well-formed, complete, marked, readable without being seen."""

from xml.etree import ElementTree

import pytest
from tests.notation.playouts import playout
from tests.positions import CLIMB, played

import ruche
from ruche import Arrow, ArrowColour, Game, Hex, Position, render, set_up, words

NAMESPACE = "{http://www.w3.org/2000/svg}"
TYPES = [
    "Base",
    "Base+MLP",
    "Base+ML+O1D2",
    "Venom",
    "Venom+MLP+Locked",
    "Venom+MLP+Fixed",
    "Ultimate+Swarm+Fixed",
    "Base+Guardians",
    "Base+Predators",
    "Base+Honeycombo",
    "Carbon+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
]


def parse(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == NAMESPACE + "svg"
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids)), "an id is given once"
    assert {element.attrib["href"][1:] for element in root.iter(NAMESPACE + "use")} <= set(ids)
    return root


def drawn(root: ElementTree.Element, key: str) -> int:
    """How often a defined part is used."""
    return sum(use.attrib["href"].endswith(key) for use in root.iter(NAMESPACE + "use"))


def texts(root: ElementTree.Element) -> list[str]:
    return [element.text or "" for element in root.iter(NAMESPACE + "text")]


@pytest.mark.parametrize("game_type", TYPES)
@pytest.mark.parametrize("theme", render.THEMES)
def test_any_position_of_any_game_is_drawn(game_type: str, theme: str) -> None:
    for plies in (0, 1, 9, 40):
        position = playout(game_type, plies, plies)
        root = parse(render.svg(position, theme=theme, labels="notation"))
        names = texts(root)
        assert {pieces[-1].name for pieces in position.stacks.values()} <= set(names)


def test_every_piece_of_a_stack_is_seen() -> None:
    position = played("Base", *CLIMB)
    root = parse(render.svg(position, hands=False))
    for name in ("w-grasshopper", "b-grasshopper", "w-beetle", "b-beetle", "w-queen_bee", "b-queen_bee"):
        assert drawn(root, name) == 1, name
    assert texts(root).count("2") == 2, "the height of either stack"


def test_a_tall_stack_tells_its_height() -> None:
    position = played("Base", *CLIMB, "wB1 bB1")
    root = parse(render.svg(position, hands=False))
    assert "3" in texts(root)
    assert "Beetle of White (wB1), resting on Beetle of Black (bB1) on Grasshopper of Black (bG1)" in [
        title.text for title in root.iter(NAMESPACE + "title")
    ]


def test_hands_are_counted() -> None:
    root = parse(render.svg(Position("Base+MLP")))
    assert drawn(root, "w-ant") == drawn(root, "b-ant") == 1
    assert texts(root).count("×3") == 4
    assert texts(root).count("×2") == 4
    assert drawn(parse(render.svg(Position("Base+MLP"), hands=False)), "w-ant") == 0


def test_the_last_action_is_marked() -> None:
    position = played("Base", *CLIMB)
    assert drawn(parse(render.svg(position)), "-ring") == 1
    assert drawn(parse(render.svg(position)), "-ghost") == 1, "where it came from"
    unmarked = render.svg(position, last=False)
    assert drawn(parse(unmarked), "-ring") == 0
    assert "bB1 bG1" in render.svg(position)
    assert "bB1 bG1" not in unmarked


def test_a_flip_a_sting_and_the_stung_are_marked() -> None:
    position = played("Venom", "wS1", "bS1 wS1-", "wQ -wS1", "bQ bS1-", "wQ =wW", "bA1 bQ-")
    assert drawn(parse(render.svg(position)), "-ring") == 1
    position.play("wW *bS1")
    root = parse(render.svg(position))
    assert drawn(root, "b-scorpion") == 1
    assert drawn(root, "-stung") == 1
    assert drawn(root, "-ring") == 2, "who stung and who was stung"


def test_the_honeycombo_shows_its_side() -> None:
    position = played("Base+Honeycombo", "wS1 -hc", "bS1 hc-", "wQ -wS1", "bQ bS1-")
    assert drawn(parse(render.svg(position)), "b-honeycombo_dark") == 1
    position.play("wA1 -wQ")
    position.play("hc =w")
    root = parse(render.svg(position))
    assert drawn(root, "w-honeycombo") == 1
    assert drawn(root, "-ring") == 1


def test_targets_are_lit_once_each() -> None:
    position = played("Base", *CLIMB[:6])
    actions = [action for action in position.legal_actions() if str(action.piece) == "wB1"]
    empty = {action.to for action in actions} - set(position.stacks)
    root = parse(render.svg(position, targets=[*actions, *actions]))
    assert drawn(root, "-target") == len(empty)
    assert drawn(root, "-target-piece") == len(actions) - len(empty) > 0
    assert drawn(parse(render.svg(position, targets=[Hex(5, 5), Hex(5, 5)])), "-target") == 1


def test_arrows_follow_hexes_and_actions() -> None:
    position = played("Base", *CLIMB)
    shown = render.svg(
        position, arrows=[(Hex(0, 0), Hex(3, 0)), position.parse("wB1 bB1"), position.parse("wA1 -wQ")]
    )
    assert shown.count('<path transform="matrix(') == 2, "a piece from the hand comes from nowhere"


def test_a_far_target_widens_the_picture() -> None:
    position = played("Base", *CLIMB)
    near, far = (parse(render.svg(position, targets=[at])) for at in (Hex(0, -1), Hex(0, -30)))
    high = [float(root.attrib["viewBox"].split()[3]) for root in (near, far)]
    assert high[1] > high[0] + 1000


def test_the_size_is_the_longer_side() -> None:
    root = parse(render.svg(played("Base", *CLIMB), size=300))
    assert max(int(root.attrib["width"]), int(root.attrib["height"])) == 300


def test_labels() -> None:
    position = played("Base", *CLIMB[:4])
    assert "wQ" not in texts(parse(render.svg(position)))
    assert {"wQ", "bQ", "wG1", "bG1"} <= set(texts(parse(render.svg(position, labels="notation"))))
    assert {f"{at.q},{at.r}" for at in position.stacks} <= set(
        texts(parse(render.svg(position, labels="coordinates")))
    )
    with pytest.raises(ValueError, match="no labels are called 'names'; expected one of none, notation"):
        render.svg(position, labels="names")  # type: ignore[arg-type]


def test_title_and_caption_in_either_language() -> None:
    position = played("Base", *CLIMB[:4])
    assert {"A < B", "White to move, turn 3 · after bQ bG1-"} <= set(
        texts(parse(render.svg(position, title="A < B")))
    )
    assert "Aux Blancs de jouer, tour 3 · après bQ bG1-" in texts(parse(render.svg(position, language="fr")))
    assert not texts(parse(render.svg(position, caption=False, hands=False)))


def test_those_who_do_not_see_it_are_told() -> None:
    root = parse(render.svg(played("Base", *CLIMB[:2])))
    assert root.attrib["role"] == "img"
    assert root[0].tag == NAMESPACE + "title"
    assert root[0].text == "Hive, Base: White to move, turn 2 · after bG1 wG1-"
    assert root[1].tag == NAMESPACE + "desc"
    assert root[1].text == "In play, row by row: Grasshopper of White (wG1); Grasshopper of Black (bG1)."


def test_the_end_is_told() -> None:
    position = playout("Base", 5, 400)
    for seed in range(60):
        if position.outcome is not None and position.outcome.winner is not None:
            break
        position = playout("Base", seed, 400)
    assert position.outcome is not None
    winner = str(position.outcome.winner)
    assert texts(parse(render.svg(position)))[-1].startswith(f"{winner} wins · after ")


def test_pictures_on_one_page_do_not_disturb_each_other() -> None:
    position = played("Base", *CLIMB)
    parts: dict[str, str] = {}
    for theme in render.THEMES:
        for element in parse(render.svg(position, theme=theme)).iter(NAMESPACE + "g"):
            if "id" in element.attrib:
                content = ElementTree.tostring(element, encoding="unicode")
                assert parts.setdefault(element.attrib["id"], content) == content


def test_a_notebook_shows_a_position_and_a_game() -> None:
    position = played("Base", *CLIMB)
    assert position._repr_svg_() == render.svg(position)
    assert Game.of(position)._repr_svg_() == render.svg(position)


def test_letters_as_strokes_need_no_font() -> None:
    root = parse(render.svg(played("Base", *CLIMB), outlines=True, title="Équipe ½", labels="notation"))
    assert not texts(root)
    assert root.attrib["width"] == parse(render.svg(played("Base", *CLIMB))).attrib["width"]


def test_a_hidden_hand_stays_hidden() -> None:
    position = Position("Base+Swarm")
    position.play("hand wA1 wA2 wG1")
    root = parse(render.svg(position.seen_by(ruche.BLACK)))
    assert "?" in texts(root)
    assert drawn(root, "w-ant") == 0
    assert drawn(parse(render.svg(position.seen_by(ruche.WHITE))), "w-ant") == 1


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_poster_shows_every_face_by_name(language: str) -> None:
    root = parse(render.poster(language=language))
    assert texts(root) == [f"{words.say(f'bug.{bug.name}', language)} · {bug.letter}" for bug in ruche.BUGS]
    for bug in ruche.BUGS:
        assert drawn(root, f"w-{bug.name}-piece") == 1


def test_a_kill_leaves_two_empty_hexes() -> None:
    opening = (
        "wS1",
        "bS1 wS1-",
        "wQ -wS1",
        "bQ bS1-",
        "wX -wQ",
        "bA1 bQ-",
        "wG1 \\wQ",
        "bA1 -wG1",
        "wX xbA1",
    )
    root = parse(render.svg(played("Base+Predators", *opening)))
    assert drawn(root, "-ghost") == 2
    assert drawn(root, "-ring") == 0


def test_a_name_lights_all_that_a_piece_may_do() -> None:
    position = played("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    assert render.svg(position, targets=["wQ"]) == render.svg(position, targets=position.legal_actions("wQ"))
    assert render.svg(position, targets=["wQ"]) != render.svg(position)


def test_arrows_have_colours_and_alone_mark_a_hex() -> None:
    position = Position("Base")
    position.play("wA1")
    arrow = Arrow(Hex(0, 0), Hex(1, 0), ArrowColour.RED)
    assert 'fill="#c62828"' in render.svg(position, arrows=[arrow])
    ring = render.svg(position, arrows=[Arrow(Hex(0, 0), Hex(0, 0), ArrowColour.BLUE)])
    assert 'fill="none" stroke="#1c5fa8"' in ring


def test_black_may_sit_below() -> None:
    position = played("Base", "wA1", "bA1 wA1-", "wQ -wA1")
    twin = set_up("Base", {(0, 0): ["wA1"], (-1, 0): ["bA1"], (1, 0): ["wQ"]}, turn="Black[2]")
    assert render.svg(position, flipped=True, last=False, hands=False) == render.svg(
        twin, last=False, hands=False
    )
    below, above = render.svg(position, flipped=True), render.svg(position)
    assert below != above
