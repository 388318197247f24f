from allauth.account.decorators import reauthentication_required
from allauth.account.views import password_set
from django.urls import include, path, re_path

from accounts import views

app_name = "accounts"

urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("guest/preferences/", views.preferences, name="preferences"),
    path("notices/", views.notices, name="notices"),
    path("appeal/", views.appeal, name="appeal"),
    path("blocks/", views.blocks, name="blocks"),
    # These come before allauth's views at the same addresses, and so replace them.
    path(
        "accounts/",
        include([re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", views.ConfirmEmail.as_view())]),
    ),
    path(
        "accounts/password/set/",
        reauthentication_required(app="allauth.mfa")(password_set),
        name="account_set_password",
    ),
    path("accounts/sessions/", views.Sessions.as_view(), name="sessions"),
]
