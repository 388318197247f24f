"""Pure: situations that have one answer, what follows from them, and the shortest argument for it.

>>> situation = Situation.of(information_state)  # of a seat that is in a game
>>> deals = Deals(situation)                    # every deal that fits what the seat has seen
>>> deals.holder(parse_card("QH"))             # the one seat that holds it in all of them, or None
3
"""
