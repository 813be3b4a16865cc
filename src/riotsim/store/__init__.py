"""Stored games: how they are begun, recorded, resumed, checked and exported.

- `begin`: a game's header, and the start of a game from it.
- `assets`: the meshes of rules, embedded in a header and unpacked again.
- `recorder`: a game that is written to the store while it is played, new or resumed.
- `resume`: the rules run again over a stored journal, without physics.
- `verify`: every act of a stored game simulated again and compared.
- `exchange`: export and import of a game as one JSON file.
- `database`: the SQLite file itself.
"""
