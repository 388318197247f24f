"""Fifty records, some of them invalid. The staff pages show the problem of each invalid record."""

import json

import pytest
from django.core.management import call_command

from finished import records
from game.models import Import
from tests.database.kit.broken import BROKEN, NO_RECORDS, broken
from tests.database.kit.staff import boss
from tests.kit import PLAIN, people, play_on, started

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

LIST = "/admin/game/import/"
FIFTY = 50


@pytest.fixture
def folder(tmp_path):
    """Fifty files: each kind of invalid record, and valid records. Their names do not show which
    are valid.
    """
    users = people(4)
    documents = []
    for seed in range(3):
        game = started(users, PLAIN, dealer=1)
        play_on(game, seed=seed)
        documents.append(records.export_document(game))
    wrong = [broken(documents[0], name) for name in BROKEN]
    wrong += [data for data, _words in NO_RECORDS.values()]
    good = [json.dumps(documents[at % 3]).encode() for at in range(FIFTY - len(wrong))]
    for at, data in enumerate(wrong + good):
        (tmp_path / f"{at * 37 % FIFTY:02}.json").write_bytes(data)
    return tmp_path


def test_invalid_records_are_found_and_explained(folder):
    files = sorted(folder.iterdir())
    assert len(files) == FIFTY
    with pytest.raises(SystemExit):
        call_command("import_game", *map(str, files))
    client = boss()
    assert client.get(LIST).context["cl"].result_count == FIFTY
    first = client.get("/admin/").content.decode()
    assert f'?outcome=refused">{len(BROKEN) + len(NO_RECORDS)}<' in first
    page = client.get(LIST, {"outcome": "refused"})
    text = page.content.decode()
    listed = {attempt.code for attempt in page.context["cl"].result_list}
    assert page.context["cl"].result_count == len(BROKEN) + len(NO_RECORDS)
    assert listed == {code for _change, code, _words in BROKEN.values()} | {"malformed"}
    for words in [words for _change, _code, words in BROKEN.values()]:
        assert words in text
    for _data, words in NO_RECORDS.values():
        assert words in text
    assert "moves[" not in text, "counted from 0 beside sentences that count from 1"


def test_a_refused_file_is_shown(folder):
    bad = folder / "bad.json"
    bad.write_bytes(b'{"format": "<script>alert(1)</script>"')
    with pytest.raises(SystemExit):
        call_command("import_game", str(bad))
    attempt = Import.objects.get()
    text = boss().get(f"{LIST}{attempt.pk}/change/").content.decode()
    assert "&lt;script&gt;" in text
    assert "line 1" in text


def test_lists_cost_the_same_for_many(folder, django_assert_max_num_queries):
    with pytest.raises(SystemExit):
        call_command("import_game", *map(str, sorted(folder.iterdir())))
    client = boss()
    with django_assert_max_num_queries(6):
        client.get(LIST)
