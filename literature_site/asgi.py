"""The ASGI application."""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "literature_site.settings")
# Load the apps before the routes, because the routes import models.
django.setup(set_prefix=False)

from finished.replay.consumer import ReplayConsumer  # noqa: E402
from finished.urls import GameIdConverter  # noqa: E402
from literature_site.client_address import Forwarded  # noqa: E402
from literature_site.handler import Handler  # noqa: E402
from literature_site.origins import SameOrigin  # noqa: E402
from rooms.live.consumer import RoomConsumer, UnknownUrlConsumer  # noqa: E402
from rooms.urls import CodeConverter  # noqa: E402

sockets = [
    re_path(rf"^ws/games/(?P<game_id>{GameIdConverter.regex})/$", ReplayConsumer.as_asgi()),
    re_path(rf"^ws/r/(?P<code>{CodeConverter.regex})/$", RoomConsumer.as_asgi()),
    # Any other address. Without this route, each socket with a wrong address would log a traceback.
    re_path("", UnknownUrlConsumer.as_asgi()),
]

application = Forwarded(
    ProtocolTypeRouter(
        {
            "http": Handler(),
            "websocket": AllowedHostsOriginValidator(
                SameOrigin(SessionMiddlewareStack(URLRouter(sockets)))
            ),
        }
    )
)
