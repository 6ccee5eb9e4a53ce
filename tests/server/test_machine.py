"""Machine players and analysis, in worker processes."""

import asyncio
import json
import random
from typing import Any

import pytest
from tests.server.helpers import Served, choose, run
from tests.server.test_decisions import Table
from websockets.asyncio.client import connect

from ruche import Colour
from ruche.server.live.machine_players import answer_to_draw
from ruche.server.match.events import Declined, Ended
from ruche.server.work.jobs import Judged


@pytest.mark.parametrize("name", ["Base+MLP", "Ultimate+Swarm"])
def test_a_game_against_the_machine(server: Served, name: str) -> None:
    rng = random.Random(name)
    me = server.create(type=name, opponent={"kind": "machine", "level": 1}, colour="b")
    for _ in range(3):  # too few turns for anybody to be surrounded
        view = me.until(lambda view: view["colour"] == "b")
        assert view["players"]["w"] == {"name": "", "kind": "machine", "level": 1}
        me.act(choose(view, rng), view["seq"])
    view = me.until(lambda view: view["colour"] == "b")
    assert len(view["moves"]) >= 7
    view = me.offer("resign")
    following = me.offer("rematch")["next"]
    assert list(following["seats"]) == ["w"]


def test_the_machine_answers_a_draw_offer(server: Served) -> None:
    me = server.create(opponent={"kind": "machine", "level": 1})
    view = me.offer("draw")
    assert view["offers"]["draw"] == "w" or view["outcome"]
    me.until(lambda view: view["offers"]["draw"] is None)


def test_mistakes_are_found_after_a_repetition(server: Served) -> None:  # N
    stacks = {"wG1": 0, "wQ": -1, "bG1": 1, "bQ": 2}
    setup = {"stacks": [{"q": q, "r": 0, "pieces": [name]} for name, q in stacks.items()], "turn": 3}
    there_and_back = ["wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-"]
    question = {"type": "Base", "setup": setup, "actions": [*there_and_back * 2, there_and_back[0]]}

    async def study() -> list[str]:
        events: list[str] = []
        async with connect(f"{server.url.replace('http', 'ws')}/api/analyse") as socket:
            await socket.send(json.dumps({"do": "scores", **question}))
            while events[-1:] not in (["done"], ["refused"]):
                events.append(json.loads(await socket.recv())["event"])
        return events

    assert asyncio.run(study()) == [*["score"] * 10, "done"]


def test_lines_are_streamed_and_stopped(server: Served) -> None:
    question = {"type": "Base", "actions": ["wG1", "bG1 wG1-", "wQ -wG1", "bQ bG1-"]}

    async def study() -> None:
        async with connect(f"{server.url.replace('http', 'ws')}/api/analyse") as socket:
            await socket.send(json.dumps({"do": "lines", "lines": 2, **question}))
            heard: dict[str, Any] = json.loads(await socket.recv())
            assert heard["event"] == "lines"
            assert heard["seq"] == 4
            assert len(heard["lines"]) == 2
            assert heard["lines"][0]["actions"]
            await socket.send(json.dumps({"do": "scores", **question}))
            scores = []
            while True:
                heard = json.loads(await socket.recv())
                if heard["event"] == "score":
                    scores.append(heard["ply"])
                    assert 0 <= heard["chance"] <= 1
                elif heard["event"] == "done":
                    break
            assert scores == [0, 1, 2, 3, 4]
            await socket.send(json.dumps({"do": "lines", **question}))
            await socket.recv()
            await socket.send(json.dumps({"do": "stop"}))
            await socket.send(json.dumps({"do": "lines", "type": "Bass"}))
            while True:
                heard = json.loads(await socket.recv())
                if heard["event"] == "refused":
                    break
            assert heard["refusal"]["reason"]["kind"] == "unknown"

    run(study())


def test_the_levels_have_names(server: Served) -> None:
    levels = server.client.get("/api/levels").json()
    assert [level["level"] for level in levels] == list(range(1, 9))
    assert all(level["name"]["fr"] and level["about"]["en"] for level in levels)


PIECES = ("G1", "Q", "G2", "G3", "A1", "A2", "A3", "S1", "S2", "B1")


def played(turns: int) -> Table:
    """Return a match against a machine, in which both have only placed so far, and White offers a draw."""
    table = Table(black="machine")
    for number, name in enumerate(PIECES[:turns]):
        before = PIECES[number - 1] if number else ""
        table.play(frozenset({Colour.WHITE}), f"w{name} -w{before}" if before else f"w{name}")
        table.play(frozenset({Colour.BLACK}), f"b{name} b{before}-" if before else f"b{name} w{name}-")
    table.offer(frozenset({Colour.WHITE}), "draw")
    return table


@pytest.mark.parametrize(("turns", "score", "agrees"), [(0, 0.0, False), (9, 5.0, False), (10, 5.0, True)])
@pytest.mark.parametrize("better", [False, True])
def test_the_machine_agrees_to_a_draw_late_and_only_if_it_is_not_better(
    turns: int, score: float, agrees: bool, better: bool
) -> None:
    judged = Judged(-score if better else score)  # the machine is Black
    (answer,) = answer_to_draw(played(turns).match, Colour.BLACK, judged)
    assert isinstance(answer, Ended if agrees and not better else Declined)
