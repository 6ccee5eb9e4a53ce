"""Build the documentation site into site/: diagrams as pictures, the reference from the docstrings.

python docs/build.py        (after pip install '.[docs]')

The pages themselves are plain Markdown; a copy of them in build/docs is what the site is made of.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from ruche import render, words
from ruche.notation.diagram import read_diagram
from ruche.render.scene import scene
from ruche.render.wording import listing

sys.path.insert(0, str(Path(__file__).parent))
import reference

HERE = Path(__file__).parent
COPY = HERE.parent / "build" / "docs"
WORDS = HERE.parent / "src" / "ruche" / "words"
RULES = re.compile(r"\.\./src/ruche/words/([^/]+)/rules/")  # the server shows these pages too
DIAGRAM = re.compile(r"^```hive[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main() -> None:
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(HERE, COPY, ignore=shutil.ignore_patterns("*.py", "__pycache__", "reference"))
    for language in words.LANGUAGES:
        shutil.copytree(WORDS / language / "rules", COPY / "rules" / language)
    shutil.copy(HERE.parent / "CHANGELOG.md", COPY / "changelog.md")
    reference.write(COPY / "reference")
    for page in sorted(COPY.rglob("*.md")):
        folders = set(page.relative_to(COPY).parts) & set(words.LANGUAGES)
        language = folders.pop() if folders else words.LANGUAGES[0]
        text = RULES.sub(r"rules/\1/", page.read_text(encoding="utf-8"))
        fold = "???+" if page.name == "diagrams.md" else "???"  # that page is about the text
        page.write_text(with_pictures(text, page.parent, language, fold), encoding="utf-8")
    sys.exit(subprocess.call([sys.executable, "-m", "zensical", "build", "--clean"], cwd=HERE.parent))


def with_pictures(text: str, folder: Path, language: str, fold: str) -> str:
    """Replace the diagrams of a page with pictures, their text in a fold under each."""
    return DIAGRAM.sub(lambda match: picture(match[1], folder, language, fold), text)


def picture(diagram: str, folder: Path, language: str, fold: str) -> str:
    """Draw a diagram and return what the page shows in its place."""
    found = read_diagram(diagram)
    drawn = render.svg(
        found.position,
        targets=found.stars,
        labels="notation",
        hands=False,
        caption=False,
        language=language,
    )
    file = COPY / "drawn" / f"{hashlib.sha256(drawn.encode()).hexdigest()[:16]}.svg"
    file.parent.mkdir(exist_ok=True)
    file.write_text(drawn, encoding="utf-8")
    link = Path(os.path.relpath(file, folder)).as_posix()
    indented = "".join(f"    {line}\n" for line in diagram.splitlines())
    listed = listing(scene(found.position), language)  # for those who do not see the picture
    shown = f'![{listed}]({link}){{ width="420" }}'
    title = words.say("rulebook.as_text", language)
    return f'{shown}\n\n{fold} quote "{title}"\n\n    ```text\n{indented}    ```\n'


if __name__ == "__main__":
    main()
