"""The rules file of Buskit: its values, and the values that it may have."""

from typing import Any

import pytest
from buskit_rules import rules
from pydantic import BaseModel

from riotsim.files.problems import BadFile
from riotsim.files.rules import load_rules, rules_schema
from riotsim.games.buskit.characters.equipment import WeaponFigures
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook as RiotRules
from riotsim.table.units import inches


def test_the_file_says_the_defaults() -> None:
    """The rules file of Buskit writes out the default of every key. Only the terrain of its table differs from the
    defaults.
    """
    found = rules()
    for name, field in Rulebook.model_fields.items():
        if not field.is_required():
            written = getattr(found, name)
            plain = written.model_copy(update={"terrain": ()}) if name == "table" else written
            assert plain == field.default, name
            if isinstance(written, BaseModel):
                assert set(type(written).model_fields) - written.model_fields_set <= {"surface"}, name


def test_hands_and_surfaces_are_those_of_riot_dice() -> None:
    """Buskit and Riot Dice have the same hands of persons and the same surfaces."""
    other = load_rules("riot_dice", RiotRules)
    assert {name: hand.hand for name, hand in rules().hands.items()} == {k: h.hand for k, h in other.hands.items()}
    assert rules().surfaces == other.surfaces


def test_traits() -> None:
    """BK-10: ten Traits with 41 Specializations, each under one Trait (BK-D1)."""
    found = [one for trait in rules().traits.values() for one in trait.specializations]
    assert len(rules().traits) == 10
    assert len(found) == len(set(found)) == 41
    assert rules().traits["fight"].specializations[2] == "weapon_and_shield"


@pytest.mark.parametrize(
    ("names", "might", "added_cap", "cap", "dice"),
    [
        (("unarmed",), 1, None, None, None),
        (("shiv", "glass_shard", "hammer"), 1, None, None, (1, 4)),
        (("knife", "jagged_plank"), 1, None, None, (1, 6)),
        (("baton", "pipe", "crowbar"), 2, 6, None, None),
        (("sword", "spear", "hand_axe", "machete"), 1, None, None, (1, 8)),
        (("greatsword", "battleaxe"), 2, None, None, (1, 8)),
        (("mace", "bat", "club", "flail"), 2, 10, None, None),
        (("shortbow",), 1, None, 8, None),
        (("longbow",), 2, None, 10, None),
        (("hold_out", "slug_pistol", "hold_out_blaster"), 0, None, None, (1, 6)),
        (("semi_automatic", "small_revolver", "blaster_pistol"), 0, None, None, (2, 6)),
        (("magnum", "hard_blaster_pistol"), 0, None, None, (1, 8)),
        (("assault_rifle", "hard_heavy_pistol", "hard_blaster_rifle"), 0, None, None, (2, 8)),
        (("battle_rifle", "hunting_rifle", "light_machinegun", "repeating_blaster"), 0, None, None, (3, 8)),
        (("heavy_pistol", "blaster_rifle"), 0, None, None, (3, 6)),
        (("shotgun", "crossbow", "bolt_caster", "sawn_off", "energy_sword"), 0, None, None, (1, 10)),
    ],
)
def test_weapons(
    names: tuple[str, ...], might: int, added_cap: int | None, cap: int | None, dice: tuple[int, int] | None
) -> None:
    """BK-70: every weapon has the damage of the source's tables (BK-D3, BK-D4)."""
    for name in names:
        weapon: WeaponFigures = rules().weapons[name]
        assert (weapon.might, weapon.added_cap, weapon.cap, weapon.dice) == (might, added_cap, cap, dice), name


def test_kinds_of_weapons() -> None:
    """BK-83: shotguns are of the kind bullet, crossbows and longbows piercing, and bolt casters energy. Of the weapons
    for Fight, only the energy sword doesn't use muscle.
    """
    weapons = rules().weapons
    assert [weapons[one].kind for one in ("shotgun", "crossbow", "longbow", "bolt_caster", "assault_rifle")] == [
        "bullet", "piercing", "piercing", "energy", "rifle"
    ]  # fmt: skip
    assert {name for name, one in weapons.items() if one.skill == "fight" and not one.muscle} == {"energy_sword"}
    assert not weapons["crossbow"].firearm
    assert weapons["hold_out"].firearm


def test_options_of_the_clauses() -> None:
    """BK-02, BK-04, BK-05, BK-14, BK-41: the rules file has the figures that these clauses name."""
    found = rules()
    assert (found.table.width, found.table.depth, found.deployment.depth) == (inches(36), inches(24), inches(4))
    assert (found.tray.width, found.tray.depth) == (inches(8), inches(8))
    assert (found.draw.quiet_rounds, found.rounds.max, found.move.distance) == (6, 60, inches(6))
    assert (found.scale.foot, found.melee.within) == (inches(0.2), inches(1))
    assert rules(initiative__starter=2).initiative.starter == 2
    assert rules(wild__dice=5, wild__again="open").wild.again == "open"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"ranges__d6": "70in"}, "ranges: a higher die is for a longer range (BK-51)"),
        ({"character__level": "heroik"}, "character.level: no level is called 'heroik'; did you mean heroic?"),
        ({"scale__ladder": "peple"}, "scale.ladder: no ladder of sizes is called 'peple'; did you mean people?"),
        ({"gang_up": ["d4", "d6", "d8", "d10", "d20"]}, "a die is d4, d6, d8, d10 or d12, not 'd20'"),
        ({"weapons__bat__might": 0}, "weapons.bat: a weapon has Might dice (might) or dice of its own (dice)"),
        ({"weapons__bat__specializations": ["unarmd"]}, "no Specialization is called 'unarmd'; did you mean unarmed?"),
        (
            {"weapons__sword__made_for": ["peple"]},
            "weapons.sword.made_for[0]: the ladder of sizes (scale.ladder) has no rung 'peple'; did you mean people?",
        ),
        ({"weapons__sword__against": {"tiny": "kills"}}, "weapons.sword.against.tiny: the ladder of sizes (scale.ladd"),
        ({"weapons__shotgun__dice": "d20"}, "dice are written like 2d6, with d4, d6, d8, d10 or d12, not 'd20'"),
        ({"initiative__starter": 5}, "initiative.starter: the number of a side is 0 to 4, or the word none, not 5"),
        ({"optional__stopping": "some"}, "optional.stopping: must be 'off', 'all', 'npc' or 'mooks'"),
        ({"companies__ines__side": ["inez"]}, "companies.ines.side[0]: no character is called 'inez'"),
        ({"sides": 5}, "sides: must be at most 4"),
        ({"scenario__tasks": {"gate": {"trait": "tech"}}}, "a task has a difficulty, such as d8, or a Trait of an"),
        (
            {"scenario__tasks": {"gate": {"trait": "tech", "difficulty": "d8", "against": "will"}}},
            "scenario.tasks.gate: a task has a difficulty, such as d8, or a Trait of an opponent (against), not both",
        ),
        (
            {"scenario__tasks": {"gate": {"trait": "tech", "against": "will", "tries": 3}}},
            "scenario.tasks.gate.tries: tries are counted against a difficulty only; whoever is first wins a contest",
        ),
        (
            {"scenario__tasks": {"gate": {"trait": "tech", "difficulty": "d8", "specialization": "medicine"}}},
            "scenario.tasks.gate.specialization: tech has no Specialization 'medicine'; there are computers, ",
        ),
        (
            {"scenario__tasks": {"gate": {"trait": "tech", "difficulty": "d8", "at": ["40in", "3in"]}}},
            "scenario.tasks.gate.at: this place is not on the table",
        ),
        (
            {"scenario__tasks": {"gate": {"trait": "tec", "difficulty": "d8"}}},
            "no Trait is called 'tec'; did you mean tech?",
        ),
        ({"scenario__tasks": {"gate": {"trait": "tech", "difficulty": "8d"}}}, "scenario.tasks.gate.difficulty: "),
    ],
)
def test_wrong_options_are_explained(options: dict[str, Any], says: str) -> None:
    """A wrong value is refused with its key and what would be right."""
    with pytest.raises(BadFile) as caught:
        rules(**options)
    assert says in str(caught.value)


def test_the_rules_need_their_traits() -> None:
    """If rules lack a Trait that fights need, they are refused, and the message names the Trait."""
    with pytest.raises(BadFile, match="traits: the rules need the Trait will"):
        rules(traits={name: one.model_dump() for name, one in rules().traits.items() if name != "will"})


def test_the_schema_knows_every_key() -> None:
    """The schema has every top-level key of the rules file, so that editors can complete the keys."""
    assert set(Rulebook.model_fields) < set(rules_schema(Rulebook, "buskit")["properties"])
