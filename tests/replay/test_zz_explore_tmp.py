def test_x(played, recording, timeline):
    from riotsim.table.acts import Roll
    names = {played.begin.state.name_of(model) for model in recording.models}
    lines = [line for line in recording.lines if line.text.split()[0] in names and " shoots  " in line.text]
    for line in lines:
        print(line.moment, line.last_moment, line.text, [type(m.act).__name__ if m.act else None for m in recording.moments[line.moment:line.last_moment+1]], [[type(e).__name__ for e in m.events] for m in recording.moments[line.moment:line.last_moment+1]])
    assert 0
