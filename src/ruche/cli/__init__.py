"""The commands. Each is a module here that is loaded only when it is run, so that `ruche` starts at once.

To add one, add its module, with a click command of class `LocalizedCommand` that is called `command`, and its
texts to `cli.toml` of each language in `ruche/words`. An underscore in the module's name is a hyphen in the
command's; modules whose names begin with an underscore are helpers, not commands.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

import click

from ruche import COMPILED, __version__
from ruche.cli._command import LocalizedCommand
from ruche.cli._errors import CommandUsageError, unknown_name
from ruche.cli._language import say, simplify_output

HERE = Path(__file__).parent


class Commands(LocalizedCommand, click.Group):
    """Finds the commands in this folder by their names, without loading them."""

    def main(self, *args: Any, **extra: Any) -> Any:
        simplify_output()
        return super().main(*args, **extra)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(p.stem.replace("_", "-") for p in HERE.glob("*.py") if not p.stem.startswith("_"))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"ruche.cli.{cmd_name.replace('-', '_')}").command
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options before the command; without anything, help."""
        if not args and not ctx.resilient_parsing:
            click.echo(ctx.get_help(), err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx))
            raise CommandUsageError(unknown_name("command", args[0], near), ctx)
        return super().resolve_command(ctx, args)

    def localize(self, ctx: click.Context) -> None:
        super().localize(ctx)
        self.epilog = say("cli.epilog")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        names = self.list_commands(ctx)
        with formatter.section(say("help.commands")):
            formatter.write_dl([(name, say(f"cli.{name.replace('-', '_')}.summary")) for name in names])


def show_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    """Say the version, and whether the rules are compiled."""
    if wanted:
        click.echo(f"ruche {__version__} ({'compiled' if COMPILED else 'plain Python'})")
        ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=show_version)
def main() -> None:
    """Run a command."""
