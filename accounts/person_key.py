"""The key of a person in addresses of pages and in forms. Nobody can guess the key of another
person.
"""

from django.core.signing import BadSignature, Signer

from accounts.models import User

_signer = Signer(salt="person", sep="~")


def key_of(user_id: int) -> str:
    """Return the key of a person.

    >>> key_of(7).split("~")[0]
    '7'
    """
    return _signer.sign(str(user_id))


def person_of(key: str) -> User | None:
    """Return the person with this key; None for a wrong key, and for people who are suspended or
    gone.
    """
    try:
        return User.objects.filter(pk=_signer.unsign(key), is_active=True).first()
    except BadSignature:
        return None
