"""How people are shown, and asked who they are."""

import secrets
from typing import Any

from django import template
from django.template.context import RequestContext
from django.templatetags.static import static

from accounts.avatars import AVATARS, BOT_AVATARS, DEFAULT_AVATAR
from accounts.forms import GuestForm

register = template.Library()

_DRAWN = frozenset(slug for slug, _title in AVATARS + BOT_AVATARS)


@register.simple_tag
def avatar_url(slug: str) -> str:
    """The address of a picture; of the default one, if there is none (a game from elsewhere)."""
    return static(f"avatars/{slug if slug in _DRAWN else DEFAULT_AVATAR}.svg")


@register.inclusion_tag("accounts/_guest_form.html", takes_context=True)
def guest_form(context: RequestContext, next: str = "/") -> dict[str, Any]:
    """The form that asks for name and picture, which leads to `next`.

    Filled with what was sent in the context's `guest_form`, or with what the viewer has already.
    """
    user = context["request"].user
    return {
        "form": context.get("guest_form") or GuestForm(initial=_present(user)),
        "known": user.is_authenticated,
        "refusal": context.get("refusal"),
        "next": next,
    }


def _present(user: Any) -> dict[str, str]:
    if user.is_authenticated:
        return {"name": user.name, "avatar": user.avatar}
    return {"avatar": secrets.choice(AVATARS)[0]}  # so that not everybody is a fox
