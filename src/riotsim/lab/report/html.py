"""The report as a single HTML page.

The template `page/report.html` escapes all text, such as the names of players and campaigns.
"""

import base64
import html
import json
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from riotsim.lab.campaigns.plan import ArmPlan, Plan, seats_of
from riotsim.lab.campaigns.stopping import Status
from riotsim.lab.report.charts import Panel, forest, means, wins
from riotsim.lab.report.findings import Example, Finding, findings
from riotsim.lab.report.formatting import count_of, interval, interval_range, number, probability, share, span
from riotsim.lab.report.reproduction import campaign_file, commands, file_name, own_files
from riotsim.lab.report.spreads import spreads, tallies
from riotsim.lab.report.standings import Standing, standings
from riotsim.lab.report.verdicts import hindsight
from riotsim.lab.statistics.intervals import too_few
from riotsim.lab.statistics.samples import Line, summary
from riotsim.play.game import Game
from riotsim.replay.page.html import page_shell
from riotsim.store.database.document import Seat


@dataclass(frozen=True, slots=True)
class Sample:
    """A game of a campaign to watch in the report."""

    title: str
    """Title of the replay; empty if the game could not be played again."""
    description: str
    """A line about the game: its arm, its pair, its rotation of the seats, and why it was chosen."""
    data: str = ""
    """The replay, as `riotsim.replay.page.html.page_data` returns it; empty if the game could not be played again."""
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a campaign as shown on the page, apart from the sample games."""

    status: Status
    lines: Sequence[Line]
    standings: Sequence[Standing]
    findings: Sequence[Finding]


def make_report(status: Status) -> Report:
    """Compute the results of a campaign."""
    lines, standing = summary(status.samples), standings(status.samples)
    return Report(status, lines, standing, findings(status, lines, standing))


def page(report: Report, samples: Mapping[Example, Sample], plotly: str) -> str:
    """Return the report as HTML.

    Args:
        report: The results of the campaign.
        samples: Sample games by their descriptions.
        plotly: Source text of plotly.js.
    """
    found = report.status.samples
    plan = found.plan
    games = len(found.pairs) * plan.games_per_pair
    counted = (count_of(games, "game"), count_of(len(found.pairs), "pair", "of seeds"), count_of(len(plan.arms), "arm"))
    watched = [sample for sample in dict.fromkeys(samples.values()) if sample.data]
    return _template().render(
        plan=plan,
        found=found,
        done=report.status.done,
        few=too_few(len(found.pairs)) and not _found_any(report),
        counts=[one.split(" ", 1) for one in counted],
        findings=report.findings,
        hindsight=hindsight(report.status),
        samples=defaultdict(lambda: None, samples),
        replays={sample: f"replay-{number}" for number, sample in enumerate(watched, 1)},
        arms=[_arm(plan, name) for name in plan.arms],
        how_played=how_played(plan),
        standings=report.standings,
        has_elo=any(one.elo is not None for one in report.standings),
        lines=report.lines,
        versions=next(iter(plan.arms.values())).header.versions,
        plotly=_deflate(plotly),
        shell=_deflate(json.dumps(page_shell())) if watched else "",
        panels=_as_script([asdict(panel) for panel in _panels(report)]),
    )


def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("riotsim.lab.report", "page"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    tools = (campaign_file, commands, count_of, file_name, interval, interval_range, number, own_files, probability,
             share, span)  # fmt: skip
    environment.globals |= {tool.__name__: tool for tool in tools}
    # The title of a page is HTML already: it is put between the parts of the shell.
    environment.globals["source"] = _source
    environment.globals["title_html"] = html.escape
    return environment.get_template("report.html")


def _panels(report: Report) -> list[Panel]:
    found, lines = report.status.samples, report.lines
    panels = [
        forest(found, lines), *wins(report.standings), *spreads(found), tallies(found),
        means(found, lines),
    ]  # fmt: skip
    return [panel for panel in panels if panel is not None]


def _found_any(report: Report) -> bool:
    return any(line.differs for line in report.lines) or any(one.differs for one in report.standings)


def _deflate(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _source(name: str) -> Markup:
    return Markup(files("riotsim.lab.report").joinpath("page", name).read_text(encoding="utf-8"))


def _as_script(content: object) -> Markup:
    """Return data as JSON for a script element of the page. No text in the data can end the element."""
    return Markup(json.dumps(content, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c"))


def _same_games(one: ArmPlan, other: ArmPlan) -> bool:
    """Return whether two arms play the same games.

    An option that an arm sets to its default value makes no difference.
    """
    here, there = one.header, other.header
    same = (here.rules.sha256, here.rules.files, here.seats) == (there.rules.sha256, there.rules.files, there.seats)
    return same and one.never == other.never


def _arm(plan: Plan, name: str) -> dict[str, object]:
    """Return an arm's row in the table of arms: its name, its rules and their options, and its players."""
    arm, first = plan.arms[name], next(iter(plan.arms.values()))
    given = plan.definition.arms[name].set
    return {
        "name": name,
        "rules": arm.header.rules.name,
        "digest": arm.header.rules.sha256[:12],
        "options": [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in given.items()],
        "same": arm is not first and _same_games(arm, first),
        "players": [(seat.name, _player(seat, plan.game, arm.never.get(seat.name, ()))) for seat in seats_of(arm)],
    }


def _player(seat: Seat, game: Game, never: Sequence[str]) -> str:
    avoided = [f"never {', '.join(never)}"] if never else []
    return ", ".join(filter(None, (seat.player, *game.option_phrases(seat.options), seat.company_phrase, *avoided)))


def how_played(plan: Plan) -> str:
    """Return sentences on how a campaign is played: its seeds, its number of games, and its sequential test."""
    asked = plan.definition
    orders = "each seed once" if plan.orders == 1 else f"each seed {plan.orders} times, everybody one seat further on"
    if min(plan.played_orders.values()) < plan.orders:
        orders += " (fewer times where players are equal, because the same games would come again)"
    about = f"Seeds from {asked.seed}; up to {count_of(asked.pairs, 'pair')}; in each arm {orders}."
    if asked.stop is not None:
        stop = asked.stop
        about += (f" It stops as soon as a sequential test of “{stop.measure}” knows of a difference of "
                  f"{stop.difference:g} (α {stop.alpha:g}, β {stop.beta:g}).")  # fmt: skip
    return about
