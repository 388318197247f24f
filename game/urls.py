"""The addresses of finished games."""

from django.urls import path

from game import views

app_name = "game"

urlpatterns = [
    path("games/<str:game_id>/", views.game, name="game"),
    path("games/<str:game_id>/record.json", views.record, name="record"),
]
