"""Stored games: how they are begun, recorded, resumed, verified and exported.

- `begin` makes the header of a game, and starts a game from its header.
- `companies` reads the companies of players, from files and from stored games.
- `assets` embeds the meshes of rules in a header, and unpacks and loads them again.
- `recorder` begins or resumes a game, and stores it while it is played.
- `resume` runs the rules again over a stored journal, without physics.
- `verify` simulates the acts of a stored game again, and compares the outcomes.
- `exchange` exports a game as one JSON file, and imports such files.
- `database` reads and writes the SQLite file with all games.
"""
