"""Judgements, scores, times and arrows in PGN: all that is read is kept, and written again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruche import Game, Hex, write_game
from ruche.notation.annotations import Arrow, ArrowColour, Evaluation

ENDS_OF_LINES = "\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
MOVES = ("wA1", "bA1 wA1-", "wQ -wA1")


def annotated() -> Game:
    game = Game("Base")
    for text in MOVES:
        game.play(text)
    return game


@pytest.mark.parametrize(("sign", "nag"), [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)])
@pytest.mark.parametrize("blank", ["", " "])
def test_signs_are_judgements(sign: str, nag: int, blank: str) -> None:
    game = Game.read(f'[GameType "Base"]\n\n1. wA1\n2. bA1 wA1-{blank}{sign}\n3. wQ -wA1\n')
    assert [node.nags for node in game.mainline] == [[], [nag], []]
    assert [str(action) for action in game.actions] == list(MOVES)


def test_judgements_go_round() -> None:
    game = annotated()
    game.mainline[1].nags = [3, 14]
    game.play("bQ wA1-", after=game.mainline[1].parent)
    assert "2. bA1 wA1- $3 $14\n" in game.pgn()
    again = Game.read(game.pgn())
    assert again.mainline[1].nags == [3, 14]
    assert again == game


def test_a_sign_that_nobody_knows_is_remarked_on() -> None:
    game = Game.read("1. wA1 ?!?\n2. bA1 wA1-")
    assert [remark.kind for remark in game.remarks] == ["sign"]
    assert len(game.actions) == 2


def test_commands_are_values() -> None:
    game = Game.read(
        '[GameType "Base"]\n\n1. wA1 {[%eval 1.25,9] [%clk 0:04:55.5][%emt 0:00:12] centre '
        "[%cal G0:0>1:-1,R0:0>0:2] [%csl B3:0]}\n2. bA1 wA1- {[%eval #-3]}\n"
    )
    first, second = game.mainline
    assert first.evaluation == Evaluation(points=1.25, depth=9)
    assert (first.clock, first.elapsed, first.comment) == (295.5, 12.0, "centre")
    assert first.arrows == [
        Arrow(Hex(0, 0), Hex(1, -1)),
        Arrow(Hex(0, 0), Hex(0, 2), ArrowColour.RED),
        Arrow(Hex(3, 0), Hex(3, 0), ArrowColour.BLUE),
    ]
    assert second.evaluation == Evaluation(wins_in=-3)
    assert Game.read(game.pgn()) == game
    assert "{[%eval 1.25,9] [%clk 0:04:55.5] [%emt 0:00:12]" in game.pgn()


@pytest.mark.parametrize("text", ["[%eval good]", "[%clk soon]", "[%cal Z1:1]", "[%csl G1]", "[%mine 3]"])
def test_a_command_that_cannot_be_read_stays_in_the_comment(text: str) -> None:
    game = Game.read(f"1. wA1 {{{text} so}}\n2. bA1 wA1-")
    assert game.mainline[0].comment == f"{text} so"
    assert Game.read(game.pgn()).mainline[0].comment == f"{text} so"


@pytest.mark.parametrize(
    "comment",
    [
        "I would say [%eval 1.25,9] here",
        "[%clk 0:04:55]",
        "[%cal G0:0>1:-1] and } too",
        "[\\%eval 3] [\\\\%emt 0:00:01]",
        "[%nag 4]",
    ],
)
@pytest.mark.parametrize("form", ["pgn", "sgf"])
def test_words_of_a_person_that_look_like_a_command_stay_words(comment: str, form: str) -> None:
    game = annotated()
    node = game.mainline[1]
    node.comment, node.clock = comment, 12.5
    text = write_game(game, form)
    again = Game.read(text)
    read = again.mainline[1]
    assert (read.comment, read.clock, read.evaluation, read.elapsed, read.arrows, read.nags) == (
        (comment, 12.5, None, None, [], [])
    )
    assert write_game(again, form) == text


@pytest.mark.parametrize(
    "comment",
    ["a } b", "{", "}", "{a}\n; b\n[Event]", "one\n\ntwo", "% first", "; semicolon", "1. wQ (x)", "a }\n\nb"],
)
def test_comments_with_signs_of_pgn_are_kept(comment: str) -> None:
    game = annotated()
    game.root.comment = comment
    game.mainline[1].comment = comment
    again = Game.read_all(game.pgn() + "\n" + game.pgn())
    assert [each.mainline[1].comment for each in again] == [comment, comment]
    assert [each.root.comment for each in again] == [comment, comment]


@given(st.text(st.characters(codec="utf-8", exclude_characters=ENDS_OF_LINES), max_size=30))
def test_any_comment_goes_round(comment: str) -> None:
    game = annotated()
    lines = [line.strip() for line in comment.split("\n")]
    comment = "\n".join(lines).strip() if "}" not in comment else "\n".join(filter(None, lines))
    game.mainline[0].comment = comment
    if "[%" not in comment:
        assert Game.read(game.pgn()).mainline[0].comment == comment
