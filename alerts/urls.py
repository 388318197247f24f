from django.urls import include, path

from alerts import views

app_name = "alerts"

urlpatterns = [
    path(
        "account/alerts/",
        include(
            [
                path("", views.alerts, name="alerts"),
                path("test/", views.test, name="test"),
                path("devices/", views.add, name="add_device"),
                path("devices/forget/", views.forget, name="forget_device"),
                path("stop/<str:token>/", views.stop, name="stop"),
            ]
        ),
    ),
    path("r/<code:code>/channel/", views.channel, name="channel"),
]
