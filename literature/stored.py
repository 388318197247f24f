"""Typed values that are stored as JSON: small frozen classes, which ``to_json`` and ``from_json``
convert.

A value is an object with the ``code`` of its class. It omits fields that have their default value.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import (
    Annotated,
    Any,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from literature.rules.cards import card_text, hand_text, parse_card, parse_hand

#: A card, and a bit set of cards. In JSON they are texts.
Card = Annotated[int, "card"]
Cards = Annotated[int, "cards"]

_Class = TypeVar("_Class")

_classes: dict[str, type] = {}


@dataclass_transform(frozen_default=True)
def stored(cls: type[_Class]) -> type[_Class]:
    """Make a class of values that can be stored: a frozen data class."""
    made = dataclass(frozen=True, slots=True)(cls)
    _classes[_code(made)] = made
    return made


def to_json(value: Any, kind: object = None) -> Any:
    """A value as JSON. ``kind`` is its declared type."""
    if is_dataclass(value) and not isinstance(value, type):
        kinds = _kinds(type(value))
        parts = {
            each.name: to_json(getattr(value, each.name), kinds[each.name])
            for each in fields(value)
            if getattr(value, each.name) != each.default
        }
        return {"code": _code(type(value)), **parts}
    if isinstance(value, tuple):
        return _each(to_json, value, kind)
    if kind == Cards:
        return hand_text(value)
    return card_text(value) if kind == Card else value


def from_json(document: Any, kind: object = None) -> Any:
    """The value in a document that ``to_json`` made."""
    if kind == Cards:
        return parse_hand(document)
    if kind == Card:
        return parse_card(document)
    if isinstance(document, list):
        return tuple(_each(from_json, document, kind))
    if not isinstance(document, dict) or get_origin(kind) is dict:
        return document
    cls = _classes[document["code"]]
    kinds = _kinds(cls)
    parts = {name: from_json(document[name], kinds[name]) for name in document.keys() - {"code"}}
    return cls(**parts)


def _each(convert: Callable[..., object], parts: Sequence[object], kind: object) -> list[object]:
    """The parts of a tuple, converted. ``kind`` is ``tuple[X, ...]`` or ``tuple[X, Y]``."""
    kinds = get_args(kind)
    if kinds[-1] is Ellipsis:
        kinds = kinds[:1] * len(parts)
    return [convert(part, each) for part, each in zip(parts, kinds, strict=True)]


@cache
def _kinds(cls: type) -> dict[str, object]:
    return get_type_hints(cls, include_extras=True)


def _code(cls: type) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()
