"""What a player of RiftWar can't choose, with the reasons."""

from riftwar_rules import ARMIES, OPEN, ask, rules, session_at

from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of
from riotsim.games.riftwar.battle.phase import open_actions
from riotsim.games.riftwar.show.unavailable import unavailable
from riotsim.play.requests import Choose

UNITS = {
    "a.rifleman_1": {"at": [10, 6], "facing": 90},
    "a.rifleman_2": {"at": [12, 6], "facing": 90},
    "a.rifleman_3": {"at": [10, 4], "facing": 270},
    "a.rifleman_4": {"at": [12, 4], "facing": 270},
    "a.atgm": {"at": [30, 6], "facing": 90},
    "a.ifv_1": {"at": [30, 9], "facing": 90},
    "b.rifleman_1": {"at": [8, 26], "facing": 270},
    "b.rifleman_2": {"at": [30, 26], "facing": 270},
}
"""Units for tests: two riflemen see enemies, two look away, and an ATGM stands behind an IFV."""


def test_who_cannot_fire_is_told_with_the_reason() -> None:
    """RW-50, RW-51: the question about who fires also lists units that can't fire. It gives the reason: no enemy is in
    the unit's arc, or the unit sees none there. Units with the same reason share an entry.
    """
    book = rules(**OPEN)
    session = session_at(UNITS, book, armies=ARMIES)
    request = ask(session, "direct fire")
    shut = unavailable(Battle(session.play, book, dice_of(book)), request)
    assert [(one.label, one.reason, one.piece) for one in shut] == [
        ("ATGM", "Sees no enemy in its arc.", "a.atgm"),
        ("2 others", "No enemy in its arc: Rifleman 3 and Rifleman 4.", None),
    ]


def test_an_action_that_nobody_can_take_is_told_with_the_reason() -> None:
    """RW-21: a question for an action also lists usual actions that no unit can take, with the reason."""
    book = rules(**OPEN)
    session = session_at(UNITS, book, armies=ARMIES)
    (request,) = session.pending
    shut = unavailable(Battle(session.play, book, dice_of(book)), request)
    assert [(one.label, one.reason) for one in shut] == [("Rally", "No unit on the table is pinned.")]


def test_a_phase_without_actions_left_is_told() -> None:
    """RW-08: after the last action of a phase, only a pass is offered. All other actions are listed with one reason:
    the phase has had its 60 actions.
    """
    book = rules(**OPEN)
    session = session_at(UNITS, book, armies=ARMIES)
    game = Battle(session.play, book, dice_of(book))
    game.state.actions = book.phase.max_actions
    options = open_actions(game, "Ada")
    assert options == ("pass",)
    shut = unavailable(game, Choose("Ada", "action", options))
    assert {one.reason for one in shut} == {"This phase has had its 60 actions."}
    assert "Move" in [one.label for one in shut]
