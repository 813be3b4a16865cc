"""Results of functions of a table are cached as long as they are valid."""

from riotsim.table.memo import memoize_last, memoize_while_equal
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table


def test_the_very_same_table_is_looked_at_once() -> None:
    """If a function of the whole table is asked about the same table again, its result is cached. For another table,
    even an equal one, or for other arguments, it is computed again.
    """
    asked = []

    @memoize_last
    def width(table: Table, more: float) -> float:
        asked.append(more)
        return table.width + more

    table = Table(100.0, 200.0)
    assert [width(table, 1.0), width(table, 1.0), width(table, 2.0)] == [101.0, 101.0, 102.0]
    assert asked == [1.0, 2.0]
    assert width(Table(100.0, 200.0), 2.0) == 102.0
    assert asked == [1.0, 2.0, 2.0]


def test_a_die_that_moves_makes_no_model_new() -> None:
    """If a function depends on models alone, its result stays cached while dice come and go. If a model moves, the
    result is computed again.
    """
    asked = []

    @memoize_while_equal("models", "terrain")
    def where(table: Table, model: str) -> tuple[float, float]:
        asked.append(model)
        return table.models[model].at

    table = Table(100.0, 200.0).with_pieces(Model("a1", "Ada", (10.0, 10.0)), Model("b1", "Bea", (50.0, 50.0)))
    with_die = table.with_pieces(Die("d1", pose=Pose((80.0, 80.0, 8.0))))
    for there in (table, with_die, with_die.without("d1")):
        assert where(there, "a1") == (10.0, 10.0)
    assert where(Table(100.0, 200.0).with_pieces(*table.models.values()), "a1") == (10.0, 10.0)
    assert asked == ["a1"]
    assert where(with_die, "b1") == (50.0, 50.0)
    assert where(with_die.with_pieces(Model("a1", "Ada", (20.0, 10.0))), "a1") == (20.0, 10.0)
    assert asked == ["a1", "b1", "a1"]
