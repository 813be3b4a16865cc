"""What the questions of Buskit tell a player: titles, texts, offers, and the checks beside them."""

import re
from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import BESIDE, answer, asked, begun, rules, throw

import riotsim
from riotsim.games.buskit.events import Harmed
from riotsim.games.buskit.fight.game import initial_state, rules_of
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.show.checks import checks
from riotsim.games.buskit.show.narration import event_text
from riotsim.games.buskit.show.offers import offers
from riotsim.games.buskit.show.reasons import reason
from riotsim.games.buskit.show.standing import marks, sheets, status
from riotsim.games.buskit.show.unavailable import unavailable
from riotsim.games.buskit.state import State, Throw
from riotsim.play.requests import AimThrow, Spot
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.pools.notation import parse_pool
from riotsim.pools.resolving import PoolResult
from riotsim.table.units import inches

SHOOTERS: dict[str, Any] = {
    "b.hired_hand_1": {"at": [18, 3]}, "a.hired_hand_1": {"at": [18, 8]}, "a.ines": {"at": [24, 20], "prone": True},
}  # fmt: skip
"""A hired hand of Bea with an opponent of the same name near, and another far away."""


def offered(book: Rulebook, session: Session[State]) -> list[str]:
    """Return the texts of the offers that are open."""
    return [offer.text for offer in offers(book, session, session.pending[0])]


def test_the_question_of_a_turn_says_what_is_left() -> None:
    """BK-41: the question names the action and the move as long as they are left, and says which is used."""
    book, session, table = begun(BESIDE)
    assert asked(book, session)[:2] == ("Ines: one action and one move", "In either order.")
    answer(session, "attack", "one attack", "steady", "plain blow")
    throw(session, table, 1, 2, 3, 4)
    assert asked(book, session)[:2] == ("Ines still has a move", "The action is used.")


def test_a_turn_with_nothing_left_asks_whether_to_end_it() -> None:
    """BK-41, BK-42: once the action is used, this is the reason given why a fighter can't attack, even if no opponent
    is in reach.
    """
    book, session, _ = begun({"a.ines": {"at": [18, 3]}, "b.hired_hand_1": {"at": [18, 20]}})
    shut = {one.label: one.reason for one in unavailable(book, session, session.pending[0])}
    assert shut == {"Attack": "No weapon of Ines reaches an enemy from here."}
    answer(session, "move")
    answer(session, Spot("a.ines", (inches(18), inches(5))))
    assert asked(book, session)[:2] == ("Ines still has an action", "The move is used.")
    answer(session, "run")
    answer(session, Spot("a.ines", (inches(18), inches(7))))
    assert asked(book, session)[:2] == ("Ines: end the turn?", "Action and move are used.")
    shut = {one.label: one.reason for one in unavailable(book, session, session.pending[0])}
    assert shut == {"Attack": "The action of this turn is used.", "Move": "The move of this turn is used."}


def test_the_circle_of_a_move_is_that_of_the_move_that_is_left() -> None:
    """BK-41: once the fighter whose turn it is has used the move, the circle around them is called `run`. After the run
    the circle is gone. Other fighters keep their circles for their next turn.
    """
    book, session, _ = begun({"a.ines": {"at": [18, 3]}, "b.hired_hand_1": {"at": [18, 20]}})

    def circles(name: str) -> set[str]:
        return {one.text for one in status(book, session, 0.0).reaches[name]} & {"move", "run"}

    assert circles("a.ines") == {"move"}
    answer(session, "move")
    assert circles("a.ines") == {"move"}
    answer(session, Spot("a.ines", (inches(18), inches(5))))
    assert circles("a.ines") == {"run"}
    answer(session, "run")
    assert circles("a.ines") == {"run"}
    answer(session, Spot("a.ines", (inches(18), inches(7))))
    assert circles("a.ines") == set()
    assert circles("b.hired_hand_1") == {"move"}
    answer(session, "done")
    assert circles("a.ines") == {"move"}


def test_each_of_several_attacks_has_its_own_question_and_chances() -> None:
    """BK-60: the question says which attack it is, and the chances are those of the attack that is chosen now."""
    book, session, _ = begun(SHOOTERS)
    answer(session, "attack", "two attacks")
    assert asked(book, session).title == "Attack 1 of 2: whom?"
    first = offered(book, session)
    answer(session, "a.hired_hand_1")
    assert asked(book, session)[:2] == (
        "Attack 2 of 2: whom?",
        "Chosen so far: Hired Hand 1 of Ada. Only those in reach or in sight are open.",
    )
    assert offered(book, session) == first
    near, far = (re.findall(r"hit in (\d+ %)", text)[0] for text in first)
    assert near != far
    answer(session, "a.ines")
    assert offered(book, session)[0].startswith("Steady: hit in ")
    assert {near, far} == set(re.findall(r"\d+ %", offered(book, session)[0]))


def test_the_throw_of_a_further_attack_tells_how_the_last_one_went() -> None:
    """BK-60: each throw of several attacks is numbered, and the second begins with the result of the first."""
    book, session, table = begun(BESIDE)
    answer(session, "attack", "two attacks", "steady", "plain blow")
    assert asked(book, session).title == "Attack 1 of 2: throw the dice"
    throw(session, table, 2, 3, 4)
    assert asked(book, session).title == "Missed (3 against 4). Attack 2 of 2: throw the dice"


def test_who_is_shot_at_reads_which_fighters_are_meant() -> None:
    """If a fighter is under fire, the question names both fighters. If their names are the same, the question adds
    their players.
    """
    book, session, _ = begun(SHOOTERS)
    answer(session, "attack", "one attack", "a.hired_hand_1", "steady", "plain blow")
    assert asked(book, session).title == "Hired Hand 1 of Bea shoots at Hired Hand 1 of Ada"
    assert "dodge" not in asked(book, session).text


def test_each_answer_to_a_shot_says_what_it_costs() -> None:
    """BK-64, BK-65: if a fighter is shot at, the offer of each answer says what the answer costs."""
    hedge = {"piece": "hedge", "at": ["18in", "6in"], "turn": "0deg"}
    fighters = {"b.hired_hand_1": {"at": [18, 3]}, "a.hired_hand_1": {"at": [20, 8]}}
    given = Given.model_validate({"fighters": fighters})
    book = rules(table__terrain=[hedge])
    session = Session(rules_of(book), given.state(book), given.lay(book), 1, ScriptedTable())
    answer(session, "attack", "one attack", "steady", "plain blow")
    assert [re.sub(r"\d+ %", "x", text) for text in offered(book, session)] == [
        "Stay: hit in x; costs nothing",
        "Drop prone: hit in x; your next action has a penalty, and standing up is an action",
        "Dodge: hit in x; uses up your turn; afterwards you may go behind cover",
    ]


def test_the_line_to_the_one_who_is_shot_at_is_known() -> None:
    """BK-64: while a target is asked whether to drop prone, the window is told who the target is."""
    book, session, _ = begun(SHOOTERS)
    assert status(book, session, 0.0).targets == ()
    answer(session, "attack", "one attack", "a.hired_hand_1", "steady", "plain blow")
    assert session.pending[0].purpose == "under fire"
    shown = status(book, session, 0.0)
    assert shown.targets == ("a.hired_hand_1",)
    assert "a.hired_hand_1" in shown.sights


def test_a_check_names_the_players_of_fighters_of_the_same_name() -> None:
    """BK-01: in a check between two hired hands, the title and the pools name their players. The title is then long,
    and leaves out the weapon.
    """
    book, session, _ = begun(SHOOTERS)
    answer(session, "attack", "one attack")
    (check,) = (one.check for one in offers(book, session, session.pending[0]) if one.answer == "a.hired_hand_1")
    assert check is not None
    assert check.title == "Hired Hand 1 of Bea attacks Hired Hand 1 of Ada"
    assert [pool.title for pool in check.pools] == ["Hired Hand 1 of Bea", "Hired Hand 1 of Ada"]


def test_an_earlier_check_is_gone_while_an_attack_is_declared() -> None:
    """While a new attack is declared, the earlier check of another fighter isn't shown."""
    book, session, _ = begun(SHOOTERS)
    pools = parse_pool("shoot 2d10"), parse_pool("range d6")
    results = PoolResult(5, 0, (5, 1)), PoolResult(6, 0, (6,))
    session.state.throws = (Throw("attack", "attack", pools, ("Bea", "Ada"), ("b.cole", "a.ines"), results),)
    assert [check.title for check in checks(book, session.state)] == ["Cole attacks Ines"]
    answer(session, "attack", "one attack")
    assert checks(book, session.state) == ()
    answer(session, "a.hired_hand_1", "steady", "plain blow")
    assert session.pending[0].purpose == "under fire"
    assert checks(book, session.state) == ()


def test_the_order_of_initiative_is_gone_once_somebody_has_moved() -> None:
    """BK-44: the throws for initiative are shown until the first move of the round. Later turns of the same round don't
    show these throws again.
    """
    book, session, _ = begun(BESIDE)
    pools = parse_pool("move d8"), parse_pool("move d6")
    names, results = ("a.ines", "b.hired_hand_1"), (PoolResult(5, 0, (5,)), PoolResult(5, 0, (5,)))
    session.state.throws = (Throw("tie", "tie", pools, ("Ada", "Bea"), names, results),)
    assert [check.title for check in checks(book, session.state)] == ["Initiative: ties"]
    answer(session, "move")
    assert checks(book, session.state) == ()
    answer(session, Spot("a.ines", (inches(18), inches(2.5))), "done")
    assert session.state.acting == ("b.hired_hand_1",)
    assert checks(book, session.state) == ()


def test_a_tie_of_initiative_says_who_throws_again() -> None:
    """BK-44: the throw after a tie names the tied fighters with their result, and says if they have tied before. The
    lines of the check have the sign of the player, and no room for the player's name.
    """
    two = {"a.hired_hand_1": {"at": [18, 3]}, "b.hired_hand_1": {"at": [18, 12]}}
    book, session, table = begun(two, begins=True)
    while not isinstance(session.pending[0], AimThrow):
        answer(session, ())
    assert asked(book, session)[:2] == ("Throw the dice", "All dice are thrown together.")
    assert [pool.title for pool in checks(book, session.state)[0].pools] == ["Hired Hand 1", "Hired Hand 1"]
    throw(session, table, 3, 3)
    told = "Tied in initiative: Hired Hand 1 of Ada and Hired Hand 1 of Bea with {}. Each throws the Move die."
    assert asked(book, session)[:2] == ("A tie: throw the dice", told.format(3))
    tied = checks(book, session.state)[0].pools
    assert [die.about for pool in tied for die in pool.dice] == ["tied at 3", "tied at 3"]
    assert not asked(book, session).tells_check
    assert [check.title for check in checks(book, session.state)] == ["Initiative: ties"]
    throw(session, table, 2, 2)
    assert asked(book, session)[:2] == ("Tied again: throw the dice a second time", told.format(2))
    assert [check.title for check in checks(book, session.state)] == ["Initiative: ties, second throw"]
    throw(session, table, 5, 5)
    assert asked(book, session)[:2] == ("Tied again: throw the dice a third time", told.format(5))


def test_separate_ties_with_the_same_result_are_told_apart() -> None:
    """BK-44: fighters with a larger Move die don't tie with those who have a smaller one, though the results agree."""
    two = {"a.hired_hand_1": {"at": [18, 3]}, "b.hired_hand_1": {"at": [18, 12]}}
    book, session, table = begun(two, begins=True)
    while not isinstance(session.pending[0], AimThrow):
        answer(session, ())
    throw(session, table, 3, 3)
    (tie,) = session.state.throws
    assert tie.tied == ((0, 3), (0, 3))
    session.state.throws = (replace(tie, tied=((0, 3), (1, 3))),)
    told = asked(book, session)[1]
    assert told.startswith("Tied in initiative: Hired Hand 1 of Ada with 3; Hired Hand 1 of Bea with 3.")


@pytest.mark.parametrize(
    ("state", "title", "text", "notes"),
    [
        (
            "aiming",
            "Hired Hand 1 aims: interrupt?",
            " Who interrupts loses the aim.",
            ["keep aiming", "act now, and lose the aim with its die"],
        ),
        (
            "holding",
            "Hired Hand 1 holds an action: interrupt?",
            "",
            ["keep the held action", "act now, which spends the held action"],
        ),
    ],
)
def test_who_may_interrupt_reads_what_it_costs(state: str, title: str, text: str, notes: list[str]) -> None:
    """BK-47, BK-56: if a fighter may interrupt, the question says whether they aim or hold an action, and who is about
    to act. It also says that the aim would be lost.
    """
    three: dict[str, Any] = {
        "a.hired_hand_1": {"at": [18, 3], "acted": True, "holding": True},
        "a.ines": {"at": [18, 9]},
        "b.cole": {"at": [18, 20]},
    }
    if state == "aiming":
        three["a.hired_hand_1"]["aiming"] = "aiming"
    book, session, _ = begun(three)
    answer(session, "run")
    before = "It would come before the action of Ines, of your own side."
    assert asked(book, session)[:2] == (title, before + text)
    assert [one.partition(": ")[2] for one in offered(book, session)] == notes


def test_a_question_within_an_attack_names_the_target() -> None:
    """BK-55, BK-57: during an attack, the questions for the way of fighting and for a called shot name the target."""
    book, session, _ = begun(SHOOTERS)
    answer(session, "attack", "one attack", "a.ines")
    assert asked(book, session).title == "Hired Hand 1: how do you fight Ines?"
    answer(session, "steady")
    assert asked(book, session).title == "A called shot at Ines?"


def test_an_opponent_has_health_left_and_a_weapon_its_kind() -> None:
    """The offer of a target says how much Shock and Wounds the target has left. The sheet of a fighter names each
    weapon with its kind.
    """
    book, session, _ = begun(SHOOTERS)
    assert "Weapons: knife, hold-out pistol" in sheets(book, session.state, session.table)["b.hired_hand_1"].lines
    answer(session, "attack", "one attack")
    assert any(one.endswith("; 16 Shock and 8 Wounds left") for one in offered(book, session))


def test_hurrying_is_told_in_plain_words() -> None:
    """BK-54: both questions about hurrying say what the fighter gains and what the penalty is. The second also says
    whom it concerns.
    """
    with riotsim.new_game("buskit", {"Ada": "greedy", "Bea": "greedy"}, seed=5, options={"dice.by": "stream"}) as match:
        told: dict[str, str] = {}
        while len(told) < 2:
            told |= {
                one.purpose: reason(match.rules, match.session, one).text
                for one in match.pending
                if one.purpose.startswith("faster")
            }
            match.step()
    penalty = "in this round: one die fewer; a single die becomes two, and the lower counts."
    assert told == {
        "faster, worse attack": f"One more die for initiative, and a penalty on each attack {penalty}",
        "faster, less damage": "Only those whose weapons all use Might. "
        f"One more die for initiative, and a penalty on damage {penalty}",
    }


@pytest.mark.parametrize(("fighters", "plain"), [(BESIDE, "Plain blow"), (SHOOTERS, "Plain shot")])
def test_a_shot_is_not_called_a_blow(fighters: dict[str, Any], plain: str) -> None:
    """BK-57: the ordinary attack is called a blow with a melee weapon, and a shot with a weapon that shoots."""
    book, session, _ = begun(fighters)
    answer(session, "attack", "one attack")
    if session.pending[0].purpose == "target":
        answer(session, "a.hired_hand_1")
    answer(session, "steady")
    assert [text.partition(":")[0] for text in offered(book, session)] == [plain, "Called shot"]


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        ((5, 0, 11, 8), "loses 5 Shock: 11 Shock and 8 Wounds left"),
        ((7, 2, 5, 1), "loses 7 Shock and 2 Wounds: 5 Shock and 1 Wound left"),
        ((9, 0, -5, 6), "loses 9 Shock: no Shock (−5) and 6 Wounds left"),
        ((0, 3, 4, -1), "loses 3 Wounds: 4 Shock and no Wounds (−1) left"),
    ],
)
def test_harm_is_told_in_plain_words(lost: tuple[int, int, int, int], told: str) -> None:
    """BK-73: the log says what a fighter loses and what is left. If no Shock or no Wounds are lost, the log leaves them
    out of the loss.
    """
    text = event_text(Harmed("a.ines", "2d6", 5, 6, *lost), str, str)
    assert text is not None
    assert text.startswith(f"a.ines {told} (")


def test_a_hit_says_how_much_damage_it_does_at_least() -> None:
    """BK-72: if an attack hits, the outcome says by how much, and that this is the least damage."""
    state = initial_state(rules(), ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})
    pools = parse_pool("fight d10"), parse_pool("fight d6")
    results = PoolResult(9, 0, (9,)), PoolResult(1, 0, (1,))
    state.throws = (Throw("attack", "attack", pools, ("Ada", "Bea"), ("a.ines", "b.cole"), results),)
    assert [check.outcome for check in checks(rules(), state)] == ["hits by 8: at least 8 damage"]


def test_damage_that_does_not_exceed_might_is_one_result() -> None:
    """BK-73: damage that is equal to Might or lower takes no Wounds. The chances of both are shown as one number,
    called `only Shock`.
    """
    book, session, table = begun(BESIDE)
    answer(session, "attack", "one attack", "steady", "plain blow")
    throw(session, table, 9, 8, 7, 1)
    chances = dict(checks(book, session.state)[-1].chances)
    assert [*chances] == ["only Shock", "Wounds"]
    assert sum(chances.values()) == pytest.approx(1.0)


def test_actions_whose_names_do_not_explain_them_have_a_note() -> None:
    """BK-42: Run, Hold, Help, Treat and Aim say in their offers what they do."""
    hurt = {"a.hired_hand_1": {"at": [18, 3]}, "a.ines": {"at": [18, 4.2], "shock": 3}, "b.cole": {"at": [18, 20]}}
    book, session, _ = begun(hurt)
    notes = dict(text.split(": ", 1) for text in offered(book, session) if ": " in text)
    assert {"Run", "Hold", "Help", "Treat", "Aim"} <= notes.keys()
    assert notes["Help"] == "add a die to a friend's next attack or task"


def test_the_health_of_a_fighter_is_the_same_words_in_sheet_and_mark() -> None:
    """The sheet and a mark of a fighter give the health in the same words."""
    book, session, _ = begun({"a.ines": {"at": [18, 3], "shock": 11}, "b.cole": {"at": [18, 20]}})
    told = [mark.text for mark in marks(book, session.state, session.table)["a.ines"]]
    lines = sheets(book, session.state, session.table)["a.ines"].lines
    assert "Shock 11 of 16, Wounds 8 of 8" in lines
    assert set(told) & set(lines) == {"Shock 11 of 16, Wounds 8 of 8"}
