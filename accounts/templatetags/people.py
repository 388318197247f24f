"""Template tags for pictures, preferences, suspensions, signing in, and the form for a name."""

import secrets
from functools import lru_cache

from django import template
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.template.context import RequestContext
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.avatars import AVATARS, avatar_slug
from accounts.forms import GuestForm
from accounts.person_key import key_of
from accounts.preferences import Preference, preferences_for, sent_preferences
from accounts.suspended_page import SENTENCE

register = template.Library()
register.filter("person_key", key_of)

#: Words of a User-Agent header. Most browsers also name those that come later here.
DEVICES = (
    ("Edg", "OPR", "Firefox", "Chrome", "Safari"),
    ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"),
)
NICE = {"Edg": "Edge", "OPR": "Opera", "Mac OS": "Mac"}


@register.simple_tag
@lru_cache
def avatar_url(slug: str) -> str:
    """The URL of a picture."""
    return static(f"avatars/{avatar_slug(slug)}.svg")


@register.simple_tag
def suspension() -> str:
    """The sentence for suspended people."""
    return str(SENTENCE)


@register.simple_tag(takes_context=True)
def chosen(context: RequestContext) -> SafeString:
    """The viewer's preferences as attributes for the page, like data-sound="on"."""
    values = _chosen_by(context)
    made = [(each.slug, each.value) for each in preferences_for(values) if each.key in values]
    return format_html_join("", ' data-{}="{}"', made)


@register.simple_tag(takes_context=True)
def preferences(context: RequestContext) -> list[Preference]:
    """All preferences with the viewer's values."""
    return list(preferences_for(_chosen_by(context)))


def _chosen_by(context: RequestContext) -> dict[str, str]:
    # The error page has no viewer.
    return getattr(context.get("user"), "preferences", {})


@register.simple_tag(takes_context=True)
def return_url(context: RequestContext) -> str:
    """The address to open after signing in: the page's `next`, else this page, else the home
    page.
    """
    request = context["request"]
    here = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    return context.get("next") or here


@register.filter
def device_name(user_agent: str) -> str:
    """The browser and the system in a User-Agent header, as in "Firefox, Linux"."""
    found = (next((each for each in names if each in user_agent), "") for names in DEVICES)
    return ", ".join(NICE.get(each, each) for each in found if each) or _("A program")


@register.filter
def plain_input(field: BoundField) -> SafeString:
    """The input of a field of an account form, without the placeholder of allauth, which repeats
    the label. An error of the whole form concerns all its fields.
    """
    attrs: dict[str, str | bool] = {"placeholder": False}
    if field.form.non_field_errors():
        attrs |= {"aria-invalid": "true", "aria-describedby": "form-errors"}
    return field.as_widget(attrs=attrs)


@register.inclusion_tag("accounts/_guest_form.html", takes_context=True)
def guest_form(context: RequestContext, next: str = "/") -> dict[str, object]:
    """The form for name and picture. Afterwards the browser goes to `next`.

    The form has the values of the context's `guest_form`, or else the viewer's name and picture.
    """
    user, sent = context["request"].user, context["request"].POST
    if user.is_authenticated:
        initial = {"name": user.name, "avatar": user.avatar}
        try:
            shown = list(preferences_for(user.preferences | sent_preferences(sent)))
        except ValidationError:
            shown = list(preferences_for(user.preferences))
    else:
        # A random picture, so that new visitors do not all have the first picture.
        initial, shown = {"avatar": secrets.choice(AVATARS)[0]}, []
    return {
        "form": context.get("guest_form") or GuestForm(None, user, initial=initial),
        "known": user.is_authenticated,
        "preferences": shown,
        "refusal": context.get("refusal"),
        "next": next,
    }
