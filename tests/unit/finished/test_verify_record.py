"""``manage.py verify_record``: verdicts as text and as JSON, exit codes, and unusual files."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr
from pathlib import Path
from time import process_time

import pytest
from django.core.management import CommandError, call_command

from tests import ROOT
from tests.unit.literature import test_record
from tests.unit.literature.test_record import GAME, with_

RECORDS = {
    "valid.json": GAME,
    "unfinished.json": with_(moves=GAME["moves"][:4]),
    "illegal.json": with_("moves.3.seat", 2),
    "malformed.json": with_("format", "?"),
    "deal.json": with_("hands.0.0", "3C"),
    "result.json": with_("result.winner", 0),
}
VERDICTS = {
    "valid.json": None,
    "unfinished.json": None,
    "illegal.json": {"move": 3, "code": "not_your_turn"},
    "malformed.json": {"move": None, "code": "malformed"},
    "deal.json": {"move": None, "code": "bad_deal"},
    "result.json": {"move": None, "code": "wrong_result"},
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of the files. The command gets their names without a path."""
    for name, record in RECORDS.items():
        (tmp_path / name).write_text(json.dumps(record))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def verify(*files, **options):
    """The exit code, stdout and stderr of the command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        with redirect_stderr(err):
            call_command("verify_record", *files, stdout=out, no_color=True, **options)
        code = 0
    except SystemExit as end:
        code = end.code
    return code, out.getvalue(), err.getvalue()


def as_a_program(*arguments, **environment):
    """The command in a separate process. Its output is bytes."""
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", "verify_record", *arguments],
        capture_output=True,
        env=os.environ | environment,
        timeout=120,
    )


def test_valid_records(folder):
    assert verify("valid.json", "unfinished.json") == (
        0, "valid.json: valid\nunfinished.json: valid\n", ""
    )  # fmt: skip


def test_a_sentence_for_each_kind_of_verdict(folder):
    code, out, err = verify(*RECORDS)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "valid.json: valid",
        "unfinished.json: valid",
        "illegal.json: move 3: not_your_turn",
        "malformed.json: malformed",
        "deal.json: bad_deal",
        "result.json: wrong_result",
    ]


def test_json_has_each_given_path_as_a_key(folder):
    code, out, err = verify(*RECORDS, json=True)
    assert (code, json.loads(out), err) == (1, VERDICTS, "")
    given = [str(folder / "valid.json"), "./valid.json", "../" + folder.name + "/valid.json"]
    code, out, _ = verify(*given, json=True)
    assert (code, json.loads(out)) == (0, dict.fromkeys(given))


def test_a_file_named_twice_is_checked_once(folder):
    assert verify("valid.json", "valid.json") == (0, "valid.json: valid\n", "")


@pytest.mark.parametrize("missing", ["none.json", "", ".", "a\0b", "x" * 300, "valid.json/x"])
@pytest.mark.parametrize("other", ["valid.json", "illegal.json"])
def test_an_unreadable_file_decides_the_exit_code_and_the_others_are_checked(
    folder, missing, other
):
    code, out, err = verify(missing, other)
    assert code == 2
    assert out.startswith(f"{other}: ")
    assert len(out.splitlines()) == len(err.splitlines()) == 1
    assert err.strip()
    code, out, err = verify(missing, other, json=True)
    assert (code, json.loads(out)) == (2, {other: VERDICTS[other]})
    assert len(err.splitlines()) == 1


def test_only_unreadable_files(folder):
    code, out, err = verify("none.json", json=True)
    assert (code, json.loads(out)) == (2, {})
    assert err.startswith("none.json: ")


def test_no_file_is_a_usage_error():
    with pytest.raises(CommandError):
        call_command("verify_record")


@pytest.mark.parametrize(
    "data",
    [b"", b"\0", b"\xff\xfe", b"{", b"[" * 100_000, b'{"a":' * 100_000, b"9" * 100_000, b"NaN",
     bytes(range(256)) * 50, b'"\\ud800"'],
    ids=lambda data: repr(data[:8]),
)  # fmt: skip
def test_each_kind_of_malformed_bytes_has_a_verdict(tmp_path, data):
    file = tmp_path / "bad"
    file.write_bytes(data)
    code, out, err = verify(str(file), json=True)
    assert (code, err) == (1, "")
    assert json.loads(out) == {str(file): {"move": None, "code": "malformed"}}


@pytest.mark.slow
def test_file_names_that_are_not_unicode_or_have_several_lines(folder):
    names = [b"caf\xc3\xa9 \xff.json", b"two\nlines.json"]
    for name in names:
        Path(os.fsdecode(name)).write_text(json.dumps(GAME))
    run = as_a_program(*names, b"no\xfe", PYTHONIOENCODING="ascii")
    assert run.returncode == 2
    assert b"Traceback" not in run.stderr
    assert len(run.stdout.splitlines()) == 2
    assert b"two\\nlines.json: valid" in run.stdout
    assert run.stderr.startswith(b"no\\udcfe: ")
    run = as_a_program("--json", *names, PYTHONIOENCODING="ascii")
    assert run.returncode == 0
    assert list(json.loads(run.stdout)) == [os.fsdecode(name) for name in names]


@pytest.mark.slow
def test_the_program_returns_its_exit_code(folder):
    # The test above has seen the exit codes 0 and 2.
    run = as_a_program("illegal.json")
    assert (run.returncode, run.stdout) == (1, b"illegal.json: move 3: not_your_turn\n")


@pytest.mark.slow
def test_thousands_of_files(folder):
    # 10,000 records must take less than a minute. To save time, check a tenth of them in a tenth of
    # the time.
    text = json.dumps(GAME)
    names = [f"{number}.json" for number in range(1000)]
    for name in names:
        Path(name).write_text(text)
    start = process_time()
    code, out, _ = verify(*names, json=True)
    assert (code, json.loads(out)) == (0, dict.fromkeys(names))
    assert process_time() - start < 6


def test_the_sample_records():
    files = {str(test_record.RECORDS / name): found for name, found in test_record.VERDICTS.items()}
    code, out, err = verify(*files, json=True)
    assert (code, json.loads(out), err) == (1, files, "")
