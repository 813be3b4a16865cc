"""Texts about the requests of Buskit. Each request has a reason and a clause of the rules."""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.show.names import acting_title, check_in_words, name_in_fight, ordinal, title_of
from riotsim.games.buskit.show.unavailable import has_action
from riotsim.games.buskit.state import FighterId, State, Throw
from riotsim.play.house_rules import REROLL_REASONS
from riotsim.play.markup import join_names
from riotsim.play.narration import Reason
from riotsim.play.requests import AimThrow, Choose, Request, WhyAgain
from riotsim.play.session.session import Session
from riotsim.pools.pool import Dice

PENALTY: Final = "one die fewer; a single die becomes two, and the lower counts"
"""Text about the effect of a penalty on dice (BK-21)."""

FASTER: Final = "One more die for initiative, and a penalty {} in this round: " + PENALTY + "."
"""Text about the gain and the price of hurrying (BK-54).

The roll with the penalty takes the place of `{}`, such as `on damage`.
"""

ONLY_MUSCLE: Final = "Only those whose weapons all use Might. "
"""Text about the fighters who may take a penalty on damage (BK-54)."""

STANCE: Final = (
    "Reckless: one more die to attack, one fewer to defend until the next action. Wary: the other way round."
)
"""Text about the effects of the stances (BK-55)."""

THROWN_AGAIN: Final[Mapping[WhyAgain, str]] = {
    "cocked": "leaned and showed no number",
    "off the table": "left the tray",
    "hardly turned": "hardly turned",
}
"""Words for the reasons why dice are thrown again. Each is the end of a sentence whose subject is the dice."""

WILD: Final = "A wild die with its highest number is thrown again, and both numbers are added."
"""Text about the reason for throwing a wild die again (BK-14)."""

BY_PURPOSE: Final[Mapping[str, tuple[str, str, str]]] = {
    "set up": ("Set up a model", "The whole base stands in the area of your side.", "BK-02"),
    "faster, worse attack": ("Who hurries, for a penalty on attacks?", FASTER.format("on each attack"), "BK-54"),
    "faster, less damage": ("Who hurries, for a penalty on damage?", ONLY_MUSCLE + FASTER.format("on damage"), "BK-54"),
    "move": ("Where to?", "Up to the length of a move, as the crow flies.", "BK-41"),
    "run": ("Run: where to?", "A second move.", "BK-42"),
    "interrupt": ("Interrupt?", "A held action comes before the slower one.", "BK-47"),
    "free strike": ("Strike at the one who walks away?", "One plain attack.", "BK-43"),
    "weapon": ("With which weapon?", "Only weapons that reach somebody are open.", "BK-50"),
    "attacks": ("How many attacks?", f"Each one beyond the first gives all of them a penalty: {PENALTY}.", "BK-60"),
    "target": ("Whom to attack?", "Only those in reach or in sight are open.", "BK-51"),
    "second weapon": ("With a second weapon?", "It takes one penalty off the first attack.", "BK-61"),
    "stance": ("How do you fight?", STANCE, "BK-55"),
    "blow": ("A called shot?", "It has a penalty to hit, and one more die of damage.", "BK-57"),
    "fire": ("Single shots or bursts?", "A burst adds a die and takes shots.", "BK-62"),
    "wild dice": ("How many wild dice?", "They are gone afterwards. A 6 is rolled again.", "BK-14"),
    "take cover": ("Where to hide?", "Places behind the nearest cover are open, or stay where you are.", "BK-65"),
    "armour": ("Spend a die of armour?", "The best of Might and armour counts. Dice are spent for good.", "BK-81"),
    "concession": ("Make a concession?", "One for each Wound, or you go down at once.", "BK-75"),
    "complication": ("Name a complication", "One for each Wound of this attack.", "BK-57"),
    "task": ("Which task?", "One check of it is made.", "BK-33"),
    "price": ("Succeed at a price?", "Complications for each point short, each once in a fight.", "BK-35"),
    "whom to help": ("Whom to help?", "Those who still act in this round are open.", "BK-36"),
    "Trait": ("Help with what?", "You roll that Trait of yours. Fight and Shoot are for attacks.", "BK-36"),
    "difficulty": ("Pick a difficulty die", "Success gives as much as the die is large.", "BK-36"),
    "whom to treat": ("Whom to treat?", "Success gives Shock.", "BK-90"),
    "who cares": ("Who cares for the patient?", "Success gives Shock, and a die for the recovery roll.", "BK-90"),
    "wounds named": ("How many Wounds?", "Might above the number brings them back, with as much Shock.", "BK-91"),
}  # fmt: skip
"""The title, the text and the clause for a request, by the purpose of the request."""


def reason(rules: Rulebook, session: Session[State], request: Request[object]) -> Reason:
    """Return the texts that explain a request to the player: a title, a text, and a clause of the rules.

    Raises:
        KeyError: Buskit never makes such a request.
    """
    state, who = session.state, acting_title(session.state)
    match request:
        case AimThrow():
            return _throw_reason(state, session.play.events, request)
        case Choose(purpose="action"):
            return _turn_reason(state, who, request)
        case Choose(purpose="under fire"):
            return _under_fire_reason(state, request)
    title, text, clause = BY_PURPOSE[request.purpose]
    if request.purpose in ("move", "run", "weapon", "attacks", "stance", "wounds named") and who:
        title = f"{who}: {title[0].lower() + title[1:]}"
    if state.may_interrupt is not None and who:
        title, text = _interrupt_in_words(state, state.may_interrupt)
    if request.purpose in ("stance", "blow") and state.declared is not None:
        whom = join_names(dict.fromkeys(name_in_fight(state, name) for name in state.declared.targets))
        title = f"{who}: how do you fight {whom}?" if request.purpose == "stance" else f"A called shot at {whom}?"
    if request.purpose == "armour" and state.between is not None:
        attacker, target = (name_in_fight(state, name) for name in state.between)
        title = f"{target}, attacked by {attacker}: {title[0].lower() + title[1:]}"
        text = text if state.check is None else check_in_words(state.check)
    if request.purpose == "target" and (declared := state.declared) is not None and declared.attacks > 1:
        title = f"Attack {len(declared.targets) + 1} of {declared.attacks}: whom?"
        if declared.targets:
            chosen = join_names(name_in_fight(state, name) for name in declared.targets)
            text = f"Chosen so far: {chosen}. {text}"
    if request.purpose == "blow" and not rules.optional.called_shot:
        shoots = state.declared is not None and rules.weapons[state.declared.weapon].skill == "shoot"
        title = title.replace("called shot", "telling shot" if shoots else "telling blow")
        text = "It has a penalty to hit; you name a complication for every Wound."
    return Reason(title, text, clause)


def _interrupt_in_words(state: State, holder: FighterId) -> tuple[str, str]:
    """Return the title and the text of the question whether `holder` interrupts the acting fighter."""
    one, other = state.fighters[holder], state.fighters[state.acting[-1]]
    whose = ", of your own side" if other.player == one.player else ""
    before = f"It would come before the action of {name_in_fight(state, other.id)}{whose}."
    if one.aiming:
        return f"{title_of(holder)} aims: interrupt?", f"{before} Who interrupts loses the aim."
    return f"{title_of(holder)} holds an action: interrupt?", before


def _turn_reason(state: State, who: str, request: Choose[str]) -> Reason:
    """Return the text above the options of the acting fighter.

    It says whether the fighter still has an action and a move in this turn.
    """
    fighter = state.fighters[state.acting[-1]]
    barred = fighter.count(state.round, "stunned", "flees") > 0
    no_action = "No action is open." if barred else "The action is used."
    no_move = "The move is used." if fighter.moved else "There is no move now."
    nothing = "Action and move are used." if fighter.moved and not barred else f"{no_action} {no_move}"
    match has_action(request), "move" in request.options:
        case True, True:
            title, text = f"{who}: one action and one move", "In either order."
        case True, False if fighter.prone and not fighter.moved and state.phase != "surprise":
            title, text = f"{who}: one action and one move", "Who lies prone has to stand up before a move."
        case True, False:
            title, text = f"{who} still has an action", no_move
        case False, True:
            title, text = f"{who} still has a move", no_action
        case _:
            title, text = f"{who}: end the turn?", nothing
    return Reason(title, text, "BK-41")


def _under_fire_reason(state: State, request: Choose[str]) -> Reason:
    """Return the text above the options of a fighter under fire. Its title names the shooter and the target."""
    assert state.between is not None, "a shot has a shooter and a target"
    attacker, target = (name_in_fight(state, name) for name in state.between)
    attack, told = state.attack, []
    if attack is not None and attack.attacks > 1:
        told.append(f"Attack {attack.number + 1} of {attack.attacks}.")
    if len(request.options) > 1:
        told.append("Choose before the dice are thrown.")
    return Reason(f"{attacker} shoots at {target}", " ".join(told), "BK-64")


def _throw_reason(state: State, happened: Sequence[object], request: AimThrow) -> Reason:
    """Return the text above the request for a throw. The first fitting case decides.

    - If dice are thrown again, the text says why.
    - If the throw decides a tie in initiative, the text says who is tied.
    - If the throw belongs to a check, the text gives both pools of the check.
    - Otherwise, the text says that all dice are thrown together.

    Args:
        state: The state of the game.
        happened: The events of the game.
        request: The request.
    """
    if why := list(dict.fromkeys(request.why_again)):
        told = " ".join(f"{REROLL_REASONS[one]}." for one in why)
        return Reason(_title_again(request, why), told, "BK-04")
    thrown = state.throws[-1] if state.throws else None
    pools = () if thrown is None else thrown.pools
    parts = [part for pool in pools for part in pool.parts if isinstance(part, Dice)]
    if sum(part.count for part in parts) > len(request.dice) and any(part.again != "never" for part in parts):
        return Reason("Throw the wild dice again", WILD, "BK-14")
    words = "" if state.check is None else check_in_words(state.check)
    title, told, attack = "Throw the dice", words, state.attack
    if thrown is not None and thrown.purpose == "tie":
        title = "A tie: throw the dice"
        if thrown.number > 1:
            title = f"Tied again: throw the dice a {ordinal(thrown.number)} time"
        told = f"{_ties_in_words(state, thrown)}. Each throws the Move die."
    elif thrown is not None and thrown.purpose == "attack" and attack is not None and attack.attacks > 1:
        before = _last_attack(happened, thrown.fighters[0])
        title = f"{before}Attack {attack.number + 1} of {attack.attacks}: throw the dice"
    return Reason(title, told or "All dice are thrown together.", "BK-04", tells_check=told == words)


def _ties_in_words(state: State, thrown: Throw) -> str:
    """Return the tied fighters in words, such as `Tied in initiative: Cole and Ines with 4`.

    Args:
        state: The state of the game.
        thrown: The throw that decides the ties.
    """
    groups: dict[tuple[int, int], list[str]] = {}
    for name, tie in zip(thrown.fighters, thrown.tied, strict=True):
        groups.setdefault(tie, []).append(name_in_fight(state, name))
    told = (f"{join_names(names)} with {result}" for (_, result), names in groups.items())
    return f"Tied in initiative: {'; '.join(told)}"


def _title_again(request: AimThrow, why: Sequence[WhyAgain]) -> str:
    """Return the title of a request to throw dice again because they didn't count.

    If all dice have the same reason, the title gives it. If a player throws a single die of another player, the title
    names the die's owner.
    """
    owner = request.owners[0] if request.owners else request.player
    if len(request.dice) > 1:
        what = "Dice" if len(why) > 1 else f"{len(request.dice)} dice"
    else:
        what = "A die" if owner == request.player else f"{owner}'s die"
    them = "it" if len(request.dice) == 1 else "them"
    return f"{what} {THROWN_AGAIN[why[0]] if len(why) == 1 else 'do not count'}: throw {them} again"


def _last_attack(happened: Sequence[object], attacker: FighterId) -> str:
    """Return the result of the attacker's previous attack in this turn, such as `Missed (1 against 4). `.

    The text ends with a space. If there is no such attack, the text is empty.
    """
    turn = takewhile(lambda event: not isinstance(event, events.TurnBegins), reversed(happened))
    last = next((one for one in turn if isinstance(one, events.Attacks) and one.fighter == attacker), None)
    return "" if last is None else f"{'Hit' if last.hits else 'Missed'} ({last.value} against {last.against}). "
