"""The tables of a report, as HTML."""

import html
import json
from collections.abc import Iterable, Sequence

from riotsim.lab.campaigns.plan import ArmPlan, Plan
from riotsim.lab.campaigns.seats import seats_of
from riotsim.lab.report.formatting import count_of, interval, interval_range, number, probability, share, span
from riotsim.lab.report.standings import Standing
from riotsim.lab.statistics.samples import Samples
from riotsim.lab.statistics.summary import Line
from riotsim.play.game import Game
from riotsim.store.database.document import Seat


def arms(plan: Plan) -> str:
    """Return the table of the arms: rules, options and players, and how they are played."""
    asked = plan.definition
    first = next(iter(plan.arms.values()))
    rows = []
    for name, arm in plan.arms.items():
        given = asked.arms[name]
        options = "<br>".join(
            f"<code>{html.escape(key)}: {html.escape(json.dumps(value, ensure_ascii=False))}</code>"
            for key, value in given.set.items()
        )
        players = "<br>".join(_player(seat, plan.game, arm.never.get(seat.name, ())) for seat in seats_of(arm))
        rules = f"{html.escape(arm.header.rules.name)}<small>{arm.header.rules.sha256[:12]}</small>"
        if arm is not first and _alike(arm, first):
            options += '<small class="warning">the same game as the first arm\'s: nothing can differ</small>'
        rows.append(
            f"<tr><th>{html.escape(name)}</th><td>{rules}</td>"
            f"<td>{options or 'as they are'}</td><td>{players}</td></tr>"
        )
    orders = "each seed once" if plan.orders == 1 else f"each seed {plan.orders} times, everybody one seat further on"
    about = f"Seeds from {asked.seed}; up to {count_of(asked.pairs, 'pair')}; in each arm {orders}."
    if asked.stop is not None:
        stop = asked.stop
        about += (f" It stops as soon as a sequential test of “{stop.measure}” knows of a difference of "
                  f"{stop.difference:g} (α {stop.alpha:g}, β {stop.beta:g}); "
                  "intervals are not corrected for that.")  # fmt: skip
    return _table(("arm", "rules", "options", "bosses, in their first order"), rows) + f"<p>{html.escape(about)}</p>"


def _alike(one: ArmPlan, other: ArmPlan) -> bool:
    """Return whether two arms play the same games: an option may equal the rules' own value."""
    here, there = one.header, other.header
    same = (here.rules.sha256, here.rules.files, here.seats) == (there.rules.sha256, there.rules.files, there.seats)
    return same and one.never == other.never


def _player(seat: Seat, game: Game, never: Sequence[str]) -> str:
    words = ", ".join(
        (seat.player, *game.option_phrases(seat.options), *([f"never {', '.join(never)}"] if never else []))
    )
    return f"<b>{html.escape(seat.name)}</b>: {html.escape(words)}"


def winners(standings: Sequence[Standing]) -> str:
    """Return the table of wins; with Elo for two players."""
    if not standings:
        return ""
    has_elo = any(one.elo is not None for one in standings)
    rows = []
    for one in standings:
        low, high = share(one.wins.low), share(one.wins.high)
        marked = " differs" if one.differs else ""
        cells = f'<td class="figure{marked}"><b>{share(one.wins.mean)}</b> ({low} to {high})</td>'
        cells += f'<td class="figure">{interval(one.elo) if one.elo is not None else "–"}</td>' if has_elo else ""
        cells += f'<td class="figure">{probability(one.chance)}</td>'
        rows.append(f"<tr><th>{html.escape(one.who)}</th><td>{html.escape(one.arm)}</td>{cells}</tr>")
    head = ("who", "arm", "wins", *(["Elo"] if has_elo else []), "corrected chance if all were equal")
    even = f'<p class="note">Each of equals wins {share(standings[0].even)}; draws are shared.</p>'
    return f"<h3>Who wins</h3>{_table(head, rows)}{even}"


def measures(found: Samples, lines: Sequence[Line]) -> str:
    """Return the table of all measures by arm, with intervals and differences."""
    rows = []
    for line in lines:
        cells = []
        for arm, one in line.estimates.items():
            if one is None:
                cells.append("<td>–</td>")
                continue
            text = f"<b>{number(one.mean)}</b> {interval_range(one)}"
            if arm in line.differences:
                apart = span(line.measure, line.differences[arm].estimate)
                text += f"<small>{apart}; {probability(line.chances[arm])}</small>"
            cells.append(f'<td class="figure{" differs" if arm in line.differs else ""}">{text}</td>')
        rows.append(f"<tr><th>{html.escape(line.measure)}</th>{''.join(cells)}</tr>")
    note = (
        '<p class="note">A mean, and in brackets where it lies with 95 % certainty; below it the difference from the '
        "first arm, and the corrected chance of as much without any. ● and colour: that chance is under 5 %.</p>"
    )
    return f"<h3>What was measured</h3>{note}{_table(('measure', *found.plan.arms), rows)}"


def _table(head: Iterable[str], rows: Iterable[str]) -> str:
    heads = "".join(f'<th scope="col">{html.escape(one)}</th>' for one in head)
    return (f'<div class="scroll" tabindex="0"><table><thead><tr>{heads}</tr></thead>'
            f"<tbody>{''.join(rows)}</tbody></table></div>")  # fmt: skip
