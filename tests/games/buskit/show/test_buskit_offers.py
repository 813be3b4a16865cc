"""The offers of a fight: the text of each answer, with the chances of the attacks to which it leads."""

from typing import Any

import pytest
from buskit_rules import answer, begun, rules

from riotsim.games.buskit.fight.game import rules_of
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.show.offers import offers
from riotsim.games.buskit.state import State
from riotsim.play.narration import Offer
from riotsim.play.requests import Choose, PickPiece, PickPoint, PlayerId, Request
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.pools.exact import odds
from riotsim.pools.notation import parse_pool
from riotsim.pools.pool import Check

DUEL: dict[str, Any] = {"a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5], "shock": 9, "wounds": 1}}
"""Ines of Ada, whose turn it is, beside Cole of Bea."""

FAR: dict[str, Any] = {
    "b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}, "a.hired_hand_1": {"at": [10, 20], "prone": True},
}  # fmt: skip
"""Cole of Bea, whose turn it is, with two targets in sight: at a d6 of range, and prone at a d8."""

CALM = "shoot 2d10+dead shot d10"


def percent(*checks: str) -> str:
    """Return the chances that the first pools win, as a part of an offer."""
    found = [f"{100 * float(odds(check).win):.0f} %" for check in checks]
    return " and ".join(found)


def shown(book: Rulebook, session: Session[State]) -> dict[object, str]:
    """Return the offers that are open: their texts by answer."""
    return {one.answer: one.text for one in offers(book, session, session.pending[0])}


def previewed(book: Rulebook, session: Session[State]) -> dict[object, str]:
    """Return the title of the check beside each offer that has one."""
    found = offers(book, session, session.pending[0])
    return {one.answer: one.check.title for one in found if one.check is not None}


def test_the_offers_of_a_turn() -> None:
    """BK-42: if a single attack is possible, its offer has the target and the chance. The offer of a move has the
    length, and the model that can be dragged.
    """
    book, session, _ = begun(DUEL)
    found = {one.answer: one for one in offers(book, session, session.pending[0])}
    hit = percent("fight 2d10+feint d8 vs fight d6")
    assert {name: one.text for name, one in found.items()} == {
        "attack": f"Attack: Cole, hit in {hit}",
        "run": "Run: move once more in place of an action",
        "hold": "Hold: ends the turn; you may act later, before a slower fighter does",
        "move": "Move: up to 6 in",
        "drop prone": "Drop prone: harder to shoot; standing up is an action",
        "done": "Done: end the turn",
    }
    assert {name: one.piece for name, one in found.items() if one.piece} == {"move": "a.ines"}
    assert previewed(book, session) == {"attack": "Ines attacks Cole (sword)"}


def test_several_ways_to_attack_are_named_by_their_targets() -> None:
    """BK-42, BK-50: with several targets or weapons, the offer of an attack names each opponent once, and no chance."""
    book, session, _ = begun(FAR)
    assert shown(book, session)["attack"] == "Attack: Ines or Hired Hand 1"
    assert previewed(book, session) == {}
    three = {"b.hired_hand_1": {"at": [10, 10]}, "a.ines": {"at": [10, 11.5]}, "a.hired_hand_1": {"at": [10, 20]}}
    book, session, _ = begun(three)
    assert shown(book, session)["attack"] == "Attack: Ines or Hired Hand 1 of Ada"
    answer(session, "attack")
    assert shown(book, session) == {
        "knife": f"Knife: Ines, hit in {percent('fight d6 vs fight 2d10')}",
        "hold_out": "Hold-out pistol: Ines or Hired Hand 1 of Ada",
    }
    assert previewed(book, session) == {"knife": "Hired Hand 1 of Bea attacks Ines (knife)"}


def test_a_number_of_attacks_on_the_only_target() -> None:
    """BK-60: with one target, each number of attacks has its chance. Two attacks have one penalty each, three two."""
    book, session, _ = begun(DUEL)
    answer(session, "attack")
    one, two, three = (percent(f"fight {dice}+feint d8 vs fight d6") for dice in ("2d10", "d10", "2d10lo"))
    assert shown(book, session) == {
        "one attack": f"One attack: hit in {one}",
        "two attacks": f"Two attacks: each hit in {two}",
        "three attacks": f"Three attacks: each hit in {three}",
    }
    answer(session, "two attacks")
    bold, wary = (percent(f"fight {dice}+feint d8 vs fight d6") for dice in ("2d10", "2d10lo"))
    assert shown(book, session) == {
        "steady": f"Steady: each hit in {two}",
        "reckless": f"Reckless: each hit in {bold}",
        "wary": f"Wary: each hit in {wary}",
    }
    answer(session, "reckless")
    assert shown(book, session) == {
        "plain blow": f"Plain blow: each hit in {bold}", "called shot": f"Called shot: each hit in {two}",
    }  # fmt: skip


def test_targets_have_their_chance_and_their_health() -> None:
    """BK-51, BK-64: each target is offered with the chance of the next attack on it, and with the health that it has
    left.
    """
    book, session, _ = begun(FAR)
    answer(session, "attack", "two attacks")
    near, far = (percent(f"shoot d10+dead shot d10 vs range {dice}") for dice in ("d6", "2d8"))
    first = {
        "a.ines": f"Ines: hit in {near}; 16 Shock and 8 Wounds left",
        "a.hired_hand_1": f"Hired Hand 1: hit in {far}; 12 Shock and 6 Wounds left",
    }
    assert shown(book, session) == first
    assert [one.piece for one in offers(book, session, session.pending[0])] == ["a.ines", "a.hired_hand_1"]
    assert previewed(book, session)["a.hired_hand_1"] == "Cole attacks Hired Hand 1 (semi-automatic pistol)"
    answer(session, "a.hired_hand_1")
    assert shown(book, session) == first
    answer(session, "a.ines")
    assert shown(book, session)["steady"] == f"Steady: hit in {far} and {near}"
    assert previewed(book, session)["steady"] == "Cole attacks Hired Hand 1 (semi-automatic pistol)"


def test_a_second_weapon_has_the_chances_of_both() -> None:
    """BK-61: with a second weapon, the first of two attacks has no penalty. The offer has the chance of each attack."""
    book, session, _ = begun(DUEL, companies__ines__characters__ines__weapons=["sword", "knife"])
    answer(session, "attack", "sword", "two attacks")
    free, one = (percent(f"fight {dice}+feint d8 vs fight d6") for dice in ("2d10", "d10"))
    assert shown(book, session) == {
        "one weapon": f"One weapon: each hit in {one}", "knife": f"Knife: hit in {free} and {one}",
    }  # fmt: skip


def test_bursts_have_the_chances_of_their_die() -> None:
    """BK-62: a burst adds a d4, half a magazine a d6, and a whole one a d8."""
    book, session, _ = begun(
        {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}},
        companies__cole__characters__cole__weapons=["assault_rifle"],
    )
    answer(session, "attack", "one attack", "steady", "plain blow")
    chances = {
        name: percent(f"shoot d10+dead shot d10{die} vs range d6")
        for name, die in (("single shots", ""), ("burst", "+burst d4"), ("half", "+half d6"), ("all", "+all d8"))
    }
    assert shown(book, session) == {name: f"{name.capitalize()}: hit in {its}" for name, its in chances.items()}


def test_wild_dice_of_an_attack_have_their_chances() -> None:
    """BK-14: each number of wild dice that an attacker has is offered with the chance of the attack."""
    fighters = {"a.ines": {"at": [10, 10], "wild": 2}, "b.cole": {"at": [10, 11.5]}}
    book, session, _ = begun(fighters)
    answer(session, "attack", "one attack", "steady", "plain blow")
    # A wild d6 shows 1 to 5, or 7 to 12 with 1/36 each.
    pools = [parse_pool(f"fight 2d10+feint d8{wild}") for wild in ("", "+wild d6", "+wild 2d6")]
    chances = [float(odds(Check(pool, parse_pool("fight d6"))).win) for pool in pools]
    assert shown(book, session) == {str(k): f"{k}: hit in {100 * chance:.0f} %" for k, chance in enumerate(chances)}


def test_answers_to_a_shot_have_the_chances_that_follow() -> None:
    """BK-64, BK-65: dropping prone adds a range die, and dodging adds Move with Reflexes. Each answer tells its chance
    and its cost.
    """
    hedge = {"piece": "hedge", "at": ["13in", "16in"], "turn": "0deg"}
    given = Given.model_validate({"fighters": {"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}}})
    book = rules(table__terrain=[hedge])
    session = Session(rules_of(book), given.state(book), given.lay(book), 1, ScriptedTable())
    answer(session, "attack", "one attack", "steady", "plain blow")
    stay, prone, dodge = (percent(f"{CALM} vs range {dice}") for dice in ("d6", "2d6", "d6+dodge 2d8+quick d6"))
    assert shown(book, session) == {
        "stay": f"Stay: hit in {stay}; costs nothing",
        "drop prone": f"Drop prone: hit in {prone}; your next action has a penalty, and standing up is an action",
        "dodge": f"Dodge: hit in {dodge}; uses up your turn; afterwards you may go behind cover",
    }
    checks = {one.answer: one.check for one in offers(book, session, session.pending[0])}
    assert {name: check.pools[1].dice[-1].why for name, check in checks.items() if check} == {
        "stay": "Range", "drop prone": "Range", "dodge": "Dodge",
    }  # fmt: skip


def choose(purpose: str, *options: str, player: PlayerId = "Ada") -> Choose[Any]:
    """Return a request to choose an option."""
    return Choose(player, purpose, options)


def test_a_die_of_armour_has_the_numbers_to_beat() -> None:
    """BK-81: the offer of a die of armour has the Might result and the damage, if they are known."""
    book, session, _ = begun(DUEL)
    request = choose("armour", "stop", "spend a die")
    assert offers(book, session, request) == (Offer("stop", "Stop"), Offer("spend a die", "Spend a die"))
    session.state.damage = 9, 4
    spend = Offer("spend a die", "Spend a die: to beat 4 against a damage of 9")
    assert offers(book, session, request) == (Offer("stop", "Stop"), spend)


def test_wild_dice_of_other_checks_have_the_chance_of_success() -> None:
    """BK-14: a d4 beats a d4 in 6 of 16 cases. With a wild d6 beside it, it wins unless both dice are too low. Against
    1 to 4 it wins in 1 − (1/4)(1/6), 1 − (2/4)(2/6), 1 − (3/4)(3/6) and 1 − (4/4)(4/6) of the cases. This is 69 % on
    average.
    """
    book, session, _ = begun(DUEL)
    session.state.open_check = Check(parse_pool("tech d4"), parse_pool("difficulty d4"))
    assert offers(book, session, choose("wild dice", "0", "1")) == (
        Offer("0", "0: success in 38 %"), Offer("1", "1: success in 69 %"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("aiming", "texts"),
    [
        ("", ["Wait: keep the held action", "Interrupt: act now, which spends the held action"]),
        ("aiming", ["Wait: keep aiming", "Interrupt: act now, and lose the aim with its die"]),
        ("aimed", ["Wait: keep aiming", "Interrupt: act now, and lose the aim with its die"]),
    ],
)
def test_the_offers_of_an_interrupt(aiming: str, texts: list[str]) -> None:
    """BK-47, BK-56: both answers say what happens to the held action, or to the aim."""
    held = {**DUEL, "b.cole": {"at": [10, 11.5], "holding": True, "acted": True, "aiming": aiming}}
    book, session, _ = begun(held)
    session.state.may_interrupt = "b.cole"
    request = choose("interrupt", "wait", "interrupt", player="Bea")
    assert [one.text for one in offers(book, session, request)] == texts


def test_who_is_helped_or_treated_is_offered_with_health_alone() -> None:
    """BK-36, BK-90: outside attacks, the offer of a fighter has its name, and the Shock and Wounds that it has left."""
    book, session, _ = begun(DUEL)
    request: Request[Any] = PickPiece("Ada", "whom to treat", ("b.cole",))
    assert offers(book, session, request) == (Offer("b.cole", "Cole: 9 Shock and 1 Wound left", "b.cole"),)
    session.state.acting = ()
    assert offers(book, session, request) == (Offer("b.cole", "Cole: 9 Shock and 1 Wound left", "b.cole"),)


def test_other_options_are_their_names() -> None:
    """Options of other questions are offered by name, and requests for a place have no offers. Without anybody who
    acts, an attack has no targets.
    """
    book, session, _ = begun(DUEL)
    assert offers(book, session, choose("concession", "go down", "gear_broken")) == (
        Offer("go down", "Go down"), Offer("gear_broken", "Gear broken"),
    )  # fmt: skip
    assert offers(book, session, choose("action", "task", "stand up")) == (
        Offer("task", "Task"), Offer("stand up", "Stand up"),
    )  # fmt: skip
    place: Request[Any] = PickPoint("Ada", "move", ())
    assert offers(book, session, place) == ()
    session.state.acting = ()
    assert offers(book, session, choose("action", "attack", "move")) == (
        Offer("attack", "Attack"), Offer("move", "Move: up to 6 in"),
    )  # fmt: skip


def test_the_length_of_a_move_is_that_of_the_rules() -> None:
    """BK-41: with moves of 7.5 in, the offer says so."""
    book, session, _ = begun(DUEL, move__distance="7.5in")
    assert shown(book, session)["move"] == "Move: up to 7.5 in"


def test_a_telling_blow_has_its_penalty() -> None:
    """BK-57: telling blows and telling shots are offered with their chance, under the word that fits the weapon."""
    both = {"optional__telling_blow": True}
    book, session, _ = begun(DUEL, **both)
    answer(session, "attack", "one attack", "steady")
    plain, less = (percent(f"fight {dice}+feint d8 vs fight d6") for dice in ("2d10", "d10"))
    assert shown(book, session) == {
        "plain blow": f"Plain blow: hit in {plain}", "called shot": f"Called shot: hit in {less}",
        "telling blow": f"Telling blow: hit in {less}",
    }  # fmt: skip
    book, session, _ = begun({"b.cole": {"at": [10, 10]}, "a.ines": {"at": [10, 16]}}, **both)
    answer(session, "attack", "one attack", "steady")
    assert [text.partition(":")[0] for text in shown(book, session).values()] == [
        "Plain shot", "Called shot", "Telling shot",
    ]  # fmt: skip


def test_with_ties_of_the_actor_a_tie_is_a_hit() -> None:
    """BK-32: if the rules count a tie as a hit, the chance of an attack includes the chance of a tie."""
    book, session, _ = begun(DUEL, ties="actor")
    found = odds("fight 2d10+feint d8 vs fight d6")
    assert shown(book, session)["attack"] == f"Attack: Cole, hit in {100 * float(found.win + found.tie):.0f} %"
