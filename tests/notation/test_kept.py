"""A reader keeps everything, or remarks on it."""

from pathlib import Path

import pytest

from ruche import Game, RecordError, read_headers
from ruche.notation.records import FORMATS

RESIGNED = "Base;BlackWins;White[2];wA1;bA1 wA1-"
SGF = (
    '(;GM[27]VV[1]SU[hive]P0[id "anna"]P1[id "berta"]\n; P0[0 Start P0]\n'
    "; P0[1 Pickb W 0 wG1]; P0[2 Dropb wG1 {0} 13 .]; P0[3 Done]\n"
    "; P1[4 Dropb bG1 {1} 13 wG1-]; P1[5 Done]\n)\n"
)


def test_a_result_that_only_the_state_tells_is_kept() -> None:
    game = Game.read(RESIGNED)
    assert (game.result, game.ending) == ("BlackWins", "unknown")
    assert game.gamestring() == RESIGNED
    assert not game.remarks


def test_a_state_against_the_board_is_remarked_on() -> None:
    assert [remark.kind for remark in Game.read("Base;Wins;White[2];wA1;bA1 wA1-").remarks] == ["state"]


def test_a_record_that_breaks_off_is_remarked_on() -> None:
    whole = SGF.format("N", "O")
    assert not Game.read(whole).remarks
    assert [remark.kind for remark in Game.read(whole.rstrip("\n)")).remarks] == ["truncated"]


def test_a_pgn_that_stops_after_an_action_is_remarked_on() -> None:
    whole = Game.read(RESIGNED).pgn()
    assert not Game.read(whole).remarks
    cut = Game.read(whole.removesuffix("\n\nBlackWins\n"))
    assert [remark.kind for remark in cut.remarks] == ["no_result"]
    assert "cut short?" in str(cut.remarks[0])
    assert cut.result == "BlackWins"
    assert not Game.read('[GameType "Base"]\n[Result "InProgress"]\n\n1. wA1\n').remarks  # as Mzinga has it


@pytest.mark.parametrize(
    "text",
    ["\n".join([RESIGNED] * 3), (Game.read(RESIGNED).pgn() + "\n") * 3, SGF.format("N", "O") * 3],
    ids=["gamestring", "pgn", "sgf"],
)
def test_of_three_games_none_is_lost(text: str) -> None:
    game = Game.read(text)
    assert [str(remark) for remark in game.remarks] == ["2 more games follow; only the first was read."]
    assert [len(each.actions) for each in Game.read_all(text)] == [2, 2, 2]


def test_tags_that_cannot_be_kept_are_remarked_on() -> None:
    tags = '[GameType "Base"]\n[Result "2-0"]\n[Termination "bored"]\n[Repetition "maybe"]\n'
    game = Game.read(f"{tags}\n1. wA1\n")
    assert [remark.values["tag"] for remark in game.remarks] == ["Result", "Termination", "Repetition"]
    assert not Game.read('[GameType "Base"]\n[Result "*"]\n[Termination "Normal"]\n\n1. wA1\n').remarks


def test_a_result_against_that_of_the_tags_is_remarked_on() -> None:
    game = Game.read('[GameType "Base"]\n[Result "1-0"]\n\n1. wA1\n2. bA1 wA1-\n0-1\n')
    assert game.result == "BlackWins"
    assert [(remark.kind, remark.values["tag"]) for remark in game.remarks] == [("tag", "Result")]


@pytest.mark.parametrize("winner", ["WhiteWins", "BlackWins"])
def test_players_of_one_name_have_a_winner(winner: str) -> None:
    game = Game.read(f"Base;{winner};White[2];wA1;bA1 wA1-")
    game.tags |= {"White": "anna", "Black": "anna"}
    assert Game.read(game.sgf()).result == winner


def test_a_judgement_may_follow_without_a_blank() -> None:
    game = Game.read('[GameType "Base"]\n\n1. wA1$5 2. bA1 wA1-$2$14 3. wQ -wA1!$10\n')
    assert [node.nags for node in game.mainline] == [[5], [2, 14], [1, 10]]


def test_comments_of_an_sgf_are_kept() -> None:
    text = SGF.format("N", "O").replace("Done]\n; P1", "Done]C[well begun]\n; P1")
    assert [node.comment for node in Game.read(text).mainline] == ["well begun", ""]


# -- columns and rows of BoardSpace ----------------------------------------------------------------


@pytest.mark.parametrize(("first", "second"), [("1A", "A"), ("2A", "1A"), ("1a", "a"), ("Z", "AA")])
def test_columns_left_of_the_first(first: str, second: str) -> None:
    text = SGF.format(first, second).replace("13 wG1-", "13 .")
    assert [str(action) for action in Game.read(text).actions] == ["wG1", "bG1 wG1-"]


@pytest.mark.parametrize("row", ["²", "--4", "-", "٣", "4.5", "99999999999"])
def test_a_row_that_is_none_is_refused(row: str) -> None:
    with pytest.raises(RecordError) as refused:
        Game.read(SGF.format("N", "O").replace("N 13", f"N {row}"))
    assert refused.value.kind == "command"
    assert row[:20] in str(refused.value)


# -- files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["pgn", "gamestring", "sgf"])
def test_heads_are_read_without_playing(form: str, tmp_path: Path) -> None:
    game = Game("Base", tags={"White": "anna", "Black": "berta"})
    for text in ("wA1", "bA1 wA1-", "wQ -wA1"):
        game.play(text)
    file = tmp_path / f"games{FORMATS[form].suffixes[0]}"
    file.write_text((FORMATS[form].write(game) + "\n") * 3)
    heads = list(read_headers(file))
    assert [head.number for head in heads] == [1, 2, 3]
    assert {head.tags["GameType"] for head in heads} == {"Base"}
    if form != "gamestring":
        assert heads[0].tags["White"] == "anna"
    assert [str(action) for action in heads[2].read().actions] == ["wA1", "bA1 wA1-", "wQ -wA1"]


def test_a_head_does_not_mind_what_is_played() -> None:
    heads = list(read_headers('[GameType "Base"]\n[White "Anna"]\n\n1. nonsense\n'))
    assert heads[0].tags == {"GameType": "Base", "White": "Anna"}
    with pytest.raises(RecordError):
        heads[0].read()


def test_a_game_is_read_from_a_file_or_a_text(tmp_path: Path) -> None:
    file = tmp_path / "game.uhp"
    file.write_text(f"{RESIGNED}\n{RESIGNED}\n")
    assert Game.read(file) == Game.read(str(file)) == Game.read(RESIGNED)
    assert len(Game.read_all(file)) == 2
    with pytest.raises(FileNotFoundError):
        Game.read(tmp_path / "none.pgn")


def test_an_empty_text_is_no_game() -> None:
    with pytest.raises(RecordError):
        Game.read("")


# -- the order of lines ----------------------------------------------------------------------------


def test_variations_are_promoted_and_demoted() -> None:
    game = Game("Base")
    for text in ("wA1", "bA1 wA1-", "wQ -wA1"):
        game.play(text)
    game.finish("resignation")
    first = game.root.children[0]
    other = game.play("bG1 wA1-", after=first)
    third = game.play("bB1 wA1-", after=first)
    end = game.play("wB1 -wA1", after=third)
    game.promote(third)
    assert [str(child.action) for child in first.children] == ["bA1 wA1-", "bB1 wA1-", "bG1 wA1-"]
    assert game.ending == "resignation"  # the main line is as it was
    game.promote(end, to_main=True)
    assert game.last is end
    assert game.outcome is None
    game.demote(third)
    assert [str(action) for action in game.actions] == ["wA1", "bA1 wA1-", "wQ -wA1"]
    game.promote(other, to_main=True)
    assert game.last is other
    with pytest.raises(ValueError, match="root"):
        game.promote(game.root)
