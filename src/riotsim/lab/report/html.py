"""Assembles a report as one HTML page that needs no other file. All names are inserted as text, never as markup."""

import base64
import html
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files

from riotsim.lab.campaigns.stopping import Status
from riotsim.lab.report.charts import Panel, forest, means, wins
from riotsim.lab.report.findings import Example, Finding, findings
from riotsim.lab.report.formatting import count_of
from riotsim.lab.report.reproduction import campaign_file, commands, file_name, own_rules
from riotsim.lab.report.spreads import spreads, tallies
from riotsim.lab.report.standings import Standing, standings
from riotsim.lab.report.tables import arms, measures, winners
from riotsim.lab.statistics.intervals import too_few
from riotsim.lab.statistics.samples import Samples
from riotsim.lab.statistics.summary import Line, summary
from riotsim.replay.page.html import page_shell


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample game to watch."""

    title: str
    """Title of the replay."""
    told: str
    """The game's place in the campaign, and why it was chosen."""
    data: str = ""
    """The replay's data, as `riotsim.replay.page.html.data` returns it; empty if the game could not be played again."""
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The results of a campaign, before sample games are added."""

    status: Status
    lines: Sequence[Line]
    standings: Sequence[Standing]
    findings: Sequence[Finding]


def make_report(status: Status) -> Report:
    """Compute the results of a campaign."""
    lines, standing = summary(status.samples), standings(status.samples)
    return Report(status, lines, standing, findings(status, lines, standing))


def page(report: Report, samples: Mapping[Example, Sample], plotly: str) -> str:
    """Return the page.

    Args:
        report: The results of the campaign.
        samples: Sample games by the findings that they illustrate.
        plotly: Source text of plotly.js.
    """
    found = report.status.samples
    plan = found.plan
    games = [sample for sample in dict.fromkeys(samples.values()) if sample.data]
    numbers = {sample: f"replay-{number}" for number, sample in enumerate(games, 1)}
    blobs = [_blob("plotly", _deflated(plotly))]
    if games:
        blobs.append(_blob("replay-shell", _deflated(json.dumps(page_shell()))))
    # A page's title is HTML already: the text of a title, which is put between the parts of the shell.
    blobs += [_blob(numbers[one], one.data, title=html.escape(one.title), told=one.told) for one in games]
    values = {
        "title": html.escape(f"{plan.definition.name} · {plan.game.title}"),
        "name": html.escape(plan.definition.name),
        "game": html.escape(plan.game.title),
        "state": _state(report),
        "findings": _findings(report.findings, samples, numbers),
        "asked": arms(plan) + _failures(found),
        "measures": winners(report.standings) + measures(found, report.lines) + _source("measured.html"),
        "again": _again(report.status),
        "credit": html.escape(" ".join(plan.game.credit.split())) + " Plots: plotly.js, © Plotly, Inc., MIT licence.",
        "blobs": "\n".join(blobs),
        "panels": _as_script([asdict(panel) for panel in _panels(report)]),
        "style": _source("report.css"),
        "script": _source("report.js"),
    }
    # One pass, so that nothing in a value is taken for a place.
    return re.sub(r"\{\{(\w+)\}\}", lambda place: values[place[1]], _source("report.html"))


def _panels(report: Report) -> list[Panel]:
    found, lines = report.status.samples, report.lines
    panels = [
        forest(found, lines), *wins(report.standings), *spreads(found), tallies(found),
        means(found, lines),
    ]  # fmt: skip
    return [panel for panel in panels if panel is not None]


def _state(report: Report) -> str:
    status, found = report.status, report.status.samples
    plan = found.plan
    games = len(found.pairs) * len(plan.arms) * plan.orders
    counted = (count_of(games, "game"), count_of(len(found.pairs), "pair", "of seeds"), count_of(len(plan.arms), "arm"))
    how = '<span class="whole">over</span>'
    if too_few(len(found.pairs)) and not _found_any(report):
        how = '<span class="few">over, with too few pairs to show anything</span>'
    if not status.done:
        how = (
            f'<span class="partial">partial: not over yet; asked for: {count_of(plan.definition.pairs, "pair")}</span>'
        )
    failed = f", <b>{len(found.failed)}</b> not played to their end" if found.failed else ""
    told = ", ".join(re.sub(r"^\S+", r"<b>\g<0></b>", one) for one in counted)
    return f"{told}{failed} · {how}"


def _found_any(report: Report) -> bool:
    return any(line.differs for line in report.lines) or any(one.differs for one in report.standings)


def _findings(told: Sequence[Finding], samples: Mapping[Example, Sample], numbers: Mapping[Sample, str]) -> str:
    items = []
    for one in told:
        sample = samples.get(one.shows)
        watch = "" if sample is None else f'<div class="sample">{_watch(sample, numbers.get(sample))}</div>'
        says, by = html.escape(one.says), html.escape(one.by)
        items.append(f'<li><p class="says">{says}</p><p class="by">{by}</p>{watch}</li>')
    return f'<ol class="findings">{"".join(items)}</ol>'


def _watch(sample: Sample, blob: str | None) -> str:
    button = "" if blob is None else f'<button type="button" class="watch" data-sample="{blob}">Watch a game</button>'
    warning = f' <span class="warning">{html.escape(sample.warning)}</span>' if sample.warning else ""
    return f"{button}<small>{html.escape(sample.told)}{warning}</small>"


def _failures(found: Samples) -> str:
    if not found.failed:
        return ""
    rows = "".join(
        f"<tr><th>{html.escape(trial.arm)}</th><td>{trial.pair}</td><td>{trial.order}</td><td>{html.escape(why)}</td></tr>"
        for trial, why in found.failed
    )
    head = "<thead><tr><th>arm</th><th>pair</th><th>order</th><th>why</th></tr></thead>"
    return (f'<h3>Not played to their end</h3><div class="scroll"><table>{head}<tbody>{rows}</tbody></table></div>'
            '<p class="note">Their pairs count in no arm.</p>')  # fmt: skip


def _again(status: Status) -> str:
    plan = status.samples.plan
    file = html.escape(file_name(plan, ".yaml"))
    own = "".join(
        f"<details><summary>{html.escape(name)}, as it was in force</summary>{_code(text)}</details>"
        for name, text in own_rules(plan).items()
    )
    beside = f"<p>Beside it belong rules of one's own:</p>{own}" if own else ""
    versions: dict[str, str] = next(iter(plan.arms.values())).header.versions
    told = "".join(f"<dt>{html.escape(part)}</dt><dd>{html.escape(it)}</dd>" for part, it in versions.items())
    return (
        f"<p>Save this as <code>{file}</code>:</p>{_code(campaign_file(plan))}{beside}"
        f"<p>Then play it, and write this report:</p>{_code(chr(10).join(commands(plan)))}"
        f"<p>The same versions give the same games, to the last bit, on the same kind of machine:</p><dl>{told}</dl>"
    )


def _code(text: str) -> str:
    return f'<div class="code"><pre>{html.escape(text)}</pre><button type="button" class="copy">Copy</button></div>'


def _blob(name: str, content: str, **about: str) -> str:
    more = "".join(f' data-{key}="{html.escape(value)}"' for key, value in about.items())
    return f'<script type="application/octet-stream" id="{name}"{more}>{content}</script>'


def _deflated(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _as_script(content: object) -> str:
    """Return JSON that can be embedded in a page: nothing in it ends its element."""
    return json.dumps(content, ensure_ascii=False, allow_nan=False).replace("<", "\\u003c")


def _source(name: str) -> str:
    return files("riotsim.lab.report").joinpath("page", name).read_text(encoding="utf-8")
