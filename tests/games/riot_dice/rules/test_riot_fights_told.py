"""Fights and damage are told as often as they happen, and with the right names (RD-31, RD-37, RD-60)."""

from collections.abc import Mapping

import numpy as np
from lucky_table import LuckyTable, any_answer, rules, stand

from riotsim.games.riot_dice.events import Damage, FightBreaksOut, Throws
from riotsim.games.riot_dice.rules.shoot import BulletChoice
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.games.riot_dice.show.narration import RiotFormatter
from riotsim.games.riot_dice.show.reasons import reason
from riotsim.games.riot_dice.state import State
from riotsim.play.markup import strip_markup
from riotsim.play.requests import Aim, Choose, PickWay, PlaceDie, SetPace, Step
from riotsim.play.scenarios.scripted_table import DieResult, ScriptedOutcome, ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.pieces import Box, Terrain
from riotsim.table.poses import Point
from riotsim.table.units import inches

AIM = Aim((300.0, 300.0), 0.0)

ON_THE_WAY = {"a1": (4.0, 12.0), "b1": (8.0, 12.0)}
"""Places (in): b1 stands where a1 runs to."""


CROWD = {f"{boss}{n}": (9.0 + 2.2 * n, y) for boss, y in (("a", 11.0), ("b", 15.0)) for n in range(3)}
"""Places (in) of three models a boss, a short run apart."""


class Told:
    """A game in which the test says with each answer how dice lie and which towers fall."""

    def __init__(self, models: Mapping[str, Point], options: Mapping[str, object] | None = None) -> None:
        self.table = ScriptedTable()
        self.session: Session[State] = stand(self.table, models, options)

    def answer(
        self, *answers: object, dice: tuple[tuple[Point, int], ...] = (), falls: Mapping[int, str] | None = None
    ) -> None:
        """Answer all who are asked.

        Args:
            answers: An answer for each of them, in turn order.
            dice: Where the dice that are thrown then lie (in), and what they show.
            falls: The towers that fall then, by the number of the act.
        """
        lies = tuple(DieResult((inches(x), inches(y)), shows) for (x, y), shows in dice)
        self.table.follow(ScriptedOutcome("", lies, falls={act: (tower,) for act, tower in (falls or {}).items()}))
        for request, answer in zip(self.session.pending, answers, strict=True):
            self.session.answer(answer, request.player)
        while self.session.pending and isinstance(request := self.session.pending[0], PlaceDie | SetPace):
            usual = (0.0, 0.0) if isinstance(request, PlaceDie) else request.paces[0]
            self.session.answer(usual, request.player)

    def run_into_b1(self) -> None:
        """Run with a1 to the right, so that it meets b1."""
        self.answer(Activate("a1"))
        self.answer("scoot")
        self.answer(AIM, dice=(((14.0, 12.0), 6), ((4.0, 2.0), 1), ((4.0, 3.0), 2)))
        request = self.session.pending[0]
        assert isinstance(request, PickWay)
        self.answer(Step(request.ways[0].die))
        assert self.session.pending[0].purpose == "fight"

    def of(self, *kinds: type) -> list[object]:
        """Return the events of some kinds."""
        return [event for event in self.session.events if isinstance(event, kinds)]


def test_a_fight_of_several_rounds_breaks_out_once() -> None:
    """RD-60, RD-68: if models stay in contact and fight several rounds, the fight is told once."""
    game = Told(ON_THE_WAY)
    game.run_into_b1()
    game.answer("pinch", "pinch")
    game.answer("pinch", "pinch")
    game.answer("shove", "thump")
    assert game.of(FightBreaksOut) == [FightBreaksOut("a1", "b1")]
    assert len(game.of(Throws)) == 3


def crowded_game(seed: int) -> Session[State]:
    """Return a game of 500 random answers among models that stand close together. Nobody leaves early."""
    session = stand(LuckyTable(0.05), CROWD, loot=((11.0, 13.0), (13.0, 13.0)), stash=2)
    luck = np.random.default_rng(seed)
    while len(session.journal) < 500 and session.pending:
        request = session.pending[0]
        answer = any_answer(request, luck)
        if isinstance(answer, LegIt) and isinstance(request, Choose):
            answer = request.options[0]
        session.answer(answer, request.player)
    return session


def test_every_fight_that_breaks_out_is_fought() -> None:
    """RD-60, RD-61: each fight is told right before its first round. Each round belongs to the fight told before it."""
    fights = 0
    for seed in range(6):
        told = [event for event in crowded_game(seed).events if isinstance(event, FightBreaksOut | Throws)]
        fights += sum(isinstance(event, FightBreaksOut) for event in told)
        for before, after in zip([None, *told], [*told, None], strict=True):
            if isinstance(before, FightBreaksOut) and after is not None:
                assert isinstance(after, Throws), f"{before} is followed by {after}"
            if isinstance(after, Throws):
                assert before is not None
                assert (after.active, after.passive) == (before.active, before.passive)
    assert fights >= 10


def test_damage_of_a_bullet_is_by_who_shoots() -> None:
    """RD-54: if Ann shoots Bob's b1 and her own a2, the damage to both is told as done by Ann."""
    game = Told({"a1": (4.0, 12.0), "b1": (12.0, 12.0), "a2": (4.0, 18.0)})
    game.answer(Activate("a1"))
    game.answer("shoot")
    game.answer(AIM, dice=(((8.0, 12.0), 6), ((4.0, 15.0), 1)))
    first, second = sorted(game.session.table.dice)
    game.answer(BulletChoice(first, "b1"))
    game.answer(BulletChoice(second, "a2"))
    assert game.of(Damage) == [Damage("b1", 2, "Ann"), Damage("a2", 1, "Ann")]


def test_damage_of_a_thump_is_by_who_thumps() -> None:
    """RD-64: if both models thump, each damage is told as done by the boss who thumps. The active model's dice come
    first.
    """
    game = Told(ON_THE_WAY)
    game.run_into_b1()
    game.answer("thump", "thump")
    game.answer(AIM, dice=(((3.0, 3.0), 6), ((5.0, 3.0), 1)))
    game.answer(AIM, dice=(((3.0, 3.0), 2), ((5.0, 3.0), 4)))
    assert game.of(Damage) == [
        Damage("b1", 2, "Ann"),
        Damage("b1", 1, "Ann"),
        Damage("a1", 1, "Bob"),
        Damage("a1", 2, "Bob"),
    ]


def test_damage_of_a_shove_into_terrain_is_by_who_shoves() -> None:
    """RD-66: if b1 is shoved into a wall, the damage is told as done by Ann, whose model shoves."""
    game = Told(ON_THE_WAY)
    wall = Terrain("wall-1", Box(20.0, 200.0, 30.0), (inches(10), inches(12)), 0.0, "wall")
    game.session.play.table = game.session.table.with_pieces(wall)
    game.run_into_b1()
    game.answer("shove", "thump")
    assert game.of(Damage) == [Damage("b1", 1, "Ann")]


def test_no_damage_is_told_of_the_fallen() -> None:
    """RD-37: if the first die of a thump fells b1, no damage is told of the second die."""
    game = Told(ON_THE_WAY)
    game.run_into_b1()
    game.answer("thump", "pinch")
    game.answer(AIM, dice=(((3.0, 3.0), 6), ((5.0, 3.0), 6)), falls={2: "b1"})
    assert game.session.table.models["b1"].fallen
    assert game.of(Damage) == [Damage("b1", 2, "Ann")]


def test_the_whole_damage_of_a_thump_is_told_from_its_first_die() -> None:
    """RD-64: if the dice of a thump show 6 and 1, the damage is 2 + 1. The question counts all three dice from the
    start. While the 1 is to come, the line says so. The last line tells the whole damage and the height of the tower.
    """
    game = Told(ON_THE_WAY)
    game.run_into_b1()
    lies = tuple(DieResult((inches(3 + 2 * n), inches(3)), shows) for n, shows in enumerate((6, 1)))
    for request, throw in zip(game.session.pending, ("thump", "pinch"), strict=True):
        game.session.answer(throw, request.player)
    game.table.follow(ScriptedOutcome("", lies))
    game.session.answer(AIM, "Ann")
    reasons, lines = [], []
    while isinstance(request := game.session.pending[0], PlaceDie) and request.tower == "b1":
        reasons.append(reason(rules(), game.session, game.session.pending[0]).text.split(". ")[-1])
        formatter = RiotFormatter(game.session.state, game.session.table, "no_boot")
        told = [line for event in game.session.events for line in formatter.format(event)]
        assert not any("damage" in line for line in told)
        lines.append(strip_markup(formatter.pending_line).strip())
        game.session.answer((0.0, 0.0), request.player)
    assert reasons[:2] == ["3 dice are to go on it.", "2 dice are to go on it."]
    assert lines == [
        "a1 thumps  6 1: b1 takes 2 damage; the 1 is still to come",
        "a1 thumps  6 1: b1 takes 2 damage; the 1 is still to come",
        "a1 thumps  6 1: b1 takes 3 damage",
    ]
    formatter = RiotFormatter(game.session.state, game.session.table, "no_boot")
    told = [line for event in game.session.events for line in formatter.format(event)]
    whole = strip_markup("".join((*told, formatter.pending_line)))
    assert "a1 thumps  6 1: b1 takes 3 damage, tower of 3" in whole


def test_both_bosses_read_their_own_model_first() -> None:
    """RD-61: a boss who is asked how to fight reads the own model first and the enemy's second."""
    game = Told(ON_THE_WAY)
    game.run_into_b1()
    titles = {one.player: reason(rules(), game.session, one).title for one in game.session.pending}
    assert titles == {"Ann": "a1 against b1", "Bob": "b1 against a1"}
