"""What is said of the commands: all of it is in the catalogue, none of it unused, in the user's language."""

import re
import tomllib
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import ruche.cli
from ruche import words
from ruche.cli import main
from ruche.cli._command import NUMBERS, LocalizedCommand

ROOT = click.Context(main, info_name="ruche")
COMMANDS = {name: main.get_command(ROOT, name) for name in main.list_commands(ROOT)}
KEYS = words.keys()
CLI = Path(str(ruche.cli.__file__)).parent
# Keys that the code puts together from parts.
COMPOSED = {"help.help", "mistake.no_option", "mistake.no_command", "show.film_to_file", "show.strip_to_file"}
COMPOSED |= {f"uhp_check.{head}" for head in ("check", "what", "expected", "found")}


def command_of(name: str) -> LocalizedCommand:
    """A command, or `ruche` itself."""
    command = COMMANDS.get(name, main)
    assert isinstance(command, LocalizedCommand), f"{name} should be a click.command(cls=LocalizedCommand)"
    return command


def options(command: LocalizedCommand) -> list[click.Option]:
    return [param for param in command.params if isinstance(param, click.Option)]


def argument(param: click.Argument, language: str) -> str:
    """What an argument is called in a language."""
    name = param.human_readable_name.strip("[]")
    key = f"metavar.{name.lower()}"
    return words.say(key, language) if key in KEYS else name


def flat(text: str) -> str:
    """A text without the breaks of its lines, which depend on the terminal."""
    return re.sub(r"[ \n]+", " ", text.replace("\b", "")).strip()


def run(language: str, *arguments: str) -> tuple[int, str]:
    answer = CliRunner(env={"RUCHE_LANG": language}).invoke(main, arguments, prog_name="ruche")
    return answer.exit_code, flat(answer.output)


def test_every_command_and_option_has_words_and_no_words_are_left_over() -> None:
    expected = {"cli.epilog", "cli.about"} | {
        command_of("").key_of(option) for option in options(command_of(""))
    }
    for name in COMMANDS:
        command = command_of(name)
        assert command.area == f"cli.{name.replace('-', '_')}"
        expected |= {f"{command.area}.summary", f"{command.area}.about"}
        expected |= {command.key_of(option) for option in options(command)}
    assert {key for key in KEYS if key.startswith("cli.")} == expected


def test_every_other_sentence_of_the_command_line_is_said() -> None:
    areas = set(tomllib.loads((Path(words.__file__).parent / "en" / "cli.toml").read_text(encoding="utf-8")))
    code = "".join(path.read_text(encoding="utf-8") for path in CLI.glob("*.py"))
    said = {key for key in KEYS if f'"{key}"' in code or f"'{key}'" in code} | COMPOSED
    ours = {key for key in KEYS if key.partition(".")[0] in areas - {"cli", "metavar"}}
    assert ours - said == set()
    assert ours >= COMPOSED


def test_what_stands_for_an_argument_has_words_and_no_words_are_left_over() -> None:
    found = {"OPTIONS", "COMMAND", "ARGS"}  # of every command, and of `ruche` itself
    for name in COMMANDS:
        for param in command_of(name).params:
            if isinstance(param, click.Argument) or param.type.name not in (*NUMBERS, "boolean"):
                found |= set(re.findall(r"\b[A-Z]{2,}\b", param.make_metavar(ROOT)))
    known = {key for key in KEYS if key.startswith("metavar.")}
    assert known == {f"metavar.{name.lower()}" for name in found}


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_in_the_users_language(name: str, language: str) -> None:
    command = command_of(name)
    code, text = run(language, *([name] if name else []), "--help")
    assert code == 0, text
    assert text.startswith(f"{words.say('help.usage', language)} {f'ruche {name}'.strip()} ")
    assert flat(words.say(f"{command.area}.about", language)) in text
    assert words.say("help.help", language) in text
    for option in options(command):
        assert words.say(command.key_of(option), language, default=str(option.default)) in text
    if language == "fr":
        assert not re.search(
            r"Usage:|Options:|Commands:|Show this message|default|\b(FILE|COMMAND|TEXT|ARGS)\b", text
        )


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_list_of_commands(language: str) -> None:
    _, text = run(language, "--help")
    for name in COMMANDS:
        summary = words.say(f"{command_of(name).area}.summary", language)
        assert f" {name} {summary}" in text
        assert len(summary) <= 100
    assert flat(words.say("cli.epilog", language)) in text


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_help_tells_every_argument_and_every_default(name: str, language: str) -> None:
    command = command_of(name)
    about = words.say(f"{command.area}.about", language)
    for param in command.params:
        if isinstance(param, click.Argument):
            assert re.search(rf"\b{argument(param, language)}\b", about)
        elif isinstance(param, click.Option) and not param.is_flag:
            has_default = isinstance(param.default, int | float | str)
            assert ("{default}" in words.text_of(command.key_of(param), language)) == has_default, param.opts


@pytest.mark.parametrize(
    ("arguments", "english", "french"),
    [
        (["fly"], "No such command 'fly'.", "La commande 'fly' n’existe pas."),
        (
            ["sho"],
            "No such command 'sho'. Did you mean show?",
            "La commande 'sho' n’existe pas. Vouliez-vous dire show\u202f?",
        ),
        (["--fly"], "No such option '--fly'.", "L’option '--fly' n’existe pas."),
        (["perft", "Base"], "Missing argument 'DEPTH'.", "Il manque l’argument 'PROFONDEUR'."),
        (
            ["play", "--level", "9"],
            "Invalid value for '--level': '9'; expected a whole number from 1 to 8.",
            "Valeur incorrecte pour '--level'\u202f: '9'\u202f; on attend un nombre entier de 1 à 8.",
        ),
        (
            ["perft", "Base", "2", "--threads", "0"],
            "Invalid value for '--threads': '0'; expected a whole number, 1 or more.",
            "Valeur incorrecte pour '--threads'\u202f: '0'\u202f; on attend un nombre entier, 1 ou plus.",
        ),
        (
            ["arena", "A", "B", "--seconds", "0"],
            "Invalid value for '--seconds': '0'; expected a number above 0.",
            "Valeur incorrecte pour '--seconds'\u202f: '0'\u202f; on attend un nombre supérieur à 0.",
        ),
        (
            ["serve", "--port", "x"],
            "Invalid value for '--port': 'x'; expected a whole number from 0 to 65535.",
            "Valeur incorrecte pour '--port'\u202f: 'x'\u202f; on attend un nombre entier de 0 à 65535.",
        ),
        (
            ["show", "--theme", "red"],
            "'red'; expected one of light, dark, contrast, safe.",
            "'red'\u202f; on attend une valeur parmi light, dark, contrast, safe.",
        ),
        (
            ["analyse", "/nowhere/game.pgn"],
            "'/nowhere/game.pgn'; expected a file that exists and can be read.",
            "'/nowhere/game.pgn'\u202f; on attend un fichier qui existe et peut être lu.",
        ),
        (
            ["show", "-o", "/"],
            "expected a file that can be written.",
            "on attend un fichier qui peut être écrit.",
        ),
        (
            ["show", "--film=yes"],
            "Option '--film' has too few values",
            "L’option '--film' a trop peu de valeurs",
        ),
        (["uhp-check"], "Give the command of an engine", "Donnez la commande du moteur"),
        (["convert", "-", "x.doc"], "The format of", "Le format de"),
    ],
)
def test_mistakes_are_told_in_the_users_language(arguments: list[str], english: str, french: str) -> None:
    code, text = run("en", *arguments)
    assert code == 2
    assert english in text
    assert " Error: " in f" {text}"
    code, text = run("fr", *arguments)
    assert code == 2
    assert french in text
    assert " Erreur\u202f: " in f" {text}"
    assert not re.search("Usage:|Error:|for help", text)


def test_completion_is_in_the_users_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUCHE_LANG", "fr")
    command = command_of("perft")
    found = {item.value: item.help for item in command.shell_complete(click.Context(command), "--")}
    assert found["--divide"] == words.say("cli.perft.option.divide", "fr")
    found = {item.value: item.help for item in main.shell_complete(ROOT, "")}
    assert found["perft"] == words.say("cli.perft.summary", "fr")
