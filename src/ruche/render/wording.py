"""What a picture says in words: captions, names for those who listen, lists."""

from __future__ import annotations

from collections.abc import Sequence

from ruche import words
from ruche.render.scene import Scene, Tile
from ruche.rules.facts.hexes import Hex

COLOURS = ("white", "black")
STATES = {"Draw": "draw", "WhiteWins": "white_wins", "BlackWins": "black_wins"}


def colour_words(side: int, language: str) -> dict[str, str]:
    """Return the ways in which sentences name a player."""
    return {
        "colour": words.say(f"colour.{COLOURS[side]}", language),
        "colours": words.say(f"render.plural.{COLOURS[side]}", language),
    }


def status(scene: Scene, language: str) -> str:
    """Say who is to move, or how the game ended, and what was played last."""
    if scene.state in STATES:
        now = words.say(f"render.state.{STATES[scene.state]}", language)
    else:
        key = "render.to_move_twice" if scene.actions > 1 else "render.to_move"
        now = words.say(key, language, number=scene.number, **colour_words(scene.side, language))
    parts = [now]
    if scene.action:
        parts.append(words.say("render.after", language, action=scene.action))
    if scene.bag:
        parts.append(words.say("render.bag", language, count=scene.bag))
    return " · ".join(parts)


def describe(tiles: Sequence[Tile], language: str) -> str:
    """Name the pieces of a stack, the top first."""
    text = ""
    for tile in tiles:
        bug = words.say(f"bug.{tile.bug}", language)
        key = "render.neutral" if tile.neutral else "render.piece"
        one = words.say(key, language, bug=bug, name=tile.name, **colour_words(tile.side, language))
        if tile.resting:
            one = words.say("render.resting", language, piece=one)
        if tile.stung:
            one = words.say("render.stung", language, piece=one)
        text = words.say("render.on", language, top=one, under=text) if text else one
    return text


def reading_order(scene: Scene) -> list[Hex]:
    """Return the occupied hexes from the top left, row by row."""
    return sorted(scene.stacks, key=lambda place: (place.r, place.q))


def listing(scene: Scene, language: str) -> str:
    """List what is in play, for those who do not see the picture."""
    if not scene.stacks:
        return words.say("render.nothing", language)
    text = "; ".join(describe(scene.stacks[place], language) for place in reading_order(scene))
    return words.say("render.in_play", language, list=text)
