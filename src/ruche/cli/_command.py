"""Commands that hold no text: what is said of them is in the catalogue, and is read when it is shown.

The texts of the command in `ruche/cli/arena.py` are `cli.arena.summary` in the list of commands,
`cli.arena.about` in its help and `cli.arena.option.games` for its option `--games`, where `{default}` is the
option's default. Those of `ruche` itself are `cli.about`, `cli.epilog` and `cli.option.version`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import click

from ruche.cli._errors import TYPED, report_errors
from ruche.cli._language import say, translate_metavars

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

NUMBERS = ("integer", "integer range", "float", "float range")  # click's names for them are English


class LocalizedFormatter(click.HelpFormatter):
    """Writes help with headings of the catalogue, colon and all: French has a space before it."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, prefix or f"{say('help.usage')} ")

    def write_heading(self, heading: str) -> None:
        self.write(f"{'':>{self.current_indent}}{heading}\n")


class LocalizedContext(click.Context):
    """Writes help with our formatter."""

    formatter_class = LocalizedFormatter


class LocalizedCommand(click.Command):
    """A command whose help and errors are in the user's language."""

    context_class = LocalizedContext

    @property
    def area(self) -> str:
        """Where the catalogue has its texts: `cli.arena` for `ruche.cli.arena`."""
        return str(self.callback.__module__).removeprefix("ruche.")

    def key_of(self, option: click.Option) -> str:
        """Return where the catalogue has an option's text: under its long name."""
        name = max(option.opts, key=len).lstrip("-")
        return f"{self.area}.option.{name}" if option in self.params else f"help.{name}"  # click adds --help

    def localize(self, ctx: click.Context) -> None:
        self.help = say(f"{self.area}.about")
        for option in self.get_params(ctx):
            if isinstance(option, click.Option):
                option.help = say(self.key_of(option), default=str(option.default))
                if option.metavar is None and option.type.name in NUMBERS:
                    option.metavar = "N"

    def get_short_help_str(self, limit: int = 45) -> str:
        return say(f"{self.area}.summary")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [translate_metavars(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.localize(ctx)
        super().format_help(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        records = [record for option in options if (record := option.get_help_record(ctx))]
        with formatter.section(say("help.options")):
            formatter.write_dl([(translate_metavars(names), text) for names, text in records])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete what is being typed; some shells show the help of options."""
        self.localize(ctx)
        return super().shell_complete(ctx, incomplete)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with report_errors():
            return super().make_context(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Keep the arguments as they are, for error messages."""
        ctx.meta[TYPED] = list(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        with report_errors(ctx):
            return super().invoke(ctx)


class Seconds(click.FloatRange):
    """A time; click lets pass what is not a number and what never ends."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(str(value), param, ctx)
        return number
