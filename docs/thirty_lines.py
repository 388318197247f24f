import json
from random import choice, random

RANKS = {"8": ("234567", "9TJQKA"), "7": ("A23456", "89TJQK"), "2": ("345678", "9TJQKA")}


def cards_of(name, deck):
    kind, _, what = name.partition("-")
    if kind in ("rank", "extra"):
        return [(what or deck[0]) + suit for suit in "CDHS"] + ["RJ", "BJ"] * (kind == "extra")
    return [rank + what[0].upper() for rank in RANKS[deck[0]][kind == "high"]]


def seats_of(q, card):
    may = set(range(len(q["seats"]))) - {q["you"]}
    for move in q["log"]:
        if move.get("ask") == card:
            may = {move["seat"]} if move["hit"] else may - {move["of"]}
    return {q["you"]} if card in q["hand"] else may


def answer(q):
    ours = set(range(q["you"] % 2, len(q["seats"]), 2))
    moves = [(5, random(), {"pass": seat}) for seat in q["legal"]["passes"]]
    for card, targets in q["legal"]["asks"].items():
        may = seats_of(q, card)
        moves += [(10 + len(may), random(), {"ask": card, "of": of}) for of in targets if of in may]
    tried = [move.get("holders") for move in q["log"]]
    for name in q["legal"]["claims"]:
        may = {card: seats_of(q, card) for card in cards_of(name, q["rules"]["deck"])}
        doubt = sum(100 * len(seats - ours) + 30 * len(seats) - 30 for seats in may.values())
        while (named := {c: choice([*(s & ours)] or [q["you"]]) for c, s in may.items()}) in tried:
            pass
        moves.append((doubt, random(), {"claim": name, "holders": named}))
    return min(moves if q["turn"] == q["you"] else [*moves, (1, 0, None)])[2]


for line in open(0):
    print(json.dumps(answer(json.loads(line))), flush=True)
