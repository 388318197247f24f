"""Formats log lines for people: time, level, logger, event, and values."""


def line_of_log(_logger: object, _method: str, event: dict[str, object]) -> str:
    """Join the parts of an event into one line; a traceback follows on lines of its own. The
    formatter in ``LOGGING`` calls this last.
    """
    trace = event.pop("exception", "")
    when, level, name = event.pop("timestamp"), event.pop("level"), event.pop("logger")
    what = event.pop("event")
    values = "".join(f" {key}={value}" for key, value in event.items())
    line = f"{when} {str(level).upper()} {name}: {what}{values}"
    return f"{line}\n{trace}" if trace else line
