"""Invariants between acts: dice are conserved, and the table agrees with the position in the state."""

from collections.abc import Iterator

from riotsim.games.cube_clash.board.places import read_die
from riotsim.games.cube_clash.board.squares import square_name
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.state import State, layout_of, match_of
from riotsim.table.state import Table


def find_violations(rules: Rulebook, state: State, table: Table) -> list[str]:
    """Return a sentence for each broken invariant. All invariants must hold between acts."""
    return [*_out_of_place(rules, state, table)]


def _out_of_place(rules: Rulebook, state: State, table: Table) -> Iterator[str]:
    match, here, corner = match_of(rules, state), state.position, layout_of(rules, state).corner
    for name in match.dice:
        lies, stands = table.dice.get(name), here.find(name)
        if (lies is None) != (name in state.gone):
            yield f"{name} is {'not ' if lies is None else ''}on the table"
        elif lies is not None:
            at, orientation = read_die(rules, lies, corner)
            if (at, orientation) != ((None, orientation) if stands is None else (stands.at, stands.lies)):
                yield f"{name} lies on {'no square' if at is None else square_name(at)}, not as it should"
        if name in here.dead and (stands is not None or name in state.gone):
            yield f"{name} is dead and on the board, or gone"
