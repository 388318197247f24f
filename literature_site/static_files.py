"""What is said of each static file besides how long it lasts; the proxy in front says the same."""

from wsgiref.headers import Headers


def static_headers(headers: Headers, path: str, url: str) -> None:
    """Have browsers take a file for what it is called, and for nothing else."""
    headers["X-Content-Type-Options"] = "nosniff"
