"""The guided first game is a game, and what it says of it is so."""

from ruche import Colour, Position, Reason, words
from ruche.play.why import why_not_clicks
from ruche.teaching.first_game import first_game


def test_white_wins_and_is_refused_where_it_should_be() -> None:
    game = first_game()
    position = Position(game.type)
    rules = []
    for step in game.steps:
        assert position.colour is Colour.WHITE
        if step.action is None:
            reason = why_not_clicks(position, step.clicks)
            assert isinstance(reason, Reason)
            assert all(why_not_clicks(position, step.clicks[:n]) is None for n in range(1, len(step.clicks)))
            rules.append(reason.rule)
            continue
        if position.turn_number == 4 and step.action.startswith("wQ"):
            assert {str(action)[:2] for action in position.legal_actions()} == {"wQ"}  # T3: she must
        position.play(step.action)
        if step.reply is not None:
            position.play(step.reply)
    assert position.outcome is not None
    assert position.outcome.winner is Colour.WHITE
    assert rules == ["H2", "B5"]  # one hive, and sliding


def test_every_step_has_its_sentence() -> None:
    said = {key for key in sorted(words.keys()) if key.startswith("first_game.say")}
    assert said == {f"first_game.say{number}" for number in range(1, len(first_game().steps) + 1)}
