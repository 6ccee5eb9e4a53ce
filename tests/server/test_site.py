"""Everything else that the server answers: archive, records, positions, pictures, the page."""

import json
import random

from starlette.routing import Route
from tests.server.helpers import Served, choose

from ruche.server.app import make_app


def test_the_archive_is_searched_page_by_page(server: Served) -> None:
    for i in range(23):
        server.create(type="Base+M", opponent={"kind": "screen"}, name=f"Zoë {i}")
    found = server.client.get("/api/games", params={"player": "zoË", "type": "base+m"}).json()
    assert (found["total"], found["pages"], len(found["games"])) == (23, 2, 20)
    newest = found["games"][0]
    assert newest["players"]["w"]["name"] == "Zoë 22"
    assert (newest["state"], newest["outcome"], newest["ended"]) == ("NotStarted", None, None)
    second = server.client.get("/api/games", params={"player": "Zoë", "page": 2}).json()
    assert len(second["games"]) == 3
    assert server.client.get("/api/games", params={"player": "100%_"}).json()["total"] == 0
    for wrong in ({"page": "x"}, {"result": "nobody"}, {"state": "odd"}, {"page": "9" * 30}):
        assert server.client.get("/api/games", params=wrong).status_code == 400


def test_all_records_are_downloaded(server: Served) -> None:
    rng = random.Random(3)
    both = server.create(type="Base+ML", opponent={"kind": "screen"}, name="Downloader")
    view = both.look()
    for _ in range(6):
        view = both.act(choose(view, rng), view["seq"])
    both.post("offers", offer="resign")
    query = {"player": "downloader"}
    pgn = server.client.get("/api/archive.pgn", params=query).text
    assert pgn.count("[GameType") == 1
    assert '[Termination "resignation"]' in pgn
    strings = server.client.get("/api/archive.gamestrings", params=query).text
    assert strings.splitlines()[0].split(";")[3:] == [move["text"] for move in view["moves"]]
    assert server.client.get("/api/archive.zip").status_code == 404


def test_records_are_read_and_written(server: Served) -> None:
    tree = [
        {
            "action": "wG1",
            "comment": "begins",
            "children": [
                {"action": "bG1 wG1-", "comment": None, "children": []},
                {"action": "bA1 wG1-", "comment": None, "children": []},
            ],
        }
    ]
    wish = {"format": "pgn", "type": "Base", "tags": {"White": "Anna"}, "tree": tree}
    text = server.client.post("/api/records/write", json=wish).json()["text"]
    found = server.client.post("/api/records/read", json={"text": text}).json()
    assert found["tree"] == tree
    assert found["tags"]["White"] == "Anna"
    assert (found["type"], found["setup"], found["result"]) == ("Base", None, "InProgress")
    bad = server.client.post("/api/records/read", json={"text": "Base;InProgress;White[1];wZ9"})
    assert bad.status_code == 422
    assert bad.json()["reason"]["fr"]
    setup = {
        "stacks": [{"q": 0, "r": 0, "pieces": ["wQ"]}, {"q": 1, "r": 0, "pieces": ["bQ", "wB"]}],
        "colour": "b",
        "turn": 5,
    }
    wish = {"format": "pgn", "type": "Base", "setup": setup, "tree": [{"action": "bA1 bQ-", "children": []}]}
    answer = server.client.post("/api/records/write", json=wish)
    assert answer.status_code in (200, 422), answer.text


def test_a_long_record_is_a_deep_tree(server: Served) -> None:
    moves = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"]
    actions = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *moves * 200]
    tree = "[]"
    for action in reversed(actions):  # as text: the tests' own JSON writer does not go that deep
        tree = f'[{{"action": {json.dumps(action)}, "children": {tree}}}]'
    wish = f'{{"format": "pgn", "type": "Base", "options": {{"repetition": "off"}}, "tree": {tree}}}'
    written = server.client.post("/api/records/write", content=wish)
    assert written.status_code == 200, written.text[:300]
    found = server.client.post("/api/records/read", json={"text": written.json()["text"]})
    assert found.text.count('"action"') == len(actions)


def test_positions_without_a_game(server: Served) -> None:
    line = {"type": "Venom", "actions": ["wA1", "bY1 wA1-"]}
    view = server.client.post("/api/view", json=line).json()
    assert (view["id"], view["you"], view["turn"]) == (None, "both", "White[2]")
    assert view["moves"][1]["words"] == {"en": "Black places a fly", "fr": "Les Noirs posent une mouche"}
    frames = server.client.post("/api/frames", json=line).json()
    assert [len(frame["stacks"]) for frame in frames["frames"]] == [0, 1, 2]
    why = server.client.post("/api/why", json={**line, "clicks": ["hex:0,0"]}).json()["reason"]
    assert why["rule"] == "T5"
    assert server.client.post("/api/why", json={**line, "clicks": ["hand:w:ant"]}).json()["reason"] is None
    assert server.client.post("/api/why", json=line).status_code == 400
    wrong = server.client.post("/api/view", json={"type": "Venom", "actions": ["wA1", "wA2 wA1-"]})
    assert wrong.json()["error"] == "illegal"
    setup = {"stacks": [{"q": 0, "r": 0, "pieces": ["wQ"]}, {"q": 3, "r": 0, "pieces": ["bQ"]}], "turn": 2}
    apart = server.client.post("/api/view", json={"type": "Base", "setup": setup})
    assert (apart.status_code, apart.json()["reason"]["rule"]) == (422, "H1")


def test_a_line_goes_on_after_a_repetition(server: Served) -> None:
    there_and_back = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"]
    line = {"type": "Base", "actions": ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *there_and_back * 2]}
    view = server.client.post("/api/view", json=line).json()
    assert view["outcome"] == {"winner": None, "why": "repetition"}
    line["actions"] = [*line["actions"], there_and_back[0]]
    view = server.client.post("/api/view", json=line).json()
    assert (view["outcome"], view["options"]["repetition"]) == (None, "off")


def test_pictures(server: Served) -> None:
    line = {"type": "Base", "actions": ["wA1"]}
    svg = server.client.post("/api/picture", json=line)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.text.startswith("<svg")
    png = server.client.post("/api/picture", json={**line, "format": "png"})
    assert png.content[:4] == b"\x89PNG"


def test_the_page_is_served(server: Served) -> None:
    index = server.client.get("/")
    assert index.headers["content-type"].startswith("text/html")
    assert index.headers["cache-control"] == "no-cache"
    policy = index.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    for inside in ("/game/abc", "/analysis", "/learn/ant"):
        assert server.client.get(inside).text == index.text
    again = server.client.get("/", headers={"if-none-match": index.headers["etag"]})
    assert again.status_code == 304
    script = index.text.split('src="/assets/')[1].split('"')[0]
    answer = server.client.get(f"/assets/{script}")
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert "javascript" in answer.headers["content-type"]
    for nothing in (
        "/assets/nothing.js",
        "/api/nothing",
        "/assets/..%2f..%2fversion.py",
    ):
        assert server.client.get(nothing).status_code == 404
    assert server.client.post("/analysis").status_code == 405


def test_figures_and_words(server: Served) -> None:
    figures = server.client.get("/api/figures").json()["figures"]
    assert {"games.total", "games.running", "moves.total", "workers.busy", "latency.p99_ms"} <= set(figures)
    words = server.client.get("/api/words").json()
    assert words["fr"]["bug.ant"] == "Fourmi"
    types = server.client.get("/api/types").json()
    assert "Swarm" in types["modules"]


def test_the_description_is_complete(server: Served) -> None:
    document = server.client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    routes = {
        route.path
        for route in make_app("sqlite+aiosqlite://").routes
        if isinstance(route, Route) and "{path" not in route.path
    }
    described = {path.replace(".gamestrings", ".{format}") for path in document["paths"]}
    assert routes - described == {"/api/openapi.json"}
