from django.urls import path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("guest/preferences/", views.preferences, name="preferences"),
]
