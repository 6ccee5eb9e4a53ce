"""The Markdown that the pages of the rules are written in, as HTML, with diagrams and links of our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token


def to_html(text: str, *, link: str, diagram: Callable[[str, str], str]) -> str:
    """Return a page as HTML.

    A link to `ant.md` leads to `link` and `ant`. `diagram` is given what stands behind the fence of a `hive`
    and its text, and returns what is shown in its place.
    """

    def fence(_: RendererHTML, tokens: Sequence[Token], at: int, *__: Any) -> str:
        token = tokens[at]
        return diagram(token.info.removeprefix("hive").strip(), token.content)

    def lead(renderer: RendererHTML, tokens: Sequence[Token], at: int, options: Any, _: Any) -> str:
        target = str(tokens[at].attrs["href"])
        tokens[at].attrs["href"] = link + target.removesuffix(".md")
        return renderer.renderToken(tokens, at, options, {})

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.add_render_rule("fence", fence)
    reader.add_render_rule("link_open", lead)
    return str(reader.render(text))
