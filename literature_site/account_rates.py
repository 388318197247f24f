"""The rate limits for accounts, in the format of allauth's settings."""

import math

#: The limits for each kind of request: by IP address (``ip``), by person (``user``), or by a key.
#: The key is the e-mail address; for a sign-in it is the user name or e-mail address that was
#: entered, with the IP address.
RATES = {
    "change_password": [(5, "m/user")],
    "manage_email": [(10, "m/user")],
    "reset_password": [(20, "m/ip"), (5, "m/key")],
    "reset_password_from_key": [(20, "m/ip")],
    "reauthenticate": [(10, "m/user")],
    "signup": [(20, "m/ip")],
    "login": [(30, "m/ip")],
    "login_failed": [(10, "m/ip"), (5, "300s/key")],
    "confirm_email": [(1, "180s/key")],
}


def account_rates(factor: float) -> dict[str, str]:
    """Return each rate, multiplied by ``factor``."""
    return {
        action: ",".join(f"{math.ceil(most * factor)}/{per}" for most, per in rates)
        for action, rates in RATES.items()
    }
