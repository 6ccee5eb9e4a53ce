"""Studies: kept as they are made, read by whoever has the link, never merged in silence."""

from __future__ import annotations

import json
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.positions import played
from tests.server.helpers import Served, asynchronous, serving

from ruche import Game
from ruche.notation.annotations import Arrow, ArrowColour, BetterLine, Evaluation, Judgement
from ruche.notation.errors import RecordError
from ruche.rules.facts.hexes import Hex
from ruche.server.store.database import Database
from ruche.server.studies import store
from ruche.server.studies.document import (
    StoredStudy,
    UnreadableStudyError,
    decode,
    encode,
)
from ruche.server.studies.store import (
    SaveRequest,
    StudyRefusalError,
    StudyStore,
    maker_of,
    text_of,
)
from ruche.server.wire.http import decode as decode_wire
from ruche.server.wire.records import export_records, import_records
from ruche.server.wire.studies import Chapter, StudyDocument, stored_study, study_document

LETTERS = "23456789abcdefghjkmnpqrstvwxyz"


def new_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def chapter(*actions: str, title: str = "", **more: Any) -> dict[str, Any]:
    nodes = [{"action": action, "parent": i - 1} for i, action in enumerate(actions)]
    return {"id": "one", "title": title, "type": "Base", "nodes": nodes, **more}


class Writer:
    """Somebody with a token, writing in one study."""

    def __init__(self, server: Served, study: str, token: str) -> None:
        self.server = server
        self.path = f"/api/studies/{study}"
        self.study = study
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def ask(self, what: str = "", **body: Any) -> httpx.Response:
        if not what:
            return self.server.client.get(self.path, headers=self.headers)
        return self.server.client.post(f"{self.path}/{what}", json=body, headers=self.headers)

    def save(self, *chapters: dict[str, Any], bases: tuple[int, ...] = (), **more: Any) -> httpx.Response:
        document = {"title": "Openings", "chapters": list(chapters)}
        body = {"request": secrets.token_hex(16), "bases": list(bases), "study": document, **more}
        return self.ask("save", **body)

    def versions(self) -> list[Any]:
        found = self.ask()
        assert found.status_code == 200, found.text
        return [
            [[node["action"] for node in one["nodes"]] for one in version["study"]["chapters"]]
            for version in found.json()["versions"]
        ]


@pytest.fixture
def maker(server: Served) -> Writer:
    return Writer(server, new_id(), secrets.token_urlsafe(24))


def test_a_study_is_kept_listed_and_read_by_its_link(server: Served, maker: Writer) -> None:
    full = chapter("wA1", "bA1 wA1-", title="Ants", tags={"White": "Anna"})
    full["nodes"] += [
        {
            "action": "bG1 -wA1",
            "parent": 0,
            "comment": "or so",
            "nags": [5],
            "points": 0.25,
            "arrows": [{"from": [0, 0], "to": [1, -1], "colour": "red"}],
            "judgement": {
                "chance": 0.4,
                "accuracy": 0.5,
                "mark": "mistake",
                "turning": True,
                "better": {"chance": 0.6, "points": 1.5, "actions": ["bA1 wA1-", "wQ -wA1"]},
            },
            "elapsed": 3.5,
        }
    ]
    assert maker.save(full, {**chapter(), "id": "two", "type": "Venom"}).json() == {"versions": [1]}
    rows = server.client.get("/api/studies", headers=maker.headers).json()
    assert [(row["id"], row["title"], row["chapters"], row["nodes"], row["versions"]) for row in rows] == [
        (maker.study, "Openings", 2, 3, 1)
    ]
    stranger = Writer(server, maker.study, "")
    shown = stranger.ask().json()
    assert shown["rights"] == "reader"
    kept = shown["versions"][0]["study"]
    assert kept["title"] == "Openings"
    assert kept["chapters"][0]["nodes"] == full["nodes"]
    assert kept["chapters"][0]["tags"] == {"White": "Anna"}
    assert maker.ask().json()["rights"] == "maker"
    assert server.client.get("/api/studies").json() == []
    other = {"authorization": f"Bearer {secrets.token_urlsafe(24)}"}
    assert server.client.get("/api/studies", headers=other).json() == []


def test_only_the_maker_and_who_has_the_editing_link_write(server: Served, maker: Writer) -> None:
    maker.save(chapter("wA1"))
    for token in ("", secrets.token_urlsafe(24), "short"):
        stranger = Writer(server, maker.study, token)
        for answer in (stranger.save(chapter(), bases=(1,)), stranger.ask("share"), stranger.ask("delete")):
            assert (answer.status_code, answer.json()["error"]) == (403, "not_your_study")
    token = maker.ask("share").json()["token"]
    friend = Writer(server, maker.study, token)
    assert friend.ask().json()["rights"] == "editor"
    assert friend.save(chapter("wA1", "bA1 wA1-"), bases=(1,)).json() == {"versions": [2]}
    assert friend.ask("share").status_code == friend.ask("delete").status_code == 403
    assert maker.ask("share").json()["token"] == token
    renewed = maker.ask("share", renew=True).json()["token"]
    assert renewed != token
    assert friend.save(chapter(), bases=(2,)).status_code == 403
    assert Writer(server, maker.study, renewed).save(chapter(), bases=(2,)).status_code == 200
    assert maker.ask("delete").status_code == 200
    assert maker.ask().status_code == 404
    assert server.client.get("/api/studies", headers=maker.headers).json() == []


def test_two_versions_are_both_kept_until_one_takes_the_place_of_both(maker: Writer) -> None:
    maker.save(chapter("wA1"))
    assert maker.save(chapter("wA1", "bA1 wA1-"), bases=(1,)).json() == {"versions": [2]}
    # Somebody else had seen the first version only.
    assert maker.save(chapter("wA1", "bQ wA1-"), bases=(1,)).json() == {"versions": [2, 3]}
    assert maker.versions() == [[["wA1", "bA1 wA1-"]], [["wA1", "bQ wA1-"]]]
    assert maker.save(chapter("wA1", "bQ wA1-", "wQ -wA1"), bases=(3,)).json() == {"versions": [2, 4]}
    assert maker.save(chapter("wA1", "bA1 wA1-"), bases=(2, 4)).json() == {"versions": [5]}
    assert maker.versions() == [[["wA1", "bA1 wA1-"]]]
    for number in range(2, store.MOST_VERSIONS + 1):
        assert len(maker.save(chapter()).json()["versions"]) == number
    full = maker.save(chapter())
    assert (full.status_code, full.json()["error"]) == (409, "too_many_versions")


def test_a_save_sent_again_is_done_once(maker: Writer) -> None:
    request = secrets.token_hex(16)
    assert maker.save(chapter("wA1"), request=request).json() == {"versions": [1]}
    assert maker.save(chapter("wA1"), request=request).json() == {"versions": [1]}
    assert maker.save(chapter("wA1", "bA1 wA1-"), bases=(1,)).json() == {"versions": [2]}
    # Late: it was replaced meanwhile, and is not a version of its own now.
    assert maker.save(chapter("wA1"), request=request).json() == {"versions": [2]}
    other = maker.save(chapter("wB1"), request=request)
    assert (other.status_code, other.json()["error"]) == (409, "request_reused")


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"nodes": [{"action": "wA1", "parent": 0}]}, 400),
        ({"nodes": [{"action": "wA1", "parent": -2}]}, 400),
        ({"nodes": [{"action": "wA1", "parent": -1, "comment": "x" * 10_001}]}, 400),
        ({"nodes": [{"action": "wA1", "parent": -1}] * 5_001}, 422),
        ({"id": "a b"}, 400),
        ({"title": "x" * 201}, 400),
    ],
)
def test_what_is_no_study_is_refused(maker: Writer, change: dict[str, Any], status: int) -> None:
    assert maker.save({**chapter(), **change}).status_code == status
    assert maker.ask().status_code == 404
    assert maker.save(chapter(), chapter()).status_code == 400  # an id twice
    assert maker.ask("save", request="x" * 32, study={"title": "", "chapters": []}).status_code == 400


def test_a_study_is_named_by_lot(server: Served) -> None:
    for study in ("abc", "x" * 13, "ABCDEFGHJKMN", "llllllllllll"):
        answer = Writer(server, study, secrets.token_urlsafe(24)).save(chapter())
        assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_a_large_study_is_kept_whole(maker: Writer) -> None:
    nodes = [{"action": "wA1", "parent": i - 1, "comment": f"é{i} " * 4} for i in range(5_000)]
    chapters = [{**chapter(), "id": f"c{i}", "nodes": nodes} for i in range(4)]
    assert maker.save(*chapters).status_code == 200
    assert maker.ask().json()["versions"][0]["study"]["chapters"][3]["nodes"] == nodes
    more = maker.save(*chapters, {**chapter("wA1"), "id": "more"}, bases=(1,))
    assert (more.status_code, more.json()["error"]) == (422, "study_too_large")
    assert maker.save({**chapter(), "title": "x" * 3_000_000}).status_code == 413


# -- the store ---------------------------------------------------------------------------------------


def document(*actions: str) -> StoredStudy:
    sent = {"title": "", "chapters": [chapter(*actions)]}
    return stored_study(msgspec.convert(sent, StudyDocument))


def request_for(study: str, *actions: str, bases: tuple[int, ...] = ()) -> SaveRequest:
    return SaveRequest(study, text_of(document(*actions)), bases, secrets.token_hex(16), "digest", 1.0)


@asynchronous
async def test_a_maker_has_room_for_so_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "MOST_STUDIES", 3)

    database = Database(str(tmp_path / "games.sqlite"))
    await database.open()
    kept = StudyStore(database)
    for _ in range(3):
        await kept.save(request_for(new_id()), "anna")
    with pytest.raises(StudyRefusalError) as caught:
        await kept.save(request_for(new_id()), "anna")
    assert caught.value.kind == "too_many_studies"
    await kept.save(request_for(new_id()), "bert")
    with pytest.raises(StudyRefusalError) as caught:
        await kept.save(request_for(new_id()), None)
    assert caught.value.kind == "no_study"
    assert len(await kept.listing("anna")) == 3
    monkeypatch.setattr(store, "KEPT_REQUESTS", 2)
    study = (await kept.listing("bert"))[0].id
    for number in range(1, 8):
        assert await kept.save(request_for(study, bases=(number,)), None) == [number + 1]
    found = await database.read(
        lambda connection: (
            connection.execute(
                sa.text("SELECT number FROM study_versions WHERE study = :study"), {"study": study}
            )
            .scalars()
            .all()
        )
    )
    assert sorted(found) == [6, 7, 8]
    await database.close()


def test_the_token_of_a_maker_is_not_in_the_database(sqlite_file: Path) -> None:
    token = secrets.token_urlsafe(24)
    with serving(sqlite_file) as server:
        Writer(server, new_id(), token).save(chapter())
    with closing(sqlite3.connect(sqlite_file)) as connection:
        text = "\n".join(connection.iterdump())
    assert token not in text
    assert maker_of(token) in text


def test_what_was_stored_stays_readable() -> None:
    """As version 1 writes it; this text is never to be changed."""
    text = (
        '{"v":1,"study":{"title":"T","chapters":[{"id":"one","title":"C","type":"Base+P",'
        '"options":{"queen_opening":"forbidden","repetition":"draw","wasp_reach":"any"},'
        '"set_up":{"stacks":[{"q":0,"r":0,"pieces":["wQ"]}],"turn":3,'
        '"last":[{"deed":"moved","at":[0,0],"from":[1,0]}]},'
        '"tags":{"White":"Anna"},"outcome":["w","resignation"],"start":{"comment":"so"},'
        '"nodes":[{"action":"wA1 wQ-","parent":-1,"notes":{"comment":"hm","nags":[2],'
        '"score":{"points":-1.5,"depth":9},"clock":12.5,"elapsed":3.0,"arrows":[[0,0,1,-1,"blue"]],'
        '"judgement":{"chance":0.25,"accuracy":0.5,"mark":"mistake","turning":true,'
        '"better":{"score":{"wins_in":-3},"chance":0.0,"actions":["wQ bQ-"]}}}}]}]}}'
    )
    study = decode(text)
    assert json.loads(encode(study)) == json.loads(text)
    sent = study_document(study)
    assert stored_study(decode_wire(msgspec.json.encode(sent), StudyDocument)) == study
    with pytest.raises(UnreadableStudyError, match="later"):
        decode('{"v":2,"study":{}}')
    with pytest.raises(UnreadableStudyError):
        decode('{"v":1,"study":{"title":3}}')


# -- files of games ----------------------------------------------------------------------------------


def annotated() -> Game:
    """A game with all that can be said in one."""
    game = Game("Base", tags={"White": 'Anna "A" \\', "Study": "S", "Chapter": "1"})
    first = game.play("wA1")
    second = game.play("bA1 wA1-")
    game.play("wQ -wA1")
    other = game.play("bG1 wA1-", after=first)
    game.play("wG1 -wA1", after=other)
    third = game.play("bQ wA1-", after=first)
    game.root.comment = "before all"
    game.root.arrows = [Arrow(Hex(0, 0), Hex(0, 0), ArrowColour.RED)]
    second.comment = "a brace } and\nanother line"
    second.judgement = Judgement(
        0.5, 0.912, "mistake", True, BetterLine(Evaluation(wins_in=-2), 0.0, ("bG1 wA1-", "wQ -wA1"))
    )
    second.evaluation = Evaluation(0.12, None, 7)
    other.nags = [1, 14]
    other.clock, other.elapsed = 59.5, 2.0
    third.arrows = [Arrow(Hex(0, 0), Hex(1, -1), ArrowColour.BLUE), Arrow(Hex(1, 0), Hex(1, 0))]
    third.judgement = Judgement(1.0)
    game.finish("resignation", winner=game.position().colour)
    return game


def test_all_of_a_study_goes_to_pgn_and_back() -> None:
    found = import_records(annotated().pgn() + "\n" + Game("Venom+P").pgn())
    assert not found.faults
    text = export_records(found.records)
    again = import_records(text)
    assert again == found
    assert export_records(again.records) == text
    assert Game.read_all(text)[0] == annotated()
    said = found.records[0]
    assert said.outcome is not None
    assert said.outcome.why == "resignation"
    assert said.start.comment == "before all"


COMMENTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=40).map(
    lambda text: " ".join(text.replace("[%", "").split())
)


@settings(max_examples=60, deadline=None)
@given(
    comment=COMMENTS,
    nags=st.lists(st.integers(0, 255), max_size=3),
    points=st.none() | st.integers(-2000, 2000).map(lambda n: n / 100),
    chance=st.integers(0, 1000).map(lambda n: n / 1000),
    place=st.integers(-60, 60),
)
def test_whatever_is_said_goes_to_pgn_and_back(
    comment: str, nags: list[int], points: float | None, chance: float, place: int
) -> None:
    node = {
        "action": "wA1",
        "parent": -1,
        "comment": comment or None,
        "nags": nags,
        "points": points,
        "arrows": [{"from": [place, 0], "to": [0, place], "colour": "yellow"}],
        "judgement": {"chance": chance, "accuracy": chance},
    }
    sent = msgspec.convert({**chapter(), "nodes": [node], "start": {"comment": comment}}, Chapter)
    found = import_records(export_records([sent]))
    assert found.records[0].nodes == sent.nodes
    assert (found.records[0].start.comment or "") == comment


def test_each_fault_of_a_file_is_named_with_its_line() -> None:
    good = Game("Base")
    good.play("wA1")
    lines = [
        *good.pgn().splitlines(),  # 1
        "",
        '[GameType "Base"]',
        '[Result "*"]',
        "",
        "1. wA1",
        "2. bA1 wA1-",
        "3. wA2 bA1-",  # 8 + those before: illegal half-way
        "4. bQ wA1-",
        "",
        '[GameType "Nothing"]',
        "",
        "1. wA1",
        "",
        '[GameType "Base"]',
        "",
        "1. wA1 {cut short",
    ]
    text = "\n".join(lines)
    found = import_records(text)
    assert [record.nodes[0].action for record in found.records] == ["wA1"]
    where = [lines.index(line) + 1 for line in ("3. wA2 bA1-", '[GameType "Nothing"]', "1. wA1 {cut short")]
    assert [(fault.game, fault.line) for fault in found.faults] == list(zip((2, 3, 4), where, strict=True))
    assert all(fault.reason.text["fr"] != fault.reason.text["en"] for fault in found.faults)


def test_a_file_may_mix_formats() -> None:
    position = played("Base", "wA1", "bA1 wA1-")
    gamestring = "Base;InProgress;White[2];wA1;bA1 wA1-"
    pgn = Game.of(position, tags={"White": "Anna"}).pgn()
    text = f"{gamestring}\n{gamestring.replace('bA1 wA1-', 'bA9 wA1-')}\n\n{pgn}\n{gamestring}\n(;GM[1])\n"
    found = import_records(text)
    assert [len(record.nodes) for record in found.records] == [2, 2, 2]
    assert [fault.line for fault in found.faults] == [2, len(text.splitlines())]
    with pytest.raises(RecordError, match="not a game record"):
        import_records(" \n")
    with pytest.raises(RecordError, match="not a game record"):
        import_records("neither this\nnor that\n")
    with pytest.raises(RecordError, match="not a game record"):
        import_records('{"a": 1}')


def test_a_wrong_result_does_not_keep_a_game_out() -> None:
    found = import_records('[GameType "Base"]\n[Result "Perhaps"]\n\n1. wA1\n')
    assert not found.faults
    assert found.records[0].outcome is None


def test_files_go_in_and_out_over_http(server: Served) -> None:
    text = annotated().pgn()
    answer = server.client.post("/api/records/import", json={"text": f"{text}\n{text}"}).json()
    assert (len(answer["records"]), answer["faults"], answer["more"]) == (2, [], 0)
    written = server.client.post("/api/records/export", json={"records": answer["records"]}).json()["text"]
    assert Game.read_all(written) == [annotated(), annotated()]
    empty = server.client.post("/api/records/import", json={"text": ""})
    assert (empty.status_code, empty.json()["error"]) == (422, "record")
