"""The parts of pictures: texts, names, cards and books."""

import struct
from xml.etree import ElementTree

import pytest

from accounts.avatars import AVATARS, BOT_AVATARS
from game.presentation.table import set_views
from game.presentation.view_models import Card
from literature.rules.cards import CARDS
from literature.rules.decks import DECKS
from previews import drawing
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
    wanted = {n for n in range(0x3000) if drawing.WRITABLE.fullmatch(chr(n))}
    assert len(wanted) > 500
    assert wanted - characters(font) == set()


@pytest.mark.parametrize("name", ["Asha", "Łucja", "Ωmega", "Жанна", "O’Brien", "Nguyễn", ""])
def test_names_that_are_written(name):
    assert drawing.writable(name, "Player 1") == name


@pytest.mark.parametrize("name", ["水", "سارة", "🦊", "9♥", "a\x00b", "a\u202eb"])
def test_names_that_are_not_written(name):
    assert drawing.writable(name, "Player 1") == "Player 1"


def test_a_long_text_gets_smaller():
    sizes = [
        float(ElementTree.fromstring(drawing.text(0, 0, 50, "a" * n, width=400)).get("font-size"))
        for n in (5, 15, 60)
    ]
    assert sizes[0] == 50
    assert 15 * drawing.LETTER * sizes[1] <= 400
    assert 60 * drawing.LETTER * sizes[2] <= 401


def test_texts_are_escaped():
    name = """<script>&"'</script>"""
    found = ElementTree.fromstring(drawing.page(drawing.text(0, 0, 50, name)))
    assert name in found.itertext()


def test_everything_is_drawn():
    """Each card, each picture of a player and each book is SVG that can be read."""
    parts = [drawing.card(Card.of(card), 0, 0, 100) for card in range(len(CARDS))]
    slugs = [slug for slug, _title in (*AVATARS, *BOT_AVATARS)]
    parts += [drawing.face(slug, "Asha", n % 2, n, 0, 100) for n, slug in enumerate(slugs)]
    parts += [drawing.face("unknown", "", 0, 99, 99, 100), drawing.card(None, 0, 0, 50)]
    parts += [drawing.shelf(set_views(name, (0,) * len(deck.sets)), 0, 600)
              for name, deck in DECKS.items()]  # fmt: skip
    found = ElementTree.fromstring(drawing.page(*parts))
    ids = [each.get("id") for each in found.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    assert not [each for each in found.iter() if each.tag.endswith(("script", "image", "use"))]


def test_the_name_of_the_site_is_on_each_picture(settings):
    settings.SITE_URL = "https://cards.example"
    assert "cards.example" in drawing.page()


def test_equal_drawings_are_drawn_once(monkeypatch):
    svg = drawing.page(drawing.text(0, 300, 50, "Once"))
    first = png(svg)
    assert first.startswith(b"\x89PNG")
    monkeypatch.setattr("previews.png.subprocess.run", None)
    assert png(svg) is first
