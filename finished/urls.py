"""URLs of finished games."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from finished import views
from finished.history.profile import profile
from finished.import_page import import_page
from finished.replay import views as replay
from finished.review import views as review


class GameIdConverter(StringConverter):
    """A path converter for the ids of games: up to 32 letters and digits, which are safe in queries
    of every database.
    """

    regex = "[A-Za-z0-9]{1,32}"


register_converter(GameIdConverter, "game_id")

app_name = "game"

urlpatterns = [
    path("games/import/", import_page, name="import"),
    path("games/<game_id:game_id>/", replay.replay, name="game"),
    path("games/<game_id:game_id>/positions/", replay.positions, name="positions"),
    path("games/<game_id:game_id>/record.json", views.record, name="record"),
    path("games/<game_id:game_id>/review/", review.review, name="review"),
    path("games/<game_id:game_id>/review/grid/", review.grid, name="review-grid"),
    path("games/<game_id:game_id>/review/mine/", review.lessons, name="review-mine"),
    path("games/<game_id:game_id>/share/", views.share, name="share"),
    path("games/<game_id:game_id>/unshare/", views.unshare, name="unshare"),
    path("people/<str:key>/", profile, name="profile"),
]
