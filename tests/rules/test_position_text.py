"""Positions in one line: every position of every type goes round, and mistakes are said."""

import random

import pytest
from tests.rules.playouts import OPTIONS, TYPES, identity, random_action, texts

from ruche import BLACK, WHITE, Game, GameType, GameTypeError, Position, SetUpError, set_up
from ruche.rules.position_codec import codec_of
from ruche.rules.position_text import (
    PositionTextError,
    _read_closely,
    _read_fields,
    _write_set_up,
    is_position_text,
)

PLIES = 45


@pytest.mark.parametrize("number", range(len(TYPES)), ids=lambda number: TYPES[number])
def test_every_position_goes_round(number: int) -> None:
    chance = random.Random(number)
    for seed, options in enumerate(OPTIONS):
        position = Position(GameType(TYPES[number], **options), seed=seed)
        while position.outcome is None and len(position.history) < PLIES:
            if chance.random() < 0.15:
                assert_goes_round(position)
            position.play(random_action(position, chance))
        assert_goes_round(position)


def assert_goes_round(position: Position) -> None:
    position = position.copy()
    position.resume()  # how often it has occurred is not told (E4)
    text = position.text()
    again = Position(text)
    assert again == position, text
    assert again.text() == text
    assert again.turn == position.turn
    assert [again.hand(colour) for colour in (WHITE, BLACK)] == [position.hand(c) for c in (WHITE, BLACK)]
    assert set(map(str, again.legal_actions())) == set(map(str, position.legal_actions())), text
    assert Position(text.replace(" ", "_")) == position
    assert is_position_text(text)


@pytest.mark.parametrize(
    ("text", "turn", "count"),
    [
        ("Base - w1", "White[1]", 0),
        ("Base wA1 b1", "Black[1]", 1),
        ("Base+MLP wG1,bA1/1,wQ.bB1 b3", "Black[3]", 4),
        ("Venom wQ,wG1,bA1,bQ w3 last:+bQ", "White[3]", 4),
        ("Venom 1,wG1,bA1,bQ/wQ b3 last:wQ<0:0", "Black[3]", 4),
    ],
)
def test_what_it_says(text: str, turn: str, count: int) -> None:
    position = Position(text)
    assert position.turn == turn
    assert sum(map(len, position.stacks.values())) == count
    assert position.text() == text


def test_options_are_part_of_it() -> None:
    position = Position(GameType("Base", queen_opening="forbidden", repetition="off"))
    assert position.text() == "Base - w1 queen-opening:forbidden repetition:off"
    assert Position(position.text()).game_type == position.game_type


def test_a_secret_hand_stays_secret() -> None:
    position = Position("Base+Swarm")
    position.play("hand wA1 wA2 wG1")
    seen = position.seen_by(BLACK)
    assert "A1" not in seen.text()
    assert Position(seen.text()) == seen
    assert Position(position.text()).hand(WHITE) == position.hand(WHITE)


def test_a_set_up_is_written_so_in_pgn() -> None:
    start = set_up("Base", {(0, 0): ["wQ"], (1, 0): ["bQ"], (-1, 0): ["wA"], (2, 0): ["bA"]})
    game = Game(start=start)
    game.play("wA2 -wA1")
    assert '[SetUp "Base wA1,wQ,bQ,bA1 w3"]' in game.pgn()
    assert Game.read(game.pgn()) == game
    assert Game.read(start.text()).start == start


@pytest.mark.parametrize(
    ("text", "error", "kind"),
    [
        ("Base wA1", PositionTextError, "fields"),
        ("Base wA1 white", PositionTextError, "turn"),
        ("Base wA1,? b1", PositionTextError, "hive"),
        ("Base wA1,,bA1 w2", PositionTextError, "hive"),
        ("Base wA1 b1 colour:red", PositionTextError, "field"),
        ("Base wA1 b1 double:red", PositionTextError, "field"),
        ("Base wA1 b1 last:x", PositionTextError, "last"),
        ("Base wA1 b1 last:wA1", PositionTextError, "last"),
        ("Base wA1 b1 last:wB1<0:1", PositionTextError, "last"),
        ("Base wA1 b1 then:bQ.bA1-", PositionTextError, "then"),
        ("Basic wA1 b1", GameTypeError, "unknown"),
        ("Base wA1 b1 bag:-", SetUpError, "no_bag"),
        ("Base wA1 b1 black:wG1", SetUpError, "wrong_hand"),
        ("Base wA1,1,bA1 w2", SetUpError, "not_connected"),
        ("Base wA1,bA9 w2", SetUpError, "too_many"),
        ("Base wA1,bA1 w2 repetition:never", GameTypeError, "option"),
    ],
)
def test_mistakes_are_said(text: str, error: type[PositionTextError], kind: str) -> None:
    with pytest.raises(error) as raised:
        Position(text)
    assert raised.value.kind == kind
    assert raised.value.say("en") != raised.value.say("fr")


@pytest.mark.parametrize("number", range(len(TYPES)), ids=lambda number: TYPES[number])
def test_the_quick_way_reads_and_writes_as_the_close_one(number: int) -> None:
    chance = random.Random(f"quick {number}")
    position = Position(GameType(TYPES[number], **OPTIONS[number % len(OPTIONS)]), seed=number)
    quick = codec_of(position.game_type)
    told = 0
    while position.outcome is None and position.ply < PLIES:
        position.play(random_action(position, chance))
        text = quick.write(position) if chance.random() < 0.3 else None
        if text is None:
            continue
        told += 1
        assert text == _write_set_up(position)
        _, hive, turn, *rest = text.split()
        values = _read_fields(rest, text)
        for changed in (values, _without_one(values, chance)):
            read = quick.read(hive, turn, changed, 0)
            try:
                close = _read_closely(
                    position.game_type,
                    hive,
                    BLACK if turn[0] == "b" else WHITE,
                    int(turn[1:]),
                    changed,
                    text,
                    0,
                )
            except (SetUpError, PositionTextError):
                assert read is None
                continue
            if read is not None:
                assert identity(read) == identity(close)
                assert list(map(str, read.history)) == list(map(str, close.history))
                assert texts(read.legal_actions()) == texts(close.legal_actions())
    assert told > 3


def _without_one(values: dict[str, str], chance: random.Random) -> dict[str, str]:
    """Fields with one left out, a name or an event changed: most say what cannot be."""
    changed = dict(values)
    if changed:
        field = chance.choice(list(changed))
        value = changed.pop(field)
        if chance.random() < 0.7:
            letters = "wbQASBGMLP123456789<:+=*~.,-"
            at = chance.randrange(len(value) + 1)
            changed[field] = value[:at] + chance.choice(letters) + value[at + chance.randrange(2) :]
    return changed


@pytest.mark.parametrize(
    ("game_type", "stacks", "event", "told"),
    [
        ("Venom", ["wY1", "wQ", "bQ"], "wY1 =wA1", "=wA1"),
        ("Venom", ["wO1", "wQ", "bQ"], "wO1 =wS1", "=wS1"),
    ],
)
def test_a_flip_of_the_last_turn_is_told(game_type: str, stacks: list[str], event: str, told: str) -> None:
    """R1, R4: in both ways of writing."""
    position = set_up(game_type, {(i, 0): [name] for i, name in enumerate(stacks)}, turn="White[5]")
    position.play(event)
    position.resume()
    assert position.text().endswith(f" last:{told}")
    assert codec_of(position.game_type).write(position) == _write_set_up(position) == position.text()
    assert_goes_round(position)
