"""Riot Dice in the sandbox of the window: what there is to put on the table, positions as files, games from there."""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from riotsim.app.new_games import SEED_BITS
from riotsim.app.scenario_files import SUFFIXES, LoadedScenario, check_scenario, load_scenario
from riotsim.app.window import own_rules
from riotsim.app.window.hosting import EVERY
from riotsim.app.window.tryout import TryingOut
from riotsim.app.window.words import words_of
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import read_rules, with_options
from riotsim.files.yaml import read_yaml, validate
from riotsim.games.registry import played_as
from riotsim.games.riot_dice.description import RIOT_DICE
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.game import rules_of
from riotsim.games.riot_dice.rules.setup import lay_table, muster
from riotsim.games.riot_dice.scenario.given import Given
from riotsim.games.riot_dice.scenario.position import given_of, new_model, position_of, scenario_text
from riotsim.games.riot_dice.scenario.scenario import Scenario
from riotsim.games.riot_dice.state import State
from riotsim.physics import Diverged, live_carry
from riotsim.physics.perform import frames
from riotsim.play.game import Assets
from riotsim.play.position import Position
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox_rules import SandboxRules
from riotsim.play.session.session import Session
from riotsim.players import PERSON, make_bots
from riotsim.replay.recording import Seat, seats
from riotsim.store.assets import loaded
from riotsim.table.acts import Act, Carry, Hand, Settled
from riotsim.table.dice.kinds import D6
from riotsim.table.overlaps import clashes
from riotsim.table.pieces import Model, Piece, PieceId, Terrain, Token
from riotsim.table.poses import ORIGIN, Point, heading
from riotsim.table.state import Table
from riotsim.table.units import inches
from riotsim.viewer.sandbox.game import PieceSort
from riotsim.viewer.session.hosted_game import HostedGame, LiveCarry, Notify, Opening, ShowAct, Unplayable
from riotsim.viewer.ui.start import start_model

FROM_THE_EDGE, APART = inches(2.5), inches(2.0)
"""Where gangs stand at first (mm): so far from their edge, and from each other."""

WHAT_FOLLOWS = "The position was opened. What the file decides and expects stays in it: a position has neither."


@dataclass(frozen=True)
class RiotSandbox:
    """Riot Dice for the sandbox: a `viewer.sandbox.game.Bench`."""

    book: Rulebook
    assets: Assets
    seats: tuple[Seat, ...]
    players: Mapping[PlayerId, str]
    """Who plays from here: `person`, or a bot."""
    begins: Position
    rules: str
    """As a scenario names them: a name, or a file."""
    options: Mapping[str, object]
    notice: str = ""
    treasure: str = "loot"
    seed: int = field(default_factory=lambda: secrets.randbits(SEED_BITS))
    """Of what is tried, and of games that begin there."""

    @property
    def title(self) -> str:
        """What is played."""
        return f"Riot Dice: {' against '.join(seat.name for seat in self.seats)}"

    @property
    def hand(self) -> Hand:
        """That of whoever tries something."""
        return self.book.hands[self.book.hand].hand

    @property
    def sorts(self) -> tuple[PieceSort, ...]:
        """All that the rules know."""
        book, figures = self.book, self.assets.figures
        kinds = (
            PieceSort(f"model.{name}", name.capitalize(), Model("", "", (0.0, 0.0), kind.footing, kind=name,
                 figure=figures.get(name)), f"{kind.cost} points, toughness {kind.toughness}")
            for name, kind in book.models.items()
        )  # fmt: skip
        die = book.dice.bag(self.assets.dice).die("", D6.name)
        scenery = (
            PieceSort(f"terrain.{name}", name.capitalize(), Terrain("", shape, (0.0, 0.0), 0.0, name, kind.blocks_moves,
                 kind.blocks_bullets, kind.stand_on))
            for name, kind in book.terrain.items()
            if (shape := kind.shape_box or self.assets.meshes.get(name)) is not None
        )  # fmt: skip
        return (
            *kinds,
            PieceSort("die", "Die", die, "Over a tower it goes on top, at a model it begins one, else it lies there"),
            PieceSort("loot", "Loot", Token("", ORIGIN, book.loot.size)),
            *scenery,
        )

    def first(self) -> Position:
        """Give the position to begin with."""
        return self.begins

    def name(self, piece: Piece, table: Table) -> PieceId:
        """Give a name for a piece: models keep theirs, all others are called in order once they lie there."""
        if not isinstance(piece, Model):
            return "new"
        rest = self.begins.rest
        waiting = () if not isinstance(rest, Given) else tuple(m for m, its in rest.models.items() if its.at is None)
        return new_model(piece.owner, self._bosses, table, waiting)

    def tidied(self, position: Position) -> Position:
        """Give a position as a scenario has it. Raises `Unplayable` for what the rules forbid."""
        given = given_of(position, self.book, self._bosses)
        for _, sentence in given.faults(self.book, self.assets):
            raise Unplayable(sentence)
        return position_of(given, self.book, self.assets)

    def text(self, position: Position, title: str, file: Path) -> str:
        """Write a position as a scenario that lies at a place."""
        rules = self.rules
        if rules not in builtin_rules():
            beside = os.path.relpath(rules, file.parent) if Path(rules).drive == file.drive else rules
            beside = Path(beside).as_posix()
            bare = "/" not in beside and Path(beside).suffix not in SUFFIXES  # or it would be taken for a name
            rules = rules if beside.startswith("..") else f"./{beside}" if bare else beside
        given = given_of(position, self.book, self._bosses)
        return scenario_text(given, title, rules, self.options, ())

    def trying(self) -> Opening:
        """Give where throws and carries are tried out."""
        rules = SandboxRules(self._bosses[0], self.hand, self.book.house.models == "free")
        return TryingOut(self.begins.table, self.seats, rules, self.seed)

    def play(self, position: Position) -> Opening:
        """Give a game that begins there, in which everything may be undone."""
        given = given_of(position, self.book, self._bosses)
        players = dict(self.players)
        return FromPosition(given, self.book, self.assets, self.seats, players, self.seed)

    @property
    def _bosses(self) -> tuple[PlayerId, ...]:
        return tuple(seat.name for seat in self.seats)


def bench_for(draft: start_model.Draft, *, bare: bool) -> RiotSandbox:
    """Give the sandbox for bosses and rules as a new game has them. Raises `Unplayable`."""
    names = [seat.name.strip() for seat in draft.seats]
    if not all(names) or len(set(names)) < len(names):
        raise Unplayable("Every boss needs a name of their own")
    try:
        file = own_rules.file_of(draft.own) if draft.rules == start_model.OWN else Path(draft.rules)
        document = read_rules(file if draft.rules == start_model.OWN else draft.rules)
        game = played_as(document.data)
        if game is not RIOT_DICE:
            raise Unplayable(f"{game.title} has no sandbox yet: take Riot Dice")
        document = with_options(document, dict(game.bare) if bare else {})
        book = validate(document, Rulebook)
        builtin = draft.rules in builtin_rules()
        assets = loaded(book, None if builtin else file.parent, document)
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad
    gangs = {name: seat.gang for name, seat in zip(names, draft.seats, strict=True) if seat.gang in book.gangs}
    state = muster(book, names, gangs, {})
    players = {name: seat.player for name, seat in zip(names, draft.seats, strict=True)}
    colours = {name: seat.colour for name, seat in zip(names, draft.seats, strict=True)}
    source = draft.rules if builtin else str(file.resolve())
    begins = Position(_mustered(book, assets, state), names[0], dict.fromkeys(names, 0))
    return RiotSandbox(book, assets, seats(players, colours), players, begins, source, {})


def bench_of(file: Path) -> RiotSandbox:
    """Give the sandbox for a scenario file. Raises `Unplayable` with all that is wrong with it."""
    try:
        found = load_scenario(read_yaml(file))
        check_scenario(found)
        scenario, book = found.scenario, found.rules
        if not isinstance(scenario, Scenario) or not isinstance(book, Rulebook):
            raise Unplayable(f"{file} is a scenario of another game: the sandbox knows Riot Dice")
        assets = loaded(book, found.beside, found.document)
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad
    players = dict.fromkeys(scenario.given.bosses, PERSON)
    more = scenario.when or scenario.then.model_fields_set
    return RiotSandbox(
        book,
        assets,
        seats(players),
        players,
        position_of(scenario.given, book, assets),
        _source(found, scenario),
        scenario.options,
        WHAT_FOLLOWS if more else "",
    )


def _source(found: LoadedScenario, scenario: Scenario) -> str:
    if found.beside is None:
        return scenario.rules
    return str((Path(found.document.file).parent / scenario.rules).resolve())


def _mustered(book: Rulebook, assets: Assets, state: State) -> Table:
    """The table of the rules with all gangs along its edges, looking at its middle."""
    bosses = list(state.bosses)
    table = lay_table(book, len(bosses), assets.meshes)
    for model, fighter in state.fighters.items():
        kind = book.models[fighter.kind]
        piece = Model(model, fighter.boss, (0.0, 0.0), kind.footing, kind=fighter.kind,
                      figure=assets.figures.get(fighter.kind))  # fmt: skip
        for at in _spots(table, bosses.index(fighter.boss)):
            there = table.put(replace(piece, at=at, level=table.level_at(at), heading=heading(at, table.middle)))
            if next(clashes(there), None) is None:
                table = there
                break
    return table


def _spots(table: Table, edge: int) -> Iterator[Point]:
    """Places along an edge, its middle first, then in rows behind: the front, back, left or right one."""
    width, depth = table.width, table.depth
    along, deep = (width, depth) if edge < 2 else (depth, width)
    for row in range(4):
        inwards = FROM_THE_EDGE + row * APART
        steps = int((along / 2 - FROM_THE_EDGE) / APART)
        for step in sorted(range(-steps, steps + 1), key=lambda k: (abs(k), -k)):
            x, y = along / 2 + step * APART, inwards if edge % 2 == 0 else deep - inwards
            yield (x, y) if edge < 2 else (y, x)


@dataclass(frozen=True, slots=True)
class FromPosition:
    """A game that begins at a position, and is not stored: a `viewer.door.Opening`."""

    given: Given
    book: Rulebook
    assets: Assets
    seats: tuple[Seat, ...]
    players: dict[PlayerId, str]
    seed: int

    @contextmanager
    def __call__(self, show: ShowAct, tell: Notify) -> Iterator[HostedGame[State]]:
        """Open it."""

        def perform(table: Table, act: Act, seed: int, /) -> Settled:
            return show(table, act, frames(table, act, seed, every=EVERY, listen=True))

        book, assets = self.book, self.assets
        state = self.given.state(book, assets)
        state.live_clock = PERSON in self.players.values()
        table = self.given.lay(book, assets)
        session: Session[Any] = Session(rules_of(book, assets.dice, assets.figures), state, table, self.seed, perform)
        bots = make_bots(self.players, book, self.seed)
        try:
            yield HostedGame(
                session,
                "Riot Dice from here on",
                self.seats,
                {model: fighter.boss for model, fighter in state.fighters.items()},
                {name: boss.answer for name, boss in bots.items()},
                words_of(RIOT_DICE, session, book, assets.figures),
                live_carry=_live,
                sandbox=True,
            )
        except Diverged as error:
            raise Unplayable(f"The game can't go on: {error}") from error
        finally:
            session.close()


def _live(table: Table, act: Act, seed: int) -> LiveCarry:
    assert isinstance(act, Carry), "only carries are dragged"
    return live_carry(table, act, seed)
