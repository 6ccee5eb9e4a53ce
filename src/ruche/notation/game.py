"""A record of a game: what is played, by whom, every action with comments, variations and clocks, the end."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from ruche.notation.annotations import Annotations
from ruche.notation.errors import Remark
from ruche.rules.action import Action
from ruche.rules.facts.colours import Colour
from ruche.rules.facts.game_type import GameType
from ruche.rules.outcome import EndReason, GameState, Outcome
from ruche.rules.position import Position


class Node(Annotations):
    """A place in the tree of a record: the action that leads there, and what is said of it.

    The nodes of a game are one flat list, a node's `id` its place there; parents come before their children.
    `children` are the actions that follow: the first is the main line, the others are variations.
    """

    __slots__ = ("_nodes", "action", "child_ids", "id", "parent_id")

    def __init__(self, nodes: list[Node], parent_id: int, action: Action | None) -> None:
        super().__init__()
        self._nodes = nodes
        self.id = len(nodes)
        self.parent_id = parent_id  # -1: of the root
        self.child_ids: list[int] = []
        self.action = action

    @property
    def parent(self) -> Node | None:
        """The node before it; None for the root."""
        return self._nodes[self.parent_id] if self.parent_id >= 0 else None

    @property
    def children(self) -> list[Node]:
        """The nodes after it, the main line first."""
        return [self._nodes[i] for i in self.child_ids]

    @property
    def variations(self) -> list[Node]:
        """The nodes after it that leave the main line."""
        return self.children[1:]

    def line(self) -> Iterator[Node]:
        """Yield the main line from here on, this node not included."""
        node = self
        while node.child_ids:
            node = self._nodes[node.child_ids[0]]
            yield node

    def path(self) -> list[Node]:
        """Return the nodes that lead here from the beginning, this one included."""
        found = []
        node = self
        while node.parent_id >= 0:
            found.append(node)
            node = self._nodes[node.parent_id]
        return found[::-1]

    def __repr__(self) -> str:
        return f"<Node {self.action if self.action else 'root'}>"


class Game:
    """A record: type, tags, a tree of actions, and how it ended.

    >>> game = Game("Base", tags={"White": "Anna", "Black": "Berta"})
    >>> for text in ("wA1", "bA1 wA1-", "wQ -wA1"):
    ...     node = game.play(text)
    >>> node.comment = "early"
    >>> game.finish("resignation", winner=Colour.WHITE)
    >>> game.gamestring()
    'Base;WhiteWins;Black[2];wA1;bA1 wA1-;wQ -wA1'
    """

    def __init__(
        self,
        game_type: GameType | str = "Base",
        *,
        tags: Mapping[str, str] | None = None,
        start: Position | None = None,
        seed: int = 0,
    ) -> None:
        if start is not None:
            game_type = start.game_type
        self.game_type = GameType(game_type) if isinstance(game_type, str) else game_type
        self.tags: dict[str, str] = dict(tags or {})
        self.nodes: list[Node] = []  # the root first
        self.root = Node(self.nodes, -1, None)
        self.nodes.append(self.root)
        self.last = self.root  # the end of the main line
        self.outcome: Outcome | None = None
        self.remarks: list[Remark] = []  # what the reader had to say
        self.seed = seed
        self._start = start.copy() if start is not None else None
        self._tip: tuple[Node, Position] | None = None  # where the last action was added

    @classmethod
    def of(
        cls, position: Position, *, tags: Mapping[str, str] | None = None, set_up_actions: int = 0
    ) -> Game:
        """Return the record of how a position came about.

        If it began with a set-up, its first `set_up_actions` are what that said of the last turn.
        """
        start = position.copy()
        if not start.is_set_up:
            set_up_actions = 0
        while len(start.history) > set_up_actions:
            start.undo()
        game = cls(position.game_type, tags=tags, seed=position.seed)
        if start.state != "NotStarted":
            game._start = start
        for action in position.history[set_up_actions:]:
            game.add(action)
        game.outcome = position.outcome
        return game

    @classmethod
    def read(cls, source: str | os.PathLike[str], *, lenient: bool = False) -> Game:
        """Read the first game of a text or a file, in any known format, and remark on what follows it.

        The formats are GameString, PGN, BoardSpace's SGF, text diagrams and one-line position texts. Raise
        `RecordError` if it cannot be read or breaks the rules; `lenient` keeps the legal part.
        """
        from ruche.notation.records import read_first

        return read_first(source, lenient=lenient)

    @classmethod
    def read_all(cls, source: str | os.PathLike[str], *, lenient: bool = False) -> list[Game]:
        """Read every game of a text or a file; `read_games` does so one by one.

        Raise `RecordError` at the first that cannot be read.
        """
        from ruche.notation.records import read_every

        return list(read_every(source, lenient=lenient))

    # -- what is in it -----------------------------------------------------------------------------

    @property
    def start(self) -> Position:
        """The position in which it begins."""
        return self._start.copy() if self._start is not None else Position(self.game_type, seed=self.seed)

    @property
    def is_set_up(self) -> bool:
        """Whether it begins with a set-up."""
        return self._start is not None

    @property
    def mainline(self) -> list[Node]:
        """The nodes of the main line, the root not among them."""
        return list(self.root.line())

    @property
    def actions(self) -> list[Action]:
        """The actions of the main line."""
        return [node.action for node in self.root.line() if node.action is not None]

    def position(self, node: Node | None = None) -> Position:
        """Return the position after a node; by default at the end of the main line."""
        position = self.start
        for step in (node or self.last).path():
            assert step.action is not None
            position.resume()
            position.play(step.action)
        return position

    def positions(self) -> Iterator[Position]:
        """Yield the starting position and that after every action of the main line."""
        position = self.start
        yield position.copy()
        for action in self.actions:
            position.resume()
            position.play(action)
            yield position.copy()

    # -- writing into it ---------------------------------------------------------------------------

    def play(self, action: Action | str, *, after: Node | None = None) -> Node:
        """Add an action after a node, by default at the end of the main line, and return its node.

        Where there is one already, it becomes a variation. Raise `NotationError` or `IllegalAction`.
        """
        node = after or self.last
        if self._tip is None or self._tip[0] is not node:
            self._tip = (node, self.position(node))
        position = self._tip[1]
        position.resume()
        added = self.add(position.play(action), after=node)
        self._tip = (added, position)
        if self.last is added:
            self.outcome = position.outcome
        return added

    def add(self, action: Action, *, after: Node | None = None) -> Node:
        """Add an action that is known to be legal; otherwise as `play`, but the outcome stays as it is."""
        parent = after or self.last
        node = Node(self.nodes, parent.id, action)
        self.nodes.append(node)
        parent.child_ids.append(node.id)
        if parent is self.last:
            self.last = node
        return node

    def remove(self, node: Node) -> None:
        """Remove a node and all that follows it; where it was the main line, the next variation is now."""
        if node.parent is None:
            raise ValueError("the root of a record cannot be removed")
        node.parent.child_ids.remove(node.id)
        gone = {node.id}
        for other in self.nodes[node.id :]:
            if other.parent_id in gone:
                gone.add(other.id)
        kept = [other for other in self.nodes if other.id not in gone]
        ids = {other.id: i for i, other in enumerate(kept)}
        for other in kept:
            other.id = ids[other.id]
            other.parent_id = ids.get(other.parent_id, -1)
            other.child_ids = [ids[child] for child in other.child_ids]
        self.nodes[:] = kept
        self._tip = None
        self._follow_main_line()

    def promote(self, node: Node, *, to_main: bool = False) -> None:
        """Move a variation up by one place, or `to_main`: make it the main line, all the way up."""
        for each in reversed(node.path()) if to_main else [node]:
            self._shift(each, to_front=to_main, by=-1)
        self._follow_main_line()

    def demote(self, node: Node) -> None:
        """Move a line down by one place among those that follow the same node."""
        self._shift(node, to_front=False, by=1)
        self._follow_main_line()

    def _shift(self, node: Node, *, to_front: bool, by: int) -> None:
        if node.parent is None:
            raise ValueError("the root of a record is no variation")
        siblings = node.parent.child_ids
        place = siblings.index(node.id)
        siblings.insert(0 if to_front else max(0, place + by), siblings.pop(place))

    def _follow_main_line(self) -> None:
        """Note where the main line ends now, and how."""
        last = (self.mainline or [self.root])[-1]
        if last is not self.last:
            self.last = last
            self.outcome = self.position().outcome

    def finish(self, why: EndReason | str, *, winner: Colour | None = None) -> None:
        """State how the game ended, where the board does not show it (E5)."""
        if why not in tuple(EndReason):
            raise ValueError(f"a game cannot end by {why[:40]!r}; expected one of {', '.join(EndReason)}")
        self.outcome = Outcome(winner, why)

    # -- how it ended ------------------------------------------------------------------------------

    @property
    def result(self) -> GameState:
        """NotStarted, InProgress, Draw, WhiteWins or BlackWins."""
        if self.outcome is not None:
            return self.outcome.state
        return GameState.IN_PROGRESS if self.root.child_ids or self.is_set_up else GameState.NOT_STARTED

    @property
    def ending(self) -> EndReason | None:
        """Why it ended, or None."""
        return self.outcome.why if self.outcome is not None else None

    # -- formats -----------------------------------------------------------------------------------

    def gamestring(self) -> str:
        """Return the main line as a GameString; a set-up has none."""
        from ruche.notation.gamestring import write_gamestring

        return write_gamestring(self)

    def pgn(self) -> str:
        """Return all of it as PGN."""
        from ruche.notation.pgn import write_pgn

        return write_pgn(self)

    def sgf(self) -> str:
        """Return all of it as BoardSpace's SGF; only the base game with M, L and P has one."""
        from ruche.notation.sgf_writing import write_sgf

        return write_sgf(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.pgn() == other.pgn()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<Game {self.game_type} {self.result}, {len(self.actions)} actions>"

    def _repr_svg_(self) -> str:
        return self.position()._repr_svg_()
