"""The rules of Buskit as pure functions, one file for each chapter of the source.

- `traits`: the dice of a character in a check (BK-20 to BK-24).
- `action`: success, extended actions, concessions and help (BK-30 to BK-36).
- `initiative`: the order of a round (BK-44 to BK-47, BK-54).
- `attack`: an attack as a value, and the dice pools of attacker and target (BK-50 to BK-65).
- `cover`: range dice and cover dice (BK-51, BK-63).
- `damage`: the dice of damage and of Might, and their effects (BK-70 to BK-76).
- `armour`: the dice of armour (BK-80 to BK-84).
- `healing`: treatment and recovery (BK-90 to BK-93).
- `scale`: weapons against targets of another size (BK-95 to BK-97).
"""
