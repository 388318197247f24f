"""A file that a site reads at any moment while a test writes it."""

from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Who reads it gets what it held or what it holds now, never an empty or a half file."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text)
    new.replace(path)
