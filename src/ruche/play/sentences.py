"""What an action does, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ruche import Action, Colour, Piece, words

COMPOSED = 8192  # sentences that are kept: most games say the same ones


@dataclass(frozen=True, slots=True)
class Sentence:
    """What an action does; said only when somebody reads it, in the language asked for."""

    key: str  # under `action.` in the catalogue
    mover: Colour
    piece: Piece | None = None
    target: Piece | None = None  # what is acted on, or stepped on
    face: Piece | None = None  # what a flipped piece shows afterwards
    chosen: tuple[Piece, ...] = ()
    drawn: Piece | None = None

    @classmethod
    def of(cls, action: Action, mover: Colour, *, thrown: bool = False) -> Sentence:
        """Return what a player does by an action; a throw is a move that the piece does not make itself."""
        key: str = "throw" if thrown else action.kind
        piece, target, face = action.piece, action.target, None
        if key == "move" and action.onto is not None:
            key, target = "climb", action.onto
        elif key == "place" and piece is not None and piece.colour != mover:
            key = "place_theirs"  # S3
        elif key == "flip" and piece is not None:
            face = next(face for face in action.game_type.faces[piece.id] if face.bug != piece.bug)
        elif key == "faces" and not action.chosen:
            key = "faces_first"
        elif key == "turn":
            key = f"turn_{str(action)[-1]}"  # the colour that the Honeycombo shows
        return cls(key, mover, piece, target, face, action.chosen, action.drawn)

    def say(self, language: str) -> str:
        """Return the sentence; views repeat it, so it is composed once for all games."""
        return _composed(self, language)

    def _compose(self, language: str) -> str:
        """Return the sentence; what came out of the bag is named too, since hands are open (S1)."""
        values: dict[str, object] = {"who": words.say(f"action.{_side(self.mover)}", language)}
        if self.piece is not None:
            values["a"] = _a(self.piece, language)
            values["the"] = self._the(self.piece, language)
        if self.target is not None:
            values["target"] = self._the(self.target, language)
        if self.face is not None:
            values["face"] = _a(self.face, language)
        if self.chosen:
            values["chosen"] = _list(self.chosen, language)
        said = words.say(f"action.{self.key}", language, **values)
        if self.drawn is None:
            return said
        key = "action.namely" if self.piece is None else "action.and_draws"
        return words.say(key, language, sentence=said, drawn=_owned("a", self.drawn, language))

    def _the(self, piece: Piece, language: str) -> str:
        """Name a piece; its owner is named only where that is the opponent."""
        if piece.colour in (None, self.mover):
            return words.say(f"bug_the.{piece.bug.name}", language)
        return _owned("the", piece, language)


@lru_cache(maxsize=COMPOSED)
def _composed(sentence: Sentence, language: str) -> str:
    return sentence._compose(language)


def _side(colour: Colour) -> str:
    return str(colour).lower()


def _list(pieces: Sequence[Piece], language: str) -> str:
    """Name pieces one after the other, those of a kind once: "an ant ×2, a ladybug"."""
    kinds: dict[str, list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault(piece.bug.name, []).append(piece)
    counted = ((_a(kind[0], language), len(kind)) for kind in kinds.values())
    return ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counted)


def _a(piece: Piece, language: str) -> str:
    return words.say(f"bug_a.{piece.bug.name}", language)


def _owned(article: str, piece: Piece, language: str) -> str:
    """Name a piece and its owner, `Black's ant` or, of several, `a black ant`."""
    assert piece.colour is not None
    names = {f"{form}_piece": words.say(f"bug_{form}.{piece.bug.name}", language) for form in ("the", "a")}
    names["piece"] = words.say(f"bug.{piece.bug.name}", language).lower()
    return words.say(f"action.{article}_{_side(piece.colour)}", language, **names)
