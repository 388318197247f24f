"""URLs of the sockets of replays."""

from django.urls import re_path

from finished.replay.consumer import ReplayConsumer
from finished.urls import GameIdConverter

websocket_urlpatterns = [
    re_path(rf"^ws/games/(?P<game_id>{GameIdConverter.regex})/$", ReplayConsumer.as_asgi()),
]
