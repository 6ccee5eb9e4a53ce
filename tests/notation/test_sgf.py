"""BoardSpace's SGF: both dialects, written here from random games, and single peculiarities."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.notation.playouts import playout

from ruche import (
    BLACK,
    WHITE,
    Colour,
    Evaluation,
    Game,
    Hex,
    Outcome,
    Position,
    RecordError,
    read_games,
    set_up,
)
from ruche.notation.sgf import read_sgf, split_sgf
from ruche.notation.sgf_writing import write_sgf

VARIANTS = {"Base": "hive", "Base+M": "hive-m", "Base+LP": "Hive-PL", "Base+MLP": "hive-plm 2 0 101"}


def column(number: int) -> str:
    return chr(ord("A") + number % 26)


def place(at: Hex) -> str:
    """Column and row on a torus of 26 by 26, the first piece at N 13."""
    return f"{column(13 + at.q)} {(12 - at.r) % 26 + 1}"


class Writer:
    """Writes a game as BoardSpace does: old (short lower-case names) or new."""

    def __init__(self, position: Position, chance: random.Random, *, old: bool, dots: float) -> None:
        self.lines: list[str] = []
        self.chance, self.old, self.dots = chance, old, dots
        self.number = 0
        replay = Position(position.game_type)
        self.command(0, "Start P0")
        for action in position.history:
            player = int(replay.colour)
            if action.kind == "pass":
                self.command(player, "Pass")
            else:
                assert action.piece is not None
                assert action.to is not None
                self.lay(player, action, replay)
            replay.play(action)
            self.command(player, "Done")
        self.position = replay

    def command(self, player: int, text: str) -> None:
        if self.old:
            text = text[0].lower() + text[1:]
        end = "]TM[1234]" if self.chance.random() < 0.5 else "]"
        self.lines.append(f"; P{player}[{self.number} {text}{' ' if not self.old else ''}{end}")
        self.number += 1

    def name(self, piece: object) -> str:
        """BoardSpace numbers the mosquito, ladybug and pillbug, too, at times."""
        name = str(piece)
        return name + "1" if name[1] in "MLP" and self.chance.random() < 0.5 else name

    def lay(self, player: int, action: object, replay: Position) -> None:
        from ruche import Action

        assert isinstance(action, Action)
        assert action.piece is not None
        assert action.to is not None
        name = self.name(action.piece)
        reference = str(action).partition(" ")[2].replace("\\", "\\\\") or "."
        if action.to in replay.stacks:
            reference += "."
        if self.chance.random() < self.dots:
            reference = "."
        short = name[1:].lower() if self.old else name
        colour = name[0].upper()
        own = colour == "WB"[player]
        style = self.chance.randrange(3)
        if style == 0 or (self.old and not own):
            throw = "PMove" if not own else "Move"
            done = "Move" if self.old else throw
            self.command(player, f"{done if own else throw} {colour} {short} {place(action.to)} {reference}")
            return
        if action.origin is None:
            self.command(player, f"Pick {colour} 3 {short}")
        else:
            self.command(player, f"Pickb {place(action.origin)} {short}")
        if style == 2:  # dropped elsewhere first, then here
            self.command(player, f"Dropb {short} {place(Hex(action.to.q + 1, action.to.r + 3))} .")
            self.command(player, f"Pickb {place(Hex(action.to.q + 1, action.to.r + 3))} {short}")
        drop = "Dropb" if own else "Pdropb"
        self.command(player, f"{drop} {short} {place(action.to)} {reference}")

    def text(self, variant: str, result: str = "") -> str:
        head = ["(;", "GM[27]VV[1]", f"SU[{variant}]", 'P0[id "anna"]', 'P1[id "berta"]']
        if result:
            head.append(f"RE[{result}]")
        return "\n".join([*head, *self.lines, ")"]) + "\n"


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(VARIANTS)),
    st.integers(0, 10**6),
    st.integers(1, 70),
    st.booleans(),
    st.sampled_from([0, 0.3, 1]),
)
def test_games_read_as_they_were_played(
    game_type: str, seed: int, plies: int, old: bool, dots: float
) -> None:
    position = playout(game_type, seed, plies)
    writer = Writer(position, random.Random(seed), old=old, dots=dots)
    game = read_sgf(writer.text(VARIANTS[game_type]))
    assert str(game.game_type) == game_type
    assert [str(action) for action in game.actions] == [str(action) for action in position.history]
    assert game.remarks == []
    assert game.outcome == position.outcome
    assert (game.tags["White"], game.tags["Black"]) == ("anna", "berta")


@settings(max_examples=40)
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 10**6), st.integers(0, 70))
def test_what_is_written_is_read_back(game_type: str, seed: int, plies: int) -> None:
    game = Game.of(playout(game_type, seed, plies), tags={"White": 'Anna "A"', "Event": "Kitchen [table]"})
    read = read_sgf(write_sgf(game))
    assert str(read.game_type) == game_type
    assert [str(action) for action in read.actions] == [str(action) for action in game.actions]
    assert (read.outcome, read.remarks) == (game.outcome, [])
    assert (read.tags["White"], read.tags["Event"]) == ("Anna 'A'", "Kitchen (table)")


def test_variations_and_all_that_is_said_are_written_and_read_back() -> None:
    game = Game("Base+MLP", tags={"White": "Anna", "Black": "Berta"})
    game.root.comment = "two\nlines ] and \\ signs ; ) (\n(;GM[27]"
    for text in ("wA1", "bA1 wA1-", "wQ -wA1", "bQ bA1-", "wG1 -wQ"):
        last = game.play(text)
    first, second = game.mainline[:2]
    last.comment, last.nags, last.elapsed = "so ] it {ends}", [1, 5], 12
    second.nags, second.evaluation = [14, 2], Evaluation(points=1.25, depth=9)
    other = game.play("bG1 wA1-", after=first)
    other.comment = "another way"
    game.play("wQ -wA1", after=other)
    game.play("wQ /wA1", after=other)
    game.play("bB1 wA1-", after=first)
    game.play("wQ \\wA1", after=second).nags = [6]
    game.finish("resignation", winner=WHITE)
    text = game.sgf()
    read = Game.read(text)
    assert read.remarks == []
    assert read.outcome == Outcome(WHITE, "resignation")
    assert [str(action) for action in read.actions] == [str(action) for action in game.actions]
    read.tags.pop("SgfResult")
    assert read == game
    assert read.sgf() == text
    assert [each.sgf() for each in Game.read_all(text * 3)] == [text] * 3


def test_a_variation_that_cannot_be_played() -> None:
    game = Game("Base")
    first = game.play("wA1")
    for text in ("bA1 wA1-", "wQ -wA1"):
        game.play(text)
    game.play("wB1 -wA1", after=game.play("bG1 wA1-", after=first))
    game.play("bB1 wA1-", after=first)
    text = game.sgf().replace("Dropb bG1 O 13 wA1-", "Dropb bG1 R 13 .")
    with pytest.raises(RecordError):
        read_sgf(text)
    read = read_sgf(text, lenient=True)
    assert [remark.kind for remark in read.remarks] == ["variation"]
    assert [str(action) for action in read.actions] == ["wA1", "bA1 wA1-", "wQ -wA1"]
    assert [str(child.action) for child in read.mainline[0].children] == ["bA1 wA1-", "bB1 wA1-"]


@pytest.mark.parametrize(
    ("why", "winner"),
    [
        ("resignation", WHITE),
        ("resignation", BLACK),
        ("time", BLACK),
        ("agreement", None),
        ("unknown", WHITE),
    ],
)
def test_how_a_game_ended_is_written(why: str, winner: Colour | None) -> None:
    game = Game("Base+MLP", tags={"White": "Anna", "Black": "Annabel"})
    for text in ("wM", "bL wM-", "wP -wM"):
        game.play(text)
    game.finish(why, winner=winner)
    written = game.sgf()
    assert "Dropb bL1 O 13 wM1-" in written
    assert read_sgf(written).outcome == Outcome(winner, why)


@pytest.mark.parametrize("game_type", ["Venom", "Base+Swarm", "Base+A1", "Base+Honeycombo"])
def test_what_boardspace_does_not_play_is_not_written(game_type: str) -> None:
    with pytest.raises(RecordError, match="write this game as PGN"):
        write_sgf(Game(game_type))
    with pytest.raises(RecordError, match="starts from a set-up"):
        write_sgf(Game(start=set_up("Base", {(0, 0): ["wA1"], (1, 0): ["bA1"]})))


def sgf(*commands: str, variant: str = "hive-plm", head: str = 'P0[id "anna"]\nP1[id "berta"]') -> str:
    """A game of commands, `0 Dropb ...` being the first player's."""
    lines = [f"; P{c[0]}[{i} {c[2:]}]" for i, c in enumerate(commands)]
    return "\n".join(["(;", "GM[27]VV[1]", f"SU[{variant}]", head, *lines, ")"])


BEGIN = ["0 Start P0", "0 Dropb wL1 N 13 .", "0 Done", "1 Dropb bM1 O 13 wL1-", "1 Done"]


def actions(game: Game) -> list[str]:
    return [str(action) for action in game.actions]


def test_a_second_drop_replaces_the_first() -> None:
    text = sgf(*BEGIN, "0 Dropb wQ M 13 -wL1", "0 Pickb M 13 wQ", "0 Dropb wA1 M 12 /wL1", "0 Done")
    assert actions(read_sgf(text)) == ["wL", "bM wL-", "wA1 /wL"]


def test_a_drop_that_was_never_confirmed_does_not_count() -> None:
    assert actions(read_sgf(sgf(*BEGIN, "0 Dropb wQ M 13 -wL1", "0 Resign"))) == ["wL", "bM wL-"]


def test_a_piece_put_back_into_the_hand() -> None:
    text = sgf(
        *BEGIN, "0 Pick W 1 wA1", "0 Drop W 1 wA1 .", "0 Pick W 0 wQ", "0 Dropb wQ M 13 -wL1", "0 Done"
    )
    assert actions(read_sgf(text))[2:] == ["wQ -wL"]


def test_old_names_without_colour() -> None:
    commands = [
        "0 pick w 3 b1",
        "0 dropb b1 N 13 .",
        "0 done",
        "1 pick b 3 b1",
        "1 dropb b1 O 13 wb1-",
        "1 done",
    ]
    commands += ["0 move W q M 13 -wb1", "0 done", "1 move B Q P 13 bb1-", "1 done"]
    commands += ["0 pickb M 13 q", "0 dropb q M 12 .", "0 done"]
    game = read_sgf(sgf(*commands, variant="hive"))
    assert actions(game) == ["wB1", "bB1 wB1-", "wQ -wB1", "bQ bB1-", "wQ /wB1"]


def test_the_beetle_climbs_at_a_dot() -> None:
    commands = [
        *BEGIN,
        "0 Dropb wB1 M 13 .",
        "0 Done",
        "1 Dropb bQ P 13 .",
        "1 Done",
        "0 Dropb wQ L 13 .",
        "0 Done",
    ]
    commands += [
        "1 Dropb bB1 Q 13 .",
        "1 Done",
        "0 Dropb wB2 L 14 .",
        "0 Done",
        "1 Dropb bB1 P 13 bQ.",
        "1 Done",
    ]
    assert actions(read_sgf(sgf(*commands)))[-1] == "bB1 bQ"


def test_move_and_done_in_one() -> None:
    text = sgf("0 MoveDone W wL1 N 13 .", "1 MoveDone B bM1 O 13 wL1-", "0 Move W wQ M 13 -wL1", "0 Done")
    assert actions(read_sgf(text)) == ["wL", "bM wL-", "wQ -wL"]


def test_single_and_doubled_backslashes() -> None:
    for sign in ("\\", "\\\\"):
        text = sgf(*BEGIN, f"0 Dropb wQ M 14 {sign}wL1", "0 Done")
        assert actions(read_sgf(text))[-1] == "wQ \\wL"
        text = sgf("0 Dropb wA1 N 13 .", "0 Done", f"1 Dropb bA1 N 12 wA1{sign}", "1 Done")
        assert actions(read_sgf(text))[-1] == "bA1 wA1\\"


def test_draw_offers_are_no_turns() -> None:
    offered = [*BEGIN, "0 OfferDraw", "0 Done", "1 DeclineDraw", "1 Done", "0 Dropb wQ M 13 -wL1", "0 Done"]
    game = read_sgf(sgf(*offered))
    assert actions(game)[2:] == ["wQ -wL"]
    assert game.outcome is None
    game = read_sgf(sgf(*BEGIN, "0 OfferDraw", "0 Done", "1 AcceptDraw", "1 Done"))
    assert game.outcome == Outcome(None, "agreement")


@pytest.mark.parametrize(
    ("commands", "said", "expected"),
    [
        (["0 Resign", "0 Done"], "", Outcome(BLACK, "resignation")),
        (["1 Resign", "1 Done"], "", Outcome(WHITE, "resignation")),
        ([], "Game won by anna", Outcome(WHITE, "unknown")),
        ([], "Partie gagnée par berta", Outcome(BLACK, "unknown")),
        ([], "Game won by berta on time", Outcome(BLACK, "time")),
        ([], "The game is a draw", Outcome(None, "agreement")),
        (["1 WinOnTime"], "", Outcome(BLACK, "time")),
        (["0 Resign", "0 Resign"], "", None),
        (["0 Resign", "0 Undo"], "", None),
        ([], "", None),
    ],
)
def test_results(commands: list[str], said: str, expected: Outcome | None) -> None:
    game = read_sgf(sgf(*BEGIN, *commands, head=f'P0[id "anna"]\nP1[id "berta"]\nRE[{said}]'))
    assert game.outcome == expected


def test_the_longer_name_wins_where_one_contains_the_other() -> None:
    head = 'P0[id "guest"]\nP1[id "guest2"]\nRE[Game won by guest2]'
    assert read_sgf(sgf(*BEGIN, head=head)).result == "BlackWins"


def test_who_lays_the_first_white_piece_is_white() -> None:
    commands = ["1 Dropb wL1 N 13 .", "1 Done", "0 Dropb bM1 O 13 wL1-", "0 Done", "1 Resign"]
    game = read_sgf(sgf(*commands))
    assert game.tags == {"White": "berta", "Black": "anna"}
    assert game.result == "BlackWins"


def test_colours_are_swapped() -> None:
    game = read_sgf(sgf(*BEGIN, "0 Swap", "0 Done", "1 Dropb wQ M 13 -wL1", "1 Done", variant="hive-pielm"))
    assert str(game.game_type) == "Base+MLP"
    assert actions(game)[2:] == ["wQ -wL"]
    assert game.tags["White"] == "berta"


def test_pieces_out_of_order_are_renumbered() -> None:
    game = read_sgf(sgf("0 Dropb wG3 N 13 .", "0 Done", "1 Dropb bS2 O 13 wG3-", "1 Done"))
    assert actions(game) == ["wG1", "bS1 wG1-"]
    assert [remark.kind for remark in game.remarks] == ["renumbered"]


def test_tags() -> None:
    head = 'P0[id "anna"]\nP1[id "berta"]\nGN[HV-anna-berta-1]\nDT[Fri Mar 01 10:00:00 UTC 2024]\nEV[Cup]'
    game = read_sgf(sgf(*BEGIN, head=head))
    assert game.tags["GameName"] == "HV-anna-berta-1"
    assert game.tags["Event"] == "Cup"
    assert Game.read(game.pgn()) == game


@pytest.mark.parametrize(
    ("text", "key", "number"),
    [
        ("(;GM[1]SU[hive])", "record.empty", 0),
        ("(;GM[27]SU[hive-ultimate])", "record.variant", 0),
        (sgf("0 Dropb wA1", "0 Done"), "record.command", 0),
        (sgf("0 Dropb wA1 13 N .", "0 Done"), "record.command", 0),
        (sgf("0 Pick W", "0 Done"), "record.command", 0),
        (sgf("0 Dropb wZ1 N 13 .", "0 Done"), "record.unreadable", 1),
        (sgf(*BEGIN, "0 Dropb wQ P 13 bM1-", "0 Done"), "record.illegal", 3),
        (sgf(*BEGIN, "0 Pass", "0 Done"), "record.illegal", 3),
    ],
)
def test_mistakes(text: str, key: str, number: int) -> None:
    with pytest.raises(RecordError) as caught:
        Game.read(text)
    assert (caught.value.key, caught.value.number) == (key, number)
    assert caught.value.say("fr")


def test_lenient_keeps_the_legal_part() -> None:
    game = read_sgf(sgf(*BEGIN, "0 Dropb wQ P 13 bM1-", "0 Done", "1 Resign"), lenient=True)
    assert actions(game) == ["wL", "bM wL-"]
    assert [remark.kind for remark in game.remarks] == ["cut"]


def test_several_games_in_a_file() -> None:
    text = sgf(*BEGIN) + "\n\n" + sgf(*BEGIN[:3]) + "\n"
    assert len(list(split_sgf(text.splitlines(keepends=True)))) == 2
    read = list(read_games(text.splitlines(keepends=True), "sgf"))
    assert [len(game.actions) for game in read] == [2, 1]
