"""`riotsim lab tournament`: lets bots play each other, and rates them by Elo."""

import math
from itertools import combinations
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import escape_markup, print_json, print_rich
from riotsim.cli.lab.options import Cluster, Db, Json, Workers, open_ledger, this_command
from riotsim.cli.lab.output.results import (
    conclusions,
    format_estimate,
    headline,
    plain_estimate,
    print_report_command,
)
from riotsim.cli.lab.questions import (
    Options,
    Pairs,
    Rules,
    Seed,
    check_two_players,
    make_campaign,
    parse_options,
    parse_player,
    player_names,
    prepare,
)
from riotsim.cli.lab.run import play
from riotsim.cli.options import Companies
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from riotsim.lab.statistics.samples import Values


def tournament(
    players: Annotated[list[str], typer.Argument(metavar="BOT[@HAND]…", help="Two or more, such as greedy@steady.")],
    rules: Rules = DEFAULT_RULES,
    options: Options = None,
    company: Companies = None,
    pairs: Pairs = 20,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    json: Json = False,
) -> None:
    """Play bots against each other in pairs of games with swapped seats, and rate them by Elo.

    \f

    Raises:
        BadInput: There are fewer than two bots, a bot is given twice or is unknown, or the game is not for two players.
    """
    from riotsim.lab.campaigns.campaign import Arm
    from riotsim.lab.statistics.rating import ratings

    if len(players) < 2 or len(set(players)) < len(players):
        raise BadInput("a tournament needs at least two different bots")
    common = parse_options(options)
    check_two_players(rules, common)
    names = dict(zip(players, player_names(players), strict=True))
    meetings = {f"{a} against {b}": (a, b) for a, b in combinations(players, 2)}
    arms = {
        name: Arm(set=common, players=(parse_player(a, names[a]), parse_player(b, names[b])))
        for name, (a, b) in meetings.items()
    }
    plan = prepare(
        make_campaign(
            "tournament of " + ", ".join(players), arms, rules=rules, seed=seed, pairs=pairs, companies=company
        )
    )
    with open_ledger(db) as ledger:
        now = play(plan, ledger, this_command(), workers=workers, cluster=cluster)
    found = now.samples
    results = {both: found.values(name, f"wins {names[both[0]]}") for name, both in meetings.items()}
    rated = ratings(results, seed) if found.pairs else {}
    ranked = sorted(rated, key=lambda player: -rated[player].mean)
    if json:
        print_json({
            "campaign": plan.definition.name, "done": now.done, "pairs": len(found.pairs),
            "elo": {player: plain_estimate(rated[player]) for player in ranked},
            "scores": {name: _mean(values) for name, values in zip(meetings, results.values(), strict=True)},
        })  # fmt: skip
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("player", "Elo", *ranked):
        table.add_column(escape_markup(head), justify="left" if head == "player" else "right")
    for player in ranked:
        scores = [_score(results, player, other) for other in ranked]
        table.add_row(escape_markup(player), format_estimate(rated[player], signed=True, digits=0), *scores)
    print_rich(headline(now), table, "[dim]Elo, its mean over all being 0, with 95 % intervals; then the share of the "
               "points that the player on the left has had against each.[/]")  # fmt: skip
    if any(math.isinf(one.high) or math.isinf(one.low) for one in rated.values()):
        print_rich("[dim]∞: some have won everything against others, and no game says how far apart they are; the "
                   "ratings are then no more than bounds that keep them finite.[/]")  # fmt: skip
    for sentence in conclusions(now):
        print_rich(sentence)
    print_report_command(now, db)


def _score(results: "dict[tuple[str, str], Values]", player: str, other: str) -> str:
    if player == other:
        return "–"
    turned = (player, other) not in results
    mean = _mean(results[(other, player) if turned else (player, other)])
    return "–" if mean is None else f"{1 - mean if turned else mean:.2f}"


def _mean(scores: "Values") -> float | None:
    """Return the first bot's mean score against the second bot, or None if no game has a winner.

    Args:
        scores: The first bot's score in each pair of games. A pair is the games that the two bots play with one seed.
            The score is the first bot's share of the wins (0 to 1), or NaN if no game of the pair has a winner.
    """
    import numpy as np

    known = scores[~np.isnan(scores)]
    return float(known.mean()) if len(known) else None
