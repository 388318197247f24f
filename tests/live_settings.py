"""The site's settings as in production. An environment variable names the folder of the static
files.
"""

from literature_site.settings import *  # noqa: F403
from literature_site.settings import env

STATIC_ROOT = env.path("STATIC_ROOT")
