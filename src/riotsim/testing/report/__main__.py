"""The command `python -m riotsim.testing.report`, which writes the report (`page.main`)."""

import sys

from riotsim.testing.report.page import main

sys.exit(main())
