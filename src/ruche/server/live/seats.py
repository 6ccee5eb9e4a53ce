"""Seats: whoever holds a seat's token plays there. Tokens follow from one key, so none are stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from ruche import Colour

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # nothing that is easily mistaken
ID_LENGTH = 8


def new_game_id() -> str:
    """Return a new id, short enough to be read out."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def new_key() -> str:
    """Return a new key for all tokens."""
    return secrets.token_urlsafe(32)


class Seats:
    """Makes and recognises tokens."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def _sign(self, text: str) -> str:
        digest = hmac.new(self.key, text.encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:18]).decode()

    def token(self, game: str, colour: Colour) -> str:
        """Return the token of a seat."""
        return self._sign(f"seat {game} {colour.letter}")

    def invite(self, game: str) -> str:
        """Return what gives away the open seat of a game."""
        return self._sign(f"invite {game}")

    def is_invite(self, game: str, invite: str) -> bool:
        """Tell whether an invitation is the one of this game."""
        return hmac.compare_digest(self.invite(game).encode(), invite.encode())

    def held(self, game: str, shown: str | None) -> frozenset[Colour]:
        """Return the seats that someone holds who shows these tokens, joined by commas."""
        given = [token.strip().encode() for token in (shown or "").split(",")[:2]]
        return frozenset(
            colour
            for colour in Colour
            if any(hmac.compare_digest(self.token(game, colour).encode(), token) for token in given)
        )
