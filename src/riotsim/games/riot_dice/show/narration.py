"""Narration of a game of Riot Dice: its events in plain words."""

from collections.abc import Iterable, Iterator
from copy import copy
from dataclasses import fields, is_dataclass

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.show import standing
from riotsim.games.riot_dice.show.sentences import ACTION_VERBS, sentence
from riotsim.games.riot_dice.state import State
from riotsim.play.house_rules import Lost, RolledAgain
from riotsim.play.markup import COLOURS, escape_markup
from riotsim.play.narration import ACTION_INDENT, DETAIL_INDENT, EventFormatter, TurnHeader, TurnStart
from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

TOKEN_WORD = "loot"
"""The word for a loot token in the narration."""

MIN_MOVE_INCHES = 0.05
"""Shortest move (inches) whose length the narration tells."""

PIECE_FIELDS = ("model", "other", "token", "active", "passive", "hits", "die", "stopped_by")
"""Fields of events that hold the name of a piece."""

NON_PIECE_VALUES = ("terrain", "nothing", "edge")
"""Possible values of the fields in `PIECE_FIELDS` that are not names of pieces."""


class RiotFormatter(EventFormatter[State]):
    """The formatter of Riot Dice's events. It counts the tokens in each stash itself, because events only report
    changes.
    """

    def __init__(self, state: State, table: Table, after_time: str) -> None:
        self._colours = dict(zip(state.bosses, COLOURS, strict=False))
        self._owner = {model: fighter.boss for model, fighter in state.fighters.items()}
        self._names = {model: state.name_of(model) for model in state.fighters}
        self._terrain = {piece.id: piece.name for piece in table.terrain.values()}
        self._stash = {name: boss.stash for name, boss in state.bosses.items()}
        self._after_time = after_time
        self._line = ""
        self._hurt: PieceId | None = None
        self._damage = 0
        self._height = 0
        self._damage_dice: dict[PieceId, int] = {}  # still to be stacked, by model
        self._thumps: tuple[int, ...] = ()  # what the dice of the current thump show that have done no damage yet
        self._again = 0
        self._loot = len(table.tokens)
        self._dropped_again = 0
        self._dropping = state.phase == "drop"
        self._playing = False

    def boss(self, name: PlayerId) -> str:
        """Return a boss's name in markup, in the boss's colour."""
        return f"[bold {self._colours[name]}]{escape_markup(name)}[/]"

    def model(self, model: PieceId) -> str:
        """Return a model's name in markup, in its boss's colour."""
        return f"[{self._colours[self._owner[model]]}]{escape_markup(self._names[model])}[/]"

    def opening_line(self, state: State) -> str:
        """Return the line that names the models of each boss."""
        return standing.gangs_line(state)

    def turn_header(self, state: State, table: Table) -> TurnHeader:
        """Return the header of a turn: stashes, towers and the clock."""
        return standing.turn_header_text(state, table)

    def reorder(self, happened: Iterable[object]) -> Iterator[object]:
        """Return the events in the order of narration (see `reorder_carry_events`)."""
        return reorder_carry_events(happened)

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the turn that an event begins, or None if it begins no turn.

        A turn begins when a model is activated, or when a boss legs it.
        """
        match event:
            case events.Activated(model, boss):
                return TurnStart(boss, (model,))
            case events.LegsIt(boss):
                return TurnStart(boss)
        return None

    def pieces(self, event: object) -> Iterator[PieceId]:
        """Yield the ids of the pieces that an event names."""
        for field in fields(event) if is_dataclass(event) else ():
            if field.name in PIECE_FIELDS:
                name = getattr(event, field.name)
                if isinstance(name, str) and name not in NON_PIECE_VALUES:
                    yield name

    def sentence(self, event: object) -> str:
        """Return one event as a sentence without markup."""
        return sentence(event)

    def format(self, event: object) -> Iterator[str]:
        """Add an event to the narration, which consists of lines.

        The newest line is held back, because a later event may extend it. If this event begins another line, yield the
        waiting line, if there is one.
        """
        is_damage_die = self._is_damage_die(event)
        self._count_thumps(event)
        more = self._more(event)
        if more is not None:
            self._line += (self._damage_text() if more else "") + more
            return
        fresh = self._fresh(event)
        if fresh is None:
            return
        yield from self.flush()
        self._line = fresh
        if isinstance(event, events.Damage):
            self._hurt, self._damage = event.model, event.points
        elif is_damage_die and isinstance(event, events.TowerGrows):
            # Another event has come between the damage and this die, and has its own line.
            self._line, self._hurt, self._height = DETAIL_INDENT, event.model, event.height

    def flush(self) -> Iterator[str]:
        """Yield the waiting line, if there is one."""
        if self._line:
            yield self._line + self._damage_text()
        self._line = ""

    @property
    def pending_line(self) -> str:
        """The waiting line, or an empty text if there is none.

        While a model is being damaged, the line about the model is not complete:

        - The height of the model's tower is left out until a die has been stacked for each point of damage.
        - In a thump, the line ends with the dice whose damage is still to come, such as `; the 6 is still to come`.
        """
        held = copy(self)
        if self._hurt is not None and self._damage and self._damage_dice.get(self._hurt):
            held._height = 0
        told = "".join(held.flush())
        if self._hurt is None or not self._thumps:
            return told
        return f"{told}; {_numbers(self._thumps)} {'is' if len(self._thumps) == 1 else 'are'} still to come"

    def _count_thumps(self, event: object) -> None:
        match event:
            case events.Rolled(_, _, "thump", shows):
                self._thumps = shows
            case events.Damage():
                self._thumps = self._thumps[1:]
            case events.Rolled() | events.Shoved() | events.FallsOver() | events.Throws() | events.Activated():
                self._thumps = ()

    def _is_damage_die(self, event: object) -> bool:
        """Return whether an event tells that a die was stacked for damage.

        Also update how many such dice are still to be stacked for each model.
        """
        match event:
            case events.Activated():
                self._damage_dice.clear()
            case events.Damage(model, points, _):
                self._damage_dice[model] = self._damage_dice.get(model, 0) + points
            case events.TowerGrows(model) | events.TowerFalls(model) if self._damage_dice.get(model):
                self._damage_dice[model] -= 1
                return True
            case events.FallsOver(model):
                self._damage_dice.pop(model, None)
        return False

    def _more(self, event: object) -> str | None:
        """Return the text that an event adds to the waiting line.

        The result is None if the event doesn't belong to that line.
        """
        match event:
            case events.Loot(boss):
                self._stash[boss] += 1
                return f" and pockets it: {self._stash_text(boss)}"
            case events.Damage(model, points, _) if self._hurt in (None, model) and self._line:
                self._hurt, self._damage = model, self._damage + points
                return ""
            case events.TowerGrows(model, height) if self._hurt == model:
                self._height = height
                return ""
            case events.Boots(model, other) if self._line.endswith(ACTION_VERBS["boot"]):
                friend = self._owner[model] == self._owner[other]
                return f" to get {self.model(other)} up" if friend else f"to {self.model(other)}{self._no_loot(other)}"
            case events.FallsOver(model):
                return f", and {self.model(model)} [bold]falls over[/]"
            case events.Moved(model, inches, stopped_by) if self._line.endswith("is shoved"):
                return f" {inches:.1f} in{self._into(stopped_by)}"
            case RolledAgain():
                self._again += 1
                return ""
            case events.TokenLands():
                self._loot += 1
                self._line = self._loot_text() if self._dropping else self._line
                return ""
            case events.TokenBack() if self._dropping:
                self._dropped_again += 1
                self._line = self._loot_text()
                return ""
            case events.FirstBoss():
                self._line, self._dropping = "", False  # its line has the loot, too
                return None
            case events.Rolled(_, model, _, shows) if self._line in self._action_lines(model):
                return self._faces(shows)
            case events.Activated():
                self._playing = True
                return ""
            case events.TowerGrows() if not self._playing:
                return ""
            case events.Deployed() | events.GameOver():
                return ""
        return None

    def _fresh(self, event: object) -> str | None:
        """Return the beginning of an event's new line, or None if the event begins no line."""
        match event:
            case events.FirstBoss(boss):
                self._again = 0  # those before were of the set-up, which isn't told
                return f"{self._loot_text()} {self.boss(boss)} goes first."
            case events.Acts(model, action):
                return f"{ACTION_INDENT}{self.model(model)} {ACTION_VERBS[action]}"
            case events.Rolled(_, model, "thump", shows):
                return f"{DETAIL_INDENT}{self.model(model)} thumps{self._faces(shows)}"
            case events.Rolled(_, _, _, shows):
                return f"{DETAIL_INDENT}the dice show{self._faces(shows)}"
            case events.Moved(model, inches, None) if inches < MIN_MOVE_INCHES:
                return f"{DETAIL_INDENT}{self.model(model)} gets nowhere"
            case events.Moved(model, inches, str(stopped_by)) if inches < MIN_MOVE_INCHES:
                what = self._what(stopped_by)
                near = "is right beside" if what == TOKEN_WORD else "gets nowhere, up against"
                return f"{DETAIL_INDENT}{self.model(model)} {near} {what}"
            case events.Moved(model, inches, stopped_by):
                return f"{DETAIL_INDENT}{self.model(model)} runs {inches:.1f} in{self._into(stopped_by)}"
            case events.TowerGrows(model, height):
                return f"{ACTION_INDENT}{self.model(model)} takes a swig: tower of {height}"
            case events.Bullet(_, shows, hits):
                return f"{DETAIL_INDENT}a {shows} hits {self._target(hits)}"
            case events.Damage():
                return DETAIL_INDENT
            case events.TowerFalls(model, by, dice):
                return (
                    f"{DETAIL_INDENT}[bold]{self.model(model)}'s tower of {dice} comes down[/]: {self.boss(by)}'s doing"
                )
            case events.TowerPushed(model):
                return f"{DETAIL_INDENT}{self.model(model)}'s tower is knocked, and holds"
            case events.StandsUp(model):
                return f"{ACTION_INDENT}{self.model(model)} is back on its feet"
            case events.FightBreaksOut(active, passive):
                return f"{ACTION_INDENT}[bold]{self.model(active)} fights {self.model(passive)}[/]"
            case events.Throws(active, passive, (first, second)):
                return f"{DETAIL_INDENT}{self.model(active)} goes for a {first}, {self.model(passive)} for a {second}"
            case events.Shoved(model):
                return f"{DETAIL_INDENT}{self.model(model)} is shoved"
            case events.Pinched(boss, victim):
                self._stash[boss] += 1
                self._stash[victim] -= 1
                return f"{DETAIL_INDENT}{self.boss(boss)} takes loot from {self.boss(victim)}: {self._stash_text(boss)}"
            case _:
                return self._rare(event)

    def _rare(self, event: object) -> str | None:
        """Return the line for an event of a rare type, such as `TimeIsUp`. For other events, return None."""
        match event:
            case events.LegsIt(boss, dropped):
                self._stash[boss] -= dropped
                left = f", leaving {dropped} behind" if dropped else ""
                return f"{ACTION_INDENT}[bold]{self.boss(boss)} legs it with {self._stash[boss]} loot{left}[/]"
            case events.TimeIsUp():
                words = {"no_boot": ": no more booting", "last_activation": ": one more activation each"}
                return f"{ACTION_INDENT}[bold]Time is up{words.get(self._after_time, '')}[/]"
            case events.Scoops(boss, tokens):
                self._stash[boss] += tokens
                return f"{ACTION_INDENT}{self.boss(boss)} scoops up what is left: {tokens}"
            case events.NoLegalSpot(boss, short):
                return f"[dim]no spot is legal for {escape_markup(boss)}; the nearest to legal is {short:g} in short[/]"
            case events.TokenBack():
                return f"{DETAIL_INDENT}[dim]loot rolls off the table and is put back[/]"
            case events.Discarded(model):
                return f"{DETAIL_INDENT}{self.model(model)} leaves a die unused"
            case Lost(boss):
                return f"{DETAIL_INDENT}[dim]{escape_markup(boss)} loses a die over the edge[/]"
        return None

    def _damage_text(self) -> str:
        """Return the text that ends the current line: the damage to a model, and the new height of its tower.

        The text is only returned once. If there is no damage that hasn't been told yet, it is empty.
        """
        if self._hurt is None:
            return ""
        tower = f", tower of {self._height}" if self._height else ""
        joint = ": " if self._line.strip() else ""
        told = f"{joint}{self.model(self._hurt)} takes {self._damage} damage{tower}"
        if self._height and not self._damage:
            told = f"{self.model(self._hurt)}'s tower grows to {self._height}"
        self._hurt, self._damage, self._height = None, 0, 0
        return told

    def _action_lines(self, model: PieceId) -> list[str]:
        return [f"{ACTION_INDENT}{self.model(model)} {verb}" for verb in ACTION_VERBS.values()]

    def _faces(self, shows: tuple[int, ...]) -> str:
        dice = "1 die" if self._again == 1 else f"{self._again} dice"
        again = f" [dim]({dice} rolled again)[/]" if self._again else ""
        self._again = 0
        return f"  [bold]{' '.join(map(str, shows)) or 'no dice'}[/]{again}"

    def _loot_text(self) -> str:
        """Return a sentence with the number of loot tokens on the table (RD-14).

        It also tells the number of dropped tokens that rolled off the table, if any did.
        """
        again = self._dropped_again
        if not self._loot:
            off = f"{again} {'token' if again == 1 else 'tokens'} rolled off"
            return f"No loot lies on the table{f': {off}, to be dropped again' if again else ''}."
        lie = "1 token of loot lies" if self._loot == 1 else f"{self._loot} tokens of loot lie"
        rolled = f"{again} rolled off and {'was' if again == 1 else 'were'} dropped again"
        return f"{lie} on the table{f'; {rolled}' if again else ''}."

    def _no_loot(self, other: PieceId) -> str:
        """Return the words `but ... has no loot to take` about the boss of a booted enemy (RD-71).

        If the boss has loot, return an empty text.
        """
        boss = self._owner[other]
        return "" if self._stash[boss] else f", but {self.boss(boss)} has no loot to take"

    def _stash_text(self, boss: PlayerId) -> str:
        return f"{self.boss(boss)} has {self._stash[boss]}"

    def _into(self, stopped_by: str | None) -> str:
        if stopped_by is None:
            return ""
        what = self._what(stopped_by)
        return f" {'to' if what in ('the edge', 'the die') else 'into'} {what}"

    def _what(self, piece: str) -> str:
        """Return, in markup, what stopped a model: a model, terrain, the edge of the table, a die or a token.

        Args:
            piece: Id of the piece that stopped the model, or `edge`.
        """
        if piece in self._owner or piece in self._terrain:
            return self._target(piece)
        if piece == "edge":
            return "the edge"
        return "the die" if piece.startswith("d") else TOKEN_WORD  # ids of loose dice begin with d

    def _target(self, piece: str) -> str:
        if piece in self._owner:
            return self.model(piece)
        if piece in self._terrain:
            return f"the {escape_markup(self._terrain[piece])}"
        return {"terrain": "the scenery", "nothing": "nothing"}.get(piece, TOKEN_WORD)


def _numbers(shows: tuple[int, ...]) -> str:
    """Return a phrase with the numbers on some dice, such as `the 6 and the 2`."""
    *first, last = (f"the {number}" for number in shows)
    return f"{', '.join(first)} and {last}" if first else last


CARRY_EVENTS = (events.TowerFalls, events.FallsOver, events.TowerPushed, events.TokenBack)
"""Events that a carry may cause. The rules emit them before the `Moved` event of the carry."""


def reorder_carry_events(happened: Iterable[object]) -> Iterator[object]:
    """Yield events in the order of narration.

    The rules emit a carry's consequences, such as falls, before the carry's `Moved` event. This function yields them
    after that event, and after the events of collected loot. All other events keep their order.

    Args:
        happened: The events. They must include all events of each act.
    """
    held: list[object] = []
    moved = False
    for event in happened:
        if moved and isinstance(event, events.Loot):
            yield event
            continue
        if moved or not isinstance(event, (events.Moved, *CARRY_EVENTS)):
            yield from held
            held, moved = [], False
        if isinstance(event, CARRY_EVENTS):
            held.append(event)
        else:
            moved = isinstance(event, events.Moved)
            yield event
    yield from held
