"""The options that a host can set, and the presets, which set all options (docs/rules.md).

A new option is a field of ``Rules``, with its values. Its words are in
``game.presentation.rule_options``. Forms, checks and documents are made from these two records.

>>> Rules.from_text(PRESETS["silent-hands"].text()) == PRESETS["silent-hands"]
True
"""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, TypeVar

from literature.rules.decks import DECKS
from literature.rules.versions import PRESENT, check_version

PLAYERS: Final = (4, 6, 8, 10, 12)

#: The possible numbers of points that end a ``first_to`` series.
SERIES_POINTS: Final = range(1, 1001)


Value = str | int | bool
_Value = TypeVar("_Value", str, int, bool)


def _one_of(*values: _Value, default: _Value | None = None) -> _Value:
    """A field of ``Rules`` for an option with these values. The first is the default, unless
    another is given.
    """
    usual = values[0] if default is None else default
    return field(default=usual, metadata={"values": values})


class BadRules(ValueError):
    """An option is missing or unknown, or its value is unknown."""

    def __init__(self, option: str) -> None:
        super().__init__(option)
        self.option = option


@dataclass(frozen=True, slots=True)
class Rules:
    """A value for every option, and the version of the rules.

    The constructor raises ``BadRules`` or ``UnknownVersion`` for invalid values. The version is not
    an option: it is not set, shown or stored with the options.
    """

    deck: str = _one_of(*DECKS, default="8s-and-jokers")
    players: int = _one_of(*PLAYERS, default=6)
    ask_held_card: str = _one_of("illegal", "bluff")
    claim_timing: str = _one_of("own_turn", "team_turn", "any_time")
    misplaced_claim: str = _one_of("opponents", "void", "return")
    opponent_held_claim: str = _one_of("opponents", "minus_one")
    turn_after_wrong_claim: str = _one_of("keep", "opponent")
    pass_after_claim: bool = _one_of(True, False)
    high_sets_double: bool = _one_of(False, True)
    game_end: str = _one_of("majority", "all_sets")
    series: str = _one_of("single", "tie_break", "best_of_three", "first_to")
    series_points: int = 100
    history: str = _one_of("last_ask", "last_two", "full")
    hand_counts: str = _one_of("public", "secret")
    version: int = PRESENT

    def __post_init__(self) -> None:
        for option, values in OPTIONS.items():
            check_option(option, getattr(self, option), values)
        if type(self.series_points) is not int or self.series_points not in SERIES_POINTS:
            raise BadRules("series_points")
        check_version(self.version)

    @property
    def allow_help(self) -> bool:
        """Whether a table may have help: only if pages show all asks and card counts. Help
        then reveals only facts that the viewer could look up.
        """
        return self.history == "full" and self.hand_counts == "public"

    def with_players(self, players: int) -> "Rules":
        """The same rules for another number of players."""
        return replace(self, players=players)

    def to_json(self) -> dict[str, Value]:
        """A plain dictionary of every option."""
        return {option: value for option, value in asdict(self).items() if option != "version"}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], version: int = PRESENT) -> "Rules":
        """Rules from a dictionary. A missing option gets its default. Raise ``BadRules`` for an
        unknown option or value.
        """
        unknown = next((key for key in data if key not in OPTIONS and key != "series_points"), None)
        if unknown is not None:
            raise BadRules(unknown)
        return cls(**data, version=version)

    def text(self) -> str:
        """One line of text, ``deck=8s-out players=6 …``, which ``from_text`` can read."""
        return options_text(self.to_json())

    @classmethod
    def from_text(cls, text: str) -> "Rules":
        """Rules from a line as ``text`` makes it. Raise ``BadRules`` as ``from_json`` does."""
        data: dict[str, Value] = {}
        for word in text.split():
            option, _, value = word.partition("=")
            if value in ("true", "false"):
                data[option] = value == "true"
            else:
                data[option] = int(value) if value.isascii() and value.isdigit() else value
        return cls.from_json(data)


#: The values of each option, in the order of docs/rules.md. A record needs the first ten.
OPTIONS: Final[Mapping[str, tuple[Value, ...]]] = {
    option.name: option.metadata["values"] for option in fields(Rules) if option.metadata
}

#: The options that decide which moves are legal and who wins. A record must have them.
RECORD_OPTIONS: Final = tuple(OPTIONS)[:10]


def check_option(option: str, value: object, values: tuple[Value, ...]) -> None:
    """Raise ``BadRules`` unless ``value`` is one of ``values`` and has the same type."""
    # In Python True == 1 and 6.0 == 6, but as values of an option they are different.
    if not any(value == each and type(value) is type(each) for each in values):
        raise BadRules(option)


def as_text(value: Value) -> str:
    """The value of an option as text, for forms and links."""
    return str(value).lower()


def options_text(values: Mapping[str, Value]) -> str:
    """Options as one line of text."""
    return " ".join(f"{option}={as_text(value)}" for option, value in values.items())


_CLASSIC: Final = Rules(deck="8s-out", misplaced_claim="void", pass_after_claim=False,
                        game_end="all_sets")  # fmt: skip
_STRICT: Final = replace(_CLASSIC, misplaced_claim="opponents", series="tie_break")

PRESETS: Final[Mapping[str, Rules]] = {
    "nine-sets": Rules(),
    "nine-sets-anytime": Rules(claim_timing="any_time"),
    "classic": _CLASSIC,
    "canadian-fish": replace(_CLASSIC, deck="7s-out", pass_after_claim=True),
    "silent-hands": replace(
        _CLASSIC,
        deck="2s-out",
        misplaced_claim="return",
        opponent_held_claim="minus_one",
        turn_after_wrong_claim="opponent",
        hand_counts="secret",
    ),
    "strict": _STRICT,
    "hundred-up": replace(_STRICT, series="first_to", series_points=100),
    "big-table": replace(_CLASSIC, deck="2s-and-jokers", players=12, pass_after_claim=True),
    "first-game": replace(_CLASSIC, pass_after_claim=True, history="full"),
    "by-letter": Rules(history="full"),
}

DEFAULT_PRESET: Final = "nine-sets"

#: The preset for beginners.
FIRST_GAME: Final = "first-game"

#: The preset for games that take days. A table also needs its turn clock.
BY_LETTER: Final = "by-letter"


def preset_of(rules: Rules, options: Collection[str] = OPTIONS) -> str:
    """The first preset with the same values of ``options`` as ``rules``, or ``""``.

    The number of players is ignored.

    >>> preset_of(PRESETS["strict"].with_players(4))
    'strict'
    """
    compared = set(options) - {"players"}
    if "series" in compared and rules.series == "first_to":
        compared.add("series_points")
    same = (
        name
        for name, preset in PRESETS.items()
        if all(getattr(preset, option) == getattr(rules, option) for option in compared)
    )
    return next(same, "")
