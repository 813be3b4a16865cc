"""Actions and observations as numbers, for learning agents and for bots that follow a policy.

- `actions`: the numbered actions of a player, and the mask of the legal actions.
- `observations`: what a player sees.
- `interface`: the actions and observations of one game.
- `policies`: bots that take the actions of a policy.
- `networks`: policies whose networks are stored in files.
"""
