"""``python -m literature review``: a line for each move of a record."""

import pytest

from literature.rules.options import PRESETS
from literature.selfplay import play, record, seed_of
from literature.terminal import Failed, review


def test_each_move_has_its_verdict(tmp_path):
    played = play(PRESETS["classic"].with_players(4), seed_of(1, 1), ("easy", "easy"))
    path = tmp_path / "game.json"
    path.write_bytes(record(played, ("easy", "easy")))
    lines = list(review.run(file=str(path)))
    assert len(lines) == len(played.log)
    asks = [line for line in lines if " ask " in line]
    claims = [line for line in lines if " claim " in line]
    assert claims
    assert all(" chance " in line for line in asks + claims)
    assert [line.partition(".")[0] for line in lines] == [str(n) for n in range(len(lines))]
    assert any("[best]" in line for line in asks)
    assert any(", better: ask " in line for line in asks)


def test_a_file_without_a_record_is_refused(tmp_path):
    path = tmp_path / "bad.json"
    path.write_text("{}")
    for file, why in ((path, "malformed"), (tmp_path / "none.json", "No such file")):
        with pytest.raises(Failed, match=why):
            list(review.run(file=str(file)))
