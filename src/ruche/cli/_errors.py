"""Errors of the command line, reported in the user's language and without a traceback."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

import click

from ruche import IllegalAction, words
from ruche.cli._language import say, translate_metavars
from ruche.words.errors import LocalizedError, shorten

LONGEST = 500  # characters of a sentence that click made
INTERRUPTED = 130  # what shells expect of a program that Ctrl-C has ended
TYPED = "ruche.typed"  # where a context keeps its arguments as they were typed


class CommandError(click.ClickException):
    """Something that cannot be done."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(say("mistake.error", text=self.message), file=file, err=True)


class CommandUsageError(CommandError):
    """Something that was asked for wrongly; `ctx` says of which command."""

    exit_code = 2

    def __init__(self, text: str, ctx: click.Context | None) -> None:
        super().__init__(text)
        self.ctx = ctx

    def show(self, file: IO[Any] | None = None) -> None:
        if self.ctx is not None:
            hint = say("mistake.hint", command=self.ctx.command_path)
            click.echo(f"{self.ctx.get_usage()}\n{hint}\n", file=file, err=True)
        super().show(file)


@contextmanager
def report_errors(ctx: click.Context | None = None) -> Iterator[None]:
    """Turn the errors that users can cause into a `CommandError`; any other stays as it is."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(say("mistake.interrupted"), err=True)
        raise SystemExit(INTERRUPTED) from None
    except CommandError:  # reported already, by the command inside
        raise
    except click.UsageError as error:
        raise CommandUsageError(sentence(error), error.ctx or ctx) from None
    except ModuleNotFoundError as missing:
        extra = extra_of((missing.name or "").partition(".")[0])
        if extra is None:
            raise
        raise CommandError(say("mistake.extra", package=missing.name, extra=extra)) from None
    except click.ClickException as error:
        raise CommandError(error.format_message()) from None
    except IllegalAction as error:
        raise CommandUsageError(f"{error.text}: {error.reason.say(words.language())}", ctx) from None
    except LocalizedError as error:
        raise CommandUsageError(error.say(words.language()), ctx) from None


def extra_of(module: str) -> str | None:
    """Return the extra of this package that brings a module, as its metadata say; None if none does."""
    from importlib.metadata import PackageNotFoundError, requires

    try:
        lines = requires("ruche") or []
    except PackageNotFoundError:  # run from its sources
        return None
    for line in lines:
        name, _, condition = line.partition(";")
        package = re.split(r"[^\w.-]", name.strip())[0].replace("-", "_").lower()
        found = re.search(r"extra == ['\"]([\w-]+)['\"]", condition)
        if found and found[1] not in ("all", "test", "docs") and package == module.lower():
            return found[1]
    return None


def sentence(error: click.UsageError) -> str:
    """Say what is wrong: in our words for what click distinguishes, in click's own, English, for the rest."""
    if isinstance(error, click.NoSuchOption):
        return unknown_name("option", error.option_name, error.possibilities or ())
    if isinstance(error, click.BadOptionUsage):
        return say("mistake.values", name=error.option_name)
    if isinstance(error, click.BadParameter) and error.param is not None:
        name = translate_metavars(error.param.get_error_hint(error.ctx))
        if isinstance(error, click.MissingParameter):
            return say("mistake.missing", name=name)
        return say("mistake.value", name=name, value=typed(error), expected=expected(error.param.type))
    message = error.format_message()
    return message if len(message) <= LONGEST else f"{message[:LONGEST]}..."  # click quotes arguments whole


def typed(error: click.BadParameter) -> str:
    """Return what was typed for a parameter; click itself only has it in a sentence."""
    ctx, param = error.ctx, error.param
    assert ctx is not None
    assert param is not None
    values, _, _ = ctx.command.make_parser(ctx).parse_args(args=list(ctx.meta[TYPED]))
    value = values.get(param.name, param.get_default(ctx))
    return shorten(" ".join(map(str, value)) if isinstance(value, tuple | list) else str(value))


def expected(kind: click.ParamType[Any]) -> str:
    """Say which values a parameter takes."""
    if isinstance(kind, click.Choice):
        return say("mistake.one_of", choices=", ".join(kind.choices))
    if isinstance(kind, click.Path):
        return say("mistake.file_to_read" if kind.exists else "mistake.file_to_write")
    number = say("mistake.whole_number" if kind.name.startswith("integer") else "mistake.number")
    if not isinstance(kind, click.IntRange | click.FloatRange):
        return number
    if kind.max is not None:
        return say("mistake.between", number=number, least=kind.min, most=kind.max)
    return say("mistake.above" if kind.min_open else "mistake.from", number=number, least=kind.min)


def unknown_name(what: str, name: str, near: Sequence[str]) -> str:
    """Say that there is no option or command of a name, and which have one like it."""
    text = say(f"mistake.no_{what}", name=shorten(name))
    return f"{text} {say('mistake.near', names=', '.join(sorted(near)))}" if near else text
