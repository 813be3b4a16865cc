"""Models have names: they stand in the log, in buttons and tooltips; ids stay in files."""

from dataclasses import replace

from lucky_table import LuckyTable, begin, rules, stand

from riotsim.app.recordings import recording_of
from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.setup import initial_state
from riotsim.games.riot_dice.rules.turn import Activate
from riotsim.games.riot_dice.show.narration import RiotFormatter
from riotsim.games.riot_dice.show.offers import offers
from riotsim.games.riot_dice.show.standing import gangs_line, sheets, status
from riotsim.games.riot_dice.state import State
from riotsim.play.house_rules import RolledAgain
from riotsim.play.markup import strip_markup
from riotsim.play.narration import TOWER_GROUP
from riotsim.play.session.serialization import to_plain
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.playback.recorded import RecordedPlayback

GANGS = {"Ann": "light_fingers", "Bob": "light_fingers", "Nell": "back_row"}


def named(**gangs: str) -> State:
    """Return the state at the beginning of a game, with a gang for each boss."""
    return initial_state(rules(), tuple(gangs), gangs, {})


def test_no_two_models_have_one_name() -> None:
    """RD-02: bosses with the same gang get different names for their models. No model has the name of a boss."""
    state = named(**GANGS)
    names = [state.name_of(model) for model in state.fighters]
    assert len(set(names)) == len(names)
    assert names[:5] == ["Pip", "Wren", "Finch", "Tib", "Dodge"]
    assert not set(names) & GANGS.keys()


def test_a_gang_without_names_has_its_ids() -> None:
    """RD-02: if the rules give no names, as in older files, models are called by their ids."""
    state = initial_state(rules({"gang.names": "[]"}), ("Ann", "Bob"), {}, {})
    assert [state.name_of(model) for model in state.fighters][:2] == ["a1", "a2"]
    assert strip_markup(gangs_line(state)) == "Ann: a1-a5 │ Bob: b1-b5"


def test_names_change_nothing_in_files() -> None:
    """RD-02: a state is stored without the names of models."""
    without = initial_state(rules({"gang.names": "[]"}), ("Ann", "Bob"), {}, {})
    assert to_plain(named(Ann="", Bob="")) == to_plain(without)


def test_people_read_names() -> None:
    """RD-21: the line of gangs, the standings and the log show models by name."""
    session = begin(LuckyTable(), 1)
    state, table = session.state, session.table
    assert strip_markup(gangs_line(state)).startswith("Ann: Alf, Bert, Cyril, Dot, Enid")
    labels = [row.label for row in status(rules(), session, 0.0).rows if row.group == TOWER_GROUP]
    assert labels[:2] == ["Alf", "Bert"]
    formatter = RiotFormatter(state, table, "no_boot")
    assert strip_markup(formatter.model("a1")) == "Alf"


def test_a_model_is_named_before_it_stands_on_the_table() -> None:
    """RD-13: before a model is placed on the table, its sheet already has its name and kind."""
    state = named(**GANGS)
    sheet = sheets(rules(), state, Table(600.0, 600.0))["a2"]
    assert (sheet.title, sheet.kind) == ("Wren", "sneak")


def test_a_replay_has_the_names_of_models_and_gangs() -> None:
    """RD-02: in a recorded game, the standings show models by name. The seats show the titles of gangs."""
    session = stand(LuckyTable(), {"a1": (4.0, 4.0), "b1": (12.0, 12.0)})
    session.first_checkpoint.state.fighters["a1"].name = "Alf"
    session.answer(Activate("a1"), "Ann")
    seats = [Seat(name=name, player="person", options={"gang": "light_fingers"}) for name in session.state.bosses]
    recording = recording_of(session, make_header("riot_dice", "small", rules(), 1, seats), rules())
    assert {seat.about for seat in recording.seats} == {"The Light Fingers"}
    table = with_tower(recording.first_table, 1, name="a1", at=recording.first_table.models["a1"].at)
    shown = RecordedPlayback(replace(recording, first_table=table)).display.status
    assert shown is not None
    assert [row.label for row in shown.rows if row.group == TOWER_GROUP] == ["Alf", "b1"]


def test_only_its_own_dice_are_told_as_rolled_again() -> None:
    """RD-92: the line of a throw tells how many of its own dice were rolled again. Dice of the set-up or of other
    throws don't count.
    """
    session = begin(LuckyTable(), 1)
    formatter = RiotFormatter(session.state, session.table, "no_boot")
    told = [
        *[RolledAgain("Ann", f"t{number}", "hardly turned") for number in range(15)],
        events.FirstBoss("Ann"),
        events.Acts("a1", "shoot"),
        RolledAgain("Ann", "d1", "hardly turned"),
        events.Rolled("Ann", "a1", "shoot", (4, 2)),
        events.Acts("a2", "scoot"),
        events.Rolled("Ann", "a2", "move", (3,)),
    ]
    lines = [strip_markup(line).strip() for event in told for line in formatter.format(event)]
    assert lines[1:] == ["Alf shoots  4 2 (1 die rolled again)"]
    assert strip_markup(next(formatter.flush())).strip() == "Bert scoots  3"


def test_a_model_to_activate_says_who_it_is() -> None:
    """RD-21: the button to activate a model begins with its name and kind, and its sheet has the name as its title."""
    session = stand(LuckyTable(), {"a1": (4.0, 12.0), "b1": (20.0, 12.0)})
    session.state.fighters["a1"].name = "Nell"
    (first,) = (offer for offer in offers(rules(), session, session.pending[0]) if offer.answer == Activate("a1"))
    assert first.text.startswith("Nell: git")
    assert sheets(rules(), session.state, session.table)["a1"].title == "Nell"
