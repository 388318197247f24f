"""The site's settings as in production, with static files in the folder that the environment
names.
"""

from literature_site.settings import *  # noqa: F403
from literature_site.settings import env

STATIC_ROOT = env.path("STATIC_ROOT")
