"""The files and commands that let a reader run the campaign again."""

import io
import re
import shlex
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue
from ruamel.yaml import YAML

from riotsim.lab.campaigns.campaign import Arm, Campaign, Player
from riotsim.lab.campaigns.plan import Plan
from riotsim.store.begin import rules_text


def campaign_file(plan: Plan) -> str:
    """Return the campaign as the text of a campaign file (YAML), without default values."""
    asked, own, files = plan.definition, _own(plan), _company_files(plan)
    arms = {name: _with(arm, own[name]) if name in own else arm for name, arm in asked.arms.items()}
    arms = {name: arm.model_copy(update={"players": _bringing(arm.players, files)}) if arm.players else arm
            for name, arm in arms.items()}  # fmt: skip
    rules = Campaign.model_fields["rules"].default if _is_own(asked.rules) else asked.rules
    # No arm is without rules that had the campaign's.
    asked = asked.model_copy(update={"arms": arms, "rules": rules, "players": _bringing(asked.players, files)})
    return _yaml(asked.model_dump(mode="json", exclude_defaults=True))


def file_name(plan: Plan, ending: str) -> str:
    """Return a file name for a campaign, such as `2-bots-fast.html` for the campaign `2 bots, fast`.

    Of the campaign's name, only ASCII letters and digits are kept. A hyphen replaces what is left out.

    Args:
        plan: The campaign.
        ending: End of the file name, such as `.html`.
    """
    return f"{'-'.join(re.findall(r'[A-Za-z0-9]+', plan.definition.name))[:60] or 'campaign'}{ending}"


def commands(plan: Plan) -> list[str]:
    """Return the shell commands that run the campaign file again and write this report."""
    name = plan.definition.name
    page = file_name(plan, ".html")
    report = ["riotsim", "lab", "report", *(["--"] if name.startswith("-") else []), name]
    return [
        shlex.join(["riotsim", "lab", "run", file_name(plan, ".yaml")]),
        shlex.join([*report[:3], "-o", page, *report[3:]]),
    ]


def own_files(plan: Plan) -> dict[str, str]:
    """Return the rules files and company files to save beside the campaign file: their texts by file name.

    They take the place of the user's own files, which the reader of the report doesn't have. The text from
    `campaign_file` refers to them.

    - A rules file is YAML with all options, defaults included.
    - A company file keeps its original text.
    """
    files = _company_files(plan)
    texts = {
        files[player.company]: seat.company.text
        for name, arm in plan.arms.items()
        for player, seat in zip(_players(plan, name), arm.header.seats, strict=True)
        if player.company in files and seat.company is not None
    }
    return {own.file: _yaml(own.text) for own in _own(plan).values()} | texts


def _players(plan: Plan, arm: str) -> tuple[Player, ...]:
    """Return the players of an arm as the campaign defines them.

    If the campaign defines none, they are default players with the names of the arm's seats.
    """
    asked = plan.definition
    named = asked.arms[arm].players or asked.players
    return named or tuple(Player(name=seat.name) for seat in plan.arms[arm].header.seats)


def _company_files(plan: Plan) -> dict[str, str]:
    """Return the new names of the user's own company files beside the campaign file.

    The keys are the paths of the files in the campaign.
    """
    taken = {file_name(plan, ".yaml"), *(own.file for own in _own(plan).values())}
    paths = (player.company for arm in plan.arms for player in _players(plan, arm))
    return {path: _free(path, taken) for path in dict.fromkeys(paths) if path is not None and _is_own(path)}


def _bringing(players: Sequence[Player], files: Mapping[str, str]) -> tuple[Player, ...]:
    """Return the players with the new names of their company files. `files` has the new name for each old path."""
    return tuple(
        player
        if player.company is None
        else player.model_copy(update={"company": files.get(player.company, player.company)})
        for player in players
    )


class _Own(NamedTuple):
    """A rules file that a report writes for one or more arms of a campaign."""

    file: str
    text: Mapping[str, JsonValue]
    whole: bool
    """True if the file includes the options that its arm sets; False if the campaign file must set them."""


def _own(plan: Plan) -> dict[str, _Own]:
    """Return a new rules file for each arm that uses a rules file of the user, by the arm's name.

    The files are made from the rules of the arms, because the plan doesn't have the user's files. Arms that use the
    same file of the user may share the new file:

    - If at least one of these arms sets no options (`Arm.set`), all of these arms share one new file. This file has the
      rules without the options that the other arms set.
    - If each of these arms sets options, each arm gets its own new file: the rules with the arm's options.
    """
    arms: dict[str, list[str]] = {}
    for name, arm in plan.definition.arms.items():
        if _is_own(rules := arm.rules or plan.definition.rules):
            arms.setdefault(rules, []).append(name)
    found, taken = dict[str, _Own](), {file_name(plan, ".yaml")}
    for rules, names in arms.items():
        bare = next((name for name in names if not plan.definition.arms[name].set), None)
        if bare is not None:
            found |= dict.fromkeys(names, _Own(_free(rules, taken), _text(plan, bare), whole=False))
        else:
            found |= {name: _Own(_free(rules, taken), _text(plan, name), whole=True) for name in names}
    return found


def _with(arm: Arm, own: _Own) -> Arm:
    return arm.model_copy(update={"rules": own.file, "set": {} if own.whole else arm.set})


def _is_own(rules: str) -> bool:
    return rules.endswith((".yaml", ".yml"))


def _text(plan: Plan, arm: str) -> Mapping[str, JsonValue]:
    return rules_text(plan.arms[arm].header)


def _free(named: str, taken: set[str]) -> str:
    """Return the file name of the path `named`, with a number if the name is in `taken`. Add the result to `taken`."""
    path = Path(named)
    names = (path.name if number == 1 else f"{path.stem}-{number}{path.suffix}" for number in count(1))
    taken.add(name := next(name for name in names if name not in taken))
    return name


def _yaml(document: Mapping[str, JsonValue]) -> str:
    text = io.StringIO()
    writer = YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.width = 1000
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]  # ruamel says None, and means bool
    writer.dump(dict(document), text)
    return text.getvalue()
