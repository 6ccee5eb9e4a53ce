"""Levels and scores: names in both languages, limits, how a score is said."""

import pytest

from ruche import COMPILED, GameType, Position, words
from ruche.engine import LEVELS, Limit, Score, TranspositionTable, analyse, best_action, level_of
from ruche.engine.bench import sample
from ruche.engine.calibration import chance_scale


def test_eight_levels_with_names() -> None:
    assert [level.number for level in LEVELS] == list(range(1, 9))
    for language in words.LANGUAGES:
        assert len({level.name(language) for level in LEVELS}) == 8
        assert all(level.about(language) for level in LEVELS)
    assert level_of(3) is LEVELS[2]
    with pytest.raises(ValueError, match="no level 9"):
        level_of(9)


def test_a_level_is_a_limit() -> None:
    assert LEVELS[0].within(Limit(seconds=9)) == Limit(9, 1, None)
    assert LEVELS[4].within(Limit(depth=2)).depth == 2
    assert LEVELS[7].within(Limit(nodes=7)) == Limit(None, None, 7)


@pytest.mark.parametrize("level", range(1, 9))
def test_every_level_plays(level: int) -> None:
    limit = Limit(nodes=500 if COMPILED else 50)
    for game_type in ("Base", "Ultimate"):
        position = sample(game_type, 12)
        assert (
            best_action(position, limit, level=level, table=TranspositionTable(1)) in position.legal_actions()
        )


def test_weak_levels_vary_with_the_seed() -> None:
    position = Position("Base+MLP")
    position.play("wL")
    position.play("bL wL-")
    actions = {str(best_action(position, Limit(), level=1, seed=seed)) for seed in range(12)}
    assert len(actions) > 3
    again = [str(best_action(position, Limit(), level=1, seed=5)) for _ in range(2)]
    assert again[0] == again[1]


def test_scores() -> None:
    assert str(Score(125)) == "+1.25"
    assert str(Score(-50)) == "-0.50"
    assert Score(29_999).wins_in == 1
    assert Score(29_997).wins_in == 2
    assert str(Score(29_997)) == "wins in 2"
    assert Score(29_997).say("fr") == "gagne en 2"
    assert str(Score(-29_998)) == "loses in 1"
    assert (-Score(29_999)).plies == -1
    assert Score(0).chance == 0.5
    assert Score(100).chance > 0.6
    assert Score(29_999).chance == 1


def test_a_score_promises_less_where_draws_are_common() -> None:
    scales = [chance_scale(GameType(name)) for name in ("Base+MLP", "Venom", "Venom+Guardians")]
    assert scales == sorted(set(scales))
    assert chance_scale(GameType("Base+MLP")) == chance_scale(GameType("Base"))
    assert min(scales) < chance_scale(GameType("Ultimate")) < max(scales)
    drawish = Score(100, scale=scales[-1])
    assert 0.5 < drawish.chance < Score(100, scale=scales[0]).chance
    assert (-drawish).chance == pytest.approx(1 - drawish.chance)
    line = next(analyse(Position("Venom+Guardians"), Limit(depth=1), 1)).lines[0]
    assert line.score.scale == scales[-1]
