"""Previews of the effects of answers, computed by the functions of the rules (CC-11, CC-20, CC-42, CC-50)."""

from collections.abc import Sequence
from dataclasses import dataclass

from riotsim.games.cube_clash.board.position import Match
from riotsim.games.cube_clash.combat import attacks, values
from riotsim.games.cube_clash.combat.attacks import Attack
from riotsim.games.cube_clash.combat.resolver import Striking
from riotsim.games.cube_clash.rules.telling import attack_of
from riotsim.games.cube_clash.show.names import title_of
from riotsim.games.cube_clash.turns.options import DamageUnit, Option
from riotsim.games.cube_clash.turns.turn import Situation, after
from riotsim.games.cube_clash.units.faces import Icon
from riotsim.games.cube_clash.units.unit import DieId
from riotsim.play.markup import join_names


@dataclass(frozen=True, slots=True)
class AttackPreview:
    """The expected result of an attack."""

    attack: Attack
    """The attack, with its damage."""
    health: int
    """The defender's remaining health before the attack."""
    saves: int
    """The defender's saves, without those that the attack ignores."""
    terrain: str
    """The terrain that gives the defender more saves; empty for none (CC-70, CC-71)."""
    killed: tuple[DieId, ...]
    """The dice that the attack and the Counter kill, the defender first. Vanishing dice are included."""
    vanishes: bool
    """True if the defender is killed with Vanish on top."""
    counters: bool
    """True if the defender's Counter hits a die."""
    is_open: bool
    """True if the defender's player must still choose the targets of the Counter. `killed` is empty until then."""

    @property
    def text(self) -> str:
        """A text with the damage, the defender's health and saves, and the result of the attack."""
        return f"damage {self._figures()}"

    @property
    def text_of_most(self) -> str:
        """A text like `text` for an attack that may also deal less damage. It begins with `damage up to`."""
        return f"damage up to {self._figures()}"

    def _figures(self) -> str:
        saves = f", saves {self.saves}{f' on {self.terrain}' if self.terrain else ''}" if self.saves else ""
        return f"{self.attack.damage}, health {self.health}{saves}: {self._outcome()}"

    def _outcome(self) -> str:
        if self.is_open:
            return "it may counter"
        dies = self.attack.defender in self.killed
        told = "vanishes" if self.vanishes else "killed" if dies else "withstood"
        others = [title_of(die) for die in self.killed if die != self.attack.defender]
        if others:
            return f"{told}, counter kills {join_names(others)}"
        return f"{told}, counters" if self.counters else told


def preview_attack(match: Match, now: Situation, option: Option) -> AttackPreview | None:
    """Return what an attack would do, or None if the option is not an attack.

    Args:
        match: The match.
        now: A situation that allows the option.
        option: The option.
    """
    actor = getattr(now.stage, "die", None)
    attack = None if now.pending or actor is None else attack_of(match, now.position, actor, option)
    if attack is None:
        return None
    here, defender = now.position, now.position[attack.defender]
    saves = values.saves(match, defender, attack.kind)
    has_bonus = saves > values.plain_saves(match.face(defender), attack.kind)
    ways = attacks.counter_allotments(match, here, attack)
    then = after(match, now, option)
    is_open = bool(then.pending) and then.pending[0] == Striking(attack)
    gone = () if is_open else (one.die for one in here.standing if then.position.find(one.die) is None)
    killed = tuple(sorted(gone, key=lambda die: (die != attack.defender, die)))
    return AttackPreview(
        attack,
        health=match.health(attack.defender) - defender.wounds,
        saves=max(0, saves - attack.ignores),
        terrain=(match.terrain(defender.at) or "").replace("_", " ") if has_bonus else "",
        killed=killed,
        vanishes=attack.defender in killed and match.face(defender).icon is Icon.VANISH,
        counters=bool(ways[0].hits),
        is_open=is_open,
    )


def preview_red(match: Match, now: Situation, options: Sequence[Option]) -> AttackPreview | None:
    """Return the expected result of the strongest of several red spells on one die (CC-63).

    Return None if some options are not red spells, or have different targets.
    """
    spells = [option for option in options if isinstance(option, DamageUnit)]
    if len(spells) < len(options) or len({spell.target for spell in spells}) != 1:
        return None
    return preview_attack(match, now, max(spells, key=lambda spell: spell.points))
