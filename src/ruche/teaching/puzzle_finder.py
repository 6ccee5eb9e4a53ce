"""Finds puzzles: positions of played games with exactly one winning action.

    python -m ruche.teaching.puzzle_finder find arena.jsonl ... -o puzzles.jsonl
    python -m ruche.teaching.puzzle_finder verify [puzzles.jsonl] [--most 3]

Every win is proven by trying all answers (`ruche.engine.proof`), and so is that no other action wins in as
few actions, nor in one more; `unique_within` says up to how many actions no other one wins, five at most.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import click

from ruche import Action, Position
from ruche.arena.openings import arena_type
from ruche.arena.results_file import read_results
from ruche.engine.proof import Unprovable, is_only_winner, line_of, shortest_win, winning_actions
from ruche.notation.gamestring import read_gamestring, write_gamestring
from ruche.teaching.puzzles import FILE, MOST, Puzzle, read_puzzles

CHOICE = 8  # fewer legal actions are no puzzle
BUDGET = 40_000_000  # nodes for one question


# -- verifying -------------------------------------------------------------------------------------


def verify(puzzle: Puzzle, within: int = MOST) -> str | None:
    """Prove a puzzle anew; return what is wrong with it, or None.

    Other wins are looked for up to `within` actions.
    """
    position = puzzle.position()
    if write_gamestring(position) != puzzle.game or position.colour.letter != puzzle.colour:
        return "the position is another one"
    if len(position.legal_actions()) != puzzle.choices:
        return "the number of legal actions is another one"
    if puzzle.wins_in > 1 and shortest_win(position, puzzle.wins_in - 1) != 0:
        return "it wins faster"
    if not puzzle.is_sound:
        return "it is not known whether another action wins almost as fast"
    if not is_only_winner(position, puzzle.solution[0], min(within, puzzle.unique_within)):
        return "another action wins"
    for text in puzzle.solution:
        position.play(text)
    if position.outcome is None or position.outcome.winner != puzzle.winner:
        return "the solution does not win"
    if (len(puzzle.solution) + 1) // 2 != puzzle.wins_in:
        return f"the solution takes {len(puzzle.solution)} actions of both"
    return None


# -- finding ---------------------------------------------------------------------------------------


def find(record: str, budget: int = BUDGET, most: int = MOST) -> Iterator[Puzzle]:
    """Yield the puzzles of at most `most` actions in a won game, the last first, the winner to move."""
    position = read_gamestring(record, game_type=arena_type(record.partition(";")[0]))
    if position.outcome is None or position.outcome.winner is None:
        return
    winner = position.outcome.winner
    found: set[int] = set()
    for back in range(1, 2 * most):
        position.undo()
        if position.colour != winner:
            continue
        try:
            puzzle = examine(position, (back + 1) // 2, budget)
        except Unprovable:
            continue
        if puzzle is None:
            return  # farther back it only becomes harder
        if puzzle.is_sound and puzzle.wins_in not in found:
            found.add(puzzle.wins_in)
            yield puzzle


def examine(position: Position, most: int, budget: int) -> Puzzle | None:
    """Look whether a position is a puzzle: None if no win is found, `unique_within` 0 if it has several."""
    wins_in = shortest_win(position, most, budget)
    if not wins_in:
        return None
    winners = winning_actions(position, wins_in, budget, most=2)
    if winners is None:
        return None
    choices = len(position.legal_actions())
    nothing = Puzzle("", "", position.colour.letter, wins_in, (), (), 0, choices, 0)
    if len(winners) != 1 or choices < CHOICE:
        return nothing
    within = wins_in
    while within < MOST and is_only_winner(position, winners[0], within + 1, budget):
        within += 1
    themes = themes_of(position, winners[0], wins_in)
    solution = tuple(line_of(position, winners[0], wins_in))
    if position.game_type.has_neutral and not alternates(position, solution):
        return nothing
    return replace(
        nothing,
        game=write_gamestring(position),
        solution=solution,
        themes=themes,
        difficulty=difficulty(wins_in, themes),
        unique_within=within,
    )


def alternates(position: Position, line: Sequence[str]) -> bool:
    """Tell whether the sides act by turns in a win so short that whoever solves it has no choice but that.

    A puzzle is answered action by action; double turns (K5) have no place in it.
    """
    twin = position.copy()
    sides = [twin.colour]
    for action in line:
        twin.play(action)
        sides.append(twin.colour)
    return len(line) <= 3 and all(one != two for one, two in pairwise(sides[: len(line)]))


def themes_of(position: Position, action: Action, wins_in: int) -> tuple[str, ...]:
    """Say what the solution is like."""
    stacks = position.stacks
    around = {  # empty while the royal that will be lost is in hand
        place.neighbour(d)
        for place, stack in stacks.items()
        if any(piece.is_royal and piece.colour == position.colour.other for piece in stack)
        for d in range(6)
    }
    themes = [f"win_in_{wins_in}", action.kind]
    if action.piece is not None:
        themes.append(action.piece.bug.name)
        if action.kind == "move" and action.piece.colour != position.colour:
            themes.append("throw")
    if action.to in stacks:
        themes.append("climb")
    elif action.origin is not None and len(stacks.get(action.origin, ())) > 1:
        themes.append("descend")
    if action.to is not None and action.to not in around:
        themes.append("quiet")
    return tuple(themes)


def difficulty(wins_in: int, themes: Iterable[str]) -> int:
    """Return how hard it is, 1 to 5: by its length, and one more for what people overlook."""
    return min(5, wins_in + bool(set(themes) & {"quiet", "throw", "sting", "swap", "flip"}))


def number(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Sort puzzles, the easy ones first; give those a name that have none, and leave the others theirs."""
    ordered = sorted(puzzles, key=lambda p: (p.difficulty, p.wins_in, p.game_type, len(p.game), p.game))
    counts: dict[str, int] = {}
    for puzzle in ordered:
        stem, _, last = puzzle.id.rpartition("-")
        counts[stem] = max(counts.get(stem, 0), int(last or 0))
    named = []
    for puzzle in ordered:
        stem = f"{puzzle.game_type.lower().replace('+', '-')}-{puzzle.wins_in}"
        if not puzzle.id:
            counts[stem] = counts.get(stem, 0) + 1
        named.append(puzzle if puzzle.id else replace(puzzle, id=f"{stem}-{counts[stem]}"))
    return named


# -- commands --------------------------------------------------------------------------------------


@click.group()
def main() -> None:
    """Find and verify puzzles."""


@main.command("find")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="Puzzles are added here."
)
@click.option("--minutes", default=60.0, show_default=True, help="Stop looking after so long.")
@click.option("--budget", default=BUDGET, show_default=True, help="Nodes for one question.")
@click.option("--least", default=1, show_default=True, help="Only wins in at least this number of actions.")
@click.option("--most", default=MOST, show_default=True, help="Only wins in at most this number of actions.")
def find_command(
    files: tuple[Path, ...], output: Path, minutes: float, budget: int, least: int, most: int
) -> None:
    """Look for puzzles in the games of the arena's files; keep each as it is found."""
    until = time.monotonic() + 60 * minutes
    puzzles = read_puzzles(output) if output.exists() else []
    seen = {puzzle.position().canonical_hash for puzzle in puzzles}
    games = [
        result for path in files for result in read_results(path) if result.why in ("surrounded", "removed")
    ]
    for count, result in enumerate(games, 1):
        for puzzle in find(result.record, budget, most):
            key = puzzle.position().canonical_hash
            if key not in seen and puzzle.wins_in >= least:
                seen.add(key)
                puzzles.append(puzzle)
        write(output, puzzles)
        click.echo(f"{count}/{len(games)} games, {len(puzzles)} puzzles", err=True)
        if time.monotonic() > until:
            break


def write(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles in their order, all or nothing."""
    draft = path.with_suffix(".part")
    draft.write_text("".join(puzzle.as_line() + "\n" for puzzle in number(puzzles)), encoding="utf-8")
    draft.replace(path)


@main.command("verify")
@click.argument("path", default=FILE, type=click.Path(exists=True, path_type=Path))
@click.option("--most", default=MOST, show_default=True, help="Only wins in this number of actions.")
def verify_command(path: Path, most: int) -> None:
    """Prove every puzzle anew."""
    bad = 0
    puzzles = read_puzzles(path)
    for puzzle in puzzles:
        if puzzle.wins_in <= most and (wrong := verify(puzzle)) is not None:
            bad += 1
            click.echo(f"{puzzle.id}: {wrong}")
    click.echo(f"{bad} of {len(puzzles)} puzzles are wrong")
    if bad:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
