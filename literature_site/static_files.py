"""Joins, shortens and compresses static files. Also sets their names and a header."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from posixpath import normpath
from wsgiref.headers import Headers

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage

SCRIPT_COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*.*?\*/)\n", re.DOTALL | re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
IMPORT = re.compile(r'@import "((?:\.\./[\w-]+/)?[\w-]+\.css)";')
INDENTATION = re.compile(r"\n\s+")


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Puts a hash of the content into the name of each file. Our scripts import each other by these
    names, because otherwise a page could mix scripts from two releases.
    """

    # `support_js_module_import_aggregation` would also change the scripts of libraries.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], **options: object
    ) -> Iterator[tuple[str, str | None, object]]:
        """Do the same as the base class, with our scripts and style sheets ``Shortened``."""
        shortened = {
            name: (Shortened(storage) if name.startswith(("css/", "js/")) else storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(shortened, **options)


class Shortened:
    """Reads our scripts without the comments that have their own lines, and our style sheets
    without comments and indentation.

    Each ``@import "part.css";`` in a style sheet is replaced by that part: one file needs only one
    request, and compresses better than its parts. A part must be in the same folder or in one
    beside it, so that the URLs in it stay correct. During development, when files are not
    collected, browsers import the parts themselves.
    """

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> File:
        folder, text = PurePosixPath(path).parent, self._text(path)
        if folder.parts[0] == "js":
            text = SCRIPT_COMMENT.sub("", text)
        else:
            text = IMPORT.sub(lambda found: self._text(normpath(folder / found[1])), text)
            text = INDENTATION.sub("\n", COMMENT.sub("", text))
        return ContentFile(text.encode(), name=path)

    def _text(self, path: str) -> str:
        with self._storage.open(path) as file:
            return file.read().decode()


def static_headers(headers: Headers, path: str, url: str) -> None:
    """Tell browsers not to guess the type of a file."""
    headers["X-Content-Type-Options"] = "nosniff"
