"""The seats of an arm, with the seat options that players have who don't choose."""

from riotsim.files.yaml import Document, validate
from riotsim.games.registry import GAMES
from riotsim.lab.campaigns.plan import ArmPlan
from riotsim.store.database.document import Seat


def seats_of(arm: ArmPlan) -> tuple[Seat, ...]:
    """Return the seats of an arm in their first order, with all seat options."""
    header = arm.header
    game = GAMES[header.game]
    book = validate(Document(header.rules.name, header.rules.text, {}), game.rules)
    found = ((option.name, option.choices(book).usual) for option in game.seat_options)
    usual = {name: value for name, value in found if value is not None}
    return tuple(seat.model_copy(update={"options": {**usual, **seat.options}}) for seat in header.seats)
