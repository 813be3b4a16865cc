"""The log of a fight: the sentence of each event, the indent and colours of its line, and names in words."""

from dataclasses import replace

import pytest
from buskit_rules import character, rules

from riotsim.games.buskit import events
from riotsim.games.buskit.characters.character import Aspect
from riotsim.games.buskit.fight.game import initial_state
from riotsim.games.buskit.fight.setup import empty_table
from riotsim.games.buskit.show.names import (
    acting_title,
    aspect_text,
    check_in_words,
    die_in_words,
    health_left,
    hit_chance,
    in_words,
    name_in_fight,
    ordinal,
    percent,
    player_of,
    pool_in_words,
    signed,
    title_of,
)
from riotsim.games.buskit.show.narration import BuskitFormatter, event_text
from riotsim.games.buskit.state import State
from riotsim.play.house_rules import Knocked, Lost, RolledAgain
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, TurnHeader, TurnStart
from riotsim.pools.notation import parse_pool
from riotsim.pools.pool import Check

SENTENCES: list[tuple[object, str]] = [
    (events.SetsUp("Bea", "b.cole"), "<b.cole> is set up"),
    (events.RoundBegins(0), "One side has surprise"),
    (events.RoundBegins(3), "Round 3 begins"),
    (
        events.Goes("a.ines", "move 3d10lo+quick d6", 7, 2),
        "2. <a.ines>: initiative 7 with move lowest of 3d10+quick d6",
    ),
    (events.TurnBegins("Ada", "a.ines"), "<a.ines> acts"),
    (events.Interrupts("a.ines", "b.cole"), "<a.ines> interrupts <b.cole>"),
    (events.Moves("a.ines", 4.5, "move"), "<a.ines> moves 4.5 in"),
    (events.Moves("a.ines", 5.0, "run"), "<a.ines> runs 5 in"),
    (events.Moves("a.ines", 2.5, "dodge"), "<a.ines> takes cover after 2.5 in"),
    (events.Moves("a.ines", 0.0, "dodge"), "<a.ines> takes cover in place"),
    (events.Holds("a.ines"), "<a.ines> holds the action"),
    (events.Aims("a.ines"), "<a.ines> aims"),
    (events.DropsProne("a.ines", under_fire=False), "<a.ines> drops prone"),
    (events.DropsProne("a.ines", under_fire=True), "<a.ines> drops prone under fire"),
    (events.StandsUp("a.ines"), "<a.ines> stands up"),
    (events.Reloads("a.ines"), "<a.ines> reloads"),
    (events.GameOver(("Ada", "Bea"), "quiet"), "The game is over (quiet): (Ada), (Bea) wins"),
    (events.GameOver((), "too long"), "The game is over (too long): nobody wins"),
    (events.Dodges("b.cole"), "<b.cole> dodges"),
    (events.Helps("a.ines", "a.hired_hand_1", 8, 2), "<a.ines> helps <a.hired_hand_1> with a d8"),
    (events.Helps("a.ines", "a.hired_hand_1", 8, 1), "<a.ines> helps <a.hired_hand_1> with a d8"),
    (events.Helps("a.ines", "a.hired_hand_1", 8, 0), "<a.ines> helps <a.hired_hand_1> with a d8, in vain"),
    (
        events.Treats("a.ines", "a.hired_hand_1", 6, 1, 9, wakes=True),
        "<a.ines> treats <a.hired_hand_1> with a d6: Shock 9, who comes to",
    ),
    (
        events.Treats("a.ines", "a.hired_hand_1", 6, 1, 9, wakes=False),
        "<a.ines> treats <a.hired_hand_1> with a d6: Shock 9",
    ),
    (
        events.Treats("a.ines", "a.hired_hand_1", 6, 0, 3, wakes=False),
        "<a.ines> treats <a.hired_hand_1> with a d6: without success",
    ),
    (
        events.Attacks("b.cole", "a.ines", "magnum", "shoot 2d10+aim d4", "range 2d6lo", 9, 4, 5, hits=True),
        "<b.cole> attacks <a.ines> (magnum revolver) and hits by 5: "
        "9 against 4 (shoot 2d10 + aim d4 against range lowest of 2d6)",
    ),
    (
        events.Attacks("b.cole", "a.ines", "hand_axe", "fight d6", "fight d10", 4, 9, -5, hits=False),
        "<b.cole> attacks <a.ines> (hand axe) and misses: 4 against 9 (fight d6 against fight d10)",
    ),
    (
        events.Harmed("a.ines", "might 2d8lo", 9, 6, 9, 3, 7, 5),
        "<a.ines> loses 9 Shock and 3 Wounds: 7 Shock and 5 Wounds left (damage 9 with might lowest of 2d8, Might 6)",
    ),
    (
        events.Harmed("a.ines", "might d8", 7, 6, 7, 1, 9, 0),
        "<a.ines> loses 7 Shock and 1 Wound: 9 Shock and no Wounds left (damage 7 with might d8, Might 6)",
    ),
    (
        events.Harmed("a.ines", "might d8", 0, 6, 0, 0, 9, 2),
        "<a.ines> loses 0 Shock: 9 Shock and 2 Wounds left (damage 0 with might d8, Might 6)",
    ),
    (
        events.Harmed("a.ines", "might d8", 7, 6, 0, 2, 9, 1),
        "<a.ines> loses 2 Wounds: 9 Shock and 1 Wound left (damage 7 with might d8, Might 6)",
    ),
    (events.Armoured("a.ines", 5, 2), "<a.ines> spends a die of armour: 5, 2 left"),
    (events.Concedes("a.ines", "off_balance", 1), "<a.ines> concedes: off balance"),
    (events.Concedes("a.ines", "more_shock", 2), "<a.ines> concedes: more shock (2)"),
    (events.NoHarm("a.ines", "hold_out"), "A hold-out pistol can't hurt <a.ines>"),
    (events.GoesDown("a.ines"), "<a.ines> goes down"),
    (events.Dies("a.ines"), "<a.ines> dies"),
    (
        events.TriesTask("a.ines", "open_gate", "tech 2d6lo", "difficulty d8", -2, 1, 3),
        "<a.ines> tries open gate: degree −2 with tech lowest of 2d6 against difficulty d8; 1 for, 3 against",
    ),
    (events.EndsTask("Ada", "open_gate", completed=True), "(Ada) completes open gate"),
    (events.EndsTask("Ada", "open_gate", completed=False), "(Ada) has failed open gate"),
    (
        events.Recovers("a.ines", 2, 1, 6, 9, 3),
        "<a.ines> names 2 Wounds and succeeds in 3 days: 9 Shock and 6 Wounds",
    ),
    (events.Recovers("a.ines", 2, 0, 5, 12, 7), "<a.ines> names 2 Wounds and ties in 7 days: 12 Shock and 5 Wounds"),
    (events.Recovers("a.ines", 2, -1, 4, 12, 7), "<a.ines> names 2 Wounds and fails in 7 days: 12 Shock and 4 Wounds"),
    (RolledAgain("Bea", "attack-1-2", "cocked"), "(Bea)'s die of the attack is thrown again: cocked"),
    (Lost("Bea", "subtract-3"), "(Bea)'s die of the armour is lost"),
    (Knocked("Bea", "free-strike-1-2-again1", 3, 5), "(Bea)'s die of the free strike is knocked from 3 to 5"),
]
"""Each event, and its text with fighters in angle brackets and players in round ones."""


@pytest.mark.parametrize(("event", "told"), SENTENCES, ids=lambda one: type(one).__name__)
def test_each_event_has_its_sentence(event: object, told: str) -> None:
    """The log has one whole sentence for each event, with the numbers, fighters and players of the event."""
    assert event_text(event, lambda name: f"<{name}>", lambda name: f"({name})") == told


def test_what_is_no_event_of_the_game_has_no_text() -> None:
    """An object that isn't an event of Buskit has no line, and belongs to no turn and no piece."""
    formatter = BuskitFormatter(("Ada", "Bea"))
    assert event_text("nothing", str, str) is None
    assert list(formatter.format("nothing")) == []
    assert formatter.turn_start("nothing") is None
    assert list(formatter.pieces("nothing")) == []


def fight() -> State:
    """Return a fight of Ines and two hired hands of Ada against Cole and two hired hands of Bea."""
    return initial_state(rules(), ("Ada", "Bea"), {"Ada": "ines", "Bea": "cole"}, {})


@pytest.mark.parametrize(
    ("event", "lines"),
    [
        (events.Holds("b.hired_hand_2"), [f"{ACTION_INDENT}[magenta]Bea's Hired Hand 2[/] holds the action"]),
        (events.GoesDown("a.ines"), [f"{DETAIL_INDENT}[cyan]Ada's Ines[/] goes down"]),
        (Lost("Ada", "damage-1"), [f"{DETAIL_INDENT}[cyan]Ada[/]'s die of the damage is lost"]),
        (events.RoundBegins(0), [f"{ACTION_INDENT}One side has surprise"]),
        (events.RoundBegins(1), []),
        (events.GameOver(("Ada",), "last side"), []),
    ],
    ids=["action", "consequence", "die", "surprise", "round", "end"],
)
def test_lines_are_indented_and_have_the_colours_of_players(event: object, lines: list[str]) -> None:
    """The line of a consequence is indented further than that of an action, and names have the colour of the player.
    Rounds and the end of the game have no line, because they have headers of their own.
    """
    assert list(BuskitFormatter(("Ada", "Bea")).format(event)) == lines


def test_the_log_names_players_fighters_and_who_is_up() -> None:
    """The log begins with the sides. Each round has its number, and how many fighters of each side are up."""
    formatter, state = BuskitFormatter(("Ada", "Bea")), fight()
    hands = "Hired Hand 1, Hired Hand 2"
    assert formatter.opening_line(state) == f"[cyan]Ada[/]: Ines, {hands} · [magenta]Bea[/]: Cole, {hands}"
    header = TurnHeader(("[cyan]Ada[/] [bold]3[/] up", "[magenta]Bea[/] [bold]3[/] up"))
    assert formatter.turn_header(state, empty_table(rules())) == header
    assert formatter.turn_start(events.RoundBegins(4)) == TurnStart(None, number=4)
    assert formatter.turn_start(events.RoundBegins(0)) is None
    assert formatter.turn_start(events.Holds("a.ines")) is None


def test_an_event_is_about_its_fighters_and_its_die() -> None:
    """The pieces of an event are the fighter, the target or the other fighter, and the die."""
    formatter = BuskitFormatter(("Ada", "Bea"))
    attack = events.Attacks("b.cole", "a.ines", "magnum", "d6", "d6", 1, 2, -1, hits=False)
    assert list(formatter.pieces(attack)) == ["b.cole", "a.ines"]
    assert list(formatter.pieces(events.Interrupts("a.ines", "b.cole"))) == ["a.ines", "b.cole"]
    assert list(formatter.pieces(Lost("Ada", "damage-1"))) == ["damage-1"]
    assert list(formatter.pieces(events.RoundBegins(1))) == []


def test_a_sentence_is_without_markup() -> None:
    """The sentence of an event names players and fighters as plain text."""
    formatter = BuskitFormatter(("Ada", "Bea"))
    assert formatter.sentence(events.Interrupts("a.ines", "b.cole")) == "Ada's Ines interrupts Bea's Cole"
    assert formatter.sentence(Lost("Ada", "damage-1")) == "Ada's die of the damage is lost"


def test_names_in_words() -> None:
    """Names of fighters, players, weapons and dice are written in words, and so are ordinals, signed numbers and
    percentages.
    """
    assert [title_of(name) for name in ("a.ines", "b.hired_hand_2")] == ["Ines", "Hired Hand 2"]
    assert [player_of(("Ada", "Bea", "Cy", "Dee"), f"{letter}.x") for letter in "dbca"] == ["Dee", "Bea", "Cy", "Ada"]
    assert [in_words(name) for name in ("hold_out", "sawn_off", "hand_axe")] == [
        "hold-out pistol", "sawn-off blaster", "hand axe",
    ]  # fmt: skip
    assert [ordinal(number) for number in range(1, 8)] == [
        "first", "second", "third", "fourth", "fifth", "6th", "7th",
    ]  # fmt: skip
    assert [signed(number) for number in (-12, 0, 3)] == ["−12", "0", "3"]
    assert [percent(share) for share in (0.0, 0.125, 0.333, 1.0)] == ["0 %", "12 %", "33 %", "100 %"]
    assert pool_in_words("shoot 3d10lo+low d6+2d4lo") == "shoot lowest of 3d10+low d6+lowest of 2d4"
    told = [die_in_words(name) for name in ("armour-die-3-1-1", "subtract-1-1", "tie-2-1-again2")]
    assert told == ["die of the armour", "die of the armour", "die of the tie"]


@pytest.mark.parametrize(
    ("shock", "wounds", "told"),
    [
        (4, 2, "4 Shock and 2 Wounds left"),
        (1, 1, "1 Shock and 1 Wound left"),
        (0, 0, "no Shock and no Wounds left"),
        (-1, -2, "no Shock (−1) and no Wounds (−2) left"),
    ],
)
def test_health_left_in_words(shock: int, wounds: int, told: str) -> None:
    """BK-74: health that is left is written as a number, or else as `no`. A number below 0 follows in brackets."""
    assert health_left(shock, wounds) == told


def test_fighters_of_the_same_name_have_the_name_of_their_player() -> None:
    """The player's name is added to a fighter's name only if several fighters of the fight have the same name."""
    state = fight()
    assert name_in_fight(state, "b.hired_hand_2") == "Hired Hand 2 of Bea"
    assert name_in_fight(state, "b.cole") == "Cole"
    assert acting_title(state) == ""
    state.acting = "b.cole", "a.hired_hand_1"
    assert acting_title(state) == "Hired Hand 1"


@pytest.mark.parametrize(
    ("applies", "each_check", "alone", "told"),
    [
        (("might",), "all", True, "Sly adds a d8 to Might rolls"),
        (("handgun",), "all", True, "Sly adds a d8 to handgun rolls"),
        (("recovery", "fight"), "all", True, "Sly adds a d8 to recovery and Fight rolls"),
        (("mystic",), "all", True, "Sly adds a d8 to damage of mystic weapons"),
        (("fight", "unarmed"), "one", True, "Sly adds a d8 to unarmed fighting and Fight rolls"),
        (("dual_weapons", "mystic", "wits"), "one", False,
         "Sly may add a d8 to fighting with dual weapons, damage of mystic weapons and Wits rolls"),
        (("support_weapons",), "all", False, "Sly adds a d8 to firing support weapons"),
    ],
)  # fmt: skip
def test_the_use_of_an_aspect_in_words(applies: tuple[str, ...], each_check: str, alone: bool, told: str) -> None:
    """BK-12, BK-22: the sentence names each use of an Aspect, and rolls come last. It has the word `may` only if the
    best of several Aspects of the character counts.
    """
    aspects = (Aspect("Sly", 8, applies), *(() if alone else (Aspect("Strong", 6, ("might",)),)))
    who = replace(character("ines"), aspects=aspects)
    assert aspect_text(rules(aspects__each_check=each_check), who, aspects[0]) == told


def test_a_check_in_words_has_its_chances() -> None:
    """BK-01: a d4 against a d4 is won in 6 of 16 cases and tied in 4. A tie is a hit only if the rules say so."""
    check = Check(*(parse_pool(pool) for pool in ("fight d4", "fight d4")))
    assert check_in_words(check) == "fight d4 against fight d4: win 38 %, tie 25 %"
    low = Check(parse_pool("shoot 2d4lo"), parse_pool("range d4"))
    # The lower of 2d4 is 1, 2, 3, 4 in 7, 5, 3, 1 of 16 cases: it wins in (5 + 6 + 3) of 64 and ties in 16 of 64.
    assert check_in_words(low) == "shoot lowest of 2d4 against range d4: win 22 %, tie 25 %"
    assert hit_chance(rules(), check) == 6 / 16
    assert hit_chance(rules(ties="actor"), check) == 10 / 16
