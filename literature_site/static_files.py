"""Joins, shortens and compresses static files. Also sets their names and a header."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Any
from wsgiref.headers import Headers

from django.core.files.base import ContentFile, File
from django.core.files.storage import Storage
from whitenoise.storage import CompressedManifestStaticFilesStorage


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
        self, paths: Mapping[str, tuple[Storage, str]], **options: Any
    ) -> Iterator[tuple[str, str | None, Any]]:
        """Do the same as the base class. In addition, join the parts of each ``index.css``, and
        remove comments from our style sheets and scripts.
        """
        lighter = {
            name: (READERS[kind](storage), path) if (kind := kind_of(path)) else (storage, path)
            for name, (storage, path) in paths.items()
        }
        yield from super().post_process(lighter, **options)


def kind_of(path: str) -> str:
    """Return ``css`` for one of our style sheets, ``js`` for one of our scripts, and "" for other
    files.
    """
    folder = PurePosixPath(path).parts[0]
    return folder if folder in READERS else ""


class Script:
    """Reads a script without the comments that have their own lines."""

    _COMMENT = re.compile(r"^ *(?://[^\n]*|/\*\*.*?\*/)\n", re.DOTALL | re.MULTILINE)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> File:
        with self._storage.open(path) as file:
            text = file.read().decode()
        return ContentFile(self._COMMENT.sub("", text).encode(), name=path)


class StyleSheet:
    """Reads a style sheet without comments and indentation. Each ``@import "part.css";`` in it is
    replaced by that part.

    One file needs only one request, and compresses better than its parts. A part must be in the
    same folder or in one beside it, so that the URLs in it stay correct. During development, when
    files are not collected, browsers import the parts themselves.
    """

    _IMPORT = re.compile(r'@import "((?:\.\./[\w-]+/)?[\w-]+\.css)";')
    _COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
    _INDENTATION = re.compile(r"\n\s+")

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def open(self, path: str) -> File:
        folder = PurePosixPath(path).parent
        index = self._text(path)
        text = self._IMPORT.sub(lambda found: self._text(normpath(folder / found[1])), index)
        text = self._INDENTATION.sub("\n", self._COMMENT.sub("", text))
        return ContentFile(text.encode(), name=path)

    def _text(self, path: str) -> str:
        with self._storage.open(path) as file:
            return file.read().decode()


def static_headers(headers: Headers, path: str, url: str) -> None:
    """Tell browsers not to guess the type of a file."""
    headers["X-Content-Type-Options"] = "nosniff"


#: The classes that read our style sheets and scripts, by folder.
READERS = {"css": StyleSheet, "js": Script}
