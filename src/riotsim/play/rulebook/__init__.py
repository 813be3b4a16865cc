"""The parts that the rulebooks of all games share.

- `sections`: base classes that refuse unknown keys, check names, and report all errors at once.
- `quantities`: lengths, angles, speeds and dice as rules files write them. `bounds`: limits of values.
- `dice`, `hands`, `surfaces`: sections of the rules files of all games.
- `companies`: the files of armies, builds or characters that players bring.
"""
