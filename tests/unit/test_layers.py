"""A module imports only the layers that ``LAYERS`` allows, also inside functions."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import ROOT

# For each top folder, the others that it may import. The site imports ``literature``, never the
# reverse.
LAYERS = {
    "literature": set(),
    "accounts": set(),
    "live": {"accounts"},
    "game": {"literature", "accounts", "live"},
    "finished": {"literature", "accounts", "live", "game"},
    "rooms": {"literature", "accounts", "live", "game", "finished"},
    "puzzles": {"literature", "accounts", "game", "finished"},
    "alerts": {"literature", "accounts", "live", "game", "finished", "rooms", "puzzles"},
    "bots": {"literature", "accounts", "live", "game", "finished", "rooms", "alerts"},
    "previews": {"literature", "accounts", "game", "finished", "puzzles", "rooms"},
    "staff": {"literature", "accounts", "live", "game", "finished", "rooms", "bots"},
    "literature_site": {
        *("literature", "accounts", "live", "game", "finished", "rooms", "alerts", "bots"),
        *("puzzles", "previews", "staff"),
    },
    "cluster": set(),
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of all imports in a file, including relative imports."""
    package = list(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            # `from game import rules` may import a module or another name.
            yield from (f"{base}.{alias.name}" for alias in node.names)


def files_of(layer: str) -> list[Path]:
    return sorted((ROOT / layer).rglob("*.py"))


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_down(layer):
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files_of(layer)
        for name in imported(path)
        if name.split(".")[0] in LAYERS.keys() - LAYERS[layer] - {layer}
    ]
    assert not wrong, "\n".join(wrong)


def test_the_library_needs_only_the_standard_library_and_numpy():
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in files_of("literature")
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names | {"literature", "numpy"}
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_hard_level_loads_numpy():
    """Numpy, which uses a lot of memory, is loaded only for hard bots, reviews and help."""
    code = (
        "import sys; from literature.policy.levels import policy; "
        "[policy(each) for each in sys.argv[1:]]; "
        "print('numpy' in sys.modules)"
    )
    for levels, loaded in ((["easy", "medium"], "False"), (["hard"], "True")):
        command = [sys.executable, "-c", code, *levels]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == loaded


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("from literature.rules import cards", ["literature.rules.cards"]),
        ("from . import cards", ["literature.policy.cards"]),
        ("from ..record import read", ["literature.record.read"]),
        ("def late():\n    import rooms.models", ["rooms.models"]),
    ],
)
def test_imports_are_found(file, names, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "literature" / "policy" / "levels.py"
    path.parent.mkdir(parents=True)
    path.write_text(file)
    assert list(imported(path)) == names
