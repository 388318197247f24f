"""The addresses of sockets."""

from django.urls import path

from rooms.consumer import RoomConsumer

websocket_urlpatterns = [
    path("ws/r/<str:code>/", RoomConsumer.as_asgi()),
]
