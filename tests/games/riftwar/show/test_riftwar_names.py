"""How units of RiftWar are named in questions and in the log, so that nobody takes one for another."""

from dataclasses import replace

from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at
from test_riftwar_words import texts

from riotsim.games.riftwar.events import Attacks, Destroyed, SetsUp
from riotsim.games.riftwar.show.names import kind_of
from riotsim.games.riftwar.show.narration import RiftWarFormatter
from riotsim.games.riftwar.show.reasons import reason
from riotsim.games.riftwar.show.standing import sheets
from riotsim.play.narration import Narration
from riotsim.play.requests import Spot
from riotsim.table.units import inches


def test_a_unit_of_another_player_is_named_with_its_player() -> None:
    """RW-40, RW-41: both armies may have a Rifleman 1. A question names a player's own units without a player, and
    units of others with their player's name. If targets belong to several players, all have their players' names.
    """
    book = rules(**OPEN)
    session = session_at(FIRE, book, armies=ARMIES)
    there = Spot("a.rifleman_1", (inches(10), inches(10)))
    request = ask(session, "move", "a.rifleman_1", there)
    assert reason(book, session.state, request).title == "Rifleman 1 moves 4.0 in. These may fire at you"
    request = ask(session, "go on")
    assert reason(book, session.state, request).title == "Ada's Rifleman 1 moves 4.0 in. Fire in reaction?"
    armies = dict.fromkeys(("Ada", "Bea", "Cat"), "cold_war")
    units = {name: FIRE[name] for name in ("a.rifleman_1", "a.atgm", "b.rifleman_1")}
    three = rules(**OPEN, players=3)
    session = session_at(
        {**units, "c.rifleman_1": {"at": [12, 26], "facing": 270}}, three, players=[*armies], armies=armies
    )
    told = texts(three, session, ask(session, "direct fire", "a.rifleman_1"))
    assert {text.partition(":")[0] for text in told.values()} == {"Bea's Rifleman 1", "Cat's Rifleman 1"}


def test_the_ways_to_take_a_move_back_are_told_apart() -> None:
    """RW-40: a question about dangers of a move offers to change or to give up the move. The texts say that one changes
    the end, and that the other leads to another action.
    """
    book = rules(**OPEN)
    session = session_at(FIRE, book, armies=ARMIES)
    request = ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", (inches(10), inches(10))))
    assert texts(book, session, request) == {
        "go on": "Go on",
        "change": "Change: the move ends elsewhere",
        "withdraw": "Give up: no move, but another action",
    }


def test_a_volley_is_one_line_of_the_log() -> None:
    """RW-54: the attacks of one throw at one target are one line of the log. It has the dice and effect of each attack,
    and how many hit. A kill has no line of its own. Attacks of other throws have lines of their own.
    """
    dice = ((5, 1), (6, 5), (5, 6), (1, 1), (5, 5), (2, 2), (5, 4))
    effects = ("pin", "wound", "kill", *4 * ("none",))
    shots = [
        Attacks(f"b.bug_{k}", "a.rifleman_1", "coordinated", one, False, sum(die > 4 for die in one), effect, k > 1)
        for k, (one, effect) in enumerate(zip(dice, effects, strict=True), start=1)
    ]
    events = [*shots[:3], Destroyed("a.rifleman_1"), *shots[3:6], replace(shots[6], same_throw=False)]
    alone = Attacks("a.rifleman_2", "b.bug_1", "direct", (1, 2, 6), True, 1, "pin")
    lines = [*Narration(RiftWarFormatter(("Ada", "Bea"))).narrate((*events, alone, alone))]
    assert [line.text for line in lines] == [
        "Bea's Bug 1, Bug 2, Bug 3 and 3 more fire together at Ada's Rifleman 1: "
        "5 1 pinned · 6 5 wounded · 5 6 killed · 1 1 · 5 5 · 2 2, 4 of 6 attacks hit",
        "Bea's Bug 7 fires with others at Ada's Rifleman 1: 5 4, 1 hit: no effect",
        *2 * ("Ada's Rifleman 2 fires at Bea's Bug 1: 1 2 6, 1 hit in cover: pinned",),
    ]
    assert lines[0].pieces == ("a.rifleman_1", *(f"b.bug_{k}" for k in range(1, 7)))
    assert [{*line.pieces} for line in lines[1:3]] == [{"b.bug_7", "a.rifleman_1"}, {"a.rifleman_2", "b.bug_1"}]


def test_a_volley_tells_which_attackers_face_cover() -> None:
    """RW-54, RW-65: if a volley's target is in cover from all attackers, its line says so once. If the target is in
    cover from some, the line marks the dice of these. A volley without any effect says so at the end.
    """
    first = Attacks("a.rifleman_1", "b.bug_1", "coordinated", (5, 1, 2), True, 0, "none")
    second = Attacks("a.rifleman_2", "b.bug_1", "coordinated", (6, 1, 3), True, 1, "pin", same_throw=True)
    volleys = ((first, second), (first, replace(second, cover=False)), (first, replace(second, hits=0, effect="none")))
    for volley, told in zip(
        volleys,
        (
            "5 1 2 · 6 1 3 pinned, 1 of 2 attacks hit in cover",
            "5 1 2 (cover) · 6 1 3 pinned, 1 of 2 attacks hit",
            "5 1 2 · 6 1 3, 0 of 2 attacks hit in cover: no effect",
        ),
        strict=True,
    ):
        (line,) = Narration(RiftWarFormatter(("Ada", "Bea"))).narrate(volley)
        assert line.text == f"Ada's Rifleman 1 and Rifleman 2 fire together at Bea's Bug 1: {told}"


def test_a_crash_stands_between_the_attacks_of_a_throw() -> None:
    """RW-54, RW-83: if an attack destroys a Transport, the crash is told at once. The other attacks of the same throw
    follow in a line of their own.
    """
    kill = Attacks("b.bug_1", "a.ifv_1", "coordinated", (5, 6, 6), False, 3, "kill")
    crash = Attacks("a.ifv_1", "a.rifleman_1", "crash", (1,), False, 0, "none")
    late = Attacks("b.bug_2", "a.ifv_1", "coordinated", (5, 1, 1), False, 1, "none", same_throw=True)
    happened = (kill, Destroyed("a.ifv_1"), crash, late, replace(late, unit="b.bug_3"))
    assert [line.text for line in Narration(RiftWarFormatter(("Ada", "Bea"))).narrate(happened)] == [
        "Bea's Bug 1 fires with others at Ada's IFV 1: 5 6 6, 3 hits: killed",
        "Ada's Rifleman 1 is in the crash of Ada's IFV 1: 1, 0 hits: no effect",
        "Bea's Bug 2 and Bug 3 fire together at Ada's IFV 1: 5 1 1 · 5 1 1, 2 of 2 attacks hit: no effect",
    ]


def test_a_log_of_the_set_up_names_the_player_once() -> None:
    """RW-06: when a player sets up units, the log names the player once, and the units without their player."""
    told = RiftWarFormatter(("Ada", "Bea")).sentence(SetsUp("Bea", ("b.bug_1", "b.bug_2")))
    assert told == "Bea sets up Bug 1, Bug 2"


def test_traits_have_the_same_names_everywhere() -> None:
    """RW-01, RW-94: the short text about a unit has the abbreviation AP in capitals, as the unit's sheet does."""
    book = rules(**OPEN)
    units = {"a.acid_bug_1": {"at": [10, 6], "facing": 90}, "b.rifleman_1": FIRE["b.rifleman_1"]}
    session = session_at(units, book, armies={"Ada": "biters", "Bea": "cold_war"})
    assert kind_of(session.state.units["a.acid_bug_1"]) == "Medium Ranged: AP, armored"
    lines = sheets(book, session.state, session.table)["a.acid_bug_1"].lines
    assert "AP: armored gives no cover against it" in lines
