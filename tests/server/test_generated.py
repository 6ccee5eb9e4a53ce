"""What is generated from the declarations in Python, compared with what is committed."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import httpx
import pytest
from msgspec import Meta, Struct, field
from starlette.applications import Starlette

from ruche.server import api
from ruche.server.admission.gate import Gate
from ruche.server.admission.operator import Operator
from ruche.server.admission.settings import AdmissionSettings
from ruche.server.context import AppContext
from ruche.server.generate import PROTOCOL, generate
from ruche.server.routing import route_of
from ruche.server.wire.calls import call
from ruche.server.wire.messages import BothSides, RequestBody, Side
from ruche.server.wire.typescript import Types, client

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("path", generate(ROOT), ids=lambda path: path.name)
def test_generated_files_are_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == generate(ROOT)[path], "run python -m ruche.server.generate"


async def get(app: Starlette, path: str) -> Any:
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://ruche") as client:
        return (await client.get(path)).json()


def test_an_endpoint_is_found_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call is one decorated function in a module of its own: nothing else has to know of it."""
    (tmp_path / "tides.py").write_text(
        "from ruche.server.wire.calls import call\n"
        '@call("GET", "/api/tides")\n'
        "async def listing(request: object) -> list[int]:\n"
        '    """List the tides."""\n'
        "    return [1, 2]\n"
    )
    monkeypatch.setattr(api, "__path__", [*api.__path__, str(tmp_path)])
    try:
        api.endpoints.cache_clear()
        assert "/api/tides" in {one.path for one in api.endpoints()}
        app = Starlette(routes=[route_of(one) for one in api.endpoints()])
        nothing: Any = None
        gate = Gate(AdmissionSettings())
        app.state.context = AppContext(nothing, nothing, nothing, nothing, gate, Operator())
        assert asyncio.run(get(app, "/api/tides")) == [1, 2]
        assert "| `GET /api/tides` |  | `number[]` | List the tides |" in generate(ROOT)[ROOT / PROTOCOL]
    finally:
        api.endpoints.cache_clear()
        sys.modules.pop("ruche.server.api.tides", None)


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
