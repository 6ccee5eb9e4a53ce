"""GameStrings: a whole game on one line, as UHP writes it, for every game type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ruche.notation.errors import Part, RecordError, Remark
from ruche.notation.game import Game
from ruche.notation.replay import Replay, game_type_of
from ruche.rules.facts.game_type import GameType, GameTypeError
from ruche.rules.position import Position
from ruche.words.errors import shorten

STATES = ("NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins")
FIELDS = 3  # type, state, turn; then the actions


def read_gamestring(
    text: str, *, game_type: GameType | None = None, seed: int = 0, remarks: list[Remark] | None = None
) -> Position:
    """Replay a GameString, or begin a game of a type that stands alone; return the position it leads to.

    State and turn are not believed but computed. `game_type` gives the options; without it the eight plain
    types forbid the queen as first piece, as over UHP (T4). Pieces that enter out of number order are
    renumbered, and `remarks` is called with each change. Raise `RecordError`.

    >>> read_gamestring("Base;InProgress;White[9];wA2;bA1 wA2-")
    <Position Base InProgress White[2]>
    """
    name, _, actions = _split(text)
    kind = game_type or _game_type(name)
    if game_type is None and kind.is_plain:
        kind = kind.with_options(queen_opening="forbidden")
    if name != kind.name and _game_type(name).name != kind.name:
        raise RecordError("other_type", found=name, expected=kind.name)
    replay = Replay(Game(kind, seed=seed), add_passes=False, source=text)
    for action in actions:
        replay.play(action)
    if remarks is not None and replay.renumbered is not None:
        remarks.append(replay.renumbered)
    return replay.position


def split_gamestrings(lines: Iterable[str]) -> Iterator[Part]:
    """Yield the GameStrings of a file: one per line, `#` begins a comment."""
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            yield Part(line.strip(), number)


def gamestring_tags(text: str) -> dict[str, str]:
    """Return what a GameString says of its game, as PGN's tags do, without playing it."""
    name, state, _ = _split(text)
    return {"GameType": name, "Result": state}


def game_of_gamestring(text: str, *, lenient: bool = False) -> Game:
    """Return the record that a GameString is; the options are the library's, the queen may open (T4).

    A state that says who won where the board does not, by resignation say, is believed.
    """
    name, state, actions = _split(text)
    game = Game(_game_type(name))
    replay = Replay(game, add_passes=False, source=text)
    for action in actions:
        try:
            replay.play(action)
        except RecordError as error:
            if not lenient:
                raise
            game.remarks.append(Remark("cut", {"error": error}))
            break
    if state not in ("", *STATES):
        game.remarks.append(Remark("state", {"state": shorten(state)}))
    replay.finish(state, None)
    return game


def write_gamestring(game: Position | Game) -> str:
    """Return a position and how it came about, or a record's main line, as a GameString.

    Raise `RecordError` for what begins with a set-up: UHP has none.
    """
    if isinstance(game, Game):
        position, state = game.position(), game.result
    else:
        position, state = game, game.state
    if position.is_set_up:
        raise RecordError("set_up")
    return ";".join([str(position.game_type), state, position.turn, *map(str, position.history)])


def _split(text: str) -> tuple[str, str, list[str]]:
    """Return the type, the state and the actions."""
    fields = [field.strip() for field in text.split(";")]
    if not fields[0]:
        raise RecordError("empty", source=text)
    if len(fields) > FIELDS and not fields[-1]:
        fields.pop()
    return fields[0], (fields[1] if len(fields) > 1 else ""), fields[FIELDS:]


def _game_type(name: str) -> GameType:
    try:
        return game_type_of(name)
    except GameTypeError as error:
        raise RecordError("game_type", cause=error) from error
