"""Prometheus metrics of this process, for the operator.

They are in the lowest app, so that every app can use them. ``/metrics`` shows them. No label names
a person, a room or a game, because a label must have few values.
"""

from prometheus_client import Counter, Gauge, Histogram

_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)

REQUESTS = Histogram(
    "literature_request_seconds",
    "Requests from their arrival to their answer.",
    ["method", "route", "status"],
    buckets=_SECONDS,
)
MOVES = Histogram(
    "literature_move_seconds",
    "Moves of people, from the request to the answer after the commit.",
    buckets=_SECONDS,
)
BROADCASTS = Histogram(
    "literature_broadcast_seconds",
    "Moves that a room hub of this process made, from when it knows of the commit until it has "
    "sent the update to its last socket. Moves of bots and of other processes are not counted.",
    buckets=_SECONDS,
)
CHECKS_FAILED = Gauge(
    "literature_checks_failed", "Games that the latest integrity check found wrong."
)
SOCKETS = Gauge("literature_sockets", "Open sockets.")
FRAMES_IN = Counter("literature_frames_received", "Frames that came from pages.")
FRAMES_OUT = Counter("literature_frames_sent", "Frames that were sent to pages.")
FLOODS = Counter("literature_sockets_flooding", "Sockets closed for sending too much.")
NOTIFICATIONS_LOST = Counter(
    "literature_notifications_lost", "Change notifications that could not be published."
)
NOTIFICATIONS_HEALED = Counter(
    "literature_notifications_healed", "Rooms that a heartbeat found behind the database."
)
RATE_LIMITED = Counter("literature_rate_limited", "Requests that a rate limit refused.")
CODES_GUESSED = Counter("literature_codes_guessed", "Requests for rooms that do not exist.")
LOGINS = Counter("literature_logins", "Attempts to sign in, by their result.", ["result"])
DEADLINES = Histogram(
    "literature_deadline_late_seconds",
    "From the time at which a game was due until the scheduler acted.",
    buckets=(0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30),
)
BOT_MOVES = Histogram(
    "literature_bot_act_seconds",
    "Actions of the scheduler for bots and turn clocks, with the time for thinking.",
    buckets=_SECONDS,
)
