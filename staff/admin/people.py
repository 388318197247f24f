"""Staff pages of people: search, permissions, renaming, suspension, deletion."""

from functools import partial

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import MAX_STORED, clean_name
from rooms.actions import suspend_rename_delete
from staff.admin.addresses import block_action, seen
from staff.admin.measures import about, measure_actions
from staff.audit import Act, ReasonForm, check_may_touch, needs_reason
from staff.models import AuditEntry
from staff.read_only_lists import CappedAdmin, minute


class RenameForm(ReasonForm):
    """The reason, and the new name."""

    name = forms.CharField(label=gettext_lazy("New name"), max_length=MAX_STORED)

    field_order = ["name", "reason"]

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])


# Staff who can change an e-mail address could get a new password for the account.
admin.site.unregister(EmailAddress)
# These pages would show or change secrets: of the second step, of sessions, of other providers.
admin.site.unregister([Authenticator, UserSession, SocialAccount, SocialApp, SocialToken])


@admin.register(User)
class UserAdmin(CappedAdmin, DjangoUserAdmin):
    """Only superusers can change accounts and permissions here. Otherwise staff could change a
    password and play as somebody else. All other changes to a person are actions.
    """

    list_display = ["username", "name", "is_guest", "is_active", "is_staff", "joined"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["username", "name", "email"]
    search_help_text = gettext_lazy("Search for a user name, a name or an e-mail address.")
    ordering = ["-pk"]
    actions = [*measure_actions("keep"), block_action("keep"), "readmit", "rename", "forget"]
    change_form_template = "admin/staff/person.html"
    fieldsets = [
        (None, {"fields": ["username", "password"]}),
        (gettext_lazy("Name and picture"), {"fields": ["name", "avatar"]}),
        (
            gettext_lazy("Person"),
            {"fields": ["email", "is_guest", "preferences", "joined", "signed_in"]},
        ),
        (
            gettext_lazy("Rights"),
            {"fields": ["is_active", "is_staff", "is_superuser", "groups", "user_permissions"]},
        ),
    ]
    add_fieldsets = [
        (None, {"fields": ["username", "name", "usable_password", "password1", "password2"]}),
    ]
    # On these pages names and suspensions change only through actions, because ``rename`` and
    # ``suspend`` also change the person's tables.
    readonly_fields = ["name", "avatar", "is_guest", "is_active", "preferences", "joined",
                       "signed_in"]  # fmt: skip

    class Media:
        js = ["js/staff/picker.js"]

    @admin.display(description=gettext_lazy("joined (UTC)"), ordering="date_joined")
    def joined(self, user: User) -> str:
        return minute(user.date_joined)

    @admin.display(description=gettext_lazy("last sign-in (UTC)"))
    def signed_in(self, user: User) -> str:
        return minute(user.last_login)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        return self.readonly_fields if obj else []

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(request.user.is_superuser)

    has_change_permission = has_add_permission

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: staff delete a person by the action ``forget``, which keeps the person's
        games.
        """
        return False

    def has_keep_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.change_user")

    def has_forget_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("accounts.delete_user")

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        user = self.get_object(request, object_id)
        needless = "suspend" if user and not user.is_active else "readmit"
        actions = self.get_actions(request).items()
        context: dict[str, object] = {
            "actions": [action for name, action in actions if name != needless]
        }
        if user and user != request.user:
            context |= about(user, request.user) | {"seen": partial(seen, user)}
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    @needs_reason(
        AuditEntry.Kind.READMIT,
        label=gettext_lazy("Lift the suspension"),
        warning=gettext_lazy("The person can sign in and play as before."),
        permission="keep",
    )
    def readmit(self, user: User, act: Act) -> None:
        check_may_touch(act.request, user)
        suspend_rename_delete.readmit(user)

    @needs_reason(
        AuditEntry.Kind.RENAME,
        label=gettext_lazy("Rename"),
        warning=gettext_lazy(
            "The new name replaces the old name at once: at tables, in messages and in finished "
            "games. Open pages reconnect with the new name. The person can change the name again."
        ),
        permission="keep",
        form=RenameForm,
        most=1,
    )
    def rename(self, user: User, act: Act) -> None:
        check_may_touch(act.request, user)
        before = user.name
        suspend_rename_delete.rename(user, act.data["name"])
        act.entry.detail = f"{before} → {user.name}"

    @needs_reason(
        AuditEntry.Kind.FORGET,
        label=gettext_lazy("Delete the account"),
        warning=gettext_lazy(
            "The account and all personal data are deleted for good. Finished games stay and show "
            "“A former player” instead of this person. Nobody can undo this."
        ),
        permission="forget",
        most=20,
    )
    def forget(self, user: User, act: Act) -> None:
        check_may_touch(act.request, user)
        suspend_rename_delete.forget(user)
        act.entry.person = None
