"""The form of the templates."""

from django.conf import settings

LONGEST = 120


def test_no_line_of_a_template_is_long():
    templates = [path for path in (settings.BASE_DIR / "templates").rglob("*") if path.is_file()]
    assert len(templates) > 100
    long = [
        f"{path}:{number}"
        for path in templates
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST
    ]
    assert not long
