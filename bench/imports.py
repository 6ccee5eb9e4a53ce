"""How long `import ruche` and `ruche --help` take, in CPU time: other work on the machine counts little.

    python bench/imports.py

At most 60 ms and 120 ms are wanted, compiled. The best of several tries is printed.
"""

from __future__ import annotations

import resource
import subprocess
import sys

TRIES = 11
WANTED = {"import ruche": 60, "ruche --help": 120}
COMMANDS = {
    "nothing": ["-c", "pass"],
    "import click, rich": ["-c", "import click, rich"],
    "import ruche": ["-c", "import ruche"],
    "ruche --help": ["-m", "ruche", "--help"],
}


def milliseconds(arguments: list[str]) -> float:
    """CPU time of a run of Python, its own start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main() -> None:
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(TRIES):  # by turns, so that all see the same machine
        for name, arguments in COMMANDS.items():
            best[name] = min(best[name], milliseconds(arguments))
    for name, found in best.items():
        wanted = f", at most {WANTED[name]} wanted" if name in WANTED else ""
        print(f"{name:>18}: {found:5.1f} ms{wanted}")


if __name__ == "__main__":
    main()
