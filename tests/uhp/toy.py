"""A small UHP engine that can be told to misbehave: `python toy.py [fault...]`."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from ruche import GameType, Position
from ruche.notation.gamestring import read_gamestring, write_gamestring

FAULTS = set(sys.argv[1:])


class Toy:
    """Plays the first legal action; each fault breaks one promise."""

    def __init__(self) -> None:
        self.position: Position | None = None

    def fault(self, name: str) -> bool:
        return name in FAULTS

    def answer(self, line: str) -> list[str]:
        word, _, rest = line.partition(" ")
        word = word if self.fault("case") else word.lower()
        if word == "info":
            return ["id toy v1", "" if self.fault("plain-only") else "Mosquito;Ladybug;Pillbug"]
        if word == "newgame":
            return self.newgame(rest or "Base")
        if word == "options":
            return ["err no option"] if rest else []
        position = self.position
        if word not in ("play", "pass", "validmoves", "bestmove", "undo"):
            return [] if self.fault("errors") else ["err what?"]
        if position is None:
            if self.fault("dies"):
                sys.exit("toy: no game, good-bye")
            return ["err no game"]
        if word == "undo":
            count = int(rest or 1) if (rest or "1").isdecimal() else 0
            if not 1 <= count <= len(position.history):
                return ["err undo"]
            for _ in range(count):
                position.undo()
            return [write_gamestring(position)]
        if position.outcome is not None and not self.fault("plays-on"):
            return ["err over"]
        if word in ("play", "pass"):
            return self.play(rest if word == "play" else "pass")
        actions = self.actions()
        if word == "validmoves":
            return [";".join(actions)]
        self.hang_once()
        if self.fault("slow"):
            time.sleep(3600)
        if self.fault("nonsense"):
            return ["a good move"]
        if "seconds" in rest:
            return ["err only time and depth"]
        return [actions[0]]

    def hang_once(self) -> None:
        """`hangs-once=FILE`: make the file, if it is not there, and wait for the end of the input."""
        for name in FAULTS:
            if name.startswith("hangs-once=") and not (file := Path(name.partition("=")[2])).exists():
                file.touch()
                sys.stdin.read()

    def actions(self) -> list[str]:
        assert self.position is not None
        actions = [str(action) for action in self.position.legal_actions()]
        if self.fault("no-climbing"):
            actions = [text for text in actions if " " not in text or any(sign in text for sign in "-/\\")]
        if self.fault("no-spiders"):
            actions = [text for text in actions if not (text[1] == "S" and self.moves(text))]
        if self.fault("no-throws"):
            own = self.position.colour.letter
            actions = [text for text in actions if text == "pass" or text[0] == own]
        return actions or ["pass"]

    def moves(self, text: str) -> bool:
        assert self.position is not None
        name = text.split()[0]
        return any(str(piece) == name for stack in self.position.stacks.values() for piece in stack)

    def newgame(self, text: str) -> list[str]:
        try:
            kind = GameType(text.partition(";")[0])
            if kind.is_plain and not self.fault("queen-opening"):
                kind = kind.with_options(queen_opening="forbidden")
            position = read_gamestring(text, game_type=kind)
        except ValueError:
            if self.fault("forgets"):
                self.position = None
            return ["err no such game"]
        self.position = position
        return [write_gamestring(position)]

    def play(self, text: str) -> list[str]:
        assert self.position is not None
        try:
            action = self.position.parse(text)
        except ValueError:
            return ["err no" if self.fault("wrong-refusal") else "invalidmove no"]
        self.position.play(action)
        return [write_gamestring(self.position)]


def reply(toy: Toy, line: str) -> None:
    for text in toy.answer(line):
        print(text)
    print("OK" if "shouts" in FAULTS else "ok", flush=True)


def main() -> None:
    if "dies-of-ctrl-c" not in FAULTS:
        signal.signal(signal.SIGINT, lambda *_: None)
    if "silent" in FAULTS:
        time.sleep(3600)
    if "leaves-child" in FAULTS:
        subprocess.Popen(["sleep", "3600"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    toy = Toy()
    if "shy" not in FAULTS:
        reply(toy, "info")
    lines = sys.stdin.readlines() if "hasty" in FAULTS else sys.stdin
    if "hasty" in FAULTS and "exit\n" in lines:
        return
    for line in lines:
        words = " ".join(line.split())
        if words.lower() == "exit" and "stays" not in FAULTS:
            return
        if words:
            reply(toy, words)
    if "stays" in FAULTS:
        time.sleep(3600)


if __name__ == "__main__":
    main()
