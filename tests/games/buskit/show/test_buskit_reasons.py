"""Titles and texts of the questions of a fight, and why an attack or a move isn't open."""

from dataclasses import replace
from typing import Any

import pytest
from buskit_rules import answer, asked, begun

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.attack import Attack, Declaration
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.reasons import BY_PURPOSE, STANCE, WILD, reason
from riotsim.games.buskit.show.unavailable import has_action, unavailable
from riotsim.games.buskit.state import Burden, State, Throw
from riotsim.play.narration import Reason
from riotsim.play.requests import AimThrow, Choose, PickPiece, PlayerId, Request, Unavailable, WhyAgain
from riotsim.play.session.session import Session
from riotsim.pools.notation import parse_pool
from riotsim.pools.pool import Check, Dice, Pool

THREE: dict[str, Any] = {
    "a.ines": {"at": [10, 10]}, "b.cole": {"at": [10, 11.5]}, "b.hired_hand_1": {"at": [20, 20]},
    "a.hired_hand_1": {"at": [30, 20]},
}  # fmt: skip
"""Ines of Ada, whose turn it is, beside Cole of Bea, and two hired hands."""

ASKED = "The best of Might and armour counts. Dice are spent for good."


def fight(**options: Any) -> tuple[Rulebook, Session[State]]:
    """Begin a fight between `THREE`, with the turn of Ines."""
    book, session, _ = begun(THREE, **options)
    return book, session


def choose(purpose: str, *options: str, player: PlayerId = "Ada") -> Choose[Any]:
    """Return a request to choose an option."""
    return Choose(player, purpose, options or ("yes", "no"))


def rolled(*dice: str, owners: tuple[PlayerId, ...] = (), why: tuple[WhyAgain, ...] = ()) -> Request[Any]:
    """Return a request of Ada's for a throw."""
    return AimThrow("Ada", "roll", dice, 100.0, 100.0, 50.0, owners=owners, why_again=why)


def told(book: Rulebook, session: Session[State], request: Request[Any]) -> tuple[str, str, str]:
    """Return the title, the text and the clause of a request."""
    found = reason(book, session, request)
    return found.title, found.text, found.clause


@pytest.mark.parametrize("purpose", sorted(BY_PURPOSE))
def test_each_purpose_has_its_text(purpose: str) -> None:
    """Each question has a title, a text and a clause. Some begin with the name of the fighter who acts."""
    book, session = fight()
    title, text, clause = BY_PURPOSE[purpose]
    named = purpose in ("move", "run", "weapon", "attacks", "stance", "wounds named")
    with_name = f"Ines: {title[0].lower() + title[1:]}"
    assert told(book, session, choose(purpose)) == (with_name if named else title, text, clause)
    session.state.acting = ()
    assert told(book, session, choose(purpose)) == (title, text, clause)


def test_a_stance_and_a_blow_are_asked_with_the_names_of_all_targets() -> None:
    """BK-55, BK-57: the questions for stance and blow name each target once. The player's name is added if another
    fighter has the same name.
    """
    book, session = fight()
    session.state.declared = Declaration("sword", ("b.cole", "b.hired_hand_1", "b.cole"))
    assert told(book, session, choose("stance")) == (
        "Ines: how do you fight Cole and Hired Hand 1 of Bea?", STANCE, "BK-55",
    )  # fmt: skip
    assert told(book, session, choose("blow"))[0] == "A called shot at Cole and Hired Hand 1 of Bea?"


@pytest.mark.parametrize(
    ("weapon", "called", "title"),
    [
        ("sword", False, "A telling blow at Cole?"),
        ("semi_automatic", False, "A telling shot at Cole?"),
        ("semi_automatic", True, "A called shot at Cole?"),
    ],
)
def test_without_called_shots_a_telling_blow_is_asked_for(weapon: str, called: bool, title: str) -> None:
    """BK-57: the question has the word for the weapon, and says what a telling blow does."""
    book, session = fight(optional__called_shot=called, optional__telling_blow=True)
    session.state.declared = Declaration(weapon, ("b.cole",))
    text = (
        "It has a penalty to hit, and one more die of damage."
        if called
        else "It has a penalty to hit; you name a complication for every Wound."
    )
    assert told(book, session, choose("blow")) == (title, text, "BK-57")


def test_armour_is_asked_for_with_the_fighters_and_the_check() -> None:
    """BK-81: the question names target and attacker. If the check of damage is known, its chances replace the text of
    the rule. A d4 against a d4 is won in 6 of 16 cases, and tied in 4.
    """
    book, session = fight()
    assert told(book, session, choose("armour")) == ("Spend a die of armour?", ASKED, "BK-81")
    session.state.between = "b.hired_hand_1", "a.ines"
    title = "Ines, attacked by Hired Hand 1 of Bea: spend a die of armour?"
    assert told(book, session, choose("armour")) == (title, ASKED, "BK-81")
    session.state.check = Check(parse_pool("might d4"), parse_pool("might d4"))
    assert told(book, session, choose("armour"))[:2] == (title, "might d4 against might d4: win 38 %, tie 25 %")


@pytest.mark.parametrize(
    ("attacks", "targets", "title", "text"),
    [
        (1, (), "Whom to attack?", ""),
        (2, (), "Attack 1 of 2: whom?", ""),
        (3, ("b.cole", "b.hired_hand_1"), "Attack 3 of 3: whom?", "Chosen so far: Cole and Hired Hand 1 of Bea. "),
        (3, ("b.cole", "b.cole"), "Attack 3 of 3: whom?", "Chosen so far: Cole and Cole. "),
    ],
)
def test_the_target_of_each_of_several_attacks(attacks: int, targets: tuple[str, ...], title: str, text: str) -> None:
    """BK-60: the question says which attack it is, and which targets were chosen for earlier ones."""
    book, session = fight()
    session.state.declared = Declaration("sword", targets, attacks=attacks)
    request = PickPiece("Ada", "target", ("b.cole", "b.hired_hand_1"))
    assert told(book, session, request) == (title, f"{text}Only those in reach or in sight are open.", "BK-51")


def test_an_interrupt_of_an_opponent_names_no_side() -> None:
    """BK-47: the question names the opponent before whose action the interrupt would come, and no side. If nobody acts,
    its title names nobody.
    """
    book, session = fight()
    session.state.may_interrupt = "b.cole"
    assert told(book, session, choose("interrupt", player="Bea")) == (
        "Cole holds an action: interrupt?", "It would come before the action of Ines.", "BK-47",
    )  # fmt: skip
    session.state.acting = ()
    assert told(book, session, choose("interrupt", player="Bea"))[0] == "Interrupt?"


TURNS: list[tuple[tuple[str, ...], dict[str, Any], str, str]] = [
    (("attack", "move", "done"), {}, "Ines: one action and one move", "In either order."),
    (("hold", "done"), {"prone": True}, "Ines: one action and one move",
     "Who lies prone has to stand up before a move."),
    (("hold", "done"), {"prone": True, "moved": True}, "Ines still has an action", "The move is used."),
    (("hold", "done"), {"moved": True}, "Ines still has an action", "The move is used."),
    (("hold", "done"), {}, "Ines still has an action", "There is no move now."),
    (("move", "drop prone", "done"), {}, "Ines still has a move", "The action is used."),
    (("move", "done"), {"stunned": True}, "Ines still has a move", "No action is open."),
    (("done",), {"moved": True}, "Ines: end the turn?", "Action and move are used."),
    (("done",), {"moved": True, "stunned": True}, "Ines: end the turn?", "No action is open. The move is used."),
    (("drop prone", "done"), {}, "Ines: end the turn?", "The action is used. There is no move now."),
]  # fmt: skip


@pytest.mark.parametrize(("options", "facts", "title", "text"), TURNS)
def test_the_question_of_a_turn(options: tuple[str, ...], facts: dict[str, Any], title: str, text: str) -> None:
    """BK-41, BK-D6: the question says what is left of action and move, and why the rest can't be used."""
    book, session = fight()
    burdens = (Burden("stunned", 1, 1, "b.cole"),) if facts.pop("stunned", False) else ()
    state = session.state
    state.fighters["a.ines"] = replace(state.fighters["a.ines"], **facts, burdens=burdens)
    assert told(book, session, choose("action", *options)) == (title, text, "BK-41")


def test_surprise_leaves_no_move_to_stand_up_for() -> None:
    """BK-46: there are no moves in actions by surprise, so a prone fighter isn't told to stand up for one."""
    book, session = fight()
    state = session.state
    state.phase = "surprise"
    state.fighters["a.ines"] = replace(state.fighters["a.ines"], prone=True)
    assert told(book, session, choose("action", "hold", "done"))[:2] == (
        "Ines still has an action", "There is no move now.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("attacks", "number", "options", "text"),
    [
        (1, 0, ("stay",), ""),
        (1, 0, ("stay", "drop prone"), "Choose before the dice are thrown."),
        (3, 1, ("stay",), "Attack 2 of 3."),
        (2, 0, ("stay", "dodge"), "Attack 1 of 2. Choose before the dice are thrown."),
    ],
)
def test_the_question_under_fire(attacks: int, number: int, options: tuple[str, ...], text: str) -> None:
    """BK-64, BK-65: the question names both fighters, the number of the attack, and that the dice come afterwards."""
    book, session = fight()
    state = session.state
    who = state.fighters["a.ines"].character
    state.attack = Attack(attacker=who, target=who, weapon="sword", attacks=attacks, number=number)
    state.between = "b.hired_hand_1", "a.ines"
    found = told(book, session, choose("under fire", *options))
    assert found == ("Hired Hand 1 of Bea shoots at Ines", text, "BK-64")


COCKED = "A die that leans is cocked and shows no number."
OFF = "A die off the table doesn't count."


@pytest.mark.parametrize(
    ("request_", "title", "text"),
    [
        (rolled("d6", why=("cocked",)), "A die leaned and showed no number: throw it again", COCKED),
        (rolled("d6", owners=("Bea",), why=("off the table",)), "Bea's die left the tray: throw it again", OFF),
        (rolled("d6", owners=("Ada",), why=("hardly turned",)), "A die hardly turned: throw it again",
         "A die that hardly turned over doesn't count."),
        (rolled("d6", "d8", owners=("Bea", "Ada"), why=("cocked", "cocked")),
         "2 dice leaned and showed no number: throw them again", COCKED),
        (rolled("d6", "d8", "d8", why=("cocked", "off the table", "cocked")),
         "Dice do not count: throw them again", f"{COCKED} {OFF}"),
    ],
)  # fmt: skip
def test_why_dice_are_thrown_again(request_: Request[Any], title: str, text: str) -> None:
    """BK-04: title and text give each reason for throwing again once. If a single die belongs to another player, the
    title names that player.
    """
    book, session = fight()
    assert told(book, session, request_) == (title, text, "BK-04")


def open_throw(state: State, pools: tuple[Pool, ...], purpose: str = "attack", **facts: Any) -> None:
    """Make a throw of Ines against Cole the last throw of a state."""
    state.throws = (Throw(purpose, purpose, pools, ("Ada", "Bea"), ("a.ines", "b.cole"), **facts),)


def test_a_wild_die_alone_is_thrown_again() -> None:
    """BK-14: if a pool has wild dice and only some of the dice are asked for, these are wild dice with a 6. Otherwise
    the question is about all dice.
    """
    book, session = fight()
    state, wild = session.state, Pool((Dice(6, 2, why="fight"), Dice(6, again="once", why="wild")))
    plain, again = Pool((Dice(6, 2, why="fight"),)), ("Throw the wild dice again", WILD, "BK-14")
    usual = ("Throw the dice", "All dice are thrown together.", "BK-04")
    open_throw(state, (wild, plain))
    assert told(book, session, rolled("d6")) == again
    assert told(book, session, rolled("d6", "d6", "d6", "d6")) == again
    assert told(book, session, rolled(*["d6"] * 5)) == usual
    open_throw(state, (plain, plain))
    assert told(book, session, rolled("d6")) == usual
    state.throws = ()
    assert told(book, session, rolled("d6")) == usual


def test_the_throw_of_a_check_tells_its_pools() -> None:
    """BK-01: if the check of a throw is known, the text of the throw is this check with its chances. The reason is
    marked so, because the panel of the check shows the same.
    """
    book, session = fight()
    pool = parse_pool("fight d4")
    session.state.check = Check(pool, pool)
    open_throw(session.state, (pool, pool))
    text = "fight d4 against fight d4: win 38 %, tie 25 %"
    assert reason(book, session, rolled("d4", "d4")) == Reason("Throw the dice", text, "BK-04", tells_check=True)
    session.state.check = None
    assert reason(book, session, rolled("d4", "d4")).text == "All dice are thrown together."


def test_the_throw_of_a_tie_tells_all_ties() -> None:
    """BK-44: the text names the fighters and the result of each tie. From the second throw on, the title counts the
    throws.
    """
    book, session = fight()
    names = ("a.ines", "b.cole", "a.hired_hand_1", "b.hired_hand_1")
    players, pool = ("Ada", "Bea", "Ada", "Bea"), parse_pool("tie d6")
    tie = Throw("tie", "tie", (pool,) * 4, players, names, tied=((0, 6), (0, 6), (1, 4), (1, 4)))
    text = (
        "Tied in initiative: Ines and Cole with 6; Hired Hand 1 of Ada and Hired Hand 1 of Bea with 4. "
        "Each throws the Move die."
    )
    for number, title in ((1, "A tie: throw the dice"), (2, "Tied again: throw the dice a second time")):
        session.state.throws = (replace(tie, number=number),)
        assert reason(book, session, rolled(*["d6"] * 4)) == Reason(title, text, "BK-04", tells_check=False)


def test_a_further_throw_of_an_action_has_the_last_result() -> None:
    """BK-60: if an action has several attacks, the title counts them. It begins with the attacker's last result in this
    turn, not with results of other fighters.
    """
    book, session = fight()
    state, who = session.state, session.state.fighters["a.ines"].character
    pool = parse_pool("fight d4")
    open_throw(state, (pool, pool))
    state.attack = Attack(attacker=who, target=who, weapon="sword", attacks=1)
    assert told(book, session, rolled("d4", "d4"))[0] == "Throw the dice"
    state.attack = replace(state.attack, attacks=3, number=1)
    assert told(book, session, rolled("d4", "d4"))[0] == "Attack 2 of 3: throw the dice"
    ours = events.Attacks("a.ines", "b.cole", "sword", "d6", "d6", 5, 3, 2, hits=True)
    theirs = replace(ours, fighter="b.cole", hits=False, value=1)
    session.play.events.extend([ours, theirs])
    assert told(book, session, rolled("d4", "d4"))[0] == "Hit (5 against 3). Attack 2 of 3: throw the dice"
    session.play.events.extend([replace(ours, hits=False, value=2)])
    assert told(book, session, rolled("d4", "d4"))[0] == "Missed (2 against 3). Attack 2 of 3: throw the dice"
    session.play.events.append(events.TurnBegins("Ada", "a.ines"))
    assert told(book, session, rolled("d4", "d4"))[0] == "Attack 2 of 3: throw the dice"
    open_throw(state, (pool, pool), "damage")
    assert told(book, session, rolled("d4", "d4"))[0] == "Throw the dice"


@pytest.mark.parametrize(
    ("options", "found"), [(("done",), False), (("move", "drop prone", "done"), False), (("hold", "done"), True)]
)
def test_whether_an_action_is_open(options: tuple[str, ...], found: bool) -> None:
    """BK-42: an action is open if the options have more than moving, dropping prone and ending the turn."""
    assert has_action(choose("action", *options)) is found


def shut(session: Session[State], book: Rulebook, *options: str) -> dict[str, str]:
    """Return what isn't open among the options of a turn, with the reasons."""
    return {one.label: one.reason for one in unavailable(book, session, choose("action", *options))}


def test_why_an_attack_or_a_move_is_not_open() -> None:
    """BK-41, BK-42, BK-D6: an attack isn't open after a used action, without an enemy in reach, or while stunned. A
    move isn't open while prone, or once it is used.
    """
    book, session = fight()
    state = session.state
    assert shut(session, book, "attack", "move", "done") == {}
    assert shut(session, book, "hold", "move", "done") == {"Attack": "The action of this turn is used."}
    assert shut(session, book, "attack", "done") == {"Move": "The move of this turn is used."}
    ines = state.fighters["a.ines"]
    state.fighters["a.ines"] = replace(ines, burdens=(Burden("stunned", 1, 1, "b.cole"),), prone=True)
    assert shut(session, book, "done") == {
        "Attack": "Who is stunned or flees doesn't attack.",
        "Move": "Ines lies prone, and has to stand up first.",
    }
    state.fighters["a.ines"] = replace(ines, burdens=(Burden("stunned", 2, 2, "b.cole"),))
    assert shut(session, book, "done")["Attack"] == "The action of this turn is used."
    state.fighters["b.cole"] = replace(state.fighters["b.cole"], condition="out")
    assert shut(session, book, "hold", "move", "done") == {"Attack": "No weapon of Ines reaches an enemy from here."}
    assert shut(session, book, "move", "done") == {"Attack": "The action of this turn is used."}


def test_moves_without_length_and_other_questions() -> None:
    """BK-41: if the rules make moves too short, a move isn't open for this reason. In other questions all options are
    open.
    """
    book, session = fight(move__distance="12mm")
    assert shut(session, book, "attack", "done") == {"Move": "Moves have no length."}
    assert unavailable(book, session, choose("stance")) == ()
    pick: Request[Any] = PickPiece("Ada", "action", ("b.cole",))
    assert unavailable(book, session, pick) == ()
    session.state.acting = ()
    assert shut(session, book, "done") == {}


def test_what_is_not_open_is_told_with_the_real_question() -> None:
    """BK-41: if Ines has dropped prone, the question of her turn says why a move isn't open."""
    book, session = fight()
    assert asked(book, session).title == "Ines: one action and one move"
    answer(session, "drop prone")
    found = unavailable(book, session, session.pending[0])
    assert found == (Unavailable("Move", "Ines lies prone, and has to stand up first."),)
