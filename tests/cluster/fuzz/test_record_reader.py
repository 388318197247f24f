"""The reading of records under a coverage-guided fuzzer, for five minutes."""

import json
import subprocess
from itertools import islice

import pytest

from tests import ROOT
from tests.games.read_kept import kept_games, releases

PYTHON = ROOT / ".venv-fuzz" / "bin" / "python"
SECONDS = 300


@pytest.mark.soak
def test_every_input_has_a_verdict(tmp_path):
    if not PYTHON.exists():
        pytest.skip("atheris is not there: make fuzz-tool")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for number, kept in enumerate(islice(kept_games(next(iter(releases()))), 40)):
        (corpus / str(number)).write_text(json.dumps(kept["record"]))
    command = [
        PYTHON,
        "-m",
        "tests.cluster.fuzz.record_reader",
        corpus,
        f"-max_total_time={SECONDS}",
    ]
    # An input that needs 20 seconds or 1 GB of memory counts as an error, too.
    limits = [
        "-max_len=60000",
        "-timeout=20",
        "-rss_limit_mb=1024",
        f"-artifact_prefix={tmp_path}/",
    ]
    run = subprocess.run([*command, *limits], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-4000:]
