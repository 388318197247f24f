"""makemessages finds every sentence in the templates of both template engines."""

import re
import shutil
import subprocess
from types import SimpleNamespace

import pytest
from django.conf import settings

from literature_site.management.commands.makemessages import TranslatableFile

TABLE = settings.BASE_DIR / "templates" / "table"
SENTENCE = re.compile(r'_\("([^"]+)"\)')


@pytest.fixture
def prepared(tmp_path, monkeypatch):
    """Return a function that prepares a template of the table for xgettext. It returns the path of
    the file with the result.
    """

    def prepare(name):
        monkeypatch.setattr(
            TranslatableFile, "work_path", property(lambda self: str(tmp_path / f"{name}.py"))
        )
        found = SimpleNamespace(file=name, dirpath=str(TABLE), path=str(TABLE / name))
        TranslatableFile(None, "django", found).preprocess()
        return tmp_path / f"{name}.py"

    return prepare


def test_every_sentence_of_a_table_is_found_on_its_line(prepared):
    for path in TABLE.glob("*.html"):
        lines = prepared(path.name).read_text().splitlines()
        for number, line in enumerate(path.read_text().splitlines()):
            for sentence in SENTENCE.findall(line):
                assert sentence in lines[number], (path.name, sentence)


def test_sentences_with_values_are_found(prepared):
    assert "gettext('%(name)s is claiming %(set)s.')" in prepared("table.html").read_text()
    both = "ngettext('%(n)s spectator:', '%(n)s spectators:')"
    assert both in prepared("series_and_spectators.html").read_text()


@pytest.mark.skipif(not shutil.which("xgettext"), reason="gettext is not installed")
def test_xgettext_understands_it(prepared):
    words = ["xgettext", "--from-code=UTF-8", "--output=-", prepared("series_and_spectators.html")]
    found = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert 'msgid "%(n)s spectator:"\nmsgid_plural "%(n)s spectators:"' in found


def test_other_templates_are_djangos(prepared, tmp_path):
    path = TABLE.parent / "rooms" / "table_close.html"
    found = SimpleNamespace(file=path.name, dirpath=str(path.parent), path=str(path))
    prepared("close_icon.html")
    TranslatableFile(None, "django", found).preprocess()
    assert "gettext(u'Close')" in (tmp_path / "close_icon.html.py").read_text()
