"""The players of Buskit and the figures of their characters at the beginning of a game (BK-02)."""

from typing import Any

import pytest
from buskit_rules import character, rules

from riotsim.games.buskit.fight.game import initial_state, new_fighter
from riotsim.games.buskit.state import Fighter


def test_a_new_fighter_has_full_health() -> None:
    """BK-14, BK-16, BK-24: a new fighter has full Wounds and Shock, unspent armour, and the wild dice of the rules.
    Mooks have no wild dice.
    """
    book = rules(wild__dice=4)
    cole, hand = character("cole"), character("hired_hand")
    assert new_fighter(book, cole, "Bea", "b") == Fighter("b.cole", cole, "Bea", 6, 14, spent=(0,), wild=4)
    assert new_fighter(book, hand, "Ada", "a") == Fighter("a.hired_hand", hand, "Ada", 6, 12)


@pytest.mark.parametrize(
    ("players", "told"), [(("Ada",), "Ada"), (("Ada", "Ada"), "Ada, Ada"), (("Ada", ""), "Ada, "), ((), "none")]
)
def test_players_need_names_of_their_own(players: tuple[str, ...], told: str) -> None:
    """BK-02: there are as many players as sides, and no two have the same name."""
    with pytest.raises(ValueError, match=f"^2 players play, each with a name of their own, not {told} \\(BK-02\\)$"):
        initial_state(rules(), players, {}, {})


def test_players_get_the_sides_and_hands_of_the_rules() -> None:
    """BK-02: players who choose nothing get the sides and the hands of the rules in their order. In a duel each side
    has its first character only.
    """
    names = list(rules().companies)
    state = initial_state(rules(), ("Ada", "Bea"), {}, {"Bea": "steady"})
    assert list(state.side_names.values()) == [rules().companies[name].name for name in names[:2]]
    assert state.hands == {"Ada": rules().hand, "Bea": "steady"}
    duel = initial_state(rules(mode="duel"), ("Ada", "Bea"), {"Ada": "ottoline", "Bea": "ines"}, {})
    assert list(duel.fighters) == ["a.ottoline", "b.ines"]


@pytest.mark.parametrize(
    ("weapons", "figure"),
    [
        (["sword"], "ruffian.glb"), (["magnum"], "marksman.glb"), (["bat"], "bruiser.glb"), ([], "wildcard.glb"),
        (["unarmed"], "wildcard.glb"), (["longbow", "sword"], "marksman.glb"),
    ],
)  # fmt: skip
def test_the_figure_fits_the_first_weapon(weapons: list[str], figure: str) -> None:
    """A figure usually fits the first weapon of its character. A mook has a figure of its own."""
    book = rules(companies__ines__characters__ines__weapons=weapons)
    state = initial_state(book, ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})
    assert state.fighters["a.ines"].character.miniature == figure
    assert state.fighters["a.hired_hand_1"].character.miniature == "sneak.glb"


def test_characters_of_a_side_have_different_figures() -> None:
    """A figure that is taken is replaced by the first free one. Once none is free, characters share figures."""
    sheet = {"concept": "twin", "level": "joe_nobody", "weapons": ["magnum"]}
    twins = {f"twin{k}": sheet for k in range(8)}
    options: dict[str, Any] = {
        "companies__ines__characters": twins,
        "companies__ines__side": list(twins)[:6],
    }
    state = initial_state(rules(**options), ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})
    assert [one.character.miniature for one in state.side("Ada")] == [
        "marksman.glb", "ruffian.glb", "bruiser.glb", "wildcard.glb", "unit_close.glb", "unit_ranged.glb",
    ]  # fmt: skip
