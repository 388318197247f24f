"""Sends a sentence to the webhook of a chat, in the form of Discord or of Slack. Other chats, such
as Mattermost, take the form of Slack.
"""

import json
import re
from typing import Final
from urllib.parse import urlsplit

from alerts import outgoing
from alerts.outgoing import Outcome

_DISCORD_PATH: Final = re.compile(r"/api/(v\d+/)?webhooks/[^/]+/[^/]+/?")
_MARKUP: Final = re.compile(r"([\\`*_~|<>()\[\]#:@-])")
#: After an "@", this keeps a chat from telling everybody.
_NOTHING: Final = "\N{ZERO WIDTH SPACE}"


def send(url: str, text: str, link: str) -> Outcome:
    """Send ``text``, which may contain names, and a link of this site."""
    if not outgoing.is_possible(url):
        return Outcome.GONE
    plain = " ".join(text.split()).replace("@", f"@{_NOTHING}")
    message: dict[str, object]
    if _DISCORD_PATH.fullmatch(urlsplit(url).path):
        text = _MARKUP.sub(r"\\\1", plain)
        message = {"content": f"{text}\n{link}", "allowed_mentions": {"parse": []}}
    else:
        escaped = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        message = {"text": f"{escaped}\n{link}", "mrkdwn": False}
    return outgoing.send(url, json.dumps(message).encode(), {"Content-Type": "application/json"})
