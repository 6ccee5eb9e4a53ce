"""What every test shares."""

from pathlib import Path

from hypothesis import settings

import ruche

# Machines are slow and shared at times; a slow example is no failure.
settings.register_profile("ruche", deadline=None)
settings.load_profile("ruche")


def pytest_report_header() -> str:
    """Say which ruche is tested: the installed, compiled one or the sources."""
    mode = "compiled" if ruche.COMPILED else "plain Python"
    return f"ruche {ruche.__version__} ({mode}) from {Path(str(ruche.__file__)).parent}"
