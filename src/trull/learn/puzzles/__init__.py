"""Puzzles out of bots' games, every answer proved by a solver, by the laws or by the referee.

record     a puzzle, and its line in a file
source     the deals they are taken from
position   a moment of a deal as the exact solver sees it
touching   cards that are as good as each other
line       how a puzzle goes on, and why the other cards fail
tries      who of the bots finds it
mine_open  open puzzles: all hands shown
mine       many deals by many workers, into a file
"""
