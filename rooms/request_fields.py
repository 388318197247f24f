"""Gets the user and the form fields from a request, and checks them."""

from collections.abc import Mapping

from django.http import HttpRequest

from accounts.models import User
from game.refusals import Refused


def signed_in(request: HttpRequest) -> User:
    """The person who sent the request. Raise ``Refused`` (``no_name``) if nobody is signed in."""
    if not request.user.is_authenticated:
        raise Refused("no_name")
    return request.user


def integer(fields: Mapping[str, str], field: str) -> int:
    """Return an integer field of the form. Raise ``Refused`` with ``bad_request`` if the field is
    missing or not an integer.
    """
    try:
        return int(fields[field])
    except (KeyError, ValueError) as error:
        raise Refused("bad_request") from error


def request_id(fields: Mapping[str, str], *, required: bool) -> str:
    """Return the field ``request_id`` of the form. Raise ``Refused`` with ``bad_request`` if the
    value is too long or not printable ASCII, or if it is ``required`` and missing.
    """
    given = fields.get("request_id", "")
    printable = given.isascii() and given.isprintable()
    if len(given) > 64 or not printable or (required and not given):
        raise Refused("bad_request")
    return given
