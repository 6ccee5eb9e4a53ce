"""Seats: whoever holds a seat's token plays there. Tokens and ids follow from one key, so none are stored."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from collections.abc import Mapping

from ruche import Colour

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"  # nothing that is easily mistaken
ID_LENGTH = 8


def new_key() -> str:
    """Return a new key for all tokens."""
    return secrets.token_urlsafe(32)


class Seats:
    """Makes and recognises tokens and ids."""

    def __init__(self, key: str) -> None:
        self.key = key.encode()

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self.key, text.encode(), hashlib.sha256)

    def _sign(self, text: str) -> str:
        return base64.urlsafe_b64encode(self._digest(text)[:18]).decode()

    def _id(self, text: str) -> str:
        """Return an id short enough to be read out."""
        number, letters = int.from_bytes(self._digest(text)), []
        for _ in range(ID_LENGTH):
            number, i = divmod(number, len(ALPHABET))
            letters.append(ALPHABET[i])
        return "".join(letters)

    def game_id(self, request: str, attempt: int) -> str:
        """Return the id of the game that a request makes: the same one when it is sent again."""
        return self._id(f"game {request} {attempt}")

    def rematch_id(self, game: str, attempt: int) -> str:
        """Return the id of a game's rematch; another attempt has another one."""
        return self._id(f"rematch {game} {attempt}")

    def token(self, game: str, colour: Colour, generation: int = 0) -> str:
        """Return the token of a seat; a later generation makes those before it void."""
        later = f" {generation}" if generation else ""
        return self._sign(f"seat {game} {colour.letter}{later}")

    def invite(self, game: str) -> str:
        """Return what gives away the open seat of a game."""
        return self._sign(f"invite {game}")

    def is_invite(self, game: str, invite: str) -> bool:
        """Tell whether an invitation is the one of this game."""
        return hmac.compare_digest(self.invite(game).encode(), invite.encode())

    def study_token(self, study: str, generation: int) -> str:
        """Return what lets others write in a study; a later generation makes those before it void."""
        return self._sign(f"study {study} {generation}")

    def held(self, game: str, shown: str | None, generations: Mapping[Colour, int]) -> frozenset[Colour]:
        """Return the seats that someone holds who shows these tokens, joined by commas."""
        given = [token.strip().encode() for token in (shown or "").split(",")[:2]]
        return frozenset(
            colour
            for colour, generation in generations.items()
            if any(
                hmac.compare_digest(self.token(game, colour, generation).encode(), token) for token in given
            )
        )
