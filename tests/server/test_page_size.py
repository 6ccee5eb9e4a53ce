"""What the page weighs on its way, zipped as the server sends it."""

import gzip
import re
from pathlib import Path

import ruche
from ruche import words

WEB = Path(ruche.__file__).parent / "web"


def weight(path: Path) -> int:
    body = path.read_bytes()
    return len(body) if path.suffix in (".woff2", ".png") else len(gzip.compress(body, mtime=0))


def linked(path: Path, seen: set[Path]) -> set[Path]:
    """The files that come with a file: what it imports outright, not what it may load later."""
    if path in seen:
        return seen
    seen.add(path)
    text = path.read_text(encoding="utf-8") if path.suffix in (".html", ".js", ".css") else ""
    imports = r'(?:src|href)="(/assets/[^"]+)"|(?:from|^import|;import)\s*"(\./[^"]+)"|url\((/assets/[^)]+)\)'
    for found in re.finditer(imports, text):
        name = next(filter(None, found.groups())).rpartition("/")[2]
        linked(WEB / "assets" / name, seen)
    return seen


def test_what_every_page_loads_is_small() -> None:
    files = linked(WEB / "index.html", set())
    assert {path.suffix for path in files} >= {".html", ".js", ".css", ".woff2"}  # nothing was overlooked
    texts = [path for language in words.LANGUAGES for path in (WEB / "assets").glob(f"{language}-*.js")]
    assert len(texts) == len(words.LANGUAGES)
    assert not files & set(texts)  # a visitor loads one of them
    assert sum(map(weight, files)) + max(map(weight, texts)) < 100_000  # the first page loads 15 kB more


def test_all_pages_together_are_smaller_than_a_game_may_be() -> None:
    assert sum(map(weight, (WEB / "assets").iterdir())) < 250_000


def test_the_service_worker_keeps_files_that_are_there() -> None:
    kept = re.findall(r'"/assets/([^"]+)"', (WEB / "sw.js").read_text(encoding="utf-8"))
    assert set(kept) == {path.name for path in (WEB / "assets").iterdir()}
