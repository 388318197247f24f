"""The URLs of the pages of a person's own games."""

from django.urls import path

from game.history import views

app_name = "history"

urlpatterns = [
    path("", views.history, name="history"),
    path("statistics/", views.statistics, name="statistics"),
]
