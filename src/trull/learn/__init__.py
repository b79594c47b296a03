"""The school: lessons, questions and their answers, all asked of the laws.

    school      what a game gives to it, found by the game's name
    positions   a game built from the words of a clause case, a lesson or an expert position
    question    what is shown, what may be answered, what is right;  oracle: a position becomes one;
    paying      a settlement becomes one
    quiz        questions drawn from a seed
    prose       what a lesson says: cards, clauses and numbers filled in by the engine
    lesson      lesson files;  check: what is wrong with them;  build: what a page is given
    shelf       where everything about a clause stands;  reader: a page of it

Nothing here holds a rule: an answer is what the laws say, and a number is theirs. No word of one
game stands outside its own module.
"""
