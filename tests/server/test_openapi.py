"""The server against its own description, by requests that nobody thought of."""

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from tests.server.helpers import Served
from tests.waiting import PATIENCE

from ruche.server.api import endpoints
from ruche.server.wire.calls import Call
from ruche.server.wire.openapi import document

schemathesis = pytest.importorskip("schemathesis")
checks = pytest.importorskip("schemathesis.specs.openapi.checks")
SLOW = {"/api/archive.pgn", "/api/archive.gamestrings"}  # all games there are: tried elsewhere


CALLS = [one for one in endpoints() if isinstance(one, Call)]


@pytest.mark.parametrize(
    ("method", "path"), [(call.method, call.path) for call in CALLS if call.path not in SLOW]
)
def test_every_answer_is_as_described(server: Served, method: str, path: str) -> None:
    """What fits the description may still break the rules (422), so that is no failure."""
    seat = server.create()
    operation = schemathesis.openapi.from_dict(document(CALLS))[path][method]

    @given(case=operation.as_strategy())
    @settings(
        max_examples=15,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Any) -> None:
        if case.query:
            case.query.pop("wait", None)
        if path.startswith("/api/games/{id}") and len(case.path_parameters["id"]) % 4:
            case.path_parameters["id"] = seat.game
            case.headers = {**(case.headers or {}), **seat.headers}
        if isinstance(case.body, dict) and len(str(case.body.get("type", ""))) % 4:
            case.body["type"] = "Ultimate+Swarm"
        answer = case.call(base_url=server.url, timeout=PATIENCE)
        assert answer.status_code < 500, answer.text
        case.validate_response(answer, excluded_checks=[checks.positive_data_acceptance])

    ask()
