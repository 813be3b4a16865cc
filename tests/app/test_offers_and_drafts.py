"""What the start screen offers, its first drafts, refusals of drafts that can't be played, and odds as documents."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from riotsim.app.odds import ACTOR, DEFENDER, check_dice_exist, compare, odds_document
from riotsim.app.window import offers
from riotsim.app.window.new_game import companies_of, new_game_opening
from riotsim.app.window.offers import BARE_TABLE_KEY, draft, new_game_options
from riotsim.app.window.sandbox import sandbox_for
from riotsim.errors import BadInput
from riotsim.files.resources import builtin_rules
from riotsim.players import PERSON
from riotsim.pools import exact
from riotsim.pools.notation import parse_check
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.ui.start_model import OWN_COMPANY_KEY, OWN_RULES_KEY, Draft, Option, SeatDraft


def test_what_each_game_offers() -> None:
    """Each of the rules that come with the program has its title, game, number of players, seat options, tables,
    companies and optional rules.
    """
    bare = Option(BARE_TABLE_KEY, "Bare felt, no scenery")
    usual = Option("", "As the rules have it")
    found = {
        one.key: (
            one.label,
            one.game,
            (one.min_players, one.max_players),
            [(option.key, option.label, len(option.choices)) for option in one.seat_options],
            one.tables,
            one.companies and (one.companies.label, one.companies.option, one.companies.choices),
            [(flag.key, flag.label) for flag in one.flags],
        )
        for one in new_game_options().rules
    }
    names = ("Cole", "Hired Hand", "Ines", "Ottoline")
    hired = tuple(Option(name.lower().replace(" ", "_"), name) for name in names)
    armies = (Option("doll_guard", "Doll Guard"), Option("maid", "Maid"))
    riftwar: tuple[Any, ...] = (
        *("riftwar", (2, 4), [("army", "Army", 4)], (usual, bare)),
        *(("Army", "army", armies), [("unbound", "Unbound")]),
    )
    assert found == {
        "buskit": ("Buskit", "buskit", (2, 2), [("side", "Side", 4)], (usual, bare), ("Company", "", hired), []),
        "cube_clash": ("Cube Clash", "cube_clash", (2, 2), [("army", "Army", 2)], (usual,), ("Army", "army", ()), []),
        "demolition_dice": ("Demolition Dice", "demolition_dice", (3, 3), [], (usual,), None, []),
        "riftwar": ("RiftWar", *riftwar),
        "riftwar_as_played": ("RiftWar as played", *riftwar),
        "riot_dice": ("Riot Dice", "riot_dice", (2, 4), [("gang", "Gang", 4)], (usual, bare), None, []),
    }


def test_policies_of_the_command_line_can_be_chosen() -> None:
    """A policy that was named on the command line can be chosen by the name of its file. Other names add no choice."""
    players = new_game_options(["policy:/a/clever.npz", "greedy", PERSON, "policy:/a/clever.npz"]).players
    known = new_game_options().players
    assert players[: len(known)] == known
    assert players[len(known) :] == (Option("policy:/a/clever.npz", "clever", "the policy in /a/clever.npz"),)


def test_the_first_draft() -> None:
    """If no players are named, the draft has a person and as many bots as the game needs. Otherwise the draft has the
    named players, in their order.
    """
    ada, bea, cy = SeatDraft("Ada", PERSON, 0), SeatDraft("Bea", "greedy", 1), SeatDraft("Cy", "greedy", 2)
    assert draft({}, "demolition_dice") == Draft((ada, bea, cy), "demolition_dice", "")
    zoe = draft({"Zoe": "random", "Max": PERSON}, "demolition_dice", flags=("loud",))
    assert zoe == Draft(
        (SeatDraft("Zoe", "random", 0), SeatDraft("Max", PERSON, 1)), "demolition_dice", "", flags=("loud",)
    )
    two = draft({}, "cube_clash").seats
    assert [(seat.name, seat.player, seat.options) for seat in two] == [
        ("Ada", PERSON, {"army": "lantern_guild"}),
        ("Bea", "greedy", {"army": "reed_court"}),
    ]


def test_a_draft_of_own_rules(tmp_path: Path) -> None:
    """The draft of a rules file names the file as it was given, and has the first table."""
    file = tmp_path / "mine.yaml"
    file.write_bytes(builtin_rules()["demolition_dice"].read_bytes())
    mine = draft({}, str(file))
    assert (mine.rules, mine.own, mine.table) == (OWN_RULES_KEY, str(file), "")
    assert len(mine.seats) == 3


@pytest.mark.parametrize(
    ("rules", "source", "changed"),
    [
        ("cube_clash", "reed_court", {"options": {"army": "reed_court"}}),
        ("cube_clash", "mine.yaml", {"company": OWN_COMPANY_KEY, "company_file": "mine.yaml"}),
        ("riftwar", "maid", {"company": "maid"}),
        ("buskit", "ines", {"company": "ines"}),
        ("demolition_dice", "raiders", {"company": OWN_COMPANY_KEY, "company_file": "raiders"}),
    ],
)
def test_the_company_of_a_draft(rules: str, source: str, changed: dict[str, Any]) -> None:
    """The command line names a company by a file, by its name in the game, or by an army of the rules."""
    usual = draft({"Ada": PERSON, "Bea": "greedy", "Cy": "greedy"}, rules).seats
    found = draft({"Ada": PERSON, "Bea": "greedy", "Cy": "greedy"}, rules, {"Ada": source}).seats
    assert found == (replace(usual[0], **changed), *usual[1:])


def test_companies_by_player() -> None:
    """A draft's companies are names, or paths of files. A player who brings no company is left out."""
    seats = (
        SeatDraft("A", PERSON, 0, company="maid", company_file="unused.yaml"),
        SeatDraft("B", PERSON, 1, company_file="unused.yaml"),
        SeatDraft("C", PERSON, 2, company=OWN_COMPANY_KEY, company_file=" '/a/mine.yaml' "),
    )
    assert companies_of(Draft(seats, "riftwar", ""), ["Ann", "Bob", "Cy"]) == {
        "Ann": "maid",
        "Cy": Path("/a/mine.yaml"),
    }


SEED = "A seed is a whole number from 0 to 18,446,744,073,709,551,615, not "


@pytest.mark.parametrize(
    ("names", "player", "seed", "said"),
    [
        (("Ada", " Ada "), PERSON, "", "Two players can't have the same name"),
        (("Ada", "  "), PERSON, "", "A player's name has 1 to 20 letters, not ''"),
        (("Ada", "x" * 21), PERSON, "", f"A player's name has 1 to 20 letters, not '{'x' * 21}'"),
        (("Ada", "B\n"), PERSON, "1_0", f"{SEED}'1_0'"),
        (("Ada", "B\x07b"), PERSON, "", r"A player's name has 1 to 20 letters, not 'B\x07b'"),
        (("Ada", "Bea"), PERSON, "-1", f"{SEED}'-1'"),
        (("Ada", "Bea"), PERSON, str(2**64), f"{SEED}'{2**64}'"),
    ],
)
def test_drafts_that_can_not_be_played(names: tuple[str, str], player: str, seed: str, said: str) -> None:
    """If a draft has a wrong name or seed, or one name twice, it is refused with the reason."""
    first = draft({}, "riot_dice")
    seats = tuple(replace(seat, name=name, player=player) for seat, name in zip(first.seats, names, strict=True))
    with pytest.raises(Unplayable) as refused:
        new_game_opening(replace(first, seats=seats, seed=seed), None)
    assert str(refused.value) == said


def test_the_header_of_a_drafted_game(tmp_path: Path) -> None:
    """The header of a game has the draft's seed, names without outer blanks, and each colour that isn't the seat's. The
    clock runs only if a person plays.
    """
    first = draft({}, "riot_dice")
    for players, live in (((PERSON, "greedy"), True), (("greedy", "random"), False)):
        one, two = first.seats
        seats = (
            replace(one, name=" Ada ", player=players[0], colour=2),
            replace(two, name="x" * 20, player=players[1]),
        )
        opening: Any = new_game_opening(replace(first, seats=seats, seed=f" {2**64 - 1} "), tmp_path / "db")
        header = opening.header
        assert (header.game, header.rules.name, header.seed) == ("riot_dice", "riot_dice", 2**64 - 1)
        assert [(seat.name, seat.player, seat.colour) for seat in header.seats] == [
            ("Ada", players[0], 2),
            ("x" * 20, players[1], None),
        ]
        assert [seat.options for seat in header.seats] == [dict(seat.options) for seat in first.seats]
        assert (header.live_clock, opening.db, opening.save, opening.sandbox) == (live, tmp_path / "db", True, False)


@pytest.mark.parametrize(
    ("rules", "names", "said"),
    [
        ("riot_dice", ("Ada", ""), "Every player needs a name of their own"),
        ("riot_dice", ("Ada", "Ada"), "Every player needs a name of their own"),
        ("riot_dice", ("Ada",), "2 to 4 can play Riot Dice, not 1"),
        ("riot_dice", ("A", "B", "C", "D", "E"), "2 to 4 can play Riot Dice, not 5"),
        ("demolition_dice", ("A", "B"), "3 can play Demolition Dice, not 2"),
    ],
)
def test_drafts_without_a_sandbox(rules: str, names: tuple[str, ...], said: str) -> None:
    """If a game has the wrong number of players, or a player has no name of their own, the sandbox is refused."""
    seats = tuple(SeatDraft(name, PERSON, place % 4) for place, name in enumerate(names))
    with pytest.raises(Unplayable) as refused:
        sandbox_for(Draft(seats, rules, ""), bare=False)
    assert str(refused.value) == said


def test_paths_that_are_typed(tmp_path: Path) -> None:
    """A typed path of an existing file gives this file. A folder, a missing file, an empty text or an impossible name
    gives None.
    """
    (tmp_path / "mine.yaml").touch()
    assert offers.typed_file(f" {tmp_path}/mine.yaml ") == tmp_path / "mine.yaml"
    for text in (str(tmp_path), "", "  ", f"{tmp_path}/none", "x" * 5000, "a\0b"):
        assert offers.typed_file(text) is None


# Odds.


def test_odds_as_a_document() -> None:
    """The document of a check has its pools, and each chance as a fraction and as a number. A d4 against a d6 wins in 6
    of 24 cases, and ties in 4.
    """
    document = odds_document(exact.odds("d4 vs d6"))
    shares: Mapping[str, Any] = {name: document[name] for name in ("fail", "tie", "win", "mean_degree")}
    assert document["check"] == {ACTOR: "d4", DEFENDER: "d6"}
    assert shares == {
        "fail": {"exact": "7/12", "share": 7 / 12},
        "tie": {"exact": "1/6", "share": 1 / 6},
        "win": {"exact": "1/4", "share": 0.25},
        "mean_degree": {"exact": "-1", "share": -1.0},
    }
    counts = {-5: 1, -4: 2, -3: 3, -2: 4, -1: 4, 0: 4, 1: 3, 2: 2, 3: 1}
    assert {int(degree): Fraction(one["exact"]) for degree, one in document["degrees"].items()} == {
        degree: Fraction(count, 24) for degree, count in counts.items()
    }
    assert document["thrown"] is document["drawn"] is None


def test_how_degrees_are_grouped_for_a_test() -> None:
    """Neighbouring degrees are grouped until five checks are expected in each group. What remains joins the last group.
    For 48 checks of "d4 vs d6", the seven groups expect 6, 6, 8, 8, 8, 6 and 6.
    """
    odds = exact.odds("d4 vs d6")
    even = {-5: 2, -4: 4, -3: 6, -2: 8, -1: 8, 0: 8, 1: 6, 2: 4, 3: 2}
    assert compare(even, odds) == (0.0, 6, 1.0)
    moved = even | {-5: 5, -4: 4, 3: 0, 2: 3}
    chi2, freedom, p = compare(moved, odds)
    assert chi2 == pytest.approx(9 / 6 + 9 / 6)
    assert freedom == 6
    assert p == pytest.approx(0.8088, abs=1e-3)
    few = {-5: 1, -4: 1, 1: 1}
    assert compare(few, odds) == (None, None, None)


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("d7 vs d6", "--thrown: no die here has 7 sides; there are d4, d6, d8, d10, d12, d20"),
        ("3 vs 4", "--thrown: the check has no dice"),
    ],
)
def test_checks_that_can_not_be_thrown(check: str, said: str) -> None:
    """A check is refused if it needs a kind of die that the program doesn't have, or if it has no dice."""
    with pytest.raises(BadInput) as refused:
        check_dice_exist(parse_check(check))
    assert str(refused.value) == said
