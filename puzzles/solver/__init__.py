"""Finds the answer of a situation, and the shortest argument for it. This package does not depend
on Django.

>>> situation = Situation.of(information_state)  # for a seat that is in a game
>>> deals = Deals(situation)                    # every deal that fits what the seat has seen
>>> deals.holder(parse_card("QH"))             # the seat that holds it in all of them, or None
3
"""
