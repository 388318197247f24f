"""The staff pages: Django's admin with this site's name, and a start page with figures."""

from django.contrib import admin, messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class StaffSite(admin.AdminSite):
    """The admin site. Its start page shows the lists and figures."""

    site_header = _("Literature administration")
    site_title = _("Administration")
    index_title = _("Overview")
    index_template = "admin/staff/index.html"

    def login(self, request: HttpRequest, extra_context: object = None) -> HttpResponse:
        """Redirect to the usual sign-in page, which limits wrong passwords. After the sign-in the
        person comes back.

        If a person is signed in but has no permission, that page explains why.
        """
        overview = reverse("admin:index", current_app=self.name)
        if self.has_permission(request):
            # This person needs no form. Django, too, redirects to the start page here.
            return HttpResponseRedirect(overview)
        if request.user.is_authenticated:
            messages.info(
                request, _("These pages are for the staff. Sign in with a staff account.")
            )
        wanted = request.GET.get(REDIRECT_FIELD_NAME) or overview
        return redirect_to_login(wanted, reverse("account_login"))

    def index(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> TemplateResponse:
        # Import late, because this module may be imported before the models are loaded.
        from staff import dashboard

        return super().index(request, {"dashboard": dashboard.read(), **(extra_context or {})})
