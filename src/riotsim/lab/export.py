"""The games of a campaign as one data frame with a row for each game. The module needs polars (the extra `export`)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from riotsim.games.registry import options_with_own_keys
from riotsim.lab.campaigns.plan import Plan, Trial, seats_of
from riotsim.lab.campaigns.stopping import status
from riotsim.lab.campaigns.trial import Played
from riotsim.store.database.document import Seat

if TYPE_CHECKING:
    import polars as pl


def table(plan: Plan, played: Mapping[Trial, Played]) -> "pl.DataFrame":
    """Return the played games of a campaign as a table, in the order of the plan.

    The columns are, in this order:

    - the game's campaign, arm, pair, seat rotation and seed, whether it counts towards the result, and its failure.
    - the players by seat, the winners and the processor time (s).
    - one column for each measure, as floats; null where a game lacks the measure.
    - one column for each category of each tally, as whole numbers; null for a failed game. The column's name is
      `TALLY: CATEGORY`.
    """
    import polars as pl

    games = [(trial, played[trial]) for trial in plan.trials() if trial in played]
    counted = set(status(plan, played).samples.pairs)
    columns = [pl.Series(name, values, dtype) for name, values, dtype in _of_all(plan, games, counted)]
    figures = dict.fromkeys(name for _, one in games for name in one.figures)
    columns += [pl.Series(name, [one.figures.get(name) for _, one in games], pl.Float64()) for name in figures]
    counts = {(tally, what) for _, one in games for tally in one.tallies for what in one.tallies[tally]}
    for tally, what in sorted(counts):
        times = [None if one.failure else one.tallies.get(tally, {}).get(what, 0) for _, one in games]
        columns.append(pl.Series(f"{tally}: {what}", times, pl.Int64()))
    return pl.DataFrame(columns)


def _of_all(
    plan: Plan, games: list[tuple[Trial, Played]], counted: set[int]
) -> "list[tuple[str, list[Any], pl.DataType]]":
    """Return the name, values and type of each column that precedes the measures.

    Args:
        plan: The campaign.
        games: The games with their results. Each game is a row of the columns.
        counted: Indices of the pairs (games of one seed) that count towards the result.
    """
    import polars as pl

    text, whole, truth = pl.String(), pl.Int64(), pl.Boolean()
    arms = {name: seats_of(arm) for name, arm in plan.arms.items()}
    others = (option.name for option in plan.game.seat_options if not option.has_own_key)
    options = [*reversed(options_with_own_keys()), *others]  # the columns of version 0.1 in the order that they had
    sat = [arms[trial.arm][trial.order :] + arms[trial.arm][: trial.order] for trial, _ in games]
    columns: list[tuple[str, list[Any], pl.DataType]] = [
        ("campaign", [plan.definition.name] * len(games), text),
        ("arm", [trial.arm for trial, _ in games], text),
        ("pair", [trial.pair for trial, _ in games], whole),
        ("order", [trial.order for trial, _ in games], whole),
        ("seed", [plan.header(trial).seed for trial, _ in games], pl.UInt64()),
        ("counted", [trial.pair in counted for trial, _ in games], truth),
        ("failure", [one.failure or None for _, one in games], text),
    ]
    for seat in range(len(plan.players)):
        columns += [
            (f"seat {seat + 1}", [seats[seat].name for seats in sat], text),
            (f"seat {seat + 1} bot", [seats[seat].player for seats in sat], text),
            *(
                (f"seat {seat + 1} {option}", [seats[seat].options.get(option) for seats in sat], text)
                for option in options
            ),
            *(
                [(f"seat {seat + 1} company", [_company(seats[seat]) for seats in sat], text)]
                if plan.game.company is not None
                else []
            ),
        ]
    return [
        *columns,
        ("winners", [list(one.winners) for _, one in games], pl.List(pl.String())),
        ("seconds", [one.seconds for _, one in games], pl.Float64()),
    ]


def _company(seat: Seat) -> str | None:
    return None if seat.company is None else seat.company.name
