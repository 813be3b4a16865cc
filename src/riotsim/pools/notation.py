"""The notation of pools and checks, such as `d8 vs 2d6`, `2d6lo vs d6` or `d8+help d10 vs d12`."""

import difflib
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from riotsim.errors import InvalidValue
from riotsim.pools.pool import Again, Check, Dice, Fixed, Keep, Part, Pool

V = TypeVar("V")

KEEPS: Final[dict[str, Keep]] = {"": "highest", "hi": "highest", "lo": "lowest"}
"""The die that counts, by the letters after the dice in notation. For example, in `2d6lo` the lowest die counts."""

AGAIN: Final[dict[str, Again]] = {"wild": "once", "open": "open"}
"""Rules for dice with their highest number, by the word before the dice in notation.

For example, a `wild d8` that shows 8 is rolled again once.
"""

CHECK_EXAMPLES: Final = "d8 vs 2d6, 2d6lo vs d6 or d8+help d10 vs d12"
"""Checks in notation, for messages."""

_VERSUS: Final = re.compile(r"\bvs\b\.?|\bversus\b|\bagainst\b")
_DICE: Final = re.compile(r"(?:(?P<why>[^\W\d][^\d+]+?)\s+)?(?P<count>\d*)d(?P<sides>\d+)\s*(?P<keep>[a-z]*)")
_FIXED: Final = re.compile(r"(?:(?P<why>[^\W\d][^\d+]+?)\s+)?(?P<value>\d+)")

_KEEP_WORDS: Final = {
    **dict.fromkeys(("lo", "low", "lower", "lowest", "least", "worst", "min", "minimum"), "lo"),
    **dict.fromkeys(("hi", "high", "higher", "highest", "most", "best", "max", "maximum"), "hi"),
}
"""People's words for the die that counts, each with its letters in notation.

These words can't be reasons for dice.
"""

_NUMBER_WORDS: Final = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
"""Words that people write for the number of dice. These words can't be reasons for dice."""

_REPAIRS: Final = (
    (re.compile(r"[\"'“”()\[\]]|[.?!]+$"), " "),
    (re.compile(r"\s+(?:v|gegen|contra|versus|beats|over)\.?\s+|\s*[/:<>|~]+\s*|\s+[-–—]\s+"), " vs "),
    (re.compile(r"(?<=\d)(lo|hi)?(vs\.?|-)\s*(?=\d*d\d)"), r"\1 vs "),
    (re.compile(r"(?<=\d)\s*!"), " open"),
    (re.compile(r"\bd%"), "d100"),
    (re.compile(rf"\b({'|'.join(_NUMBER_WORDS)})\s+(?=d\d)"), lambda found: _NUMBER_WORDS[found[1]]),
    (re.compile(r"\b(\d+)\s*[x*×]?\s*(?=d\d)"), r"\1"),
    (re.compile(r"\bdd+(?=\d)"), "d"),
    (re.compile(r"\b(\d*d\d+) +open\b"), r"open \1"),
    (re.compile(r"\bwith\b|\+\s*\+"), "+"),
    (re.compile(r"\b(2d\d+) drop high(?:est)?\b"), r"\1lo"),
    (re.compile(r"\b(2d\d+) drop low(?:est)?\b"), r"\1hi"),
    (re.compile(r"\bkeep\b"), ""),
    (re.compile(r"^(\d*d\d+(?:lo|hi)?) (\d*d\d+(?:lo|hi)?)$"), r"\1 vs \2"),
    (
        re.compile(rf"\b({'|'.join(_KEEP_WORDS)})(?:\s+of)?\s+(\d*d\d+)"),
        lambda found: f"{found[2]}{_KEEP_WORDS[found[1]]}",
    ),
    (re.compile(r"\s*(?:[,&;]|\band\b|\bplus\b)\s*"), "+"),
    (re.compile(r"\b(\d*)[wt](\d+)"), r"\1d\2"),
    (re.compile(r"\b(\d*)\s*d\s+(\d+)"), r"\1d\2"),
    (re.compile(r"(\d)\s*(?:kl|dh|low|lowest|worst|least|min|l)\d*(?![a-z])"), r"\1lo"),
    (re.compile(r"(\d)\s*(?:kh|dl|high|highest|best|most|max|h)\d*(?![a-z])"), r"\1hi"),
    (re.compile(r"(?<![\w+])(wild|open)(?!\s*\d*d\d)"), r"\1 d6"),
    (re.compile(r"(?<=\d)(lo|hi)?\s+(?=[a-z]*\s*\d*d\d)(?!vs)"), r"\1+"),
)
"""Corrections of common mistakes in notation, in the order of their use.

If the corrected text is valid, the error message suggests it.
"""


def parse_check(text: str) -> Check:
    """Parse a check, such as `d8 vs 2d6`.

    Raises:
        InvalidValue: The text is not a check. The message says what is wrong. It suggests a corrected text, or it shows
            examples.
    """
    return _parse(text, _check, "a check", CHECK_EXAMPLES)


def parse_pool(text: str) -> Pool:
    """Parse a pool, such as `2d6lo+help d8`.

    Raises:
        InvalidValue: The text is not a pool. The message says what is wrong. It suggests a corrected text, or it shows
            examples.
    """
    return _parse(text, _pool, "a pool", "2d6, 2d6lo or d8+help d10")


def write_check(check: Check) -> str:
    """Return a check in the notation that `parse_check` reads."""
    return f"{write_pool(check.actor)} vs {write_pool(check.defender)}"


def write_pool(pool: Pool) -> str:
    """Return a pool in the notation that `parse_pool` reads, with the reasons of its parts."""
    return "+".join(write_part(part) for part in pool.parts)


def write_part(part: Part) -> str:
    """Return a part of a pool in notation, with its reason.

    If the rule `Dice.again` is `once` or `open`, the word `wild` or `open` stands in place of the reason.
    """
    if isinstance(part, Fixed):
        return f"{part.why} {part.value}".strip()
    words = next((word for word, again in AGAIN.items() if again == part.again), part.why)
    number, ending = "" if part.count == 1 else part.count, "lo" if part.keep == "lowest" else ""
    return f"{words} {number}d{part.sides}{ending}".strip()


def _parse(text: str, parse: Callable[[str], V], what: str, examples: str) -> V:
    plain = " ".join(text.lower().split())
    try:
        return parse(plain)
    except InvalidValue as problem:
        repaired = _repair(plain)
        end = f"{what} is written like {examples}"
        with suppress(InvalidValue):
            parse(repaired)
            end = f"did you mean {repaired!r}?"
        raise InvalidValue(f"{text!r:.80} is no {what.split()[1]}: {problem}; {end}") from None


def _repair(text: str) -> str:
    """Correct common mistakes in a text in notation, and return the corrected text."""
    for pattern, replacement in _REPAIRS:
        text = " ".join(pattern.sub(replacement, text).split())
    return re.sub(r"[a-z]+(?=\s+\d*d\d)", lambda word: _nearly(word[0]) or word[0], text)


def _nearly(word: str) -> str | None:
    """Return `wild` or `open` if a word is probably a misspelling of one of these, otherwise None."""
    twisted = (own for own in AGAIN if sorted(own) == sorted(word))
    # The cutoff keeps the Trait `Will` apart from `wild`.
    close = difflib.get_close_matches(word, AGAIN, n=1, cutoff=0.85)
    return None if word in AGAIN else next(twisted, None) or next(iter(close), None)


def _check(text: str) -> Check:
    sides = _VERSUS.split(text)
    if len(sides) != 2:
        raise InvalidValue("one pool stands before vs, and one after it")
    actor, defender = sides
    return Check(_pool(actor), _pool(defender))


def _pool(text: str) -> Pool:
    return Pool(tuple(_part(part.strip()) for part in text.split("+")))


def _part(text: str) -> Part:
    if not text:
        raise InvalidValue("a die is missing")
    if found := _DICE.fullmatch(text):
        why, ending = found["why"] or "", found["keep"]
        if ending not in KEEPS:
            raise InvalidValue(f"after dice comes hi or lo, not {ending!r}")
        if why.removesuffix(" of") in _KEEP_WORDS or why in _NUMBER_WORDS:
            raise InvalidValue(f"{why!r} is no reason for dice")
        if close := _nearly(why):
            raise InvalidValue(f"{why!r} is nearly the word {close}, which has a meaning of its own")
        again = AGAIN.get(why, "never")
        return Dice(int(found["sides"]), int(found["count"] or 1), KEEPS[ending], again, why)
    if found := _FIXED.fullmatch(text):
        return Fixed(int(found["value"]), found["why"] or "")
    raise InvalidValue(f"{text!r} is neither dice nor a number")
