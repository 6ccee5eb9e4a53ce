"""Game types: every part, what it puts into the game, and every way to be refused (section N)."""

import copy
import pickle

import pytest

from ruche import GameType, GameTypeError, Position, words

pytestmark = pytest.mark.rule("N")

# A name, what it prints as, and white's pieces by their first face.
READ = [
    ("Base", "Base", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3"),
    ("Base+M", "Base+M", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M"),
    ("Base+L", "Base+L", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 L"),
    ("Base+P", "Base+P", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 P"),
    ("Base+ML", "Base+ML", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L"),
    ("Base+MP", "Base+MP", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M P"),
    ("Base+LP", "Base+LP", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 L P"),
    ("Base+MLP", "Base+MLP", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L P"),
    ("Carbon", "Base+ML", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L"),
    ("Carbon+Swarm", "Base+ML+Swarm", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L"),
    ("Venom", "Venom", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3"),
    ("Venom+MLP", "Venom+MLP", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L P"),
    ("Venom+MLP+Locked", "Venom+MLP+Locked", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L P"),
    ("Venom+MLP+Fixed", "Venom+MLP+Fixed", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L P"),
    ("Base+Predators+Fixed", "Base+Predators+Fixed", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 R"),
    ("Base+Guardians+Fixed", "Base+Guardians+Fixed", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 U"),
    (
        "Ultimate+Swarm+Fixed",
        "Venom+MLP+Predators+Guardians+Honeycombo+Swarm+Fixed",
        "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L P U R",
    ),
    ("Base+O2D1", "Base+O2D1", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 O1 O2 D"),
    ("Base+S0O2", "Base+S0O2", "Q B1 B2 A1 A2 A3 G1 G2 G3 O1 O2"),
    ("Base+ML+O1", "Base+ML+O1", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L O"),
    ("Base+L+M2", "Base+L+M2", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M1 M2 L"),
    ("Base+S1", "Base+S1", "Q S B1 B2 A1 A2 A3 G1 G2 G3"),
    ("Base+S0B0A1G0", "Base+S0B0A1G0", "Q A"),
    ("Base+F1Y1T1H1C1", "Base+F1Y1T1H1C1", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 F Y T H C"),
    ("Base+Predators", "Base+Predators", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 R"),
    ("Base+Guardians", "Base+Guardians", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 U"),
    ("Base+Guardians+Locked", "Base+Guardians+Locked", "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 U"),
    ("Base+S0B0A0G0+Predators", "Base+S0B0A0G0+Predators", "Q R"),
    (
        "Ultimate",
        "Venom+MLP+Predators+Guardians+Honeycombo",
        "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L P U R",
    ),
    (
        "Ultimate+Swarm+Locked",
        "Venom+MLP+Predators+Guardians+Honeycombo+Swarm+Locked",
        "Q S1 S2 B1 B2 A1 A2 A3 G1 G2 G3 M L P U R",
    ),
]

REFUSED = [
    ("", "unknown"),
    ("base", "unknown"),
    ("Hive", "unknown"),
    ("Base MLP", "unknown"),
    ("+MLP", "unknown"),
    ("Base+", "part"),
    ("Base+X", "part"),
    ("Base+MX", "part"),
    ("Base+mlp", "part"),
    ("Base+predators", "part"),
    ("Base+O", "part"),
    ("Base+O10", "part"),
    ("Base+ MLP", "part"),
    ("Carbon+P", "part"),
    ("Carbon+O1", "part"),
    ("Base+Predators+MLP", "part"),
    ("Base+O1+MLP", "part"),
    ("Base+MM", "twice"),
    ("Base+O1O1", "twice"),
    ("Base+M+M2", "twice"),
    ("Base+Swarm+Swarm", "twice"),
    ("Ultimate+Predators", "twice"),
    ("Base+LM", "order"),
    ("Base+D1O1", "order"),
    ("Base+Guardians+Predators", "order"),
    ("Venom+Locked+Swarm", "order"),
    ("Base+Q1", "letter"),
    ("Base+W1", "letter"),
    ("Base+U1", "letter"),
    ("Base+N1", "letter"),
    ("Base+R1", "letter"),
    ("Base+X1", "letter"),
    ("Base+Z1", "letter"),
    ("Base+S2", "usual"),
    ("Base+B2", "usual"),
    ("Base+A3", "usual"),
    ("Base+G3", "usual"),
    ("Base+O0", "usual"),
    ("Base+M0", "usual"),
    ("Base+M1", "as_letter"),
    ("Base+L1", "as_letter"),
    ("Base+P1", "as_letter"),
    ("Venom+O1", "counts_in_venom"),
    ("Base+A9G9O9", "too_many"),
    ("Base+M2A9G9O8", "order"),
    ("Base+A9G9O8Y1+Honeycombo", "too_many"),
    ("Base+S0B0A0G0", "no_opener"),
    ("Base+S0B0A0G0+Guardians", "no_opener"),
    ("Base+S0B0A0G0+Honeycombo", "no_opener"),
    ("Base+Locked", "locked"),
    ("Base+Predators+Locked", "locked"),
    ("Base+Fixed", "fixed"),
    ("Carbon+Swarm+Fixed", "fixed"),
    ("Venom+Locked+Fixed", "locked_and_fixed"),
    ("Venom+Fixed+Swarm", "order"),
    ("Venom+Fixed+Fixed", "twice"),
]


@pytest.mark.parametrize(("name", "printed", "pieces"), READ, ids=[case[0] for case in READ])
def test_a_type_is_read(name: str, printed: str, pieces: str) -> None:
    game_type = GameType(name)
    assert str(game_type) == game_type.name == printed
    assert GameType(printed) == game_type
    white = [piece.name for piece in game_type.pieces if piece.name.startswith("w")]
    black = [piece.name for piece in game_type.pieces if piece.name.startswith("b")]
    neutral = [piece.name for piece in game_type.pieces if piece.colour is None]
    assert white == [f"w{piece}" for piece in pieces.split()]
    assert black == [f"b{piece}" for piece in pieces.split()]
    assert neutral == ["hc"] * game_type.has_neutral
    assert [piece.id for piece in game_type.pieces] == list(range(len(game_type.pieces)))
    assert Position(game_type).legal_actions()


@pytest.mark.parametrize(("name", "key"), REFUSED, ids=[case[0] or "nothing" for case in REFUSED])
def test_a_type_is_refused(name: str, key: str) -> None:
    with pytest.raises(GameTypeError) as caught:
        GameType(name)
    assert caught.value.key == f"type.{key}"
    assert repr(name) in str(caught.value)  # it quotes what was written
    assert caught.value.say("fr") != caught.value.say("en")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (again.key, str(again)) == (caught.value.key, str(caught.value))


def test_every_refusal_has_a_case() -> None:
    tried = {f"type.{key}" for _, key in REFUSED} | {"type.option"}
    assert tried == {key for key in words.keys() if key.startswith("type.")}  # noqa: SIM118


@pytest.mark.parametrize("option", ["queen_opening", "repetition", "wasp_reach"])
def test_an_option_must_be_known(option: str) -> None:
    with pytest.raises(GameTypeError) as caught:
        GameType("Base", **{option: "perhaps"})
    assert caught.value.key == "type.option"
    assert option in str(caught.value)
    assert "'perhaps'" in str(caught.value)


def test_63_pieces_are_the_most() -> None:
    assert len(GameType("Base+A9G9O8").pieces) == 62
    assert len(GameType("Base+A9G9O8+Honeycombo").pieces) == 63


@pytest.mark.rule("V0c")
def test_one_faced_pieces_of_an_own_mix_never_turn() -> None:
    game_type = GameType("Base+O2D1")
    assert [len(faces) for faces in game_type.faces] == [1] * len(game_type.pieces)
    assert {bug.letter for bug in game_type.bugs} == set("QSBAGOD")


@pytest.mark.rule("V0")
def test_the_pieces_of_venom_have_two_faces() -> None:
    game_type = GameType("Venom+MLP+Predators+Guardians")
    faces = {"".join(piece.bug.letter for piece in faces) for faces in game_type.faces}
    assert faces == {"QW", "SO", "BF", "AY", "GD", "MT", "LH", "PC", "UN", "RX"}
    assert game_type.by_name["wO2"][0] == game_type.by_name["wS2"][0]  # the number stays with the piece


@pytest.mark.rule("V0b", "P1")
def test_guardians_and_predators_have_two_faces_in_every_game() -> None:
    game_type = GameType("Base+Predators+Guardians")
    assert {len(faces) for faces in game_type.faces if faces[0].bug.letter in "UR"} == {2}
    assert {len(faces) for faces in game_type.faces if faces[0].bug.letter not in "UR"} == {1}
    flips = {kind.faces[0].letter: kind.flips for kind in game_type.kinds}
    assert {letter for letter, flip in flips.items() if flip} == {"U"}


def test_the_plain_types_are_known() -> None:
    assert GameType("Carbon").is_plain
    for name in ("Venom", "Base+O1", "Base+S0", "Base+M2", "Base+Swarm", "Base+Predators"):
        assert not GameType(name).is_plain


@pytest.mark.rule("T4", "E4", "V1")
def test_options_belong_to_a_type_but_not_to_its_name() -> None:
    usual = GameType("Venom")
    other = usual.with_options(queen_opening="forbidden", repetition="off", wasp_reach="adjacent")
    assert (usual.queen_opening, usual.repetition, usual.wasp_reach) == ("allowed", "draw", "any")
    assert str(other) == str(usual) == "Venom"
    assert other != usual
    assert eval(repr(other), {"GameType": GameType}) == other
    assert usual.__eq__("Venom") is NotImplemented


@pytest.mark.parametrize("name", [case[0] for case in READ])
def test_types_are_values(name: str) -> None:
    game_type = GameType(name, repetition="off")
    for twin in (
        GameType(name, repetition="off"),
        pickle.loads(pickle.dumps(game_type)),
        copy.copy(game_type),
    ):
        assert twin == game_type
        assert hash(twin) == hash(game_type)


@pytest.mark.parametrize(
    ("name", "minds"),
    [
        ("Base", False),
        ("Base+ML", False),
        ("Base+P", True),
        ("Base+MLP", True),
        ("Base+Predators", True),
        ("Venom", True),
        ("Venom+Locked", True),
    ],
)
def test_what_the_last_turn_did_matters_to_some(name: str, minds: bool) -> None:
    """R1, R4: to pieces that rest or are flipped, and to those that ask what was touched."""
    assert GameType(name).minds_last_turn is minds
