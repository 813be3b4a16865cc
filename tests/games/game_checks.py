"""Checks of what every game must have and do; a check fails for a game that lacks it."""

import dataclasses
import importlib
import os
import re
from collections.abc import Callable, MutableMapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any, Final, cast

import av
import numpy as np
import pytest
from command_line import Fork
from company_checks import shows_companies, takes_companies_everywhere
from game_needs import NOT_NEEDED, USUAL
from game_subject import PICTURES, Subject
from games_here import pool_here

import riotsim
from riotsim.app.window.sandbox import sandbox_by
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns import workers
from riotsim.play.game import Assets, Game
from riotsim.play.narration import NarratedLine, Narration, PlainFormatter
from riotsim.play.session.recorder import GameRecord, Measures
from riotsim.players import bots_for, make_bots
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table
from riotsim.viewer.session.messages import GameOver, GameStatus
from riotsim.viewer.ui.widgets.fonts import ICONS

ROOT: Final = Path(__file__).parents[2]

CLAUSE_ID: Final = re.compile(r"[A-Z]{2}-\d\d")
"""The id of a clause, such as `RD-12`."""

CLAUSE: Final = re.compile(r"^\| (?:<a [^>]*></a>)?\**([A-Z]{2}-\d\d)\b", re.MULTILINE)
"""The id at the beginning of a clause's row."""


def default_part(part: "dataclasses.Field[Any]") -> object:
    """Return the default of a part of a game or its presentation. For a part without a default, return `MISSING`."""
    return part.default if part.default_factory is dataclasses.MISSING else part.default_factory()


def has_every_part(its: Subject) -> None:
    """A game replaces the default of every part, except the parts that it is known not to need."""
    lacking = {
        part.name
        for whole in (its.game, its.game.presentation())
        for part in dataclasses.fields(whole)
        if getattr(whole, part.name) == default_part(part)
    } - USUAL
    known = set(NOT_NEEDED.get(its.game.name, {}))
    assert lacking == known, f"{its.game.name} lacks {sorted(lacking - known)}, and has {sorted(known - lacking)}"


def seats_players_with_options(its: Subject) -> None:
    """For each choice of each seat option, a game begins and keeps this choice."""
    book = load_rules(its.rules, its.game.rules, its.options)
    assert its.game.seat_options
    for option in its.game.seat_options:
        for choice in option.choices(book).options:
            with its.begin(seats={"Ada": {option.name: choice}}) as match:
                match.step()
                assert match.header.seats[0].options == {option.name: choice}


def shows_what_answers_do(its: Subject) -> None:
    """Some requests of a game come with offers. The request accepts the answer of each offer."""
    for asked in its.played.asked:
        assert [offer for offer in asked.offers if asked.request.refusal(offer.answer)] == []
    assert any(asked.offers for asked in its.played.asked)


def is_told_in_its_words(its: Subject) -> None:
    """A game has a title and a credit. It tells its events, requests and standings in its own words."""
    game, shown = its.game, its.game.presentation()
    assert its.rules == game.name or Path(its.rules).is_file()
    assert all((game.title, game.motto, game.credit, game.score_name))
    assert game.score_icon in ICONS, "the window has no such icon"
    plain, offered, match = PlainFormatter(), set[str](), its.played.match
    for asked in its.played.asked:
        request, reason = asked.request, asked.reason
        assert reason.title, request
        assert reason.text, request
        assert CLAUSE_ID.fullmatch(reason.clause) or not reason.clause
        offered.update(map(str, request.options) if isinstance(request, riotsim.Choose) else ())
        assert [*asked.scored] == [set(match.players)] * 2
    assert match.log()
    formatter = shown.formatter(match.rules, match.session.first_checkpoint)
    in_words = [formatter.sentence(event) not in ("", plain.sentence(event)) for event in match.events]
    assert sum(in_words) > len(in_words) / 2  # "time is up" is what anybody would say
    told = Narration(shown.formatter(match.rules, match.session.first_checkpoint)).narrate(match.events)
    _names_whose_pieces_they_are(list(told), list(match.players))
    assert match.result is not None
    assert {name for name, _ in match.result.figures} == set(match.players)
    assert len(offered & set(game.options)) >= len(game.options) / 2  # one game doesn't come to all of them


def _names_whose_pieces_they_are(lines: Sequence[NarratedLine], players: Sequence[str]) -> None:
    """Check that each line marks all names of players in it. A name such as `Ada's Rifleman 1` belongs to Ada."""
    for line in lines:
        marked = [(line.text[name.begin : name.end], players[name.player]) for name in line.names]
        for player in players:
            assert {whose for text, whose in marked if text.startswith(player)} <= {player}, line.text
            named = len(re.findall(rf"\b{player}\b", line.text))
            assert named == sum(text.startswith(player) for text, _ in marked) or not line.markup.count("["), line.text


def does_what_it_declares(its: Subject) -> None:
    """The other parts of a game work: rules without scenery, bots that avoid things, a backdrop, pieces that are about
    to come, and owners of models.
    """
    game, shown, without = its.game, its.game.presentation(), NOT_NEEDED.get(its.game.name, {})
    load_rules(its.rules, game.rules, game.no_scenery_options)
    incoming = 0
    with its.begin() as match:
        owners = shown.model_owners(match.state)
        never = dict.fromkeys(match.players, game.avoidable)
        bots = make_bots(dict.fromkeys(match.players, "greedy"), match.rules, match.seed, never)
        for _ in range(60):
            if not match.is_over:
                request = match.pending[0]
                incoming += len(shown.incoming_pieces(match.rules, {}, match.session, request))
                match.answer(bots[request.player].answer(request, match.session))
        assert incoming or "incoming_pieces" in without
        assert set(match.table.models) <= set(owners)
        assert set(owners.values()) <= set(match.players)
        assert owners or "model_owners" in without
        if game.backdrop is not None:
            backdrop = game.backdrop(match.rules, Assets({}, {}, {}), riotsim.perform)
            assert backdrop.players
            assert backdrop.table.towers


def throws_and_stacks_its_dice(its: Subject) -> None:
    """Outside a game, a game's dice can be thrown and stacked by its usual hand and by each other hand."""
    book = load_rules(its.rules, its.game.rules, its.options)
    for hand in (None, *its.game.dice_rules(book).hands):
        assert riotsim.throw("d6", seed=1, hand=hand, rules=its.rules).total > 0
        assert riotsim.build_tower(1, seed=1, hand=hand, rules=its.rules).stands


def plays_and_verifies(its: Subject) -> None:
    """A stored game ends with a winner or a draw, and comes out the same when it is simulated again."""
    name = its.stored()
    assert "to the last bit" in its.run("games", "verify", name, "--db", its.store)


def is_killed_and_goes_on(its: Subject, steps: int = 0, **given: Any) -> None:
    """A process that is gone in the middle loses nothing: the game goes on to the same end.

    Args:
        its: The game.
        steps: The number of answers before the kill; 0 for a quarter of the journal's length.
        given: Other arguments of `riotsim.new_game`.
    """
    whole = its.played.match
    if given:
        with its.begin(**given) as whole:
            whole.play()
    count = steps or max(1, len(whole.session.journal) // 4)

    def killed(_stdin: IO[bytes], stdout: IO[bytes]) -> None:
        match = its.begin(store=its.store, **given)
        assert match.id is not None
        stdout.write(match.id.encode())
        for _ in range(count):
            match.step()
        os._exit(9)

    with Fork(killed) as run:
        name = run.stdout.read().decode()
    assert run.poll() == 9
    with riotsim.resume_game(name, store=its.store) as match:
        match.play()
        assert match.result == whole.result
        assert match.table == whole.table
        assert match.events == whole.events


def is_undone(its: Subject) -> None:
    """If answers are undone back to the beginning of a game and redone, the game is in the same state again."""
    with its.begin() as match:
        begun = match.table, match.pending
        for _ in range(4):
            match.step()
        there = match.table, match.pending, match.events
        taken = 0
        while (match.table, match.pending) != begun:
            match.undo()
            taken += 1
            assert taken <= 4
        for _ in range(taken):
            match.redo()
        assert (match.table, match.pending, match.events) == there


def is_replayed(its: Subject) -> None:
    """A played game is replayed as a web page, a 3D model and a text."""
    page, model, text, _ = its.replays
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert model.read_bytes().startswith(b"glTF")
    assert its.game.title in text.read_text(encoding="utf-8")


def is_filmed(its: Subject) -> None:
    """The film of a game has a picture for each second. Its first picture differs from its last."""
    *_, path = its.replays
    with av.open(str(path)) as film:
        assert film.duration is not None
        seconds = film.duration / 1e6
        shown = [frame.to_ndarray(format="rgb24") for frame in film.decode(video=0)]
    assert PICTURES <= len(shown) == pytest.approx(seconds, abs=0.5)
    assert (shown[0] != shown[-1]).any()


def is_hosted(its: Subject) -> None:
    """The window's host plays a game to its end."""
    assert isinstance(its.in_window[-1], GameOver)


def describes_its_pieces(its: Subject) -> None:
    """The window gets a sheet for each model, tower die or other die, and marks with texts. A recording ends with the
    same marks, sheets, areas, standings and result as the window.
    """
    recording, seen = its.recording, its.in_window
    status = [message for message in seen if isinstance(message, GameStatus)][-1]
    last = recording.moments[-1]
    assert (status.sheets, status.marks, status.areas) == (last.sheets, last.marks, last.areas)
    told, kept = (
        [(row.label, row.value, row.player) for row in rows if not row.pieces] for rows in (status.rows, last.rows)
    )
    assert told == kept
    assert isinstance(seen[-1], GameOver)
    assert tuple(line.text for line in seen[-1].lines) == recording.result
    pieces = {*last.after.models, *(die for tower in last.after.towers.values() for die in tower.dice)}
    pieces = pieces or {*last.after.dice}
    described = {*last.sheets, *(die for name, tower in last.after.towers.items() for die in tower.dice
                                 if name in last.sheets)}  # fmt: skip
    assert pieces
    assert pieces <= described
    assert all(sheet.title for sheet in last.sheets.values())
    assert any(moment.marks for moment in recording.moments)
    assert all(mark.text for moment in recording.moments for marks in moment.marks.values() for mark in marks)


def has_a_sandbox(its: Subject) -> None:
    """A position from the sandbox, written to a file, is a scenario that holds. A game can begin at this position, and
    every bot can answer its first question.
    """
    sandbox = sandbox_by(its.rules)
    position = sandbox.normalised(sandbox.initial_position())
    assert sandbox.normalised(position) == position
    assert sandbox.piece_types
    file = its.folder / "position.yaml"
    file.write_text(sandbox.text(position, "A position", file), encoding="utf-8")
    its.run("check", file)
    for bot in bots_for(its.game):
        with dataclasses.replace(sandbox, players=dict.fromkeys(sandbox.names, bot)).play(position)(
            _shown, print
        ) as it:
            (asked, *_) = it.session.pending
            assert asked.refusal(it.bots[asked.player](asked, it.session)) is None


def _shown(_table: Table, _act: Act, _frames: object) -> Settled:
    raise AssertionError("nothing moves before the first answer")


def is_played_by_every_bot(its: Subject) -> None:
    """Every bot that can play a game answers its first three requests."""
    for bot in bots_for(its.game):
        with its.begin(bot) as match:
            for _ in range(3):
                match.step()


def is_learned_from(its: Subject) -> None:
    """A game has an environment, and a random agent can play in it."""
    module = importlib.import_module(f"riotsim.envs.{its.game.name}_v0")
    env = module.raw_env(options=dict(its.options), max_cycles=30)
    env.reset(seed=3)
    chance = np.random.default_rng(3)
    for _ in range(30):
        if any(env.terminations.values()) or any(env.truncations.values()):
            break
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(chance.choice(legal)))
    env.close()


def is_measured(its: Subject) -> None:
    """The lab plays a game, and measures exactly the figures that the game names."""
    rules = its.rules if its.rules == its.game.name else Path(its.rules).name
    options = "".join(f"      {key}: {riotsim_value(value)}\n" for key, value in its.options.items())
    arm = f"  usual:\n    set:\n{options}" if options else "  usual: {}\n"
    players = "".join(f"  - {{name: {name}, bot: random}}\n" for name in its.played.match.players)
    file = its.folder / "campaign.yaml"
    file.write_text(
        f"name: small\nrules: {rules}\npairs: 1\nplayers:\n{players}arms:\n{arm}",
        encoding="utf-8",
    )
    measured: list[Measures] = []

    def measure(book: Any, course: GameRecord) -> Measures:
        measured.append(its.game.measure(book, course))
        return measured[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "local_pool", pool_here)
        games = cast(MutableMapping[str, Game], GAMES)
        patch.setitem(games, its.game.name, dataclasses.replace(its.game, measure=measure))
        told = its.run("lab", "run", file, "--db", its.folder / "lab.sqlite", "--json")
    for figure in its.game.figures:
        assert f'"{figure}"' in told, figure
    assert measured
    assert all(set(found.figures) == set(its.game.figures) for found in measured)


def riotsim_value(value: object) -> str:
    """Write an option's value as YAML."""
    return "[" + ", ".join(map(str, value)) + "]" if isinstance(value, list) else str(value)


def has_tested_clauses(its: Subject) -> None:
    """Each clause on the game's page is named in a test or a scenario."""
    page = ROOT / "docs" / "games" / f"{its.game.name}.md"
    assert page.exists(), f"docs/games/{its.game.name}.md lists the clauses of the game"
    clauses = CLAUSE.findall(page.read_text(encoding="utf-8"))
    assert clauses
    assert {*clauses} - _clauses_in_tests() == set()


@cache
def _clauses_in_tests() -> frozenset[str]:
    """Return all ids of clauses that occur in tests and scenarios."""
    files = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests" / "scenarios").rglob("*.yaml")]
    return frozenset(clause for file in files for clause in CLAUSE_ID.findall(file.read_text(encoding="utf-8")))


CHECKS: Final[tuple[Callable[[Subject], None], ...]] = (
    has_every_part,
    seats_players_with_options,
    is_told_in_its_words,
    does_what_it_declares,
    throws_and_stacks_its_dice,
    shows_what_answers_do,
    plays_and_verifies,
    is_killed_and_goes_on,
    is_undone,
    is_replayed,
    is_filmed,
    is_hosted,
    describes_its_pieces,
    has_a_sandbox,
    takes_companies_everywhere,
    shows_companies,
    is_played_by_every_bot,
    is_learned_from,
    is_measured,
    has_tested_clauses,
)
