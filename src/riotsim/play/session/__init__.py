"""A game in progress.

- `session`: the session, which checks, undoes and redoes answers. `run`: one run of the rules in a session.
- `journal`: the answers and outcomes so far. `alignment`: passes a recorded journal to the rules.
- `chance`: the seeds of a game. `preview`: the act that would follow an answer.
- `outcomes`, `serialization`, `answers`: outcomes and answers as plain data. `recorder`: a record for measurements.
"""
