"""The parts of pictures: texts, names, cards, faces and books."""

import struct
from xml.etree import ElementTree

import pytest

from accounts.avatars import AVATARS, BOT_AVATARS
from game.presentation.table import set_views
from game.presentation.view_models import Card, Face, Shelf
from literature.rules.cards import CARDS
from literature.rules.decks import DECKS
from previews import scenes
from previews.png import FONTS, png


def characters(font):
    """The characters that a font has: the tables of format 4 in its ``cmap``."""
    data = font.read_bytes()
    (count,) = struct.unpack_from(">H", data, 4)
    records = [struct.unpack_from(">4sIII", data, 12 + 16 * n) for n in range(count)]
    start = next(offset for tag, _sum, offset, _length in records if tag == b"cmap")
    (count,) = struct.unpack_from(">H", data, start + 2)
    found = set()
    for n in range(count):
        at = start + struct.unpack_from(">HHI", data, start + 4 + 8 * n)[2]
        if struct.unpack_from(">H", data, at)[0] == 4:
            size = struct.unpack_from(">H", data, at + 6)[0] // 2
            last = struct.unpack_from(f">{size}H", data, at + 14)
            first = struct.unpack_from(f">{size}H", data, at + 16 + 2 * size)
            found |= {c for a, b in zip(first, last, strict=True) for c in range(a, b + 1)}
    return found


@pytest.mark.parametrize("font", sorted(FONTS.glob("*.ttf")), ids=lambda font: font.stem)
def test_the_fonts_have_the_characters_of_names(font):
    wanted = {n for n in range(0x3000) if scenes.WRITABLE.fullmatch(chr(n))}
    assert len(wanted) > 500
    assert wanted - characters(font) == set()


@pytest.mark.parametrize("name", ["Asha", "Łucja", "Ωmega", "Жанна", "O’Brien", "Nguyễn", ""])
def test_names_that_are_written(name):
    assert scenes.is_writable(name)


@pytest.mark.parametrize("name", ["水", "سارة", "🦊", "9♥", "a\x00b", "a\u202eb"])
def test_names_that_are_not_written(name):
    assert not scenes.is_writable(name)


def table(told=""):
    return ElementTree.fromstring(scenes.draw("table", title="", told=told, seats=[]))


def test_a_long_text_gets_smaller():
    sizes = []
    for told in ("a" * n for n in (5, 25, 60)):
        (text,) = [each for each in table(told).iter() if each.text == told]
        sizes.append(float(text.get("font-size")))
    assert sizes[0] == 40
    for count, size in zip((25, 60), sizes[1:], strict=True):
        assert 500 < 0.53 * count * size <= 560.1


def test_texts_are_escaped():
    name = """<script>&"'</script>"""
    assert name in table(name).itertext()


def test_everything_is_drawn():
    """Each card, each picture of a player and each book is SVG that can be read."""
    cards = [None, *map(Card.of, range(len(CARDS)))]
    slugs = [slug for slug, _title in (*AVATARS, *BOT_AVATARS)]
    players = [Face("Asha", slug, "", False) for slug in (*slugs, "unknown")]
    sets = [each for name, deck in DECKS.items() for each in set_views(name, (0,) * len(deck.sets))]
    shelves = [Shelf(team, "", 1, tuple(sets)) for team in (0, 1)]
    game = scenes.draw("game", line=None, title="", players=players, shelves=shelves)
    site = scenes.draw("site", title="", about="", cards=cards)
    for found in map(ElementTree.fromstring, (game, site)):
        ids = [each.get("id") for each in found.iter() if each.get("id")]
        assert len(ids) == len(set(ids))
        assert not [each for each in found.iter() if each.tag.endswith(("script", "image", "use"))]


def test_the_name_of_the_site_is_on_each_picture(settings):
    settings.SITE_URL = "https://cards.example"
    assert "cards.example" in table().itertext()


def test_equal_drawings_are_drawn_once(monkeypatch):
    svg = scenes.draw("table", title="Once", told="", seats=[])
    first = png(svg)
    assert first.startswith(b"\x89PNG")
    monkeypatch.setattr("previews.png.subprocess.run", None)
    assert png(svg) is first
