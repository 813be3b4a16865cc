"""The texts that explain RiftWar's requests to players, each with the clause of the rules."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from riotsim.games.riftwar.armies.unit_types import title_of
from riotsim.games.riftwar.chapters.damage import DIE_SIDES, Effect
from riotsim.games.riftwar.chapters.rally import rally_bonus
from riotsim.games.riftwar.events import Attacks, Destroyed, GetsOff, Moves
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.show.names import kind_of, listed, owned_title, player_of, title_for
from riotsim.games.riftwar.state import Plan, RallyAttempt, State
from riotsim.play.group_requests import PlaceSome
from riotsim.play.narration import Reason
from riotsim.play.requests import AimThrow, Choose, PickPoint, PlayerId, Request
from riotsim.table.units import in_inches

NO_OTHER_END: Final = "Go on, or give the move up."
"""Text of the request about the dangers of a move. It is used if the player can't choose another end for the move."""

LEAST_TOLD: Final = 0.1
"""Least length of a move that a text gives exactly (in). For a shorter move, it says `less than` and this length."""

BY_PURPOSE: Final[Mapping[str, tuple[str, str, str]]] = {
    "set up": ("Set up a unit or a group", "", "RW-06"),
    "action": (
        "Your phase",
        "Act until an action fails: direct fire without a wound, a mover wounded or killed, a failed rally.",
        "RW-20",
    ),
    "who moves": ("Who moves?", "Pinned units stay.", "RW-30"),
    "group": ("Which group moves?", "", "RW-36"),
    "move": ("Where to?", "", "RW-30"),
    "how to move": ("Walk or fly?", "", "RW-97"),
    "boundary": ("On which side of the boundary?", "A move ends at the first boundary of terrain.", "RW-32"),
    "cross": ("Across what?", "To the far side, straight across.", "RW-12"),
    "dangers": ("These may fire at you", "Go on, choose another end, or give the move up.", "RW-40"),
    "point out dangers": ("Who may react?", "What you don't name can't fire.", "RW-40"),
    "look at": ("Where does it look?", "Turn it as you like: its arc opens to both sides of where it looks.", "RW-33"),
    "turn the group": ("Turn the group?", "All alike, or one by one.", "RW-33"),
    "who turns": ("Who turns?", "", "RW-33"),
    "react": ("Fire in reaction?", "A unit that misses can't react again in this phase.", "RW-41"),
    "fire at": ("Where to fire?", "", "RW-42"),
    "order of targets": ("In which order are they fired at?", "", "RW-43"),
    "next target": ("Who is fired at next?", "You set the order of targets.", "RW-43"),
    "who fires": ("Who fires?", "Those with a line of sight in their arc.", "RW-50"),
    "target": ("At whom?", "An enemy in sight and in the arc.", "RW-50"),
    "coordinated by": ("Coordinated by whom?", "A close group, or a Leader whom all see.", "RW-53"),
    "attackers": ("Who attacks together?", "", "RW-53"),
    "next attacker": ("Whose dice count next?", "Attacks are applied one after the other.", "RW-54"),
    "spotter": ("Who spots?", "", "RW-55"),
    "close combat target": (
        "Whom to charge?",
        "In a straight line into contact, or until something stops it.",
        "RW-70",
    ),
    "who makes contact": ("Who makes contact?", "The others end in a chain with it.", "RW-70"),
    "contact": ("Where to make contact?", "In a straight line.", "RW-70"),
    "enter the fray": ("Who else enters the fray?", "A unit that stays out must survive an attack.", "RW-71"),
    "who reacts": ("Who strikes?", "One unit, with close dice.", "RW-72"),
    "fall back": ("Fall back?", "Straight away from the fray.", "RW-72"),
    "who attacks": ("Who strikes?", "At an enemy in the same fray.", "RW-74"),
    "escape": ("Where to?", "An enemy in contact strikes first.", "RW-75"),
    "who rallies": ("Who rallies?", "", "RW-80"),
    "board": ("Who boards?", "Those aboard can't be targeted.", "RW-81"),
    "survivors": ("Set up the survivors", "Within 1 in of the wreck, or where there is room.", "RW-83"),
    "who is next": ("Who is active next?", "Whoever passes names a player.", "RW-23"),
}
"""Title, text and clause of each request, by its purpose. An empty text means that `_text` supplies the text."""

BY_ACTION: Final[Mapping[tuple[str, str], tuple[str, str]]] = {
    ("who moves", "close combat"): ("Who charges?", "RW-70"),
    ("who moves", "cross"): ("Who crosses?", "RW-12"),
    ("who moves", "escape"): ("Who leaves the fray?", "RW-75"),
    ("who turns", "aim"): ("Whose turret turns?", "RW-52"),
}
"""Title and clause of requests during certain actions. They take the place of those in `BY_PURPOSE`.

Each key is a pair: the purpose of the request, and the action.
"""

CHARGES: Final[Mapping[str, str]] = {
    "close combat target": "Whom does {} charge?",
    "contact": "Where does {} make contact?",
}
"""Titles of requests about a charge. The name of the unit that comes into contact replaces the braces."""

DURING_REACTION: Final = frozenset(("react", "fire at", "order of targets", "next target"))
AFTER_REACTION: Final = frozenset(("board", "look at", "turn the group", "action"))
"""Purposes of requests whose text tells the effect of the last shot in reaction.

`DURING_REACTION` has the requests before the end of the move, and `AFTER_REACTION` has those after it.
"""

SHOT: Final[Mapping[str, str]] = {
    "none": "hit {} without effect", "pin": "pinned {}", "wound": "wounded {}", "kill": "killed {}",
}  # fmt: skip
"""The words for the effect of a hit, by the effect. The name of the target replaces the braces."""


def reason(rules: Rulebook, state: State, request: Request[object], events: Sequence[object] = ()) -> Reason:
    """Return the reason of a request: its title, a text that explains it, and its clause.

    Args:
        rules: The rulebook.
        state: The state of the game.
        request: The request.
        events: The events of the game so far. After reaction fire, the reason tells the effects of the last shots.

    Raises:
        KeyError: RiftWar never makes such a request.
    """
    if isinstance(request, AimThrow):
        clause = "RW-61" if state.rallying is None else "RW-80"
        return Reason("Throw the dice", _throw_text(rules, state, request.player, len(request.dice)), clause)
    title, text, clause = BY_PURPOSE[request.purpose]
    title, clause = BY_ACTION.get((request.purpose, state.action), (title, clause))
    if request.purpose in ("react", "fire at", "dangers") and state.plan is not None:
        movers = state.plan.movers
        one = title_for(request.player, state.players, movers[0])
        moving = one if len(movers) == 1 else f"A group of {len(movers)}"
        if state.fired_at is not None and len(movers) > 1:
            title = f"Fire at {title_for(request.player, state.players, state.fired_at)} in reaction?"
        title = f"{moving} {_moves(state.plan)}. {title}"
    if request.purpose == "set up" and isinstance(request, PickPoint):
        unit = state.units[request.regions[0][0]]
        title, text = f"Where does {title_of(unit.id)} stand?", f"{kind_of(unit)}. In the area of your side."
    if request.purpose in CHARGES and state.declared is not None and state.declared.attacker is not None:
        title = CHARGES[request.purpose].format(title_of(state.declared.attacker))
    if request.purpose == "dangers":
        assert isinstance(request, Choose), "dangers are a choice"
        text = f"{_watchers(state)}. {text if 'change' in request.options else NO_OTHER_END}"
    text = text or _text(rules, state, "move together" if _is_group_move(request) else request.purpose)
    if request.purpose == "order of targets" and state.plan is not None:
        text = f"The list: {listed([title_of(one) for one in state.plan.movers])}. {text}"
    shot = _last_shot(state, events, request.purpose)
    return Reason(title, f"{shot} {text}" if shot and text else shot or text, clause)


def _is_group_move(request: Request[object]) -> bool:
    return isinstance(request, PlaceSome) and request.purpose == "move"


def _last_shot(state: State, events: Sequence[object], purpose: str) -> str:
    """Return a sentence about the last shot in reaction; empty if something else has happened since then.

    What the shot itself causes doesn't count as something else, and neither does the end of the move. If the last shots
    were several shots by one player at one target, the sentence is about the one with the worst effect.
    """
    if purpose not in DURING_REACTION | AFTER_REACTION or (state.plan is None and purpose != "action"):
        return ""  # before a unit is turned as an action of its own, a player is asked where it looks too
    shots: list[Attacks] = []
    for number, event in enumerate(reversed(events)):
        match event:
            case Attacks(how="reaction") if not shots or _is_alike(state, event, shots[0]):
                shots.append(event)
            case Destroyed() | Attacks(how="crash"):
                continue
            case GetsOff() if shots:  # survivors of a crash between two shots
                continue
            case Moves() if number == 0 and purpose in AFTER_REACTION:
                continue
            case _:
                break
    if not shots:
        return ""
    worst = max(shots, key=_severity)  # the latest one of those with the same effect
    did = SHOT[worst.effect] if worst.hits else "missed {}"
    return f"{owned_title(state.players, worst.unit)} {did.format(owned_title(state.players, worst.target))}."


def _is_alike(state: State, one: Attacks, other: Attacks) -> bool:
    """Return whether two attacks have the same target, and are made by units of the same player."""
    return one.target == other.target and player_of(state.players, one.unit) == player_of(state.players, other.unit)


def _severity(shot: Attacks) -> Effect:
    return Effect[shot.effect.upper()]


def _watchers(state: State) -> str:
    """Return the names of the units that may fire at a move, such as `Bea's Rifleman 1 and Rifleman 2`.

    For each player, only the first unit is given with the player's name. A long list ends with the number of units that
    are left out (see `listed`).
    """
    named = {watcher for watcher, _ in state.dangers}
    units = [unit for name, unit in state.units.items() if name in named]
    first = {unit.player: unit.id for unit in reversed(units)}
    return listed(
        [owned_title(state.players, one.id) if first[one.player] == one.id else title_of(one.id) for one in units]
    )


def _moves(plan: Plan) -> str:
    """Return a description of a move, such as `moves 3.5 in`. Its length is as planned, even if something stops it."""
    far = max(math.dist(start, end) for start, end in zip(plan.starts, plan.ends, strict=True))
    if not far:
        return "turns"
    return f"moves {in_inches(far):.1f} in" if in_inches(far) >= LEAST_TOLD else f"moves less than {LEAST_TOLD:g} in"


def _text(rules: Rulebook, state: State, purpose: str) -> str:
    """Return the text of a request that is not in `BY_PURPOSE`. This text depends on the options of the rules.

    Raises:
        KeyError: There is no such text for this purpose.
    """
    within, limit = in_inches(rules.group.within), rules.move.range
    far = "" if limit == "unlimited" else f", {in_inches(limit):g} in at most"
    classes = "one class" if rules.coordinated.classes == "same" else "one class, or Medium and Heavy"
    healed = "pin and wound" if rules.rally.heals else "the pin"
    is_group = state.plan is not None and len(state.plan.movers) > 1
    texts = {
        "set up": f"In the area of your side; a group in gaps of at most {within:g} in.",
        "group": f"Units in a chain of gaps of at most {within:g} in.",
        "move": f"In a straight line{far}, as far as the way is free.",
        "move together": f"Each in a straight line{far}. When something stops one, all stop.",
        "how to move": {
            "one_worse": "In flight a pin is a wound, and a wound a kill.",
            "extra_hit": "In flight an attack that hits has a further hit.",
        }[rules.flying.hurt],
        "who turns": {
            "free": "Turning a turret is no move: nobody can react.",
            "move": "Turning a turret is a move too.",
        }[rules.heavy.turret]
        if state.action == "aim"
        else "Turning a unit is a move too.",
        "fire at": {
            "each": "Anywhere on the marked line, but not before an earlier shot.",
            "one": "Anywhere on the marked line. All fire comes at that point.",
        }["one" if is_group else rules.reaction.points],
        "order of targets": {
            "every_unit": "Those who hit may fire at the next target too.",
            "once": "Each unit fires once.",
        }[rules.reaction.group],
        "attackers": f"Two or more units of {classes}.",
        "spotter": {
            "spotter": "The target's cover is that from the spotter.",
            "none": "The target has no cover of its place.",
        }[rules.indirect.cover],
        "who rallies": f"{rules.rally.on} or more on a d6 clears {healed}.",
    }
    return texts[purpose]


def _throw_text(rules: Rulebook, state: State, player: PlayerId, dice: int) -> str:
    """Return the text of a request that asks a player to throw dice for an attack or a rally."""
    thrown = f"{'A die' if dice == 1 else f'{dice} dice'} into the tray."
    if state.rallying is not None:
        return f"{thrown} {_rally_text(rules, state.rallying)}"
    on = rules.hit.on
    hits = f"{DIE_SIDES} hits" if on == DIE_SIDES else "5 and 6 hit" if on == DIE_SIDES - 1 else f"{on} or more hits"
    attacks = state.thrown_attacks
    covers, names = {attack.cover for attack in attacks}, {attack.target for attack in attacks}
    target = title_for(player, state.players, names.pop()) if len(names) == 1 else "Every target"
    if rules.cover.mode == "one_die_less":
        less = f"{target} has cover, for one die less. " if True in covers else f"{target} has no cover. "
        return f"{thrown} {less if len(covers) == 1 else ''}{_sentence(hits)}"
    if on == DIE_SIDES:
        return f"{thrown} {hits}."  # in cover too
    needs = f"only if {'a die' if len(attacks) == 1 else 'one of the same attack'} shows a {DIE_SIDES}"
    if covers == {False}:
        return f"{thrown} {target} has no cover: {hits}."
    if covers == {True}:
        return f"{thrown} {target} has cover: {f'only a {DIE_SIDES} hits' if dice == 1 else f'{hits} {needs}'}."
    return f"{thrown} {_sentence(hits)} Where the target has cover, they do {needs}."


def _rally_text(rules: Rulebook, rally: RallyAttempt) -> str:
    """Return a sentence about a rally. It gives the lowest number of a successful rally, and the reasons for a
    bonus.
    """
    least = max(1, rules.rally.on - rally_bonus(led=rally.led, unseen=rally.unseen))
    helps = [f"{who} adds 1" for who, does in (("a Leader", rally.led), ("being out of sight", rally.unseen)) if does]
    why = f", as {' and '.join(helps)}" if helps else ""
    return f"{title_of(rally.unit)} rallies on {least} or more{why}."


def _sentence(text: str) -> str:
    """Return a text with a capital letter at its beginning and a full stop at its end."""
    return f"{text[0].upper()}{text[1:]}."
