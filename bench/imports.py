"""How long `import ruche` and `ruche --help` take, in CPU time: other work on the machine counts little.

    python bench/imports.py

At most 60 ms and 120 ms are wanted, compiled. The best of several tries is printed.
"""

from __future__ import annotations

import os
import subprocess
import sys

TRIES = 11
WANTED = {"import ruche": 60, "ruche --help": 120}
COMMANDS = {
    "nothing": ["-c", "pass"],
    "import ruche": ["-c", "import ruche"],
    "ruche --help": ["-m", "ruche", "--help"],
}


def milliseconds(arguments: list[str]) -> float:
    """CPU time of a run of Python, its own start included."""
    before = os.times()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return 1000 * used


def main() -> None:
    for name, arguments in COMMANDS.items():
        best = min(milliseconds(arguments) for _ in range(TRIES))
        wanted = f", at most {WANTED[name]} wanted" if name in WANTED else ""
        print(f"{name:>14}: {best:4.0f} ms{wanted}")


if __name__ == "__main__":
    main()
