"""The parts that the rulebooks of all games share.

- `sections`: strict sections, names that must exist, and the errors of all sections reported at once.
- `quantities`: lengths, angles, speeds and dice as rules files write them. `bounds`: limits of values.
- `dice`, `hands`, `surfaces`: sections of the rules files of all games.
- `companies`: the files of armies, builds or characters that players bring.
"""
