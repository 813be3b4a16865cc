"""What a campaign asked: its file as it can be run again, and how its arms differ."""

import io
import re
import shlex
from pathlib import Path

from ruamel.yaml import YAML

from riotsim.lab.plan import Plan


def campaign_file(plan: Plan) -> str:
    """Give a campaign as its file may say it (YAML); what is usual is left out."""
    text = io.StringIO()
    writer = YAML(typ="safe", pure=True)
    writer.default_flow_style = False
    writer.allow_unicode = True
    writer.width = 1000
    writer.sort_base_mapping_type_on_output = False  # type: ignore[assignment]  # ruamel says None, and means bool
    writer.dump(plan.asked.model_dump(mode="json", exclude_defaults=True), text)
    return text.getvalue()


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
    """Give the rules files of one's own that a campaign needs beside it, by their names in it (YAML).

    They are as they were in force, options that all their arms set included.
    """
    asked = plan.asked
    found: dict[str, str] = {}
    for name, arm in sorted(asked.arms.items(), key=lambda one: len(one[1].set)):
        rules = arm.rules or asked.rules
        if rules.endswith((".yaml", ".yml")) and Path(rules).name not in found:
            text = io.StringIO()
            writer = YAML(typ="safe", pure=True)
            writer.default_flow_style = False
            writer.allow_unicode = True
            writer.dump(dict(plan.arms[name].header.rules.text), text)
            found[Path(rules).name] = text.getvalue()
    return found
