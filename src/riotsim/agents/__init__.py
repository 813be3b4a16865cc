"""The games as numbers, for learning agents and for policies that play like bots.

- `actions`: the numbered actions and their mask; `observations`: what an agent is shown.
- `interface`: both for the players of a game, by the sizes of the game.
- `policies`: bots that take the actions of a policy; `networks`: policies in files of weights.
"""
