"""`riotsim lab compare`: compares two bots, or two sets of rules, by many games on the same seeds."""

import shlex
from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import escape_markup, print_json, print_rich
from riotsim.cli.lab.options import All, Cluster, Db, Json, Workers, open_ledger, this_command
from riotsim.cli.lab.output.results import (
    conclusions,
    document,
    format_estimate,
    found_in_words,
    headline,
    legend,
    notes,
    plain_estimate,
    print_report_command,
    print_summary,
)
from riotsim.cli.lab.questions import (
    Options,
    Players,
    Rules,
    Seed,
    are_rules,
    check_two_players,
    is_bot,
    make_campaign,
    make_stop,
    parse_arm,
    parse_options,
    parse_player,
    parse_players,
    player_names,
    prepare,
)
from riotsim.cli.lab.run import play
from riotsim.cli.options import Companies
from riotsim.errors import BadInput
from riotsim.games import DEFAULT_RULES

if TYPE_CHECKING:
    from riotsim.lab.campaigns.campaign import Campaign
    from riotsim.lab.campaigns.stopping import Status
    from riotsim.lab.statistics.rating import Duel

DEFAULT_DIFFERENCE = 0.1
"""Default of `--difference` for two bots.

A bot with 0.6 of the points (0.1 more than half of them) is about 70 Elo better than its opponent.
"""

DEFAULT_PAIRS = 100
"""Default of `--pairs` for two sets of rules."""

PAIR_DEVIATION = 0.125**0.5
"""Standard deviation of the mean points of a pair of games between equal bots, without draws.

The default of `--pairs` for two bots is computed from it. With so many pairs, 9 of 10 campaigns decide their sequential
test.
"""

PAIRS_STEP = 50
"""The default of `--pairs` for two bots is rounded up to a multiple of this number."""


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A bot (greedy@steady), rules, or options (tower.swig=2).")],
    b: Annotated[str, typer.Argument(metavar="B", help="What A is compared with.")],
    measure: Annotated[
        str | None, typer.Option(help="The measure of a sequential test, for two sets of rules.")
    ] = None,
    difference: Annotated[float | None, typer.Option(min=1e-9, help="The smallest difference that matters.")] = None,
    rules: Rules = DEFAULT_RULES,
    options: Options = None,
    player: Players = None,
    company: Companies = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=1_000_000,
            help="Maximum number of seeds; by default 100 for rules, and for bots as many as usually decide.",
        ),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    db: Db = None,
    everything: All = False,
    json: Json = False,
) -> None:
    """Compare two bots, or two sets of rules, on the same seeds.

    Two bots play each seed twice, with swapped seats. A sequential test (SPRT, α = β = 0.05) ends the games once it
    is clear whether one bot is better.

    Two sets of rules are played by the same bots. With --measure and --difference a sequential test decides when to
    stop; without them all pairs are played.

    \f

    Raises:
        BadInput: A and B can't be compared with each other, or an option doesn't fit them.
        BadFile: The rules or companies are invalid.
    """
    a, b = a.strip(), b.strip()
    pairs = _default_pairs(a, difference) if pairs is None else pairs
    _require_same_kind(a, b)
    if is_bot(a):
        if player:
            raise BadInput(f"--player says who plays where rules are compared; here {a} and {b} play")
        asked = _of_players(a, b, rules, options, company, measure, difference, seed, pairs)
    else:
        asked = _of_rules(a, b, rules, options, player, company, measure, difference, seed, pairs)
    plan = prepare(asked)
    with open_ledger(db) as ledger:
        now = play(plan, ledger, this_command(), workers=workers, cluster=cluster)
    if is_bot(a):
        _print_duel(now, json=json, everything=everything)
    else:
        print_summary(now, json=json, everything=everything)
    if not json:
        print_report_command(now, db)


def _default_pairs(side: str, difference: float | None) -> int:
    """Return the default of `--pairs`.

    Args:
        side: One side of the comparison.
        difference: The smallest difference that matters, if it is given.
    """
    from riotsim.lab.campaigns.campaign import MAX_PAIRS
    from riotsim.lab.statistics.precision import pairs_to_decide
    from riotsim.lab.statistics.sequential import Sprt

    if not is_bot(side):
        return DEFAULT_PAIRS
    need = pairs_to_decide(Sprt(0.5, DEFAULT_DIFFERENCE if difference is None else difference), PAIR_DEVIATION)
    return min(MAX_PAIRS, -(-need // PAIRS_STEP) * PAIRS_STEP)


def _require_same_kind(a: str, b: str) -> None:
    """Check that the sides of a comparison are either two bots, or two sets of rules or options.

    Raises:
        BadInput: A side is something else, such as a campaign file, or only one side is a bot.
    """
    from riotsim.files.resources import builtin_rules
    from riotsim.play.rulebook.sections import unknown_name
    from riotsim.players import BOTS

    for text in (a, b):
        if _is_campaign(text):
            raise BadInput(f"{text} is a campaign; riotsim lab run {shlex.quote(text)} plays it")
        if not (is_bot(text) or "=" in text or are_rules(text)):
            bot = text.partition("@")[0]
            said = unknown_name(f"neither a bot nor rules are called {bot!r}", bot, (*BOTS, *builtin_rules()))
            raise BadInput(f"{text}: {said} (the bots are {', '.join(BOTS)}; rules of your own end in .yaml)")
    if is_bot(a) != is_bot(b):
        player = a if is_bot(a) else b
        raise BadInput(f"{a} and {b}: two players can be compared, or two sets of rules; {player} is a player")


def _is_campaign(text: str) -> bool:
    """Return whether `text` is the path of a campaign file. Such a file has the key `arms`."""
    from riotsim.files.problems import BadFile
    from riotsim.files.yaml import read_yaml

    if not text.endswith((".yaml", ".yml")):
        return False
    try:
        data = read_yaml(Path(text)).data
    except BadFile:  # what is wrong with it is told where it is read for what it is
        return False
    return isinstance(data, Mapping) and "arms" in data


def _of_players(
    a: str, b: str, rules: str, options: list[str] | None, company: list[str] | None, measure: str | None,
    difference: float | None, seed: int, pairs: int,
) -> "Campaign":  # fmt: skip
    from riotsim.lab.campaigns.campaign import Arm

    if a == b:
        raise BadInput(f"both players are {a}: name two different players, or compare two sets of rules or options "
                       f"with --player {a} for each player")  # fmt: skip
    if measure is not None:
        raise BadInput("--measure is for two sets of rules; of two players it is asked who wins")
    check_two_players(rules, parse_options(options))
    first, second = player_names((a, b))
    stop = make_stop(f"wins {first}", DEFAULT_DIFFERENCE if difference is None else difference)
    duo = (parse_player(a, first), parse_player(b, second))
    arm = Arm(set=parse_options(options), players=duo)
    return make_campaign(
        f"{a} against {b}", {"duel": arm}, rules=rules, seed=seed, pairs=pairs, companies=company, stop=stop
    )


def _of_rules(
    a: str, b: str, rules: str, options: list[str] | None, player: list[str] | None,
    company: list[str] | None, measure: str | None, difference: float | None, seed: int, pairs: int,
) -> "Campaign":  # fmt: skip
    if a == b:
        raise BadInput(f"both sides are {a}: name two different sets of rules or options")
    if (measure is None) != (difference is None):
        raise BadInput("--measure and --difference belong together: what is tested, and what difference matters")
    stop = None if measure is None or difference is None else make_stop(measure, difference)
    common = parse_options(options)
    named_a, named_b = _arm_name(a), _arm_name(b)
    first, second = named_a[:60], named_b[:60]
    if first == second:
        first, second = f"1: {named_a}"[:60], f"2: {named_b}"[:60]
    arms = {first: parse_arm(a, common), second: parse_arm(b, common)}
    return make_campaign(
        f"{named_a} or {named_b}",
        arms,
        rules=rules,
        seed=seed,
        pairs=pairs,
        players=parse_players(player),
        companies=company,
        stop=stop,
    )


def _arm_name(arm: str) -> str:
    """Return the name of an arm, which is one side of the comparison.

    It is the side's text, with the path of a rules file shortened to the file's name.
    """
    return ",".join(part if "=" in part else PurePath(part).name or part for part in arm.split(","))


def _print_duel(status: "Status", *, json: bool, everything: bool) -> None:
    from riotsim.lab.statistics.rating import duel
    from riotsim.lab.statistics.samples import summary

    found = status.samples
    arm = next(iter(found.plan.arms))
    players = found.plan.players
    duels = {player: duel(found, arm, player) for player in players}
    lines = summary(found)
    if json:
        print_json({**document(status, lines), "duel": {player: _plain(one) for player, one in duels.items()}})
        return
    from rich.table import Table

    if everything:
        print_summary(status, json=False, everything=True)
        print_rich("")
    else:
        print_rich(headline(status), *found_in_words(status, lines), "")
    table = Table(box=None, pad_edge=False, header_style="bold")
    for head in ("player", "score", "Elo", "pairs of games: 0, ½, 1, 1½, 2 points"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for player, one in duels.items():
        if one is None:
            continue
        pairs = "  ".join(str(one.pairs[points / 2]) for points in range(5))
        table.add_row(escape_markup(player), format_estimate(one.score), format_estimate(one.elo, signed=True), pairs)
    print_rich(table)
    known = [one for one in duels.values() if one is not None]
    if everything:
        return
    ends = [end for one in known for end in (one.score, one.elo)]
    for sentence in (*notes(status, compared=False), *legend(ends), *conclusions(status)):
        print_rich(sentence)


def _plain(one: "Duel | None") -> dict[str, object] | None:
    if one is None:
        return None
    pairs = {f"{points / 2:g}": one.pairs[points / 2] for points in range(5)}
    return {"score": plain_estimate(one.score), "elo": plain_estimate(one.elo), "pairs": pairs}
