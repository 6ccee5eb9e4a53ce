"""How a game stands, in words."""

import pytest

from ruche.engine.standing import LEADS, leader_of, say_standing, standing_of


@pytest.mark.parametrize(
    ("chance", "standing"),
    [
        (0.5, "equal"),
        (0.569, "equal"),
        (0.57, "white_slightly_better"),
        (0.72, "white_better"),
        (1.0, "white_winning"),
        (0.4, "black_slightly_better"),
        (0.2, "black_better"),
        (0.0, "black_winning"),
    ],
)
def test_standings(chance: float, standing: str) -> None:
    assert standing_of(chance) == standing
    assert (leader_of(chance) or "equal") == standing.split("_")[0]
    assert all(say_standing(chance, language) for language in ("en", "fr"))


def test_leads_fall() -> None:
    assert sorted(LEADS, key=lambda lead: -lead[1]) == list(LEADS)
