import pytest
from django.core.exceptions import ValidationError

from accounts.avatars import AVATARS, BOT_AVATARS, DEFAULT_AVATAR, check_avatar
from accounts.templatetags.people import avatar_url
from tests import ROOT


def test_there_are_enough_different_avatars():
    slugs = [slug for slug, _title in AVATARS + BOT_AVATARS]
    assert len(AVATARS) == 32
    assert len(BOT_AVATARS) == 12
    assert len(set(slugs)) == len(slugs)
    assert len({str(title) for _slug, title in AVATARS + BOT_AVATARS}) == len(slugs)


def test_each_avatar_has_a_drawing():
    for slug, _title in AVATARS + BOT_AVATARS:
        assert "<svg" in (ROOT / "static" / "avatars" / f"{slug}.svg").read_text(), slug


def test_people_cannot_choose_avatars_of_bots():
    check_avatar("owl")
    for slug in ["bot-ada", "", "nobody", "../owl"]:
        with pytest.raises(ValidationError):
            check_avatar(slug)


def test_an_unknown_picture_shows_the_default():
    assert avatar_url("bot-lev") == "/static/avatars/bot-lev.svg"
    assert avatar_url("../secret") == f"/static/avatars/{DEFAULT_AVATAR}.svg"
