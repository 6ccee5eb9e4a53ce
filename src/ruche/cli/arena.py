"""Let two players meet in many games, and say who is stronger and how surely."""

from __future__ import annotations

import json
import math
import os
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ruche import words
from ruche.cli._command import LocalizedCommand, Seconds
from ruche.cli._errors import INTERRUPTED
from ruche.cli._files import writable
from ruche.cli._language import say
from ruche.cli._progress import progress_bar

if TYPE_CHECKING:
    from ruche.arena.games import Result
    from ruche.arena.pools import Pool
    from ruche.arena.results_file import ResultsFile
    from ruche.arena.run import ArenaPlan, ArenaScore
    from ruche.arena.stats import Sprt, Tally


@click.command(cls=LocalizedCommand)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("--type", "types", multiple=True, metavar="TYPE")
@click.option("--games", default=100, type=click.IntRange(1))
@click.option("--seconds", type=Seconds(0, min_open=True))
@click.option("--depth", type=click.IntRange(1))
@click.option("--nodes", type=click.IntRange(1))
@click.option("--plies", default=300, type=click.IntRange(1))
@click.option("--opening-plies", default=4, type=click.IntRange(0))
@click.option("--openings", type=click.Path(exists=True, dir_okay=False))
@click.option("--seed", default=0)
@click.option("--jobs", type=click.IntRange(1))
@click.option("--sprt", nargs=2, type=float, metavar="ELO0 ELO1")
@click.option("--alpha", default=0.05)
@click.option("--beta", default=0.05)
@click.option("--output", "-o", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--pgn", type=click.Path(dir_okay=False, writable=True, path_type=Path), callback=writable)
@click.option("--fresh", is_flag=True)
@click.option("--ray", is_flag=True)
@click.option("--json", "as_json", is_flag=True)
def command(
    first: str,
    second: str,
    types: tuple[str, ...],
    games: int,
    seconds: float | None,
    depth: int | None,
    nodes: int | None,
    plies: int,
    opening_plies: int,
    openings: str | None,
    seed: int,
    jobs: int | None,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    output: Path | None,
    pgn: Path | None,
    fresh: bool,
    ray: bool,
    as_json: bool,
) -> None:
    from ruche.arena.results_file import ResultsFile
    from ruche.arena.run import ArenaPlan, ArenaScore
    from ruche.arena.stats import Sprt
    from ruche.players.spec import Spec

    if seconds is None and depth is None and nodes is None:
        seconds = 1.0
    plan = ArenaPlan(
        Spec.read(first).text,
        Spec.read(second).text,
        types or ("Base+MLP",),
        games,
        seconds,
        depth,
        nodes,
        plies,
        opening_plies,
        openings,
        seed,
    )
    path = output or Path(f"arena-{slug(plan.first)}-{slug(plan.second)}.jsonl")
    plan.check()
    test = Sprt(*sprt, alpha, beta) if sprt else None
    if not ray:  # a cluster may have engines that this machine has not
        plan.check_programs()
    # The file comes last: nothing is written, or begun anew, for a run that cannot be played.
    with (
        ended_by_sigterm(),
        closing(make_pool(plan, jobs, ray)) as pool,
        closing(ResultsFile(path, plan.header(), fresh=fresh)) as store,
    ):
        verdict, stopped = play_shown(plan, store, pool, test, quiet=as_json)
    if pgn is not None:
        write_pgn(pgn, store.results)
    report(plan, ArenaScore(store.results), test, verdict, path, as_json)
    if stopped:
        click.echo(say("arena.kept", games=len(store.results), file=path), err=True)
        raise SystemExit(INTERRUPTED)


def play_shown(
    plan: ArenaPlan, store: ResultsFile, pool: Pool, test: Sprt | None, *, quiet: bool
) -> tuple[str | None, bool]:
    """Play what is missing under a progress bar; return the test's verdict, and whether Ctrl-C ended it."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    from ruche.arena.run import ArenaScore, play
    from ruche.players.spec import PlayerError

    score = ArenaScore(store.results)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    try:
        with progress_bar(*columns, stays=True, quiet=quiet) as bar:
            task = bar.add_task(summary(score, test), total=plan.games, completed=len(store.results))

            def show(_: Result) -> None:
                bar.update(task, advance=1, description=summary(score, test))

            return play(plan, store, pool, test, show), False
    except KeyboardInterrupt:
        return None, True
    except PlayerError as error:
        raise click.ClickException(error.say(words.language())) from None


@contextmanager
def ended_by_sigterm() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C, which a run in the background does not receive."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def slug(text: str) -> str:
    """Return a player's name as a part of a file's."""
    name = os.path.basename(text.split()[0]) if " " in text or os.sep in text else text
    return "".join(letter if letter.isalnum() else "-" for letter in name).strip("-")[:40] or "player"


def make_pool(plan: ArenaPlan, jobs: int | None, ray: bool) -> Pool:
    from ruche.arena.pools import LocalPool, RayPool

    if ray:
        return RayPool(jobs, threads=plan.threads)
    return LocalPool(jobs or max(1, (os.cpu_count() or 1) // plan.threads))


def summary(score: ArenaScore, test: Sprt | None) -> str:
    lost, drawn, won = score.games.boxes
    text = say(
        "arena.score",
        won=won,
        drawn=drawn,
        lost=lost,
        percent=100 * score.games.score,
        elo=rating(score.best),
    )
    if test is None:
        return text
    low, high = test.limits
    return f"{text}  {say('arena.ratio', ratio=test.ratio(score.pairs), low=low, high=high)}"


def rating(tally: Tally) -> str:
    """Return the difference in Elo with its bounds, or only the bound that there is."""
    low, high = tally.bounds()
    if math.isfinite(low) and math.isfinite(high):
        return say("arena.elo", elo=tally.elo, low=low, high=high)
    if math.isfinite(low):
        return say("arena.elo_least", low=low)
    return say("arena.elo_most", high=high) if math.isfinite(high) else say("arena.elo_unknown")


def report(
    plan: ArenaPlan, score: ArenaScore, test: Sprt | None, verdict: str | None, path: Path, as_json: bool
) -> None:
    lost, drawn, won = score.games.boxes
    tally = score.best
    low, high = tally.bounds()
    faults = [result for result in score.results.values() if result.why == "fault"]
    if as_json:
        facts = {
            "players": [plan.first, plan.second],
            "games": len(score.results),
            "won": won,
            "drawn": drawn,
            "lost": lost,
            "score": score.games.score,
            "elo": finite(tally.elo),
            "elo_low": finite(low),
            "elo_high": finite(high),
            "superiority": tally.superiority,
            "pairs": list(score.pairs.boxes),
            "llr": test.ratio(score.pairs) if test else None,
            "accepted": verdict,
            "faults": len(faults),
            "file": str(path),
        }
        click.echo(json.dumps(facts, ensure_ascii=False))
        return
    text = say(
        "arena.result",
        first=plan.first,
        second=plan.second,
        score=summary(score, test),
        pairs=score.pairs.boxes,
        percent=100 * tally.superiority,
        file=path,
    )
    click.echo(text)
    if verdict and test:
        click.echo(say("arena.accepted", elo=getattr(test, verdict)))
    for result in faults[:5]:
        click.echo(say("arena.fault", number=result.number, fault=result.fault))


def finite(number: float) -> float | None:
    """Return a number that JSON knows."""
    return number if math.isfinite(number) else None


def write_pgn(path: Path, results: dict[int, Result]) -> None:
    from ruche.notation.game import Game

    with path.open("w", encoding="utf-8") as file:
        for number, result in sorted(results.items()):
            game = Game.read(result.record)
            game.tags |= {"Event": "ruche arena", "Round": str(number + 1)}
            game.tags |= {"White": result.white, "Black": result.black}
            if result.why == "fault":
                from ruche import Colour

                game.finish("unknown", winner=Colour.WHITE if result.state == "WhiteWins" else Colour.BLACK)
            elif result.why == "length":
                game.finish("agreement")
            file.write(game.pgn().rstrip("\n") + "\n\n")
