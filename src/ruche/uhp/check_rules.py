"""What the rules ask of an engine: positions from `cases.toml`, ends, counts, spellings of moves.

What is legal is worked out by our own rules. A case that names a piece looks at that piece's moves only, so
that one fault of an engine shows in the cases that are about it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from ruche.notation.gamestring import read_gamestring
from ruche.rules.action import Action
from ruche.rules.facts.bugs import WALK
from ruche.rules.facts.game_type import GameType
from ruche.rules.facts.hexes import BESIDE
from ruche.rules.position import Position
from ruche.uhp.check import Bench, Check, Failure, Skipped, short

CASES = Path(__file__).with_name("cases.toml")
# Sequences of one, two, three moves (queen opening forbidden), as everyone counts them.
PERFT = {
    "Base": (4, 96, 1440),
    "Base+M": (5, 150, 2610),
    "Base+L": (5, 150, 2610),
    "Base+P": (5, 150, 2610),
    "Base+ML": (6, 216, 4320),
    "Base+MP": (6, 216, 4320),
    "Base+LP": (6, 216, 4320),
    "Base+MLP": (7, 294, 6678),
}


@cache
def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]
    return found


def rules() -> list[Check]:
    return [
        *(
            Check(case["name"], case["area"], "must", partial(look, case=case), letters_of(case["game"]))
            for case in cases()
        ),
        *(
            Check(f"perft-{name.lower()}", "perft", "must", partial(count, name=name), letters_of(name))
            for name in PERFT
        ),
        Check("long-hive", "rules", "must", long_hive),
        Check("fixed-faces", "rules", "should", fixed_faces),
        *(
            Check(name, "notation", grade, partial(spell, speller=speller))
            for grade, name, speller in SPELLINGS
        ),
    ]


def letters_of(game: str) -> str:
    """Return the letters of the expansion pieces of a game type or GameString."""
    return game.partition(";")[0].partition("+")[2]


def look(bench: Bench, case: dict[str, Any]) -> None:
    """Compare the moves in a position."""
    position = load(bench, case["game"])
    if position.outcome is None:
        compare(bench, position, case.get("piece"))


def load(bench: Bench, game: str) -> Position:
    """Load a game on both sides; state and turn must be equal."""
    kind = GameType(game.partition(";")[0], queen_opening="forbidden", repetition="off")
    position = read_gamestring(game, game_type=kind)
    answer = bench.one(f"newgame {game}")
    if answer.startswith("err"):  # some know no GameStrings
        bench.good(f"newgame {kind}")
        for action in position.history:
            answer = bench.good("pass" if action.kind == "pass" else f"play {action}")
    expected = [position.state, position.turn]
    if answer.split(";")[1:3] != expected:
        raise Failure(";".join(expected), short(answer))
    return position


def compare(bench: Bench, position: Position, piece: str | None = None) -> None:
    """Compare the legal moves, of one piece or all, by what they mean."""
    actions = position.legal_actions()
    ours = {str(action) for action in actions if piece in (None, str(action.piece))}
    theirs, strange = set(), []
    for text in bench.moves():
        if piece is not None and text.split(" ")[0] != piece:
            continue
        try:
            theirs.add(str(position.parse(text, legal=False)))
        except ValueError:
            strange.append(text)
    missing = sorted(ours - theirs)
    extra = sorted(theirs - ours) + strange
    if missing or extra:
        differences = [f"missing: {listing(missing)}"] if missing else []
        differences += [f"too many: {listing(extra)}"] if extra else []
        raise Failure(f"{len(ours)} moves{f' of {piece}' if piece else ''}", "; ".join(differences))


def listing(texts: list[str]) -> str:
    """Return the first of some texts."""
    more = f" and {len(texts) - 4} more" if len(texts) > 4 else ""
    return ", ".join(texts[:4]) + more


# -- counts ----------------------------------------------------------------------------------------


def count(bench: Bench, name: str) -> None:
    """Count sequences of moves by listing and playing them."""
    deep = 3 if name == "Base" else 2  # listing is slow in some engines
    bench.good(f"newgame {name}")
    for depth, expected in enumerate(PERFT[name][:deep], 1):
        if (found := walk(bench, depth)) != expected:
            raise Failure(f"{expected} sequences of {depth} moves", str(found))


def walk(bench: Bench, depth: int) -> int:
    """Count sequences of moves in an engine's game."""
    moves = bench.moves()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        bench.good(f"play {move}")
        total += walk(bench, depth - 1)
        bench.good("undo")
    return total


def long_hive(bench: Bench) -> None:
    """Lay all pieces in a straight line, along each axis, and look at the moves."""
    name = bench.game_types[-1]
    for direction in (0, 5, 1):  # the eastern ones
        east, west = BESIDE[direction], BESIDE[(direction + 3) % 6]
        position = Position(GameType(name, queen_opening="forbidden", repetition="off"))
        bench.good(f"newgame {name}")
        ends: list[str] = []
        while hand := position.hand(position.colour):
            queen = position.turn_number == 2
            piece = next(p for p in hand if p.is_royal == queen)
            at = f" {(west if not len(position.history) % 2 else east).format(ends[-2:][0])}" if ends else ""
            text = f"{piece}{at}"
            ends.append(str(piece))
            position.play(text)
            bench.good(f"play {text}")
        compare(bench, position)
        position.play(first_walk(position))
        bench.good(f"play {position.history[-1]}")
        compare(bench, position)


def first_walk(position: Position) -> Action:
    """Return the move that goes farthest in the list, the last one of an ant."""
    moves = [a for a in position.legal_actions() if a.piece is not None and a.piece.bug.abilities & WALK]
    return (moves or position.legal_actions())[-1]


# -- faces fixed before the game -------------------------------------------------------------------

FIXED_GAMES = ("Venom+Fixed", "Base+Predators+Guardians+Fixed", "Venom+Swarm+Fixed")


def fixed_faces(bench: Bench) -> None:
    """Compare what may be chosen before the first turn, and the pieces named by their faces after it."""
    known = [game for game in FIXED_GAMES if not bench.one(f"newgame {game}").startswith("err")]
    if not known:
        raise Skipped("the engine does not play with fixed faces")
    for game in known:
        choose_faces(bench, game)


def choose_faces(bench: Bench, game: str) -> None:
    """Choose faces and hands as a game begins with them, and compare what there is to choose."""
    bench.good(f"newgame {game}")
    position = Position(game)
    while position.choosing is not None:
        compare(bench, position)
        choices = sorted(map(str, position.legal_actions()))
        position.play(choices[len(choices) // 2])
        answer = bench.good(f"play {position.history[-1]}")
        if answer.split(";")[1:3] != [position.state, position.turn]:
            raise Failure(f"{position.state};{position.turn}", short(answer))
    compare(bench, position)


# -- spellings -------------------------------------------------------------------------------------


def other_references(position: Position, action: Action) -> Iterator[str]:
    """Name the destination by each top around it."""
    assert action.to is not None
    for d in range(6):
        stack = position.stacks.get(action.to.neighbour(d))
        if stack and stack[-1] != action.piece:
            yield f"{action.piece} {BESIDE[(d + 3) % 6].format(stack[-1])}"


def covered_references(position: Position, action: Action) -> Iterator[str]:
    """Name the destination by each covered piece around it."""
    assert action.to is not None
    for d in range(6):
        for piece in position.stacks.get(action.to.neighbour(d), ())[:-1]:
            yield f"{action.piece} {BESIDE[(d + 3) % 6].format(piece)}"


def own_place(position: Position, action: Action) -> Iterator[str]:
    """Name the destination by where the piece comes from."""
    assert action.to is not None
    for d in range(6):
        if action.origin is not None and action.to.neighbour(d) == action.origin:
            yield f"{action.piece} {BESIDE[(d + 3) % 6].format(action.piece)}"


def climbing_direction(position: Position, action: Action) -> Iterator[str]:
    """Name an occupied destination by a direction."""
    assert action.to is not None
    if action.to in position.stacks:
        yield from other_references(position, action)


SPELLINGS = (
    ("must", "any-reference", other_references),
    ("should", "covered-reference", covered_references),
    ("should", "own-reference", own_place),
    ("should", "climbing-direction", climbing_direction),
)


def spell(bench: Bench, speller: Any) -> None:
    """Play moves in other spellings; the game must be the same afterwards."""
    tried = 0
    for case in cases():
        if case["area"] != "notation" or not set(letters_of(case["game"])) <= set(bench.letters):
            continue
        position = load(bench, case["game"])
        for action in position.legal_actions():
            if action.kind not in ("move", "place") or action.to is None:
                continue
            occupied = action.to in position.stacks
            if occupied != (speller is climbing_direction):
                continue
            for text in [text for text in speller(position, action) if text != str(action)][:2]:
                tried += 1
                answer = bench.one(f"play {text}")
                if answer.startswith(("err", "invalidmove")):
                    raise Failure(f"'{text}' to be read as '{action}'", short(answer))
                played = answer.rpartition(";")[2]
                if str(position.parse(played, legal=False)) != str(action):
                    raise Failure(f"'{text}' to be played as '{action}'", played)
                bench.good("undo")
    if not tried:
        raise Skipped("no position for it with these pieces")
