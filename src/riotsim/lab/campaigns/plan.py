"""The plan of a campaign: the header of each arm, and the trials, each of which is a game."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import Field, JsonValue

from riotsim.bots import custom
from riotsim.files.assets.checks import check_assets
from riotsim.files.problems import BadFile, Problem
from riotsim.files.rules import folder_of, read_rules, with_options
from riotsim.files.yaml import OPTION_SOURCE, Document, validate
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.campaign import Arm, Campaign, Player
from riotsim.play.game import Game
from riotsim.play.rulebook.sections import unknown_name
from riotsim.players import bot_fault
from riotsim.rulebooks import game_of
from riotsim.store.begin import make_header, rules_text
from riotsim.store.database.document import Header, Seat, Stored

PLAYER_NAMES = ("Ada", "Bea", "Cy", "Dee")
"""Default names of the players, in seat order."""


class Trial(NamedTuple):
    """One game of a campaign, identified by its place."""

    arm: str
    pair: int
    """Index of the pair, from 0. All games of a pair, in all arms, have the same seed."""
    order: int
    """Number of seats by which all players are rotated."""


class ArmPlan(Stored):
    """An arm with everything that is needed to play it."""

    header: Header
    """The game's header, with the seats in their first order and without a seed."""
    never: dict[str, tuple[str, ...]] = Field(default={})
    """Options that players never choose, by the players' names."""


class Plan(Stored):
    """A campaign with everything that is needed to play it, on any machine."""

    campaign: dict[str, JsonValue]
    """The data of the campaign file."""
    arms: dict[str, ArmPlan]

    @cached_property
    def definition(self) -> Campaign:
        """The campaign, parsed."""
        return Campaign.model_validate(self.campaign)

    @property
    def game(self) -> Game:
        """The game that all arms play."""
        return GAMES[next(iter(self.arms.values())).header.game]

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, in the seat order of the first arm."""
        return tuple(seat.name for seat in next(iter(self.arms.values())).header.seats)

    @cached_property
    def orders(self) -> int:
        """Number of games for each seed and arm: one for every rotation of the seats that makes a different game."""
        return max(map(_period, self.arms.values()))

    def trials(self) -> Iterator[Trial]:
        """Yield all games pair by pair, so that stopping early leaves whole pairs."""
        for pair in range(self.definition.pairs):
            yield from self.trials_of_pair(pair)

    def trials_of_pair(self, pair: int) -> Iterator[Trial]:
        """Yield the games of one pair."""
        for arm in self.arms:
            for order in range(self.orders):
                yield Trial(arm, pair, order)

    def header(self, trial: Trial) -> Header:
        """Return the header of one game of this campaign."""
        header = self.arms[trial.arm].header
        seats = header.seats[trial.order :] + header.seats[: trial.order]
        return header.model_copy(update={"seats": seats, "seed": seed_of(self.definition.seed, trial.pair)})


def _period(arm: ArmPlan) -> int:
    """Return the number of rotations after which all players, but for their names, sit as before."""
    who = [(seat.player, seat.options, arm.never.get(seat.name, ())) for seat in arm.header.seats]
    return next(k for k in range(1, len(who) + 1) if who[k:] + who[:k] == who)


def plan_identity(plan: Plan) -> dict[str, JsonValue]:
    """Return everything that identifies the games of a campaign: all but its name, its number of pairs, and its test.

    If two plans agree in this, the same trial is the same game in both.
    """
    arms = {name: (arm.header, arm.never) for name, arm in plan.arms.items()}
    return {
        "arms": [*sorted(arms)],
        "rules": {name: [header.rules.sha256, dict(header.rules.files)] for name, (header, _) in arms.items()},
        "bosses": {
            name: [
                [*(seat.model_dump(mode="json") for seat in header.seats)],
                {who: [*no] for who, no in never.items()},
            ]
            for name, (header, never) in arms.items()
        },
        "seed": plan.definition.seed,
        "versions": {name: dict(header.versions) for name, (header, _) in arms.items()},
    }


def seed_of(root: int, pair: int) -> int:
    """Return the seed of a pair (64 bits)."""
    low, high = np.random.SeedSequence(root, spawn_key=(pair,)).generate_state(2)
    return int(low) | int(high) << 32


def make_plan(campaign: Campaign, file: str, beside: Path | None = None) -> Plan:
    """Make the plan of a campaign.

    Args:
        campaign: The campaign.
        file: Name of its file, for messages.
        beside: Folder in which its rules files are looked for.

    Raises:
        BadFile: The campaign is invalid; the error lists everything that is wrong.
    """
    arms = {name: _arm(campaign, name, arm, file, beside) for name, arm in campaign.arms.items()}
    plan = Plan(campaign=campaign.model_dump(mode="json"), arms=arms)
    for name, arm in arms.items():
        if arm.header.game != plan.game.name:
            raise _bad(file, name, f"plays {arm.header.game}, and the first arm {plan.game.name}; all play one game")
        if (many := len(arm.header.seats)) != len(plan.players):
            raise _bad(file, name, f"has {many} players, and the first arm {len(plan.players)}; all have as many")
    return plan


def check_arms_differ(plan: Plan, file: str) -> None:
    """Check that no two arms play the same games.

    Raises:
        BadFile: Two arms have the same rules and the same players.
    """
    seen: dict[str, str] = {}
    for name, arm in plan.arms.items():
        same = arm.model_dump_json(exclude={"header": {"begun"}})
        if same in seen:
            raise _bad(file, name, f"is the same as {seen[same]}: the same rules, and the same players")
        seen[same] = name


def _arm(campaign: Campaign, name: str, arm: Arm, file: str, beside: Path | None) -> ArmPlan:
    source = _source(arm.rules or campaign.rules, beside)
    document = with_options(read_rules(source), dict(arm.set))
    game = game_of(document)
    folder = folder_of(source)
    try:
        book = validate(document, game.rules)
        if problems := check_assets(book, folder, document)[0]:
            raise BadFile(problems)
    except BadFile as bad:
        raise BadFile([_option_problem(problem, file, name) for problem in bad.problems]) from bad
    players = (
        arm.players or campaign.players or tuple(Player(name=who) for who in PLAYER_NAMES[: game.seats(book).usual])
    )
    _require_able_players(players, game, book, file, name)
    seats = [Seat(name=player.name, player=player.bot, options=dict(player.options)) for player in players]
    header = make_header(game.name, Path(source).name, book, 0, seats, folder)
    return ArmPlan(header=header, never={player.name: player.never for player in players if player.never})


def _option_problem(problem: Problem, file: str, arm: str) -> Problem:
    """Return a problem with an option as one of the campaign file."""
    return (
        replace(problem, file=file, field=f"arms.{arm}.set.{problem.field}")
        if problem.file == OPTION_SOURCE
        else problem
    )


def _source(rules: str, beside: Path | None) -> str:
    if beside is not None and rules.endswith((".yaml", ".yml")) and not Path(rules).is_absolute():
        return str(beside / rules)
    return rules


def _require_able_players(players: Sequence[Player], game: Game, book: object, file: str, arm: str) -> None:
    """Raise `BadFile` for players who can't play the game."""
    seats = game.seats(book)
    if not seats.least <= len(players) <= seats.most:
        many = f"{seats.least} to {seats.most}" if seats.least < seats.most else str(seats.least)
        raise _bad(file, arm, f"has {len(players)} players; {many} can play {game.title}")
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise _bad(file, arm, f"has two players of one name: {', '.join(names)}")
    for player in players:
        if custom.is_custom(
            player.bot
        ):  # a campaign that is planned is the user's own, from a file or the command line
            try:
                custom.allow(player.bot)
            except custom.UnusableBot as unusable:
                raise _bad(file, arm, f"{player.name}: {unusable}") from unusable
        if fault := bot_fault(player.bot, game):
            raise _bad(file, arm, f"{player.name}: {fault}")
        for never in player.never:
            if never not in (known := (*game.options, *game.avoidable)):
                sentence = unknown_name(f"nobody does {never!r} in {game.title}", never, known)
                raise _bad(file, arm, f"{player.name}: never: {sentence}")
            if player.bot == "random" and never in game.avoidable:
                raise _bad(file, arm, f"{player.name}: a random bot can't keep clear of a {never}: it foresees nothing")
        if fault := game.option_fault(book, player.options):
            raise _bad(file, arm, f"{player.name}: {fault}")


def _bad(file: str, arm: str, message: str) -> BadFile:
    return BadFile([Problem(file, message, field=f"arms.{arm}")])


def seats_of(arm: ArmPlan) -> tuple[Seat, ...]:
    """Return the seats of an arm in their first order, with all seat options."""
    header = arm.header
    game = GAMES[header.game]
    book = validate(Document(header.rules.name, rules_text(header), {}), game.rules)
    found = ((option.name, option.choices(book).usual) for option in game.seat_options)
    usual = {name: value for name, value in found if value is not None}
    return tuple(seat.model_copy(update={"options": {**usual, **seat.options}}) for seat in header.seats)
