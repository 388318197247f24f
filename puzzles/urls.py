"""URLs of the daily puzzle."""

from django.urls import path

from puzzles import views

app_name = "puzzles"

urlpatterns = [
    path("", views.today, name="today"),
    path("offline/", views.offline, name="offline"),
    path("practice/", views.practice, name="practice"),
    path("<int:number>/", views.puzzle, name="puzzle"),
]
