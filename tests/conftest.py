"""What holds for all tests."""

from hypothesis import settings

# A busy machine is no fault of the code: how long an example takes is left to the benchmarks.
settings.register_profile("riotsim", deadline=None, print_blob=True)
settings.load_profile("riotsim")
