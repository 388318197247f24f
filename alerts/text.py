"""The words of an alert. They name people, tables and times, never a card."""

from typing import NamedTuple

from django.conf import settings
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alerts.choices import choices_of
from alerts.models import Alert, What
from game.models import Game
from rooms.models import Room


class Text(NamedTuple):
    """A title, a sentence, and the path of the page that it opens. A message with the same ``tag``
    replaces an earlier one on a device.
    """

    title: str
    body: str
    path: str
    tag: str

    @property
    def link(self) -> str:
        """The address of the page; only a path if the operator has not set SITE_URL."""
        return settings.SITE_URL.rstrip("/") + self.path


def text_of(alert: Alert, room: Room | None) -> Text:
    """The words of an alert. ``room`` is the table that it concerns."""
    if room is None:
        return _elsewhere(alert)
    here = _("Table %(code)s.") % {"code": room.code}
    path, tag = reverse("rooms:room", args=[room.code]), f"table-{room.code}"
    game = alert.game
    if alert.what == What.INVITATION:
        invitation = room.invitations.select_related("by").get(pk=alert.number)
        invites = _("%(name)s invites you to play") % {"name": invitation.by.name}
        return Text(invites, here, path, tag)
    if alert.what == What.TEST or game is None:
        return Text(_("This is a test"), here, path, tag)
    if alert.what == What.AGAIN:
        ready = room.seats.filter(ready=True).values_list("name", flat=True)
        names = get_text_list(list(ready), _("and"))
        again = ngettext(
            "%(names)s wants to play again.", "%(names)s want to play again.", len(ready)
        )
        return Text(again % {"names": names}, here, path, tag)
    if alert.what == What.CLAIM:
        return Text(_("The table waits for your claim"), here, path, tag)
    holder = game.players.get(seat=game.turn)
    is_mine = alert.webhook is None and holder.user_id == alert.user_id
    if alert.what == What.START:
        title = _("A game has started")
        whose = _("It is your turn.") if is_mine else _("It is the turn of %(name)s.")
        return Text(title, f"{here} {whose % {'name': holder.name}}", path, tag)
    title = _("It is your turn") if is_mine else _("It is the turn of %(name)s")
    until = _until(game, alert) if is_mine else ""
    return Text(title % {"name": holder.name}, f"{here} {until}".strip(), path, tag)


def _until(game: Game, alert: Alert) -> str:
    """Until when the turn lasts, in the person's time zone."""
    if game.deadline is None or alert.user_id is None:
        return ""
    local = game.deadline.astimezone(choices_of(alert.user_id).time_zone)
    return _("You have until %(time)s.") % {"time": date_format(local, "l H:i")}


def _elsewhere(alert: Alert) -> Text:
    """The words of an alert that concerns no table."""
    if alert.what == What.REVIEW:
        path = reverse("game:game", args=[alert.game_id])
        body = _("It shows what decided the game, and what you could have done.")
        return Text(_("The review of your game is ready"), body, path, f"review-{alert.game_id}")
    if alert.what == What.PUZZLE:
        body = _("One position, one question.")
        return Text(_("Today’s puzzle is ready"), body, reverse("puzzles:today"), "puzzle")
    body = _("Alerts reach you by this way.")
    return Text(_("This is a test"), body, reverse("alerts:alerts"), "test")
