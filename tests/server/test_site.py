"""Everything else that the server answers: archive, records, positions, pictures, the page."""

import random
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Route
from tests.server.helpers import Served, choose

from ruche import Game, Position, read_diagram
from ruche.render.pieces import PIECE_SETS
from ruche.server.api.page import Page
from ruche.server.app import make_app


def test_the_archive_is_searched_page_by_page(server: Served) -> None:
    for i in range(23):
        server.create(type="Base+M", opponent={"kind": "screen"}, name=f"Hélène {i}").play("wA1")
    found = server.client.get("/api/games", params={"player": "hÉLÈNE", "type": "base+m"}).json()
    assert (found["total"], found["pages"], len(found["games"])) == (23, 2, 20)
    newest = found["games"][0]
    assert newest["players"]["w"]["name"] == "Hélène 22"
    assert (newest["state"], newest["outcome"], newest["ended"]) == ("InProgress", None, None)
    second = server.client.get("/api/games", params={"player": "Hélène", "page": 2}).json()
    assert len(second["games"]) == 3
    assert server.client.get("/api/games", params={"player": "100%_"}).json()["total"] == 0
    for wrong in ({"page": "x"}, {"result": "nobody"}, {"state": "odd"}, {"page": "9" * 30}):
        assert server.client.get("/api/games", params=wrong).status_code == 400


def test_a_game_is_listed_from_its_first_action_on(server: Served) -> None:
    def listed(name: str) -> list[str]:
        found = server.client.get("/api/games", params={"player": name}).json()
        assert found["total"] == len(found["games"])
        return [game["id"] for game in found["games"]]

    empty = server.create(name="Philippa")
    resigned = server.create(opponent={"kind": "screen"}, name="Philippa")
    resigned.offer("resign")
    position = {"type": "Base", "actions": ["wG1", "bG1 wG1-"]}
    placed = server.create(opponent={"kind": "screen"}, name="Philippa", **position)
    assert (placed.look()["opening"], empty.look()["opening"]) == (2, 0)
    assert listed("Philippa") == []
    assert not server.client.get("/api/archive.pgn", params={"player": "Philippa"}).text
    placed.play("wQ /wG1")
    assert listed("Philippa") == [placed.game]
    empty.play("wA1")
    assert set(listed("Philippa")) == {placed.game, empty.game}


def test_all_records_are_downloaded(server: Served) -> None:
    rng = random.Random(3)
    both = server.create(type="Base+ML", opponent={"kind": "screen"}, name="Downloader")
    view = both.look()
    for _ in range(6):
        view = both.act(choose(view, rng), view["seq"])
    both.propose("resign")
    query = {"player": "downloader"}
    pgn = server.client.get("/api/archive.pgn", params=query).text
    assert pgn.count("[GameType") == 1
    assert '[Termination "resignation"]' in pgn
    strings = server.client.get("/api/archive.gamestrings", params=query).text
    assert strings.splitlines()[0].split(";")[3:] == [move["text"] for move in view["moves"]]
    assert server.client.get("/api/archive.zip").status_code == 404


def test_records_are_read_and_written(server: Served) -> None:
    nodes = [
        {"action": "wG1", "parent": -1, "comment": "begins"},
        {"action": "bG1 wG1-", "parent": 0},
        {"action": "bA1 wG1-", "parent": 0},
    ]
    body = {"format": "pgn", "type": "Base", "tags": {"White": "Anna"}, "nodes": nodes}
    text = server.client.post("/api/records/write", json=body).json()["text"]
    found = server.client.post("/api/records/read", json={"text": text}).json()
    assert found["nodes"] == nodes
    assert found["tags"]["White"] == "Anna"
    assert (found["type"], found["setup"], found["result"]) == ("Base", None, "InProgress")
    bad = server.client.post("/api/records/read", json={"text": "Base;InProgress;White[1];wZ9"})
    assert bad.status_code == 422
    assert bad.json()["reason"]["text"]["fr"]
    setup = {
        "stacks": [{"q": 0, "r": 0, "pieces": ["wQ"]}, {"q": 1, "r": 0, "pieces": ["bQ", "wB"]}],
        "colour": "b",
        "turn": 5,
    }
    body = {"format": "pgn", "type": "Base", "setup": setup, "nodes": [{"action": "bA1 bQ-", "parent": -1}]}
    answer = server.client.post("/api/records/write", json=body)
    assert answer.status_code in (200, 422), answer.text
    body["nodes"] = [{"action": "bA1 bQ-", "parent": 0}]  # it follows itself
    assert server.client.post("/api/records/write", json=body).status_code == 400


def test_every_format_is_listed_written_and_read(server: Served) -> None:
    listed = server.client.get("/api/formats").json()
    assert [form["name"] for form in listed] == ["pgn", "gamestring", "sgf", "diagram"]
    nodes: list[dict[str, Any]] = [{"action": "wG1", "parent": -1}]
    seat = server.create(type="Base", opponent={"kind": "screen"}, actions=["wG1"])
    for form in listed:
        body = {"format": form["name"], "type": "Base", "nodes": nodes}
        text = server.client.post("/api/records/write", json=body).json()["text"]
        found = server.client.post("/api/records/read", json={"text": text}).json()
        assert (found["type"], found["nodes"]) == ("Base", nodes), form  # of so early a diagram, too
        record = server.client.get(f"{seat.path}/record", params={"format": form["name"]})
        assert (record.status_code, "wG1" in record.text) == (200, True)
    unknown = server.client.post("/api/records/write", json={"format": "xml", "type": "Base"})
    assert (unknown.status_code, "pgn" in unknown.json()["reason"]["text"]["en"]) == (400, True)
    venom = server.client.post("/api/records/write", json={"format": "sgf", "type": "Venom"})
    assert (venom.status_code, venom.json()["reason"]["kind"]) == (422, "sgf_type")


def test_a_diagram_is_read_and_its_mistakes_are_told_with_the_line(server: Served) -> None:
    hive = "Base+P Black[6]\n   .     o\nbA1   wP    wQ\n   .     bQ\nlast: bA1 moved\nplayed: bG1 bQ\\"
    found = server.client.post("/api/records/read", json={"text": hive}).json()
    assert found["setup"]["last"] == [{"kind": "moved", "at": [0, 0], "from": [2, -1]}]
    assert [node["action"] for node in found["nodes"]] == ["bG1 bQ\\"]
    text = hive.replace("bA1 moved", "bA1 flew")
    wrong = server.client.post("/api/records/read", json={"text": text}).json()
    assert wrong["line"] == 5
    assert "Ligne 5\u202f: 'bA1 flew'" in wrong["reason"]["text"]["fr"]


def test_a_record_that_begins_within_a_double_turn_begins_before_it(server: Served) -> None:
    within = read_diagram("Base+Honeycombo White[5]\nwQ    hc    bQ\ndouble: white\nplayed: wA1 -wQ").position
    text = Game(start=within).pgn()
    found = server.client.post("/api/records/read", json={"text": text}).json()
    assert (found["setup"]["double"], [node["action"] for node in found["nodes"]]) == ("w", ["wA1 -wQ"])


POSITIONS = [
    ("Base+P", "Black[6]\n   .     o\nbA1   wP    wQ\n   .     bQ\nlast: bA1 moved"),
    ("Base", "White[6]\nwA1   bQ\nwhite: wQ"),  # T3
    ("Base+Swarm", "White[5]\nwQ    bQ    bA1\nwhite: wG1 bS1\nblack: wG2 bB1\nlast: bA1 placed"),
    ("Base+Predators", "White[7]\nwA1   wQ    bQ    bS1\nremoved: wX bA1\nlast: bS1 placed"),
    ("Base+Honeycombo", "White[6]\nwQ    hc    bQ    bA1\ndouble: white\nlast: bA1 placed"),
    ("Base+Honeycombo", "White[6]\nwQ    hc    bQ    bA1\nhoneycombo: white\ndouble: black"),
    ("Venom+MLP", "White[5]\nwA1   wQ    bW    bY1\nlast: wA1 stung"),
    ("Venom+P", "White[5]\nbC    wQ    bQ    wG1\nlast: bC swapped wG1"),
    (
        "Venom",
        "White[5]\nwA1   wQ    bQ    bS1   bY1\n         o\nlast: bY1 moved",
    ),  # V5: from who knows where
]


@pytest.mark.parametrize(("game_type", "hive"), POSITIONS)
def test_a_set_up_keeps_all_of_a_position(server: Served, game_type: str, hive: str) -> None:
    position = read_diagram(f"{game_type} {hive}").position
    post = server.client.post
    read = post("/api/records/read", json={"text": f"{game_type} {hive}"}).json()
    line = {"type": game_type, "setup": read["setup"]}
    answer = post("/api/setup", json=line).json()
    assert answer["setup"] == read["setup"]  # the editor opens what was read

    def seen(line: dict[str, Any]) -> tuple[Any, ...]:
        view = post("/api/view", json=line).json()
        tiles = [piece for stack in view["stacks"] for piece in stack["pieces"]]
        still = {piece["name"] for piece in tiles if piece.get("resting") or piece.get("stung")}
        actions = {action["text"] for action in view["actions"]}
        return actions, still, view["hands"], view["double"], view["honeycombo"], view["left"]

    now = seen(line)
    assert now[0] == {str(action) for action in position.legal_actions()}
    assert now[1] == {str(piece) for piece in position.resting | position.stung}
    # written and read again, and played from there
    for form in ("pgn", "diagram"):
        text = post("/api/records/write", json={"format": form, **line, "nodes": []}).json()["text"]
        again = post("/api/records/read", json={"text": text}).json()
        assert again["nodes"] == []
        assert seen({"type": game_type, "setup": again["setup"]}) == now
    action = next(iter(now[0]))
    seat = server.create(**line, opponent={"kind": "screen"})
    assert {one["text"] for one in seat.look()["actions"]} == now[0]
    seat.act(action)
    record = server.client.get(f"{seat.path}/record", params={"format": "pgn"}).text
    whole = post("/api/records/read", json={"text": record}).json()
    assert [node["action"].split(" +")[0] for node in whole["nodes"]] == [action.split(" +")[0]]
    assert seen({"type": game_type, "setup": whole["setup"]}) == now


def test_the_editor_is_told_what_a_type_needs(server: Served) -> None:
    def needs(game_type: str) -> tuple[list[str], list[str]]:
        answer = server.client.post("/api/setup", json={"type": game_type}).json()
        return answer["sections"], answer["events"]

    assert needs("Base") == ([], [])
    assert needs("Base+P") == ([], ["placed", "moved"])
    assert needs("Ultimate+Swarm")[0] == ["hands", "removed", "honeycombo"]
    answer = server.client.post("/api/setup", json={"type": "Base+Predators"}).json()
    ants = [entry for entry in answer["pieces"] if entry["bug"] == "ant"]
    assert [(entry["colour"], entry["count"]) for entry in ants] == [("w", 3), ("b", 3)]
    middle = {"type": "Base+Honeycombo", "actions": ["wQ -hc", "bQ hc-", "wA1 -wQ", "hc =w"]}
    assert server.client.post("/api/setup", json=middle).json()["setup"]["double"] == "b"


def test_a_long_record_is_read_and_written(server: Served) -> None:
    moves = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"]
    actions = ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-", *moves * 200]
    nodes = [{"action": action, "parent": i - 1} for i, action in enumerate(actions)]
    body = {"format": "pgn", "type": "Base", "options": {"repetition": "off"}, "nodes": nodes}
    written = server.client.post("/api/records/write", json=body)
    assert written.status_code == 200, written.text[:300]
    found = server.client.post("/api/records/read", json={"text": written.json()["text"]})
    assert found.json()["nodes"] == nodes


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
    assert view["outcome"] is None
    assert view["actions"]
    frames = server.client.post("/api/frames", json=line).json()["frames"]
    assert len(frames) == len(line["actions"]) + 1


def test_pictures(server: Served) -> None:
    line = {"type": "Base", "actions": ["wA1"]}
    svg = server.client.post("/api/picture", json=line)
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.text.startswith("<svg")
    png = server.client.post("/api/picture", json={**line, "format": "png"})
    assert png.content[:4] == b"\x89PNG"


def test_a_file_is_kept_once_however_it_is_spelled(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("hello")
    page = Page(tmp_path)
    for name in ("index.html", "./index.html", "x/../index.html", "y/../index.html", "assets/../index.html"):
        assert page.file(name) is page.file("index.html")
    assert len(page.files) == 1
    assert page.file("x" * 300) is page.file("../outside") is None


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
    assert {"games.total", "games.running", "moves.total", "workers.play.busy", "latency.p99_ms"} <= set(
        figures
    )
    words = server.client.get("/api/words").json()
    assert words["fr"]["bug.ant"] == "Fourmi"
    types = server.client.get("/api/types").json()
    assert "Swarm" in types["modules"]


def test_the_description_is_complete(server: Served) -> None:
    document = server.client.get("/api/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    routes = {
        route.path
        for route in make_app("sqlite://").routes
        if isinstance(route, Route) and "{path" not in route.path
    }
    assert routes == set(document["paths"])


def test_the_archive_is_searched_by_meaning(server: Served) -> None:
    for game_type in ("Ultimate", "Base+MLP", "Base+ML"):
        seat = server.create(type=game_type, opponent={"kind": "screen"}, name="Seeker")
        seat.play(str(Position(game_type).legal_actions()[0]))  # begun: listed

    def found(text: str) -> set[str]:
        answer = server.client.get("/api/games", params={"player": "Seeker", "type": text})
        assert answer.status_code == 200, answer.text
        return {game["type"] for game in answer.json()["games"]}

    assert found("Ultimate") == {"Venom+MLP+Predators+Guardians+Honeycombo"}
    assert found("Venom+LMP+Honeycombo+Guardians+Predators") == found("ultimate")
    assert found("Base+LMP") == {"Base+MLP"}
    assert found("carbon") == {"Base+ML"}
    assert found("Base") == set()
    refused = server.client.get("/api/games", params={"type": "xyz"})
    assert refused.status_code == 422
    assert "'xyz'" in refused.json()["reason"]["text"]["en"]  # as it was typed
    refused = server.client.get("/api/games", params={"type": "base+Xyz"})
    assert "Xyz" in refused.json()["reason"]["text"]["en"]


def test_thumbnails_show_games_and_puzzles(server: Served) -> None:
    seat = server.create(type="Base", opponent={"kind": "screen"})
    seat.play("wS1", "bS1 wS1-")
    for path in (f"{seat.path}/thumbnail", "/api/puzzles/{}/thumbnail"):
        puzzle = server.client.get("/api/puzzles").json()[0]["id"]
        answer = server.client.get(path.format(puzzle), params={"theme": "dark"})
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/svg+xml"
        assert answer.text.startswith("<svg")
        assert len(answer.content) > 1000
        spider = PIECE_SETS["classic"].bugs["spider"]["white"]
        assert spider not in answer.text
        assert spider in server.client.get(path.format(puzzle), params={"pieces": "classic"}).text
        assert server.client.get(path.format(puzzle), params={"pieces": "wood"}).status_code == 400
    assert server.client.get("/api/puzzles/none/thumbnail").status_code == 404
    hidden = server.create(public=False)
    assert server.client.get(f"{hidden.path}/thumbnail").status_code == 403
