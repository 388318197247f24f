"""A module imports only the layers that ``LAYERS`` allows, also inside functions."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# For each layer, the parts of the project that it may import.
LAYERS = {
    "game.rules": set(),
    "bots.ai": {"game.rules"},
    "accounts": set(),
    "game": {"game.rules", "bots.ai", "accounts"},
    "rooms": {"game.rules", "bots.ai", "accounts", "game"},
    "bots": {"game.rules", "bots.ai", "accounts", "game", "rooms"},
    "puzzles.solver": {"game.rules"},
    "puzzles": {"game.rules", "accounts", "game", "bots", "puzzles.solver"},
    "staff": {"game.rules", "bots.ai", "accounts", "game", "rooms", "bots"},
    "literature_site": {
        *("game.rules", "bots.ai", "accounts", "game", "rooms", "bots", "puzzles", "staff")
    },
    "cluster": set(),
}
PURE = {"game.rules", "bots.ai", "puzzles.solver"}
# The libraries that a pure layer may import.
LIBRARIES = {"bots.ai": {"numpy"}}
PROJECT = {layer.split(".")[0] for layer in LAYERS}


def layer_of(module: str) -> str | None:
    """Return the layer of a module. The longest name decides, so `game.rules` comes before
    `game`.
    """
    fitting = [name for name in LAYERS if f"{module}.".startswith(f"{name}.")]
    return max(fitting, key=len, default=None)


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


def project_files() -> list[Path]:
    return [path for part in sorted(PROJECT) for path in sorted((ROOT / part).rglob("*.py"))]


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_point_down(layer):
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in project_files()
        if layer_of(module_name(path)) == layer
        for name in imported(path)
        if (found := layer_of(name)) and found != layer and found not in LAYERS[layer]
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("layer", sorted(PURE))
def test_pure_layers_import_the_standard_library_alone(layer):
    """``bots.ai`` may also import numpy."""
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in project_files()
        if layer_of(module_name(path)) == layer
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names | PROJECT | LIBRARIES.get(layer, set())
    ]
    assert not wrong, "\n".join(wrong)


def test_only_the_hard_level_loads_numpy():
    """Numpy, which uses a lot of memory, is loaded only for hard bots, reviews and help."""
    code = (
        "import sys; from bots.ai.policy import policy; [policy(each) for each in sys.argv[1:]]; "
        "print('numpy' in sys.modules)"
    )
    for levels, loaded in ((["easy", "medium"], "False"), (["hard"], "True")):
        command = [sys.executable, "-c", code, *levels]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == loaded


@pytest.mark.parametrize("package", ["game", "bots", "puzzles"])
def test_packages_around_pure_layers_import_nothing(package):
    """Such imports would also run with `import game.rules`, and could load Django."""
    assert not list(imported(ROOT / package / "__init__.py"))


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("from game.rules import cards", ["game.rules.cards"]),
        ("from . import cards", ["bots.ai.cards"]),
        ("from ..driver import run", ["bots.driver.run"]),
        ("def late():\n    import rooms.models", ["rooms.models"]),
    ],
)
def test_imports_are_found(file, names, tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    path = tmp_path / "bots" / "ai" / "policy.py"
    path.parent.mkdir(parents=True)
    path.write_text(file)
    assert list(imported(path)) == names
