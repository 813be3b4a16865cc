"""Throws into a tray that players share, and trials in the sandbox, with scripted outcomes."""

from collections.abc import Coroutine
from dataclasses import dataclass, field, replace

import pytest

from riotsim.errors import InvalidValue
from riotsim.play.house_rules import MAX_ROLL_ATTEMPTS, Knocked, Lost, RolledAgain
from riotsim.play.requests import Aim, AimThrow, SetPace, WhyAgain
from riotsim.play.rulebook.surfaces import TrayRollRules
from riotsim.play.sandbox.game_sandbox import NoPieceLeft, PieceType, chosen_companies, unused_name
from riotsim.play.sandbox.rules import ChooseTrial, Move, SandboxRules, Throw, Trial, Tried
from riotsim.play.session.session import Play, Session, Waiting
from riotsim.play.shared_tray.throws import LyingDice, SharedTray
from riotsim.table.acts import Act, Carry, Cocked, Drag, Fact, Hand, LeftTable, Pace, Reading, Roll, Settled, Shift
from riotsim.table.pieces import Die, Model, Token, Tower
from riotsim.table.poses import ORIGIN, Pose
from riotsim.table.state import Table, Tray

HAND = Hand("steady", 1, 0, 0, 10, 0, 640, 0, 25, (("normal", Pace(300, 900)), ("slow", Pace(100, 200))))
TRAY = Tray(203.0, 190.0, 75.0, at=(700.0, 100.0), rack=40.0)
TABLE = Table(310.0, 220.0, tray=TRAY)
AIM = Aim((120.0, 90.0), 0.7, 1.5, 130.0, (0.1, 0.2, 0.3), by_hand=True)
IN_TRAY = Pose((800.0, 200.0, 8.0))
LYING = Die("z", pose=Pose((750.0, 150.0, 8.0)), owner="Bob")


RULES = TrayRollRules.model_validate({"least_drop": "60mm"})


@dataclass
class Scripted:
    """The state of a game with one roll into the shared tray. It holds the scripted facts after each throw, and records
    the throws and the result.
    """

    dice: tuple[Die, ...]
    facts: list[tuple[Fact, ...]]
    rules: TrayRollRules = RULES
    lying: LyingDice = "stay"
    thrown: list[Roll] = field(default_factory=list)
    known: list[list[str]] = field(default_factory=list)
    landed: tuple[Die, ...] = ()


async def _roll(play: Play[Scripted]) -> None:
    state = play.state

    async def throw(act: Roll) -> Settled:
        state.known.append(sorted(play.table.dice))
        state.thrown.append(act)
        facts = state.facts[min(len(state.thrown), len(state.facts)) - 1]
        gone = {fact.piece for fact in facts if isinstance(fact, LeftTable)}
        rest = [replace(die, pose=IN_TRAY) for die in act.dice if die.id not in gone]
        play.table = play.table.with_pieces(*rest)
        play.table = play.table.without(*(gone & play.table.ids()))
        return Settled(play.table, facts)

    tray = SharedTray(play, state.rules, throw, state.lying)
    state.landed = await tray.roll("Ann", state.dice, HAND, "attack")


def _rules(play: Play[Scripted]) -> Coroutine[Waiting, object, None]:
    return _roll(play)


def _shift(table: Table, act: Act, _seed: int, /) -> Settled:
    assert isinstance(act, Shift)
    assert [one.piece for one in act.moves] == ["z"]
    return Settled(table.with_pieces(LYING.moved_to(Pose((*TRAY.rack_at, 8.0)))))


def play_roll(scripted: Scripted, table: Table = TABLE) -> tuple[list[AimThrow], Session[Scripted]]:
    """Play a roll to its end, and return the requests and the session."""
    session = Session(_rules, scripted, table, 7, _shift)
    asked: list[AimThrow] = []
    while not session.is_over:
        (request,) = session.pending
        assert isinstance(request, AimThrow)
        asked.append(request)
        session.answer(AIM, request.player)
    return asked, session


def asks(*owners: str, why: tuple[WhyAgain, ...] = ()) -> AimThrow:
    """Return the request for a throw of d6 into the tray."""
    kinds = ("d6",) * len(owners)
    return AimThrow("Ann", "attack", kinds, 203.0, 190.0, 60.0, in_tray=True, speed=640.0, owners=owners, why_again=why)


A, B, C = Die("a", owner="Ann"), Die("b", owner="Bob"), Die("c")


def read(die: Die, before: int | None, after: int | None, *, moved: bool = True) -> Reading:
    """Return the reading of a die."""
    return Reading(die.id, die.owner, before, after, moved)


def test_dice_in_a_shared_tray_are_thrown_again_with_those_they_knocked() -> None:
    """If a die leaves the tray or is cocked, it is thrown again, even if it lay in the tray before. If a knocked die
    shows another number, an event tells both numbers.
    """
    first = (
        read(A, None, 3),
        read(B, None, None),
        read(C, None, 1),
        read(LYING, 5, 2),
        LeftTable("b", 5, (0.0, 0.0)),
        Cocked("z"),
    )
    second = (read(A, 3, 4), read(C, 1, 1), read(B, None, 6), read(LYING, None, 6))
    scripted = Scripted((A, B, C), [first, second])
    asked, session = play_roll(scripted, TABLE.with_pieces(LYING))
    assert asked == [asks("Ann", "Bob", ""), asks("Bob", "Bob", why=("off the table", "cocked"))]
    assert session.state.thrown == [
        Roll(dice, (820.0, 190.0), 0.7, HAND, 130.0, 1.5, in_tray=True, spin=AIM.spin, by_hand=True, shared=True)
        for dice in ((A, B, C), (B, LYING))
    ]
    assert session.state.known == [["z"], ["a", "c"]]
    assert session.events == [
        RolledAgain("Bob", "b", "off the table"),
        RolledAgain("Bob", "z", "cocked"),
        Knocked("Ann", "a", 3, 4),
    ]
    assert session.state.landed == tuple(replace(die, pose=IN_TRAY) for die in (A, B, C))


def test_dice_that_did_not_move_are_not_judged() -> None:
    """If a cocked die did not move in a throw, it is not thrown again. A die without an owner counts as the
    thrower's.
    """
    facts = (read(LYING, 5, 5, moved=False), Cocked("z"), read(C, None, None), LeftTable("c", 5, (0.0, 0.0)))
    rules = RULES.model_copy(update={"off_table": "lost"})
    asked, session = play_roll(Scripted((A, C), [(read(A, None, 2), *facts)], rules), TABLE.with_pieces(LYING))
    assert len(asked) == 1
    assert session.events == [Lost("Ann", "c")]
    assert [die.id for die in session.state.landed] == ["a"]


def test_the_last_throw_counts_as_it_lies() -> None:
    """If a die leaves the tray in the last allowed throw, the die is lost. If a die is cocked in that throw, it
    counts.
    """
    facts = (read(A, None, None), LeftTable("a", 5, (0.0, 0.0)), read(B, None, 4), Cocked("b"))
    asked, session = play_roll(Scripted((A, B), [facts]))
    assert len(asked) == MAX_ROLL_ATTEMPTS
    assert session.events == [
        *[RolledAgain("Ann", "a", "off the table"), RolledAgain("Bob", "b", "cocked")] * (MAX_ROLL_ATTEMPTS - 1),
        Lost("Ann", "a"),
    ]
    assert [die.id for die in session.state.landed] == ["b"]


def test_many_dice_are_thrown_in_batches_of_12() -> None:
    """If more than 12 dice are rolled, they are thrown 12 at a time. The dice of a batch are taken up before the next
    batch is thrown, and the last batch stays in the tray.
    """
    dice = tuple(Die(f"d{n:02}", owner="Ann") for n in range(27))
    asked, session = play_roll(Scripted(dice, [()]))
    assert [len(request.dice) for request in asked] == [12, 12, 3]
    assert session.state.known == [[], [], []]
    assert [die.id for die in session.state.landed] == [die.id for die in dice]
    assert sorted(session.table.dice) == ["d24", "d25", "d26"]


@pytest.mark.parametrize(("lying", "acts"), [("stay", 0), ("set_aside", 1)])
def test_dice_in_the_tray_may_be_set_aside_before_a_throw(lying: LyingDice, acts: int) -> None:
    """With `set_aside`, the dice that lie in the tray are moved to the rack before a throw. With `stay`, they stay. If
    the table has no tray, the roll is an error.
    """
    _, session = play_roll(Scripted((A,), [()], lying=lying), TABLE.with_pieces(LYING))
    assert len(session.journal) == 1 + acts
    assert (session.table.dice["z"] == LYING) is (acts == 0)
    with pytest.raises(InvalidValue, match="there is no tray beside this table to roll into; give the table one"):
        play_roll(Scripted((A,), [()]), replace(TABLE, tray=None))


BOARD = Table(310.0, 220.0).with_pieces(Model("m", "Ann", (30.0, 40.0)), Die("t1"), Die("t2"))
BOARD = BOARD.with_tower("m", Tower(("t1", "t2")))


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Throw(()), "there are no dice in the hand"),
        (Throw((A,)), None),
        (Move("n", (50.0, 50.0)), "there is no model n to carry"),
        (Move("m", (-0.1, 50.0)), "that is beyond the edge of the table"),
        (Move("m", (310.1, 50.0)), "that is beyond the edge of the table"),
        (Move("m", (50.0, -0.1)), "that is beyond the edge of the table"),
        (Move("m", (50.0, 220.1)), "that is beyond the edge of the table"),
        (Move("m", (0.0, 0.0)), None),
        (Move("m", (310.0, 220.0)), None),
        (Move("m", (30.9, 40.0)), "m stands there already"),
        (Move("m", (31.0, 40.0)), None),
    ],
)
def test_a_trial_needs_dice_or_a_model_and_a_way(action: Throw | Move, why: str | None) -> None:
    """A trial throw needs at least one die. A trial carry must end on the table or its edge, at least 1 mm from the
    model's place.
    """
    assert ChooseTrial("Ann", "try").refusal(Trial(BOARD, action)) == why


def test_a_trial_is_a_table_and_an_action() -> None:
    """If the answer for a trial isn't a table and an action, it is refused."""
    assert ChooseTrial("Ann", "try").refusal("throw") == "a trial is a table, and what is tried on it"  # type: ignore[arg-type]  # an answer from outside


def test_the_sandbox_performs_one_trial_after_another() -> None:
    """The sandbox performs trials one after another. A throw may be aimed anywhere on the table. A carry has the pace
    or the drag that the player gives.
    """
    acts: list[Act] = []

    def perform(table: Table, act: Act, _seed: int, /) -> Settled:
        acts.append(act)
        return Settled(table)

    session = Session(SandboxRules("Eve", HAND, free_models=True), Tried(), Table(1.0, 1.0), 7, perform)
    start = session.checkpoint
    assert session.requests == (ChooseTrial("Eve", "try"),)
    session.answer(Trial(BOARD, Throw((A, Die("x")))))
    assert session.requests == (AimThrow("Eve", "throw", ("d6", "d6"), 310.0, 220.0, 50.0, speed=640.0),)
    session.answer(AIM)
    for answer in ("slow", Drag(((0, 0.0), (200, 50.0)))):
        session.answer(Trial(BOARD, Move("m", (60.0, 80.0))))
        assert session.requests == (SetPace("Eve", "carry", "m", (60.0, 80.0), 2, ("normal", "slow"), 50.0),)
        session.answer(answer)
    assert acts == [
        Roll((A, Die("x")), AIM.at, 0.7, HAND, 130.0, 1.5, True, spin=AIM.spin, by_hand=True),  # free models
        Carry("m", (60.0, 80.0), HAND, "slow", None),
        Carry("m", (60.0, 80.0), HAND, "normal", Drag(((0, 0.0), (200, 50.0)))),
    ]
    assert session.state.count == 3
    assert session.checkpoint != start
    assert session.checkpoint.entry_count == 9


def test_a_piece_of_a_company_gets_its_first_unused_name() -> None:
    """A new piece of a company gets the first name that isn't on the table. If all pieces of the type are on the table,
    the error says how many there are.
    """
    kind = PieceType("git", "Git", Model("", "", (0.0, 0.0)), "Models")
    assert unused_name(kind, "Ann", ["m", "n", "o"], BOARD) == "n"
    rows = {
        (): "Ann has no Git",
        ("m",): "Ann's Git is on the table already",
        ("m", "t1"): "Ann's 2 pieces of the type Git are on the table already",
    }
    for names, why in rows.items():
        with pytest.raises(NoPieceLeft) as found:
            unused_name(kind, "Ann", names, BOARD)
        assert str(found.value) == why
    assert kind.owned
    assert replace(kind, piece=Die("")).owned
    assert not replace(kind, piece=Token("", ORIGIN)).owned


def test_companies_are_chosen_by_those_who_bring_none() -> None:
    """The companies that players choose by an option are found. Players without the option, or with a company of their
    own, are left out.
    """
    options = {
        "Ann": {"army": "red", "side": "left"},
        "Bob": {"army": "blue"},
        "Cy": {"side": "right"},
        "Dee": {"army": "x"},
    }
    assert chosen_companies("army", options, {"Bob"}) == {"Ann": "red", "Dee": "x"}
