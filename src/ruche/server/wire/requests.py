"""Requests that change something: what makes them safe to repeat."""

from __future__ import annotations

from hashlib import blake2b
from uuid import uuid4

import msgspec

from ruche.server.match.decisions import Held
from ruche.server.match.events import Request
from ruche.server.wire.messages import ChangeRequest


def request_of(kind: str, held: Held, body: ChangeRequest, *asked: object) -> Request:
    """Return the request that a body makes: its id, or a new one, and a digest of what is asked by whom."""
    text = msgspec.json.encode([kind, sorted(held), *asked])
    return Request(body.request or uuid4().hex, blake2b(text, digest_size=12).hexdigest())
