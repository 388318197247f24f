"""The address of help at the table. ``rooms.urls`` registers the form of a room code."""

from django.urls import path

from bots.views import seat_help

app_name = "bots"

urlpatterns = [
    path("r/<code:code>/help/", seat_help, name="help"),
]
