"""How soon `ruche uhp` answers, and how long `validmoves` takes.

    python bench/startup.py

The first answer is also given as a multiple of a bare `python -c pass`, which says more on a busy machine.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median
from typing import IO

TRIES = 15
MIDDLE = (
    r"Base+MLP;InProgress;White[11];wB1;bS1 wB1-;wQ /wB1;bQ bS1/;wG1 -wB1;bG1 bS1-;wM -wQ;bM bQ-;wP /wQ;"
    r"bP bQ/;wL -wG1;bL bG1-;wA1 wQ\;bB1 \bQ;wS1 wA1-;bA1 -bB1;wA2 -wP;bA2 bP-;wA2 wS1/;bA2 /bA1"
)


def bare() -> float:
    """Seconds that Python itself takes."""
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", "pass"], check=True)
    return time.perf_counter() - began


def start() -> tuple[subprocess.Popen[str], float]:
    """Start an engine; give it and the seconds to the end of its first answer."""
    began = time.perf_counter()
    pipe = subprocess.PIPE
    engine = subprocess.Popen(
        [sys.executable, "-m", "ruche", "uhp"], stdin=pipe, stdout=pipe, text=True, bufsize=1
    )
    assert engine.stdout is not None
    wait(engine.stdout)
    return engine, time.perf_counter() - began


def wait(stream: IO[str]) -> None:
    """Read to the end of an answer."""
    while stream.readline() != "ok\n":
        pass


def ask(engine: subprocess.Popen[str], line: str) -> float:
    """Seconds that a command takes."""
    assert engine.stdin is not None
    assert engine.stdout is not None
    began = time.perf_counter()
    engine.stdin.write(line + "\n")
    wait(engine.stdout)
    return time.perf_counter() - began


def main() -> None:
    plain, first, valid = [], [], []
    for _ in range(TRIES):
        plain.append(bare())
        engine, seconds = start()
        first.append(seconds)
        ask(engine, f"newgame {MIDDLE}")
        valid += [ask(engine, "validmoves") for _ in range(100)]
        assert engine.stdin is not None
        engine.stdin.close()
        engine.wait()
    print(f"python -c pass      {min(plain) * 1000:6.1f} ms best, {median(plain) * 1000:6.1f} ms median")
    print(
        f"ruche uhp, answer   {min(first) * 1000:6.1f} ms best, {median(first) * 1000:6.1f} ms median,"
        f" {min(first) / min(plain):.1f} times bare Python"
    )
    print(f"validmoves          {min(valid) * 1000:6.2f} ms best, {median(valid) * 1000:6.2f} ms median")


if __name__ == "__main__":
    main()
