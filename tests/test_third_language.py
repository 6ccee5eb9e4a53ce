"""A language that nobody wrote code for: a folder of texts, and everything speaks it.

The folder is made from English, every text marked. The English beside it is struck out, so that a text which
was not taken from the new language is seen.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.server.helpers import Served

import ruche
from ruche import words

NEW = "qx"
MARK = "§"
STRUCK = "NOT-TRANSLATED"
ROOT = Path(__file__).parent.parent
PROBE = Path(__file__).parent / "data" / "speak.py"


def write(folder: Path, mark: str) -> None:
    """Write a language with all texts and pages of English, each marked."""
    for area in folder.rglob("*.toml"):
        area.unlink()
    own = (Path(words.__file__).parent / "en" / "language.toml").read_text(encoding="utf-8")
    (folder / "language.toml").write_text(own.replace("English", f"{mark}English"), encoding="utf-8")
    lines: dict[str, list[str]] = {"texts.toml": [], "run.toml": ["[run]"]}
    for key in sorted(words.keys()):
        marked = "|".join(f"{mark}{form}" for form in words.text_of(key, "en").split("|"))
        if key.startswith("run."):  # read by run.py, and only from there
            lines["run.toml"].append(f'{key.removeprefix("run.")} = "{marked}"')
        else:
            lines["texts.toml"].append(f"{key} = {json.dumps(marked)}")
    for file, texts in lines.items():
        (folder / file).write_text("\n".join(texts), encoding="utf-8")
    for name in words.rules_pages():
        text = words.rules_page(name, "en").replace("# ", f"# {mark}")
        (folder / "rules" / f"{name}.md").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where ruche has the new language, and the user's language is it."""
    root = tmp_path_factory.mktemp("installed")
    package = root / "src" / "ruche"
    shutil.copytree(Path(str(ruche.__file__)).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(package / "words" / "en", package / "words" / NEW)
    write(package / "words" / "en", STRUCK)
    write(package / "words" / NEW, MARK)
    return {**os.environ, "PYTHONPATH": str(root / "src"), "RUCHE_LANG": NEW}


@pytest.fixture(scope="module")
def spoken(environment: dict[str, str]) -> dict[str, str]:
    """What is said without a network: by help, mistakes, refusals, pictures and the terminal."""
    answer = subprocess.run(
        [sys.executable, "-P", str(PROBE), NEW], env=environment, capture_output=True, text=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    said: dict[str, str] = json.loads(answer.stdout)
    return said


def test_it_is_one_of_the_languages(spoken: dict[str, str]) -> None:
    assert spoken["languages"].split() == [*words.LANGUAGES, NEW]


def test_commands_errors_refusals_pictures_and_the_terminal_speak_it(spoken: dict[str, str]) -> None:
    assert len(spoken) > 100
    foreign = {what for what, text in spoken.items() if MARK not in text or STRUCK in text}
    assert foreign == {"languages"}


def test_the_set_up_speaks_it(environment: dict[str, str]) -> None:
    """run.py reads its texts from the source tree beside it."""
    shutil.copy(ROOT / "run.py", Path(environment["PYTHONPATH"]).parent)
    values = dict.fromkeys(("version", "name", "folder", "reason"), "?")
    keys = sorted(key.removeprefix("run.") for key in words.keys("en") if key.startswith("run."))
    program = f"import run\nfor key in {keys}: print(run.sentence(key, **{values}))"
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(environment["PYTHONPATH"]).parent,
        env={**environment, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    texts = said.stdout.splitlines()
    assert len(texts) == len(keys)
    assert all(text.startswith(f"ruche: {MARK}") for text in texts)


@pytest.fixture(scope="module")
def get(
    environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Any]]:
    """A server with the new language, and what it answers."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        server = Served(tmp_path_factory.mktemp("server") / "games.sqlite")
    yield lambda path: server.client.get(path).json()
    server.stop()


def translations(answer: Any) -> Iterator[dict[str, str]]:
    """Every text in an answer that is sent in all languages."""
    if isinstance(answer, dict):
        if "en" in answer:
            yield answer
        for value in answer.values():
            yield from translations(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from translations(value)


@pytest.mark.parametrize("path", ["levels", "lessons", "lessons/ant", "puzzles", "games/none", "nowhere"])
def test_the_server_sends_it(get: Callable[[str], Any], path: str) -> None:
    found = list(translations(get(f"/api/{path}")))
    if path == "puzzles":
        found = list(translations(get(f"/api/puzzles/{get('/api/puzzles')[0]['id']}")))
    assert found
    for texts in found:
        assert set(texts) == {*words.LANGUAGES, NEW}
        assert MARK in texts[NEW]
        assert STRUCK not in texts[NEW]


def test_the_server_sends_the_whole_catalogue(get: Callable[[str], Any]) -> None:
    catalogue = get("/api/words")[NEW]
    assert set(catalogue) == words.keys()
    assert all(text.startswith(MARK) for text in catalogue.values())


@pytest.mark.parametrize("name", sorted(words.rules_pages()))
def test_the_rules_are_shown_in_it(get: Callable[[str], Any], name: str) -> None:
    page = get(f"/api/rules/{name}?language={NEW}")
    assert page["title"].startswith(MARK)
    assert MARK in page["html"]
    assert STRUCK not in page["html"]
