"""What each person wants to be told, by which way, and at which hours."""

from collections.abc import Collection
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import User
from alerts.models import WAYS, Choices, Device, Way, What
from game.models import DueWork

#: A person has at most this many devices. One more replaces the oldest.
MOST_DEVICES = 5


def choices_of(user_id: int) -> Choices:
    """The choices of a person. They are not stored if the person has made none."""
    return Choices.objects.filter(pk=user_id).first() or Choices(user_id=user_id)


def can_mail() -> bool:
    """Whether the operator has named a mail server, and the address for links in mails."""
    return bool(settings.EMAIL_HOST and settings.SITE_URL)


def address_of(user_id: int) -> str | None:
    """The confirmed e-mail address of a person."""
    confirmed = EmailAddress.objects.filter(user=user_id, verified=True)
    return confirmed.order_by("-primary", "pk").values_list("email", flat=True).first()


def ways_for(what: What, user_ids: Collection[int]) -> list[tuple[int, Way]]:
    """Each person with each way by which they want to be told this and can be reached. A suspended
    person wants nothing.
    """
    active = User.objects.filter(pk__in=user_ids, is_active=True)
    people = set(active.values_list("pk", flat=True))
    chosen = {each.pk: each for each in Choices.objects.filter(pk__in=people)}
    mails = EmailAddress.objects.filter(user__in=people, verified=True) if can_mail() else []
    reached = {
        Way.PUSH: {each.user_id for each in Device.objects.filter(user__in=people)},
        Way.MAIL: {each.user_id for each in mails},
    }
    return [
        (user_id, way)
        for user_id in sorted(people)
        for way in WAYS
        if user_id in reached[way]
        and way in chosen.get(user_id, Choices(user_id=user_id)).ways_of(what)
    ]


def quiet_until(choices: Choices, now: datetime) -> datetime | None:
    """The end of the person's present quiet hours; None if it is not quiet now."""
    local = now.astimezone(choices.time_zone)
    begins, ends = choices.quiet_from, choices.quiet_until
    if (local.hour - begins) % 24 >= (ends - begins) % 24:
        return None
    return next_hour(choices, ends, now)


def next_hour(choices: Choices, hour: int, now: datetime) -> datetime:
    """The next time at which it is ``hour`` o'clock where the person lives."""
    local = now.astimezone(choices.time_zone)
    then = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if then <= local:
        then += timedelta(days=1)  # The same hour of the next day, also after a change of the clock
    return then.astimezone(now.tzinfo)


def store(choices: Choices, now: datetime) -> None:
    """Store a person's choices, and when to tell them of the next puzzle."""
    choices.save()
    DueWork.objects.filter(kind="alert", subject=f"puzzle {choices.pk}").delete()
    if choices.ways_of(What.PUZZLE):
        due_at = next_hour(choices, choices.puzzle_hour, now)
        DueWork.put("alert", f"puzzle {choices.pk}", due_at)


def stop_mails(user_id: int) -> None:
    """Send a person no more alerts by e-mail."""
    choices = choices_of(user_id)
    choices.ways = {what: [w for w in ways if w != Way.MAIL] for what, ways in choices.ways.items()}
    choices.save()


def add_device(user: User, user_agent: str, endpoint: str, **keys: str) -> None:
    """Store a browser of this person. It belonged to somebody else if they used it before."""
    defaults = {"user": user, "user_agent": user_agent, **keys}
    Device.objects.update_or_create(endpoint=endpoint, defaults=defaults)
    theirs = Device.objects.filter(user=user).order_by("-pk").values_list("pk", flat=True)
    Device.objects.filter(pk__in=list(theirs[MOST_DEVICES:])).delete()
