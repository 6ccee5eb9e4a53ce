"""Read a file of games (PGN, SGF or GameStrings) and print a line on each; broken ones are reported only.

python examples/read_pgn.py examples/games.pgn
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from ruche import Game, RecordError, read_games

GAMES = Path(__file__).with_name("games.pgn")


def summaries(path: Path) -> Iterator[str]:
    """Yield a line on each game of a file; games are read one at a time, however many there are."""
    broken: list[RecordError] = []
    for game in read_games(path, on_error=broken.append):
        yield summary(game)
    for error in broken:
        yield f"game {error.game} is broken: {error}"


def summary(game: Game) -> str:
    """Say who played, what, and how it ended."""
    white, black = game.tags.get("White", "?"), game.tags.get("Black", "?")
    return (
        f"{white} - {black}: {game.game_type}, {len(game.actions)} actions, "
        f"{game.result} ({game.ending or 'unfinished'})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=GAMES)
    for line in summaries(parser.parse_args().file):
        print(line)


if __name__ == "__main__":
    main()
