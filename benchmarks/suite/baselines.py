"""The baselines of the suite, and the message about cases that differ from them.

All are ratios to plain work that is done in turns with the cases (`suite/reference.py`), so they depend little on how
busy the machine is. From one kind of machine to another they differ by up to 30 %.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

FILE = Path(__file__).with_name("baselines.json")

NOISE = 1.09
"""From one run to the next a case's ratio moved by up to so many times on a machine that did nothing else. On another
machine it was 1.13."""

SLOWER = 1.1
"""A case that takes so many times as long as it did has become slower, and that is told. It is just above the noise: so
what is as fast as it was isn't told in peace, and what takes 1.2 times as long surely is."""

FASTER = 1 / SLOWER
"""One that takes no more than this share has become so much faster that its baseline says nothing any more."""

NOTE = "Ratios to plain work in the same run (benchmarks/suite/reference.py). `make baselines` takes them anew."


def read(path: Path = FILE) -> dict[str, float]:
    """Return the ratio of each case by its name; empty if there is no file."""
    if not path.exists():
        return {}
    return {name: float(ratio) for name, ratio in json.loads(path.read_text(encoding="utf-8"))["ratios"].items()}


def write(ratios: Mapping[str, float], path: Path = FILE) -> None:
    """Take these for the baselines; cases that were not measured keep theirs."""
    kept = {**read(path), **{name: float(f"{ratio:.3g}") for name, ratio in ratios.items()}}
    document = {"note": NOTE, "ratios": dict(sorted(kept.items()))}
    path.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def changes(found: Mapping[str, float], taken: Mapping[str, float]) -> dict[str, float]:
    """Return the time of each case as a multiple of its baseline; cases without a baseline are left out."""
    return {name: ratio / taken[name] for name, ratio in found.items() if name in taken}


def told(found: Mapping[str, float], taken: Mapping[str, float]) -> Iterator[str]:
    """Return lines about what has become slower, what has become faster, and the rest."""
    changed = changes(found, taken)
    slower = sorted((name for name in changed if changed[name] > SLOWER), key=lambda name: -changed[name])
    for name in slower:
        yield f"SLOWER: {name} takes {changed[name]:.2f} times what it did ({found[name]:.3g}, was {taken[name]:.3g})"
    for name in changed:
        if changed[name] < FASTER:
            yield f"faster: {name} takes {changed[name]:.2f} times what it did; `make baselines` holds it to that"
    for name in found:
        if name not in taken:
            yield f"new: {name} has no baseline yet; `make baselines` takes one"
    most = max(changed, key=lambda name: changed[name], default=None)
    if most is not None and not slower:
        yield (
            f"{len(changed)} cases, none of them more than {SLOWER - 1:.0%} slower than its baseline "
            f"(most: {most}, {changed[most]:.2f} times)"
        )
