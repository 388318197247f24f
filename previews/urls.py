"""URLs of pictures. ``rooms.urls`` and ``finished.urls`` register the path converters."""

from django.urls import path

from previews import views

app_name = "previews"

urlpatterns = [
    path("preview.png", views.site, name="site"),
    path("puzzle/<int:number>/preview.png", views.puzzle, name="puzzle"),
    path("puzzle/<int:number>/result.png", views.puzzle_result, name="puzzle-result"),
    path("games/<game_id:game_id>/preview.png", views.game, name="game"),
    path("games/<game_id:game_id>/result.png", views.game_result, name="game-result"),
    path("r/<code:code>/preview.png", views.room, name="room"),
]
