"""A game in progress. - `session`: the session, which checks answers, and undoes and redoes them. `run`: the running
rules, used by the session. - `journal`: the answers and outcomes so far. `alignment`: a recorded journal fitted to
the rules. - `chance`: the seeds of a game. `preview`: the act that an answer would lead to. - `outcomes`,
`serialization`, `answers`: outcomes and answers as plain data. `recorder`: a record for measurements.
"""
