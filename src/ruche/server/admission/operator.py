"""Who the operator is: whoever has the token, or sits at this machine."""

from __future__ import annotations

import hmac
import ipaddress
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from ruche.server.wire.refusals import refuse

FORWARDING = ("forwarded", "x-forwarded-for", "x-real-ip", "via")


@dataclass(frozen=True)
class Operator:
    """Opens the figures to the operator alone.

    Without a token, that is who asks from this machine. Behind a proxy everybody seems to, so that only the
    token will do.
    """

    token: str | None = None
    behind_proxy: bool = False

    def admit(self, connection: HTTPConnection) -> None:
        """Refuse anybody else."""
        scheme, _, shown = connection.headers.get("authorization", "").partition(" ")
        if self.token and scheme.lower() == "bearer":
            if hmac.compare_digest(shown.strip().encode(), self.token.encode()):
                return
        elif not self.token and not self.behind_proxy and _is_local(connection):
            return
        raise refuse("operator_only")


def _is_local(connection: HTTPConnection) -> bool:
    if connection.client is None or any(name in connection.headers for name in FORWARDING):
        return False
    try:
        return ipaddress.ip_address(connection.client.host).is_loopback
    except ValueError:
        return False
