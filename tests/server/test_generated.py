"""What is generated from the declarations in Python, compared with what is committed."""

from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct, field

from ruche.server.generate import generate
from ruche.server.wire.calls import call
from ruche.server.wire.messages import BothSides, RequestBody, Side
from ruche.server.wire.typescript import Types, client

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("path", generate(ROOT), ids=lambda path: path.name)
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generate(ROOT)[path], "run python -m ruche.server.generate"


class Node(Struct):
    """A thing of every kind."""

    start: tuple[int, float] = field(name="from")
    colours: BothSides[bool]
    seats: dict[Side, str]
    kind: Literal["b", "a"] | None
    name: Annotated[str, Meta(max_length=3)] = ""
    children: list["Node | None"] = []


class Wanted(RequestBody, tag="wanted", tag_field="do"):
    """Something wanted."""

    node: Node
    often: int = 1


def test_a_message_is_an_interface() -> None:
    types = Types()
    assert types.text(Wanted) == "Wanted"
    assert types.texts == {
        "Side": "export type Side = 'b' | 'w'\n",
        "Node": "/** A thing of every kind. */\n"
        "export interface Node {\n"
        "  from: [number, number]\n"
        "  colours: Record<Side, boolean>\n"
        "  seats: Partial<Record<Side, string>>\n"
        "  kind: 'a' | 'b' | null\n"
        "  name: string\n"
        "  children: (Node | null)[]\n"
        "}\n",
        "Wanted": "/** Something wanted. */\n"
        "export interface Wanted {\n"
        "  do: 'wanted'\n"
        "  node: Node\n"
        "  often?: number\n"
        "}\n",
    }


@call("POST", "/api/things/{id}/do", uses_seat=True)
async def do_it(request: object, body: Wanted) -> list[Node]:
    """Do it.

    And more.
    """
    raise NotImplementedError


def test_a_call_is_a_function() -> None:
    text = client([do_it])
    assert "import type { Node, Wanted } from './messages'" in text
    assert (
        "    /** Do it. */\n"
        "    doIt: (id: string, body: Wanted) => "
        "send.json<Node[]>('POST', `/api/things/${part(id)}/do`, { body, seat: id }),\n"
    ) in text
