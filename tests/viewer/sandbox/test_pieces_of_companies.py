"""Games whose players have companies in the sandbox: each piece of a company is on the table at most once."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from sandbox_user import SandboxUser

from riotsim.app.window.sandbox import WindowSandbox, sandbox_by, sandbox_for, sandbox_of
from riotsim.games.riftwar.sandbox import RiftWarSandbox
from riotsim.play.sandbox.game_sandbox import NoPieceLeft
from riotsim.table.pieces import Model
from riotsim.viewer.ui import start_model
from riotsim.viewer.ui.commands import RemovePiece, SetTrayOwner, TakeFromTray, Undo

ROOT = Path(__file__).parents[3]
SCENARIOS = ROOT / "tests" / "scenarios"

A_TYPE_WITH_A_DIGIT = """
riotsim: scenario/1
title: Each player has a unit of the type mk2
rules: riftwar
options: {layout: open, army: {check: false}}
companies: {Ada: mk.yaml, Bea: mk.yaml}
given:
  units:
    a.mk2: {at: [18, 12], facing: 90}
    a.angel_1: {at: [12, 12], facing: 90}
    b.mk2: {at: [18, 33], facing: 270}
when: []
then: {}
"""

SPARE_UNITS = """
riotsim: scenario/1
title: Two riflemen aboard, and five who are nowhere
rules: riftwar
options: {layout: open}
given:
  armies: {Ada: cold_war, Bea: cold_war}
  units:
    a.ifv_1: {at: [18, 12], facing: 90}
    b.rifleman_1: {at: [18, 33], facing: 90}
    a.rifleman_1: {aboard: a.ifv_1}
    a.rifleman_2: {aboard: a.ifv_1}
when: []
then: {}
"""
"""A scenario in which the first riflemen are aboard and the others are nowhere."""


@pytest.mark.parametrize(
    ("rules", "key", "why"),
    [
        ("buskit", "ines", "Ada's Ines is on the table already"),
        ("buskit", "hired_hand", "Ada's 2 pieces of the type Hired Hand are on the table already"),
        ("buskit", "cole", "Ada has no Cole"),
        ("riftwar", "commander", "Ada's Commander is on the table already"),
        ("riftwar", "bug", "Ada has no Bug"),
        ("cube_clash", "bellfounder", "Ada's Bellfounder is on the table already"),
        ("cube_clash", "reedling", "Ada has no Reedling"),
    ],
)
def test_no_piece_is_taken_that_the_company_does_not_have_or_that_stands_on_the_table(
    tmp_path: Path, rules: str, key: str, why: str
) -> None:
    """If a player takes a type of piece but has no more of it, the sandbox says why, and the hand stays empty."""
    ada = SandboxUser(sandbox_by(rules), tmp_path)
    ada.sandbox.handle(TakeFromTray(key))
    assert ada.sandbox.refusal == why
    assert ada.sandbox.holding is None
    assert not ada.sandbox.tray.taken


def test_a_removed_fighter_is_put_back_once(tmp_path: Path) -> None:
    """A fighter who was removed can be put on the table again under the same name. Afterwards the hand is empty,
    without a message, because there is no second one.
    """
    ada = SandboxUser(sandbox_by("buskit"), tmp_path)
    sandbox = ada.sandbox
    sandbox.handle(RemovePiece("a.ines"))
    sandbox.handle(TakeFromTray("ines"))
    ada.click((900.0, 450.0, 0.0))
    assert ada.at["a.ines"] == pytest.approx((900.0, 450.0), abs=0.01)
    assert sandbox.holding is None
    assert not sandbox.refusal
    sandbox.handle(Undo())
    assert "a.ines" not in ada.at


def test_the_hand_is_emptied_with_a_reason_when_the_next_owner_has_no_such_piece(tmp_path: Path) -> None:
    """If the owner of new pieces changes while a fighter is in the hand, and the new owner has no such fighter, the
    sandbox says so. The hand is emptied.
    """
    ada = SandboxUser(sandbox_by("buskit"), tmp_path)
    ada.sandbox.handle(RemovePiece("a.ines"))
    ada.sandbox.handle(TakeFromTray("ines"))
    assert ada.sandbox.holding is not None
    ada.sandbox.handle(SetTrayOwner("Bea"))
    assert ada.sandbox.refusal == "Bea has no Ines"
    assert ada.sandbox.holding is None


def test_a_type_of_units_may_end_in_a_digit(tmp_path: Path) -> None:
    """A unit whose type's name ends in a digit can be taken off the table and put on it again."""
    army = (ROOT / "rules" / "riftwar" / "maid.yaml").read_text(encoding="utf-8")
    (tmp_path / "mk.yaml").write_text(army.replace("jeanne", "mk2"), encoding="utf-8")
    file = tmp_path / "mk2.yaml"
    file.write_text(A_TYPE_WITH_A_DIGIT, encoding="utf-8")
    ada = SandboxUser(sandbox_of(file), tmp_path)
    ada.sandbox.handle(RemovePiece("a.mk2"))
    assert "a.mk2" not in ada.at
    ada.sandbox.handle(TakeFromTray("mk2"))
    ada.click((500.0, 400.0, 0.0))
    assert "a.mk2" in ada.at
    assert not ada.sandbox.refusal


def test_units_stay_aboard_in_the_sandbox(tmp_path: Path) -> None:
    """The saved scenario lists the units aboard a Transport. If one of these units is put on the table, it is no longer
    aboard. If the Transport is removed, nobody is aboard.
    """
    ada = SandboxUser(sandbox_of(SCENARIOS / "riftwar" / "rw81_full.yaml"), tmp_path)
    sandbox = ada.sandbox

    def text() -> str:
        return sandbox.game.text(sandbox.position, "Aboard", tmp_path / "aboard.yaml")

    assert text().count("aboard: a.ifv_1") == 6
    sandbox.handle(TakeFromTray("rifleman"))
    ada.click((100.0, 400.0, 0.0))
    assert "a.rifleman_2" in ada.at
    assert text().count("aboard: a.ifv_1") == 5
    sandbox.handle(RemovePiece("a.ifv_1"))
    assert "aboard" not in text()


def test_a_unit_aboard_is_put_on_the_table_last(tmp_path: Path) -> None:
    """If a unit is put on the table, the sandbox first takes units that are not aboard. A unit that got off and was
    removed doesn't count as aboard.
    """
    file = tmp_path / "spare.yaml"
    file.write_text(SPARE_UNITS, encoding="utf-8")
    ada = SandboxUser(sandbox_of(file), tmp_path)
    sandbox = ada.sandbox

    def text() -> str:
        return sandbox.game.text(sandbox.position, "Aboard", tmp_path / "aboard.yaml")

    sandbox.handle(TakeFromTray("rifleman"))
    for place, name in enumerate(("a.rifleman_3", "a.rifleman_4", "a.rifleman_5", "a.rifleman_6", "a.rifleman_7")):
        ada.click((100.0 + 60.0 * place, 400.0, 0.0))
        assert name in ada.at
        assert text().count("aboard: a.ifv_1") == 2
    ada.click((500.0, 400.0, 0.0))
    ada.click((560.0, 400.0, 0.0))
    assert {"a.rifleman_1", "a.rifleman_2"} <= ada.at.keys()
    assert "aboard" not in text()
    sandbox.handle(Undo())
    sandbox.handle(RemovePiece("a.rifleman_1"))
    sandbox.handle(TakeFromTray("rifleman"))
    ada.click((560.0, 400.0, 0.0))
    assert "a.rifleman_1" in ada.at
    assert text().count("aboard: a.ifv_1") == 1


def test_an_error_of_the_program_is_no_message_to_the_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If taking a piece fails by an error of the program, the error is raised, and not shown as a refusal."""

    def faulty(_sandbox: RiftWarSandbox, _armies: Mapping[str, str]) -> None:
        raise ValueError("not for the player")

    ada = SandboxUser(sandbox_by("riftwar"), tmp_path)
    kinds = ada.sandbox.game.piece_types
    monkeypatch.setattr(WindowSandbox, "piece_types", kinds)
    monkeypatch.setattr(RiftWarSandbox, "_state", faulty)
    with pytest.raises(ValueError, match=r"^not for the player$"):
        ada.sandbox.handle(TakeFromTray("rifleman"))


@pytest.mark.parametrize("rules", ["riot_dice", "buskit", "riftwar"])
def test_a_position_without_scenery_is_saved_without_it(tmp_path: Path, rules: str) -> None:
    """If the scenery is left out on the start screen, a saved position has none either."""
    seats = tuple(start_model.SeatDraft(name, "person", place) for place, name in enumerate(("Ada", "Bea")))
    sandbox = sandbox_for(start_model.Draft(seats, rules, "bare"), bare=True)
    file = tmp_path / "bare.yaml"
    file.write_text(sandbox.text(sandbox.normalised(sandbox.initial_position()), "Bare", file), encoding="utf-8")
    assert not sandbox_of(file).initial_position().table.terrain
    assert sandbox_by(rules).initial_position().table.terrain


@pytest.mark.parametrize(
    ("rules", "option", "chosen", "keys"),
    [
        ("buskit", "side", "hired_hand", {"hired_hand"}),
        ("riftwar", "army", "sprouts", {"captain", "beetle", "sprout"}),
    ],
)
def test_the_list_has_the_pieces_of_the_chosen_companies(rules: str, option: str, chosen: str, keys: set[str]) -> None:
    """The list of pieces has those of the companies that were chosen on the start screen, and no others."""
    seats = tuple(
        start_model.SeatDraft(name, "person", place, options={option: chosen})
        for place, name in enumerate(("Ada", "Bea"))
    )
    sandbox = sandbox_for(start_model.Draft(seats, rules, "usual"), bare=False)
    assert {one.key for one in sandbox.piece_types} == keys
    for one in sandbox.piece_types:
        assert isinstance(one.piece, Model)
        with pytest.raises(NoPieceLeft, match=rf"^Bea's .*{one.label}.* on the table already$"):
            sandbox.name(one, "Bea", sandbox.first_position)
