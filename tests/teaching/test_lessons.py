"""The lessons: three exercises for every bug and mode; each can be solved, what is called wrong is wrong."""

import re

import pytest

from ruche import BUGS, Position, words
from ruche.rules.facts.game_type import MODULES
from ruche.teaching import TryError
from ruche.teaching.lessons import fits, lessons

EXERCISES = [
    pytest.param(lesson.id, number, id=f"{lesson.id}-{number + 1}")
    for lesson in lessons().values()
    for number in range(len(lesson.exercises))
]
each = pytest.mark.parametrize(("name", "number"), EXERCISES)


def legal(position: Position) -> list[str]:
    return [str(action) for action in position.legal_actions()]


def test_every_bug_and_mode_has_a_lesson_of_three_exercises() -> None:
    modes = {module.lower() for module in MODULES} - {"locked"} | {"venom"}
    assert {bug.name for bug in BUGS} | modes <= set(lessons())
    assert all(len(lesson.exercises) >= 3 for lesson in lessons().values())


def test_every_sentence_is_there_and_none_is_left_over() -> None:
    wanted = set()
    for lesson in lessons().values():
        assert words.texts_of(lesson.title_key)
        assert lesson.rules in words.rules_pages()
        wanted |= {f"lesson.{lesson.id}.about"}
        if lesson.id not in {bug.name for bug in BUGS}:
            wanted |= {f"lesson.{lesson.id}.title"}
        for number, exercise in enumerate(lesson.exercises, 1):
            sentences = ("task", "right", "wrong", *(["trap"] if exercise.trap else []))
            wanted |= {f"lesson.{lesson.id}.{sentence}{number}" for sentence in sentences}
    assert wanted == set(filter(re.compile(r"lesson\.").match, words.keys()))


def hoped(position: Position, steps: tuple[str, ...]) -> list[list[str]]:
    """All lines that the steps allow."""
    if not steps:
        return [[]]
    found = []
    for action in legal(position):
        if fits(position, steps[0], action):
            position.play(action)
            found += [[action, *rest] for rest in hoped(position, steps[1:])]
            position.undo()
    return found


@each
def test_it_can_be_solved_and_each_way_is_accepted(name: str, number: int) -> None:
    lesson = lessons()[name]
    exercise = lesson.exercises[number]
    for step in exercise.steps[:1]:
        for one in step.split(";"):
            assert any(fits(exercise.position(), one, action) for action in legal(exercise.position())), one
    ways = hoped(exercise.position(), exercise.steps)
    assert ways
    for way in ways:
        answers = [lesson.judge(number, way[:length]) for length in range(1, len(way) + 1)]
        assert all(answer.right for answer in answers)
        assert [answer.done for answer in answers] == [False] * (len(way) - 1) + [True]
        assert answers[-1].key == lesson.key(f"right{number + 1}")


@each
def test_what_is_wrong_is_answered_for(name: str, number: int) -> None:
    """Whatever else is legal gets the hint; traps are legal, wrong, and get their own."""
    lesson = lessons()[name]
    exercise = lesson.exercises[number]
    position = exercise.position()
    for trap in (exercise.trap or "").split(";"):
        assert not trap or any(fits(position, trap, action) for action in legal(position)), trap
    heard = set()
    for action in legal(position):
        if fits(position, exercise.steps[0], action):
            continue
        answer = lesson.judge(number, [action])
        assert not answer.right
        assert not answer.done
        heard.add(answer.key)
    sentences = ("wrong", "trap") if exercise.trap else ("wrong",)
    assert heard == {lesson.key(f"{sentence}{number + 1}") for sentence in sentences}


@each
def test_stars_are_where_the_hoped_actions_lead(name: str, number: int) -> None:
    exercise = lessons()[name].exercises[number]
    position = exercise.position()
    for goal in exercise.goals:
        reached = set()
        for action in hoped(position, exercise.steps):
            parsed = position.parse(action[0])
            target = parsed.target or (parsed.piece if parsed.kind == "flip" else None)
            reached.add(position.where(target.id) if target is not None else parsed.to)
            if parsed.kind == "turn":
                reached |= {at for at, stack in position.stacks.items() if str(stack[-1]) == "hc"}
        assert goal in reached


@each
def test_a_win_that_is_promised_is_one(name: str, number: int) -> None:
    """Where the task is to win at once, exactly the hoped actions win."""
    lesson = lessons()[name]
    if not re.search(r"\b[Ww]in\b|surround its own", words.say(lesson.key(f"task{number + 1}"))):
        return
    exercise = lesson.exercises[number]
    position = exercise.position()
    mover = position.colour
    for action in legal(position):
        position.play(action)
        won = position.outcome is not None and position.outcome.winner is mover
        position.undo()
        assert won == fits(position, exercise.steps[0], action), action


@each
def test_the_answers_that_come_with_it_are_right_and_lead_to_its_end(name: str, number: int) -> None:
    lesson = lessons()[name]
    answers = lesson.exercises[number].answers
    judged = [lesson.judge(number, actions) for actions in answers]
    assert all(one.right for one in judged)
    assert judged[-1].done
    assert {len(actions) for actions in answers} == set(range(1, len(lesson.exercises[number].steps) + 1))


def test_a_try_that_cannot_be_judged_is_an_error() -> None:
    ant = lessons()["ant"]
    for number, actions in ((0, []), (9, ["wA1 bA1-"]), (1, ["wA1 bA1-"] * 9)):
        with pytest.raises(TryError):
            ant.judge(number, actions)
