"""The URL of help at the table. ``rooms.urls`` registers the path converter for room codes."""

from django.urls import path

from bots.views import seat_help

app_name = "bots"

urlpatterns = [
    path("r/<code:code>/help/", seat_help, name="help"),
]
