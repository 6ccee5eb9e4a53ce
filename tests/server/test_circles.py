"""A connection that has ended leaves nothing behind that only the garbage collector could free.

It looks at long intervals only, and a follower that stays brings its whole game with it.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("how", ["closed", "cut off", "refused", "of no game"])
def test_a_follower_that_has_gone_is_freed(tmp_path: Path, how: str) -> None:
    command = [sys.executable, "-m", "tests.server.circles", str(tmp_path), how]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert json.loads(done.stdout) == {}
