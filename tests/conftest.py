"""What every test shares."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

import ruche

# Machines are slow and shared at times; a slow example is no failure.
settings.register_profile("ruche", deadline=None)
settings.load_profile("ruche")

# Commands speak the user's language; the tests read English, wherever they run, unless they ask for another.
os.environ["RUCHE_LANG"] = "en"

# A shell's jobs in the background ignore Ctrl-C, and so would all that the tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# What `--quick` leaves out: browsers, whole processes, thousands of positions.
HERE = Path(__file__).parent
NOT_QUICK = {
    "arena",
    "browser",
    "terminal",
    "training",
    "uhp",
    "test_bot.py",
    "test_examples.py",
    "test_faults.py",
    "test_openapi.py",
    "test_run.py",
    "test_serve.py",
    "test_third_language.py",
    "test_wheel.py",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick`: the tests that `run.py check` has time for."""
    parser.addoption("--quick", action="store_true", help="leave out the tests that take long to run")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out what is not quick, if only the quick tests are wanted."""
    named = collection_path.relative_to(HERE).parts if collection_path.is_relative_to(HERE) else ()
    return True if config.getoption("--quick") and NOT_QUICK.intersection(named) else None


def pytest_report_header() -> str:
    """Say which ruche is tested: the installed, compiled one or the sources."""
    mode = "compiled" if ruche.COMPILED else "plain Python"
    return f"ruche {ruche.__version__} ({mode}) from {Path(str(ruche.__file__)).parent}"
