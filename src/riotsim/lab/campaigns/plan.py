"""The plan of a campaign: the list of all games, and for each arm its rules, its players and the software versions."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import Field, JsonValue

from riotsim.agents.interface import AgentInterface
from riotsim.agents.networks import is_policy
from riotsim.bots import custom
from riotsim.files.assets.checks import check_assets
from riotsim.files.problems import BadFile, Problem
from riotsim.files.rules import folder_of, read_rules, with_options
from riotsim.files.yaml import OPTION_SOURCE, Document, validate
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.campaign import Arm, Campaign, Player
from riotsim.play.game import Game
from riotsim.play.rulebook.sections import Book, unknown_name
from riotsim.players import bot_fault, policy_fault
from riotsim.rulebooks import game_of
from riotsim.store.begin import make_header, rules_text
from riotsim.store.companies import read_companies
from riotsim.store.database.document import Header, Seat, Stored

PLAYER_NAMES = ("Ada", "Bea", "Cy", "Dee")
"""Default names of the players, in seat order."""


class Trial(NamedTuple):
    """One game of a campaign."""

    arm: str
    """Name of the arm, one of the variants that the campaign compares."""
    pair: int
    """Number of the game's pair, from 0.

    A pair is all games with the same seed: the games of every arm, with every rotation of the seats that the arm plays.
    """
    order: int
    """Rotation of the players: a number of seats, from 0."""


class ArmPlan(Stored):
    """An arm with everything needed to play its games."""

    header: Header
    """The header of the arm's games, with unrotated seats and seed 0."""
    never: dict[str, tuple[str, ...]] = Field(default={})
    """The choices that each player's bot avoids wherever it can, such as `shoot` or `fight`, by the player's name."""


class Plan(Stored):
    """A campaign with all data that a machine needs to play it.

    The user's own bots and policies are an exception: the plan has only their names.
    """

    campaign: dict[str, JsonValue]
    """The campaign as plain data, as in a campaign file but with all defaults."""
    arms: dict[str, ArmPlan]

    @cached_property
    def definition(self) -> Campaign:
        """The campaign, parsed from the plain data in `campaign`."""
        return Campaign.model_validate(self.campaign)

    @property
    def game(self) -> Game:
        """The game that all arms play."""
        return GAMES[next(iter(self.arms.values())).header.game]

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players of the first arm, in seat order."""
        return tuple(seat.name for seat in next(iter(self.arms.values())).header.seats)

    @cached_property
    def orders(self) -> int:
        """Greatest number of games that any arm plays with one seed, each with another rotation of the seats."""
        return max(self.played_orders.values())

    @cached_property
    def played_orders(self) -> dict[str, int]:
        """For each arm, the number of seat rotations to play.

        A rotation that only swaps equal players is left out. It would repeat a game under other names.
        """
        return {name: _period(arm) for name, arm in self.arms.items()}

    @property
    def games_per_pair(self) -> int:
        """Number of games in a pair. A pair is all games with the same seed, in all arms together."""
        return sum(self.played_orders.values())

    def trials(self) -> Iterator[Trial]:
        """Yield all games, pair by pair."""
        for pair in range(self.definition.pairs):
            yield from self.trials_of_pair(pair)

    def trials_of_pair(self, pair: int) -> Iterator[Trial]:
        """Yield the games of the pair with this index, in all arms."""
        for arm in self.arms:
            for order in range(self.played_orders[arm]):
                yield Trial(arm, pair, order)

    def names(self, arm: str, order: int) -> tuple[str, ...]:
        """Return the names of an arm's players in seat order, after the players are rotated by `order` seats."""
        names = tuple(seat.name for seat in self.arms[arm].header.seats)
        return names[order:] + names[:order]

    def header(self, trial: Trial) -> Header:
        """Return the header of one game, with its seed and its rotated seats."""
        header = self.arms[trial.arm].header
        seats = header.seats[trial.order :] + header.seats[: trial.order]
        return header.model_copy(update={"seats": seats, "seed": seed_of(self.definition.seed, trial.pair)})


def _period(arm: ArmPlan) -> int:
    """Return the smallest rotation of the players (a number of seats) that gives each seat an equal player.

    The number is at least 1, and at most the number of players. Two players are equal if they have the same bot,
    options and company, and the same entry in `arm.never`.
    """
    who = [(seat.player, seat.options, seat.company, arm.never.get(seat.name, ())) for seat in arm.header.seats]
    return next(k for k in range(1, len(who) + 1) if who[k:] + who[:k] == who)


def plan_identity(plan: Plan) -> dict[str, JsonValue]:
    """Return the data that decide the games of a plan: arms, rules, players, seed and software versions."""
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
    """Return the seed of a pair (64 bits).

    Args:
        root: Seed of the campaign.
        pair: Index of the pair.
    """
    low, high = np.random.SeedSequence(root, spawn_key=(pair,)).generate_state(2)
    return int(low) | int(high) << 32


def make_plan(campaign: Campaign, file: str, beside: Path | None = None) -> Plan:
    """Make the plan of a campaign.

    Args:
        campaign: The campaign.
        file: Name of the campaign's file, for messages.
        beside: Folder for relative paths of rules files and company files; None for the current folder.

    Raises:
        BadFile: An arm's rules, players or companies are invalid, or two arms differ in their game or number of
            players.
    """
    arms = {name: _arm(campaign, name, arm, file, beside) for name, arm in campaign.arms.items()}
    plan = Plan(campaign=campaign.model_dump(mode="json"), arms=arms)
    for name, arm in arms.items():
        if arm.header.game != plan.game.name:
            raise _bad(file, name, f"plays {arm.header.game}, and the first arm {plan.game.name}; all play one game")
        if (many := len(arm.header.seats)) != (first := len(plan.players)):
            by_option = (option := plan.game.seats(_book_of(arm)).option) in campaign.arms[name].set
            message = f"games of {many} players are not compared with games of {first}: use one number in all games"
            raise _bad(file, f"{name}.set.{option}" if by_option else name, message)
    return plan


def check_arms_differ(plan: Plan, file: str) -> None:
    """Check that no two arms have the same rules and the same players.

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
    seats = game.seats(book)
    players = arm.players or campaign.players or tuple(Player(name=who) for who in PLAYER_NAMES[: seats.usual])
    _require_able_players(players, game, book, file, name)
    if fault := seats.option_fault(arm.set, len(players)):
        raise _bad(file, f"{name}.set.{seats.option}", fault)
    files = {player.name: _source(player.company, beside) for player in players if player.company is not None}
    companies = read_companies(game, book, files, {player.name: player.options for player in players})
    seated = [
        Seat(name=player.name, player=player.bot, options=dict(player.options), company=companies.get(player.name))
        for player in players
    ]
    header = make_header(game.name, Path(source).name, book, 0, seated, folder)
    return ArmPlan(header=header, never={player.name: player.never for player in players if player.never})


def _option_problem(problem: Problem, file: str, arm: str) -> Problem:
    """Return a problem as it is reported to the user. The problem was found in the rules of an arm.

    If an option that the arm sets causes the problem, the returned problem names the campaign file and the key in this
    file, such as `arms.hard.set.tower.swig`. Any other problem is returned unchanged.
    """
    return (
        replace(problem, file=file, field=f"arms.{arm}.set.{problem.field}")
        if problem.file == OPTION_SOURCE
        else problem
    )


def _source(named: str, beside: Path | None) -> str:
    """Return the source of rules or of a company: a name that the program knows, or the path of a file.

    Args:
        named: The name or path in the campaign.
        beside: Folder for `named` if it is the relative path of a YAML file. If None, `named` is returned unchanged.
    """
    if beside is not None and named.endswith((".yaml", ".yml")) and not Path(named).is_absolute():
        return str(beside / named)
    return named


def _require_able_players(players: Sequence[Player], game: Game, book: object, file: str, arm: str) -> None:
    """Check that the players of an arm can play the game.

    Raises:
        BadFile: The number of players is wrong, two players have the same name, or a bot, an option or an entry of
            `never` is not usable.
    """
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
        fault = bot_fault(player.bot, game)
        if fault is None and is_policy(player.bot):
            fault = policy_fault(player.bot, game, AgentInterface(game, book, names))
        if fault:
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
    """Return the unrotated seats of an arm. Default values of seat options are filled in."""
    game, book = GAMES[arm.header.game], _book_of(arm)
    found = ((option.name, option.choices(book).usual) for option in game.seat_options)
    usual = {name: value for name, value in found if value is not None}
    return tuple(seat.model_copy(update={"options": {**usual, **seat.options}}) for seat in arm.header.seats)


def _book_of(arm: ArmPlan) -> Book:
    """Return the rulebook of an arm."""
    return validate(Document(arm.header.rules.name, rules_text(arm.header), {}), GAMES[arm.header.game].rules)
