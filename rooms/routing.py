"""URLs of sockets."""

from django.urls import re_path

from rooms.live.consumer import RoomConsumer, UnknownUrlConsumer
from rooms.urls import CodeConverter

websocket_urlpatterns = [
    re_path(rf"^ws/r/(?P<code>{CodeConverter.regex})/$", RoomConsumer.as_asgi()),
    # Any other address. Without this route, each socket with a wrong address would log a traceback.
    re_path("", UnknownUrlConsumer.as_asgi()),
]
