"""Replaces a file that a running site reads."""

from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replace the file in one step, so that a reader never gets a part of it."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text)
    new.replace(path)
