"""What the log of RiftWar says of each event, and what the questions say, sentence by sentence."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest
from riftwar_rules import ARMIES, FIRE, OPEN, rules, session_at, varied

from riotsim.games.riftwar import events
from riotsim.games.riftwar.show.checks import checks
from riotsim.games.riftwar.show.narration import RiftWarFormatter, Volley
from riotsim.games.riftwar.show.reasons import reason
from riotsim.games.riftwar.state import Declaration, Plan, RallyAttempt, State, ThrownAttack
from riotsim.play.displays import ShownCheck, ShownDice, ShownPool
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.house_rules import Knocked, Lost, RolledAgain
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, TurnHeader, TurnStart
from riotsim.play.requests import AimThrow, Choose, PickPiece, PickPoint, Request
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.units import inches

FORMATTER: Final = RiftWarFormatter(("Ada", "Bea"))

BUGS: Final = tuple(f"b.bug_{k}" for k in range(1, 6))


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (events.SetsUp("Bea", BUGS[:1]), "Bea sets up Bug 1"),
        (events.SetsUp("Bea", BUGS[:3]), "Bea sets up Bug 1, Bug 2, Bug 3"),
        (events.SetsUp("Bea", BUGS), "Bea sets up Bug 1, Bug 2, Bug 3, 2 more"),
        (events.PhaseBegins(7, "Bea"), "Phase 7: Bea is active"),
        (events.PhaseEnds("Ada", "fire"), "Ada's phase ends: the attack neither wounds nor kills"),
        (events.PhaseEnds("Bea", "hurt"), "Bea's phase ends: a moving unit was hurt"),
        (
            events.Attacks("a.ifv_1", "b.bug_2", "indirect", (5, 1, 6), False, 2, "wound"),
            "Ada's IFV 1 fires indirectly at Bea's Bug 2: 5 1 6, 2 hits: wounded",
        ),
        (
            events.Attacks("a.ifv_1", "b.bug_2", "close", (6, 1), True, 1, "pin"),
            "Ada's IFV 1 strikes at Bea's Bug 2: 6 1, 1 hit in cover: pinned",
        ),
        (
            events.Attacks("a.ifv_1", "b.bug_2", "reaction", (), True, 0, "none"),
            "Ada's IFV 1 reacts at Bea's Bug 2: no dice, 0 hits in cover: no effect",
        ),
        (
            events.Attacks("a.ifv_1", "a.rifleman_2", "crash", (5, 6, 6), False, 3, "kill"),
            "Ada's Rifleman 2 is in the crash of Ada's IFV 1: 5 6 6, 3 hits: killed",
        ),
        (events.Destroyed("b.bug_2"), "Bea's Bug 2 is destroyed"),
        (events.Rallies("b.bug_2", 4, 1, True), "Bea's Bug 2 rallies: 4 + 1"),
        (events.Rallies("a.ifv_1", 2, 0, False), "Ada's IFV 1 fails to rally: 2 + 0"),
        (events.PlayerOut("Bea"), "Bea is out"),
        (events.GameOver(("Ada",), "last side"), "The game is over (last side): Ada wins"),
        (events.GameOver(("Ada", "Bea"), "quiet"), "The game is over (quiet): Ada, Bea wins"),
        (events.GameOver((), "too long"), "The game is over (too long): nobody wins"),
        (events.Moves(("a.ifv_1",), 3.5, "move", stopped=False), "Ada's IFV 1: moves 3.5 in"),
        (events.Moves(("a.ifv_1",), 0.0, "aim", stopped=False), "Ada's IFV 1: turns the turret"),
        (events.Moves(("a.ifv_1",), 0.0, "turn", stopped=True), "Ada's IFV 1: turns, stopped by fire"),
        (
            events.Moves(BUGS[:4], 12.0, "close combat", stopped=True),
            "Bea's Bug 1, Bug 2, Bug 3, 1 more: charges 12 in, stopped by fire",
        ),
        (events.Withdraws("Ada"), "Ada takes a move back"),
        (events.Boards("a.rifleman_2", "a.ifv_1"), "Ada's Rifleman 2 boards Ada's IFV 1"),
        (events.GetsOff("a.rifleman_2", "a.ifv_1"), "Ada's Rifleman 2 gets off Ada's IFV 1"),
        (events.EntersFray("b.bug_2", 3), "Bea's Bug 2 enters fray 3"),
        (events.LeavesFray("b.bug_2", 3), "Bea's Bug 2 is out of fray 3"),
        (events.StaysOut("b.bug_2", 0.0), "Bea's Bug 2 stays out of the fray"),
        (events.StaysOut("b.bug_2", 4.5), "Bea's Bug 2 stays out of the fray, 4.5 in back"),
        (RolledAgain("Bea", "die-6", "off the table"), "A die of Bea is thrown again: it left the tray"),
        (Lost("Bea", "die-6"), "A die of Bea left the tray and doesn't count"),
        (Knocked("Bea", "die-6", 2, 5), "A die of Bea is knocked from 2 to 5"),
    ],
)
def test_each_event_is_a_sentence(event: object, told: str) -> None:
    """Each event of a battle is told in one sentence, with readable names of units."""
    assert FORMATTER.sentence(event) == told


@pytest.mark.parametrize(
    ("event", "pieces"),
    [
        (events.SetsUp("Bea", BUGS[:2]), ("b.bug_1", "b.bug_2")),
        (events.Attacks("a.ifv_1", "b.bug_2", "direct", (5,), False, 1, "pin"), ("a.ifv_1", "b.bug_2")),
        (events.Boards("a.rifleman_2", "a.ifv_1"), ("a.rifleman_2", "a.ifv_1")),
        (Knocked("Bea", "die-6", 2, 5), ("die-6",)),
        (events.PlayerOut("Bea"), ()),
    ],
)
def test_each_event_names_its_pieces(event: object, pieces: tuple[str, ...]) -> None:
    """The pieces of an event are its units, its Transport or its die."""
    assert tuple(FORMATTER.pieces(event)) == pieces


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.PlayerOut("Bea"), f"{ACTION_INDENT}[magenta]Bea[/] is out"),
        (events.LeavesFray("a.ifv_1", 3), f"{DETAIL_INDENT}[cyan]Ada's IFV 1[/] is out of fray 3"),
        (events.StaysOut("b.bug_2", 0.0), f"{DETAIL_INDENT}[magenta]Bea's Bug 2[/] stays out of the fray"),
        (Lost("Bea", "die-6"), f"{DETAIL_INDENT}A die of [magenta]Bea[/] left the tray and doesn't count"),
        (
            events.Moves(("a.ifv_1", "a.ifv_2"), 2.0, "move", stopped=False),
            f"{ACTION_INDENT}[cyan]Ada's IFV 1[/], IFV 2: moves 2 in",
        ),
        (
            Volley((events.Attacks("a.ifv_1", "b.bug_2", "close", (), False, 0, "none"),) * 2),
            f"{ACTION_INDENT}[cyan]Ada[/]'s IFV 1 and IFV 1 strike at [magenta]Bea's Bug 2[/]: "
            "no dice · no dice, 0 of 2 attacks hit: no effect",
        ),
        (events.PhaseBegins(2, "Bea"), None),
        (events.Destroyed("b.bug_2"), None),
        (events.GameOver(("Ada",), "last side"), None),
        ("something else", None),
    ],
)
def test_lines_of_the_log(event: object, line: str | None) -> None:
    """In the log, what follows from an event is indented a step further than the event. The start of a phase, a
    destroyed unit and the end of the game have no line of their own.
    """
    assert [*FORMATTER.format(event)] == ([] if line is None else [line])


def test_turns_of_the_log_are_phases() -> None:
    """In the log, a turn is a phase with a number and a player. Its header counts the units left to each player."""
    session = session_at(FIRE, rules(**OPEN), armies=ARMIES)
    assert FORMATTER.turn_start(events.PhaseBegins(7, "Bea")) == TurnStart("Bea", number=7)
    assert FORMATTER.turn_start(events.PhaseEnds("Bea", "fire")) is None
    header = TurnHeader(("[cyan]Ada[/] [bold]3[/] left", "[magenta]Bea[/] [bold]2[/] left"))
    assert FORMATTER.turn_header(session.state, session.table) == header
    names = session.state.army_names
    assert FORMATTER.opening_line(session.state) == (
        f"[cyan]Ada[/]: {names['Ada']}, 3 units · [magenta]Bea[/]: {names['Bea']}, 2 units"
    )


def test_the_order_of_attacks_and_kills() -> None:
    """RW-54: if attacks of one throw have one target, they become a volley, and the target's death follows it. If
    throw, kind or target differ, each attack stands alone.
    """
    one = events.Attacks("a.ifv_1", "b.bug_2", "coordinated", (5,), False, 1, "kill")
    two = replace(one, unit="a.ifv_2", same_throw=True)
    other = replace(two, target="b.bug_3")
    third = replace(other, unit="a.ifv_3")
    dead, elsewhere = events.Destroyed("b.bug_2"), events.Destroyed("b.bug_4")
    rows: tuple[tuple[tuple[object, ...], tuple[object, ...]], ...] = (
        ((one, dead, two), (Volley((one, two)), dead)),
        ((one, two, dead), (Volley((one, two)), dead)),
        ((one, elsewhere, two), (one, elsewhere, two)),
        ((one, other), (one, other)),
        ((one, replace(two, how="direct")), (one, replace(two, how="direct"))),
        ((one, one), (one, one)),
        ((one, two, other, third, elsewhere), (Volley((one, two)), Volley((other, third)), elsewhere)),
    )
    for happened, told in rows:
        assert (*FORMATTER.reorder(happened),) == told


def test_a_check_has_a_pool_for_each_attack() -> None:
    """In a check, each attack has a pool with its unit, player, dice, and the target's cover. If there are several
    attacks, each pool also has its result.
    """

    def unit(name: str, player: str) -> SimpleNamespace:
        return SimpleNamespace(id=name, player=player, destroyed=False)

    units = {name: unit(name, "Ada" if name[0] == "a" else "Bea") for name in ("a.ifv_1", "a.atgm", "b.bug_1")}
    first = ThrownAttack("a.ifv_1", "b.bug_1", "close", 2, True, (6, 1), 1, "pin")
    second = ThrownAttack("a.atgm", "b.bug_1", "close", 3, False, (1, 2, 3), 0, "none")

    def shown(*thrown: ThrownAttack) -> tuple[ShownCheck, ...]:
        state = SimpleNamespace(thrown_attacks=thrown, units=units, players=("Ada", "Bea"))
        return checks(cast(State, state))

    covered = ShownDice(6, 2, "The target has cover", values=(6, 1))
    free = ShownDice(6, 3, "No cover", values=(1, 2, 3))
    assert shown(first) == (
        ShownCheck(
            "Ada's IFV 1 strikes at Bea's Bug 1",
            (ShownPool("IFV 1", "Ada", (covered,), pieces=("a.ifv_1",)),),
            outcome="1 hit: pinned",
        ),
    )
    pools = (
        ShownPool("IFV 1", "Ada", (covered,), pieces=("a.ifv_1",), result="pinned"),
        ShownPool("ATGM", "Ada", (free,), pieces=("a.atgm",), result="no effect"),
    )
    outcome = "counted one by one: pinned"
    assert shown(first, second) == (ShownCheck("2 units strike at Bea's Bug 1", pools, outcome=outcome),)
    assert shown(second)[0].outcome == "0 hits: no effect"
    waits = replace(second, target="a.ifv_1", effect="", shown=())
    found = shown(first, waits)[0]
    assert (found.title, found.outcome, found.pools[1].result) == ("2 units strike at 2 units", "", "")
    together = replace(first, how="crash"), replace(second, how="crash")
    assert shown(*together)[0].title == "2 units attack Bea's Bug 1"


ANYWHERE: Final = Region(disc((0.0, 0.0), 0.0), inches(36), inches(36))


def asked(purpose: str) -> Request[Any]:
    """Return a choice with a purpose."""
    return Choose("Ada", purpose, ("go on", "change"))


PAIR: Final = Plan("move", ("a.rifleman_1", "a.rifleman_2"), ((0.0, 0.0), (5.0, 0.0)), ((254.0, 0.0), (5.0, 0.0)))
SINGLE: Final = Plan("move", ("a.rifleman_1",), ((3.0, 4.0),), ((3.0, 4.0),))
GROUP: Final = PlaceSome("Ada", "move", (("a.rifleman_1", ANYWHERE), ("a.rifleman_2", ANYWHERE)), max_gap=inches(1))


@pytest.mark.parametrize(
    ("purpose", "changes", "options", "told"),
    [
        ("set up", {}, {"group__within": inches(2)}, (
            "Set up a unit or a group", "In the area of your side; a group in gaps of at most 2 in.", "RW-06"
        )),
        ("how to move", {}, {}, ("Walk or fly?", "In flight a pin is a wound, and a wound a kill.", "RW-97")),
        ("how to move", {}, {"flying__hurt": "extra_hit"}, (
            "Walk or fly?", "In flight an attack that hits has a further hit.", "RW-97"
        )),
        ("who turns", {}, {}, ("Who turns?", "Turning a unit is a move too.", "RW-33")),
        ("who turns", {"action": "aim"}, {"heavy__turret": "free"}, (
            "Whose turret turns?", "Turning a turret is no move: nobody can react.", "RW-52"
        )),
        ("who turns", {"action": "aim"}, {"heavy__turret": "move"}, (
            "Whose turret turns?", "Turning a turret is a move too.", "RW-52"
        )),
        ("who moves", {"action": "move"}, {}, ("Who moves?", "Pinned units stay.", "RW-30")),
        ("who moves", {"action": "cross"}, {}, ("Who crosses?", "Pinned units stay.", "RW-12")),
        ("fire at", {"plan": SINGLE}, {}, (
            "Rifleman 1 turns. Where to fire?", "Anywhere on the marked line, but not before an earlier shot.", "RW-42"
        )),
        ("fire at", {"plan": SINGLE}, {"reaction__points": "one"}, (
            "Rifleman 1 turns. Where to fire?", "Anywhere on the marked line. All fire comes at that point.", "RW-42"
        )),
        ("fire at", {"plan": PAIR}, {}, (
            "A group of 2 moves 10.0 in. Where to fire?",
            "Anywhere on the marked line. All fire comes at that point.",
            "RW-42",
        )),
        ("fire at", {"plan": None}, {}, (
            "Where to fire?", "Anywhere on the marked line, but not before an earlier shot.", "RW-42"
        )),
        ("react", {"plan": PAIR, "fired_at": "a.rifleman_2"}, {}, (
            "A group of 2 moves 10.0 in. Fire at Rifleman 2 in reaction?",
            "A unit that misses can't react again in this phase.",
            "RW-41",
        )),
        ("react", {"plan": SINGLE, "fired_at": "a.rifleman_1"}, {}, (
            "Rifleman 1 turns. Fire in reaction?", "A unit that misses can't react again in this phase.", "RW-41"
        )),
        ("order of targets", {"plan": PAIR}, {"reaction__group": "every_unit"}, (
            "In which order are they fired at?",
            "The list: Rifleman 1 and Rifleman 2. Those who hit may fire at the next target too.",
            "RW-43",
        )),
        ("order of targets", {"plan": None}, {"reaction__group": "once"}, (
            "In which order are they fired at?", "Each unit fires once.", "RW-43"
        )),
        ("attackers", {}, {"coordinated__classes": "same"}, (
            "Who attacks together?", "Two or more units of one class.", "RW-53"
        )),
        ("attackers", {}, {"coordinated__classes": "medium_with_heavy"}, (
            "Who attacks together?", "Two or more units of one class, or Medium and Heavy.", "RW-53"
        )),
        ("spotter", {}, {"indirect__cover": "spotter"}, (
            "Who spots?", "The target's cover is that from the spotter.", "RW-55"
        )),
        ("spotter", {}, {"indirect__cover": "none"}, (
            "Who spots?", "The target has no cover of its place.", "RW-55"
        )),
        ("close combat target", {"declared": Declaration("close", "a.rifleman_2")}, {}, (
            "Whom does Rifleman 2 charge?", "In a straight line into contact, or until something stops it.", "RW-70"
        )),
        ("contact", {"declared": Declaration("close", "a.rifleman_2")}, {}, (
            "Where does Rifleman 2 make contact?", "In a straight line.", "RW-70"
        )),
        ("contact", {"declared": Declaration("close")}, {}, (
            "Where to make contact?", "In a straight line.", "RW-70"
        )),
        ("dangers", {"plan": PAIR, "dangers": {("b.rifleman_2", "a.rifleman_1"): ((0.0, 1.0),)}}, {}, (
            "A group of 2 moves 10.0 in. These may fire at you",
            "Bea's Rifleman 2. Go on, choose another end, or give the move up.",
            "RW-40",
        )),
    ],
)  # fmt: skip
def test_what_a_question_says(
    purpose: str, changes: dict[str, Any], options: dict[str, Any], told: tuple[str, str, str]
) -> None:
    """Each question has a title, a text and a clause. The text depends on the options of the rules and on the
    action.
    """
    book = varied(**options)
    state = session_at(FIRE, book, armies=ARMIES).state
    for name, value in changes.items():
        setattr(state, name, value)
    found = reason(book, state, asked(purpose))
    assert (found.title, found.text, found.clause) == told


def test_what_a_question_for_places_says() -> None:
    """A question for places has another text for a group than for a unit. If a unit is to be set up, the question has
    its name.
    """
    book = varied(move__range=inches(9))
    state = session_at(FIRE, book, armies=ARMIES).state
    group = reason(book, state, cast(Request[object], GROUP))
    together = "Each in a straight line, 9 in at most. When something stops one, all stop."
    assert (group.title, group.text) == ("Where to?", together)
    unit = reason(book, state, cast(Request[object], PickPoint("Ada", "set up", (("a.atgm", ANYWHERE),))))
    assert (unit.title, unit.text) == ("Where does ATGM stand?", "Medium Ranged: AP. In the area of your side.")
    some = reason(book, state, cast(Request[object], PickSome("Ada", "set up", ("a.atgm",))))
    assert some.title == "Set up a unit or a group"
    look = reason(book, state, cast(Request[object], PickPiece("Ada", "who rallies", ("a.atgm",))))
    assert (look.title, look.text) == ("Who rallies?", "4 or more on a d6 clears pin and wound.")


def shot(unit: str, target: str, hits: int, effect: str) -> events.Attacks:
    """Return a shot in reaction."""
    return events.Attacks(unit, target, "reaction", (5,), False, hits, effect)


MISS: Final = shot("b.rifleman_1", "a.rifleman_1", 0, "none")
MOVED: Final = events.Moves(("a.rifleman_1",), 2.0, "move", stopped=True)
CRASH: Final = events.Attacks("a.ifv_1", "a.atgm", "crash", (5,), False, 1, "pin")


@pytest.mark.parametrize(
    ("purpose", "happened", "told"),
    [
        ("react", (MISS,), "Bea's Rifleman 1 missed Ada's Rifleman 1."),
        ("react", (shot("b.atgm", "a.ifv_1", 1, "none"),), "Bea's ATGM hit Ada's IFV 1 without effect."),
        ("react", (shot("b.atgm", "a.ifv_1", 1, "pin"), MISS), "Bea's Rifleman 1 missed Ada's Rifleman 1."),
        (
            "react",
            (shot("b.atgm", "a.rifleman_1", 2, "wound"), MISS, shot("b.ifv_1", "a.rifleman_1", 1, "pin")),
            "Bea's ATGM wounded Ada's Rifleman 1.",
        ),
        ("react", (shot("a.atgm", "a.rifleman_1", 2, "wound"), MISS), "Bea's Rifleman 1 missed Ada's Rifleman 1."),
        (
            "react",
            (shot("b.atgm", "a.ifv_1", 3, "kill"), events.Destroyed("a.ifv_1"), CRASH),
            "Bea's ATGM killed Ada's IFV 1.",
        ),
        ("react", (shot("b.atgm", "a.ifv_1", 1, "pin"), events.GetsOff("a.atgm", "a.ifv_1")), ""),
        (
            "react",
            (
                shot("b.atgm", "a.rifleman_1", 1, "pin"),
                events.GetsOff("a.atgm", "a.ifv_1"),
                shot("b.ifv_1", "a.rifleman_1", 0, "none"),
            ),
            "Bea's ATGM pinned Ada's Rifleman 1.",
        ),
        ("react", (MISS, MOVED), ""),
        ("react", (replace(MISS, how="direct"),), ""),
        ("react", (MISS, events.Withdraws("Ada")), ""),
        ("look at", (MISS, MOVED), "Bea's Rifleman 1 missed Ada's Rifleman 1."),
        ("look at", (MISS, MOVED, MOVED), ""),
        ("look at", (MISS, MOVED, events.Destroyed("a.rifleman_1")), ""),
        ("target", (MISS,), ""),
        ("action", (MISS, MOVED), "Bea's Rifleman 1 missed Ada's Rifleman 1."),
    ],
)
def test_the_last_shot_is_told(purpose: str, happened: Sequence[object], told: str) -> None:
    """RW-41, RW-47: a question tells the worst of a player's last reaction shots at one target. If anything has
    happened after them, except the target's death or the end of the move, the question doesn't tell of them.
    """
    book = rules(**OPEN)
    for plan, expected in ((SINGLE, told), (None, told if purpose == "action" else "")):
        state = session_at(FIRE, book, armies=ARMIES).state
        state.plan = plan
        plain = reason(book, state, asked(purpose)).text
        full = f"{expected} {plain}" if expected and plain else expected or plain
        assert reason(book, state, asked(purpose), happened).text == full


AP: Final = ThrownAttack("a.atgm", "b.rifleman_1", "direct", 4, cover=False)


@pytest.mark.parametrize(
    ("attacks", "options", "told"),
    [
        ((AP, replace(AP, target="b.rifleman_2")), {}, "2 dice into the tray. Every target has no cover: 5 and 6 hit."),
        ((AP, replace(AP, cover=True)), {}, (
            "2 dice into the tray. 5 and 6 hit. Where the target has cover, they do only if one of the same attack "
            "shows a 6."
        )),
        ((replace(AP, cover=True), replace(AP, cover=True)), {"hit__on": 4}, (
            "2 dice into the tray. Bea's Rifleman 1 has cover: 4 or more hits only if one of the same attack shows a 6."
        )),
        ((replace(AP, cover=True),), {}, (
            "2 dice into the tray. Bea's Rifleman 1 has cover: 5 and 6 hit only if a die shows a 6."
        )),
        ((AP, replace(AP, cover=True)), {"cover__mode": "one_die_less"}, "2 dice into the tray. 5 and 6 hit."),
        ((AP, replace(AP, cover=True)), {"cover__mode": "one_die_less", "hit__on": 6}, "2 dice into the tray. 6 hits."),
    ],
)  # fmt: skip
def test_what_counts_in_a_throw(attacks: tuple[ThrownAttack, ...], options: dict[str, Any], told: str) -> None:
    """RW-61, RW-65: the question for a throw says which numbers hit. This holds for one target or several, with and
    without cover.
    """
    book = varied(**options)
    state = session_at(FIRE, book, armies=ARMIES).state
    state.thrown_attacks = attacks
    throw: Request[Any] = AimThrow("Ada", "roll", ("d6", "d6"), 200.0, 300.0, 20.0)
    found = reason(book, state, throw)
    assert (found.title, found.text, found.clause) == ("Throw the dice", told, "RW-61")
    state.rallying = RallyAttempt("a.atgm", led=True, unseen=False)
    found = reason(book, state, throw)
    assert found.text == "2 dice into the tray. ATGM rallies on 3 or more, as a Leader adds 1."
    assert found.clause == "RW-80"
