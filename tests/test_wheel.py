"""The wheel holds the whole package, and none is made without the page."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from ruche.version import VERSION

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what a wheel is made from."""
    folder = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    return folder


def build(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "setup.py", "-q", "bdist_wheel"],
        cwd=tree,
        env=os.environ | {"RUCHE_COMPILE": "no"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_holds_every_file_of_the_package(tree: Path) -> None:
    removed = tree / "build" / "lib" / "ruche" / "removed_since.py"
    removed.parent.mkdir(parents=True)
    removed.touch()
    answer = build(tree)
    assert answer.returncode == 0, answer.stderr
    (wheel,) = (tree / "dist").glob(f"ruche-{VERSION}-*.whl")
    with ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    there = {
        p.relative_to(tree / "src").as_posix() for p in (tree / "src" / "ruche").rglob("*") if p.is_file()
    }
    assert packed == there


def test_no_wheel_without_the_page(tree: Path) -> None:
    page = tree / "src" / "ruche" / "web" / "index.html"
    page.rename(tree / "index.html")
    answer = build(tree)
    (tree / "index.html").rename(page)
    assert answer.returncode != 0
    assert "index.html is missing: run `npm install && npm run build` in frontend/" in answer.stderr
