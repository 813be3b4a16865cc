"""Offers of steps and attacks in Cube Clash say in advance what happens then (CC-11, CC-20, CC-42, CC-50)."""

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from clash_rules import rules
from clash_table import begun, give, play_at_random, until
from hypothesis import given, settings
from hypothesis import strategies as st

from riotsim.app.scenario_files import load_scenario
from riotsim.cli.check import check_file
from riotsim.files.yaml import read_yaml
from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.clash import Clash
from riotsim.games.cube_clash.rules.game import rules_of
from riotsim.games.cube_clash.scenario.scenario import Scenario
from riotsim.games.cube_clash.show.names import title_of
from riotsim.games.cube_clash.show.offers import offers
from riotsim.games.cube_clash.show.standing import sheets
from riotsim.games.cube_clash.state import State
from riotsim.play.narration import Offer
from riotsim.play.requests import Request
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.table.geometry.plan import covers

SCENARIOS = sorted((Path(__file__).parents[3] / "scenarios" / "cube_clash").glob("**/*.yaml"))

BRISK: dict[str, Any] = {"turns__max": 70, "terrain": "off"}
"""Options of a game in which attacks come early."""


def eager(offered: tuple[Offer, ...], chance: random.Random) -> Offer:
    """Draw a random offer: most often an attack, next most often a step."""
    weights = [30 if offer.path else 4 if offer.signs else 0.3 if offer.answer == "nothing" else 2 for offer in offered]
    return chance.choices(offered, weights)[0]


def check_step(session: Session[State], offer: Offer, told: list[object]) -> None:
    """Check that a die came to the offered square, with the offered face up."""
    (stepped,) = (event for event in told if isinstance(event, events.Steps))
    (sign,) = offer.signs
    moved = session.table.dice.get(stepped.die)
    assert moved is not None
    assert offer.area is not None
    assert covers(offer.area, moved.pose.xy)
    assert str(sign.sign) == stepped.face.replace("_", " ")
    assert moved.kind.face(moved.shows).sign == sign.sign


def check_attack(session: Session[State], offer: Offer, told: list[object]) -> str:
    """Check that damage, health, saves and outcome of an attack are as offered, and return the outcome in the offer's
    words.
    """
    attack = next(event for event in told if isinstance(event, events.Attacks))
    title, figures, outcome = offer.text.split(": ")
    shown = dict(figure.split()[:2] for figure in figures.split(", "))
    assert (title.partition(" at ")[2], offer.piece) == (title_of(attack.target), attack.target)
    withstands = int(shown["health"]) + int(shown.get("saves", 0))
    assert (int(shown["damage"]), withstands) == (attack.damage, attack.withstands)
    killed = {event.die for event in told if isinstance(event, events.Killed)}
    assert killed == {*offer.touches}
    if outcome != "it may counter":
        dead = attack.target in session.state.position.dead
        ends = "withstood" if attack.target not in killed else "killed" if dead else "vanishes"
        counters = any(isinstance(event, events.Counters) for event in told)
        assert outcome.split(",")[0] == ends
        assert ("counter" in outcome) == counters
        assert all(title_of(die) in outcome for die in killed - {attack.target})
    return outcome


def check_offer(session: Session[State], offer: Offer, told: list[object]) -> list[str]:
    """Check that an offer that was taken had the promised result, and return the words for this result."""
    if offer.signs and offer.area is not None:
        check_step(session, offer, told)
        return ["step"]
    if not offer.path:
        return []
    outcome = check_attack(session, offer, told)
    return [word for word in ("withstood", "killed", "vanishes", "may", "counters", "counter kills") if word in outcome]


def play_eagerly(session: Session[State], seed: int, **options: Any) -> Counter[str]:
    """Play a game, check the result of each offer that is taken, and return the number of times of each outcome."""
    chance, found = random.Random(seed), Counter[str]()
    until(session, "turns")
    while not session.is_over:
        before, request = len(session.events), session.pending[0]
        if not (offered := offers(rules(**options), session, request)):
            play_at_random(session, 1, seed)
            continue
        offer = eager(offered, chance)
        session.answer(offer.answer, request.player)
        found.update(check_offer(session, offer, session.events[before:]))
    return found


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10_000))
def test_steps_and_attacks_end_as_their_offers_say(seed: int) -> None:
    """In random games, the faces that come up, the damage, the saves and the kills are as the offers said."""
    assert play_eagerly(begun(seed, **BRISK), seed, **BRISK)["step"] > 5


def test_every_outcome_of_the_scenarios_is_foretold(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the scenarios, which have Counters, dice that vanish and many options, each step and attack ends as its offer
    said.
    """
    found, books = Counter[str](), list[Rulebook]()
    ask, answer = Clash.ask, Session.answer

    async def asked(game: Clash, request: Request[object]) -> object:
        books.append(game.rules)
        return await ask(game, request)

    def answered(session: Session[State], value: object, player: str | None = None, stamp: float | None = None) -> None:
        request = next(one for one in session.pending if player in (None, one.player))
        offer = next((one for one in offers(books[-1], session, request) if one.answer == value), None)
        before = len(session.events)
        answer(session, value, player, stamp)
        if offer is not None and books[-1].hand.wrong_face == "again":
            found.update(check_offer(session, offer, session.events[before:]))

    monkeypatch.setattr(Clash, "ask", asked)
    monkeypatch.setattr(Session, "answer", answered)
    for file in SCENARIOS:
        assert check_file(file).holds
    assert {"step", "withstood", "killed", "vanishes", "counter kills"} <= found.keys()


def test_a_die_is_picked_with_its_steps_in_view() -> None:
    """While a player picks a die, each offer shows the faces that the die's steps would bring up. These faces are on
    its sheet too. If the ID is on top, the offer says what an ID counts as.
    """
    session = begun(4, **BRISK)
    until(session, "turns")
    request = session.pending[0]
    for offer in offers(rules(**BRISK), session, request):
        known = {cell.sign for cell in sheets(rules(**BRISK), session.state, session.table)[str(offer.piece)].cells}
        assert offer.signs
        assert {one.sign for one in offer.signs} <= known
        assert offer.text.endswith(": ID (melee, saves or maneuver 1)")


def test_a_die_is_rotated_by_a_click_beside_it() -> None:
    """CC-12: the areas to click for rotations lie within the square of the die. They overlap neither the largest die
    nor each other.
    """
    book, session = given_position("cc42_one.yaml", "north.reedling")
    at = session.table.dice["north.reedling"].pose.xy
    asked = offers(book, session, session.pending[0])
    found = {offer.answer: offer.area for offer in asked if "turn" in str(offer.answer)}
    middles = {}
    for answer, area in found.items():
        assert area is not None
        left, front, right, back = area.bounds()
        middles[answer] = (round((left + right) / 2 - at[0], 3), round((front + back) / 2 - at[1], 3))
        assert max(abs(x - at[0]) for x in (left, right)) <= 20.0
        assert max(abs(y - at[1]) for y in (front, back)) <= 20.0
        assert not covers(area, at)
        assert not any(covers(area, (at[0] + x, at[1] + y)) for x in (-9.5, 9.5) for y in (-9.5, 0.0, 9.5))
    assert middles == {"turn right": (15.6, 0.0), "turn about": (0.0, -15.6), "turn left": (-15.6, 0.0)}


def test_the_sheet_of_a_die_is_its_net_as_it_lies() -> None:
    """The sheet of a die shows its six faces as a net. The top face is in the middle and marked. The face that a step
    north brings up is below the middle.
    """
    session = begun(4, **BRISK)
    until(session, "turns")
    known = sheets(rules(**BRISK), session.state, session.table)
    for one in session.state.position.standing:
        cells = {(cell.column, cell.row): cell for cell in known[one.die].cells}
        die = session.table.dice[one.die]
        assert len(cells) == 6
        assert [place for place, cell in cells.items() if cell.marked] == [(1, 1)]
        assert cells[1, 1].sign == die.kind.face(one.lies.top).sign
        assert cells[1, 2].sign == die.kind.face(one.lies.step("north").top).sign
        assert cells[3, 1].sign == die.kind.face(one.lies.bottom).sign


def given_position(name: str, *answers: object) -> tuple[Rulebook, Session[State]]:
    """Begin at the position of a scenario, give answers, and return the rules and the session."""
    found = load_scenario(read_yaml(SCENARIOS[0].parent / name))
    book, scenario = found.rules, found.scenario
    assert isinstance(book, Rulebook)
    assert isinstance(scenario, Scenario)
    session = Session(rules_of(book), scenario.given.state(book), scenario.given.lay(book), 0, perform)
    give(session, *answers)
    return book, session


@pytest.mark.parametrize("name", ["cc42_one.yaml", "cc42_split.yaml"])
def test_a_counter_whose_victims_are_chosen_is_only_possible(name: str) -> None:
    """CC-42: if the defender's player chooses whom a Counter hits, the offer of the attack says `it may counter` and
    marks nobody as killed. After the attack, that player is asked.
    """
    book, session = given_position(name, "north.reedling", "turn right", "melee")
    request = session.pending[0]
    if request.purpose == "counter":  # the only target was attacked at once
        book, session = given_position(name, "north.reedling", "turn right")
        request = session.pending[0]
    (offer,) = (one for one in offers(book, session, request) if one.path)
    assert offer.text.endswith(": it may counter")
    assert offer.touches == ()
    session.answer(offer.answer)
    assert (session.pending[0].player, session.pending[0].purpose) == ("Ada", "counter")
