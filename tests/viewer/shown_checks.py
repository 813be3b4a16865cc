"""Sample checks of dice pools."""

from dataclasses import replace

from riotsim.play.displays import ShownCheck, ShownDice, ShownPool

ATTACK = ShownCheck(
    "Ines attacks Cole (sword)",
    (
        ShownPool(
            "Ines",
            "Ada",
            (
                ShownDice(10, 2, "Fight", "single weapon +1, reckless +1, 2 attacks −1"),
                ShownDice(8, 1, "Feint"),
                ShownDice(4, 1, "Gang-up"),
            ),
            pieces=("m1",),
        ),
        ShownPool("Cole", "Bea", (ShownDice(6, 2, "Fight", "reckless −1", is_lowest=True),), pieces=("m6",)),
    ),
    (("miss", 0.18), ("tie", 0.09), ("hit", 0.73)),
)
LANDED = replace(
    ATTACK,
    pools=(
        replace(
            ATTACK.pools[0],
            dice=(
                replace(ATTACK.pools[0].dice[0], values=(9, 4), kept=0),
                replace(ATTACK.pools[0].dice[1], values=(8,)),
                replace(ATTACK.pools[0].dice[2], values=(1,)),
            ),
            value=9,
        ),
        replace(ATTACK.pools[1], dice=(replace(ATTACK.pools[1].dice[0], values=(4, 6), kept=0),), value=4),
    ),
    outcome="hits by 5: least damage 5",
)
DAMAGE = ShownCheck(
    "Damage to Cole",
    (
        ShownPool("Ines", "Ada", (ShownDice(8, 2, "Might"), ShownDice(0, 1, "Degree: the least", values=(5,)))),
        ShownPool("Cole", "Bea", (ShownDice(6, 1, "Might"), ShownDice(12, 1, "Armour"))),
    ),
    (("no Wound", 0.1), ("even", 0.2), ("Wounds", 0.7)),
)
INITIATIVE = ShownCheck(
    "Initiative",
    tuple(
        ShownPool(name, player, dice)
        for name, player, dice in (
            ("Ines", "Ada", (ShownDice(8, 2, "Move"), ShownDice(6, 1, "Quick"))),
            ("Hired Hand 1", "Ada", (ShownDice(6, 1, "Move"),)),
            ("Cole", "Bea", (ShownDice(10, 2, "Move"),)),
        )
    ),
)
