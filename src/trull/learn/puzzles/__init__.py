"""Puzzles out of bots' games, every answer proved by a solver, by the laws or by the referee.

record     a puzzle, and its line in a file
source     the deals they are taken from
position   a moment of a deal as the exact solver sees it
touching   cards that are as good as each other
line       how a puzzle goes on, and why the other cards fail
tries      who of the bots finds it
mine_open  open puzzles: all hands shown
closed     one's own cards alone: which act brings most on average
safe       the same: which card does it however the others lie
rule       about the rules
asked      closed ones and rules as they are shown: one question
mine       many deals by many workers, into a file
own        those of a deal that somebody has played
themes     what a puzzle is about, by what solver and laws say
form       what two puzzles have in common that ask the same
rate       first ratings, out of the tries
choose     which are kept
stock      the files that travel with Trull
ends       what came of an aim, by the laws alone
check      everything worked out anew
frames     for whoever shows an open one: finished, without a rule
veiled     for whoever shows a safe one
"""
