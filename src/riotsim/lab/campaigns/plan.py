"""What a campaign comes to: the header of each arm, and its trials, each a game with a place of its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import Field, JsonValue

from riotsim.bots import custom
from riotsim.files.assets.assets import look_over
from riotsim.files.problems import BadFile, Problem
from riotsim.files.rules import read_rules, with_options
from riotsim.files.yaml import OPTIONS, validate
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.campaign import Arm, Campaign, Player
from riotsim.play.game import Game
from riotsim.play.rulebook.sections import unknown_name
from riotsim.players import bot_fault
from riotsim.store.begin import game_of, header_of
from riotsim.store.database.document import Header, Seat, Stored

PLAYER_NAMES = ("Ada", "Bea", "Cy", "Dee")
"""Who plays where nobody is named."""


class Trial(NamedTuple):
    """One game of a campaign, by its place in it."""

    arm: str
    pair: int
    """Counted from 0; all games of a pair, in all arms, have the same seed."""
    order: int
    """By how many seats everybody has moved up."""


class ArmPlan(Stored):
    """An arm, made ready: nothing outside it is needed to play it."""

    header: Header
    """With the seats in their first order, and no seed yet."""
    never: dict[str, tuple[str, ...]] = Field(default={})
    """What bosses never do, by their names."""


class Plan(Stored):
    """A campaign, made ready: from this alone it is played, on any machine."""

    campaign: dict[str, JsonValue]
    """As its file has it."""
    arms: dict[str, ArmPlan]

    @cached_property
    def asked(self) -> Campaign:
        """The campaign."""
        return Campaign.model_validate(self.campaign)

    @property
    def game(self) -> Game:
        """The game that all arms play."""
        return GAMES[next(iter(self.arms.values())).header.game]

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody's name, in the order of the first arm's seats."""
        return tuple(seat.name for seat in next(iter(self.arms.values())).header.seats)

    @cached_property
    def orders(self) -> int:
        """How often a seed is played in each arm: as often as it makes another game to have all bosses move up."""
        return max(map(_period, self.arms.values()))

    def trials(self) -> Iterator[Trial]:
        """Give all games, pair by pair: whoever stops early has whole pairs."""
        for pair in range(self.asked.pairs):
            yield from self.of_pair(pair)

    def of_pair(self, pair: int) -> Iterator[Trial]:
        """Give the games of a pair."""
        for arm in self.arms:
            for order in range(self.orders):
                yield Trial(arm, pair, order)

    def header(self, trial: Trial) -> Header:
        """Give what a game of this campaign begins with."""
        header = self.arms[trial.arm].header
        seats = header.seats[trial.order :] + header.seats[: trial.order]
        return header.model_copy(update={"seats": seats, "seed": seed_of(self.asked.seed, trial.pair)})


def _period(arm: ArmPlan) -> int:
    """After how many seats everybody meets the same opponents in the same seats again, but for names."""
    who = [(seat.player, seat.gang, seat.hand, arm.never.get(seat.name, ())) for seat in arm.header.seats]
    return next(k for k in range(1, len(who) + 1) if who[k:] + who[:k] == who)


def question(plan: Plan) -> dict[str, JsonValue]:
    """Give what a campaign asks, by what it may differ in: all but its name, how many pairs are played, when to stop.

    Where two plans differ in none of it, the same trial is the same game in both.
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
        "seed": plan.asked.seed,
        "versions": {name: dict(header.versions) for name, (header, _) in arms.items()},
    }


def seed_of(root: int, pair: int) -> int:
    """Give the seed of a pair (64 bits)."""
    low, high = np.random.SeedSequence(root, spawn_key=(pair,)).generate_state(2)
    return int(low) | int(high) << 32


def make_plan(campaign: Campaign, file: str, beside: Path | None = None) -> Plan:
    """Make a campaign ready. Rules files are looked for in the folder `beside`. Raises `BadFile` with what is wrong."""
    arms = {name: _arm(campaign, name, arm, file, beside) for name, arm in campaign.arms.items()}
    plan = Plan(campaign=campaign.model_dump(mode="json"), arms=arms)
    for name, arm in arms.items():
        if arm.header.game != plan.game.name:
            raise _bad(file, name, f"plays {arm.header.game}, and the first arm {plan.game.name}; all play one game")
        if (many := len(arm.header.seats)) != len(plan.players):
            raise _bad(file, name, f"has {many} bosses, and the first arm {len(plan.players)}; all have as many")
    return plan


def check_arms_differ(plan: Plan, file: str) -> None:
    """Raise `BadFile` for two arms that are the same games: nothing could come of comparing them."""
    seen: dict[str, str] = {}
    for name, arm in plan.arms.items():
        same = arm.model_dump_json(exclude={"header": {"begun"}})
        if same in seen:
            raise _bad(file, name, f"is the same as {seen[same]}: the same rules, and the same bosses")
        seen[same] = name


def _arm(campaign: Campaign, name: str, arm: Arm, file: str, beside: Path | None) -> ArmPlan:
    source = _source(arm.rules or campaign.rules, beside)
    document = with_options(read_rules(source), dict(arm.set))
    game = game_of(document)
    folder = Path(source).parent if Path(source).is_file() else None
    try:
        book = validate(document, game.rules)
        if problems := look_over(book, folder, document)[0]:
            raise BadFile(problems)
    except BadFile as bad:
        raise BadFile([_of_option(problem, file, name) for problem in bad.problems]) from bad
    players = arm.bosses or campaign.bosses or tuple(Player(name=who) for who in PLAYER_NAMES[: game.seats(book).usual])
    _must_be_able_to_play(players, game, book, file, name)
    seats = [Seat(name=player.name, player=player.bot, gang=player.gang, hand=player.hand) for player in players]
    header = header_of(game.name, Path(source).name, book, 0, seats, folder)
    return ArmPlan(header=header, never={player.name: player.never for player in players if player.never})


def _of_option(problem: Problem, file: str, arm: str) -> Problem:
    """Tell of what is wrong with an option as the campaign file has it."""
    return replace(problem, file=file, field=f"arms.{arm}.set.{problem.field}") if problem.file == OPTIONS else problem


def _source(rules: str, beside: Path | None) -> str:
    if beside is not None and rules.endswith((".yaml", ".yml")) and not Path(rules).is_absolute():
        return str(beside / rules)
    return rules


def _must_be_able_to_play(players: Sequence[Player], game: Game, book: object, file: str, arm: str) -> None:
    """Raise `BadFile` for bosses who can't."""
    seats = game.seats(book)
    if not seats.least <= len(players) <= seats.most:
        many = f"{seats.least} to {seats.most}" if seats.least < seats.most else str(seats.least)
        raise _bad(file, arm, f"has {len(players)} bosses; {many} can play {game.title}")
    names = [player.name for player in players]
    if len(set(names)) < len(names):
        raise _bad(file, arm, f"has two bosses of one name: {', '.join(names)}")
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
        for what, chosen, choice in (("gang", player.gang, game.gangs(book)), ("hand", player.hand, game.hands(book))):
            if chosen is not None and chosen not in choice.options:
                sentence = unknown_name(f"no {what} is called {chosen!r}", chosen, choice.options)
                raise _bad(file, arm, f"{player.name}: {sentence}")


def _bad(file: str, arm: str, message: str) -> BadFile:
    return BadFile([Problem(file, message, field=f"arms.{arm}")])
