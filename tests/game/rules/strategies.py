"""Hypothesis strategies: rules with all options, deals, and the number of examples."""

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from game.rules.options import OPTIONS, Rules

#: Enough to find errors, and the same examples each time. HYPOTHESIS_PROFILE=thorough tries many
#: more, different ones each time, as `make soak` does.
settings.register_profile(
    "rules",
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    # All phases but "explain", which traces every line of a long game.
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", settings.get_profile("rules"), max_examples=1500, derandomize=False
)
PROFILE = settings.get_profile(os.environ.get("HYPOTHESIS_PROFILE", "rules"))
#: For examples of half a second each.
FEW = settings(PROFILE, max_examples=PROFILE.max_examples // 4)


def all_rules() -> st.SearchStrategy[Rules]:
    """Rules with random options."""
    options = {option: st.sampled_from(values) for option, values in OPTIONS.items()}
    return st.builds(Rules, **options, series_points=st.integers(1, 1000))
