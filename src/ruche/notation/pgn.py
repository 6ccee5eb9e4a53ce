"""PGN: tags, one action a line, annotations, variations; reads the dialects of other programs too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ruche.notation.annotations import NAGS
from ruche.notation.diagram import DiagramError, read_diagram
from ruche.notation.errors import RecordError, Remark
from ruche.notation.game import Game, Node
from ruche.notation.replay import NAME, Replay, game_type_of
from ruche.rules.facts.game_type import EXTRAS, OPTIONS, GameTypeError
from ruche.rules.outcome import EndReason
from ruche.rules.position import Position
from ruche.rules.position_text import PositionTextError
from ruche.rules.set_up_checks import SetUpError
from ruche.words.errors import shorten

# The order in which tags are written; others follow. Those with a meaning are made from the game itself.
ORDER = ("GameType", "Event", "Site", "Date", "Round", "White", "Black", "Result", "Termination")
OPTION_TAGS = {"QueenOpening": "queen_opening", "Repetition": "repetition", "WaspReach": "wasp_reach"}
OPTION_VALUES = {tag: OPTIONS[option] for tag, option in OPTION_TAGS.items()}
OWN_TAGS = ("GameType", "Result", "Termination", "SetUp", *OPTION_TAGS)
RESULTS = {"1-0": "WhiteWins", "0-1": "BlackWins", "1/2-1/2": "Draw", "½-½": "Draw"}
RESULTS |= {state: state for state in ("WhiteWins", "BlackWins", "Draw")}
NO_ENDINGS = ("", "Normal", "unterminated")
NO_RESULTS = ("*", "InProgress", "NotStarted", "Unknown")
HINTS = {
    "resign": "resignation",
    "time": "time",
    "forfeit": "time",
    "agree": "agreement",
    "repeti": "repetition",
}

BRACES = re.compile("[{};]")
TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]')
ESCAPE = re.compile(r"\\([\"\\])")
TOKEN = re.compile(
    r"""
    \{(?P<comment>[^}]*)(?P<close>\}?)
  | ;(?P<rest>[^\n]*)
  | (?P<bracket>[()])
  | (?P<result>1-0|0-1|1/2-1/2|½-½|\*|WhiteWins|BlackWins|Draw|InProgress|NotStarted|Unknown)(?=[\s)}]|$)
  | (?P<number>\d+\.+)
  | \$(?P<nag>\d{1,3})(?!\d)
  | (?P<word>\$?[^\s{}()!?$]*)(?P<sign>[!?]*)
    """,
    re.VERBOSE,
)
LINE = re.compile(r"(?:\d+\.+\s*)?([^\s\d{}()$;*!?][^{}()$;!?]*?)\s*")  # an action alone on its line


class PgnGame(NamedTuple):
    """The lines of one game in a file: its tags, the rest, where it begins, and the lines of the rest."""

    tags: list[str]
    text: list[str]
    line: int
    numbers: list[int]


# -- reading ---------------------------------------------------------------------------------------


def split_pgn(lines: Iterable[str]) -> Iterator[PgnGame]:
    """Yield the games of a file one by one, keeping only one in memory."""
    tags: list[str] = []
    text: list[str] = []
    numbers: list[int] = []
    names: set[str] = set()  # of the tags
    begin, blank, inside = 1, False, False  # inside: of a comment
    for number, line in enumerate(lines, 1):
        stripped = line.strip()
        if not inside and stripped.startswith("[") and not stripped.startswith("[%"):
            name = _name_of(stripped)
            if text or (blank and name in names):
                yield PgnGame(tags, text, begin, numbers)
                tags, text, numbers, names = [], [], [], set()
            if not tags:
                begin = number
            tags.append(stripped)
            names.add(name)
            blank = False
        elif not stripped and not inside:
            blank = True
        elif inside or not stripped.startswith("%"):
            begin = begin if tags or text else number
            text.append(line.rstrip("\r\n"))
            numbers.append(number)
            if "{" in line or inside:
                inside = _ends_inside(line, inside)
    if tags or text:
        yield PgnGame(tags, text, begin, numbers)


def _name_of(tag: str) -> str:
    """Return the first word of a line that begins like a tag, whatever else it is."""
    words = tag[1:].split(None, 1)
    return words[0] if words else ""


def _ends_inside(line: str, inside: bool) -> bool:
    """Tell whether a line ends inside of a comment in braces."""
    for sign in BRACES.findall(line):
        if inside:
            inside = sign != "}"
        elif sign == ";":
            return False
        else:
            inside = sign == "{"
    return inside


def names_pieces(text: str) -> bool:
    """Tell whether a PGN can be one of Hive: its tags name a game type, or its actions, if any, a piece."""
    words = False
    for game in split_pgn(text.splitlines()):
        if any((tag := TAG.fullmatch(line)) and tag[1] == "GameType" for line in game.tags):
            return True
        for token in TOKEN.finditer("\n".join(game.text)):
            if token["word"]:
                words = True
                if NAME.fullmatch(token["word"]):
                    return True
    return not words


def read_pgn_tags(game: PgnGame) -> dict[str, str]:
    """Return the tags of a game as they stand there, without playing it."""
    return _read_tags(game.tags)


def read_pgn(game: str | PgnGame, *, lenient: bool = False) -> Game:
    """Return the game of a text; raise `RecordError`. `lenient` keeps the part before the first mistake."""
    if isinstance(game, str):
        found = next(split_pgn(game.splitlines()), None)
        if found is None:
            raise RecordError("empty", source=game)
        game = found
    tags = _read_tags(game.tags)
    source = "\n".join(game.text)
    tags.setdefault("GameType", _guess_type(source))
    record = _begin(tags)
    replay = Replay(record, source=source)
    said = tags.get("Result", "*")
    try:
        token = _read_moves(replay, game, lenient)
        # A record of a game under way need not say so at its end; others do not stop after an action.
        if token is None and said in RESULTS and replay.position.outcome is None:
            record.remarks.append(Remark("no_result", {"result": said}))
    except RecordError as error:
        if not lenient:
            raise
        record.remarks.append(Remark("cut", {"error": error}))
        while replay.branches:
            replay.end_variation()
        token = None
    result = RESULTS.get(token or "")
    why = _ending(tags.get("Termination", ""))
    other_result = result is not None and RESULTS.get(said, result) != result
    for tag, lost in (
        ("Result", other_result or (said not in RESULTS and said not in NO_RESULTS)),
        ("Termination", why is None and tags.get("Termination", "") not in NO_ENDINGS),
        *((tag, tags.get(tag, value[0]).lower() not in value) for tag, value in OPTION_VALUES.items()),
    ):
        if lost:
            record.remarks.append(Remark("tag", {"tag": tag, "text": shorten(tags[tag])}))
    replay.finish(result or RESULTS.get(said), why)
    return record


def _read_tags(lines: list[str]) -> dict[str, str]:
    tags: dict[str, str] = {}
    for line in lines:
        match = TAG.fullmatch(line)
        if match is None:
            raise RecordError("tag", source=line)
        tags[match[1]] = ESCAPE.sub(r"\1", match[2])
    return tags


def _guess_type(text: str) -> str:
    """Return the plain type of a game whose tags do not say it, by the pieces that are named."""
    extras = "".join(letter for letter in EXTRAS if re.search(rf"\b[wb]{letter}1?\b", text))
    return f"Base+{extras}" if extras else "Base"


def _begin(tags: dict[str, str]) -> Game:
    """Return the empty game that the tags describe."""
    options = {
        option: tags[tag].lower()
        for tag, option in OPTION_TAGS.items()
        if tags.get(tag, "").lower() in OPTIONS[option]
    }
    other = {name: text for name, text in tags.items() if name not in OWN_TAGS}
    try:
        game_type = game_type_of(tags["GameType"], **options)
    except GameTypeError as error:
        raise RecordError("game_type", cause=error) from error
    if "SetUp" not in tags:
        return Game(game_type, tags=other)
    try:
        if "|" in tags["SetUp"]:  # a diagram, as records had it until 0.1
            start = read_diagram(tags["SetUp"].replace("|", "\n")).position
        else:
            start = Position(tags["SetUp"])
    except (DiagramError, PositionTextError, GameTypeError, SetUpError) as error:
        raise RecordError("set_up_tag", cause=error) from error
    return Game(tags=other, start=start)


def _ending(text: str) -> str | None:
    """Return how a game ended from what a record says of it, in whatever words."""
    if text in tuple(EndReason):
        return text
    return next((why for hint, why in HINTS.items() if hint in text.lower()), None)


def _read_moves(replay: Replay, game: PgnGame, lenient: bool) -> str | None:
    """Play the actions; return the result that stands after them. An error names the line it is about."""
    result = None
    for i, line in enumerate(game.text):
        match = LINE.fullmatch(line.strip())
        if match is None or _length(match[1].split(), replay) != len(match[1].split()):
            return _TokenReader(replay, "\n".join(game.text[i:]), game.numbers[i:], lenient).read()
        if match[1] in RESULTS or match[1] in NO_RESULTS:
            result = match[1]
        else:
            try:
                replay.play(_tidy(match[1], replay))
            except RecordError as error:
                error.line = game.numbers[i]
                raise
    return result


def _length(words: list[str], replay: Replay) -> int:
    """Return how many of some words belong to the first action among them."""
    first = words[0].lower()
    if first in ("pass", "draw") or words[0] in RESULTS or words[0] in NO_RESULTS:
        length = 1
    elif first in ("faces", "hand"):
        others = (i for i, word in enumerate(words) if i and not NAME.fullmatch(word))
        length = next(others, len(words))
    elif len(words) > 1 and _is_first_piece(replay) and words[1] != "." and not words[1].startswith("+"):
        length = 1  # the very first piece goes nowhere in particular
    else:
        length = 2
    if len(words) > length and words[length].startswith("+"):
        length += 1
    return min(length, len(words))


def _tidy(text: str, replay: Replay) -> str:
    """Drop the dot that some write for the place of the first piece."""
    return text.removesuffix(" .") if _is_first_piece(replay) else text


def _is_first_piece(replay: Replay) -> bool:
    """Tell whether the next action places a piece on an empty board (T1)."""
    return replay.position.turn_number <= 1 and not replay.position.stacks


class _TokenReader:
    """Plays what is written in any way that PGN allows."""

    def __init__(self, replay: Replay, text: str, numbers: list[int], lenient: bool) -> None:
        self.replay = replay
        self.text = text
        self.numbers = numbers  # of the text's lines
        self.lenient = lenient
        self.words: list[str] = []  # read, but not played yet
        self.places: list[int] = []  # where each of them begins
        self.skip = 0  # depth of variations that cannot be played

    def read(self) -> str | None:
        """Play all of it and return the result it states."""
        result = None
        for token in TOKEN.finditer(self.text):
            if not token[0]:
                continue
            if self.skip:
                self.pass_over(token)
            elif self.play_up_to(token):
                self.take(token)
                if token.lastgroup == "result" and not self.replay.branches:
                    result = token["result"]
        self.play_words()
        if self.replay.branches:
            raise RecordError("variation", source=self.replay.source)
        return result

    def pass_over(self, token: re.Match[str]) -> None:
        """Look only for the end of a variation that cannot be played."""
        self.skip += {"(": 1, ")": -1}.get(token["bracket"] or "", 0)
        if not self.skip:
            self.replay.end_variation()

    def play_up_to(self, token: re.Match[str]) -> bool:
        """Play what stands before a token, unless it is a word more; tell whether it is to be taken."""
        if token["word"]:
            self.words.append(token["word"])
            self.places.append(token.start())
        if token.lastgroup == "sign" and not token["sign"]:
            return False
        try:
            self.play_words()
        except RecordError as error:
            if not self.lenient or not self.replay.branches:
                raise
            self.replay.game.remarks.append(Remark("variation", {"error": error}))
            self.words, self.places = [], []
            self.skip = 1
            self.pass_over(token)
            return False
        return True

    def play_words(self) -> None:
        while self.words:
            length = _length(self.words, self.replay)
            try:
                self.replay.play(_tidy(" ".join(self.words[:length]), self.replay))
            except RecordError as error:
                error.line = self.line_at(self.places[0])
                raise
            self.words, self.places = self.words[length:], self.places[length:]

    def take(self, token: re.Match[str]) -> None:
        """Note what is said of the last action, begin or end a variation."""
        node = self.replay.node
        match token.lastgroup:
            case "close" if not token["close"]:
                unclosed = RecordError("comment", source=token[0])
                unclosed.line = self.line_at(token.start())
                raise unclosed
            case "close":
                node.add_comment(token["comment"])
            case "rest" if node.comment and not token["rest"].strip():
                node.comment += "\n"  # an empty line of a comment that has a brace in it
            case "rest":
                node.add_comment(token["rest"])
            case "nag":
                node.nags.append(int(token["nag"]))
            case "sign":
                _judge(self.replay, token["sign"])
            case "bracket" if token["bracket"] == "(":
                self.replay.begin_variation()
            case "bracket":
                self.replay.end_variation()

    def line_at(self, place: int) -> int:
        return self.numbers[self.text.count("\n", 0, place)]


def _judge(replay: Replay, sign: str) -> None:
    """Note what `!` and its like say of the last action."""
    if sign in NAGS:
        replay.node.nags.append(NAGS[sign])
    else:
        replay.game.remarks.append(Remark("sign", {"sign": sign}))


# -- writing ---------------------------------------------------------------------------------------


def write_pgn(game: Game) -> str:
    """Return a game as PGN, in a form that MzingaViewer reads (if there are no variations)."""
    tags = {name: text for name, text in game.tags.items() if name not in OWN_TAGS}
    tags["GameType"] = str(game.game_type)
    tags["Result"] = game.result
    if game.outcome is not None and game.outcome.why != "unknown":
        tags["Termination"] = game.outcome.why
    for tag, option in OPTION_TAGS.items():
        value = game.game_type.options[option]
        if value != OPTIONS[option][0]:
            tags[tag] = value
    if game.is_set_up:
        tags["SetUp"] = game.start.text()
    names = [name for name in ORDER if name in tags] + [name for name in tags if name not in ORDER]
    lines = [f'[{name} "{_escape(tags[name])}"]' for name in names]
    lines.append("")
    lines += _annotations(game.root)
    lines += _lines(game.root)
    if game.outcome is not None:
        lines += ["", game.result]
    return "\n".join(lines).rstrip("\n") + "\n"


def _escape(text: str) -> str:
    return " ".join(text.splitlines()).replace("\\", "\\\\").replace('"', '\\"')


def _lines(root: Node) -> Iterator[str]:
    """Yield the lines of a tree: the main action, its variations, then what follows it."""
    todo: list[str | tuple[Node, int]] = [(root, 1)]  # lines, and nodes whose children are to be written
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            yield item
            continue
        node, number = item
        if not node.child_ids:
            continue
        main, *others = node.children
        yield from _action(main, number)
        todo.append((main, number + 1))
        for other in reversed(others):
            todo += [")", (other, number + 1), *reversed(["(", *_action(other, number)])]


def _action(node: Node, number: int) -> Iterator[str]:
    yield " ".join([f"{number}. {node.action}", *(f"${nag}" for nag in node.nags)])
    yield from _annotations(node)


def _annotations(node: Node) -> Iterator[str]:
    """Yield what is said of an action; a comment with a brace in it cannot stand in braces."""
    comment = node.text()
    if "}" not in comment:
        parts = [*node.commands(), *([comment] if comment else [])]
        yield from ["{" + " ".join(parts) + "}"] if parts else []
        return
    if commands := node.commands():
        yield "{" + " ".join(commands) + "}"
    yield from (f"; {line}" for line in comment.splitlines())
