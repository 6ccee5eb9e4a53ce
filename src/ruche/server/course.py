"""A game as played so far: the position, and every action in notation and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ruche import Action, Colour, Hex, Piece, Position, words
from ruche.server.wire.messages import Place, Translations

SIDES = ("white", "black")


@dataclass(frozen=True)
class Step:
    """An action on record, and the hexes that the page marks for it."""

    text: str
    turn: str
    colour: Colour
    words: Translations
    start: Place | None
    end: Place | None


class Course:
    """A position together with the steps that led to it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.steps: list[Step] = []

    @property
    def begun(self) -> int:
        """How many actions the history begins with that are no steps: what a set-up told of the last turn."""
        return len(self.position.history) - len(self.steps)

    def play(self, action: str) -> Step:
        """Play an action, in notation, and tell it; raises as `Position.play` does."""
        position = self.position
        turn, colour = position.turn, position.colour
        parsed = position.parse(action)
        start, end = marks(position, parsed)
        sentences = tell(position, parsed)
        recorded = position.play(parsed)
        if (drawn := recorded.drawn) is not None:
            told = sentences
            sentences = _in_each(lambda language: _with_draw(told[language], recorded.kind, drawn, language))
        step = Step(str(recorded), turn, colour, sentences, start, end)
        self.steps.append(step)
        return step

    def play_all(self, actions: Iterable[str]) -> None:
        """Play actions one after the other."""
        for action in actions:
            self.play(action)

    def back_to(self, left: int) -> None:
        """Take actions back until so many are left."""
        while len(self.steps) > left:
            self.position.undo()
            self.steps.pop()


def hexes_of(position: Position) -> dict[int, Hex]:
    """Return where each piece lies, by its id."""
    return {piece.id: place for place, stack in position.stacks.items() for piece in stack}


def marks(position: Position, action: Action) -> tuple[Place | None, Place | None]:
    """Return the hexes an action goes from and to, or acts from and on."""
    start: Place | None = action.origin
    end: Place | None = action.to
    if action.target is not None:
        end = hexes_of(position).get(action.target.id)
    elif action.kind == "flip":
        start, end = None, start
    elif action.kind == "turn":
        neutral = position.game_type.pieces[-1]
        end = hexes_of(position).get(neutral.id)
    return _pair(start), _pair(end)


def _pair(place: Place | None) -> Place | None:
    return (place[0], place[1]) if place is not None else None


def tell(position: Position, action: Action) -> Translations:
    """Say in every language what an action does."""
    return _in_each(lambda language: _sentence(position, action, language))


def tell_secret(colour: Colour) -> Translations:
    """Say that a hand was chosen, not which (S1)."""
    return _in_each(lambda language: words.say("told.secret_hand", language, who=_who(colour, language)))


def _in_each(say: Callable[[str], str]) -> Translations:
    return {language: say(language) for language in words.LANGUAGES}


def _who(colour: Colour, language: str) -> str:
    return words.say(f"told.{SIDES[colour]}", language)


def _with_draw(sentence: str, kind: str, drawn: Piece, language: str) -> str:
    """Say what came out of the bag; hands are open (S1)."""
    assert drawn.colour is not None
    a_bug = words.say(f"bug_a.{drawn.bug.name}", language)
    named = words.say(f"told.of_{SIDES[drawn.colour]}", language, the=a_bug)
    key = "told.and_draws" if kind == "place" else "told.namely"
    return words.say(key, language, sentence=sentence, drawn=named)


def _sentence(position: Position, action: Action, language: str) -> str:
    colour = position.colour
    values: dict[str, object] = {"who": _who(colour, language)}
    key = action.kind
    piece, target = action.piece, action.target
    if piece is not None:
        values["a"] = words.say(f"bug_a.{piece.bug.name}", language)
        values["the"] = _named(piece, colour, language)
    if key == "move" and action.to is not None and (stack := position.stacks.get(action.to)):
        key, target = "climb", stack[-1]
    if target is not None:
        values["target"] = _named(target, colour, language)
    if key == "place" and piece is not None and piece.colour != colour:
        key = "place_theirs"  # S3
    if key == "flip" and piece is not None:
        other = next(face for face in position.game_type.faces[piece.id] if face.bug != piece.bug)
        values["face"] = words.say(f"bug_a.{other.bug.name}", language)
    if key == "hand":
        names = [words.say(f"bug_a.{piece.bug.name}", language) for piece in action.chosen]
        values["chosen"] = ", ".join(names)
    if key == "turn":
        values["shows"] = str(action).removeprefix("hc =")
        key = f"turn_{values['shows']}"
    return words.say(f"told.{key}", language, **values)


def _named(piece: Piece, mover: Colour, language: str) -> str:
    """Name a piece; whose it is is said only of the opponent's and never of the neutral."""
    the = words.say(f"bug_the.{piece.bug.name}", language)
    if piece.colour is None or piece.colour == mover:
        return the
    return words.say(f"told.of_{SIDES[piece.colour]}", language, the=the)
