"""What is offered to a boss agrees with what the answers then do."""

from dataclasses import replace

import numpy as np
import pytest
from lucky_table import LuckyTable, any_answer, begin, rules, stand

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.rules.shoot import HITS_NOTHING, HITS_TERRAIN, BulletChoice, targets
from riotsim.games.riot_dice.rules.turn import Activate, LegIt
from riotsim.games.riot_dice.show.offers import in_fire, offers
from riotsim.games.riot_dice.show.standing import status
from riotsim.play.requests import Aim, Choose, PickPiece, PickWay, Step
from riotsim.table.acts import Settled
from riotsim.table.geometry.lines_of_fire import first_on_line
from riotsim.table.poses import distance, heading, point_ahead
from riotsim.table.state import Table
from riotsim.table.units import in_inches, inches


@pytest.mark.parametrize("sweeping", [0.0, 0.4])
@pytest.mark.parametrize("seed", range(3))
def test_each_offer_is_an_answer_and_keeps_its_word(seed: int, sweeping: float) -> None:
    """RD-06: in random games, every option is offered once, in words. A run ends at the offered place, and a bullet
    hits what was offered.

    RD-91: this also holds if rolled dice are swept off the table or moved.
    """
    book = rules()
    session = begin(LuckyTable(clumsy=0.1, sweeping=sweeping), seed)
    luck = np.random.default_rng(seed)
    runs = bullets = swept = 0
    promised: float | None = None
    for _ in range(1500):
        if session.is_over:
            break
        request = session.pending[0]
        made = offers(book, session, request)
        if isinstance(request, Choose | PickPiece | PickWay):
            assert made
        assert all(request.refusal(offer.answer) is None and offer.text for offer in made)
        if isinstance(request, Choose):
            offered = [offer.answer for offer in made]
            nothing = {one.die for one in offered if isinstance(one, BulletChoice) and one.hits == HITS_NOTHING}
            same = [BulletChoice(die, HITS_TERRAIN) for die in nothing]  # it does no more than the one that is offered
            left = [one for one in request.options if one not in same]
            assert sorted(map(str, offered)) == sorted(map(str, left))
        if isinstance(request, PickWay):
            assert {offer.piece for offer in made} == {way.die for way in request.ways}
        swept += sum(offer.piece not in session.table.ids() for offer in made if offer.piece is not None)
        answer = any_answer(request, luck)
        while isinstance(answer, LegIt) and len(made) > 1:
            answer = any_answer(request, luck)
        offer = next((offer for offer in made if offer.answer == answer), None)
        if isinstance(answer, BulletChoice):
            assert offer is not None
            (start, end), model = offer.path, session.state.activating
            assert model is not None
            things = targets(session.table, model)
            base, beyond = session.table.models[model].footprint, point_ahead(end, heading(start, end), 0.1)
            met = first_on_line(base, start, beyond, things, distance(start, end) + 0.1)
            bullets += 1
            if answer.hits == HITS_NOTHING:
                assert met is None
            else:
                assert (met in session.table.terrain) if answer.hits == HITS_TERRAIN else (met == answer.hits)
                assert offer.touches == (() if answer.hits == HITS_TERRAIN else (met,))
        if isinstance(answer, Step):
            assert offer is not None
            promised = distance(*offer.path)
        seen = len(session.events)
        session.answer(answer, request.player)
        moved = next((event for event in session.events[seen:] if isinstance(event, events.Moved)), None)
        fell = any(isinstance(event, events.TowerFalls) for event in session.events[seen:])
        if promised is not None and moved is not None:
            if not fell:
                assert moved.inches == pytest.approx(in_inches(promised), abs=2e-3)
                runs += 1
            promised = None
    assert runs > 20
    assert bullets > 5
    assert (swept > 5) == (sweeping > 0)


@pytest.mark.parametrize(
    ("weapon", "hits", "said"), [("near", HITS_NOTHING, "into nothing"), ("far", "b1", "b1, 3 damage")]
)
def test_bullets_are_those_of_the_chosen_weapon(weapon: str, hits: str, said: str) -> None:
    """RD-50, RD-54: if a model has two weapons, the offers have the range and the damage of the chosen one."""

    def before_b1(_: Table, settled: Settled) -> Settled:
        (die,) = settled.table.loose_dice()
        there = replace(die.pose, at=(inches(13), inches(12), die.pose.at[2]))
        return replace(settled, table=settled.table.with_pieces(replace(die, pose=there)))

    options = {
        f"weapons.{name}": {"range": reach, "dice": "1d6", "damage": {"weak": points, "big": points}}
        for name, reach, points in (("near", "8in", 5), ("far", "18in", 3))
    } | {"models.git.weapons": "[near, far]"}
    session = stand(LuckyTable(changes={0: before_b1}), {"a1": (4.0, 12.0), "b1": (14.0, 12.0)}, options)
    session.answer(Activate("a1"))
    session.answer("shoot")
    session.answer(weapon)
    session.answer(Aim((300.0, 300.0), 0.0))
    (offer,) = offers(rules(options), session, session.pending[0])
    assert offer.group == ""
    assert isinstance(offer.answer, BulletChoice)
    assert offer.answer.hits == hits
    assert offer.text.endswith(f": {said}")
    assert in_inches(distance(*offer.path)) == pytest.approx(8.0 if weapon == "near" else 9.0, abs=0.1)


def test_the_lines_of_a_bullet_are_one_choice() -> None:
    """RD-53: if a die lies between two lines, its offers have a common heading. They come in this order: the enemy,
    nobody, the friend.
    """

    def beside_b1(_: Table, settled: Settled) -> Settled:
        (die,) = settled.table.loose_dice()
        there = replace(die.pose, at=(inches(9), inches(12.9), die.pose.at[2]))
        return replace(settled, table=settled.table.with_pieces(replace(die, pose=there)))

    options = {
        "weapons.near": {"range": "18in", "dice": "1d6", "damage": {"weak": 1, "big": 2}},
        "models.git.weapons": "[near]",
    }
    places = {"a1": (4.0, 12.0), "a2": (14.0, 14.6), "b1": (14.0, 13.2)}
    session = stand(LuckyTable(changes={0: beside_b1}), places, options)
    session.answer(Activate("a1"))
    session.answer("shoot")
    session.answer(Aim((300.0, 300.0), 0.0))
    made = offers(rules(options), session, session.pending[0])
    shots = [offer.answer for offer in made]
    hits = [shot.hits for shot in shots if isinstance(shot, BulletChoice)]
    assert len(made) > 1
    assert {(offer.piece, offer.group) for offer in made} == {(made[0].piece, made[0].group)}
    assert made[0].group.startswith("The ")
    order = ["b1", HITS_NOTHING, "a2"]
    own = {offer.text.partition(",")[0] for offer in made if "damage" in offer.text}
    assert own <= {"b1", "a2 (yours)"}
    assert "b1" in own
    assert hits == [hit for hit in order if hit in hits]
    assert hits[0] == "b1"


def test_legging_it_says_what_is_kept() -> None:
    """RD-81: the offer to leg it tells how much the boss would keep. Its confirmation says what stays behind, and who
    gets it.
    """
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "a2": (20.0, 20.0), "b1": (8.0, 12.0)})
    session.state.bosses[session.pending[0].player].stash = 3
    (leaving,) = (o for o in offers(rules(), session, session.pending[0]) if isinstance(o.answer, LegIt))
    assert leaving.text == "Leg it: keep 2 of 3 loot (enemies are near), and be out"
    assert leaving.confirm == (
        "You keep 2 of your 3 loot, and are out of the game. 1 stays on the table, because one of your models is "
        "within 6 in of an enemy. Bob takes the 1 loot on the table, 1 of it yours, and the game is over: 1 loot for "
        "Bob, 2 for you."
    )
    others = [o for o in offers(rules(), session, session.pending[0]) if o != leaving]
    assert not any(offer.confirm for offer in others)


def test_all_models_near_an_enemy_are_counted_though_the_stash_is_smaller() -> None:
    """RD-81: if a boss has less loot than models near an enemy, all of it stays. The confirmation tells how many models
    are near.
    """
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "a2": (8.0, 14.0), "b1": (8.0, 12.0)})
    session.state.bosses[session.pending[0].player].stash = 1
    (leaving,) = (o for o in offers(rules(), session, session.pending[0]) if isinstance(o.answer, LegIt))
    assert "1 stays on the table, because 2 of your models are within 6 in of an enemy." in leaving.confirm


@pytest.mark.parametrize(("fallen", "meets"), [(False, "and fight b1"), (True, "up to b1")])
def test_a_run_to_an_enemy_says_that_it_is_a_fight(*, fallen: bool, meets: str) -> None:
    """RD-60: the offer of a run that ends at a standing enemy says that it leads to a fight. At a fallen enemy, it
    doesn't.
    """

    def behind_b1(_: Table, settled: Settled) -> Settled:
        dice = [
            replace(die, pose=replace(die.pose, at=(inches(20), inches(12), 8.0))) for die in settled.table.loose_dice()
        ]
        lies = replace(settled.table.models["b1"], fallen=fallen)
        return replace(settled, table=settled.table.with_pieces(lies, *dice[:1]))

    session = stand(
        LuckyTable(changes={0: behind_b1}),
        {"a1": (4.0, 12.0), "b1": (5.4, 12.0)},
        {"models.git.move": "1d6", "scoot.at_the_die": "run_on"},
    )
    session.answer(Activate("a1"))
    session.answer("scoot")
    session.answer(Aim((300.0, 300.0), 0.0))
    ends = [offer.text for offer in offers(rules(), session, session.pending[0])]
    assert any(text.endswith(meets) for text in ends), ends


def test_who_may_be_hit_is_told_before_the_bullet_dice_are_thrown() -> None:
    """RD-51, RD-52: before bullet dice are thrown, the game shows the enemies in range with a free line to them.
    Enemies behind a friend or another enemy are left out. At other questions, no enemies are shown.
    """
    places = {
        "a1": (4.0, 12.0), "a2": (7.0, 12.0), "b1": (9.0, 14.0), "b2": (4.0, 20.0), "b3": (4.0, 21.1),
        "b4": (22.0, 12.0), "b5": (10.0, 18.0), "b6": (9.0, 12.0),
    }  # fmt: skip
    session = stand(LuckyTable(), places, fallen=("b5",))
    told = [in_fire(Riot(session.play, rules()), session)]
    for answer in (Activate("a1"), "shoot", Aim((300.0, 300.0), 0.0)):
        session.answer(answer)
        told.append(in_fire(Riot(session.play, rules()), session))
    assert told == [(), (), ("b1", "b2"), ()]
    assert status(rules(), session, 0.0).targets == ()
