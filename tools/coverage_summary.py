"""Prints the coverage that the last `make test` measured: shares of lines and branches, and the files with least."""

import json
from datetime import UTC, datetime
from pathlib import Path

FILE = Path("coverage.json")

SHOWN = 5
"""Number of files that are listed."""

MIN_LINES = 20
"""Files with fewer lines of code are not listed."""


def summary(measured: dict[str, dict[str, dict[str, dict[str, int]]]], when: str) -> str:
    """Return the coverage in a few lines.

    Args:
        measured: The content of slipcover's JSON file.
        when: The date of the measurement.
    """
    files = {name: file["summary"] for name, file in measured["files"].items()}
    lines, branches = (_share(list(files.values()), what) for what in ("lines", "branches"))
    shares = {
        name: counts["covered_lines"] / total
        for name, counts in files.items()
        if (total := counts["covered_lines"] + counts["missing_lines"]) >= MIN_LINES
    }
    least = sorted(shares, key=lambda name: (shares[name], name))[:SHOWN]
    return "\n".join(
        [
            f"coverage on {when}: {lines} lines, {branches} branches; what runs only in other processes is not counted",
            "coverage: least in " + ", ".join(f"{name} ({shares[name]:.0%})" for name in least),
        ]
    )


def _share(counts: list[dict[str, int]], what: str) -> str:
    """Return the share of lines or branches that ran, in percent, with their number."""
    covered, missing = (sum(file[f"{kind}_{what}"] for file in counts) for kind in ("covered", "missing"))
    return f"{covered / max(covered + missing, 1):.1%} of {covered + missing:,}"


if __name__ == "__main__":
    if FILE.is_file():
        day = datetime.fromtimestamp(FILE.stat().st_mtime, UTC).date().isoformat()
        print(summary(json.loads(FILE.read_text(encoding="utf-8")), day))
    else:
        print("coverage: not measured here yet; `make test` does")
