"""How people are shown, and asked who they are."""

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from django import template
from django.core.exceptions import ValidationError
from django.template.context import RequestContext
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.avatars import AVATARS, BOT_AVATARS, DEFAULT_AVATAR
from accounts.forms import GuestForm
from accounts.preferences import Choice, choices, sent_preferences, slug_of
from accounts.suspension import SENTENCE

register = template.Library()

_DRAWN = frozenset(slug for slug, _title in AVATARS + BOT_AVATARS)


@register.simple_tag
def avatar_url(slug: str) -> str:
    """The address of a picture; of the default one, if there is none (a game from elsewhere)."""
    return _address(slug if slug in _DRAWN else DEFAULT_AVATAR)


@cache
def _address(slug: str) -> str:
    # Worked out once: every face at every table has one.
    return static(f"avatars/{slug}.svg")


@register.simple_tag
def suspension() -> str:
    """What somebody who is kept out is told."""
    return str(SENTENCE)


@register.simple_tag(takes_context=True)
def chosen(context: RequestContext) -> SafeString:
    """What the viewer has chosen, as attributes of the page: data-sound="on" and the like."""
    return format_html_join(
        "",
        ' data-{}="{}"',
        [(slug_of(key), value) for key, value in _chosen_by(context).items()],
    )


@register.simple_tag(takes_context=True)
def preferences(context: RequestContext) -> list[Choice]:
    """Each of the viewer's preferences, to be chosen."""
    return list(choices(_chosen_by(context)))


def _chosen_by(context: RequestContext) -> dict[str, str]:
    # The page that says that something broke has no viewer.
    return getattr(context.get("user"), "preferences", {})


@register.simple_tag(takes_context=True)
def onward(context: RequestContext) -> str:
    """Where whoever has said who they are goes on: to the page's `next`, or to this page again."""
    request = context["request"]
    here = request.get_full_path() if request.method in ("GET", "HEAD") else "/"
    return context.get("next") or here


@register.inclusion_tag("accounts/_guest_form.html", takes_context=True)
def guest_form(context: RequestContext, next: str = "/") -> dict[str, Any]:
    """The form that asks for name and picture, which leads to `next`.

    Filled with what was sent in the context's `guest_form`, or with what the viewer has already.
    """
    user = context["request"].user
    return {
        "form": context.get("guest_form") or GuestForm(initial=_present(user)),
        "known": user.is_authenticated,
        "preferences": _choices(user, context["request"].POST),
        "refusal": context.get("refusal"),
        "next": next,
    }


def _choices(user: Any, sent: Mapping[str, str]) -> list[Choice]:
    """The preferences in the form; only for those who have a name, and as just chosen."""
    if not user.is_authenticated:
        return []
    try:
        return list(choices(user.preferences | sent_preferences(sent)))
    except ValidationError:
        return list(choices(user.preferences))


def _present(user: Any) -> dict[str, str]:
    if user.is_authenticated:
        return {"name": user.name, "avatar": user.avatar}
    return {"avatar": secrets.choice(AVATARS)[0]}  # so that not everybody is a fox
