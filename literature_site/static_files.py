"""How static files are named, and what is said of each besides how long it lasts."""

from wsgiref.headers import Headers

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFiles(CompressedManifestStaticFilesStorage):
    """Every file has its hash in its name, and our scripts name each other by those.

    Else a page of one release could be given a script of it, and below that one of another.
    """

    # `support_js_module_import_aggregation` would have these read in the libraries' scripts, too.
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("js/*.js", CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]),
    )


def static_headers(headers: Headers, path: str, url: str) -> None:
    """Have browsers take a file for what it is called, and for nothing else."""
    headers["X-Content-Type-Options"] = "nosniff"
