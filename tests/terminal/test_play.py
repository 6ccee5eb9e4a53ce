"""The command `ruche play`, where there is nothing to play on."""

import sys
from importlib.metadata import distributions

import pytest
from click.testing import CliRunner

from ruche.cli import main
from ruche.players.player import UhpPlayer
from ruche.uhp.client import EngineError


def test_without_a_terminal_it_says_so() -> None:
    answer = CliRunner().invoke(main, ["play", "Base"])
    assert answer.exit_code == 1
    assert "needs a terminal" in answer.output


@pytest.mark.skipif(not any(distributions(name="ruche")), reason="nothing says which extra brings it")
@pytest.mark.parametrize(
    ("language", "expected"), [("en", "needs the package"), ("fr", "Il faut pour cela le paquet")]
)
def test_without_textual_it_says_what_to_install(
    language: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("ruche.terminal")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    answer = CliRunner(env={"RUCHE_LANG": language}).invoke(main, ["play"])
    assert answer.exit_code == 1
    assert expected in answer.output
    assert "ruche[terminal]" in answer.output


def test_an_engine_that_is_not_there_is_told() -> None:
    with pytest.raises(EngineError, match="no-such-engine"):
        UhpPlayer("no-such-engine").engine.start()
