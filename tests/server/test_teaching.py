"""Lessons, puzzles and the pages of the rules over HTTP."""

from tests.server.helpers import Served

from ruche import words
from ruche.notation.diagram_drawing import draw_diagram
from ruche.play.sentences import Sentence
from ruche.server.api.puzzles import row, show
from ruche.server.wire.lines import line_of, playthrough_of
from ruche.server.wire.translations import translations
from ruche.teaching.lessons import lessons
from ruche.teaching.puzzles import puzzles


def test_the_page_gets_the_position_that_is_drawn() -> None:
    for lesson in lessons().values():
        for exercise in lesson.exercises:
            drawn = exercise.position()
            position = playthrough_of(line_of(drawn)).position
            assert position.outcome is None
            assert draw_diagram(position, memory=True) == draw_diagram(drawn, memory=True)


def test_lessons_over_http(server: Served) -> None:
    rows = server.client.get("/api/lessons").json()
    assert [row["id"] for row in rows] == list(lessons())
    ant = server.client.get("/api/lessons/ant").json()
    assert (ant["title"]["fr"], ant["rules"], ant["next"]["id"]) == ("Fourmi", "ant", "ladybug")
    exercise = ant["exercises"][1]
    assert server.client.post("/api/view", json=exercise["line"]).json()["turn"] == "White[8]"

    def tried(*actions: str, number: int = 1) -> dict[str, object]:
        answer = server.client.post(
            "/api/lessons/ant/try", json={"exercise": number, "actions": list(actions)}
        )
        found: dict[str, object] = answer.json()
        return found

    assert tried("wA1 bA1-") == {"right": True, "done": True, "say": words.texts_of("lesson.ant.right2")}
    assert tried("wA1 \\bA1")["say"] == words.texts_of("lesson.ant.trap2")
    assert tried("wA1 \\wQ")["say"] == words.texts_of("lesson.ant.wrong2")
    assert tried("wA1 wQ")["error"] == "illegal"
    assert tried()["error"] == tried("wA1 bA1-", number=9)["error"] == "bad_request"
    assert server.client.get("/api/lessons/unicorn").json()["error"] == "no_lesson"


def test_a_puzzle_is_shown_with_its_goal_and_its_hint_in_words(server: Served) -> None:
    puzzle = next(iter(puzzles().values()))
    position = puzzle.position()
    shown = show(puzzle)
    assert shown.theme == row(puzzle).theme == f"win_in_{puzzle.wins_in}"
    assert shown.actions == [str(action) for action in position.history]
    assert set(shown.goal) == set(words.LANGUAGES)
    path = f"/api/puzzles/{puzzle.id}/try"
    answer = server.client.post(path, json={"hint": True}).json()
    assert answer["hint"] == puzzle.solution[0]
    assert answer["say"] == translations(Sentence.of(position.parse(puzzle.solution[0]), puzzle.winner))
    assert server.client.post(path, json={}).json()["error"] == "bad_request"


def test_the_shipped_puzzles_can_be_solved(server: Served) -> None:
    listed = server.client.get("/api/puzzles").json()
    assert server.client.get("/api/puzzles/nothing").status_code == 404
    for entry in listed[:: max(1, len(listed) // 12)]:
        shown = server.client.get(f"/api/puzzles/{entry['id']}").json()
        line = {key: shown[key] for key in ("type", "options", "setup", "actions")}
        view = server.client.post("/api/view", json=line).json()
        assert view["colour"] == entry["colour"]
        path = f"/api/puzzles/{entry['id']}/try"
        actions: list[str] = []
        for _ in range(10):
            hint = server.client.post(path, json={"actions": actions, "hint": True}).json()["hint"]
            answer = server.client.post(path, json={"actions": [*actions, hint]}).json()
            assert answer["right"], (entry, actions, hint)
            if answer["done"]:
                break
            actions += [hint, answer["reply"]]
        assert answer["done"]


def test_pages_over_http(server: Served) -> None:
    ant = server.client.get("/api/rules/ant", params={"language": "fr"}).json()
    assert (ant["id"], ant["title"], ant["rules"]) == ("ant", words.say("bug.ant", "fr"), ["B5", "H2", "H4"])
    assert words.say("rulebook.stars", "fr", pieces="bA1") in ant["html"]
    assert server.client.get("/api/rules/B5").json()["title"] == "Ant"
    missing = server.client.get("/api/rules/unicorn")
    assert (missing.status_code, missing.json()["error"]) == (404, "no_rules")
    assert server.client.get("/api/rules/ant", params={"language": "de"}).status_code == 400
