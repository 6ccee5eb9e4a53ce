"""The little Markdown that the pages of the rules are written in, as HTML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

CODE = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\[([^\]]+)\]\((\w+)\.md\)")
STRESS = re.compile(r"(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])")


def to_html(text: str, *, link: str, diagram: Callable[[str, str], str]) -> str:
    """Return a page as HTML.

    A link to `ant.md` leads to `link` and `ant`. `diagram` is given what stands behind the fence of a `hive`
    and its text, and returns what is shown in its place.
    """
    return "\n".join(_blocks(text.splitlines(), link, diagram))


def _blocks(lines: list[str], link: str, diagram: Callable[[str, str], str]) -> Iterator[str]:
    rest = iter([*lines, ""])
    for line in rest:
        if line.startswith("```"):
            inside = "".join(f"{one}\n" for one in iter(lambda: next(rest), "```"))
            yield diagram(line.removeprefix("```hive").strip(), inside)
        elif line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            yield f"<h{level}>{inline(line[level:].strip(), link)}</h{level}>"
        elif line:
            block = [line, *iter(lambda: next(rest), "")]
            yield _block(block, link)


def _block(lines: list[str], link: str) -> str:
    """Return a table, a list or a paragraph."""
    if lines[0].startswith("|"):
        head, _, *rows = ([cell.strip() for cell in line.strip("|").split("|")] for line in lines)
        return f"<table>{_row(head, 'th', link)}{''.join(_row(row, 'td', link) for row in rows)}</table>"
    if lines[0].startswith("- "):
        items = "\n".join(lines).removeprefix("- ").split("\n- ")
        return f"<ul>{''.join(f'<li>{inline(one, link)}</li>' for one in items)}</ul>"
    return f"<p>{inline(' '.join(lines), link)}</p>"


def _row(cells: list[str], tag: str, link: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{inline(cell, link)}</{tag}>' for cell in cells)}</tr>"


def inline(text: str, link: str) -> str:
    """Return a run of text: code, links and stressed words; inside code nothing else counts."""
    parts = CODE.split(escape(text, quote=False))
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = f"<code>{part}</code>"
        else:
            part = LINK.sub(lambda found: f'<a href="{link}{found[2]}">{found[1]}</a>', part)
            parts[i] = STRESS.sub(r"<em>\1</em>", part)
    return "".join(parts)
