"""Attacks that are carried out, and the answers to shots (BK-56 to BK-72)."""

from typing import Any

import pytest
from buskit_rules import INES_BESIDE_COLE, answer, attacking, playing, question, rolled, throw

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.attack import Declaration
from riotsim.games.buskit.fight.attacking import carry_out
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import AttackResult
from riotsim.play.requests import PickPoint, Spot

FAR: dict[str, Any] = {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}}
"""Cole (Shoot 2d10 and Dead Shot), who can shoot at Ines at the range of a d6."""


def test_an_attack_that_hits_in_melee() -> None:
    """BK-50, BK-55, BK-70 to BK-73: the attacker keeps the stance. The damage is rolled against Might, and the log
    tells the loss.
    """
    session, table = attacking(INES_BESIDE_COLE, "a.ines", Declaration("sword", ("b.cole",), stance="reckless"))
    assert rolled(session, table, 3, 9, 2, 1, 4) == ["fight 3d10+feint d8", "fight d6"]
    assert rolled(session, table, 7, 3, 4) == ["might d8+sword d8+degree 5", "might d6"]
    state = session.state
    cole = state.fighters["b.cole"]
    assert (cole.shock, cole.wounds, cole.condition) == (14 - 7, 6 - 3, "up")
    assert state.fighters["a.ines"].stance == "reckless"
    assert state.last_attack == AttackResult(1, "a.ines", "b.cole", hits=True, shock=7, wounds=3, condition="up")
    assert (state.attacked, state.attack, state.between, state.attack_count) == (True, None, None, 1)
    assert state.last_hit == {("a.ines", "b.cole"): "a.ines"}
    assert (state.damage, state.check) == ((7, 4), state.check)
    assert session.events == [
        events.Attacks("a.ines", "b.cole", "sword", "fight 3d10+feint d8", "fight d6", 9, 4, 5, hits=True),
        events.Harmed("b.cole", "might d8+sword d8", 7, 4, 7, 3, 7, 3),
    ]


def test_an_attack_that_misses() -> None:
    """BK-32, BK-56: an attack that misses takes nothing from the target. In melee, the target's defence ends
    its aim.
    """
    session, table = attacking(
        INES_BESIDE_COLE, "a.ines", Declaration("sword", ("b.cole",)), {"b.cole": {"aiming": "aiming"}}
    )
    throw(session, table, 3, 4, 1, 4)
    assert session.state.fighters["b.cole"].aiming == ""
    assert session.state.last_attack == AttackResult(
        1, "a.ines", "b.cole", hits=False, shock=0, wounds=0, condition="up"
    )
    assert session.state.last_hit == {}
    assert [type(event).__name__ for event in session.events] == ["Attacks"]


@pytest.mark.parametrize(("shown", "aiming"), [((1, 2, 3, 6), "aiming"), ((9, 2, 3, 1), "")])
def test_only_a_shot_that_hits_ends_an_aim(shown: tuple[int, ...], aiming: str) -> None:
    """BK-56: a shot that misses doesn't interrupt the target's aim."""
    session, table = attacking(
        FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)), {"a.ines": {"aiming": "aiming"}}
    )
    answer(session, "stay")
    throw(session, table, *shown)
    assert session.state.fighters["a.ines"].aiming == aiming
    assert session.state.last_hit == {}


def test_several_attacks_use_up_help_and_wild_dice_once() -> None:
    """BK-14, BK-36, BK-60: the dice of helpers count for each attack of the action, and are gone afterwards. Wild dice
    are taken once, and added to the first attack.
    """
    helped = {"a.ines": {"help": (("fight", 4), ("tech", 6)), "hindrance": (("shoot", 4),), "wild": 3}}
    two = Declaration("sword", ("b.cole", "b.cole"), attacks=2, wild=2)
    session, table = attacking(INES_BESIDE_COLE, "a.ines", two, helped)
    assert session.state.fighters["a.ines"].wild == 1
    first = rolled(session, table, 1, 1, 1, 1, 1, 6, 1)
    assert first == ["fight d10+feint d8+help d4+wild 2d6", "fight d6+failed help d4"]
    assert session.state.attack_count == 1
    assert rolled(session, table, 1, 1, 1, 6, 1) == ["fight d10+feint d8+help d4", "fight d6+failed help d4"]
    ines = session.state.fighters["a.ines"]
    assert (ines.help, ines.hindrance, ines.wild) == ((("tech", 6),), (), 1)
    assert session.state.attack_count == 2


def test_later_attacks_are_lost_with_their_target() -> None:
    """BK-60: an attack on a target who has gone out isn't made. A later attack on another target is made."""
    fighters = {**INES_BESIDE_COLE, "b.cole": {"at": [10, 11.5], "shock": 1}, "b.hired_hand_1": {"at": [11.5, 10]}}
    three = Declaration("sword", ("b.cole", "b.cole", "b.hired_hand_1"), attacks=3)
    session, table = attacking(fighters, "a.ines", three)
    throw(session, table, 9, 9, 1, 1)
    throw(session, table, 1, 1, 1)
    assert session.state.fighters["b.cole"].condition == "out"
    assert session.table.models["b.cole"].fallen
    assert session.state.between == ("a.ines", "b.hired_hand_1")


RIFLE: dict[str, Any] = {"companies__cole__characters__cole__weapons": ["assault_rifle", "semi_automatic"]}


@pytest.mark.parametrize(
    ("targets", "fire", "second", "before", "fired"),
    [
        (("a.ines",), None, None, 0, 1),
        (("a.ines",) * 3, None, None, 4, 7),
        (("a.ines",), "burst", None, 0, 3),
        (("a.ines",) * 2, "burst", None, 0, 3),
        (("a.ines", "a.hired_hand_1"), "burst", None, 5, 11),
        (("a.ines", "a.hired_hand_1", "a.ines"), "burst", None, 0, 6),
        (("a.ines",), "half", None, 10, 25),
        (("a.ines",), "half", None, 18, 30),
        (("a.ines",), "all", None, 0, 30),
        (("a.ines",) * 3, None, "semi_automatic", 0, 2),
    ],
)
def test_the_shots_that_attacks_take(
    targets: tuple[str, ...], fire: str | None, second: str | None, before: int, fired: int
) -> None:
    """BK-62: each attack takes one shot, or one burst for each target. A magazine doesn't fall below empty. Weapons
    without a magazine, such as a second pistol, count no shots.
    """
    fighters = {**FAR, "a.hired_hand_1": {"at": [16, 10]}}
    declared = Declaration("assault_rifle", targets, second, fire=fire, attacks=len(targets))
    start = {"b.cole": {"fired": (("assault_rifle", before),)}}
    session, table = attacking(fighters, "b.cole", declared, start, **RIFLE)
    while session.pending:
        if question(session)[1] == "under fire":
            answer(session, "stay")
            continue
        thrown = session.state.throws[-1]
        counts = [sum(part.count for part in pool.parts if hasattr(part, "count")) for pool in thrown.pools]
        throw(session, table, *[1] * counts[0], *[6] * counts[1])  # each misses
    assert session.state.fighters["b.cole"].fired == (("assault_rifle", fired),)
    assert session.state.attack_count == len(targets)


@pytest.mark.parametrize(
    ("changes", "options", "found"),
    [
        ({}, {}, ("stay", "drop prone", "dodge")),
        ({}, {"optional__prone": False}, ("stay", "dodge")),
        ({}, {"optional__dodge": False}, ("stay", "drop prone")),
        ({"acted": True}, {}, ("stay", "drop prone")),
        ({"acted": True, "holding": True}, {}, ("stay", "drop prone", "dodge")),
        ({"prone": True}, {}, None),
        ({}, {"table__terrain": []}, ("stay", "drop prone")),
    ],
)
def test_the_answers_to_a_shot(changes: dict[str, Any], options: dict[str, Any], found: tuple[str, ...] | None) -> None:
    """BK-64, BK-65: a prone fighter has no answer to a shot. To dodge, a fighter needs a place to hide, and a turn or a
    held action.
    """
    shut = {"table__terrain": [{"piece": "hut", "at": ["13in", "15in"]}], **options}
    session, _ = attacking(FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)), {"a.ines": changes}, **shut)
    assert question(session)[1:] == (("under fire", found) if found else ("roll", None))


def test_the_unaware_and_those_in_melee_have_no_answer_to_a_shot() -> None:
    """BK-52, BK-53: in melee, a firearm isn't answered like a shot. A target of an attack by surprise has no answer
    either.
    """
    near = {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 11.5]}}
    shot = Declaration("semi_automatic", ("a.ines",))
    assert question(attacking(near, "b.cole", shot)[0])[1] == "roll"

    async def surprises(game: Skirmish) -> None:
        game.state.phase = "surprise"
        await carry_out(game, "b.cole", shot)

    assert question(playing(surprises, FAR, scenario__surprise=2)[0])[1] == "roll"


def test_a_dodge_uses_up_the_turn_and_leads_behind_cover() -> None:
    """BK-65: a dodger loses its turn, its held action and its aim. After the shot it may hide, if it is still up."""
    hut: dict[str, Any] = {"table__terrain": [{"piece": "hut", "at": ["13in", "15in"]}]}
    before = {"a.ines": {"acted": True, "holding": True, "aiming": "aiming"}}
    session, table = attacking(FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)), before, **hut)
    answer(session, "dodge")
    ines = session.state.fighters["a.ines"]
    assert (ines.acted, ines.holding, ines.aiming) == (True, False, "")
    assert session.events == [events.Dodges("a.ines")]
    assert session.state.attack is not None
    assert session.state.attack.dodging
    throw(session, table, 1, 1, 1, 6, 1, 1, 1)
    (request,) = session.pending
    assert isinstance(request, PickPoint)
    assert (request.player, request.purpose) == ("Ada", "take cover")
    ((name, region),) = request.regions
    assert name == "a.ines"
    assert region.places is not None
    assert region.places[-1] == session.table.models["a.ines"].at
    answer(session, Spot("a.ines", region.places[0]))
    assert session.table.models["a.ines"].at == pytest.approx(region.places[0])
    moved = session.events[-1]
    assert isinstance(moved, events.Moves)
    assert moved.how == "dodge"


def test_a_dodger_may_stay_and_one_who_is_out_hides_nowhere() -> None:
    """BK-65: a dodger who stays in place hasn't moved. A dodger who is hit and out isn't asked for a place."""
    hut: dict[str, Any] = {"table__terrain": [{"piece": "hut", "at": ["13in", "15in"]}]}
    shot = Declaration("semi_automatic", ("a.ines",))
    session, table = attacking(FAR, "b.cole", shot, **hut)
    answer(session, "dodge")
    throw(session, table, 1, 1, 1, 6, 1, 1, 1)
    answer(session, Spot("a.ines", session.table.models["a.ines"].at))
    assert [type(event).__name__ for event in session.events] == ["Dodges", "Attacks"]
    session, table = attacking(FAR, "b.cole", shot, {"a.ines": {"shock": 1}}, **hut)
    answer(session, "dodge")
    throw(session, table, 9, 1, 1, 6, 1, 1, 1)
    throw(session, table, 1, 1, 1, 1, 1)
    assert session.pending == ()


def test_dropping_prone_under_fire() -> None:
    """BK-64: a target that drops prone adds a range die to its defence, and has a penalty on its next action."""
    session, table = attacking(FAR, "b.cole", Declaration("semi_automatic", ("a.ines",)))
    answer(session, "drop prone")
    ines = session.state.fighters["a.ines"]
    assert (ines.prone, ines.flinched) == (True, True)
    assert rolled(session, table, 1, 1, 1, 6, 1) == ["shoot 2d10+dead shot d10", "range 2d6"]
    assert session.pending == ()
