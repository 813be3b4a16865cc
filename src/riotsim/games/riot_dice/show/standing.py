"""The standings of Riot Dice: models, stashes, towers and the clock."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import takewhile

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.riot import Riot
from riotsim.games.riot_dice.show.offers import in_fire
from riotsim.games.riot_dice.state import Fighter, ModelId, State
from riotsim.play.displays import Clock, DataSheet, GameStatus, PieceMark, Reach, Row
from riotsim.play.markup import COLOURS, escape_markup
from riotsim.play.narration import SCORE_GROUP, TOWER_GROUP, FinalScore, Turn, TurnHeader
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.table.geometry.plan import CONTACT_GAP
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.table.units import in_inches, inches

TALL_HEIGHT, UNSTABLE_HEIGHT = 6, 10
"""The heights (in dice) of marked towers. From the first on, a tower is tall; from the second on, it is in danger.

An average hand loses half of its 6-dice towers in normal carries. It loses half of its 10-dice towers in slow carries
(docs/reference/hands.md).
"""

AT_ZERO: Mapping[str, str] = {
    "no_boot": "nobody may boot",
    "last_activation": "no boots, and a last turn each",
    "off": "nothing changes",
}
"""The consequence when time is up, in words, by the option `clock.after` (RD-82)."""

SEPARATOR = " [dim]│[/] "


def turn_of(state: State) -> Turn:
    """Return the number of the current turn, and the boss whose turn it is.

    - In the set-up, the number is 0 and the boss is None.
    - After the end of the game, the number is that of the last turn and the boss is None.
    """
    if state.phase in ("drop", "deploy"):
        return Turn(0, None)
    return Turn(state.turns_over + (state.phase != "over"), state.turn)


def scores(state: State, _table: Table) -> dict[PlayerId, int]:
    """Return the stash of each boss."""
    return {name: boss.stash for name, boss in state.bosses.items()}


def final_score(state: State) -> FinalScore | None:
    """Return the final score, or None if the game is not over."""
    result = state.result
    if result is None:
        return None
    return FinalScore(
        result.winners,
        "loot",
        result.loot,
        "The game is unfinished: it passed the limit of activations." if result.unfinished else "",
        (("activations", state.activations),),
        turns=state.turns_over,
    )


def gangs_line(state: State) -> str:
    """Return a line of markup with the models of each boss, for readers of the log who don't see its colours."""
    return SEPARATOR.join(
        f"[{colour}]{escape_markup(name)}: {escape_markup(_models_of(state, name))}[/]"
        for name, colour in zip(state.bosses, COLOURS, strict=False)
    )


def turn_header_text(state: State, table: Table) -> TurnHeader:
    """Return the header of a turn: stashes, towers and the clock."""
    colour = dict(zip(state.bosses, COLOURS, strict=False))
    bosses = []
    for name, boss in state.bosses.items():
        if boss.out:
            bosses.append(f"[dim]{escape_markup(name)} left with {boss.stash}[/]")
            continue
        towers = " ".join(_height(table, model) for model, f in state.fighters.items() if f.boss == name)
        bosses.append(f"[{colour[name]}]{escape_markup(name)} {boss.stash}●[/] {towers}")
    return TurnHeader(tuple(bosses), () if state.clock is None else (_time(state.clock),))


def status(rules: Rulebook, session: Session[State], now: float) -> GameStatus:
    """Return the state of the game for display.

    It has the stashes, the clock, the distances that models can reach, and the enemies that the next bullets may hit.
    It also has the towers or the hit points, whichever the rules use.
    """
    state, table = session.state, session.table
    return GameStatus(
        tuple(_rows(rules, state, table)),
        _clock(rules, state, now),
        reaches(rules, state, table, actions_taken(session.events)),
        state.activating,
        targets=in_fire(Riot(session.play, rules), session),
    )


def _rows(rules: Rulebook, state: State, table: Table) -> Iterator[Row]:
    for name, boss in state.bosses.items():
        yield _stash(name, boss.stash, out=boss.out)
    if rules.tower.mode == "dice":
        for model, fighter in state.fighters.items():
            yield _tower(table, model, state.name_of(model), fighter.boss)
    elif rules.tower.mode == "hit_points":
        for model, fighter in state.fighters.items():
            left = _hit_points(rules, fighter)
            yield Row("hit points", state.name_of(model), str(left), left, fighter.boss, (model,))


def _clock(rules: Rulebook, state: State, now: float) -> Clock | None:
    """Return the clock at the time of play `now` (s), or None if there is no clock."""
    if state.clock is None:
        return None
    if not state.live_clock or state.phase != "play":
        return Clock(state.clock, at_zero=AT_ZERO[rules.clock.after])
    left = state.clock - max(0.0, now - state.turn_stamp) - state.slow_seconds
    return Clock(left, running=True, at_zero=AT_ZERO[rules.clock.after])


def _stash(boss: PlayerId, loot: int, *, out: bool) -> Row:
    return Row(SCORE_GROUP, boss, f"left with {loot}" if out else str(loot), loot, boss)


def _tower(table: Table, model: ModelId, name: str, boss: PlayerId) -> Row:
    if model not in table.models:
        return Row(TOWER_GROUP, name, "–", None, boss)
    if table.models[model].fallen:
        return Row(TOWER_GROUP, name, "lies", None, boss, (model,))
    height = table.tower_height(model)
    return Row(TOWER_GROUP, name, str(height), height, boss, (model,))


def _models_of(state: State, boss: PlayerId) -> str:
    """Return the names of a boss's models in words.

    - If any of the models has no name, the text is instead the ids of the boss's first and last model, such as `a1-a5`.
      For a single model, it is the model's id.
    - If the boss has no models, the text is `legged it`.
    """
    models = [model for model, fighter in state.fighters.items() if fighter.boss == boss]
    if not models:
        return "legged it"
    if all(state.fighters[model].name for model in models):
        return ", ".join(map(state.name_of, models))
    return models[0] if len(models) == 1 else f"{models[0]}-{models[-1]}"


def _height(table: Table, model: PieceId) -> str:
    if model not in table.models:
        return "[dim]–[/]"
    if table.models[model].fallen:
        return "[bold red]✗[/]"
    height = len(table.tower_dice(model))
    style = (
        "bold red"
        if height >= UNSTABLE_HEIGHT
        else "yellow"
        if height >= TALL_HEIGHT
        else "dim"
        if height == 0
        else "default"
    )
    return f"[{style}]{height}[/]"


def _time(seconds: float) -> str:
    if seconds <= 0:
        return "[dim]time is up[/]"
    return f"[dim]{int(seconds) // 60}:{int(seconds) % 60:02}[/]"


def marks(rules: Rulebook, state: State, table: Table) -> dict[PieceId, tuple[PieceMark, ...]]:
    """Return the marks of models on the table, by model: the active model, tall towers, and hit points."""
    found = {model: tuple(_marks(rules, state, table, model)) for model in state.fighters if model in table.models}
    return {model: its for model, its in found.items() if its}


def _marks(rules: Rulebook, state: State, table: Table, model: ModelId) -> Iterator[PieceMark]:
    if model == state.activating:
        yield PieceMark("is being activated")
    height = table.tower_height(model)
    if height >= UNSTABLE_HEIGHT:
        yield PieceMark("a tower that hardly stands", "danger")
    elif height >= TALL_HEIGHT:
        yield PieceMark("a tall tower", "tall")
    if rules.tower.mode == "hit_points":
        left = _hit_points(rules, state.fighters[model])
        yield PieceMark(f"{left} hit point{'' if left == 1 else 's'} left", "danger" if left == 1 else "")


def _hit_points(rules: Rulebook, fighter: Fighter) -> int:
    return rules.hit_points(fighter.kind) if fighter.hit_points is None else fighter.hit_points


def sheets(rules: Rulebook, state: State, table: Table) -> dict[PieceId, DataSheet]:
    """Return the data sheets of all models and of the loot on the table, by id (RD-01, RD-02)."""
    return {
        **{model: _sheet(rules, model, its) for model, its in state.fighters.items()},
        **dict.fromkeys(table.tokens, DataSheet("Loot")),
    }


def _sheet(rules: Rulebook, model: ModelId, fighter: Fighter) -> DataSheet:
    kind = rules.models[fighter.kind]
    move = _dice(kind.move) or "none"
    weapons = _weapons(fighter.weapons) or "no weapon"
    thumping = [name for name in fighter.weapons if rules.weapons[name].thumps]
    thumps = _dice([die for name in thumping for die in rules.weapons[name].thump or ()])
    of_kind = fighter.kind.replace("_", " ")
    tough = f"toughness {kind.toughness}: {kind.toughness} or more does big damage"  # RD-54
    fights = [f"thump dice {thumps} in a fight, with {_weapons(thumping)}"] if thumping else []  # RD-64
    lines = (f"kind of model: {of_kind}", f"move dice {move}", *fights, tough, weapons)
    return DataSheet(fighter.name or model, lines, kind=of_kind)


def _weapons(names: Sequence[str]) -> str:
    """Return the names of weapons in one text."""
    return ", ".join(name.replace("_", " ") for name in names)


def _dice(kinds: Sequence[str]) -> str:
    """Return kinds of dice in words, such as `2d6, 1d8`."""
    return ", ".join(f"{count}{die}" for die, count in Counter(kinds).items())


def actions_taken(happened: Sequence[object]) -> frozenset[str]:
    """Return the actions that have been begun in the latest activation, such as `scoot` (RD-22)."""
    latest = takewhile(lambda event: not isinstance(event, events.Activated), reversed(happened))
    return frozenset(event.action for event in latest if isinstance(event, events.Acts))


def reaches(
    rules: Rulebook, state: State, table: Table, taken: Collection[str] = ()
) -> dict[ModelId, tuple[Reach, ...]]:
    """Return the distances that each standing model can reach, by the model's id. The shortest distance comes first.

    These are the greatest gap of a contact, the greatest distance of one move die and of a whole scoot, and the ranges
    of the model's weapons.

    Args:
        rules: The rules.
        state: The state of the game.
        table: The table.
        taken: Actions that the active model has begun. Their distances are left out for this model.
    """
    return {
        name: tuple(
            sorted(_reaches_of(rules, fighter, taken if name == state.activating else ()), key=lambda reach: reach.mm)
        )
        for name, fighter in state.fighters.items()
        if name in table.models and not table.models[name].fallen
    }


def _reaches_of(rules: Rulebook, fighter: Fighter, taken: Collection[str]) -> Iterator[Reach]:
    yield Reach("", CONTACT_GAP)  # RD-60, RD-70: who fights or boots, touches
    # RD-40 to RD-42: each move die takes it as many inches as it shows.
    kinds = () if "scoot" in taken else rules.models[fighter.kind].move
    dice = [max(rules.dice.values(kind)) for kind in kinds]
    if len(dice) > 1:
        yield Reach(f"a move die: {max(dice)} in", inches(max(dice)))
    if dice:
        yield Reach(f"scoot: {sum(dice)} in at most", inches(sum(dice)))
    for name in () if "shoot" in taken else fighter.weapons:
        if (far := rules.weapons[name].range) is not None:  # RD-50
            yield Reach(f"{name.replace('_', ' ')}: {in_inches(far):.4g} in", far)
