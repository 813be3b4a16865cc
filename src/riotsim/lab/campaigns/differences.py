"""Says by what two campaigns of one name differ."""

from collections.abc import Iterator, Mapping
from typing import Final

from riotsim.lab.campaigns.plan import Plan, question

MOST: Final = 3
"""Keys of the rules that are named; of more it is told how many there are."""

LONGEST: Final = 30
"""Letters of a value."""


def apart(before: Plan, asked: Plan) -> str:
    """Say what differs in what they ask: `rules (tower.swig: 1 there, 2 here) and other seed`; empty for nothing."""
    one, other = question(before), question(asked)
    keys = [key for key, value in other.items() if one[key] != value]
    if "arms" in keys:
        return f"arms ({_list(before)} there, {_list(asked)} here)"
    return " and other ".join(f"rules{_of_rules(before, asked)}" if key == "rules" else key for key in keys)


def _list(plan: Plan) -> str:
    return _short(", ".join(plan.arms))


def _of_rules(before: Plan, asked: Plan) -> str:
    """Name the keys of the rules that differ in some arm; none where a mesh has changed, which the rules only name."""
    found: dict[str, str] = {}
    for name, arm in asked.arms.items():
        there, here = dict(_flat(before.arms[name].header.rules.text)), dict(_flat(arm.header.rules.text))
        for key in dict.fromkeys((*there, *here)):
            if (old := there.get(key)) != (new := here.get(key)):
                found.setdefault(key, f"{key}: {_short(old)} there, {_short(new)} here")
    more = [f"{len(found) - MOST} more"] if len(found) > MOST else []
    return f" ({'; '.join([*list(found.values())[:MOST], *more])})" if found else ""


def _flat(rules: Mapping[str, object], before: str = "") -> Iterator[tuple[str, object]]:
    for key, value in rules.items():
        if isinstance(value, Mapping) and value:
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _short(value: object) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
