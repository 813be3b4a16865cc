"""The resolver of attacks against a second reading of the clauses, on random small boards with all options.

CC-20, CC-21, CC-30, CC-31, CC-33, CC-35, CC-37, CC-40, CC-42, CC-44, CC-48, CC-49, CC-50, CC-70, CC-71, CC-74, CC-76
and CC-81 meet here.
"""

import itertools
from typing import Any, get_args

import clash_oracle as oracle
import pytest
from clash_rules import rules
from clash_scene import showing
from hypothesis import event, given
from hypothesis import strategies as st
from law_examples import examples

from riotsim.games.cube_clash.board.position import Match, Position, Standing, position
from riotsim.games.cube_clash.board.squares import Square, column_of, distance, row_of, square
from riotsim.games.cube_clash.combat import attacks, resolver, values
from riotsim.games.cube_clash.rulebook import Bonus, Counter, Damage, DoubleStrike, Kill, Melee, RaceRules, Rulebook
from riotsim.games.cube_clash.units.faces import COUNTLESS, ID_FACE, Face, Icon
from riotsim.games.cube_clash.units.unit import SIDES, DieId, Side, Unit, UnitDie

RACES = ("coral_elves", "dwarves", "goblins", "lava_elves", "feral", *["undead", "snakefolk"] * 4)
TERRAINS = (None, "coast", "mountain", "swamp", "plains")

options = st.builds(
    oracle.Options, st.booleans(), st.booleans(), st.booleans(), st.sampled_from(["each", "one", "split", "attackers"]),
    st.booleans(), st.booleans(), st.booleans(),
)  # fmt: skip


def shown(*icons: Icon, least: int = 1, most: int = 4) -> st.SearchStrategy[Face]:
    """Draw a face with one of the given icons, or with any icon if none is given."""
    return st.builds(
        lambda icon, count: Face(icon, 0 if icon in COUNTLESS else count),
        st.sampled_from(icons or tuple(Icon)),
        st.integers(least, most),
    )


STRIKES = (Icon.MELEE, Icon.MELEE, Icon.SMITE, Icon.REND, Icon.TRAMPLE, Icon.DOUBLE_STRIKE, Icon.ID)
MEETS = (Icon.COUNTER, Icon.COUNTER, Icon.VANISH, Icon.MAGIC, *Icon)
"""Icons from which the defender's face is drawn; Counter and Vanish are drawn more often than others."""

WEAK = (Icon.VANISH, Icon.MAGIC, Icon.MAGIC, Icon.MELEE, Icon.FLY)
"""Icons from which the faces of dice are drawn that a Counter may kill."""

USUAL = rules()


def dice(
    side: st.SearchStrategy[Side], races: st.SearchStrategy[str], face: st.SearchStrategy[Face]
) -> st.SearchStrategy[tuple[Side, str, int, Face]]:
    """Draw the side, race, health and face of a die."""
    return st.tuples(side, races, st.sampled_from([1, 2, 2, 3]), face)


def book(its: oracle.Options) -> Rulebook:
    """Return the rules with some options."""
    return USUAL.model_copy(update={
        "kill": Kill(at="exceed" if its.exceed else "reach"),
        "damage": Damage(lasts=its.lasts),
        "melee": Melee(team="plain" if its.plain_team else "counts_as"),
        "counter": Counter(hits=its.hits),  # type: ignore[arg-type]  # of its words
        "double_strike": DoubleStrike(team=its.strike_teams),
        "bonus": Bonus(faces="counts_as" if its.counts_as else "plain"),
        "race": RaceRules(returns="any" if its.any_returns else "same_race"),
    })  # fmt: skip


@st.composite
def boards(
    draw: st.DrawFn, attacks_with: tuple[Icon, ...], near: int, far: int
) -> tuple[dict[DieId, UnitDie], Position, str | None]:
    """Draw an attacker of South's, a defender of North's, up to six others near them, and some dead.

    Args:
        draw: The function that draws.
        attacks_with: The icons that the attacker may show.
        near: Least distance of attacker and defender.
        far: Greatest distance of attacker and defender.
    """
    races = st.sampled_from(draw(st.lists(st.sampled_from(RACES), min_size=1, max_size=2)))
    either, south, north = st.sampled_from(SIDES), st.just(SIDES[0]), st.just(SIDES[1])
    chain = draw(st.booleans())  # a Counter among many that it may kill, in place of anything
    chosen = [
        draw(dice(south, races, shown(*attacks_with, least=3, most=9))),
        draw(dice(north, races, shown(Icon.COUNTER, least=2) if chain else shown(*MEETS, most=3))),
        *draw(st.lists(dice(south, races, shown(*WEAK)), min_size=1, max_size=3) if chain else st.just([])),
        *draw(st.lists(dice(either, races, shown(*MEETS, Icon.MELEE, Icon.ID)), max_size=3)),
    ]
    row = draw(st.sampled_from([0, 0, 3, 5]))
    part = [square(column, high) for column in range(4) for high in range(row, row + 3)]
    pair = draw(st.sampled_from([(a, b) for a in part for b in part if near <= distance(a, b) <= far]))
    others = draw(st.permutations([at for at in part if at not in pair]))
    places = [*pair, *sorted(others, key=lambda at: distance(at, pair[1]))]
    units: dict[DieId, UnitDie] = {}
    stand: list[Standing] = []
    for k, (side, race, health, face) in enumerate(chosen):
        name = f"{side}.d{k}"
        units[name] = UnitDie(name, side, Unit(f"d{k}", race, health, (ID_FACE, face, face, face, face, face)))
        stand.append(Standing(name, places[k], showing(1 if face == ID_FACE else 2)))
    dead = draw(st.lists(dice(either, races, st.just(ID_FACE)), min_size=1, max_size=4))
    for k, (side, race, health, face) in enumerate(dead):
        name = f"{side}.g{k}"
        units[name] = UnitDie(name, side, Unit(f"g{k}", race, health, (face, face, face, face, face, face)))
    buried = [name for name in units if ".g" in name]
    return units, position(stand, buried, draw(st.sampled_from(SIDES))), draw(st.sampled_from(TERRAINS))


def plain(match: Match, here: Position) -> oracle.Board:
    """Return a position in the form that the oracle uses."""
    found: oracle.Board = {}
    for name, die in match.dice.items():
        stands, unit = here.find(name), die.unit
        face = match.face(stands) if stands else ID_FACE
        at = None if stands is None else (column_of(stands.at), row_of(stands.at))
        found[name] = oracle.Piece(
            die.owner, unit.race, unit.health, str(face.icon) if stands else "", face.count, at, name in here.dead,
            stands.wounds if stands else 0,
        )  # fmt: skip
    return found


def comparable(board: oracle.Board) -> frozenset[Any]:
    """Return a board in a form for comparison, in which faces of dice off the board are left out."""
    return frozenset(
        (name, piece.square, piece.dead, piece.lost, (piece.face, piece.count) if piece.square else None)
        for name, piece in board.items()
    )


def resolved(match: Match, here: Position, attack: attacks.Attack) -> set[tuple[frozenset[Any], str]]:
    """Return all boards that the resolver ends in, each with the winner.

    Of the four orientations with the ID up only one is followed; they differ in nothing that the oracle sees.
    """
    found: set[tuple[frozenset[Any], str]] = set()
    todo = [resolver.attack(match, here, attack)]
    while todo:
        now = todo.pop()
        if not now.pending:
            winner = "" if now.result is None else (now.result.winner or "draw")
            found.add((comparable(plain(match, now.position)), winner))
        seen = set()
        for choice in resolver.choices(match, now):
            key = (getattr(choice, "die", choice), getattr(choice, "at", None))
            if key not in seen:
                seen.add(key)
                todo.append(resolver.choose(match, now, choice))
    return found


@examples(100, 300)
@given(boards(STRIKES, 1, 1), options)
def test_melee_is_as_the_second_reading_says(
    drawn: tuple[dict[DieId, UnitDie], Position, str | None], its: oracle.Options
) -> None:
    """An attack by melee ends in exactly the boards that the oracle finds, each with the same winner."""
    dice_of, here, terrain = drawn
    match = Match(book(its), dice_of, (terrain,) * 4)
    attacker, defender = here["south.d0"], here["north.d1"]
    assert defender in attacks.melee_targets(match, here, attacker)
    attack = attacks.melee_attack(match, here, attacker, defender)
    read = oracle.melee(plain(match, here), attacker.die, defender.die, its)
    assert (attack.damage, attack.ignores, {attack.attacker, *attack.team}) == read
    found = resolved(match, here, attack)
    wanted = oracle.outcomes(plain(match, here), attacker.die, defender.die, "melee", here.mover, terrain, its)
    assert found == {(comparable(board), winner) for board, winner in wanted}
    event("several endings" if len(found) > 1 else "one ending")


@examples(40, 100)
@given(boards((Icon.MISSILE, Icon.BULLS_EYE), 1, 4), options)
def test_missiles_are_as_the_second_reading_says(
    drawn: tuple[dict[DieId, UnitDie], Position, str | None], its: oracle.Options
) -> None:
    """A missile may be aimed at exactly the opposing dice that the clauses allow. It ends in exactly the boards that
    the oracle finds.
    """
    dice_of, here, terrain = drawn
    match = Match(book(its), dice_of, (terrain,) * 4)
    shooter, target = here["south.d0"], here["north.d1"]
    targets = list(attacks.missile_targets(match, here, shooter))
    blocked = {one.at for one in here.standing}
    assert {one.die for one in targets} == {
        one.die
        for one in here.standing
        if match.owner(one.die) != match.owner(shooter.die) and _shortest(shooter.at, one.at, blocked) in (2, 3)
    }
    if target in targets:
        found = resolved(match, here, attacks.missile_attack(match, shooter, target))
        wanted = oracle.outcomes(plain(match, here), shooter.die, target.die, "missile", here.mover, terrain, its)
        assert found == {(comparable(board), winner) for board, winner in wanted}
        event("several endings" if len(found) > 1 else "one ending")


@pytest.mark.parametrize("terrain", TERRAINS)
@pytest.mark.parametrize("race", sorted(set(RACES)))
def test_saves_are_as_the_second_reading_says(race: str, terrain: str | None) -> None:
    """CC-35, CC-37, CC-41, CC-46, CC-70, CC-71: for every face, race, terrain and kind of attack, and with both options
    for bonuses, the saves are those of the oracle.
    """
    for icon, counts_as in itertools.product(Icon, (False, True)):
        face = Face(icon, 0 if icon in COUNTLESS else 3)
        unit = Unit("hero", race, 2, (ID_FACE, face, face, face, face, face))
        its = oracle.Options(counts_as=counts_as)
        match = Match(book(its), {"south.hero": UnitDie("south.hero", "south", unit)}, (terrain,) * 4)
        stands = Standing("south.hero", 27, showing(1 if face == ID_FACE else 2))
        piece = plain(match, position([stands]))["south.hero"]
        for kind in get_args(values.AttackKind):
            wanted = oracle.stops(piece, kind == "melee", terrain, its)
            assert values.saves(match, stands, kind) == wanted, (icon, kind)


def _shortest(start: Square, end: Square, blocked: set[Square]) -> int | None:
    """Return the distance of two squares if one of the shortest walks between them meets no die."""
    right, up = column_of(end) - column_of(start), row_of(end) - row_of(start)

    def clear(column: int, row: int) -> bool:
        at = square(column, row)
        if at == end:
            return True
        if at != start and at in blocked:
            return False
        steps = [(column + (1 if right > 0 else -1), row)] if column != column_of(end) else []
        steps += [(column, row + (1 if up > 0 else -1))] if row != row_of(end) else []
        return any(clear(*step) for step in steps)

    return abs(right) + abs(up) if clear(column_of(start), row_of(start)) else None
