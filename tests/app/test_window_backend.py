"""The window's backend for Riot Dice: new games from drafts, and the list of stored games."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("pyglet")

import riotsim
from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.hosting import GameInWindow
from riotsim.app.window.offers import BARE_TABLE_KEY, new_game_options
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.players import BOTS, PERSON
from riotsim.replay.recording import SEATS
from riotsim.store.database.store import Store
from riotsim.store.exchange import read_export
from riotsim.store.resume import resume_game
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.session.hosted_game import Notify, ShowAct, Unplayable
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.start_model import Draft, SeatDraft, fit_draft


def _draft(backend: WindowBackend) -> Draft:
    return replace(backend.default_draft(), seed="3")


def _opened(backend: WindowBackend, draft: Draft) -> GameInWindow:
    opening = backend.begin(draft)
    assert isinstance(opening, GameInWindow)
    return opening


def _show(*_: object) -> object:
    raise AssertionError("nothing is thrown before somebody is asked")


_shows: ShowAct = _show  # type: ignore[assignment]  # it is never called
_tells: Notify = lambda _text: None  # noqa: E731 - a function can't be declared a `Notify`


def test_what_was_chosen_is_in_the_game(tmp_path: Path) -> None:
    """A new game has the names, players, colours and table that were chosen on the start screen. The list of games has
    its names, colours and seed.
    """
    backend = WindowBackend(tmp_path / "s")
    draft = _draft(backend)
    gangs = [option.key for option in backend.new_game_options().rules_for("riot_dice").seat_options[0].choices]
    seats = (SeatDraft("Zoe", "person", 2, {"gang": gangs[-1]}), SeatDraft("Max", "random", 1, {"gang": gangs[0]}))
    opening = _opened(backend, replace(draft, seats=seats, table=BARE_TABLE_KEY))

    with opening(_shows, _tells) as hosted:
        assert [seat.name for seat in hosted.seats] == ["Zoe", "Max"]
        assert [(seat.colour, seat.symbol) for seat in hosted.seats] == [SEATS[2], SEATS[1]]
        assert hosted.persons == {"Zoe"}
        assert hosted.session.table.terrain == {}
    (listed,) = backend.stored_games()
    assert [(seat.name, seat.colour) for seat in listed.seats] == [("Zoe", SEATS[2][0]), ("Max", SEATS[1][0])]
    assert (listed.is_over, listed.is_busy) == (False, False)
    assert (listed.about, listed.details) == ("Riot Dice", f"Game {listed.id}, seed 3")


def test_two_new_players_have_different_gangs_of_equal_worth(tmp_path: Path) -> None:
    """The start screen suggests a different gang for each seat, and the first two cost the same."""
    backend = WindowBackend(tmp_path / "games.sqlite", rules="riot_dice")
    rules = load_rules("riot_dice", Rulebook)
    (option,) = backend.new_game_options().rules_for("riot_dice").seat_options
    chosen = [seat.options["gang"] for seat in backend.default_draft().seats]
    assert len({option.usual_choice(place) for place in range(4)}) == 4
    first, second = (sum(rules.models[model].cost for model in rules.gangs[gang].models) for gang in chosen)
    assert first == second
    assert chosen[0] != chosen[1]


@pytest.mark.parametrize(
    ("game", "about"),
    [
        ("riftwar", "Commander, 2 × IFV, ATGM, 7 × Rifleman"),
        ("cube_clash", "5 dwarves, 3 coral elves"),
        ("buskit", "duellist of the old town"),
    ],
)
def test_an_army_introduces_itself(tmp_path: Path, game: str, about: str) -> None:
    """The start screen names the units, dice or characters of each army or company."""
    (army, *_) = WindowBackend(tmp_path / "s").new_game_options().rules_for(game).seat_options
    assert army.choices[0].about == about
    assert all(choice.about for choice in army.choices)


def test_seats_begin_with_the_choices_that_they_have_elsewhere(tmp_path: Path) -> None:
    """CC-04: if no armies are chosen, the window's game has the same armies as a game begun in Python, one for each
    side.
    """
    backend = WindowBackend(tmp_path / "s")
    draft = fit_draft(replace(_draft(backend), rules="cube_clash"), backend.new_game_options())
    assert [seat.options["army"] for seat in draft.seats] == ["lantern_guild", "reed_court"]
    with _opened(backend, draft)(_shows, _tells) as hosted, riotsim.new_game("cube_clash", seed=3) as elsewhere:
        assert hosted.session.state.armies == elsewhere.session.state.armies


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_list_of_games_names_the_turn_as_the_game_does(tmp_path: Path, game: str) -> None:
    """The list of games names an unfinished game's turn as the game's own heading does, such as `round 3`."""
    path = Path(__file__).parents[1] / "golden" / f"{game}.json"
    whole = read_export(path.read_bytes(), str(path))
    titles = set()
    for count in (len(whole.entries) // 16, len(whole.entries) * 3 // 8):
        begun = replace(
            whole,
            entries=whole.entries[:count],
            outcomes={entry: outcome for entry, outcome in whole.outcomes.items() if entry < count},
            turns=tuple(turn for turn in whole.turns if turn.entry <= count),
            result=None,
        )
        turn = GAMES[game].presentation().turn(resume_game(begun).session.state)
        store = tmp_path / f"{count}"
        with Store(store) as into:
            into.add(begun, ())
        (listed,) = WindowBackend(store).stored_games()
        assert listed.progress.capitalize() == turn.title.partition(":")[0]
        titles.add(listed.progress)
    assert len(titles) == 2


def test_a_seed_of_the_command_line_is_that_of_the_next_game(tmp_path: Path) -> None:
    """If the window is started with the seed 5, the start screen has this seed, and the next game is played with it."""
    settings = SettingsModel(Settings())
    draft = StartScreen(WindowBackend(tmp_path / "s", "5"), settings).model(settings).draft
    assert draft.seed == "5"
    with _opened(WindowBackend(tmp_path / "s"), draft)(_shows, _tells):
        pass
    assert WindowBackend(tmp_path / "s").stored_games()[0].details.endswith("seed 5")


def test_players_of_the_command_line_are_those_of_the_next_game(tmp_path: Path) -> None:
    """If players are named on the command line, the start screen has them in their seats, and the next game is
    theirs.
    """
    backend = WindowBackend(tmp_path / "s", "5", {"Zoe": PERSON, "Max": "random"})
    draft = backend.default_draft()
    assert [(seat.name, seat.player, seat.colour) for seat in draft.seats] == [("Zoe", PERSON, 0), ("Max", "random", 1)]
    with _opened(backend, draft)(_shows, _tells) as hosted:
        assert hosted.persons == {"Zoe"}
        assert set(hosted.bots) == {"Max"}


def test_the_first_frame_waits_for_no_game(tmp_path: Path) -> None:
    """The start screen can be shown before games, rules, store and engine are loaded. Its choices are there
    afterwards.
    """
    script = f"""
import sys
from pathlib import Path
from riotsim.app.window.backend import WindowBackend
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.settings import Settings
settings = SettingsModel(Settings())
start = StartScreen(WindowBackend(Path({str(tmp_path / "s")!r})), settings)
assert start.opening().is_opening and start.opening().version
late = ("riotsim.games", "riotsim.store.database", "riotsim.physics", "pybullet")
assert not [name for name in sys.modules if name.startswith(late)]
assert not start.model(settings).is_opening
assert start.model(settings).credits
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_every_bot_can_be_chosen(tmp_path: Path) -> None:
    """For each seat, the start screen offers a person and all bots, with a description of each. The levels come first.
    A game with a planner can be begun.
    """
    backend = WindowBackend(tmp_path / "s")
    offered = {option.key: option.about for option in backend.new_game_options().players}
    assert set(offered) == {PERSON, *BOTS}
    assert tuple(offered)[:4] == (PERSON, "easy", "greedy", "planner")
    assert all(offered.values())
    seats = (SeatDraft("Zoe", PERSON, 0), SeatDraft("Max", "planner", 1))
    with _opened(backend, replace(_draft(backend), seats=seats))(lambda *_: None, lambda _: None) as hosted:  # type: ignore[arg-type]  # nothing is thrown yet
        assert set(hosted.bots) == {"Max"}


def test_a_game_with_scenery_can_be_played_without(tmp_path: Path) -> None:
    """Riot Dice offers bare felt beside the table of the rules. Games without scenery offer only the table."""
    rules = WindowBackend(tmp_path / "db").new_game_options().rules
    offered = {one.key: [table.key for table in one.tables] for one in rules}
    assert offered["riot_dice"] == ["", BARE_TABLE_KEY]
    assert offered["demolition_dice"] == offered["cube_clash"] == [""]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": "-1"}, "A seed is a whole number"),
        ({"seed": "x"}, "A seed is a whole number"),
        ({"rules": "no_such_rules"}, "no_such_rules"),
        ({"rules": "/nowhere/rules.yaml"}, "/nowhere/rules.yaml"),
    ],
)
def test_what_can_t_be_played_is_told(tmp_path: Path, changed: dict[str, str], said: str) -> None:
    """If a seed is bad or the rules are missing, the new game is refused with the reason, and nothing is stored."""
    backend = WindowBackend(tmp_path / "s")
    with pytest.raises(Unplayable, match=said):
        backend.begin(replace(_draft(backend), **changed))  # type: ignore[arg-type]  # texts, all of them
    assert backend.stored_games() == ()


@pytest.mark.parametrize("names", [("Ann", "Ann"), ("", "Bob"), ("x" * 21, "Bob")])
def test_bosses_have_names_of_their_own(tmp_path: Path, names: tuple[str, str]) -> None:
    """A new game is refused if two players have the same name, or if a name is empty or too long."""
    backend = WindowBackend(tmp_path / "s")
    draft = _draft(backend)
    seats = tuple(replace(seat, name=name) for seat, name in zip(draft.seats, names, strict=True))
    with pytest.raises(Unplayable, match="name"):
        backend.begin(replace(draft, seats=seats))


@pytest.mark.parametrize("look", [WindowBackend.recording, WindowBackend.resume])
def test_a_store_that_is_not_there_is_not_made(look: Callable[[WindowBackend, str], object], tmp_path: Path) -> None:
    """A stored game of a store that is missing can't be opened or watched, and no store is created."""
    with pytest.raises(Unplayable, match="there is no store of games here yet"):
        look(WindowBackend(tmp_path / "s"), "abcdef")
    assert list(tmp_path.iterdir()) == []


def test_rules_that_come_with_the_program_have_their_games_titles() -> None:
    """On the start screen, rules that come with the program have titles such as "RiftWar" and "RiftWar as played"."""
    titles = {rules.key: rules.label for rules in new_game_options().rules}
    assert titles["riftwar"] == "RiftWar"
    assert titles["riftwar_as_played"] == "RiftWar as played"
    assert titles["riot_dice"] == "Riot Dice"
