"""How many examples Hypothesis tries: `fast` by default, `ci` the same ones every time, `thorough` for `make test-all`."""

import os

from hypothesis import settings

settings.register_profile("fast", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("thorough", max_examples=1_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "fast"))
