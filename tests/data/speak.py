"""Say as much as there is to say in a language, and print it as JSON: what it is, and the text."""

import asyncio
import json
import sys

from click.testing import CliRunner

from ruche import GameType, Position, render, words
from ruche.cli import main
from ruche.engine.levels import LEVELS
from ruche.rules.explain.reasons import RULES, refuse
from ruche.terminal.app import PlayApp
from ruche.terminal.game import TerminalGame

LANGUAGE = sys.argv[1]
MISTAKES = (
    ["fly"],
    ["--fly"],
    ["perft", "Base"],
    ["play", "--level", "9"],
    ["show", "--theme", "red"],
    ["show", "Basement"],
    ["show", "Base;;;wA1;bA1 wA1-;wA2 bA1-"],
    ["show", "Base;;;nonsense"],
    ["show", "nowhere.pgn"],
    ["convert", "-", "x.doc"],
    ["arena", "level:9", "random"],
    ["uhp-check"],
)


def command(*arguments: str) -> str:
    """Return what a command prints."""
    return CliRunner().invoke(main, arguments, prog_name="ruche").output


async def screen(*keys: str) -> str:
    """Return what the terminal shows after some keys."""
    app = PlayApp(TerminalGame(Position("Base+MLP")), {}, LANGUAGE)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        return app.export_screenshot()


def speak() -> dict[str, str]:
    """Return what is said."""
    said = {"languages": " ".join(words.LANGUAGES), "help": command("--help")}
    for name in main.list_commands(None):  # type: ignore[arg-type]
        said[f"{name} --help"] = command(name, "--help")
    for arguments in MISTAKES:
        said[" ".join(arguments)] = command(*arguments)
    ant = GameType("Base").pieces[4]
    for key in RULES:
        values = dict.fromkeys(("piece", "target", "first"), ant)
        said[key] = refuse(key, **values, type="Base", size="5").say(LANGUAGE)
    for level in LEVELS:
        said[f"level {level.number}"] = f"{level.name(LANGUAGE)}: {level.about(LANGUAGE)}"
    position = Position("Base")
    said["svg"] = render.svg(position, language=LANGUAGE)
    said["text"] = render.text(position, language=LANGUAGE)
    said["screen"] = asyncio.run(screen())
    said["screen, help"] = asyncio.run(screen("question_mark"))
    return said


if __name__ == "__main__":
    print(json.dumps(speak()))
