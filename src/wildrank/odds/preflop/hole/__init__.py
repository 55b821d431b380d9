"""Exact odds between two players of games in which hands are two cards of their own and five.

Start reading at `wildrank.odds.preflop.hole.solve`.
"""
