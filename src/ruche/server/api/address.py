"""Where a friend finds this server."""

from __future__ import annotations

import socket

from starlette.datastructures import URL
from starlette.requests import Request

from ruche.server.admission.hosts import hostname, is_loopback
from ruche.server.admission.settings import AdmissionSettings
from ruche.server.context import context_of
from ruche.server.wire.calls import call
from ruche.server.wire.messages import ResponseBody

ANYWHERE = ("192.0.2.1", 9)  # an address for documentation: nobody has it, and nothing is sent there


class AddressResponse(ResponseBody):
    """The address by which other machines reach the server; null if only the one it runs on does."""

    url: str | None


@call("GET", "/api/address")
async def address(request: Request) -> AddressResponse:
    """Say by which address a friend's machine reaches the server."""
    return AddressResponse(url=reachable(request.url, context_of(request).gate.settings))


def reachable(url: URL, settings: AdmissionSettings) -> str | None:
    """Return the address that a friend may use where one visitor uses `url`."""
    if not is_loopback(hostname(url.netloc)):
        return f"{url.scheme}://{url.netloc}"
    found = network_address() if settings.any_address else None
    port = f":{url.port}" if url.port else ""
    return f"{url.scheme}://{found}{port}" if found else None


def network_address() -> str | None:
    """Return the address of this machine in its network, if it is in one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)  # of a datagram socket: only looks up the way there
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(found) else found
