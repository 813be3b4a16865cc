"""The words of requests and offers in Riot Dice: whole texts for positions and events put together by hand."""

from collections.abc import Mapping
from typing import cast

import pytest
from bot_position import bot_session
from lucky_table import rules

from riotsim.games.riot_dice import events as e
from riotsim.games.riot_dice.bot.view import BotView
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.games.riot_dice.show.offers import offers
from riotsim.games.riot_dice.show.reasons import reason
from riotsim.games.riot_dice.show.unavailable import out_of_range, unavailable
from riotsim.games.riot_dice.state import State
from riotsim.play.house_rules import RolledAgain
from riotsim.play.narration import Offer, Reason
from riotsim.play.requests import (
    AimThrow,
    Choose,
    PickPiece,
    PickPoint,
    PickWay,
    PlaceDie,
    Request,
    SetPace,
    Unavailable,
    Way,
)  # fmt: skip
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region

PLACES = {"a1": (4.0, 12.0), "a2": (8.0, 12.0), "b1": (20.0, 12.0), "b2": (20.0, 20.0)}

REGION = Region(disc((0.0, 0.0), 12.5), 600.0, 600.0)


def scene(*happened: object, options: Mapping[str, object] | None = None) -> Session[State]:
    """Return a position in which `a1`, called Alf, is active, after events."""
    session = bot_session(PLACES, options=options, stashes={"Ann": 3, "Bob": 2})
    session.state.fighters["a1"].name = "Alf"
    session.state.activating = "a1"
    for event in (e.Activated("a1", "Ann"), *happened):
        session.play.emit(event)
    return session


def why(
    request: object,
    *happened: object,
    options: Mapping[str, object] | None = None,
    clock: float | None = 600.0,
    phase: str = "play",
) -> Reason:
    """Return the reason of a request after events."""
    session = scene(*happened, options=options)
    session.state.clock = clock
    session.state.phase = "deploy" if phase == "deploy" else "play"
    return reason(rules(options), session, cast("Request[object]", request))


def choose(purpose: str, *options: object) -> Choose[object]:
    """Return a choice of Ann's."""
    return Choose("Ann", purpose, options)


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        (
            PickPoint("Ann", "drop", (("t1", REGION),)),
            Reason(
                "Drop loot",
                "Choose where a token falls from 12 in up: it bounces and rolls. You have 6 to drop.",
                "RD-10",
            ),
        ),
        (
            PickPoint("Ann", "place", (("a1", REGION),)),
            Reason(
                "Place a model", "Pick a model and a place for it, no nearer than 4 in to loot and to enemies.", "RD-13"
            ),
        ),
        (
            PickPoint("Ann", "stand", (("a1", REGION),)),
            Reason("Help Alf up", "It stands up so that it touches the place where it lay.", "RD-72"),
        ),
        (
            PickPiece("Ann", "boot", ("b1",)),
            Reason(
                "Put the boot in",
                "Kick a fallen enemy and take loot from its boss, or help a fallen friend up.",
                "RD-70",
            ),
        ),
        (
            choose("turn", LegIt()),
            Reason(
                "Leg it",
                "None of your models can be activated. All that is left is to leg it with what you have.",
                "RD-24",
            ),
        ),
        (
            choose("turn", Activate("a1"), LegIt()),
            Reason(
                "Your turn",
                "Activate one of your models that stands, or leg it: leave the game with the loot in your stash.",
                "RD-21",
            ),
        ),
        (
            choose("weapon", "pistol", "rifle"),
            Reason("Pick a weapon", "A model shoots with one of its weapons in an activation.", "RD-50"),
        ),
        (
            choose("bullet"),
            Reason(
                "Pick a bullet",
                "A bullet flies from the model over each die, in the order that you choose. It does big damage "
                "if its die shows the target's toughness or more, otherwise weak.",
                "RD-51",
            ),
        ),
        (
            choose("fight_next", "b1", "b2"),
            Reason("Pick the next fight", "A model that touches several enemies fights each in turn.", "RD-69"),
        ),
    ],
)
def test_the_reason_of_a_request(request_: object, told: Reason) -> None:
    """Each request has a title, a text and a clause."""
    assert why(request_) == told


def test_requests_that_there_are_not() -> None:
    """A request that the game does not make has no reason."""
    for request in (choose("x", "y"), PickPoint("Ann", "x", ()), PickPiece("Ann", "x", ())):
        with pytest.raises(TypeError, match="Riot Dice asks no such thing as"):
            why(request)


def test_a_fight_is_told_from_the_side_of_the_boss_who_is_asked() -> None:
    """RD-61: a fight's title begins with the model of the boss who is asked, even if the other model is active."""
    text = "Both choose unseen. A shove stops a thump, a pinch stops a shove, a thump stops a pinch."
    begun = (e.FightBreaksOut("b2", "a2"), e.FightBreaksOut("b1", "a1"), e.Throws("b1", "a1", ("thump", "thump")))
    assert why(choose("fight"), *begun) == Reason("Alf against b1", text, "RD-61", is_fight=True)
    assert why(Choose("Bob", "fight", ()), *begun).title == "b1 against Alf"


@pytest.mark.parametrize(("happened", "most", "title", "text"), [
    ((), 1, "Pick an action for Alf", "In an activation a model takes one action."),
    ((), 2, "Pick an action for Alf", "In an activation a model takes one action or two different ones."),
    ((), 3, "Pick an action for Alf", "In an activation a model takes up to 3 different actions."),
    ((e.Acts("a1", "scoot"), e.StandsUp("a2")), 2, "Another action for Alf",
     "It may take an action of another kind, or none."),
    ((e.Acts("a1", "scoot"), e.Activated("a1", "Ann")), 2, "Pick an action for Alf",
     "In an activation a model takes one action or two different ones."),
])  # fmt: skip
def test_the_reason_of_an_action(happened: tuple[object, ...], most: int, title: str, text: str) -> None:
    """RD-22: the text says how many actions a model may take. After its first action, it says that another one may
    follow.
    """
    found = why(choose("action", "scoot", "end"), *happened, options={"activation.actions": most})
    assert found == Reason(title, text, "RD-22")


def test_the_reason_of_a_run() -> None:
    """RD-41, RD-42: the title asks for the first die, the next die or the last one. The text tells whether the model
    may stop on the way, and how many dice are left.
    """
    roll, moved = e.Rolled("Ann", "a1", "move", (1, 2, 3)), e.Moved("a1", 1.0, None)
    ways = tuple(Way(f"d{k}", 0.0, 25.4) for k in range(3))
    rows = [
        ((roll,), 3, True, "Which die first?", " 3 dice are left."),
        ((roll, moved), 2, True, "Which die next?", " 2 dice are left."),
        ((roll, moved), 1, True, "Which die next?", " 2 dice are left."),
        ((roll, moved, moved), 1, True, "Run to the last die", ""),
        ((roll, moved, e.Discarded("a1", "d1")), 1, False, "Run to the last die", ""),
        ((moved, roll), 3, False, "Which die first?", " 3 dice are left."),
    ]
    for happened, count, full, title, more in rows:
        far = "It has to go as far as it can." if full else "It may stop on the way."
        text = f"Alf runs straight at each die in turn, an inch for every pip. {far}{more}"
        found = why(PickWay("Ann", "move", "a1", ways[:count], full_distance_only=full), *happened)
        assert found == Reason(title, text, "RD-41")


@pytest.mark.parametrize(
    ("happened", "dice", "clock", "title", "text", "clause"),
    [
        ((), 0, 600.0, "Move Alf", "Alf is on its way. It has no tower to take along.", "RD-49"),
        (
            (),
            1,
            600.0,
            "Carry Alf's tower",
            "Alf is on its way. The die of its tower comes along. Going slowly is safer, and costs 10 s.",
            "RD-49",
        ),
        ((), 2, None, "Carry Alf's tower", "Alf is on its way. Its tower of 2 comes along.", "RD-49"),
        (
            (e.Shoved("a1"),),
            0,
            600.0,
            "Move Alf",
            "Alf is shoved, and you move it. It has no tower to take along.",
            "RD-65",
        ),
        ((e.Shoved("b1"),), 0, 600.0, "Move Alf", "Alf is on its way. It has no tower to take along.", "RD-49"),
        (
            (e.Shoved("a1"), e.Moved("a1", 3.0, None)),
            0,
            600.0,
            "Move Alf",
            "Alf is on its way. It has no tower to take along.",
            "RD-49",
        ),
    ],
)
def test_the_reason_of_a_carry(
    happened: tuple[object, ...], dice: int, clock: float | None, title: str, text: str, clause: str
) -> None:
    """RD-49, RD-65: the text tells why the model moves, its tower, and what a slow carry costs."""
    request = SetPace("Ann", "carry", "a1", (0.0, 0.0), dice, ("normal", "slow"))
    assert why(request, *happened, clock=clock) == Reason(title, text, clause)


HURT = "Alf is hurt: each point of damage is a die."
SWIG = "Alf still stands at the end of its activation, and takes a swig."


@pytest.mark.parametrize(
    ("happened", "height", "left", "title", "text", "clause"),
    [
        ((), 0, 0, "Begin Alf's tower", SWIG, "RD-23"),
        ((), 4, 1, "Put a die on Alf's tower of 4", f"{SWIG} 2 dice are to go on it.", "RD-23"),
        (
            (e.Damage("a1", 2, "Bob"),),
            4,
            1,
            "Put a die on Alf's tower of 4",
            f"{HURT} 2 dice are to go on it.",
            "RD-31",
        ),
        ((e.Damage("a1", 2, "Bob"), e.TowerGrows("a1", 5)), 5, 0, "Put a die on Alf's tower of 5", HURT, "RD-31"),
        ((e.Damage("a1", 2, "Bob"), e.TowerFalls("a1", "Bob", 5)), 0, 0, "Begin Alf's tower", HURT, "RD-31"),
        ((e.Damage("a1", 1, "Bob"), e.TowerGrows("a1", 5)), 5, 0, "Put a die on Alf's tower of 5", SWIG, "RD-23"),
        ((e.Damage("b1", 2, "Bob"),), 4, 0, "Put a die on Alf's tower of 4", SWIG, "RD-23"),
        ((e.Damage("a1", 2, "Bob"), e.Activated("a1", "Ann")), 4, 0, "Put a die on Alf's tower of 4", SWIG, "RD-23"),
        ((e.Damage("a1", 1, "Bob"), e.TowerGrows("b1", 5)), 4, 0, "Put a die on Alf's tower of 4", HURT, "RD-31"),
        ((e.Damage("a1", 1, "Bob"), e.TowerFalls("b1", "Bob", 5)), 0, 0, "Begin Alf's tower", HURT, "RD-31"),
        (
            (e.Rolled("Bob", "b1", "thump", (6, 2)), e.Damage("a1", 2, "Bob")),
            4,
            1,
            "Put a die on Alf's tower of 4",
            f"{HURT} 3 dice are to go on it.",
            "RD-31",
        ),
    ],
)
def test_the_reason_of_a_die_on_a_tower(
    happened: tuple[object, ...], height: int, left: int, title: str, text: str, clause: str
) -> None:
    """RD-23, RD-31: the text says whether a die is a swig or damage. If several dice are to come, it says how many."""
    assert why(PlaceDie("Ann", "stack", "a1", height, 8.0, left), *happened) == Reason(title, text, clause)


@pytest.mark.parametrize(
    ("start", "text"), [(1, "Models begin with a die."), (3, "Models begin with 3 dice. 3 dice are to go on it.")]
)
def test_the_reason_of_a_first_tower(start: int, text: str) -> None:
    """RD-38: in the set-up, the text says with how many dice models begin."""
    found = why(PlaceDie("Ann", "stack", "a1", 0, 8.0, start - 1), options={"tower.start": start}, phase="deploy")
    assert found == Reason("Begin Alf's tower", text, "RD-38")


def again(die: str, cause: str = "cocked") -> RolledAgain:
    """Return the event of a die that is thrown again."""
    return RolledAgain("Ann", die, cause)  # type: ignore[arg-type]  # the causes are known ones


def test_the_reason_of_a_throw() -> None:
    """RD-40, RD-50, RD-64: the words of a throw say whether dice are thrown to move, to shoot or for a thump."""
    throw = AimThrow("Ann", "roll", ("d6", "d6"), 600.0, 600.0, 50.0, "a1")
    moves = "Alf scoots: it {} straight at each of these dice in turn, an inch for every pip."
    assert why(throw, e.Acts("a1", "scoot")) == Reason("Throw 2 dice to move", moves.format("runs"), "RD-40")
    free = why(throw, e.Acts("a1", "scoot"), options={"scoot.use_all_dice": False})
    assert free == Reason("Throw 2 dice to move", moves.format("may run"), "RD-40")
    text = "Alf shoots: a bullet flies from the model over each die. Whom it hits is up to your aim."
    assert why(throw, e.Acts("a1", "shoot")) == Reason("Throw 2 dice to shoot", text, "RD-50")
    one = AimThrow("Ann", "roll", ("d6",), 600.0, 600.0, 50.0, "a1")
    thump = Reason("Throw a die for a thump", "Alf thumps: every die hurts its opponent.", "RD-64")
    assert why(one, e.Acts("a1", "scoot"), e.Throws("a1", "b1", ("thump", "thump"))) == thump


def test_the_reason_of_a_throw_that_is_repeated() -> None:
    """RD-90 to RD-92: the text says why the die is thrown again. From the third throw on, the text gives its number."""
    one = AimThrow("Ann", "roll", ("d6",), 600.0, 600.0, 50.0, "a1")
    first = why(one, e.Acts("a1", "scoot"), again("d1"))
    assert (first.title, first.clause) == ("Cocked: throw a die again", "RD-90")
    assert first.text.endswith(": it is thrown again. The others stay where they are.")
    third = why(one, e.Acts("a1", "scoot"), again("d1"), again("d2"), again("d1", "off the table"))
    assert (third.title, third.clause) == ("Off the table: throw a die once more", "RD-91")
    assert third.text.endswith(": it is thrown again. This is throw 3 of 10 at most.")
    assert why(one, again("d1"), e.Rolled("Ann", "a1", "move", (1,)), again("d1", "hardly turned")).clause == "RD-92"
    assert why(one, again("d1"), e.Acts("a1", "shoot"), again("d1")).title == "Cocked: throw a die again"


def offered(session: Session[State], request: object, options: Mapping[str, object] | None = None) -> list[Offer]:
    """Return the offers of a request."""
    return list(offers(rules(options), session, cast("Request[object]", request)))


def test_offers_to_activate_models() -> None:
    """RD-21: a model is offered with its kind, its weapon with the longest range and its tower."""
    session = bot_session(
        {**PLACES, "a3": (2.0, 2.0)}, towers={"a1": 3}, kinds={"a2": "wildcard", "a3": "sneak"}, stashes={"Ann": 3}
    )
    session.state.fighters["a1"].name = "Alf"
    session.state.fighters["a1"].weapons = ("pistol", "rifle", "fists")
    found = offered(session, choose("turn", Activate("a1"), Activate("a2"), Activate("a3")))
    assert found == [
        Offer(Activate("a1"), "Alf: git · rifle 18 in · tower of 3", "a1"),
        Offer(Activate("a2"), "a2: wildcard · blunderbuss 8 in", "a2"), Offer(Activate("a3"), "a3: sneak", "a3"),
    ]  # fmt: skip


def leave(session: Session[State], options: Mapping[str, object] | None = None) -> Offer:
    """Return the offer to leg it."""
    (found,) = offered(session, choose("turn", LegIt()), options)
    return found


def test_the_offer_to_leave_with_everything() -> None:
    """RD-80, RD-83: far from all enemies a boss keeps everything. The text tells who gets what."""
    whole = "You keep your 3 loot, and are out of the game. "
    session = bot_session(PLACES, stashes={"Ann": 3, "Bob": 2})
    assert leave(session) == Offer(LegIt(), "Leg it: keep 3 loot, and be out",
                                   confirm=f"{whole}The game is over: 2 loot for Bob, 3 for you.")  # fmt: skip
    lying = bot_session(PLACES, stashes={"Ann": 3, "Bob": 2}, loot=((12.0, 2.0), (12.0, 4.0)))
    assert leave(lying).confirm == (
        f"{whole}Bob takes the 2 loot on the table, and the game is over: 4 loot for Bob, 3 for you."
    )
    assert leave(lying, {"victory.by": "last_standing"}).confirm == (
        f"{whole}Bob takes the 2 loot on the table, and the game is over."
    )
    lying.state.last_activations = ["Bob"]
    assert leave(lying, {"edition": 1}).confirm == f"{whole}The game is over: 2 loot for Bob, 3 for you."


def test_the_offer_to_leave_loot_behind() -> None:
    """RD-81: each model near an enemy leaves a token, as long as the stash has one. The text tells what stays."""
    places = {"a1": (4.0, 12.0), "a2": (8.0, 14.0), "b1": (8.0, 12.0), "c1": (22.0, 2.0)}
    session = bot_session(places, stashes={"Ann": 3, "Bob": 0, "Cat": 1}, loot=((12.0, 2.0),))
    assert leave(session) == Offer(
        LegIt(), "Leg it: keep 1 of 3 loot (enemies are near), and be out",
        confirm="You keep 1 of your 3 loot, and are out of the game. 2 stay on the table, because 2 of your models are "
        "within 6 in of an enemy. The others play on, also for the 3 loot on the table, 2 of it yours.",
    )  # fmt: skip
    session.state.bosses["Ann"].stash = 0
    assert leave(session).confirm == (
        "You keep your 0 loot, and are out of the game. The others play on, also for the 1 loot on the table."
    )
    bare = bot_session(places, stashes={"Ann": 0, "Bob": 0, "Cat": 1})
    assert leave(bare).confirm == "You keep your 0 loot, and are out of the game. The others play on."


def test_offers_of_boots_and_fights() -> None:
    """RD-69, RD-71, RD-72: the offer of a boot says whether it helps or kicks, and what there is to take. A fight is
    offered with the enemy's kind and weapon.
    """
    session = scene()
    assert offered(session, PickPiece("Ann", "boot", ("a1", "b1"))) == [
        Offer("a1", "Help Alf up", "a1"), Offer("b1", "Kick b1: take one of Bob's 2 loot", "b1"),
    ]  # fmt: skip
    session.state.bosses["Bob"].stash = 0
    assert offered(session, PickPiece("Ann", "boot", ("b1",))) == [
        Offer("b1", "Kick b1: Bob has no loot to take", "b1")
    ]
    assert offered(session, choose("fight_next", "b1")) == [Offer("b1", "Fight b1: git · pistol 12 in", "b1")]
    assert offered(session, choose("fight", "thump", "other")) == [
        Offer("thump", "Thump: each die hurts the other"), Offer("other", "other"),
    ]  # fmt: skip
    assert offered(session, PlaceDie("Ann", "stack", "a1", 0, 8.0)) == []


def test_how_far_the_nearest_enemy_is() -> None:
    """RD-50, RD-52: the offer tells the distance of the nearest standing enemy if the weapon with the longest range
    does not reach it.
    """

    def text(x: float, *weapons: str, fallen: tuple[str, ...] = ()) -> str:
        session = bot_session(
            {"a1": (4.0, 12.0), "b1": (x, 12.0), "b2": (23.0, 12.0), "a2": (5.0, 12.0)}, fallen=fallen
        )
        session.state.fighters["a1"].weapons = weapons
        return out_of_range(BotView(session.play, rules()), "a1")

    side = 25.0 / 25.4
    assert text(4.0 + 12.0 + side - 0.001, "pistol") == ""
    assert text(4.0 + 12.1 + side, "pistol", "fists") == "b1 is 12.1 in away, the pistol reaches 12"
    assert text(4.0 + 12.1 + side, "pistol", "rifle") == ""
    assert text(8.0, "pistol", fallen=("b1",)) == f"b2 is {19.0 - side:.1f} in away, the pistol reaches 12"
    assert text(20.0, "fists") == ""
    assert text(8.0, "pistol", fallen=("b1", "b2")) == ""


def test_why_something_cannot_be_chosen() -> None:
    """RD-22, RD-50, RD-70, RD-82: an action that can't be chosen tells why. A fallen model tells why it can't be
    activated.
    """

    def texts(session: Session[State], request: Choose[object]) -> list[Unavailable]:
        return list(unavailable(rules(), session, request))

    again_ = "It has done that in this activation."
    acts = (e.Acts("a1", "boot"), e.Activated("a1", "Ann"), e.Acts("a1", "scoot"))
    assert texts(scene(*acts), choose("action", "end", "x")) == [
        Unavailable("Scoot", again_), Unavailable("Shoot", "It has no weapon that shoots."),
        Unavailable("Boot", "Nobody who has fallen is in contact."),
    ]  # fmt: skip
    late = scene(e.Acts("a1", "shoot"))
    late.state.clock = 0.0
    assert texts(late, choose("action", "scoot", "end")) == [
        Unavailable("Shoot", again_), Unavailable("Boot", "Time is up, so that nobody may boot."),
    ]  # fmt: skip
    assert texts(late, choose("action", "end")) == []
    assert texts(late, choose("weapon", "pistol")) == []
    fallen = bot_session(PLACES, fallen=("a2", "b1"))
    assert texts(fallen, choose("turn", Activate("a1"))) == [
        Unavailable("a2", "It has fallen over. A friend in contact can help it up.", "a2")
    ]
