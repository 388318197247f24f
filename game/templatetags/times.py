"""Dates and times on pages."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def local_time(moment: datetime) -> SafeString:
    """A date and time in UTC. The script `local-times.js` converts it to the reader's time zone."""
    moment = moment.astimezone(timezone.get_current_timezone())
    return format_html(
        '<time datetime="{}" data-local>{} UTC</time>',
        moment.isoformat(),
        date_format(moment, "j M Y, H:i"),
    )
