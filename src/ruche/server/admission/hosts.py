"""Host and Origin: a page of somebody else's must not act for a visitor of ours.

A browser sends the name it was asked for as `Host`, so that a foreign name that was made to resolve to us
(DNS rebinding) shows there; and it says as `Origin` whose page asks. Programs send no Origin, and need none.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urlsplit

from starlette.datastructures import Headers

from ruche.server.admission.settings import AdmissionSettings

NETLOC = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<host>[^\s\[\]:/?#@,]+))(?::[0-9]*)?")


def hostname(netloc: str) -> str:
    """Return the host of `host:port`, without the brackets of IPv6; empty if it is none."""
    found = NETLOC.fullmatch(netloc)
    return (found["six"] or found["host"]).lower() if found else ""


def is_address(host: str) -> bool:
    """Tell whether a host is an IP address, which nobody can make lead here by DNS as they can a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Tell whether a host always means the machine that it is used on."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)


def is_our_host(netloc: str, settings: AdmissionSettings) -> bool:
    """Tell whether the `Host` header of a request names this server."""
    host = hostname(netloc)
    if host in settings.hosts or is_trusted(netloc, settings):
        return True
    return settings.any_address and is_address(host)


def is_trusted(netloc: str, settings: AdmissionSettings) -> bool:
    """Tell whether the operator has named a host, with its port or without."""
    return hostname(netloc) in settings.trusted or netloc.lower() in settings.trusted


def is_our_page(headers: Headers, settings: AdmissionSettings) -> bool:
    """Tell whether a request comes from a page of this server, or from a program, which is no page."""
    origin = headers.get("origin")
    if origin is None:
        return headers.get("sec-fetch-site", "none") in ("none", "same-origin", "same-site")
    try:
        netloc = urlsplit(origin).netloc.lower()
    except ValueError:
        return False
    return netloc != "" and (netloc == headers.get("host", "").lower() or is_trusted(netloc, settings))
