"""The pictures of people and bots: `static/avatars/<slug>.svg`."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# The pictures that people can pick: a slug and a title.
AVATARS = (
    ("fox", _("Fox")),
    ("owl", _("Owl")),
    ("cat", _("Cat")),
    ("bear", _("Bear")),
    ("hare", _("Hare")),
    ("hedgehog", _("Hedgehog")),
    ("otter", _("Otter")),
    ("badger", _("Badger")),
    ("raven", _("Raven")),
    ("swan", _("Swan")),
    ("whale", _("Whale")),
    ("turtle", _("Turtle")),
    ("frog", _("Frog")),
    ("snail", _("Snail")),
    ("bee", _("Bee")),
    ("moth", _("Moth")),
    ("lion", _("Lion")),
    ("elephant", _("Elephant")),
    ("panda", _("Panda")),
    ("deer", _("Deer")),
    ("mouse", _("Mouse")),
    ("wolf", _("Wolf")),
    ("penguin", _("Penguin")),
    ("parrot", _("Parrot")),
    ("acorn", _("Acorn")),
    ("mushroom", _("Mushroom")),
    ("teapot", _("Teapot")),
    ("lamp", _("Lamp")),
    ("quill", _("Quill")),
    ("kite", _("Kite")),
    ("moon", _("Moon")),
    ("sun", _("Sun")),
)

# The pictures of bots. People can't pick them. Their titles are names, so they are not translated.
BOT_AVATARS = (
    ("bot-ada", "Ada"),
    ("bot-bram", "Bram"),
    ("bot-cleo", "Cleo"),
    ("bot-dorian", "Dorian"),
    ("bot-edith", "Edith"),
    ("bot-faust", "Faust"),
    ("bot-greta", "Greta"),
    ("bot-hugo", "Hugo"),
    ("bot-iris", "Iris"),
    ("bot-jonas", "Jonas"),
    ("bot-klara", "Klara"),
    ("bot-lev", "Lev"),
)

DEFAULT_AVATAR = AVATARS[0][0]
_SLUGS = frozenset(slug for slug, _title in AVATARS)
_ALL_SLUGS = frozenset(slug for slug, _title in AVATARS + BOT_AVATARS)


def avatar_slug(slug: str) -> str:
    """The slug, or that of the default picture. An imported game has empty or unknown slugs."""
    return slug if slug in _ALL_SLUGS else DEFAULT_AVATAR


def check_avatar(slug: str) -> None:
    """Raise a ValidationError unless people can pick `slug`."""
    if slug not in _SLUGS:
        raise ValidationError(gettext("Choose one of the pictures."), code="bad_avatar")
