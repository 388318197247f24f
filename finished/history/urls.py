"""The URLs of the pages with a person's games and statistics."""

from django.urls import path

from finished.history import views

app_name = "history"

urlpatterns = [
    path("", views.history, name="history"),
    path("statistics/", views.statistics, name="statistics"),
]
