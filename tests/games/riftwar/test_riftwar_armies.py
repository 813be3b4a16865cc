"""Armies of RiftWar: the verdicts on the six examples, and every fault that an army file may have."""

from typing import Any

import pytest
from command_line import riotsim
from riftwar_rules import AS_PLAYED, FILE, rules, unit_type

from riotsim.files.companies import load_company, parse_company
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_companies
from riotsim.files.rules import load_rules
from riotsim.games.riftwar.armies.figures import ArmyFigures
from riotsim.games.riftwar.armies.verdict import Bill, Block, bill_of
from riotsim.games.riftwar.rulebook import Rulebook, army_schema

HEAD = "game: riftwar\nname: Mine\nunits:\n"


def army(name: str, **options: Any) -> ArmyFigures:
    """Load an army that comes with the game."""
    return load_company(name, army_schema(rules(**options))).content


def faults(text: str, **options: Any) -> list[str]:
    """Return the messages about an army file."""
    with pytest.raises(BadFile) as caught:
        parse_company(text.encode(), "mine.yaml", army_schema(rules(**options)))
    return [str(problem) for problem in caught.value.problems]


def bill(figures: ArmyFigures) -> Bill:
    """Return the numbers of an army: units, types, traits, and points."""
    limits = rules().army.limits
    assert limits is not None
    return bill_of(limits, [Block(*one) for one in figures.unit_types(rules().traits)])


@pytest.mark.parametrize(
    ("name", "units", "points", "traits"),
    [("cold_war", 11, (8, 8), 4), ("biters", 27, (8, 8), 4), ("legion", 35, (11, 11), 4), ("sprouts", 27, (8, 8), 4)],
)
def test_armies_that_are_legal(name: str, units: int, points: tuple[int, int], traits: int) -> None:
    """RW-90 to RW-93: four of the six armies that come with the game keep the limits. The rules have them as their
    files do.
    """
    figures, found = army(name), bill(army(name))
    assert (found.units, (found.points, found.allowed), found.traits) == (units, points, traits)
    assert figures.model_dump() == rules().armies[name].model_dump()


def test_armies_of_the_game() -> None:
    """Six armies come with the game, and the four legal ones are in the rules."""
    assert set(builtin_companies("riftwar")) == {*rules().armies, "doll_guard", "maid"}
    assert set(rules().armies) == {"cold_war", "biters", "legion", "sprouts"}


def test_an_army_that_breaks_three_limits() -> None:
    """RW-90 to RW-93: the doll guard has a type and a Leader too many, and is 5 points over. An error tells each
    reason.
    """
    with pytest.raises(BadFile) as caught:
        army("doll_guard")
    told = [problem.message for problem in caught.value.problems]
    assert told == [
        "an army has at most 4 types of units, not 5 (RW-90)",
        "the army costs 19 points, and 14 are allowed (RW-91), of which 10 are for 5 further traits (RW-92)",
        "an army has at most 1 Leader for every full 10 units, not 2 in 10 (RW-93)",
    ]


def test_an_army_a_third_of_a_point_over() -> None:
    """RW-91: a third of a point too many counts as a whole point, so the Maid's army is refused. With 7 crossbows
    instead of 8 it is legal.
    """
    with pytest.raises(BadFile) as caught:
        army("maid")
    (problem,) = caught.value.problems
    assert problem.message == "the army costs 9 points, and 8 are allowed (RW-91)"
    text = builtin_companies("riftwar")["maid"].read_text().replace("count: 8", "count: 7")
    made = parse_company(text.encode(), "mine.yaml", army_schema(rules()))
    assert bill(made.content).points == 8


@pytest.mark.parametrize("name", ["doll_guard", "maid"])
def test_unbound_armies(name: str) -> None:
    """RW-98: with `army.check: false`, the rules accept an army that breaks the limits."""
    assert army(name, army__check=False).units


def test_the_flag_for_unbound_armies() -> None:
    """RW-98: with `--unbound`, `riotsim game` accepts an army that breaks the limits. Without the flag, or with another
    game, it fails.
    """
    words = ("game", "--rules", "riftwar", "--company", "Ada=maid", "--seed", "1", "--no-save", "-q",
             "--set", "dice.by=stream", "--set", "phase.max_per_unit=1", "--set", "phase.max_actions=1",
             "--player", "Ada=random", "--player", "Bea=random")  # fmt: skip
    refused = riotsim(*words)
    assert refused.returncode == 2
    assert "the army costs 9 points, and 8 are allowed (RW-91)" in refused.stderr
    played = riotsim(*words, "--unbound")
    assert played.returncode == 0, played.stderr
    assert "--set army.check=false" in played.stdout
    elsewhere = riotsim("game", "--rules", "cube_clash", "--unbound")
    assert elsewhere.returncode == 2
    assert "--unbound is not for Cube Clash: add --rules riftwar" in elsewhere.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--unbound",), "--unbound is not for Riot Dice: add --rules riftwar"),
        (("--unbound", "--rules", "riftwar", "--resume", "x"), "leave out --rules"),
        (("--unbound", "--resume", "x"), "leave out --unbound"),
        (("--unbound", "--sandbox"), "--sandbox has a table of its own"),
        (("--rules", "riftwar", "--company", "Ada=maid"), "8 are allowed (RW-91)"),
    ],
)
def test_the_flag_for_unbound_armies_in_the_window(words: tuple[str, ...], message: str) -> None:
    """RW-98: `riotsim play` has `--unbound` too. If the flag doesn't fit the other arguments, the message says what to
    do.
    """
    refused = riotsim("play", *words)
    assert refused.returncode == 2
    assert message in refused.stderr


def test_a_type_counts_once() -> None:
    """RW-91, RW-92: types of units with one class, kind and traits count as one type, and their traits count once."""
    text = HEAD + "  ".join(
        ["", "one: {size: light, kind: ranged, traits: [ap, alert], count: 4}\n",
         "two: {size: light, kind: ranged, traits: [alert, ap], count: 4}\n"]
    )  # fmt: skip
    found = bill(parse_company(text.encode(), "mine.yaml", army_schema(rules())).content)
    assert (found.types, found.traits, found.points, found.allowed) == (1, 2, 8, 17)


@pytest.mark.parametrize(
    ("units", "message"),
    [
        ("  a: {size: huge, kind: ranged}\n", "units.a.size"),
        ("  a: {size: light}\n", "units.a.kind"),
        ("  a: {size: light, kind: close, traits: [armord]}\n", "did you mean armored?"),
        ("  a: {size: light, kind: close, traits: [ap, ap]}\n", "ap is there already"),
        ("  a: {size: light, kind: close, count: 0}\n", "units.a.count"),
        ("  a: {size: light, kind: close, count: 61}\n", "units.a.count"),
        ("  a: &a {size: light, kind: close, count: 40}\n  b: *a\n", "at most 60 units"),
        ("  A b: {size: light, kind: close}\n", "small letters"),
        ("  a: {size: heavy, kind: close, count: 4}\n", "not 4 (RW-90)"),
    ],
)  # fmt: skip
def test_faults_of_an_army_file(units: str, message: str) -> None:
    """A message about a fault in an army file names the file and the fault."""
    assert any(message in one and one.startswith("mine.yaml:") for one in faults(HEAD + units)), faults(HEAD + units)


def test_all_faults_are_told_together() -> None:
    """If an army file has several faults, there is a message for each, in the order of lines."""
    text = HEAD + "  a: {size: light, kind: ranged, traits: [leadr], count: 5}\n  b: {size: tiny, kind: close}\n"
    lines = [one.split(":")[1] for one in faults(text)]
    assert lines == ["4", "5"]


def test_a_trait_of_ones_own() -> None:
    """RW-98: a trait that a rules file adds can set switches of RW-94 to RW-97."""
    text = HEAD + "  a: {size: light, kind: ranged, traits: [jet]}\n"
    own = {"traits.jet": {"flying": True, "ap": True, "arc": "45deg"}}
    made = parse_company(text.encode(), "mine.yaml", army_schema(load_rules(FILE, Rulebook, own))).content
    ((found, _),) = made.unit_types(load_rules(FILE, Rulebook, own).traits)
    assert (found.able.flying, found.able.ap, found.able.relentless) == (True, True, False)
    assert found.able.arc == pytest.approx(0.785, abs=0.001)


def test_rules_as_played() -> None:
    """A rules file of its own holds the author's later answers. Its armies and traits are those of the usual rules, and
    only ten sections differ.
    """
    later, now = load_rules(AS_PLAYED, Rulebook), rules()
    assert later.armies == now.armies
    assert later.traits == now.traits
    changed = {key for key in type(now).model_fields if getattr(now, key) != getattr(later, key)}
    assert changed == {
        "heavy", "cover", "reaction", "coordinated", "pin", "kill", "close_combat", "rally", "armored", "flying",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"bases.light": "3in"}, "a Medium unit is at least as large"),
        ({"armies.biters.units.bug.count": 25}, "costs 9 points"),
        ({"armies.biters.units.bug.traits": ["swift"]}, "no trait is called 'swift'"),
        ({"victory": "last"}, "victory"),
    ],
)
def test_faults_of_a_rules_file(options: dict[str, Any], message: str) -> None:
    """If an option has a faulty value, an error says which and why."""
    with pytest.raises(BadFile) as caught:
        load_rules(FILE, Rulebook, options)
    assert message in str(caught.value)


def test_titles() -> None:
    """The title of a type of units is its name in readable words."""
    assert unit_type("biters", "acid_bug").title == "Acid Bug"


def test_dice_of_ones_own() -> None:
    """RW-60: if rules define their own dice, they are refused, since all dice of RiftWar are d6."""
    with pytest.raises(BadFile, match="all dice of RiftWar are d6"):
        rules(dice__kinds={"lump": {"mesh": "lump.obj", "faces": [{"shows": 1, "looks": [0, 0, 1]}]}})
