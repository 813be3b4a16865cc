"""Assertions about towers, rules, scenarios, games and hands.

`assert_fair` for dice is in `riotsim.testing.fairness`.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from math import ceil
from pathlib import Path
from typing import Final

from riotsim.measuring.hands import StandingCount
from riotsim.measuring.standing import WATCH_SECONDS, WatchedTower, watch_tower
from riotsim.table.state import Table

_MAX_LINES: Final = 12
"""Maximum number of lines with details in a message."""


def assert_stands(table: Table, tower: str | None = None, *, seconds: float = WATCH_SECONDS) -> None:
    """Fail if a tower falls within a given time after its dice are released.

    Args:
        table: The table.
        tower: Name of the tower; None if all towers of the table should stand.
        seconds: Simulated time of each tower's watch (s).

    Raises:
        AssertionError: A tower falls.
        ValueError: The table has no such tower, or no tower at all.
    """
    __tracebackhide__ = True
    for one in _watched(table, tower, seconds):
        if one.fell_after is not None:
            raise AssertionError(f"{_describe(one)} fell within {one.fell_after:.2f} s; {_statics(one)}")


def assert_falls(table: Table, tower: str | None = None, *, seconds: float = WATCH_SECONDS) -> None:
    """Fail if a tower still stands a given time after its dice are released.

    Args:
        table: The table.
        tower: Name of the tower; None if all towers of the table should fall.
        seconds: Simulated time of each tower's watch (s).

    Raises:
        AssertionError: A tower stands.
        ValueError: The table has no such tower, or no tower at all.
    """
    __tracebackhide__ = True
    for one in _watched(table, tower, seconds):
        if one.fell_after is None:
            raise AssertionError(f"{_describe(one)} still stands after {seconds:g} s; {_statics(one)}")


def _watched(table: Table, tower: str | None, seconds: float) -> list[WatchedTower]:
    names = sorted(table.towers) if tower is None else [tower]
    if not names or names[0] not in table.towers:
        there = f"there is {', '.join(sorted(table.towers))}" if table.towers else "there is none on this table"
        raise ValueError(f"no tower{'' if tower is None else f' {tower!r}'}: {there}")
    return [watch_tower(table, name, seconds) for name in names]


def _describe(one: WatchedTower) -> str:
    return f"the tower {one.name!r} of {one.dice} {'dice' if one.dice > 1 else 'die'}"


def _statics(one: WatchedTower) -> str:
    if one.margin >= 0.0:
        return f"by statics it should stand, with {one.margin:.2f} mm to spare at its worst level"
    return f"by statics it should fall: at its worst level the centre of mass is {-one.margin:.2f} mm beyond the edge"


def assert_rules(file: str | Path) -> None:
    """Fail if a rules file is invalid.

    Raises:
        AssertionError: The file is invalid or can't be read. The message has the first problems, each with its line
            and field.
    """
    __tracebackhide__ = True
    found = _program("rules", "check", str(file), "--json")
    problems = [problem for one in _many(found, "files") for problem in _many(one, "problems")]
    if problems:
        lines = [_fault(str(file), problem) for problem in problems]
        raise AssertionError(_message(f"{file} is not in order", lines))


def assert_scenario(file: str | Path) -> None:
    """Fail if a scenario does not hold.

    A scenario holds if riotsim can play it to its end, and all its expected values and events come about.

    Args:
        file: A scenario file, or a folder. All scenario files in a folder are checked.

    Raises:
        AssertionError: A scenario does not hold, or can't be read.
    """
    __tracebackhide__ = True
    lines = []
    for one in _many(_program("check", str(file), "--json"), "files"):
        lines += [_fault(str(one["file"]), problem) for problem in _many(one, "problems")]
        for failure in _many(one, "failures"):
            lines.append(f"{one['file']}: {failure['path']}: expected {failure['expected']}, found {failure['found']}")
    if lines:
        raise AssertionError(_message(f"{file} does not hold", lines))


def _fault(file: str, problem: Mapping[str, object]) -> str:
    """Return one line about a problem in a file, as the program prints it.

    Args:
        file: The file.
        problem: The problem, with its line, field and message, from the program's JSON.
    """
    line, field = problem["line"], problem["field"]
    return f"{file}{'' if line is None else f':{line}'}: {f'{field}: ' if field else ''}{problem['message']}"


def assert_game_ends(
    rules: str | Path, *, seed: int = 0, bot: str = "random", players: int = 2, options: Mapping[str, object] = {}
) -> None:
    """Play a game of bots by these rules, and fail if it doesn't come to an end within the rules' limit on its length.

    Args:
        rules: A rules file, or the name of rules that come with the program.
        seed: The seed of the game.
        bot: Name of the bot that plays for each player.
        players: The number of players, up to 4.
        options: Values for keys of the rules. They replace the values in the rules file.

    Raises:
        AssertionError: The game can't be played, or the limit on its length stops it.
        ValueError: `players` is not from 1 to 4.
    """
    __tracebackhide__ = True
    if not 1 <= players <= len(_NAMES):
        raise ValueError(f"players={players}: a game has from 1 to {len(_NAMES)}")
    seats = [part for k in range(players) for part in ("--player", f"{_NAMES[k]}={bot}")]
    settings = [part for key, value in options.items() for part in ("--set", f"{key}={value}")]
    game = _program("game", "--no-save", "--rules", str(rules), "--seed", str(seed), *seats, *settings, "--json")
    result = game.get("result")
    assert isinstance(result, dict)
    if result["unfinished"]:
        raise AssertionError(
            f"the game of seed {seed} by {rules} had no end: the rules' limit stopped it (turns or rounds played: "
            f"{game['turns']})"
        )


_NAMES: Final = ("Ada", "Bea", "Cy", "Dee")


def assert_builds(rules: str | Path, dice: int, *, hand: str, at_least: float, towers: int = 40, seed: int = 0) -> None:
    """Fail if the fraction of towers that a hand builds is clearly below `at_least`.

    The hand tries to build `towers` towers. The fraction that it builds gives a 95 % interval for its real chance to
    build a tower. The assertion fails if even the upper end of this interval is below `at_least`. If the hand's real
    chance is exactly `at_least`, the assertion fails for about one seed in 40.

    Args:
        rules: A rules file, or the name of rules that come with the program.
        dice: The height of the towers, in dice.
        hand: The name of a hand in these rules.
        at_least: The fraction of towers that the hand should build, above 0 and up to 1.
        towers: The number of towers that the hand tries to build.
        seed: The seed of the towers. The same seed gives the same result.

    Raises:
        AssertionError: The hand builds too few towers. Or the rules can't be used, or have no such hand.
        ValueError: `at_least` is out of range. Or `towers` is too low: a hand would pass with a fraction 0.25 below
            `at_least`. The message says how many towers are enough.
    """
    __tracebackhide__ = True
    if not 0.0 < at_least <= 1.0:
        raise ValueError(f"at_least is a share above 0 and up to 1, not {at_least:g}")
    if (enough := _required_towers(towers, at_least)) > towers:
        worse = max(0.0, at_least - DETECTABLE_DEFICIT)
        raise ValueError(
            f"{towers} towers are too few: a hand that builds {worse:.2g} of them would pass for one that builds "
            f"{at_least:g}; {enough} would do"
        )
    found = _program(
        "tower", str(dice), "--hand", hand, "--rules", str(rules), "--count", str(towers), "--seed", str(seed),
        "--pace", "none", "--json",
    )  # fmt: skip
    stacked = _many(found, "rows")[-1]["stacked"]
    assert isinstance(stacked, dict)
    if stacked["high"] < at_least:
        raise AssertionError(
            f"the hand {hand!r} built {stacked['stood']} of {stacked['of']} towers of {dice} dice: "
            f"its chance is {stacked['low']:.2f} to {stacked['high']:.2f}, and should be {at_least:g} at least"
        )


DETECTABLE_DEFICIT: Final = 0.25
"""Least difference that `assert_builds` must be able to detect: the required chance minus a bad hand's chance."""


def _required_towers(towers: int, at_least: float) -> int:
    """Return the least number of towers, from `towers` up, that makes a bad hand fail `assert_builds`.

    A bad hand builds this fraction of the towers: `at_least` minus `DETECTABLE_DEFICIT`, or 0 if that is negative.

    Args:
        towers: The intended number of towers.
        at_least: The required chance to build a tower.
    """
    number = max(1, towers)
    while StandingCount(ceil(max(0.0, at_least - DETECTABLE_DEFICIT) * number), number).interval[1] >= at_least:
        number += 1
    return number


def _program(*words: str) -> dict[str, object]:
    """Run a command of riotsim with `words` as its arguments, and return the JSON that the command writes.

    Raises:
        AssertionError: The command writes no JSON. The message has the command's error output.
    """
    __tracebackhide__ = True
    done = subprocess.run(
        [sys.executable, "-m", "riotsim", *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    try:
        found = json.loads(done.stdout)
    except ValueError:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise AssertionError(_message(f"riotsim {' '.join(words)} could not be done", said)) from None
    assert isinstance(found, dict)
    return found


def _many(parts: Mapping[str, object], key: str) -> list[dict[str, object]]:
    value = parts[key]
    assert isinstance(value, list)
    return value


def _message(head: str, lines: list[str]) -> str:
    more = [f"… and {len(lines) - _MAX_LINES} more"] if len(lines) > _MAX_LINES else []
    return "\n".join([f"{head}:", *(f"  {line}" for line in [*lines[:_MAX_LINES], *more])])
