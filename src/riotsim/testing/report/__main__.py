"""The command `python -m riotsim.testing.report`: see `page.main`."""

import sys

from riotsim.testing.report.page import main

sys.exit(main())
