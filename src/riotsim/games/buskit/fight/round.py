"""A round: surprise, initiative, the order of turns, and the end of a round (BK-05, BK-41, BK-44 to BK-46, BK-54)."""

from collections.abc import Sequence
from dataclasses import replace

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.initiative import Rolled, in_order, initiative_pool, may_be_faster, ties
from riotsim.games.buskit.fight.conceding import without_past
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.fight.throwing import owned, throw_pools
from riotsim.games.buskit.fight.turns.turn import play_turn
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.state import Fighter, FighterId, State
from riotsim.play.group_requests import PickSome
from riotsim.pools.notation import write_pool
from riotsim.pools.pool import Dice, Pool


async def act_by_surprise(game: Skirmish) -> None:
    """Play the turn of the next fighter of the side with surprise, before the first roll of initiative (BK-46).

    If all these fighters have acted, the first round follows.
    """
    state, side = game.state, game.rules.scenario.surprise
    fighters = state.side(state.players[side - 1]) if side is not None and side <= len(state.players) else ()
    waiting = [fighter for fighter in fighters if fighter.is_up and not fighter.acted]
    if not waiting:
        state.phase = "round"
        return
    if len(waiting) == len(fighters):
        game.emit(events.RoundBegins(0))
    await play_turn(game, waiting[0].id)
    end_if_decided(game)


async def begin_round(game: Skirmish) -> None:
    """Begin a round (BK-41).

    In the first round, the players choose who takes a bonus on initiative, and all fighters roll (BK-44, BK-54). The
    rules may repeat this in each round. If not, the old order stays. Conscious fighters missing from this order are
    added at its end.
    """
    state = game.state
    state.round += 1
    state.attacked, state.phase = False, "turns"
    for name, fighter in state.fighters.items():  # an action that is held is lost, except while aiming (BK-47)
        holding, left = fighter.aiming == "aiming", without_past(fighter, state.round).burdens
        idle = any(one.name == "out_of_action" and one.counts_in(state.round) for one in left)
        game.change(name, acted=idle, moved=False, holding=holding, faster="", reached=False, burdens=left)
    game.emit(events.RoundBegins(state.round))
    if game.rules.initiative.each_round or not state.order:
        await _ask_who_is_faster(game)
        await _roll_initiative(game)
    else:
        state.order += tuple(name for name, one in state.fighters.items() if one.is_up and name not in state.order)


async def play_next_turn(game: Skirmish) -> None:
    """Play the turn of the next fighter in the order of initiative, or end the round (BK-05, BK-41)."""
    state = game.state
    name = next((one for one in state.order if game.fighter(one).is_up and not game.fighter(one).acted), None)
    if name is not None:
        await play_turn(game, name)
        end_if_decided(game)
        return
    state.quiet = 0 if state.attacked else state.quiet + 1
    if state.quiet >= game.rules.draw.quiet_rounds:
        game.end(state.standing_players(), "quiet")
    elif state.round >= game.rules.rounds.max:
        game.end((), "too long")
    else:
        state.phase = "round"


def end_if_decided(game: Skirmish) -> None:
    """End the game if at most one side has a conscious fighter (BK-05)."""
    left = game.state.standing_players()
    if len(left) <= 1 and game.state.result is None:
        game.end(left, "last side")


async def _ask_who_is_faster(game: Skirmish) -> None:
    """Ask each player which fighters take a bonus on initiative (BK-54).

    Each such fighter takes a penalty in exchange. The player first picks fighters for a penalty on attacks, and then,
    among the others, fighters for a penalty on damage.
    """
    for player in game.state.players:
        up = [fighter for fighter in game.state.side(player) if fighter.is_up]
        able = tuple(fighter.id for fighter in up)
        if able:
            for name in await game.ask(PickSome(player, "faster, worse attack", able)):
                game.change(name, faster="attack")
        able = tuple(
            one.id
            for one in up
            if not game.fighter(one.id).faster and "damage" in may_be_faster(game.rules, one.equipped)
        )
        if able:
            for name in await game.ask(PickSome(player, "faster, less damage", able)):
                game.change(name, faster="damage")


async def _roll_initiative(game: Skirmish) -> None:
    """Roll initiative for all conscious fighters, and write their order into the state (BK-44, BK-45)."""
    state = game.state
    fighters = [fighter for fighter in state.fighters.values() if fighter.is_up]
    pools = [_pool(game, fighter) for fighter in fighters]
    rolls = [
        Rolled(fighter.id, value, fighter.character.traits["move"])
        for fighter, value in zip(fighters, await _throw(game, fighters, pools, "initiative"), strict=True)
    ]
    number = 0
    while tied := [(place, roll) for place, group in enumerate(ties(rolls)) for roll in group]:
        number += 1
        off = [game.fighter(roll.fighter) for _, roll in tied]
        dice = [Pool((Dice(roll.move, why="tie"),)) for _, roll in tied]
        last = tuple((place, roll.again[-1] if roll.again else roll.value) for place, roll in tied)
        thrown = await _throw(game, off, dice, "tie", number, last)
        again = dict(zip((one.id for one in off), thrown, strict=True))
        rolls = [
            replace(roll, again=(*roll.again, again[roll.fighter])) if roll.fighter in again else roll for roll in rolls
        ]
    written = {fighter.id: write_pool(pool) for fighter, pool in zip(fighters, pools, strict=True)}
    state.order = tuple(roll.fighter for roll in in_order(rolls))
    for place, roll in enumerate(in_order(rolls), 1):
        game.change(roll.fighter, initiative=roll.value)
        game.emit(events.Goes(roll.fighter, written[roll.fighter], roll.value, place))


def _pool(game: Skirmish, fighter: Fighter) -> Pool:
    return initiative_pool(
        game.rules,
        fighter.character,
        faster=fighter.faster,
        starts=starts(game.rules, game.state, fighter.id),
        more=-fighter.count(game.state.round, "shaken"),
    )


def starts(rules: Rulebook, state: State, name: FighterId) -> bool:
    """Return whether a fighter gets the initiative bonus for starting the fight (BK-45).

    Only one fighter gets it, in round 1: the first fighter of the side in the rule `initiative.starter`.
    """
    side = rules.initiative.starter
    if side is None or side > len(state.players) or state.round != 1:
        return False
    return name == state.side(state.players[side - 1])[0].id


async def _throw(
    game: Skirmish,
    fighters: Sequence[Fighter],
    pools: Sequence[Pool],
    purpose: str,
    number: int = 1,
    tied: tuple[tuple[int, int], ...] = (),
) -> list[int]:
    """Throw the pools of several fighters together, and return each fighter's result.

    The player of the first fighter throws.

    Args:
        game: The game.
        fighters: The fighters.
        pools: The pool of each fighter.
        purpose: Word for the throw.
        number: Number of the throw, counted from 1, if ties make several throws follow each other.
        tied: The ties that the throw decides (see `throw_pools`).
    """
    theirs = [owned(pool, fighter) for fighter, pool in zip(fighters, pools, strict=True)]
    game.state.check = None
    return [
        result.value
        for result in await throw_pools(game, theirs, fighters[0].player, purpose, number=number, tied=tied)
    ]
