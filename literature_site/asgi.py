"""The ASGI application."""

import os

import django
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import SessionMiddlewareStack

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "literature_site.settings")
# Load the apps before the routes, because the routes import models.
django.setup(set_prefix=False)

from finished.replay.routing import websocket_urlpatterns as replays  # noqa: E402
from literature_site.client_address import Forwarded  # noqa: E402
from literature_site.handler import Handler  # noqa: E402
from literature_site.origins import SameOrigin  # noqa: E402
from rooms.routing import websocket_urlpatterns as rooms  # noqa: E402

application = Forwarded(
    ProtocolTypeRouter(
        {
            "http": Handler(),
            "websocket": AllowedHostsOriginValidator(
                SameOrigin(SessionMiddlewareStack(URLRouter([*replays, *rooms])))
            ),
        }
    )
)
