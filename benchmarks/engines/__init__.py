"""The same throws by riotsim, by Bullet from C++ and by other engines.

- `throws`: riotsim against Bullet in C++; `same_work`: whether both did the same. `compare`: against other engines.
- `contender`: an engine in the comparison, riotsim, and how dice leave the hand. `settings`: the physics' settings.
- `bullet`, `mujoco`, `node` with `*.mjs`: the other engines.
"""
