"""What every test shares."""

import os
import signal
from pathlib import Path

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


def pytest_report_header() -> str:
    """Say which ruche is tested: the installed, compiled one or the sources."""
    mode = "compiled" if ruche.COMPILED else "plain Python"
    return f"ruche {ruche.__version__} ({mode}) from {Path(str(ruche.__file__)).parent}"
