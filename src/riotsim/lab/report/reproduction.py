"""What a campaign asked: its file as it can be run again, and how its arms differ."""

import io
import re
import shlex
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue
from ruamel.yaml import YAML

from riotsim.lab.campaigns.campaign import Arm, Campaign
from riotsim.lab.campaigns.plan import Plan


def campaign_file(plan: Plan) -> str:
    """Give a campaign as its file may say it (YAML); what is usual is left out."""
    asked, own = plan.asked, _own(plan)
    arms = {name: _with(arm, own[name]) if name in own else arm for name, arm in asked.arms.items()}
    rules = Campaign.model_fields["rules"].default if _is_own(asked.rules) else asked.rules
    asked = asked.model_copy(update={"arms": arms, "rules": rules})  # no arm is without rules that had the campaign's
    return _yaml(asked.model_dump(mode="json", exclude_defaults=True))


def file_name(plan: Plan, ending: str) -> str:
    """Give a plain file name for a campaign: its name's letters and digits."""
    return f"{'-'.join(re.findall(r'[A-Za-z0-9]+', plan.asked.name))[:60] or 'campaign'}{ending}"


def commands(plan: Plan) -> list[str]:
    """Give the commands, for a shell, that play the campaign's file anew and write this report of it."""
    name = plan.asked.name
    page = file_name(plan, ".html")
    report = ["riotsim", "lab", "report", *(["--"] if name.startswith("-") else []), name]
    return [
        shlex.join(["riotsim", "lab", "run", file_name(plan, ".yaml")]),
        shlex.join([*report[:3], "-o", page, *report[3:]]),
    ]


def own_rules(plan: Plan) -> dict[str, str]:
    """Give the rules files of one's own that `campaign_file` names, by those names (YAML): as they were in force."""
    return {own.file: _yaml(own.text) for own in _own(plan).values()}


class _Own(NamedTuple):
    """The rules file of an arm."""

    file: str
    text: Mapping[str, JsonValue]
    whole: bool
    """Whether all that the arm sets is in it already."""


def _own(plan: Plan) -> dict[str, _Own]:
    """Give the rules file of each arm that has one of one's own.

    Of such rules a plan knows what they come to in each arm, and not what the file said. Arms share a file where one of
    them changes nothing in it; otherwise each has its own, for nobody may have what another arm sets.
    """
    arms: dict[str, list[str]] = {}
    for name, arm in plan.asked.arms.items():
        if _is_own(rules := arm.rules or plan.asked.rules):
            arms.setdefault(rules, []).append(name)
    found, taken = dict[str, _Own](), {file_name(plan, ".yaml")}
    for rules, names in arms.items():
        bare = next((name for name in names if not plan.asked.arms[name].set), None)
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
    return plan.arms[arm].header.rules.text


def _free(rules: str, taken: set[str]) -> str:
    """Take a file name like that of a rules file."""
    path = Path(rules)
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
