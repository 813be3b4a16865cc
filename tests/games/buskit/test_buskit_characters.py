"""Characters of Buskit: those that come with the game, and each error that a user's file may have."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import character, rules

from riotsim.app.recordings import MINIATURES
from riotsim.files.companies import load_company, parse_company
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_companies
from riotsim.games.buskit.characters.figures import raises_spent
from riotsim.games.buskit.characters.ladder import LADDER, shifted
from riotsim.games.buskit.fight.game import initial_state
from riotsim.games.buskit.fight.setup import model_of
from riotsim.games.buskit.rulebook import company_schema
from riotsim.games.buskit.state import State

HEAD = "game: buskit\nname: Mine\ncharacters:\n"


def faults(text: str, **options: Any) -> list[str]:
    """Return the messages about a company file."""
    with pytest.raises(BadFile) as caught:
        parse_company(text.encode(), "mine.yaml", company_schema(rules(**options)))
    return [str(problem) for problem in caught.value.problems]


@pytest.mark.parametrize("name", ["ines", "cole", "ottoline", "hired_hand"])
def test_sides_of_the_rules_are_the_files(name: str) -> None:
    """For each side of the rules there is also a company file with the same characters."""
    assert set(builtin_companies("buskit")) == set(rules().companies)
    found = load_company(name, company_schema(rules())).content
    assert rules().companies[name].model_dump() == found.model_dump()
    side = found.chosen(rules().terms())
    assert len({one.name for one in side}) == len(side) == (4 if name == "hired_hand" else 3)


@pytest.mark.parametrize(("name", "raises"), [("ines", 6), ("cole", 6), ("ottoline", 6), ("hired_hand", 0)])
def test_raises_of_our_characters(name: str, raises: int) -> None:
    """BK-11, BK-13: named characters of the game have six raises and three Specializations. The hired hand has none."""
    its = character(name)
    assert raises_spent(its.traits, 6) == raises
    assert len(its.specializations) == (3 if raises else 0)
    assert len(its.traits) == 10


def test_wounds_and_shock() -> None:
    """BK-16: full Wounds are the sides of the Might die. Full Shock is those of Might and Will: 14 for d6 and d8."""
    found = {name: (character(name).full_wounds, character(name).full_shock) for name in ("ines", "cole", "ottoline")}
    assert found == {"ines": (8, 16), "cole": (6, 14), "ottoline": (12, 22)}


def test_the_ladder_has_ends() -> None:
    """BK-10, BK-97: the ladder of dice goes from d4 to d12. A d4 that is lowered stays a d4, and a d12 that is raised a
    d12.
    """
    assert [shifted(die, -1) for die in LADDER] == [4, 4, 6, 8, 10]
    assert [shifted(die, 1) for die in LADDER] == [6, 8, 10, 12, 12]


def test_a_lowered_trait_gives_a_raise() -> None:
    """BK-11: a Trait that is lowered to d4 pays for another raise. Traits that aren't given have the average die of the
    rules.
    """
    text = HEAD + "  ada: {concept: spy, level: joe_nobody, traits: {talk: d8, tech: d4}}\nside: [ada]\n"
    made = parse_company(text.encode(), "mine.yaml", company_schema(rules())).content.chosen(rules().terms())
    assert (made[0].traits["talk"], made[0].traits["tech"], made[0].traits["wits"]) == (8, 4, 6)
    tough = rules(character__average="d8")
    made = parse_company(text.encode(), "mine.yaml", company_schema(tough)).content.chosen(tough.terms())
    assert made[0].traits["wits"] == 8


def test_every_fault_is_told_with_its_line() -> None:
    """BK-11 to BK-13, BK-15, BK-24: all errors in levels, raises, Specializations, Aspects and mooks are reported at
    once, each with its line.
    """
    text = HEAD + (
        "  ada:\n"
        "    concept: spy\n"
        "    level: heroik\n"
        "    traits: {fihgt: d10, talk: d20}\n"
        "    specializations: [reflexs, pilot, pilot, tactics]\n"
        "    aspects: {Sly: {die: d10, applies: [talking]}, Neat: {die: d6, applies: [talk]}}\n"
        "    weapons: [swrod]\n"
        "    armour: lether\n"
        "  Bo:\n"
        "    concept: guard\n"
        "    role: mook\n"
        "    traits: {fight: d12, shoot: d12, might: d8}\n"
        "    specializations: [rifle]\n"
        "side: [ada, bo, Bo, Bo, Bo, Bo, Bo]\n"
    )
    found = faults(text)
    for says in (
        "mine.yaml:6: characters.ada.level: no level is called 'heroik'; did you mean heroic?",
        "mine.yaml:7: characters.ada.traits.fihgt: no Trait is called 'fihgt'; did you mean fight?",
        "mine.yaml:7: characters.ada.traits.talk: a die is d4, d6, d8, d10 or d12, not 'd20'",
        "mine.yaml:8: characters.ada.specializations[0]: no Specialization is called 'reflexs'; did you mean reflexes?",
        "mine.yaml:8: characters.ada.specializations[2]: pilot is there already",
        "mine.yaml:8: characters.ada.specializations: these rules have at most 3 Specializations",
        "mine.yaml:9: characters.ada.aspects.Sly.applies[0]: an Aspect can't apply to 'talking'",
        "mine.yaml:9: characters.ada.aspects: Aspects are at most d10, or d8 and d8, or d8 and d6 and d6, not d10",
        "mine.yaml:10: characters.ada.weapons[0]: no weapon is called 'swrod'; did you mean sword?",
        "mine.yaml:11: characters.ada.armour: no armour is called 'lether'; did you mean leathers?",
        "mine.yaml:12: characters.Bo: the name of a character has small letters, digits and underscores",
        "mine.yaml:15: characters.Bo.traits: the Traits cost 7 raises, and above_average has 6 (BK-11)",
        "mine.yaml:16: characters.Bo.specializations: a mook has no Specializations",
        "mine.yaml:17: side[1]: no character is called 'bo'",
        "mine.yaml:17: side: a side has 1 to 6 characters, not 7 (BK-02)",
    ):
        assert any(line.startswith(says) for line in found), (says, found)
    assert len(found) == 15


def test_games_without_aspects_and_specializations() -> None:
    """BK-15: if the rules use no Aspects and no Specializations, those in a company file don't count."""
    text = (
        HEAD
        + "  ada: {concept: spy, specializations: [pilot], aspects: {Sly: {die: d6, applies: [talk]}}}\nside: [ada]\n"
    )
    found = []
    for options in ({}, {"aspects__used": False, "specializations": 0}):
        book = rules(**options)
        (made,) = parse_company(text.encode(), "mine.yaml", company_schema(book)).content.chosen(book.terms())
        found.append((made.specializations, [aspect.name for aspect in made.aspects]))
    assert found == [(("pilot",), ["Sly"]), ((), [])]


def drawn(state: State, player: str) -> dict[str, str]:
    """Return the names of the figures with which the fighters of a player are drawn, by character."""
    models = {one.character.name: model_of(rules(), one, (0.0, 0.0)) for one in state.side(player)}
    return {name: "" if model.figure is None else model.figure.name for name, model in models.items()}


def test_fighters_of_different_kinds_are_drawn_with_different_figures() -> None:
    """A figure fits the weapon of its fighter: a swordswoman, a marksman and a wrestler with a bat look different. The
    hired hands of a side look alike, and like nobody else on it.
    """
    state = initial_state(rules(sides=3), ("Ada", "Bea", "Cy"), {"Ada": "ines", "Bea": "cole", "Cy": "ottoline"}, {})
    assert drawn(state, "Ada") == {
        "ines": "ruffian.glb",
        "hired_hand_1": "sneak.glb",
        "hired_hand_2": "sneak.glb",
    }
    assert drawn(state, "Bea")["cole"] == "marksman.glb"
    assert drawn(state, "Cy")["ottoline"] == "bruiser.glb"


def test_no_two_kinds_of_a_side_share_a_figure() -> None:
    """If six characters of a side fight in the same way, they have six different figures. All figures come with the
    program.
    """
    names = ("ada", "bo", "cy", "di", "eve", "flo")
    text = HEAD + "".join(f"  {name}: {{concept: fencer, weapons: [sword]}}\n" for name in names)
    company = parse_company(
        f"{text}side: [{', '.join(names)}]\n".encode(), "mine.yaml", company_schema(rules())
    ).content
    found = drawn(initial_state(rules(), ("Ada", "Bea"), {}, {}, {"Ada": company}), "Ada")
    assert len({*found.values()}) == len(names)
    assert {*found.values()} <= {*MINIATURES}


def test_a_figure_changes_nothing_but_the_picture() -> None:
    """The model of a fighter is as high as a model without a figure, and its figure has no pieces for the physics."""
    state = initial_state(rules(), ("Ada", "Bea"), {}, {})
    for fighter in state.fighters.values():
        model = model_of(rules(), fighter, (0.0, 0.0))
        assert model.figure is not None
        assert not model.figure.pieces
        assert model.height == replace(model, figure=None).height
