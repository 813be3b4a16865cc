"""Words about a battle of RiftWar: offers with the chances of the declared attack, sheets, and names."""

from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, ask, rules, session_at

from riotsim.cli.check import check_file
from riotsim.files.assets.meshes import load_meshes
from riotsim.games.riftwar.armies.unit_types import effects_of, title_of
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.game import dice_of, new_game
from riotsim.games.riftwar.battle.setup import empty_table
from riotsim.games.riftwar.bot.answers import RiftWarAnswerEvaluator, danger_of
from riotsim.games.riftwar.events import Attacks
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.show.offers import offers
from riotsim.games.riftwar.show.reasons import reason
from riotsim.games.riftwar.show.standing import marks, sheets
from riotsim.games.riftwar.state import Plan, State
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import Choose, PickPoint, Request, Spot
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.table.units import inches
from riotsim.viewer.screens.shared_models import titled
from riotsim.viewer.session.messages import GameStatus
from riotsim.viewer.ui import models

SCENARIOS: Final = Path(__file__).parents[3] / "scenarios" / "riftwar"


def texts(book: Rulebook, session: Session[State], request: Request[object]) -> dict[object, str]:
    """Return the texts of all offers, by answer."""
    return {one.answer: one.text for one in offers(Battle(session.play, book, dice_of(book)), request)}


def ratings(book: Rulebook, session: Session[State], request: Request[object]) -> dict[object, float]:
    """Return a greedy bot's ratings, by answer."""
    found = RiftWarAnswerEvaluator(book).evaluate(request, session, lambda: np.random.default_rng(1))
    return {answer: rating for answer, rating in found if isinstance(answer, str)}


def test_a_sheet_explains_the_words_of_an_army() -> None:
    """RW-94, RW-95: a unit's sheet says in full what the unit is, and what each of its traits does. Every trait of the
    rules has an effect.
    """
    book = rules(**OPEN)
    session = session_at({**FIRE, "a.ifv_1": {"at": [24, 6], "facing": 90}}, book, armies=ARMIES)
    found = sheets(book, session.state, session.table)
    assert found["a.ifv_1"].lines[:4] == (
        "Infantry fighting vehicle",
        "Heavy Ranged: armored, transport",
        "Armored: has cover in its own kind of combat",
        "Transport: carries other units",
    )
    assert found["a.rifleman_1"].lines[0] == "Light Ranged"
    assert found["b.rifleman_2"].lines[-1] == "Pinned: it can't move until it rallies"
    assert all(effects_of(trait) for trait in book.traits.values())


def test_a_sheet_writes_each_trait_as_people_read_it() -> None:
    """RW-94: a sheet writes abbreviations of traits in capitals. A trait without effects has no colon."""
    book = rules(**OPEN, traits__transport__transport=False)
    units = {"a.ifv_1": {"at": [24, 6], "facing": 90}, "b.acid_bug_1": {"at": [14, 26], "facing": 270}}
    session = session_at(units, book, armies={"Ada": "cold_war", "Bea": "biters"})
    found = sheets(book, session.state, session.table)
    assert found["a.ifv_1"].lines[2:4] == ("Armored: has cover in its own kind of combat", "Transport")
    assert found["b.acid_bug_1"].lines[1] == "AP: armored gives no cover against it"


def test_a_sheet_says_of_each_pinned_unit_that_it_is_stuck() -> None:
    """RW-62: if a unit is both wounded and pinned, its sheet says that it can't move until it rallies."""
    book = rules(**OPEN)
    pinned = FIRE["b.rifleman_2"] | {"wounded": True}
    session = session_at({**FIRE, "b.rifleman_2": pinned}, book, armies=ARMIES)
    found = sheets(book, session.state, session.table)
    assert found["b.rifleman_2"].lines[-1] == "Wounded and pinned: it can't move until it rallies"
    told = marks(book, session.state, session.table)["b.rifleman_2"]
    assert [one.text for one in told] == ["wounded", "pinned"]


def test_targets_have_the_chances_of_the_chosen_attacker() -> None:
    """RW-60, RW-65: after an attacker is chosen, each target is offered with the chances of that attacker's dice. A bot
    rates the target by them.
    """
    book = rules(**OPEN)
    found = {}
    for attacker in ("a.rifleman_1", "a.atgm"):
        session = session_at(FIRE, book, armies=ARMIES)
        request = ask(session, "direct fire", attacker)
        found[attacker] = texts(book, session, request)["b.rifleman_1"], ratings(book, session, request)["b.rifleman_1"]
    assert found["a.rifleman_1"][0] == "Rifleman 1: wound 22 %, kill 4 % (pin 44 %)"
    assert found["a.atgm"][0] == "Rifleman 1: wound 30 %, kill 11 % (pin 40 %)"
    assert found["a.atgm"][1] > found["a.rifleman_1"][1]


def test_targets_of_coordinated_fire_have_the_chances_of_all_attackers() -> None:
    """RW-53, RW-54: coordinated fire is offered with the chance that one of the attacks wounds or kills."""
    book = rules(**OPEN)
    session = session_at(FIRE, book, armies=ARMIES)
    request = ask(session, "coordinated fire")
    told = texts(book, session, request)
    assert told["b.rifleman_1"] == "Rifleman 1: wound or kill 45 % (by 2 together)"  # 1 - (20/27)²
    expected = 2 * 7 / 18 + 329 / 729  # what two attacks take from a target, and the chance that one wounds or kills
    assert ratings(book, session, request)["b.rifleman_1"] == pytest.approx(expected)


def test_units_to_set_up_have_their_kinds_and_dice() -> None:
    """RW-06: the list of units to set up says what each unit is, before any unit stands on the table."""
    book = rules(**OPEN)
    session = new_game(book, ("Ada", "Bea"), 1, perform)
    (request,) = session.pending
    told = {offer.piece: offer.text for offer in offers(Battle(session.play, book, dice_of(book)), request)}
    assert isinstance(request, PickSome)
    assert set(told) == set(request.items)
    assert (
        told["a.ifv_1" if request.player == "Ada" else "b.bug_1"]
        == {
            "Ada": "IFV 1: Heavy Ranged: armored, transport. Fire 4d6, close combat 3d6",
            "Bea": "Bug 1: Light Close: relentless. Fire 2d6, close combat 3d6",
        }[request.player]
    )


def test_a_unit_that_is_not_on_the_table_yet_is_described() -> None:
    """RW-06: in the list of units to set up, each entry has the rest of the unit's sheet as a tooltip. The question for
    a place names the unit, its class, kind and traits.
    """
    book = rules(**OPEN)
    session = new_game(book, ("Ada", "Bea"), 1, perform, armies=dict.fromkeys(("Ada", "Bea"), "cold_war"))
    (request,) = session.pending
    name = f"{'a' if request.player == 'Ada' else 'b'}.ifv_1"
    about = next(one.text for one in offers(Battle(session.play, book, dice_of(book)), request) if one.piece == name)
    status = GameStatus(sheets=sheets(book, session.state, session.table))
    (choice,) = titled((models.Choice(f"+{name}", name, about),), status)
    assert choice.tip.splitlines() == [
        "Infantry fighting vehicle",
        "Armored: has cover in its own kind of combat",
        "Transport: carries other units",
        "Waits",
    ]
    told = reason(book, session.state, ask(session, (name,)))
    assert told.title == "Where does IFV 1 stand?"
    assert told.text == "Heavy Ranged: armored, transport. In the area of your side."


def test_ways_to_coordinate_fire_name_who_would_fire() -> None:
    """RW-53, RW-54: the offers of a Leader and of a close group for coordinated fire name who can fire. They also tell
    the chance of a wound or kill. The offers for the order of attacks tell dice and cover.
    """
    book = rules(**OPEN)
    units = {
        "a.commander": {"at": [16, 4], "facing": 90},
        "a.rifleman_1": {"at": [14, 6], "facing": 90},
        "a.rifleman_2": {"at": [15.2, 6], "facing": 90},
        "a.rifleman_3": {"at": [20, 6], "facing": 90},
        "b.rifleman_1": {"at": [14, 26], "facing": 270},
        "b.ifv_1": {"at": [16, 24], "facing": 270},
    }
    session = session_at(units, book, armies=ARMIES)
    by = ask(session, "coordinated fire", "b.rifleman_1")  # it has cover from Rifleman 3
    assert texts(book, session, by) == {
        "a.commander": "Commander: Commander, Rifleman 1, Rifleman 2 and Rifleman 3, wound or kill 67 %",
        "close group": "Close group: Rifleman 1 and Rifleman 2, wound or kill 45 %",
    }
    order = ask(session, "a.commander", ("a.rifleman_1", "a.rifleman_2", "a.rifleman_3"))
    assert order.purpose == "next attacker"
    assert texts(book, session, order) == {
        "a.rifleman_1": "Rifleman 1: 3 dice, no cover",
        "a.rifleman_2": "Rifleman 2: 3 dice, no cover",
        "a.rifleman_3": "Rifleman 3: 3 dice, the target has cover",
    }


def test_who_reacts_at_an_escape_is_rated_on_who_escapes() -> None:
    """RW-75: if a unit escapes, each enemy that may strike at it is offered and rated with its chances."""
    book = rules(**OPEN)
    units = {
        "a.rifleman_1": {"at": [18, 19], "facing": 90, "fray": 1},
        "a.commander": {"at": [30, 19], "facing": 90, "fray": 1},
        "b.rifleman_1": {"at": [18, 20], "facing": 270, "fray": 1},
        "b.ifv_1": {"at": [19.75, 19], "facing": 180, "fray": 1},
    }
    session = session_at(units, book, armies=ARMIES)
    request = ask(session, "escape", "a.rifleman_1", Spot("a.rifleman_1", (inches(10), inches(10))))
    assert request.purpose == "who reacts"
    assert texts(book, session, request) == {  # 2 and 3 dice
        "b.rifleman_1": "Rifleman 1: wound 11 %, kill 0 % (pin 44 %)",
        "b.ifv_1": "IFV 1: wound 22 %, kill 4 % (pin 44 %)",
    }
    found = ratings(book, session, request)
    assert found["b.ifv_1"] > found["b.rifleman_1"] > 0.0


@pytest.mark.parametrize(
    ("options", "mover", "chance"),
    [
        ({}, "a.rifleman_1", 19 / 27),
        ({"hit__on": 4}, "a.rifleman_1", 7 / 8),
        ({}, "a.ifv_1", 43 / 216),  # a single hit does nothing to a Heavy unit, and armour is cover
        ({"flying__hurt": "extra_hit", "hit__on": 6}, "a.rifleman_1", 91 / 216),
    ],
)
def test_danger_is_exact(options: dict[str, Any], mover: str, chance: float) -> None:
    """RW-44, RW-61, RW-64: the danger of a move is the exact chance that a shooter stops the mover."""
    book = rules(**OPEN, **options)
    units = {mover: {"at": [6, 10], "facing": 90}, "b.rifleman_1": {"at": [18, 26], "facing": 270}}
    session = session_at(units, book, armies=ARMIES)
    request = ask(session, "move", Spot(mover, (inches(30), inches(10))))
    assert request.purpose == "dangers"
    assert danger_of(Battle(session.play, book, dice_of(book)), session.state.plan) == pytest.approx(chance)


@pytest.mark.parametrize(("quiet", "goes_on"), [(0, False), (1, False), (6, True)])
def test_a_bot_dares_more_before_a_draw(quiet: int, *, goes_on: bool) -> None:
    """RW-07, RW-40: if the danger of a move is 19 in 27, a greedy bot takes the move back. When the battle is two quiet
    phases from a draw, the bot goes on.
    """
    book = rules(**OPEN)
    units = {"a.rifleman_1": {"at": [6, 10], "facing": 90}, "b.rifleman_1": {"at": [18, 26], "facing": 270}}
    session = session_at(units, book, armies=ARMIES, quiet=quiet)
    request = ask(session, "move", Spot("a.rifleman_1", (inches(30), inches(10))))
    rated = ratings(book, session, request)
    assert (rated["go on"] > rated["withdraw"]) is goes_on


def test_a_move_that_may_be_fired_at_is_told_in_two_sentences() -> None:
    """RW-40: if enemies may fire at a mover, the title says who moves how far. The text names the enemies."""
    book = rules(**OPEN)
    session = session_at(FIRE, book, armies=ARMIES)
    request = ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", (inches(10), inches(10))))
    told = reason(book, session.state, request)
    assert told.title == "Rifleman 1 moves 4.0 in. These may fire at you"
    assert told.text == "Bea's Rifleman 1 and Rifleman 2. Go on, choose another end, or give the move up."


def test_those_who_may_fire_are_named_up_to_four() -> None:
    """RW-40: the question about the dangers of a move names up to four enemies, in the order of their numbers. If there
    are more, it names three, and counts the others.
    """
    book, armies = rules(**OPEN), {"Ada": "cold_war", "Bea": "legion"}
    texts = []
    for numbers in ((1, 2), (1, 2, 3, 10), (1, 2, 10, 11, 12, 13)):
        enemies = {f"b.gladiator_{k}": {"at": [8 + 2 * k, 26], "facing": 270} for k in numbers}
        session = session_at({"a.rifleman_1": {"at": [6, 10], "facing": 90}, **enemies}, book, armies=armies)
        request = ask(session, "move", Spot("a.rifleman_1", (inches(10), inches(10))))
        texts.append(reason(book, session.state, request).text.partition(". ")[0])
    assert texts == [
        "Bea's Gladiator 1 and Gladiator 2",
        "Bea's Gladiator 1, Gladiator 2, Gladiator 3 and Gladiator 10",
        "Bea's Gladiator 1, Gladiator 2, Gladiator 10 and 3 more",
    ]


def test_the_shortest_moves_are_not_told_as_none() -> None:
    """If a charge is shorter than 0.05 in, its text says "less than 0.1 in", and not "0.0 in"."""
    state = session_at(FIRE, rules(**OPEN), armies=ARMIES).state
    state.plan = Plan("close combat", ("a.rifleman_1",), ((0.0, 0.0),), ((0.6, 0.0),))
    state.dangers = {("b.rifleman_1", "a.rifleman_1"): ((0.0, 1.0),)}
    request: Request[Any] = Choose("Ada", "dangers", ("go on", "withdraw"))
    told = reason(rules(**OPEN), state, request)
    assert told.title.startswith("Rifleman 1 moves less than 0.1 in.")
    assert told.text == "Bea's Rifleman 1. Go on, or give the move up."


def test_fire_at_a_group_names_its_target() -> None:
    """RW-43: if a group is fired at, the question for the order of targets lists them. Each question for reaction fire
    then names one unit of the group, in that order.
    """
    book = rules(**OPEN)
    group = ("a.rifleman_1", "a.rifleman_2")
    units = {name: {"at": [6, 10 + 2 * k], "facing": 90} for k, name in enumerate(group)}
    session = session_at({**units, "b.rifleman_1": {"at": [18, 26], "facing": 270}}, book, armies=ARMIES)
    ends = tuple(Spot(name, (inches(30), inches(10 + 2 * k))) for k, name in enumerate(group))
    request = ask(session, "group move", group, ends, "go on", "fire")
    assert isinstance(request, PickPoint)
    places = request.regions[0][1].places
    assert places is not None
    told = []
    ordered = ask(session, Spot("a.rifleman_1", places[len(places) // 2]))
    assert reason(book, session.state, ordered).text.startswith("The list: Rifleman 1 and Rifleman 2. ")
    ask(session, "as listed")
    for _ in group:
        told.append(reason(book, session.state, session.pending[0]).title)
        session.answer((), "Bea")
    assert told == [f"A group of 2 moves 24.0 in. Fire at Ada's Rifleman {k} in reaction?" for k in (1, 2)]
    assert session.state.fired_at is None


def test_what_a_shot_in_reaction_did_is_told_with_the_next_question() -> None:
    """RW-41, RW-44: the questions after a shot in reaction say who hit or missed whom. Questions of later actions don't
    say so.
    """
    book = rules(**OPEN)
    units = {**FIRE, "b.rifleman_2": {**FIRE["b.rifleman_2"], "at": [4, 34]}}
    session = session_at(units, book, armies=ARMIES)

    def told() -> tuple[str, str]:
        (request,) = session.pending
        return request.purpose, reason(book, session.state, request, session.events).text.partition(". ")[0]

    ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", (inches(10), inches(14))), "go on", ("b.rifleman_1",))
    (request,) = session.pending
    assert isinstance(request, PickPoint)
    session.answer(Spot("a.rifleman_1", (request.regions[0][1].places or ())[-1]))
    shot = next(one for one in session.events if isinstance(one, Attacks))
    did = "missed" if not shot.hits else {"pin": "pinned", "wound": "wounded", "kill": "killed"}[shot.effect]
    after = f"Bea's Rifleman 1 {did} Ada's Rifleman 1"
    found = dict([told()])
    while session.pending[0].purpose != "action":
        session.answer(() if session.pending[0].purpose == "react" else Spot("a.rifleman_1", (0.0, 0.0)))
        found |= dict([told()])
    assert found == dict.fromkeys(found, after)
    assert "action" in found
    ask(session, "turn", "a.rifleman_2")
    assert told() == ("look at", "Turn it as you like: its arc opens to both sides of where it looks.")
    ask(session, Spot("a.rifleman_2", (0.0, 0.0)), "go on", ())
    fails = "Act until an action fails: direct fire without a wound, a mover wounded or killed, a failed rally."
    assert told() == ("action", fails)


def test_of_units_that_fire_together_in_reaction_the_worst_shot_is_told() -> None:
    """RW-44, RW-47: if several units fire together at a mover, the next question tells the worst effect, even if the
    last shot misses.
    """
    book = rules(**OPEN, reaction__coordinated=True)
    together = tuple(f"b.rifleman_{k}" for k in (1, 2, 3))
    foes = {name: {"at": [8 + 2 * k, 26], "facing": 270} for k, name in enumerate(together)}
    own = {name: FIRE[name] for name in ("a.rifleman_1", "a.atgm")}
    session = session_at({**own, **foes}, book, armies=ARMIES)
    to = Spot("a.rifleman_1", (inches(10), inches(14)))
    request = ask(session, "move", "a.rifleman_1", to, "go on", together)
    assert isinstance(request, PickPoint)
    after = ask(session, Spot("a.rifleman_1", (request.regions[0][1].places or ())[-1]))
    shots = [one for one in session.events if isinstance(one, Attacks)]
    assert [one.effect for one in shots] == ["none", "pin", "none"]
    text = reason(book, session.state, after, session.events).text
    assert text.startswith("Bea's Rifleman 2 pinned Ada's Rifleman 1.")


def test_those_who_may_react_are_offered_to_hold_fire() -> None:
    """RW-41: a player who may fire at a group, or at one of its units, may also hold fire for the phase. Other
    questions have no such offer.
    """
    book = rules(**OPEN)
    group = ("a.rifleman_1", "a.rifleman_2")
    units = {name: {"at": [6, 10 + 2 * k], "facing": 90} for k, name in enumerate(group)}
    session = session_at({**units, "b.rifleman_1": {"at": [18, 26], "facing": 270}}, book, armies=ARMIES)
    ends = tuple(Spot(name, (inches(30), inches(10 + 2 * k))) for k, name in enumerate(group))
    found = []
    for answer in ("group move", group, ends, "go on", "fire", None, "as listed", ()):
        (request,) = session.pending
        offered = offers(Battle(session.play, book, dice_of(book)), request)
        lasting = [offer for offer in offered if offer.lasts]
        assert len(lasting) == (request.purpose == "react")
        found += [(type(request), request.refusal(offer.answer)) for offer in lasting]
        if answer is None:
            assert isinstance(request, PickPoint)
            session.answer(Spot("a.rifleman_1", (request.regions[0][1].places or ())[40]))
        else:
            session.answer(answer)
    assert found == [(Choose, None), (PickSome, None)]


def test_shots_in_reaction_have_their_chances() -> None:
    """RW-42, RW-43, RW-65: for a single mover, a shooter is offered with its chances at the best place of the path. For
    a group or a unit that turns, the chances are those where it stands.
    """
    book, screen = rules(**OPEN), {"a.ifv_1": {"at": [18, 14], "facing": 90}}
    units = {"a.rifleman_1": {"at": [6, 10], "facing": 90}, "b.rifleman_1": {"at": [18, 26], "facing": 270}}

    def told(session: Session[State]) -> str:
        (request,) = session.pending
        assert request.purpose == "react"
        return texts(book, session, request)["b.rifleman_1",]

    session = session_at({**units, **screen}, book, armies=ARMIES)
    ask(session, "move", "a.rifleman_1", Spot("a.rifleman_1", (inches(30), inches(10))), "go on")
    assert told(session) == "Rifleman 1: at best wound 22 %, kill 4 % (pin 44 %)"
    hidden = {"a.rifleman_1": {"at": [19.7, 10], "facing": 90}}  # a part of it is behind the IFV
    session = session_at({**units, **screen, **hidden}, book, armies=ARMIES)
    ask(session, "turn", "a.rifleman_1", Spot("a.rifleman_1", (0.0, 0.0)), "go on")
    assert told(session) == "Rifleman 1: wound 17 %, kill 3 % (pin 22 %, cover)"
    group = ("a.rifleman_1", "a.rifleman_2")
    session = session_at({**units, "a.rifleman_2": {"at": [6, 12], "facing": 90}}, book, armies=ARMIES)
    ends = tuple(Spot(name, (inches(30), inches(10 + 2 * k))) for k, name in enumerate(group))
    request = ask(session, "group move", group, ends, "go on", "fire")
    assert reason(book, session.state, request).text == "Anywhere on the marked line. All fire comes at that point."
    assert isinstance(request, PickPoint)
    ask(session, Spot("a.rifleman_1", (request.regions[0][1].places or ())[40]), "as listed")
    assert told(session) == "Rifleman 1: wound 22 %, kill 4 % (pin 44 %)"


def test_the_best_place_of_a_shot_is_one_that_may_be_chosen() -> None:
    """RW-42, RW-65: if a mover is out of cover only at a gap between two walls, a shooter is offered with the chances
    there. If its path ends before the gap, they are the chances in cover.
    """
    wall = {"size": ["13in", "0.5in"], "height": "0.6in", "sight": False}
    walls = [{"piece": "long_wall", "at": [f"{x}in", "11.5in"]} for x in (7.5, 24)]
    book = rules(**{**OPEN, "layout": "gap"}, map__long_wall=wall, maps__gap={"pieces": walls})
    units = {"a.rifleman_1": {"at": [2, 10], "facing": 90}, "b.rifleman_1": {"at": [14, 30], "facing": 270}}
    found = []
    for end in (10.0, 26.0):  # before the gap and behind it
        session = session_at({**units, "a.atgm": {"at": [34, 2]}}, book, armies=ARMIES)
        to = Spot("a.rifleman_1", (inches(end), inches(10)))
        request = ask(session, "move", "a.rifleman_1", to, "go on")
        found.append(texts(book, session, request)["b.rifleman_1",])
    covered, free = "wound 17 %, kill 3 % (pin 22 %, cover)", "wound 22 %, kill 4 % (pin 44 %)"
    assert found == [f"Rifleman 1: at best {one}" for one in (covered, free)]


def test_names_are_in_the_order_of_their_numbers() -> None:
    """Units with numbers are listed in the order of their numbers: Bug 2 before Bug 10."""
    book = rules(**OPEN)
    bugs: dict[str, dict[str, Any]] = {f"b.bug_{k}": {"at": [4 + 2 * k, 26], "facing": 270} for k in range(1, 12)}
    units = {name: FIRE[name] for name in ("a.rifleman_1", "a.rifleman_2")} | bugs
    units["a.rifleman_2"] = {"at": [11.5, 6], "facing": 90}
    session = session_at(units, book, armies={"Ada": "cold_war", "Bea": "biters"})
    request = ask(session, "coordinated fire")
    assert [*texts(book, session, request)] == [*bugs]


def test_the_scenery_says_what_it_does_to_sight() -> None:
    """RW-14, RW-16: by its sheet, a field shuts lines of sight and gives cover. A low wall only gives cover."""
    book = rules()
    session = session_at({"a.rifleman_1": {"at": [18, 3]}, "b.rifleman_1": {"at": [18, 33]}}, book, armies=ARMIES)
    found = sheets(book, session.state, empty_table(book, load_meshes(book)))
    assert found["field_1 1"].title == "Field"
    assert "shuts lines of sight into it, out of it and through it" in found["field_1 1"].lines
    assert "gives cover to units in it" in found["field_1 1"].lines
    assert found["low_wall_1"].lines[:2] == ("blocks movement", "gives cover to units within 2 in of it")


def test_abbreviations_are_written_in_capitals() -> None:
    """A unit's name is shown in readable words, with abbreviations in capitals."""
    assert [title_of(name) for name in ("a.ifv_2", "b.atgm", "a.acid_bug_1")] == ["IFV 2", "ATGM", "Acid Bug 1"]


def test_a_place_for_a_unit_outside_the_group_is_refused(tmp_path: Path) -> None:
    """A scenario fails if it gives a place to a unit outside the moving group. The failure names the unit."""
    text = (SCENARIOS / "rw36_a_group.yaml").read_text()
    assert text.count("- move: {") == 1
    file = tmp_path / "group.yaml"
    file.write_text(text.replace("- move: {", "- move: {a.nobody: [1, 1], "))
    (failure,) = check_file(file).failures
    assert failure.found == "one of a.nobody"
