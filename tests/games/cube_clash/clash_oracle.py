"""A second calculation of attacks in Cube Clash, written from the clauses alone, against which the rules are tested.

It shares no code with the resolver. A position is a dictionary of dice. Every order and every choice is tried.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Piece:
    """A die: on the board, dead (without a square), or waiting to be placed."""

    owner: str
    """`south` or `north`."""
    race: str
    """Race."""
    health: int
    """Health."""
    face: str
    """Icon on top."""
    count: int
    """Count on top."""
    square: tuple[int, int] | None
    """Column and row, or None."""
    dead: bool = False
    """True if it is dead."""
    lost: int = 0
    """Damage that has lasted."""


@dataclass(frozen=True)
class Options:
    """The options of the rules that concern attacks."""

    exceed: bool = False
    """Damage has to exceed health and saves to kill (CC-20)."""
    lasts: bool = False
    """Damage lasts until the die is killed (CC-21)."""
    plain_team: bool = False
    """Only dice that show melee or their ID add to the attack of a team (CC-31)."""
    hits: str = "each"
    """Whom a Counter hits: `each`, `attackers`, `one`, or several who share the damage (CC-42)."""
    strike_teams: bool = False
    """A team adds to a Double Strike (CC-44)."""
    counts_as: bool = False
    """All faces that count as a maneuver get the saves of a terrain (CC-70)."""
    any_returns: bool = False
    """Dead dice of any race may return, not only snakefolk (CC-76)."""


Board = dict[str, Piece]

BONUS = {"coral_elves": "coast", "lava_elves": "mountain", "snakefolk": "swamp"}
DOUBLE = {"dwarves": "mountain", "goblins": "swamp"}


def beside(one: Piece, other: Piece) -> bool:
    """Return whether two dice stand on squares that share a side."""
    if one.square is None or other.square is None:
        return False
    (a, b), (c, d) = one.square, other.square
    return abs(a - c) + abs(b - d) == 1


def stops(piece: Piece, melee: bool, terrain: str | None, its: Options) -> int:
    """Return the saves of a die (CC-35, CC-37, CC-41, CC-46, CC-70, CC-71)."""
    if piece.face == "id":
        return 1
    found = 0
    if piece.face in ("saves", "cantrip"):
        found = piece.count
    if piece.face == "fly" and melee:
        found = piece.count
    if terrain and DOUBLE.get(piece.race, "-") == terrain:
        found += found
    if terrain and BONUS.get(piece.race, "-") == terrain and not found:
        faces = ["maneuver"]
        if its.counts_as:
            faces += ["fly", "rend", "trample"]
        found = piece.count if piece.face in faces else 0
    return found


def melee(board: Board, attacker: str, defender: str, its: Options) -> tuple[int, int, set[str]]:
    """Return the damage of a melee attack, the saves that it ignores, and all who take part (CC-30, CC-31, CC-44)."""
    acts, ignores = board[attacker], 0
    if acts.face == "id":
        damage = 1
    elif acts.face == "double_strike":
        damage = 3
    else:
        damage = acts.count
    if acts.face == "smite":
        ignores = acts.count
    if acts.face == "trample":
        ignores = 1
    part = {attacker}
    if acts.face != "double_strike" or its.strike_teams:
        for name, friend in board.items():
            if name == attacker or friend.owner != acts.owner or not beside(friend, board[defender]):
                continue
            if friend.face == "id":
                damage, part = damage + 1, part | {name}
            elif friend.face == "melee" or (not its.plain_team and friend.face in ("smite", "rend", "trample")):
                damage, part = damage + friend.count, part | {name}
    return damage, ignores, part


def counters(board: Board, defender: str, part: set[str], its: Options) -> Iterator[dict[str, int]]:
    """Yield the ways in which a Counter deals its damage (CC-42)."""
    its_own = board[defender]
    if its_own.face != "counter":
        yield {}
        return
    near = [name for name, piece in board.items() if piece.owner != its_own.owner and beside(piece, its_own)]
    if its.hits == "each":
        yield dict.fromkeys(near, its_own.count)
    elif its.hits == "attackers":
        yield {name: its_own.count for name in near if name in part}
    elif not near:
        yield {}
    elif its.hits == "one":
        for name in near:
            yield {name: its_own.count}
    else:
        for shares in deals(len(near), its_own.count):
            yield {name: share for name, share in zip(near, shares, strict=True) if share}


def deals(people: int, points: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to deal out a number of points to a number of people."""
    if people == 0:
        if points == 0:
            yield ()
        return
    for share in range(points + 1):
        for others in deals(people - 1, points - share):
            yield (share, *others)


def outcomes(board: Board, attacker: str, defender: str, how: str, mover: str, terrain: str | None, its: Options) \
        -> Iterator[tuple[Board, str]]:  # fmt: skip
    """Yield each board that an attack may end in, and `south`, `north`, `draw` or nothing as the game's winner.

    Args:
        board: The dice.
        attacker: The die that acts.
        defender: The die that is attacked.
        how: `melee` or `missile`.
        mover: The player on turn.
        terrain: Terrain of the whole board.
        its: The options.
    """
    if how == "melee":
        damage, ignores, part = melee(board, attacker, defender, its)
        ways = list(counters(board, defender, part, its))
    else:
        damage, ignores = board[attacker].count, board[attacker].count if board[attacker].face == "bulls_eye" else 0
        ways = [{}]
    for way in ways:
        blows = {defender: (damage, ignores, attacker, how == "melee")}
        blows |= {name: (points, 0, defender, True) for name, points in way.items()}
        killed: dict[str, str] = {}
        after = dict(board)
        for name, (points, ignored, source, by_hand) in blows.items():
            piece = board[name]
            saved = max(0, stops(piece, by_hand, terrain, its) - ignored)
            needed = piece.health - piece.lost + saved + (1 if its.exceed else 0)
            if points >= needed:
                killed[name] = source
            elif its.lasts:
                after[name] = replace(piece, lost=piece.lost + max(0, points - saved))
        gone = {name for name in killed if board[name].face != "vanish"}
        for name in killed:
            after[name] = replace(board[name], square=None, dead=name in gone, lost=0)
        for vanished in homes(after, [name for name in killed if name not in gone]):
            for replaced in replacements(vanished, board, sorted(gone), gone):
                sides = {piece.owner for piece in replaced.values() if piece.square}
                if killed and len(sides) < 2:
                    yield replaced, "".join(sides) or "draw"
                else:
                    yield from ((one, "") for one in returns(replaced, board, killed, gone, mover, its))


def homes(board: Board, names: list[str]) -> Iterator[Board]:
    """Yield the boards that are possible after the dice that vanish have moved home (CC-50)."""
    if not names:
        yield board
        return
    name, others = names[0], names[1:]
    taken = {piece.square for piece in board.values()}
    rows = range(8) if board[name].owner == "south" else range(7, -1, -1)
    row = next(row for row in rows if any((column, row) not in taken for column in range(8)))
    for column in range(8):
        if (column, row) not in taken:
            home = replace(board[name], square=(column, row), face="id", count=0)
            yield from homes({**board, name: home}, others)


def replacements(board: Board, before: Board, names: list[str], gone: set[str]) -> Iterator[Board]:
    """Yield the boards that are possible after killed undead have been replaced (CC-74)."""
    if not names:
        yield board
        return
    name, others = names[0], names[1:]
    old = before[name]
    fit = [
        other
        for other, piece in board.items()
        if piece.dead and piece.owner == old.owner and piece.race == "undead" == old.race
        and piece.health == old.health - 1 and other not in gone
    ]  # fmt: skip
    if not fit or any(piece.square == old.square for piece in board.values()):
        yield from replacements(board, before, others, gone)
    for other in fit:
        if all(piece.square != old.square for piece in board.values()):
            new = replace(board[other], square=old.square, dead=False, face="id", count=0)
            yield from replacements({**board, other: new}, before, others, gone)


def returns(
    board: Board, before: Board, killed: dict[str, str], gone: set[str], mover: str, its: Options
) -> Iterator[Board]:
    """Yield the boards that are possible after dead dice have returned by snakefolk, those of the player on turn first
    (CC-76, CC-81).
    """
    due = [
        (before[source].owner, before[name].health)
        for name, source in killed.items()
        if name in gone and before[source].race == "snakefolk" and before[source].owner != before[name].owner
    ]
    yield from _returned(board, sorted(due, key=lambda one: one[0] != mover), its)


def _returned(board: Board, due: list[tuple[str, int]], its: Options) -> Iterator[Board]:
    if not due:
        yield board
        return
    (owner, health), *others = due
    yield from _returned(board, others, its)
    taken = {piece.square for piece in board.values()}
    for name, piece in board.items():
        if piece.dead and piece.owner == owner and piece.health <= health:
            if not its.any_returns and piece.race != "snakefolk":
                continue
            for column in range(8):
                home = (column, 0 if owner == "south" else 7)
                if home not in taken:
                    back = replace(piece, square=home, dead=False, face="id", count=0)
                    yield from _returned({**board, name: back}, others, its)
