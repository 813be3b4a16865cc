"""Laws of Demolition Dice that hold in every game, whatever luck brings."""

from collections.abc import Sequence

from dice_table import NAMES, LuckyTable, played, rules
from hypothesis import given
from hypothesis import strategies as st
from law_examples import examples

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.state import State
from riotsim.play.session.session import Session

SEEDS = st.integers(0, 2**63)
FACES = st.sampled_from([(1, 2, 3, 4, 5, 6), (1, 2), (3, 4), (1, 6)])
"""Faces that dice may show; sets of few faces lead to many ties."""


def of(session: Session[State], kind: type) -> list[object]:
    """Return the events of one kind."""
    return [event for event in session.events if isinstance(event, kind)]


@examples(10, 25)
@given(SEEDS, FACES, st.floats(0, 0.4), st.floats(0, 1))
def test_dice_are_conserved(seed: int, faces: tuple[int, ...], clumsy: float, hits: float) -> None:
    """DD-01: at the start of every round, each of the fifteen dice is in its owner's tower or hand. DD-50: in the end
    all dice are in towers, except dice of players who have stopped.
    """
    table = LuckyTable(clumsy, hits, faces)
    session = played(seed, table)  # looks at each round
    stopped = {event.player for event in session.events if isinstance(event, events.Stops)}
    for letter, player in zip("abc", NAMES, strict=True):
        own = [f"{letter}{k}" for k in range(1, 6)]
        stacked = sorted(die.id for die in session.table.tower_dice(player))
        assert set(stacked) < set(own) if player in stopped else stacked == own
    assert not [*session.table.loose_dice()]


@examples(10, 25)
@given(SEEDS, FACES)
def test_the_score_is_what_the_tower_shows(seed: int, faces: tuple[int, ...]) -> None:
    """DD-51: a player's score is the sum of the faces on top in their tower. The highest score wins."""
    session = played(seed, LuckyTable(faces=faces))
    result = session.state.result
    assert result is not None
    shown = {player: sum(die.shows for die in session.table.tower_dice(player)) for player in NAMES}
    assert dict(result.scores) == shown
    assert set(result.winners) == {player for player in NAMES if shown[player] == max(shown.values())}


@examples(10, 25)
@given(SEEDS, FACES, st.sampled_from(["roll_off", "nobody_knocks"]), st.integers(1, 7))
def test_as_many_rounds_as_dice(seed: int, faces: tuple[int, ...], ties: str, dice: int) -> None:
    """DD-60: a game has at least as many rounds as each player has dice, because nobody adds more than one die in a
    round. By default these are five.
    """
    session = played(seed, LuckyTable(faces=faces), book=rules({"ties": ties, "dice": dice}))
    assert session.state.rounds >= dice
    assert played(seed, LuckyTable(faces=faces)).state.rounds >= 5


@examples(10, 25)
@given(SEEDS, FACES)
def test_one_is_lowest_in_every_round(seed: int, faces: tuple[int, ...]) -> None:
    """DD-11: with roll-offs, each round has one lowest player. In the last roll, this player is below all others who
    were tied. The other two players each add a die.
    """
    session = played(seed, LuckyTable(0.0, 0.0, faces))
    rounds = _by_round(session.events)
    assert len(rounds) == session.state.rounds > 0
    for happened in rounds:
        (lowest,) = [event for event in happened if isinstance(event, events.Lowest)]
        last = {event.player: sum(event.shows) for event in happened if isinstance(event, events.Rolled)}
        tied = [event for event in happened if isinstance(event, events.RollsOff)]
        among = tied[-1].players if tied else NAMES
        assert last[lowest.player] == lowest.sum == min(last[player] for player in among)
        assert [last[player] for player in among].count(lowest.sum) == 1
        builders = [event.player for event in happened if isinstance(event, events.Stacked)]
        assert builders == [player for player in NAMES if player != lowest.player]


@examples(10, 25)
@given(SEEDS)
def test_ties_that_are_left(seed: int) -> None:
    """DD-11: with `nobody_knocks`, players who share the lowest sum neither build nor throw. All others build."""
    session = played(seed, LuckyTable(0.0, 0.0, (1, 2)), book=rules({"ties": "nobody_knocks"}))
    rounds = _by_round(session.events)
    assert len(rounds) == session.state.rounds > 0
    for happened in rounds:
        sums = {event.player: sum(event.shows) for event in happened if isinstance(event, events.Rolled)}
        lowest = [player for player in NAMES if sums[player] == min(sums.values())]
        builders = [event.player for event in happened if isinstance(event, events.Stacked)]
        assert builders == [player for player in NAMES if player not in lowest]
        throwers = [event for event in happened if isinstance(event, events.ThrowsAt | events.LeavesAlone)]
        assert len(throwers) == (1 if len(lowest) == 1 else 0)
        assert any(isinstance(event, events.NobodyKnocks) for event in happened) == (len(lowest) > 1)


@examples(10, 25)
@given(SEEDS, st.integers(0, 3))
def test_a_rebuild_ends(seed: int, tries: int) -> None:
    """DD-40: after the allowed tries, a rebuild ends and the tower stands, however clumsy its owner is."""
    session = played(seed, LuckyTable(clumsy=0.7), book=rules({"rebuild.tries": tries}))
    since: dict[str, int] = {}
    for event in session.events:
        match event:
            case events.CameUp(tower):
                since[tower] = since.get(tower, 0) + 1
                assert since[tower] <= 1 + tries
            case events.Rebuilt(tower) | events.StandsAsPut(tower):
                since[tower] = 0
    assert not any(since.values())


def _by_round(happened: Sequence[object]) -> list[list[object]]:
    """Return the events of each round, up to the end of the last round."""
    rounds: list[list[object]] = []
    for event in happened:
        if isinstance(event, events.TowerDone):
            break
        if isinstance(event, events.RoundBegins):
            rounds.append([])
        rounds[-1].append(event)
    return rounds
