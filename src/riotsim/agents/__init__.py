"""The games as numbers, for learning agents and for policies that play like bots.

- `actions`: the numbered actions of a player, and the mask of the legal ones.
- `observations`: what a player sees, as numbers.
- `interface`: the actions and observations of one game, in the sizes that the game declares.
- `policies`: bots that take the actions of a policy.
- `networks`: policies that are stored in files, as the weights of a network.
"""
