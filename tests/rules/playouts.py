"""Random games of many types, and what must hold in each of their positions."""

import pickle
import random
from collections.abc import Iterable

from ruche import BUGS, COMPILED, Action, Colour, GameType, Hex, NotationError, Position, set_up
from ruche.notation.gamestring import read_gamestring, write_gamestring
from ruche.rules.core import codes
from ruche.rules.explain.probe import effects
from ruche.rules.facts.bugs import MIMIC, OWN, POWERS
from ruche.rules.facts.game_type import ROYAL_DEADLINE
from ruche.rules.facts.hexes import DIRECTIONS
from ruche.rules.identity import symmetries

TYPES = [
    "Base",
    "Base+M",
    "Base+L",
    "Base+P",
    "Base+MLP",
    "Carbon+Swarm",
    "Venom",
    "Venom+M",
    "Venom+P",
    "Venom+MLP",
    "Venom+MLP+Locked",
    "Venom+Swarm",
    "Venom+L+Predators",
    "Venom+MLP+Guardians",
    "Venom+MLP+Honeycombo",
    "Base+Predators",
    "Base+MP+Predators",
    "Base+Guardians",
    "Base+M+Guardians+Locked",
    "Base+Honeycombo",
    "Base+MLP+Honeycombo+Swarm",
    "Base+Swarm",
    "Base+S0O2",
    "Base+ML+O1Y2T1",
    "Base+A0Y3H1C2",
    "Base+S1B4A1G1",
    "Base+S0B0A2G0+Swarm",
    "Base+P+M2T2+Predators+Guardians+Honeycombo",
    "Ultimate",
    "Ultimate+Swarm",
    "Venom+Fixed",
    "Venom+MLP+Fixed",
    "Venom+P+Swarm+Fixed",
    "Base+Predators+Fixed",
    "Base+M+O1Y2+Guardians+Fixed",
    "Ultimate+Fixed",
    "Ultimate+Swarm+Fixed",
    *(f"Base+M+{bug.letter}2" for bug in BUGS if bug.brought_by == OWN),
]
OPTIONS = [  # taken by turns, so that every option is tried with many types
    {},
    {"queen_opening": "forbidden"},
    {"wasp_reach": "adjacent"},
    {"repetition": "off"},
]
SIGNS = ("{}-", "{}\\", "/{}", "-{}", "\\{}", "{}/")  # a hex as seen from a neighbour, by `DIRECTIONS`
LIKELY = {"flip": 0.3, "pass": 0.2, "draw": 0.3, "steal": 0.3, "place": 1.0}  # against 2 for all else


def random_action(position: Position, rng: random.Random) -> Action:
    """Choose by kinds first, so that rare powers are seen often."""
    actions = position.legal_actions()
    kinds = sorted({action.kind for action in actions})
    kind = rng.choices(kinds, [LIKELY.get(kind, 2.0) for kind in kinds])[0]
    return rng.choice([action for action in actions if action.kind == kind])


def texts(actions: Iterable[Action]) -> set[str]:
    return {str(action) for action in actions}


def snapshot(position: Position) -> tuple[object, ...]:
    """All that can be seen of a position."""
    return (
        position.stacks,
        [position.hand(colour) for colour in Colour],
        position.bag,
        position.removed,
        position.turn,
        position.actions_left,
        position.state,
        position.outcome,
        position.honeycombo,
        position.honeycombo_state,
        position.resting,
        position.stung,
        position.repetition_key,
        [(str(action), action.origin, action.to) for action in position.legal_actions()],
    )


def identity(position: Position) -> tuple[object, ...]:
    """All that decides what may be done and how it is written: what `==` compares, from what can be seen."""
    return (
        position.game_type,
        position.colour,
        min(position.turn_number, ROYAL_DEADLINE),  # T1, T3: later turns are alike
        position.outcome,
        layout(position),
        *(tuple(position.hand(colour)) for colour in Colour),
        tuple(position.bag),
        tuple(position.removed),
        position.hidden_choice,
        position.honeycombo_state,
        position.actions_left,
        position.is_second_action,
        effects(position) if position.game_type.minds_last_turn else None,
    )


def layout(position: Position) -> object:
    """The stacks, moved so that the smallest coordinates are 0."""
    stacks = position.stacks
    q, r = (min((place[i] for place in stacks), default=0) for i in range(2))
    return {(place.q - q, place.r - r): tuple(map(str, stack)) for place, stack in stacks.items()}


# -- what must hold --------------------------------------------------------------------------------


def check_hive(position: Position) -> None:
    """One hive (H1), every piece in one place (T8), and no action twice (N)."""
    stacks = position.stacks
    if stacks:
        reached = {next(iter(stacks))}
        todo = list(reached)
        while todo:
            place = todo.pop()
            near = {place.neighbour(d) for d in range(6)} & stacks.keys() - reached
            reached |= near
            todo += near
        assert reached == set(stacks)
    everywhere = [piece.id for stack in stacks.values() for piece in stack]
    for pieces in (position.hand(Colour.WHITE), position.hand(Colour.BLACK), position.bag, position.removed):
        everywhere += [piece.id for piece in pieces]
    if position.turn_number > 0:  # S1: before, the bag is not filled
        assert sorted(everywhere) == [piece.id for piece in position.game_type.pieces]
    actions = position.legal_actions()
    assert len(texts(actions)) == len(actions)
    assert bool(actions) == (position.outcome is None)
    if "pass" in texts(actions):  # T6, K5
        assert len(actions) == 1 or position.actions_left == 1


def check_legality(position: Position, rng: random.Random) -> None:
    """What is listed is legal, and what is not listed is not, with a reason."""
    actions = position.legal_actions()
    legal = texts(actions)
    for action in rng.sample(actions, min(len(actions), 400)):
        assert position.why_not(action) is None
        again = position.parse(str(action))
        assert (again, again.to, again.origin) == (action, action.to, action.origin)
    names = list(position.game_type.by_name)
    for _ in range(40):
        other = rng.choice(names)
        rest = rng.choice(
            [*(sign.format(other) for sign in SIGNS), other, *(mark + other for mark in "=*~x")]
        )
        text = f"{rng.choice(names)} {rest}"
        try:
            action = position.parse(text, legal=False)
        except NotationError:
            continue
        reason = position.why_not(action)
        assert (reason is None) == (str(action) in legal), (text, reason)
        assert position.is_legal(text) == (reason is None)
        if reason is not None:
            assert reason.say("en")
            assert reason.say("fr")


def check_single_actions(position: Position, rng: random.Random) -> None:
    """What is found legal without listing all actions is; plain moves and placements are all found."""
    board, game_type = position.board, position.game_type
    legal = [action.code for action in position.legal_actions()]
    found = {code & codes.KIND for code in legal if board.can_do(code, len(legal))}
    assert found <= {codes.MOVE, codes.PLACE}
    if not game_type.has_neutral and not game_type.has_bag:
        plain = not any(bug.abilities & (POWERS | MIMIC) for bug in game_type.bugs)
        for code in legal:
            sure = plain and code & codes.KIND == codes.MOVE
            if code & codes.KIND == codes.PLACE and position.turn_number > 1:
                sure = not game_type.pieces[code >> 12 & 63].bug.enters_on_top
            assert board.can_do(code, len(legal)) or not sure
    for code in rng.choices(legal, k=40) if legal else []:
        kind = rng.choice((codes.MOVE, codes.PLACE, codes.PLACE | codes.SECOND_FACE))
        other = kind | rng.randrange(len(game_type.pieces)) << codes.PIECE_SHIFT | code & codes.CELL
        assert other in legal or not board.can_do(other, len(legal))


def check_spellings(position: Position, actions: Iterable[Action]) -> None:
    """Any neighbour may be the reference, also a covered piece, also the mover's own old place (N)."""
    stacks = position.stacks
    for action in actions:
        if action.kind not in ("move", "place") or action.to is None or not stacks:
            continue
        for d, sign in enumerate(SIGNS):
            beside = Hex(action.to.q - DIRECTIONS[d][0], action.to.r - DIRECTIONS[d][1])
            for piece in stacks.get(beside, ()):
                read = position.parse(f"{action.piece} {sign.format(piece)}")
                assert (read, read.to) == (action, action.to)


def check_undo(position: Position, actions: Iterable[Action]) -> None:
    """Undo after play restores everything."""
    before = snapshot(position)
    for action in actions:
        earlier = position.copy()
        recorded = position.play(action)
        check_key(position)
        assert (earlier == position) == (identity(earlier) == identity(position))
        assert position.history[-1] == recorded
        assert position.undo() == recorded
        assert snapshot(position) == before


def check_key(position: Position) -> None:
    """The hash that is kept up to date with every action equals one computed anew."""
    twin = position.copy()
    assert twin.repetition_key == position.repetition_key
    if COMPILED:
        return  # the keys of the search cannot be seen from Python
    from ruche.rules.core.board import drop, lift

    fresh = Position(position.game_type).board
    if fresh.neutral >= 0:
        lift(fresh, fresh.neutral, fresh.pos[fresh.neutral])
    board = position.board
    for piece in range(64):
        if board.fixable >> piece & 1 and board.bug[piece] != board.first_bug[piece]:
            fresh.turn_face(piece)
    assert fresh.kind_bits == board.kind_bits
    for cell in range(4096):
        stack = []
        piece = board.top[cell]
        while piece >= 0:
            stack.append(piece)
            piece = board.under[piece]
        for piece in reversed(stack):
            fresh.bug[piece] = board.bug[piece]
            drop(fresh, piece, cell)
    assert (fresh.top, fresh.near) == (board.top, board.near)
    assert fresh.holes == board.holes
    if not position.game_type.has_bag and not position.removed:
        assert fresh.key == board.key  # else hands and what was removed are part of it


def check_copies(position: Position) -> None:
    """Copies and pickles are equal and stand on their own."""
    seen = snapshot(position)
    for twin in (position.copy(), pickle.loads(pickle.dumps(position))):
        assert twin == position
        assert identity(twin) == identity(position)
        assert twin.repetition_key == position.repetition_key
        assert snapshot(twin) == seen
        assert texts(twin.history) == texts(position.history)
        if twin.legal_actions():
            twin.play(twin.legal_actions()[0])
            assert snapshot(position) == seen


def check_views(position: Position) -> None:
    """A player sees board and hands, but neither the seed nor a choice that is still secret (V0d, S1, S7)."""
    for colour in Colour:
        seen = position.seen_by(colour)
        assert seen.seed == 0
        secret = position.turn == "Black[0]" and colour == Colour.BLACK
        assert seen.hidden_choice == (Colour.WHITE if secret else None)
        if secret:
            before = position.copy()
            before.undo()
            assert seen.hand(Colour.WHITE) == before.hand(Colour.WHITE)
            assert seen.hand(Colour.BLACK) == position.hand(Colour.BLACK)
            assert texts(seen.legal_actions()) == texts(position.legal_actions())
            assert not seen.history
        else:
            assert snapshot(seen) == snapshot(position)


def check_record(position: Position) -> None:
    """A GameString leads back to the position (N)."""
    text = write_gamestring(position)
    again = read_gamestring(text, game_type=position.game_type)
    assert again == position
    assert again.repetition_key == position.repetition_key
    assert write_gamestring(again) == text


def laid_out(position: Position, places: dict[Hex, Hex]) -> Position:
    """The same position set up, each stack at another place."""
    swarm = position.game_type.has_bag
    double = next((colour for colour in Colour if position.double_turn_of(colour)), None)
    return set_up(
        position.game_type,
        {places[place]: [str(piece) for piece in stack] for place, stack in position.stacks.items()},
        turn=position.turn,
        hands={colour: [str(piece) for piece in position.hand(colour)] for colour in Colour},
        bag=[str(piece) for piece in position.bag] if swarm else None,
        removed=[str(piece) for piece in position.removed],
        honeycombo=position.honeycombo,
        double=double,
    )


def outline(position: Position, places: dict[Hex, Hex]) -> set[tuple[object, ...]]:
    """The legal actions without notation, which names other neighbours when a board is turned."""
    found: set[tuple[object, ...]] = set()
    for action in position.legal_actions():
        to = None if action.to is None else places[action.to]
        found.add((action.kind, str(action.piece), str(action.target), to, action.chosen))
    return found


def check_symmetries(position: Position, rng: random.Random) -> None:
    """A turned or mirrored board has turned or mirrored actions, an equal canonical hash, and so on."""
    in_second_action = len(position.history) > 1 and position.turn == turn_before(position)
    if position.turn_number == 0 or not position.stacks or in_second_action:
        return  # such positions cannot be set up
    near = {place.neighbour(d) for place in position.stacks for d in range(6)} | position.stacks.keys()
    identity = {place: place for place in near}
    plain = laid_out(position, identity)
    assert plain.repetition_key == position.repetition_key  # E4: what rests is no part of it
    if plain == position:
        assert texts(plain.legal_actions()) == texts(position.legal_actions())
    assert plain.canonical_hash == position.canonical_hash
    offset = (rng.randint(-8, 8), rng.randint(-8, 8))
    for image in rng.sample(symmetries(), 3):
        places = {}
        for place in near:
            turned = image(place)
            places[place] = Hex(turned.q + offset[0], turned.r + offset[1])
        turned_board = laid_out(position, places)
        assert turned_board.canonical_hash == position.canonical_hash
        assert outline(turned_board, {place: place for place in places.values()}) == outline(plain, places)
    moved = laid_out(position, {place: Hex(place.q + 9, place.r - 4) for place in near})
    assert moved.repetition_key == position.repetition_key
    assert moved == plain
    assert texts(moved.legal_actions()) == texts(plain.legal_actions())


def turn_before(position: Position) -> str:
    """The turn in which the last action was played."""
    twin = position.copy()
    twin.undo()
    return twin.turn


def play_out(name: str, number: int, *, every: int, plies: int = 90) -> Position:
    """Play a random game of a type, and check one position of so many in depth."""
    game_type = GameType(name, **OPTIONS[number % len(OPTIONS)])
    rng = random.Random(f"{name} {number}")
    position = Position(game_type, seed=number)
    check_hive(position)
    for ply in range(plies):
        position.play(random_action(position, rng))
        if position.outcome is not None or rng.randrange(every) == 0 or ply == 0:
            actions = position.legal_actions()
            some = rng.sample(actions, min(len(actions), 6))
            check_hive(position)
            check_legality(position, rng)
            check_single_actions(position, rng)
            check_spellings(position, some)
            check_undo(position, some)
            check_copies(position)
            check_views(position)
            check_symmetries(position, rng)
        if position.outcome is not None:
            break
    check_record(position)
    return position
