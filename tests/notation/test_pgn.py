"""PGN: our own round trips, and the dialects of others."""

import random
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruche import BLACK, WHITE, Game, GameType, Outcome, Position, RecordError, read_games
from ruche.notation.game import Node
from ruche.notation.pgn import names_pieces, read_pgn, split_pgn, write_pgn
from ruche.notation.records import is_record, read_every

TYPES = [
    "Base",
    "Base+MLP",
    "Venom+MLP+Locked",
    "Venom+MLP+Fixed",
    "Ultimate+Swarm+Fixed",
    "Base+Swarm",
    "Ultimate",
    "Ultimate+Swarm",
    "Base+S0O2+Honeycombo",
]
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters="{}\r\x85\u2028\u2029", exclude_categories=["C"]),
    max_size=30,
)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A random record with comments, clocks, variations and an end."""
    chance = random.Random(draw(st.integers(0, 10**6)))
    options = {"wasp_reach": draw(st.sampled_from(["any", "adjacent"]))}
    names = st.sampled_from(["White", "Black", "Event", "Annotator"])
    tags = draw(st.dictionaries(names, TEXTS.map(str.strip), max_size=3))
    game = Game(GameType(draw(st.sampled_from(TYPES)), **options), tags=tags, seed=chance.randrange(100))
    _grow(game, game.root, draw(st.integers(0, 40)), chance)
    for node in [game.root, *game.root.line()]:
        if chance.random() < 0.1:
            node.comment = draw(TEXTS).strip()
        if node.action and chance.random() < 0.2:
            node.clock = chance.randrange(10**7) / 1000
    for node in list(game.root.line()):
        if chance.random() < 0.1 and node.parent is not None:
            _grow(game, node.parent, 3, chance)
    if game.outcome is None and draw(st.booleans()):
        game.finish("time", winner=WHITE)
    return game


def _grow(game: Game, node: Node, plies: int, chance: random.Random) -> None:
    for _ in range(plies):
        taken = {str(child.action) for child in node.children}
        actions = [action for action in game.position(node).legal_actions() if str(action) not in taken]
        if not actions:
            return
        node = game.play(chance.choice(actions), after=node)


@settings(max_examples=60)
@given(games())
def test_what_is_written_reads_back(game: Game) -> None:
    text = game.pgn()
    read = Game.read(text)
    assert read.pgn() == text
    assert read.tags == game.tags
    assert read.remarks == []
    assert read.outcome == game.outcome
    assert read.game_type == game.game_type
    assert read.position() == game.position()
    assert _tree(read.root) == _tree(game.root)


def _tree(node: Node) -> list[object]:
    return [(str(c.action), c.comment, c.clock, _tree(c)) for c in node.children]


def test_how_it_looks() -> None:
    game = Game("Base", tags={"Black": "Berta", "White": 'Anna "A"', "Shelf": "3"})
    first = game.play("wA1")
    first.clock, first.comment = 3723.5, "calm"
    second = game.play("bA1 wA1-")
    game.play("bG1 wA1-", after=second.parent)
    game.finish("resignation", winner=BLACK)
    assert game.pgn() == (
        '[GameType "Base"]\n[White "Anna \\"A\\""]\n[Black "Berta"]\n[Result "BlackWins"]\n'
        '[Termination "resignation"]\n[Shelf "3"]\n\n'
        "1. wA1\n{[%clk 1:02:03.5] calm}\n2. bA1 wA1-\n(\n2. bG1 wA1-\n)\n\nBlackWins\n"
    )


# -- dialects; the games are made up ---------------------------------------------------------------

MZINGA = """\
[GameType "Base+M"]
[Date "2024.03.01"]
[Event ""]
[Site ""]
[Round ""]
[White "Anna"]
[Black "Berta"]
[Result "WhiteWins"]

{before the first}
1. wM
2. bS1 wM-
{a comment
over two lines, with wQ\\ in it}
3. wQ -wM
4. bQ bS1-
5. wQ \\wM

WhiteWins
"""


def test_mzinga() -> None:
    game = read_pgn(MZINGA)
    assert [str(action) for action in game.actions] == ["wM", "bS1 wM-", "wQ -wM", "bQ bS1-", "wQ \\wM"]
    assert game.outcome == Outcome(WHITE, "unknown")
    assert game.tags["White"] == "Anna"
    assert game.root.comment == "before the first"
    nodes = list(game.root.line())
    assert nodes[1].comment == "a comment\nover two lines, with wQ\\ in it"
    assert game.remarks == []


def test_hivegame() -> None:
    text = (
        '[GameType "Base+MLP"]\n[Date "01-Mar-2024_10:00:00"]\n[Site "hivegame.com"]\n[White "a"]\n'
        '[Black "b"]\n[Result "0-1"]\n\n'
        "1. wL .\n2. bM wL-\n3. wQ -wL\n4. bQ bM-\n5. wP -wQ\n6. bQ bM\\\n\n0-1\n"
    )
    game = Game.read(text)
    assert [str(action) for action in game.actions][:2] == ["wL", "bM wL-"]
    assert game.outcome == Outcome(BLACK, "unknown")
    assert len(game.actions) == 6


@pytest.mark.parametrize(
    ("tag", "after", "expected"),
    [
        ("1-0", "", "WhiteWins"),
        ("0-1", "", "BlackWins"),
        ("1/2-1/2", "", "Draw"),
        ("Draw", "", "Draw"),
        ("*", "", "InProgress"),
        ("InProgress", "*", "InProgress"),
        ("Unkown", "", "InProgress"),
        ("*", "1-0", "WhiteWins"),
        ("?", "1/2-1/2", "Draw"),
        ("*", "BlackWins", "BlackWins"),
    ],
)
def test_results(tag: str, after: str, expected: str) -> None:
    assert (
        read_pgn(f'[GameType "Base"]\n[Result "{tag}"]\n\n1. wA1\n2. bA1 wA1-\n{after}\n').result == expected
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("White resigned", "resignation"),
        ("time forfeit", "time"),
        ("by agreement", "unknown"),
        ("", "unknown"),
    ],
)
def test_terminations_in_other_words(words: str, why: str) -> None:
    game = read_pgn(f'[GameType "Base"]\n[Result "1-0"]\n[Termination "{words}"]\n\n1. wA1\n')
    assert game.ending == why


@pytest.mark.parametrize(
    "moves",
    [
        "1. wA1 bA1 wA1- 2. wQ -wA1 bQ bA1- *",
        "1. wA1 1... bA1 wA1- 2. wQ -wA1 2... bQ bA1-",
        "1.wA1\n2.bA1 wA1-\n3.wQ -wA1 4.bQ bA1-",
        "wA1\nbA1 wA1-\nwQ -wA1\nbQ bA1-\n",
        "1. wA1 $1 {x} 2. bA1 wA1- ; a remark\n3. wQ -wA1 (3. wS1 -wA1 (3. wS1 /wA1)) 4. bQ bA1-",
        "% a line to skip\n1. wA1 .\n2. bA1 wA1-\n3. wQ -wA1\n4. bQ bA1-",
    ],
)
def test_moves_in_any_layout(moves: str) -> None:
    game = read_pgn(f'[GameType "Base"]\n\n{moves}\n')
    assert [str(action) for action in game.actions] == ["wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-"]


def test_a_type_that_is_not_told_is_guessed() -> None:
    assert str(read_pgn("1. wA1\n2. bA1 wA1-\n").game_type) == "Base"
    assert str(read_pgn('[White "Pia"]\n\n1. wP\n2. bM1 wP-\n').game_type) == "Base+MP"


def test_nested_variations_renumber_apart() -> None:
    text = (
        '[GameType "Base"]\n\n1. wA2 (1. wG3 2. bA3 wG3- (2. bS2 wG3-) 3. wG1 -wG3) 2. bA1 wA2- 3. wA1 -wA2'
    )
    game = read_pgn(text)
    assert [str(action) for action in game.actions] == ["wA1", "bA1 wA1-", "wA2 -wA1"]
    aside = game.root.children[1]
    assert [str(node.action) for node in aside.line()] == ["bA1 wG1-", "wG2 -wG1"]
    assert str(aside.children[1].action) == "bS1 wG1-"


def test_a_forced_pass_that_was_left_out_is_added() -> None:  # T6
    position = _with_forced_pass()
    texts = [str(action) for action in position.history]
    assert "pass" in texts
    moves = "\n".join(f"{i}. {text}" for i, text in enumerate((t for t in texts if t != "pass"), 1))
    game = read_pgn(f'[GameType "Base"]\n\n{moves}\n')
    assert [str(action) for action in game.actions] == texts
    assert [remark.kind for remark in game.remarks] == ["passes"]


def _with_forced_pass() -> Position:
    for seed in range(10_000):
        chance = random.Random(seed)
        position = Position("Base")
        while position.outcome is None and len(position.history) < 60:
            action = chance.choice(position.legal_actions())
            position.play(action)
            if len(position.history) > 1 and position.history[-2].kind == "pass" and action.kind != "pass":
                return position
    raise AssertionError("no game with a forced pass found")


def test_a_result_that_contradicts_the_board_is_told() -> None:
    moves = ["wG1", "bQ wG1\\", "wQ -wG1", "bB1 bQ-", "wQ /wG1", "bS1 bQ\\", "wG2 -wG1", "bB1 bQ/"]
    moves += ["wA1 /wG2", "bB2 bB1\\", "wG2 wQ\\"]
    numbered = "\n".join(f"{i}. {text}" for i, text in enumerate(moves, 1))
    game = read_pgn(f'[GameType "Base"]\n[Result "0-1"]\n\n{numbered}\n')
    assert game.outcome == Outcome(WHITE, "surrounded")
    assert [remark.kind for remark in game.remarks] == ["result"]


MISTAKES = [
    ("record.tag", "[GameType Base]\n\n1. wA1", None),
    ("record.game_type", '[GameType "Chess"]\n\n1. e4', None),
    ("record.comment", '[GameType "Base"]\n\n1. wA1 {never closed', None),
    ("record.variation", '[GameType "Base"]\n\n(1. wA1)', None),
    ("record.variation", '[GameType "Base"]\n\n1. wA1 )', None),
    ("record.variation", '[GameType "Base"]\n\n1. wA1 (1. wG1', None),
    ("record.unreadable", '[GameType "Base"]\n\n1. e4', None),
    ("record.set_up_tag", '[GameType "Base"]\n[SetUp "Base|wQ          bQ"]\n\n', None),
    ("record.illegal", '[GameType "Base"]\n\n1. wA1\n2. bA1 wA1-\n3. wA1 bA1-', "T5"),
    ("record.illegal", '[GameType "Base"]\n\n1. wA1 (1. wA1 2. bQ wA1- 3. wA1 bQ-) 2. bA1 wA1-', "T5"),
    ("record.empty", "\n\n", None),
]


@pytest.mark.parametrize(("key", "text", "rule"), MISTAKES)
def test_mistakes(key: str, text: str, rule: str | None) -> None:
    with pytest.raises(RecordError) as caught:
        read_pgn(text)
    assert caught.value.key == key
    assert (caught.value.reason.rule if caught.value.reason else None) == rule
    assert caught.value.say("fr")


def test_lenient() -> None:
    game = read_pgn(
        '[GameType "Base"]\n[Result "1-0"]\n\n1. wA1\n2. bA1 wA1-\n3. wA1 bA1-\n4. pass', lenient=True
    )
    assert [str(action) for action in game.actions] == ["wA1", "bA1 wA1-"]
    assert game.result == "WhiteWins"  # as recorded
    assert "T5" in str(game.remarks[0])
    text = '[GameType "Base"]\n\n1. wA1 (1. wG1 2. bQ wG1- 3. wG1 bQ- (3. wS1 -wG1) 4. pass) 2. bA1 wA1-'
    game = read_pgn(text, lenient=True)
    assert [str(action) for action in game.actions] == ["wA1", "bA1 wA1-"]
    assert [remark.kind for remark in game.remarks] == ["variation"]
    assert len(list(game.root.children[1].line())) == 1
    game = read_pgn('[GameType "Base"]\n\n1. wA1 2. bA1 wA1- (2. bG1 wA1- {open', lenient=True)
    assert [str(action) for action in game.actions] == ["wA1", "bA1 wA1-"]


# -- files -----------------------------------------------------------------------------------------


def test_a_file_is_split_into_games() -> None:
    one = '[GameType "Base"]\n[White "a"]\n\n1. wA1\n{[not a tag]\n[GameType "no"]\n}\n2. bA1 wA1-\n\n*\n'
    two = '[GameType "Base+M"]\n[White "b"]\n\n'
    three = '[GameType "Base+L"]\n\n1. wL\n'
    read = list(read_games((one + "\n" + two + three).splitlines(keepends=True), "pgn"))
    assert [str(game.game_type) for game in read] == ["Base", "Base+M", "Base+L"]
    assert [len(game.actions) for game in read] == [2, 0, 1]
    assert [game.line for game in split_pgn((one + "\n" + two + three).splitlines())] == [1, 12, 15]


def test_a_bad_game_does_not_end_the_file() -> None:
    lines = '[GameType "Base"]\n\n1. wA1\n\n[GameType "Base"]\n\n1. bA1\n\n[GameType "Base"]\n\n1. wG1\n'
    errors: list[RecordError] = []
    read = list(read_games(lines.splitlines(keepends=True), "pgn", on_error=errors.append))
    assert [str(game.actions[0]) for game in read] == ["wA1", "wG1"]
    assert [(error.game, error.number) for error in errors] == [(2, 1)]
    with pytest.raises(RecordError) as caught:
        list(read_games(lines.splitlines(keepends=True), "pgn"))
    assert caught.value.game == 2


def test_a_long_file_is_read_game_by_game() -> None:
    text = write_pgn(Game.read("Base;;;wA1;bA1 wA1-;wQ -wA1;bQ bA1-"))
    given_out = 0

    def lines() -> Iterator[str]:
        nonlocal given_out
        while True:
            for line in (text + "\n").splitlines(keepends=True):
                given_out += 1
                yield line

    endless = read_games(lines(), "pgn")
    for number in range(1, 50):
        assert len(next(endless).actions) == 4
        assert given_out <= (number + 1) * (text.count("\n") + 1)


@pytest.mark.parametrize("text", ["[", "[ ]\n1. wA1", '[GameType "Base"]\n[\n1. wA1', "[\n\n[\n"])
def test_a_bracket_alone_is_a_broken_tag(text: str) -> None:
    with pytest.raises(RecordError) as caught:
        read_pgn(text)
    assert caught.value.key == "record.tag"
    if is_record(text):
        with pytest.raises(RecordError):
            list(read_every(text))


def test_what_a_pgn_names_is_found_in_one_go() -> None:
    """As a pattern of its own, an open brace was looked for the end of from each brace: hours."""
    many = 2_000_000
    assert names_pieces("1. " + "{" * many)
    assert not names_pieces("1. e4 " + "{" * many)
    assert not names_pieces("1. e4 {wA1\nwA1} ; wA1\n{wA1} e5")
    assert names_pieces("1. e4 {e5\n} wA1")
    assert names_pieces('{[GameType "no"]\n}\n[GameType "x"]\n1. e4')
    assert sum(1 for _ in split_pgn(f'[A{i} "x"]\n' + "\n" * (i % 2) for i in range(100_000))) == 1
