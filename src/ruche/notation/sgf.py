"""BoardSpace's SGF (GM[27]): what was clicked, move by move, in its old and new dialects.

A turn is whatever lies on the board when it is confirmed: pieces are picked up and dropped, perhaps several
times, and `done` ends the turn. Hexes are named by column and row of a board that is a torus of 26 by 26; the
reference to a neighbour beside them is for people, and missing at times. Names of pieces may lack the colour.

As in every SGF, a bracket opens a line of its own: the first is the main line, the others are variations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from ruche.notation.errors import Part, RecordError, Remark
from ruche.notation.game import Game, Node
from ruche.notation.replay import Replay
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import EXTRAS, GameType
from ruche.rules.facts.hexes import BESIDE, Hex

HIVE = "27"  # among the games of SGF, in the property GM
SIZE = 26
# What BoardSpace writes may have a bracket in it, or a backslash before the one that ends it; in a comment a
# backslash escapes.
END = r"\](?=\s*(?:\w+\[|[;()]|$))"
TOKEN = re.compile(
    rf"(?P<name>C)\[(?P<comment>(?:\\.|[^\\])*?){END}|(?P<other>\w+)\[(?P<value>.*?){END}|(?P<bracket>[()])",
    re.MULTILINE | re.DOTALL,
)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)
VARIATION = re.compile(r"\(\s*;\s*P[01]\[\d")
COLUMN = re.compile(r"([0-9]{1,3})A|([A-Z]{1,3})", re.IGNORECASE)
ROW = re.compile(r"-?[0-9]{1,4}")
COMMAND = re.compile(r"(\d+)\s+(\w+)\s*(.*)", re.DOTALL)
VARIANT = re.compile(r"hive(?:-(pie)?([plm]*))?", re.IGNORECASE)
PLAYER = re.compile(r'id\s+"(.*)"')
ON_TIME = re.compile(r"\b(on time|time ?out|timed out)\b", re.IGNORECASE)
DRAWN = ("draw", "nulle", "remis", "unentschieden", "patta", "tablas", "empate", "ничья")
TAGS = {"EV": "Event", "PC": "Site", "RO": "Round", "DT": "Date", "GN": "GameName"}
# SGF's judgements of a move, by the number that PGN has for it.
JUDGEMENTS = {1: "TE[1]", 2: "BM[1]", 3: "TE[2]", 4: "BM[2]", 5: "IT[]", 6: "DO[]"}
NAGS = {text: nag for nag, text in JUDGEMENTS.items()}

DROPS = ("dropb", "pdropb")
MOVES = ("move", "pmove", "movedone", "pmovedone")


def split_sgf(lines: Iterable[str]) -> Iterator[Part]:
    """Yield the games of a file one by one."""
    kept: list[str] = []
    begin = 1
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("(") and any(kept) and not VARIATION.match(line.lstrip()):
            yield Part("".join(kept), begin)
            kept = []
        if line.strip() or kept:
            begin = begin if kept else number
            kept.append(line if line.endswith("\n") else f"{line}\n")
    if any(line.strip() for line in kept):
        yield Part("".join(kept), begin)


class _Command(NamedTuple):
    """What a token of a record asks for: a click of a player, a comment, a judgement or a bracket."""

    player: int
    name: str
    words: list[str]


def read_sgf(text: str, *, lenient: bool = False) -> Game:
    """Return the game of a text; raise `RecordError`. `lenient` keeps the part before the first mistake."""
    root, commands = _read_tokens(text)
    if root.get("GM") != HIVE:
        raise RecordError("other_game", source=text)
    game = Game(_game_type(root.get("SU", "")))
    reader = _Reader(game, text)
    closing = next((i for i, command in enumerate(commands) if command.name == ")"), len(commands))
    try:
        for command in commands[:closing]:
            reader.do(*command)
    except RecordError as error:
        if not lenient:
            raise
        game.remarks.append(Remark("cut", {"error": error}))
        closing = len(commands)
    if not text.rstrip().endswith(")"):
        game.remarks.append(Remark("truncated"))
    _finish(game, reader, root)
    _read_variations(reader, commands[closing:], lenient)
    return game


def _read_tokens(text: str) -> tuple[dict[str, str], list[_Command]]:
    """Return the properties at the head of a record, and the commands that follow."""
    root: dict[str, str] = {}
    commands: list[_Command] = []
    for token in TOKEN.finditer(text):
        if token["bracket"]:
            commands.append(_Command(0, token["bracket"], []))
            continue
        if token["name"]:
            commands.append(_Command(0, "comment", [ESCAPED.sub(r"\1", token["comment"]).strip()]))
            continue
        name, value = token["other"], token["value"].strip()
        click = COMMAND.fullmatch(value) if name in ("P0", "P1") else None
        if click is not None:
            commands.append(_Command(int(name[1]), click[2].lower(), click[3].replace("\\\\", "\\").split()))
        elif f"{name}[{value}]" in NAGS:
            commands.append(_Command(0, "nag", [f"{name}[{value}]"]))
        elif name not in root:
            root[name] = value
    return root, commands


def _read_variations(reader: _Reader, commands: list[_Command], lenient: bool) -> None:
    """Read what follows the main line; a variation that cannot be played is left out if `lenient`."""
    skip = 0  # brackets that are open in a variation that cannot be played
    for command in commands:
        if skip:
            skip += {"(": 1, ")": -1}.get(command.name, 0)
            if not skip:
                reader.close()
            continue
        try:
            reader.do(*command)
        except RecordError as error:
            if not lenient:
                raise
            reader.game.remarks.append(Remark("variation", {"error": error}))
            skip = 1


def read_sgf_tags(text: str) -> dict[str, str]:
    """Return what stands at the head of a game, as PGN's tags, without playing it."""
    root, _ = _read_tokens(text.partition("; P0[")[0])
    tags = {tag: " ".join(root[name].split()) for name, tag in TAGS.items() if name in root}
    players = [PLAYER.fullmatch(root.get(name, "")) for name in ("P0", "P1")]
    tags |= {side: found[1] for side, found in zip(("White", "Black"), players, strict=True) if found}
    return {"GameType": str(_game_type(root.get("SU", ""))), **tags, "Result": root.get("RE", "")}


def _game_type(text: str) -> GameType:
    variant = text.split()[0] if text.split() else "hive"
    match = VARIANT.fullmatch(variant)
    if match is None:
        raise RecordError("variant", variant=variant)
    letters = (match[2] or "").upper() + (
        "P" if match[1] else ""
    )  # hive-pielm: PLM, and colours may be swapped
    extras = "".join(letter for letter in EXTRAS if letter in letters)
    return GameType("Base" + (f"+{extras}" if extras else ""))


class _Reader:
    """Follows the clicks of both players."""

    def __init__(self, game: Game, source: str) -> None:
        self.replay = Replay(game, source=source)
        self.game = game
        self.origin: tuple[int, int] | None = None  # column and row of the hex (0, 0)
        self.pending: tuple[str, tuple[int, int], str] | None = None  # piece, place, reference
        self.picked: str | None = None
        self.passing = False
        self.draw_talk = False  # a draw was offered, declined or accepted: `done` ends no turn
        self.white = 0  # the player with the white pieces
        self.resigned: int | None = None
        self.on_time: int | None = None  # who won on time
        self.agreed = False
        self.branches: list[tuple[Node, dict[str, Any]]] = []  # what was so where a bracket opened

    def do(self, player: int, name: str, words: list[str]) -> None:
        """Follow one command."""
        if name in MOVES:
            self.drop(player, words[1:], words[0][:1].lower() if words else "", words)
        elif name in DROPS:
            self.drop(player, words, "", words)
        elif name in ("pick", "pickb"):
            self.pick(player, name, words)
        elif name == "drop":  # back where it came from
            self.pending = self.picked = None
        elif name in ("pass", "passdone"):
            self.passing = True
        elif name in ("offerdraw", "declinedraw", "acceptdraw"):
            self.draw_talk = True
            self.agreed = name == "acceptdraw"
        elif name == "swap":
            self.white = 1 - self.white
            self.draw_talk = True
        elif name == "resign":  # a second click takes it back
            self.resigned = player if self.resigned is None else None
        elif name == "winontime":
            self.on_time = player
        elif name == "comment":
            self.replay.node.add_comment(words[0])
        elif name == "nag":
            self.replay.node.nags.append(NAGS[words[0]])
        elif name == "(":
            self.branches.append((self.replay.node, vars(self).copy()))
        elif name == ")":
            self.close()
        elif name in ("reset", "undo"):
            self.pending = self.picked = self.resigned = None
            self.passing = False
        if name == "done" or name.endswith("done"):
            self.done(player)

    def close(self) -> None:
        """Go back to where the last bracket opened; one that closes nothing says nothing."""
        if not self.branches:
            return
        node, before = self.branches.pop()
        while self.replay.node is not node:
            self.replay.back()
        vars(self).update(before)

    def pick(self, player: int, name: str, words: list[str]) -> None:
        """A piece is taken from a hand (colour, place, piece) or off the board (column, row, piece)."""
        if len(words) < 3:
            raise RecordError("command", source=" ".join(["pick", *words]))
        if name == "pick":
            self.picked = self.name_of(words[2], words[0][:1].lower())
            return
        place = _place(words[0], words[1])
        if self.is_whole(words[2]):
            self.picked = words[2]
        elif self.pending is not None and self.pending[1] == place:
            self.picked = self.pending[0]
        else:
            self.picked = self.top_of(place) or self.name_of(words[2], "wb"[player != self.white])

    def drop(self, player: int, words: list[str], colour: str, whole: list[str]) -> None:
        """A piece is laid down: piece, column, row, reference. A later one before `done` takes its place."""
        if len(words) < 3:
            raise RecordError("command", source=" ".join(whole))
        piece = words[0]
        if not self.is_whole(piece):
            if not colour and self.picked is not None and self.picked[1:].lower() == piece.lower():
                piece = self.picked
            else:
                piece = self.name_of(piece, colour or "wb"[player != self.white])
        reference = words[3] if len(words) > 3 else "."
        self.pending = (piece, _place(words[1], words[2]), reference)
        self.passing = False

    def is_whole(self, name: str) -> bool:
        """Tell whether a name says the colour: `b1` does not, it is a beetle's."""
        return self.replay.renumbering is not None and self.replay.renumbering.find(name) is not None

    def name_of(self, name: str, colour: str) -> str:
        """Return the whole name of a piece."""
        return name if self.is_whole(name) else colour + name.upper()

    def top_of(self, place: tuple[int, int]) -> str | None:
        """Return the name, as this record writes it, of the top piece on a hex."""
        renumbering = self.replay.renumbering
        if renumbering is None:
            return None
        for at, stack in self.replay.position.stacks.items():
            if self.is_at(at, place):
                for written, actual in renumbering.actual.items():
                    if actual == stack[-1].id:
                        return str(self.game.game_type.pieces[written])
        return None

    def is_at(self, at: Hex, place: tuple[int, int]) -> bool:
        """Tell whether a hex is the one of that column and row."""
        if self.origin is None:
            return True
        column, row = self.origin
        return (column + at.q - place[0]) % SIZE == 0 and (row - at.r - place[1]) % SIZE == 0

    def done(self, player: int) -> None:
        """The turn is confirmed."""
        pending, passing, draw_talk = self.pending, self.passing, self.draw_talk
        self.pending, self.picked, self.passing, self.draw_talk = None, None, False, False
        if self.resigned is not None:
            return
        if pending is not None:
            self.play_pending(player, *pending)
        elif passing or (not draw_talk and self.must_pass(player)):
            self.replay.play("pass")

    def must_pass(self, player: int) -> bool:
        """Tell whether a player can do nothing: some clients then write `done` alone."""
        position = self.replay.position
        side = Colour.WHITE if player == self.white else Colour.BLACK
        return position.colour == side and [action.kind for action in position.legal_actions()] == ["pass"]

    def play_pending(self, player: int, piece: str, place: tuple[int, int], reference: str) -> None:
        """Play what was laid down."""
        if self.origin is None:
            self.origin = place
            if piece[:1].lower() == "w":
                self.white = player
            self.replay.play(piece)
            return
        text = self.spell(piece, place)
        if text is not None and self.is_playable(text):
            self.replay.play(text)
            return
        written = _reference(reference)
        if written is not None and (text is None or self.is_playable(f"{piece} {written}")):
            self.replay.play(f"{piece} {written}")
        else:
            self.replay.play(text or piece)

    def is_playable(self, text: str) -> bool:
        """Tell whether a text can be played now, perhaps after a pass that was left out."""
        position = self.replay.position
        renumbering = self.replay.renumbering
        if renumbering is None:
            return False
        found = renumbering.find(text.split()[0])
        if found is None:
            return False
        new = renumbering.enter(found[0])
        try:
            playable = position.is_legal(renumbering.translate(text))
        except ValueError:
            playable = False
        if new:
            renumbering.forget(found[0])
        return playable or [action.kind for action in position.legal_actions()] == ["pass"]

    def spell(self, piece: str, place: tuple[int, int]) -> str | None:
        """Write a destination by what lies there or beside it, in this record's numbers."""
        renumbering = self.replay.renumbering
        if renumbering is None:
            return None
        names = {
            actual: str(self.game.game_type.pieces[written]) for written, actual in renumbering.actual.items()
        }
        found = renumbering.find(piece)
        mover = renumbering.actual.get(found[0]) if found is not None else None
        stacks = self.replay.position.stacks
        tops: dict[Hex, str] = {}
        for at, stack in stacks.items():
            names_here = [names[lying.id] for lying in stack if lying.id != mover and lying.id in names]
            if names_here:
                tops[at] = names_here[-1]
        for at, name in tops.items():
            if self.is_at(at, place):
                return f"{piece} {name}"
        for direction, form in enumerate(BESIDE):
            for at, name in tops.items():
                if self.is_at(at.neighbour(direction), place):
                    return f"{piece} {form.format(name)}"
        return None


def _place(column: str, row: str) -> tuple[int, int]:
    """Return a column and a row as numbers; the column left of `A` is `1A`, then comes `2A`."""
    letters = COLUMN.fullmatch(column)
    if letters is None or not ROW.fullmatch(row):
        raise RecordError("command", source=f"{column} {row}")
    if letters[1]:
        return 1 - int(letters[1]), int(row)
    number = 0
    for letter in letters[2].upper():
        number = number * SIZE + ord(letter) - ord("A") + 1
    return number, int(row)


def _reference(text: str) -> str | None:
    """Return a reference as notation writes it: `wL.` is on top of it, a dot alone says nothing."""
    text = text.replace("\\\\", "\\")
    return text.rstrip(".") or None


def _finish(game: Game, reader: _Reader, root: dict[str, str]) -> None:
    """Fill in the tags and the result."""
    players = []
    for name in ("P0", "P1"):
        match = PLAYER.fullmatch(root.get(name, ""))
        players.append(match[1] if match else "")
    sides = {0: "White", 1: "Black"} if reader.white == 0 else {0: "Black", 1: "White"}
    for i, name in enumerate(players):
        if name:
            game.tags[sides[i]] = name
    for name, tag in TAGS.items():
        if root.get(name):
            game.tags[tag] = " ".join(root[name].split())
    said = root.get("RE", "")
    if said:
        game.tags["SgfResult"] = " ".join(said.split())
    result, why = None, None
    if reader.resigned is not None:
        result, why = f"{sides[1 - reader.resigned]}Wins", "resignation"
    elif reader.agreed:
        result, why = "Draw", "agreement"
    elif said:
        result = _winner(said, players, sides)
        why = "time" if ON_TIME.search(said) or reader.on_time is not None else None
    elif reader.on_time is not None:
        result, why = f"{sides[reader.on_time]}Wins", "time"
    reader.replay.finish(result, why)


def _winner(said: str, players: list[str], sides: dict[int, str]) -> str | None:
    """Return the result that a sentence in any language tells, by the name in it."""
    named = [(len(name), i) for i, name in enumerate(players) if name and name in said]
    if named and (len(named) == 1 or named[0][0] != named[1][0]):
        return f"{sides[max(named)[1]]}Wins"
    if not named and any(word in said.lower() for word in DRAWN):
        return "Draw"
    colours = [side for side in sides.values() if side in said.split()]  # both players have the same name
    return f"{colours[0]}Wins" if len(colours) == 1 else None
