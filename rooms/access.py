"""Reads and checks a request's person and form fields."""

from collections.abc import Mapping

from django.http import HttpRequest

from accounts.models import User
from game.refusals import Refused


def signed_in(request: HttpRequest) -> User:
    """The person who sent the request. Raises ``Refused`` with ``no_name``."""
    if not request.user.is_authenticated:
        raise Refused("no_name")
    return request.user


def integer(fields: Mapping[str, str], field: str) -> int:
    """An integer from the form. Raises ``Refused`` with ``bad_request``."""
    try:
        return int(fields[field])
    except (KeyError, ValueError) as error:
        raise Refused("bad_request") from error


def request_id(fields: Mapping[str, str], *, required: bool) -> str:
    """The ``request_id`` from the form. Raises ``Refused`` with ``bad_request``."""
    given = fields.get("request_id", "")
    printable = given.isascii() and given.isprintable()
    if len(given) > 64 or not printable or (required and not given):
        raise Refused("bad_request")
    return given
