"""The parts that the rulebooks of all games share.

- `sections`: strict sections, names that must exist, and errors collected from all of them.
- `quantities`: lengths, angles, speeds and dice as rules files write them. `bounds`: their limits.
- `dice`, `hands`, `surfaces`: sections of the rules files of all games.
- `companies`: the files of armies, builds or characters that players bring.
"""
