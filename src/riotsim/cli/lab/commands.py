"""The commands of `riotsim lab`: `list`, `delete` and `free`, and the registration of all other commands."""

from typing import TYPE_CHECKING

import typer

from riotsim.app.output.streams import escape_markup, print_json, print_rich, printable
from riotsim.cli.lab import compare as lab_compare
from riotsim.cli.lab import export as lab_export
from riotsim.cli.lab import report as lab_report
from riotsim.cli.lab import run as lab_run
from riotsim.cli.lab import screen as lab_screen
from riotsim.cli.lab import sweep as lab_sweep
from riotsim.cli.lab import tournament as lab_tournament
from riotsim.cli.lab import tune as lab_tune
from riotsim.cli.lab.options import Db, Json, Name, open_ledger
from riotsim.cli.options import CommandGroup, Yes, confirm_deletion, refuse_if_busy
from riotsim.files.problems import BadFile

if TYPE_CHECKING:
    from riotsim.lab.campaigns.ledger import Entry
    from riotsim.lab.campaigns.plan import Plan

app = CommandGroup(
    no_args_is_help=True, help="The balance lab: questions about rules and players, answered by many games."
)
app.command()(lab_run.run)
app.command()(lab_compare.compare)
app.command()(lab_sweep.sweep)
app.command()(lab_screen.screen)
app.command()(lab_tune.tune)
app.command()(lab_tournament.tournament)
app.command()(lab_report.report)
app.command()(lab_export.export)


@app.command("list")
def list_campaigns(db: Db = None, json: Json = False) -> None:
    """List the campaigns of a ledger, the newest first. Without --json, one line stands for all trials of a tuning."""
    with open_ledger(db, must_exist=True) as ledger:
        found = ledger.campaigns()
    if json:
        print_json({"campaigns": [_plain(entry) for entry in found]})
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for head in ("campaign", "game", "arms", "games", "begun", ""):
        table.add_column(head, justify="right" if head in ("arms", "games") else "left")
    for tuning, entries in _group_tunings(found).items():
        name = tuning if len(entries) == 1 else f"{tuning}, {len(entries)} trials"
        last = entries[0]
        played, begun = sum(_played(entry) for entry in entries), last.begun[:16].replace("T", " ")
        running = "running" if any(entry.running for entry in entries) else ""
        plans = [entry.plan for entry in entries if not isinstance(entry.plan, BadFile)]
        if not plans:
            table.add_row(escape_markup(name), "can't be read", "", str(played), begun, running)
            continue
        games = f"{played} of {sum(_all_games(plan) for plan in plans)}"
        table.add_row(escape_markup(name), plans[0].game.title, str(len(plans[0].arms)), games, begun, running)
    print_rich(table if found else "No campaign yet: riotsim lab run CAMPAIGN.yaml begins one.")
    for entry in found:
        if isinstance(entry.plan, BadFile):
            typer.echo(printable(f"riotsim: {entry.plan}; riotsim lab delete takes it away"), err=True)


def _all_games(plan: "Plan") -> int:
    return plan.definition.pairs * plan.games_per_pair


def _played(entry: "Entry") -> int:
    """Return the number of played games of a campaign, but at most the number of planned games.

    If the plan can't be read, return the number of all played games.
    """
    # Version 0.1 could store more games than planned: it played equal players again under other names.
    return entry.played if isinstance(entry.plan, BadFile) else min(entry.played, _all_games(entry.plan))


def _group_tunings(found: "list[Entry]") -> "dict[str, list[Entry]]":
    """Group campaigns by their names in lists. The trials of a tuning form one group."""
    together: dict[str, list[Entry]] = {}
    for entry in found:
        together.setdefault(lab_tune.tuning_of(entry.name) or entry.name, []).append(entry)
    return together


@app.command()
def delete(name: Name, yes: Yes = False, db: Db = None) -> None:
    """Delete a campaign with all its games for good. You are asked for confirmation; in a script add --yes.

    \f

    Raises:
        BadInput: The campaign is being played, or there is no terminal for the question.
        BadFile: There is no such campaign.
    """
    with open_ledger(db, must_exist=True) as ledger:
        name = ledger.full_name(name)
        with refuse_if_busy():
            games = ledger.count(name)
            confirm_deletion(f"{name} with {games} game{'' if games == 1 else 's'}", yes)
            ledger.delete(name)
    typer.echo(f"{printable(name)} is deleted", err=True)


@app.command()
def free(name: Name, db: Db = None) -> None:
    """Release a campaign that a process on another machine has locked.

    Make sure first that the other process has ended, because this machine can't check it.

    \f

    Raises:
        BadInput: A process on this machine is playing the campaign.
        BadFile: There is no such campaign.
    """
    with open_ledger(db, must_exist=True) as ledger:
        name = ledger.full_name(name)
        with refuse_if_busy():
            holder = ledger.free(name)
    had = "nobody plays it" if holder is None else f"taken from process {holder.process} on {holder.host}"
    typer.echo(printable(f"{name}: {had}; the command that began it goes on with it"), err=True)


def _plain(entry: "Entry") -> dict[str, object]:
    plan = entry.plan
    if isinstance(plan, BadFile):
        return {"name": entry.name, "fault": str(plan), "games": entry.played, "begun": entry.begun,
                "running": entry.running}  # fmt: skip
    return {
        "name": entry.name, "game": plan.game.name, "arms": list(plan.arms), "pairs": plan.definition.pairs,
        "games": _played(entry), "begun": entry.begun, "running": entry.running,
    }  # fmt: skip
