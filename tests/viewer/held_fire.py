"""A position of RiftWar for tests in which a player may hold fire."""

POSITION = """
riotsim: scenario/1
title: "Gladiators in front of bugs"
rules: riftwar
options: {layout: open, dice.by: stream, victory: last_standing}
given:
  armies: {Ada: legion, Bea: biters}
  units:
    a.gladiator_1: {at: [16, 6], facing: 90}
    a.gladiator_2: {at: [20, 6], facing: 90}
    b.acid_bug_1: {at: [14, 28], facing: 270}
    b.bug_1: {at: [20, 26], facing: 270}
when: []
then: {}
"""
"""A position in which Bea may fire at each move of Ada."""

STEP = 20.0
"""Length of a move (mm)."""
