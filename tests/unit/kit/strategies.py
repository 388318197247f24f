"""For Hypothesis: a strategy for rules with random options, and the number of examples."""

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from literature.rules.options import OPTIONS, Rules

#: By default there are few examples, and they are the same each time. With
#: HYPOTHESIS_PROFILE=thorough, as in `make soak`, there are many more examples, and they
#: differ each time.
settings.register_profile(
    "rules",
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    # All phases except "explain", which traces every line of a long game.
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", settings.get_profile("rules"), max_examples=1500, derandomize=False
)
PROFILE = settings.get_profile(os.environ.get("HYPOTHESIS_PROFILE", "rules"))
#: For examples that take half a second each
FEW = settings(PROFILE, max_examples=PROFILE.max_examples // 4)


def all_rules() -> st.SearchStrategy[Rules]:
    """A strategy for rules with random options."""
    options = {option: st.sampled_from(values) for option, values in OPTIONS.items()}
    return st.builds(Rules, **options, series_points=st.integers(1, 1000))
