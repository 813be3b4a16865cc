"""How `--player`, `--company` and options of seats are read, and how wrong ones are refused."""

from types import SimpleNamespace
from typing import Any

import pytest

from riotsim.app.new_games import MAX_NAME_LENGTH
from riotsim.cli import players
from riotsim.errors import BadInput
from riotsim.games.registry import GAMES
from riotsim.rulebooks import read_rulebook

_, RIOT, BOOK = read_rulebook("riot_dice")


def _parsed(*given: str, least: int = 2, most: int = 4, persons: bool = False) -> dict[str, str]:
    seats: Any = SimpleNamespace(least=least, most=most)
    return players.parse_players(given, RIOT, seats, persons=persons)


def test_players_are_kept_in_turn_order() -> None:
    """Players keep their turn order and their bots. If persons may play, a person is accepted."""
    assert [*_parsed("Bea=greedy", "Ada=random").items()] == [("Bea", "greedy"), ("Ada", "random")]
    assert _parsed("Bea=greedy", "Ada=person", persons=True) == {"Bea": "greedy", "Ada": "person"}


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (("A=easy",), {}, "--player: 2 to 4 players can play, not 1; add another as --player NAME=greedy"),
        (("A=easy",), {"most": 2}, "--player: 2 players can play, not 1; add another as --player NAME=greedy"),
        (("A=easy",), {"persons": True}, "--player: 2 to 4 players can play, not 1; add yourself as "
                                         "--player NAME=person"),
        (("A=person",), {"persons": True}, "--player: 2 to 4 players can play, not 1; add another as "
                                           "--player NAME=greedy"),
        (("A=easy", "B=easy", "C=easy"), {"most": 2}, "--player: 2 players can play, not 3"),
        (("A=easy", "B=easy", "C=person"), {"most": 2, "persons": True}, "--player: 2 players can play, not 3"),
        (("A=easy", "A=easy"), {}, "--player: A is there twice"),
        (("A",), {}, "--player is written like Ada=greedy, not 'A'"),
        (("A\tB=easy",), {}, f"--player: a player's name has 1 to {MAX_NAME_LENGTH} letters, not 'A\\tB'"),
    ],
)  # fmt: skip
def test_players_who_can_not_play_are_told(given: tuple[str, ...], options: dict[str, Any], said: str) -> None:
    """Players who can't play are refused, and the refusal says what is wrong or what would be right."""
    with pytest.raises(BadInput) as refused:
        _parsed(*given, **options)
    assert str(refused.value) == said


def test_a_name_has_a_greatest_length() -> None:
    """A name may have as many letters as the greatest length. A longer name is refused."""
    longest = "x" * MAX_NAME_LENGTH
    assert _parsed(f"{longest}=easy", "B=easy") == {longest: "easy", "B": "easy"}
    with pytest.raises(BadInput, match="a player's name has 1 to"):
        _parsed(f"{longest}x=easy", "B=easy")


BOTS = {"Ada": "greedy", "Bea": "person"}


def test_options_of_seats_are_read_from_flags_and_in_general() -> None:
    """Each player has the options that were chosen. The general option takes precedence over the flag."""
    found = players.read_seat_options(
        {"--hand": ["Ada=steady", "Bea=drunk"]}, ["Bea.hand=average", "Ada.hand=drunk"], RIOT, BOOK, BOTS
    )
    assert found == {"Ada": {"hand": "drunk"}, "Bea": {"hand": "average"}}
    assert players.read_seat_options({"--hand": ["Bea=drunk"]}, [], RIOT, BOOK, BOTS) == {
        "Ada": {},
        "Bea": {"hand": "drunk"},
    }


@pytest.mark.parametrize(
    ("flags", "given", "said"),
    [
        (["Cy=steady"], [], "--hand Cy=steady: no player is called 'Cy'"),
        (["Ada=god"], [], "--hand Ada=god: no hand is called 'god'"),
        (["Ada"], [], "--hand is written like Ada=steady, not 'Ada'"),
        ([], ["Ada.hat=red"], "--seat-option Ada.hat=red: Riot Dice has no seat option 'hat'"),
        ([], ["Cy.hand=steady"], "--seat-option Cy.hand=steady: no player is called 'Cy'"),
        ([], ["Ada.hand=god"], "--seat-option Ada.hand=god: no hand is called 'god'"),
    ],
)
def test_wrong_options_of_seats_are_told(flags: list[str], given: list[str], said: str) -> None:
    """A wrong option of a seat is refused as it was typed, with the reason."""
    with pytest.raises(BadInput) as refused:
        players.read_seat_options({"--hand": flags} if flags else {}, given, RIOT, BOOK, BOTS)
    assert str(refused.value).partition(";")[0] == said


def test_flags_belong_to_games() -> None:
    """Each flag for rules is accepted in its own game. Another game refuses the flag, and names the rules to which the
    flag belongs.
    """
    for name, game in GAMES.items():
        for flag in (one.name for one in game.rules_flags):
            players.require_flags_of(game, [flag])
            other = next(one for one in GAMES.values() if flag not in (own.name for own in one.rules_flags))
            with pytest.raises(BadInput) as refused:
                players.require_flags_of(other, [flag])
            assert str(refused.value).startswith(f"--{flag} is not for {other.title}: add --rules ")
            assert name in str(refused.value)


def test_companies_are_of_players() -> None:
    """Companies are given by the names of players, and only in games whose players bring any."""
    assert players.company_files(["Bea=my.yaml", "Ada=b.yaml"], BOTS) == {"Bea": "my.yaml", "Ada": "b.yaml"}
    with pytest.raises(BadInput, match=r"^--company Cy=my\.yaml: no player is called 'Cy'"):
        players.company_files(["Cy=my.yaml"], BOTS)
    bringing = ", ".join(name for name, game in GAMES.items() if game.company is not None)
    with pytest.raises(BadInput) as refused:
        players.parse_companies(["Bea=my.yaml"], GAMES["demolition_dice"], BOOK, BOTS, {})
    assert str(refused.value) == (
        "--company Bea=my.yaml: players of Demolition Dice bring no files of their own; "
        f"games whose players do: {bringing} (--rules)"
    )
    assert players.parse_companies([], GAMES["demolition_dice"], BOOK, BOTS, {}) == {}
