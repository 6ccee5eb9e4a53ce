"""The environments pass PettingZoo's own tests, in every kind of game."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from tests.positions import played

from ruche import Colour, GameType, Position
from ruche.envs import Encoder, HiveEnv, Numbering, env
from ruche.envs.environment import AGENTS
from ruche.envs.observation import last_turn, times_before

TYPES = [
    "Base",
    "Base+MLP",
    "Base+O2D1C1",
    "Base+S0B0A1G1",
    "Base+Predators+Guardians",
    "Base+Honeycombo",
    "Venom+MLP",
    "Venom+Locked",
    "Venom+M+Swarm+Fixed",
    "Base+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
    "Base+S7B7A5G5M2L2",  # 62 pieces
]
# PettingZoo knows its own games by name and excuses them; ours observes as its chess does.
EXCUSED = [
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",  # of a game that is over
]
excused = [pytest.mark.filterwarnings(text) for text in EXCUSED]


def playout(game_type: str, seed: int, most: int) -> list[Position]:
    """Return positions of a random game."""
    chance = random.Random(seed)
    position = Position(game_type, seed=seed)
    found = [position.copy()]
    while position.outcome is None and len(found) < most:
        position.play(chance.choice(position.legal_actions()))
        found.append(position.copy())
    return found


@pytest.mark.parametrize("game_type", TYPES)
class TestOfPettingZoo:
    pytestmark = excused

    def test_api(self, game_type: str, capsys: pytest.CaptureFixture[str]) -> None:
        api_test(env(game_type, max_actions=60), num_cycles=80)
        assert "Passed API test" in capsys.readouterr().out

    def test_seed(self, game_type: str) -> None:
        seed_test(lambda: env(game_type, max_actions=30), num_cycles=15)


@pytest.mark.parametrize("game_type", TYPES)
def test_every_action_has_a_number_of_its_own(game_type: str) -> None:
    numbering = Numbering(GameType(game_type))
    for position in playout(game_type, 3, 70):
        actions = position.legal_actions()
        numbers = [numbering.number(action, position.colour) for action in actions]
        assert len(set(numbers)) == len(actions)
        assert all(0 <= number < numbering.size for number in numbers)


@pytest.mark.parametrize("game_type", TYPES)
def test_no_two_texts_share_a_number(game_type: str) -> None:
    kind = GameType(game_type)
    numbering = Numbering(kind)
    actors = [str(face) for faces in kind.faces for face in faces if face.colour is not None]
    others = [str(piece) for piece in kind.pieces]
    sides = ("-{}", "\\{}", "{}/", "{}-", "{}\\", "/{}", "{}")
    texts = [
        f"{actor} {side.format(other)}" for actor in actors for other in others for side in sides
    ] + actors
    for colour in Colour:
        numbers = {numbering.number(text, colour) for text in texts}
        assert numbers == set(range(numbering.blocks["go"].size))


def test_the_largest_game_has_fewer_than_38000_numbers() -> None:
    largest = GameType("Base+B9A9G7C1+Predators+Guardians+Honeycombo+Swarm")
    assert len(largest.pieces) == 63
    assert Numbering(largest).size < 38_000


def test_both_players_see_the_same_game_from_their_own_side() -> None:
    """Colours exchanged, an opening has the same numbers and the same planes."""
    numbering, encoder = Numbering(GameType("Venom")), Encoder(GameType("Venom"))
    white, black = Position("Venom"), Position("Venom")
    white.play("wA1")
    black.play("wA1")
    black.play("bA1 wA1-")
    assert numbering.number("wO1 -wA1", Colour.WHITE) == numbering.number("bO1 -bA1", Colour.BLACK)
    assert numbering.number("wO1 -bA1", Colour.WHITE) == numbering.number("bO1 -wA1", Colour.BLACK)
    mine, theirs = encoder.encode(white, Colour.WHITE), encoder.encode(white, Colour.BLACK)
    middle = encoder.size // 2
    assert mine[encoder.at["own ant"], middle, middle] == 1
    assert theirs[encoder.at["enemy ant"], middle, middle] == 1
    assert mine[encoder.at["own hand ant"], 0, 0] == pytest.approx(2 / 3)


@pytest.mark.parametrize("game_type", TYPES)
def test_different_positions_look_different(game_type: str) -> None:
    encoder = Encoder(GameType(game_type))
    seen: dict[bytes, Position] = {}
    for position in playout(game_type, 4, 50):
        colour = position.colour
        key = bytes([colour]) + encoder.encode(position, colour).tobytes()
        before = seen.setdefault(key, position)
        assert set(map(str, before.legal_actions())) == set(map(str, position.legal_actions()))


def test_stacks_are_halved_downward() -> None:
    position = Position("Base")
    for text in (
        "wA1",
        "bA1 wA1-",
        "wQ -wA1",
        "bQ bA1-",
        "wB1 -wQ",
        "bB1 bQ-",
        "wB1 wQ",
        "bB1 bQ",
        "wB1 wA1",
    ):
        position.play(text)
    encoder = Encoder(position.game_type)
    seen = encoder.encode(position, Colour.BLACK)
    assert seen[encoder.at["enemy beetle"]].max() == 1
    assert seen[encoder.at["enemy ant"]].max() == 0.5
    assert seen[encoder.at["own queen_bee"]].max() == 0.5
    assert seen[encoder.at["moved"]].sum() == seen[encoder.at["resting"]].sum() == 1


def test_the_window_holds_the_longest_hive() -> None:
    position = Position("Base")
    position.play("wA1")
    position.play("bA1 wA1-")
    for i in range(20):
        options = [
            action for action in position.legal_actions() if action.to is not None and action.origin is None
        ]
        side = min if position.colour == Colour.WHITE else max
        position.play(side(options, key=lambda action: action.to or (0, 0)))
        assert len(position.stacks) == i + 3
    encoder = Encoder(position.game_type)
    planes = encoder.encode(position, Colour.WHITE)
    pieces = [
        i
        for i, name in enumerate(encoder.planes)
        if name.split()[0] in ("own", "enemy") and "hand" not in name
    ]
    board = [i for i in pieces if "double" not in encoder.planes[i]]
    assert planes[board].sum() == len(position.stacks)


def test_what_the_last_turn_did_is_remembered() -> None:
    position = played("Venom", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-", "wQ =wW", "bA2 bQ-")
    assert last_turn(position, Colour.WHITE)["placed"] == 1 << position.game_type.by_name["bA2"][0]
    assert last_turn(position, Colour.BLACK)["flipped"] == 1 << position.game_type.by_name["wW"][0]


def test_repetition_is_seen() -> None:
    position = played("Base", "wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-")
    for text in ("wQ \\wA1", "bQ bA1/", "wQ -wA1", "bQ bA1-"):
        position.play(text)
    assert times_before(position) == 1


def test_a_secret_hand_is_not_observed() -> None:
    seen = []
    for hand in ("hand wA1 wA2 wA3", "hand wG1 wG2 wS1"):
        game = HiveEnv("Base+Swarm")
        game.reset(seed=1)
        game.step(game.numbering.number(hand, Colour.WHITE))
        seen.append(game.observe("player_1"))
        assert game.observe("player_0")["observation"].any()
    assert np.array_equal(seen[0]["observation"], seen[1]["observation"])
    assert np.array_equal(seen[0]["action_mask"], seen[1]["action_mask"])


def test_the_bags_order_is_not_observed() -> None:
    """Two games that differ only in what will be drawn look the same."""
    games = [HiveEnv("Base+Swarm") for _ in range(2)]
    for seed, game in enumerate(games):
        game.reset(seed=seed)
        for colour in Colour:
            w = colour.letter
            game.step(game.numbering.number(f"hand {w}A1 {w}A2 {w}A3", colour))
    one, two = (game.observe("player_0")["observation"] for game in games)
    assert np.array_equal(one, two)


def test_winning_is_rewarded() -> None:
    game = HiveEnv("Base+MLP")
    game.reset()
    moves = "wG1,bQ wG1\\,wQ -wG1,bB1 bQ-,wQ /wG1,bS1 bQ\\,wG2 -wG1,bB1 bQ/,wA1 /wG2,bB2 bB1\\,wG2 wQ\\"
    for text in moves.split(","):
        assert not any(game.terminations.values())
        game.step(game.numbering.number(text, game.position.colour))
    assert game.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(game.terminations.values())


def test_an_illegal_action_is_refused_and_with_the_wrapper_loses() -> None:
    game = HiveEnv("Base")
    game.reset()
    with pytest.raises(ValueError, match="is not legal now"):
        game.step(game.numbering.size - 1)
    wrapped = env("Base")
    wrapped.reset()
    wrapped.step(wrapped.unwrapped.numbering.size - 1)
    assert wrapped.terminations == dict.fromkeys(AGENTS, True)


def test_it_draws_itself() -> None:
    game = HiveEnv("Base", render_mode="ansi")
    game.reset()
    assert "White to move" in str(game.render())


@pytest.mark.parametrize("game_type", TYPES)
def test_many_actions_are_numbered_as_one_by_one(game_type: str) -> None:
    numbering = Numbering(GameType(game_type))
    for position in playout(game_type, 3, 50):
        actions = position.legal_actions()
        found = numbering.numbers(actions, position.colour)
        assert found == [numbering.number(action, position.colour) for action in actions]


@pytest.mark.parametrize("game_type", TYPES)
def test_the_planes_of_the_hive_are_what_lies_there(game_type: str) -> None:
    encoder = Encoder(GameType(game_type))
    for position in playout(game_type, 5, 50)[::3]:
        me = position.colour
        found = encoder.encode(position, me)
        stacks = position.stacks
        if not stacks:
            continue
        half = encoder.size // 2
        rows, columns = [place.r for place in stacks], [place.q for place in stacks]
        row, column = (min(rows) + max(rows)) // 2 - half, (min(columns) + max(columns)) // 2 - half
        expected = np.zeros_like(found)
        for place, stack in stacks.items():
            for depth, piece in enumerate(reversed(stack)):
                expected[encoder._plane(piece, me), place.r - row, place.q - column] += 0.5**depth
        planes = sorted({plane for side in encoder.of_face.values() for plane in side})
        assert np.array_equal(found[planes], expected[planes])
        events = last_turn(position, me)
        for event, bits in events.items():
            lying = [piece for piece in position.pieces() if bits >> piece.id & 1]
            assert found[encoder.at[event]].sum() == len({position.where(piece) for piece in lying})


def test_a_batch_is_many_positions() -> None:
    positions = playout("Venom+MLP", 7, 20)
    encoder = Encoder(positions[0].game_type)
    batch = encoder.encode_batch(positions)
    assert batch.shape == (len(positions), *encoder.shape)
    for planes, position in zip(batch, positions, strict=True):
        assert np.array_equal(planes, encoder.encode(position, position.colour))
