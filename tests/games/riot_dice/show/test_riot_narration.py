"""What the narration of Riot Dice tells: whole lines, for each event and for events that belong together."""

from collections.abc import Iterable

import pytest
from lucky_table import LuckyTable, stand

from riotsim.games.riot_dice import events as e
from riotsim.games.riot_dice.show.narration import RiotFormatter, reorder_carry_events
from riotsim.games.riot_dice.show.sentences import sentence
from riotsim.play.house_rules import Lost, RolledAgain
from riotsim.play.markup import strip_markup
from riotsim.play.narration import TurnStart
from riotsim.table.pieces import Box, Terrain

PLACES = {"a1": (4.0, 12.0), "a2": (8.0, 12.0), "b1": (12.0, 12.0)}


def formatter(phase: str = "play", loot: int = 2, after: str = "no_boot", **stashes: int) -> RiotFormatter:
    """Return a formatter for a game in which Ann has Alf and a2, and Bob has b1."""
    session = stand(LuckyTable(), PLACES, loot=tuple((1.0 + k, 1.0) for k in range(loot)))
    state = session.state
    state.fighters["a1"].name = "Alf [x]"
    state.phase = "drop" if phase == "drop" else "play"
    for boss, tokens in stashes.items():
        state.bosses[boss].stash = tokens
    table = session.table.with_pieces(Terrain("wall-1", Box(10.0, 50.0, 20.0), (500.0, 500.0), name="high wall"))
    return RiotFormatter(state, table, after)


def lines(happened: Iterable[object], telling: RiotFormatter | None = None) -> list[str]:
    """Return the lines about events, with markup."""
    telling = telling or formatter()
    found = [line for event in happened for line in telling.format(event)]
    return [*found, *telling.flush()]


def plain(*happened: object, telling: RiotFormatter | None = None) -> list[str]:
    """Return the lines about events, without markup."""
    return [strip_markup(line) for line in lines(happened, telling)]


def test_names_have_the_colours_of_their_bosses() -> None:
    """A model has its boss's colour, and a boss is bold. Brackets in names are not markup."""
    assert lines([e.FightBreaksOut("a1", "b1"), e.Pinched("Bob", "Ann")], formatter(Ann=2, Bob=1)) == [
        r"    [bold][cyan]Alf \[x][/] fights [magenta]b1[/][/]",
        "      [bold magenta]Bob[/] takes loot from [bold cyan]Ann[/]: [bold magenta]Bob[/] has 2",
    ]


@pytest.mark.parametrize(("event", "told"), [
    (e.Acts("a2", "scoot"), "    a2 scoots"), (e.Acts("a2", "shoot"), "    a2 shoots"),
    (e.Acts("b1", "boot"), "    b1 puts the boot in"),
    (e.Rolled("Ann", "a2", "thump", (6, 2)), "      a2 thumps  6 2"),
    (e.Rolled("Ann", "a2", "move", (6, 2)), "      the dice show  6 2"),
    (e.Rolled("Ann", "a2", "move", ()), "      the dice show  no dice"),
    (e.Moved("a2", 0.04, None), "      a2 gets nowhere"), (e.Moved("a2", 0.05, None), "      a2 runs 0.1 in"),
    (e.Moved("a2", 0.04, "loot-0"), "      a2 is right beside loot"),
    (e.Moved("a2", 0.04, "b1"), "      a2 gets nowhere, up against b1"),
    (e.Moved("a2", 0.04, "wall-1"), "      a2 gets nowhere, up against the high wall"),
    (e.Moved("a2", 3.26, "wall-1"), "      a2 runs 3.3 in into the high wall"),
    (e.Moved("a2", 3.0, "edge"), "      a2 runs 3.0 in to the edge"),
    (e.Moved("a2", 3.0, "d00012"), "      a2 runs 3.0 in to the die"),
    (e.Moved("a2", 3.0, "t00012"), "      a2 runs 3.0 in into loot"),
    (e.Moved("a2", 3.0, "b1"), "      a2 runs 3.0 in into b1"),
    (e.TowerGrows("a2", 3), "    a2 takes a swig: tower of 3"),
    (e.Bullet("a2", 5, "b1"), "      a 5 hits b1"), (e.Bullet("a2", 5, "terrain"), "      a 5 hits the scenery"),
    (e.Bullet("a2", 5, "nothing"), "      a 5 hits nothing"),
    (e.Damage("a2", 2, "Bob"), "      a2 takes 2 damage"),
    (e.TowerFalls("a2", "Bob", 7), "      a2's tower of 7 comes down: Bob's doing"),
    (e.TowerPushed("a2"), "      a2's tower is knocked, and holds"),
    (e.StandsUp("a2"), "    a2 is back on its feet"), (e.FightBreaksOut("a2", "b1"), "    a2 fights b1"),
    (e.Throws("a2", "b1", ("thump", "pinch")), "      a2 goes for a thump, b1 for a pinch"),
    (e.Shoved("a2"), "      a2 is shoved"), (e.TimeIsUp(), "    Time is up: no more booting"),
    (e.Scoops("Ann", 4), "    Ann scoops up what is left: 4"),
    (e.NoLegalSpot("Bob", 0.25), "no spot is legal for Bob; the nearest to legal is 0.25 in short"),
    (e.TokenBack("t1"), "      loot rolls off the table and is put back"),
    (e.Discarded("a2", "d1"), "      a2 leaves a die unused"),
    (Lost("Bob", "d1"), "      Bob loses a die over the edge"),
])  # fmt: skip
def test_the_line_of_a_single_event(event: object, told: str) -> None:
    """If nothing came before an event, the event is told in a line of its own."""
    telling = formatter()
    telling._playing = True
    assert plain(event, telling=telling) == [told]


@pytest.mark.parametrize(
    "event",
    [
        e.Deployed("a1", "Ann"),
        e.GameOver(("Ann",), (), unfinished=False),
        e.Activated("a1", "Ann"),
        e.TowerGrows("a1", 1),
        e.TokenLands(None, "t1"),
        object(),
    ],
)
def test_events_without_a_line(event: object) -> None:
    """Some events have no line: the end of the game, activations, events of the set-up, and unknown ones."""
    assert plain(event) == []


@pytest.mark.parametrize(
    ("after", "told"),
    [("no_boot", ": no more booting"), ("last_activation", ": one more activation each"), ("off", "")],
)
def test_what_follows_once_the_time_is_up(after: str, told: str) -> None:
    """RD-82: if the time is up, the line tells what follows by the option `clock.after`."""
    assert plain(e.TimeIsUp(), telling=formatter(after=after)) == [f"    Time is up{told}"]


def test_leaving_the_game() -> None:
    """RD-81, RD-83: the line about a boss who leaves tells how much loot the boss keeps and leaves behind."""
    telling = formatter(Ann=5, Bob=3)
    assert plain(e.LegsIt("Ann", 2), e.LegsIt("Bob", 0), e.Scoops("Bob", 4), e.LegsIt("Bob", 1), telling=telling) == [
        "    Ann legs it with 3 loot, leaving 2 behind", "    Bob legs it with 3 loot",
        "    Bob scoops up what is left: 4", "    Bob legs it with 6 loot, leaving 1 behind",
    ]  # fmt: skip


def test_a_scoot_is_told_with_its_dice_and_loot() -> None:
    """RD-40, RD-47: the line of an action has its dice, and how many of them were rolled again. The line of the move
    has the loot.
    """
    again = RolledAgain("Ann", "d1", "cocked")
    told = plain(
        e.Acts("a2", "scoot"), again, e.Rolled("Ann", "a2", "move", (6, 1, 3)), e.Moved("a2", 2.0, "loot-0"),
        e.Loot("Ann", "a2", "loot-0"), e.Loot("Ann", "a2", "loot-1"), e.Acts("a2", "shoot"), again, again,
        e.Rolled("Ann", "a2", "shoot", (4,)), e.Bullet("a2", 4, "b1"), e.Rolled("Ann", "a2", "shoot", (5,)),
        telling=formatter(Ann=1),
    )  # fmt: skip
    assert told == [
        "    a2 scoots  6 1 3 (1 die rolled again)",
        "      a2 runs 2.0 in into loot and pockets it: Ann has 2 and pockets it: Ann has 3",
        "    a2 shoots  4 (2 dice rolled again)", "      a 4 hits b1", "      the dice show  5",
    ]  # fmt: skip


def test_dice_of_another_model_have_their_own_line() -> None:
    """If another model than the acting one rolls, its dice have a line of their own."""
    assert plain(e.Acts("a2", "scoot"), e.Rolled("Bob", "b1", "move", (2,))) == [
        "    a2 scoots",
        "      the dice show  2",
    ]


@pytest.mark.parametrize(("event", "stash", "told"), [
    (e.Boots("a2", "a1"), 0, "    a2 puts the boot in to get Alf [x] up"),
    (e.Boots("a2", "b1"), 1, "    a2 puts the boot into b1"),
    (e.Boots("a2", "b1"), 0, "    a2 puts the boot into b1, but Bob has no loot to take"),
])  # fmt: skip
def test_boots(event: object, stash: int, told: str) -> None:
    """RD-71, RD-72: the line of a boot says whether a friend is helped up or an enemy is kicked. If there is nothing to
    take, it says so.
    """
    assert plain(e.Acts("a2", "boot"), event, telling=formatter(Bob=stash)) == [told]
    if stash:
        both = plain(e.Acts("a2", "boot"), event, e.Pinched("Ann", "Bob"), e.Acts("a2", "boot"), event,
                     telling=formatter(Bob=stash))  # fmt: skip
        assert both[1:] == ["      Ann takes loot from Bob: Ann has 1",
                            "    a2 puts the boot into b1, but Bob has no loot to take"]  # fmt: skip


def activated() -> RiotFormatter:
    """Return a formatter after the beginning of an activation."""
    telling = formatter()
    assert list(telling.format(e.Activated("a1", "Ann"))) == []
    return telling


def test_damage_and_the_tower_are_told_together() -> None:
    """RD-31: the line of a bullet or thump also tells the damage and the tower that it makes. A swig has a line of its
    own.
    """
    told = plain(
        e.Bullet("a1", 5, "b1"), e.Damage("b1", 2, "Ann"), e.TowerGrows("b1", 1), e.TowerGrows("b1", 2),
        e.Rolled("Ann", "a2", "thump", (6, 2)), e.Damage("b1", 2, "Ann"), e.TowerGrows("b1", 3), e.TowerGrows("b1", 4),
        e.Damage("b1", 1, "Ann"), e.TowerGrows("b1", 5), e.TowerGrows("a1", 1), telling=activated(),
    )  # fmt: skip
    assert told == [
        "      a 5 hits b1: b1 takes 2 damage, tower of 2", "      a2 thumps  6 2: b1 takes 3 damage, tower of 5",
        "    Alf [x] takes a swig: tower of 1",
    ]  # fmt: skip


def test_damage_to_another_model_has_its_own_line() -> None:
    """If a bullet's damage is told and another model takes damage, that damage has a line of its own."""
    told = plain(e.Bullet("a1", 5, "b1"), e.Damage("b1", 2, "Ann"), e.Damage("a2", 1, "Ann"), telling=activated())
    assert told == ["      a 5 hits b1: b1 takes 2 damage", "      a2 takes 1 damage"]


def test_a_tower_that_falls_by_damage() -> None:
    """RD-33: if damage makes a tower fall, the fall has its own line. The line also tells if the model falls over. If a
    die is then stacked, the new tower is told.
    """
    told = plain(
        e.Bullet("a1", 5, "b1"), e.Damage("b1", 2, "Ann"), e.TowerFalls("b1", "Ann", 8), e.FallsOver("b1"),
        e.Bullet("a1", 2, "a2"), e.Damage("a2", 2, "Ann"), e.TowerFalls("a2", "Ann", 3), e.TowerGrows("a2", 1),
        telling=activated(),
    )  # fmt: skip
    assert told == [
        "      a 5 hits b1: b1 takes 2 damage", "      b1's tower of 8 comes down: Ann's doing, and b1 falls over",
        "      a 2 hits a2: a2 takes 2 damage", "      a2's tower of 3 comes down: Ann's doing",
        "      a2's tower grows to 1",
    ]  # fmt: skip


def test_a_shove_is_told_with_its_way() -> None:
    """RD-65: the line of a shove also tells how far the model goes, what stops it, and its damage."""
    told = plain(e.Shoved("b1"), e.Moved("b1", 1.25, "wall-1"), e.Damage("b1", 1, "Ann"), e.Shoved("b1"),
                 e.Moved("b1", 3.0, None), e.Moved("b1", 3.0, None), telling=activated())  # fmt: skip
    assert told == ["      b1 is shoved 1.2 in into the high wall: b1 takes 1 damage", "      b1 is shoved 3.0 in",
                    "      b1 runs 3.0 in"]  # fmt: skip


def pending(*happened: object) -> str:
    """Return the line that is held back after events, without markup."""
    telling = activated()
    for event in happened:
        list(telling.format(event))
    return strip_markup(telling.pending_line)


def test_the_line_that_is_held_back() -> None:
    """RD-64: while a thump goes on, the line that is held back tells the damage and which dice are still to come. It
    tells the tower once all dice of damage are on it.
    """
    thump, hit = e.Rolled("Ann", "a2", "thump", (6, 2, 5)), e.Damage("b1", 2, "Ann")
    assert pending() == ""
    assert pending(thump) == "      a2 thumps  6 2 5"
    assert pending(thump, hit) == "      a2 thumps  6 2 5: b1 takes 2 damage; the 2 and the 5 are still to come"
    assert pending(thump, hit, e.TowerGrows("b1", 4)) == (
        "      a2 thumps  6 2 5: b1 takes 2 damage; the 2 and the 5 are still to come"
    )
    grown = (thump, hit, e.TowerGrows("b1", 4), e.TowerGrows("b1", 5))
    assert pending(*grown) == (
        "      a2 thumps  6 2 5: b1 takes 2 damage, tower of 5; the 2 and the 5 are still to come"
    )
    assert (
        pending(*grown, e.Damage("b1", 1, "Ann")) == "      a2 thumps  6 2 5: b1 takes 3 damage; the 5 is still to come"
    )
    assert (
        pending(*grown, e.Damage("b1", 1, "Ann"), e.Damage("b1", 2, "Ann"))
        == "      a2 thumps  6 2 5: b1 takes 5 damage"
    )
    four = e.Rolled("Ann", "a2", "thump", (6, 2, 5, 1))
    assert pending(four, hit).endswith("; the 2, the 5 and the 1 are still to come")


@pytest.mark.parametrize(
    "event",
    [
        e.Rolled("Ann", "a1", "move", (3,)),
        e.Shoved("b1"),
        e.Throws("a1", "b1", ("thump", "thump")),
        e.Activated("b1", "Bob"),
        e.FallsOver("b1"),
    ],
)
def test_a_thump_is_over_with_other_events(event: object) -> None:
    """RD-63: after another event, the line no longer says that dice of a thump are still to come."""
    assert "still to come" not in pending(e.Rolled("Ann", "a2", "thump", (6, 2)), e.Damage("b1", 2, "Ann"), event,
                                          e.Bullet("a1", 5, "b1"), e.Damage("b1", 1, "Ann"))  # fmt: skip


def test_the_line_held_back_is_told_later_all_the_same() -> None:
    """If the line that is held back is read before its time, the line is still told once at the end."""
    telling = activated()
    list(telling.format(e.Bullet("a1", 5, "b1")))
    list(telling.format(e.Damage("b1", 2, "Ann")))
    assert telling.pending_line == telling.pending_line
    assert [strip_markup(line) for line in telling.flush()] == ["      a 5 hits b1: b1 takes 2 damage"]
    assert list(telling.flush()) == []


@pytest.mark.parametrize(
    ("loot", "landed", "back", "told"),
    [
        (0, 0, 0, "No loot lies on the table."),
        (0, 0, 1, "No loot lies on the table: 1 token rolled off, to be dropped again."),
        (0, 0, 2, "No loot lies on the table: 2 tokens rolled off, to be dropped again."),
        (0, 1, 0, "1 token of loot lies on the table."),
        (1, 1, 0, "2 tokens of loot lie on the table."),
        (0, 1, 1, "1 token of loot lies on the table; 1 rolled off and was dropped again."),
        (0, 2, 3, "2 tokens of loot lie on the table; 3 rolled off and were dropped again."),
    ],
)
def test_the_loot_on_the_table_in_the_set_up(loot: int, landed: int, back: int, told: str) -> None:
    """RD-10, RD-14: one line counts the tokens on the table and those that rolled off. If the first boss is known, the
    same line names that boss.
    """
    happened = [*[e.TokenBack("t1")] * back, *[e.TokenLands("Ann", "t1")] * landed]
    expected = [told] if happened else []
    assert plain(*happened, telling=formatter("drop", loot)) == expected
    first = plain(*happened, RolledAgain("Ann", "d1", "cocked"), e.FirstBoss("Bob"), e.Acts("b1", "scoot"),
                  e.Rolled("Bob", "b1", "move", (2,)), e.TokenBack("t1"), telling=formatter("drop", loot))  # fmt: skip
    assert first == [f"{told} Bob goes first.", "    b1 scoots  2", "      loot rolls off the table and is put back"]


def test_turns_begin_with_activations_and_leaving() -> None:
    """RD-20: a turn begins when a model is activated or a boss legs it."""
    telling = formatter()
    assert telling.turn_start(e.Activated("a1", "Ann")) == TurnStart("Ann", ("a1",))
    assert telling.turn_start(e.LegsIt("Bob", 1)) == TurnStart("Bob")
    assert telling.turn_start(e.StandsUp("a1")) is None


def test_the_pieces_of_events() -> None:
    """The pieces of an event are the models, tokens and dice that it names. Bosses and words such as `terrain` are no
    pieces.
    """
    telling = formatter()
    rows = [
        (e.Boots("a2", "b1"), ["a2", "b1"]),
        (e.Loot("Ann", "a1", "t1"), ["a1", "t1"]),
        (e.Moved("a1", 1.0, "edge"), ["a1"]),
        (e.Moved("a1", 1.0, None), ["a1"]),
        (e.Moved("a1", 1.0, "b1"), ["a1", "b1"]),
        (e.Bullet("a1", 3, "terrain"), ["a1"]),
        (e.Bullet("a1", 3, "nothing"), ["a1"]),
        (e.Bullet("a1", 3, "b1"), ["a1", "b1"]),
        (e.TimeIsUp(), []),
        (e.FightBreaksOut("a1", "b1"), ["a1", "b1"]),
        (e.Discarded("a1", "d1"), ["a1", "d1"]),
        ("words", []),
    ]
    for event, wanted in rows:
        assert list(telling.pieces(event)) == wanted, event


def test_falls_on_the_way_are_told_after_the_move_and_its_loot() -> None:
    """RD-46: the rules find falls before the end of a carry. The narration tells the move and its loot first, then the
    falls.
    """
    fall, over, pushed, back = e.TowerFalls("b1", "Ann", 3), e.FallsOver("b1"), e.TowerPushed("a2"), e.TokenBack("t1")
    move, loot, swig = e.Moved("a1", 2.0, None), e.Loot("Ann", "a1", "t2"), e.TowerGrows("a1", 1)
    assert list(reorder_carry_events([swig, fall, over, move, loot, loot, swig, pushed, back, move, swig])) == [
        swig, move, loot, loot, fall, over, swig, move, pushed, back, swig,
    ]  # fmt: skip
    assert list(reorder_carry_events([fall, swig, move, fall, loot, move])) == [fall, swig, move, fall, loot, move]
    assert list(reorder_carry_events([move, over])) == [move, over]


@pytest.mark.parametrize(("event", "told"), [
    (e.TokenLands("Ann", "t1"), "Ann drops loot t1"), (e.TokenLands(None, "t1"), "loot t1 lies in the middle"),
    (e.LegsIt("Ann", 2), "Ann legs it, leaving 2 loot behind"), (e.LegsIt("Ann", 0), "Ann legs it"),
    (e.GameOver(("Ann", "Bob"), (("Ann", 3), ("Bob", 3)), unfinished=False),
     "the game is over, won by Ann and Bob; loot: Ann 3, Bob 3"),
    (e.GameOver((), (("Ann", 3),), unfinished=True), "the game is over, unfinished; loot: Ann 3"),
    (e.Rolled("Ann", "a1", "move", (3, 4)), "Ann rolls 3 4 to move with a1"),
    (e.Rolled("Ann", "a1", "move", ()), "Ann rolls no dice to move with a1"),
    (e.Moved("a1", 2.25, None), "a1 moves 2.2 in"), (e.Moved("a1", 2.25, "b1"), "a1 moves 2.2 in, stopped by b1"),
    (e.NoLegalSpot("Bob", 0.5), "no spot is legal for Bob; the nearest to legal is 0.5 in short"),
])  # fmt: skip
def test_plain_sentences(event: object, told: str) -> None:
    """A single event is one sentence without markup."""
    assert sentence(event) == told
    assert formatter().sentence(event) == told
