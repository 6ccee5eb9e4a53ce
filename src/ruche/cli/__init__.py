"""The commands. Each is a module here that is loaded only when it is run, so that `ruche` starts at once.

To add one, add its module: the first line of its docstring is what `ruche --help` lists, and its click
command is called `command`. An underscore in the module's name is a hyphen in the command's; modules whose
names begin with an underscore are helpers and no commands.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from ruche import COMPILED, GameTypeError, IllegalAction, NotationError, __version__, words

__all__ = ["Commands", "main"]

HERE = Path(__file__).parent


class Commands(click.Group):
    """Finds the commands in this folder by their names, without loading them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name every command module."""
        return sorted(p.stem.replace("_", "-") for p in HERE.glob("*.py") if not p.stem.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"ruche.cli.{cmd_name.replace('-', '_')}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what the user wrote wrongly is told in the user's language, without a traceback."""
        try:
            return super().invoke(ctx)
        except (GameTypeError, NotationError) as fault:
            raise click.UsageError(fault.say(words.language())) from None
        except IllegalAction as fault:
            raise click.UsageError(f"{fault.text}: {fault.reason.say(words.language())}") from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands, each with the first line of its module's docstring."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, self.summary(name)) for name in self.list_commands(ctx)])

    def summary(self, name: str) -> str:
        """Read the first line of a command's module."""
        with (HERE / f"{name.replace('-', '_')}.py").open(encoding="utf-8") as module:
            return module.readline().strip().strip('"')


def show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Say the version, and whether the rules are compiled."""
    if wanted:
        click.echo(f"ruche {__version__} ({'compiled' if COMPILED else 'plain Python'})")
        ctx.exit()


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""To complete commands and options with the tab key, put into your shell's start file, for bash:
    eval "$(_RUCHE_COMPLETE=bash_source ruche)", for zsh the same with zsh_source, and for fish:
    _RUCHE_COMPLETE=fish_source ruche | source""",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=show_version,
    help="Show the version and whether the rules are compiled.",
)
def main() -> None:
    """Hive, the board game, with every expansion: play it, watch it, write programs for it.

    `ruche COMMAND --help` tells more of each command.
    """
