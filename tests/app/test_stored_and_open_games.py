"""What is said about stored games in the window's list, about games that are open, and when one can't be resumed."""

from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from riotsim.app import open_games
from riotsim.app.open_games import Frontend, OpenGame
from riotsim.app.window import stored_games
from riotsim.app.window.player_kinds import player_label
from riotsim.app.window.sandbox import _lasting, _path_from
from riotsim.app.window.stored_games import list_stored_games, store_problem
from riotsim.errors import BadInput
from riotsim.files.rules import load_rules
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.players import PERSON
from riotsim.replay.recording import SEATS, Seat
from riotsim.store.database.document import CompanyText
from riotsim.store.database.document import Seat as StoredSeat
from riotsim.viewer.ui.start_model import StoredGame

NOW = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)
ADA, BEA = StoredSeat(name="Ada", player=PERSON), StoredSeat(name="Bea", player="greedy", colour=3)


class Clock(datetime):
    """A clock that stands still."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> Self:
        """Return noon on the third of November."""
        return cls(2026, 11, 3, 12, 0, tzinfo=tz)


def stored(name: str, changed: datetime = NOW, **other: Any) -> Any:
    """Return the summary of a stored game."""
    usual = {"game": "riot_dice", "turns": 4, "result": None, "holder": None} | other
    header = SimpleNamespace(game=usual.pop("game"), seats=(ADA, BEA), colours={"Bea": 3}, seed=77)
    return SimpleNamespace(id=name, header=header, changed=changed.isoformat(), entries=9, **usual)


def listed(monkeypatch: pytest.MonkeyPatch, folder: Path, *games: Any) -> tuple[StoredGame, ...]:
    """Return the list of the games in a store."""

    class Store:
        def __init__(self, path: Path) -> None:
            assert path == folder / "store"

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def games(self) -> tuple[Any, ...]:
            return games

    monkeypatch.setattr(stored_games, "Store", Store)
    monkeypatch.setattr(stored_games, "datetime", Clock)
    (folder / "store").touch()
    return list_stored_games(folder / "store")


def test_a_game_in_the_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A listed game has its seats in their colours, its turn, title, id and seed, and tells if it is open elsewhere."""
    (free,) = listed(monkeypatch, tmp_path, stored("abc"))
    seats = (Seat("Ada", *SEATS[0], about=PERSON), Seat("Bea", *SEATS[3], about="greedy"))
    assert free == StoredGame(
        "abc", seats, "turn 4", "just now", False, False, about="Riot Dice", details="Game abc, seed 77"
    )
    (busy,) = listed(monkeypatch, tmp_path, stored("abc", holder="somebody"))
    assert (busy.is_busy, busy.is_over) == (True, False)


@pytest.mark.parametrize(
    ("game", "turns", "stands", "title"),
    [
        ("riot_dice", 0, "set-up", "Riot Dice"),
        ("riot_dice", 1, "turn 1", "Riot Dice"),
        ("demolition_dice", 3, "round 4", "Demolition Dice"),
        ("demolition_dice", 0, "round 1", "Demolition Dice"),
        ("gone", 5, "turn 5", "gone"),
        ("gone", 0, "turn 0", "gone"),
    ],
)
def test_the_turn_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, turns: int, stands: str, title: str
) -> None:
    """In the list, an unfinished game has its number of turns in the game's own word, or is at its set-up. If a game
    has no set-up, the running turn is counted too. A game unknown to this version counts turns, under its own name.
    """
    (found,) = listed(monkeypatch, tmp_path, stored("abc", game=game, turns=turns))
    assert (found.progress, found.about) == (stands, title)


@pytest.mark.parametrize(
    ("result", "stands"),
    [
        ({"winners": ["Ada"]}, "Ada won"),
        ({"winners": ["Ada", "Bea"]}, "a draw"),
        ({"winners": []}, "over"),
        ({"winners": "Ada"}, "over"),
        ({}, "over"),
    ],
)
def test_the_result_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, result: dict[str, Any], stands: str
) -> None:
    """A game that is over is listed with its winner or as a draw, or as over if its result lists no winners."""
    (found,) = listed(monkeypatch, tmp_path, stored("abc", result=result))
    assert (found.progress, found.is_over) == (stands, True)


def test_when_a_game_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game that was played last comes first. Its time is given in minutes, then in hours, and after a day as a
    date.
    """
    minutes = (0, 1, 2, 59, 60, 119, 120, 1439, 1440)
    games = [stored(f"{n}", NOW - timedelta(minutes=n, seconds=30)) for n in reversed(minutes)]
    found = listed(monkeypatch, tmp_path, *games)
    assert [(game.id, game.last_played) for game in found] == [
        ("0", "just now"),
        ("1", "just now"),
        ("2", "2 minutes ago"),
        ("59", "59 minutes ago"),
        ("60", "1 hour ago"),
        ("119", "1 hour ago"),
        ("120", "2 hours ago"),
        ("1439", "23 hours ago"),
        ("1440", "2 November 2026"),
    ]
    (naive,) = listed(monkeypatch, tmp_path, stored("abc", datetime(2026, 11, 3, 11, 50)))
    assert naive.last_played == "10 minutes ago"


def test_a_store_that_is_missing_or_faulty(tmp_path: Path) -> None:
    """A missing store has no games and no problem. A faulty one has no games either, but a problem with its path."""
    path = tmp_path / "games.sqlite"
    assert (list_stored_games(path), store_problem(path)) == ((), "")
    assert not path.exists()
    path.write_bytes(b"This is no store of games." * 100)
    assert list_stored_games(path) == ()
    assert str(path) in store_problem(path)


def test_kinds_of_players() -> None:
    """A person has no label. A bot has its label on the start screen, and a user's own bot the name of its class or
    file.
    """
    assert [player_label(player) for player in (PERSON, "planner", "my_bot:MyBot", "policy:/a/b/clever.npz")] == [
        "",
        "Hard",
        "MyBot",
        "clever",
    ]


# Open games.


def opened(*seats: StoredSeat, game: str = "cube_clash", **other: Any) -> OpenGame:
    """Return an open game with players in their seats."""
    anything: Any = None
    header: Any = SimpleNamespace(game=game, seats=seats)
    usual = {"id": "abc", "db": None, "writer": None} | other
    return OpenGame(anything, load_rules("cube_clash", Rulebook), anything, header, **usual)


def test_what_is_known_of_an_open_game() -> None:
    """An open game knows who plays in each seat, the command that resumes it, and whether its last part could not be
    stored.
    """
    game = opened(ADA, BEA)
    assert game.bots == {"Ada": PERSON, "Bea": "greedy"}
    assert game.game.name == "cube_clash"
    assert game.resume_command == "riotsim game --resume abc"
    assert opened(ADA, db=Path("/a b/c.sqlite")).resume_command == "riotsim game --resume abc --db '/a b/c.sqlite'"
    writers = [None, SimpleNamespace(problem=None), SimpleNamespace(problem="the disk is full")]
    assert [opened(ADA, writer=writer).unsaved for writer in writers] == [False, False, True]


def test_what_players_bring() -> None:
    """A player's titles have the chosen army and the company; who has neither is left out."""
    book = load_rules("cube_clash", Rulebook)
    (option, *_) = [one for one in opened().game.seat_options if one.for_persons]
    chosen, title = next(iter(option.choices(book).options.items()))
    company = CompanyText(name="raiders", text="")
    seats = (
        ADA,
        StoredSeat(name="Bea", player=PERSON, options={option.name: chosen}),
        StoredSeat(name="Cy", player=PERSON, company=company),
        StoredSeat(name="Dee", player=PERSON, options={option.name: chosen}, company=company),
    )
    assert opened(*seats).titles == {"Bea": title, "Cy": "brings raiders", "Dee": f"{title}, brings raiders"}


@pytest.mark.parametrize("allows", [True, False])
def test_why_a_game_can_not_be_resumed(*, allows: bool) -> None:
    """A game with a person can be resumed in the window only. An unknown bot and a policy that can't be read are
    refused. A user's own bot is refused unless it is named again.
    """
    place = Frontend(allows_persons=allows)
    program = "riotsim play" if allows else "riotsim game"
    own = StoredSeat(name="Bea", player="their_bot:Bot")
    other = StoredSeat(name="Cy", player="my_bot:MyBot")
    rows: list[tuple[tuple[StoredSeat, ...], str]] = [
        ((BEA,), ""),
        ((ADA, BEA), "" if allows else "Ada is a person, and persons play in the window: riotsim play --resume abc"),
        (
            (BEA, StoredSeat(name="Cy", player="gredy")),
            "Cy is played by 'gredy', and there is no such bot here",
        ),
        (
            (own, BEA, other),
            "Bea's bot their_bot:Bot is somebody's own code, which riotsim imports only when you name it "
            f"yourself: {program} --resume abc --player Bea=their_bot:Bot --player Cy=my_bot:MyBot",
        ),
    ]
    for seats, said in rows:
        header: Any = SimpleNamespace(game="riot_dice", seats=seats)
        if not said:
            open_games._must_be_seated("abc", header, place)
            continue
        with pytest.raises(BadInput) as refused:
            open_games._must_be_seated("abc", header, place)
        assert str(refused.value) == f"--resume abc: {said}"
    lost: Any = SimpleNamespace(game="riot_dice", seats=(StoredSeat(name="Bea", player="policy:/none/x.npz"),))
    with pytest.raises(BadInput, match=r"^--resume abc: Bea is played by a policy: "):
        open_games._must_be_seated("abc", lost, place)


# Files that scenario files name.


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/a/b/mine.yaml", "mine.yaml"),
        ("/a/b/deep/mine.yaml", "deep/mine.yaml"),
        ("/a/b/mine.txt", "./mine.txt"),
        ("/a/b/mine", "./mine"),
        ("/a/b/deep/mine", "deep/mine"),
        ("/a/mine.yaml", "/a/mine.yaml"),
        ("/c/mine.yaml", "/c/mine.yaml"),
    ],
)
def test_how_a_scenario_names_a_file(path: str, named: str) -> None:
    """A file below the scenario's folder has a relative path, one elsewhere an absolute path. A name that could be that
    of built-in rules begins with `./`.
    """
    assert _path_from(Path("/a/b/position.yaml"), path) == named


def test_companies_that_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of companies get absolute paths; names of companies that come with the game stay as they are."""
    monkeypatch.chdir(tmp_path)
    assert _lasting({"Ada": "raiders", "Bea": Path("raiders"), "Cy": "mine.yaml"}) == {
        "Ada": "raiders",
        "Bea": str(tmp_path / "raiders"),
        "Cy": str(tmp_path / "mine.yaml"),
    }
