"""Static files, collected as in production."""

import json
import re
from posixpath import dirname, join, normpath

import pytest

from tests import ROOT
from tests.cluster.kit.clustered import collect_static_files

STATIC = ROOT / "var" / "static"
GLOBAL_LISTENER = re.compile(
    r"^ *(?:document\.body\.|document\.|window\.)?addEventListener\(", re.M
)


def test_no_script_has_many_global_listeners():
    scripts = (ROOT / "static" / "js").rglob("*.js")
    counts = {path.name: len(GLOBAL_LISTENER.findall(path.read_text())) for path in scripts}
    assert counts["room.js"] > 1
    assert {name: count for name, count in counts.items() if count > 8} == {}


@pytest.mark.slow
def test_scripts_import_each_other_by_hashed_names():
    """A page then never mixes the scripts of two releases during an upgrade."""
    collect_static_files()
    names = json.loads((STATIC / "staticfiles.json").read_text())["paths"]
    named = set()
    for name, hashed in names.items():
        if name.startswith("js/"):
            text = (STATIC / hashed).read_text()
            found = re.findall(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", text)
            named |= {normpath(join(dirname(name), other)) for other in found}
    assert {
        names["js/table/keep-work.js"],
        names["js/room/lessons.js"],
        names["js/table/motion/scene.js"],
    } <= named
    assert named <= set(names.values())
    assert all((STATIC / name).exists() for name in named)


@pytest.mark.slow
def test_the_parts_of_a_style_sheet_are_collected_as_one_file():
    collect_static_files()
    names = json.loads((STATIC / "staticfiles.json").read_text())["paths"]
    parts = re.findall(r'@import "(.+)";', (ROOT / "static/css/table/index.css").read_text())
    joined = (STATIC / names["css/table/index.css"]).read_text()
    assert {f"{part}.css" for part in ("seats", "hand")} <= set(parts)
    assert "@import" not in joined
    assert joined.count("@layer table {") == len(parts) - 1  # properties.css has no layer.
    assert "@property --card-w" in joined


@pytest.mark.slow
def test_scripts_are_sent_without_their_comments():
    collect_static_files()
    names = json.loads((STATIC / "staticfiles.json").read_text())["paths"]
    scripts = [name for name in names if name.startswith("js/") and name.endswith(".js")]
    assert len(scripts) > 30
    for name in scripts:
        source, sent = (ROOT / "static" / name).read_text(), (STATIC / names[name]).read_text()
        comment = re.compile(r" *(//|/\*\*|\* |\*/)")
        kept = [line for line in source.splitlines() if not comment.match(line)]
        assert len(sent.splitlines()) == len(kept), name
        assert not any(comment.match(line) for line in sent.splitlines()), name


@pytest.mark.slow
def test_style_sheets_are_sent_without_their_comments():
    collect_static_files()
    names = json.loads((STATIC / "staticfiles.json").read_text())["paths"]
    sheets = [name for name in names if name.startswith("css/")]
    assert len(sheets) > 30
    assert [name for name in sheets if "/*" in (STATIC / names[name]).read_text()] == []


def test_urls_in_variables_are_used_in_the_same_style_sheet():
    """A browser resolves a URL in a variable relative to the style sheet that uses the variable,
    not to the style sheet that defines it.
    """
    sheets = {path: path.read_text() for path in (ROOT / "static" / "css").rglob("*.css")}
    for path, text in sheets.items():
        for variable in set(re.findall(r"(--[\w-]+): url\(\"\.", text)):
            elsewhere = [
                other for other in sheets if re.search(rf"var\({variable}[,)]", sheets[other])
            ]
            assert elsewhere == [path], variable
