"""Budgets: how much somebody may ask."""

from pathlib import Path

import pytest
from tests.server.helpers import serving

from ruche.server.admission.budgets import Budget, OverBudgetError, household
from ruche.server.admission.gate import Gate
from ruche.server.admission.settings import AdmissionSettings


def test_a_budget_comes_back_with_time() -> None:
    now = 0.0
    budget = Budget(rate=10, limit=20, now=lambda: now)
    for _ in range(20):
        budget.spend("a", 1)
    with pytest.raises(OverBudgetError) as refused:
        budget.spend("a", 15)
    assert refused.value.retry_after == 2
    budget.spend("b", 20)  # everybody has their own
    now = 0.5
    budget.spend("a", 5)
    with pytest.raises(OverBudgetError):
        budget.spend("a", 1)
    now = 100.0
    budget.spend("a", 1)  # as every request does before its own cost is known
    budget.spend("a", 499)  # what is dearer than any budget takes a full one, and more time
    with pytest.raises(OverBudgetError) as refused:
        budget.spend("a", 1)
    assert refused.value.retry_after == 49
    with pytest.raises(OverBudgetError):
        budget.spend("a", 500)


def test_a_household_has_one_budget() -> None:
    assert household("192.0.2.1") != household("192.0.2.2")
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert household("2001:db8:1:3::1") != household("2001:db8:1:2::1")
    assert household("::ffff:192.0.2.1") == household("192.0.2.1")
    assert household("fe80::1%eth0") == household("fe80::2")
    assert household("testclient") == "testclient"


def test_accounts_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ruche.server.admission.budgets.MOST_KEPT", 3)
    budget = Budget(1, 10)
    for key in "abcda":
        budget.spend(key, 1)
    assert list(budget.accounts) == ["c", "d", "a"]


def test_what_is_shown_for_a_seat_is_kept_in_short() -> None:
    gate = Gate(AdmissionSettings())
    for i in range(3):
        shown = f"Bearer {i}{'x' * 15_000}".encode()
        headers = [(b"host", b"localhost"), (b"authorization", shown)]
        gate.check({"type": "http", "method": "GET", "path": "/", "headers": headers})
    assert len(gate.seats.accounts) == 3
    assert max(map(len, gate.seats.accounts)) < 200


def test_who_asks_for_too_much_hears_when_to_come_back(sqlite_file: Path) -> None:
    with serving(sqlite_file, "--address-budget", "20") as server:
        answers = [server.client.get("/api/games") for _ in range(60)]
        refused = answers[-1]
        assert answers[0].status_code == 200
        assert (refused.status_code, refused.json()["error"]) == (429, "too_many")
        assert int(refused.headers["retry-after"]) == refused.json()["retry_after"] >= 1
        assert server.client.get("/healthz").status_code == 200
