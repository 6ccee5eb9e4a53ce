"""The gate: every request and socket passes it first."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from ruche.server.admission.budgets import Budget, OverBudgetError, household
from ruche.server.admission.hosts import is_our_host, is_our_page
from ruche.server.admission.settings import AdmissionSettings
from ruche.server.wire.calls import PROBES, SAFE_METHODS
from ruche.server.wire.http import refusal_response
from ruche.server.wire.refusals import RefusalError, refuse, refuse_for_now, refuse_malformed
from ruche.words.errors import shorten

POLICY_VIOLATION = 1008
DENIAL = "websocket.http.response"  # a server that has it can answer a socket's request like any other
SOCKET_COST = 10
LONGEST_SEAT = 120  # characters of what is shown for a seat that tell one from another


class Gate:
    """Refuses foreign hosts and pages, and those who ask for more than their share."""

    def __init__(self, settings: AdmissionSettings, now: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        saved = settings.seconds_saved
        self.addresses = Budget(settings.address_rate, settings.address_rate * saved, now)
        self.seats = Budget(settings.seat_rate, settings.seat_rate * saved, now)
        self.studies: Counter[str] = Counter()

    def check(self, scope: Scope) -> None:
        """Raise a refusal unless a request or socket may come in."""
        if scope["path"] in PROBES:
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not is_our_host(host, self.settings):
            raise refuse("foreign_host", host=shorten(host))
        changes = scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS
        if changes and not is_our_page(headers, self.settings):
            raise refuse("foreign_page", origin=shorten(headers.get("origin", "")))
        if "\0" in scope["path"]:
            raise refuse_malformed("nul")
        self.charge(HTTPConnection(scope), SOCKET_COST if scope["type"] == "websocket" else 1)

    def charge(self, connection: HTTPConnection, units: float) -> None:
        """Take units from the budget of a seat, if one is shown, and from that of the address."""
        try:
            if seat := connection.headers.get("authorization"):
                self.seats.spend(seat[:LONGEST_SEAT], units)
            self.addresses.spend(address_of(connection), units)
        except OverBudgetError as error:
            raise refuse_for_now("too_many", error.retry_after) from None

    def begin_study(self, connection: HTTPConnection) -> str:
        """Count an analysis that begins; returns what `end_study` wants."""
        address = address_of(connection)
        if self.studies[address] >= self.settings.studies:
            raise refuse_for_now("too_many", 10)
        self.studies[address] += 1
        return address

    def end_study(self, address: str) -> None:
        """Count an analysis that has ended."""
        self.studies[address] -= 1
        if not self.studies[address]:
            del self.studies[address]


class GateMiddleware:
    """Asks the gate before the application sees anything."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app = app
        self.gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or socket in, or answer it with a refusal."""
        try:
            if scope["type"] in ("http", "websocket"):
                self.gate.check(scope)
        except RefusalError as error:
            if scope["type"] == "http" or DENIAL in scope.get("extensions", {}):
                await refusal_response(error)(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})
            return
        await self.app(scope, receive, send)


def address_of(connection: HTTPConnection) -> str:
    """Return whom a request comes from, as budgets count them."""
    return household(connection.client.host) if connection.client else "unknown"
