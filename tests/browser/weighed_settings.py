"""The site's settings with static files collected where the environment says: as in production."""

from literature_site.settings import *  # noqa: F403
from literature_site.settings import env

STATIC_ROOT = env.str("STATIC_ROOT")
