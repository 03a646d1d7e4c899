"""What the rows of the Number Cross puzzles may hold, as automata: the part that all solvers share."""

import itertools

import clues
from automaton import BLANK, layered, listing_machine, row_machine

# Rows of at most this many regions and at least this many cells are listed together with the regions' digits.
COUPLED = 2
LONG = 8


def row_of_number_cross_4(text, regions):
    """The automaton of a row: clue, single blanks, equal digits exactly within a region. None: no word."""
    clue, width = clues.parse(text), len(regions)

    def fits(start, end, place, before, digit):
        return place == start or (before == digit) == (regions[place - 1] == regions[place])

    begin, step, accepts = row_machine(clue.machine or listing_machine(clue, width, fits), 0)

    def beside(state, place, symbol):
        inner, before = state
        if BLANK not in (before, symbol) and before is not None and not fits(0, width, place, before, symbol):
            return None
        after = step(inner, place, symbol)
        return None if after is None else (after, symbol)

    return layered([range(BLANK + 1)] * width, (begin, None), beside, lambda state: accepts(state[0]))


def rows_of_number_cross_5(text, regions, locked, edge):
    """Automata of a row: [(names of regions whose digits come first, automaton or None)].

    A row of few regions is joined with their digits: no cell is below its region's, a locked one equals it, and in an
    `edge` row, with neighbours on one side only, of two cells without a tile beside them at most one is raised, for
    tiles do not touch.
    """
    clue, width = clues.parse(text), len(regions)
    names = sorted(set(regions))
    if clue.machines or clue.machine:
        machines = [machine for machine in (clue.machine, *clue.machines) if machine]
        return [((), plain(machine, locked)) for machine in machines]
    if len(names) > COUPLED or width < LONG:
        listed = listing_machine(clue, width, lambda start, end, place, before, digit: digit > 0)
        return [((), plain(listed, locked))]
    inner = {}
    for digits in itertools.product(range(1, 10), repeat=len(names)):
        own = [digits[names.index(name)] for name in regions]

        def raised_alone(start, end, place, value):
            free = place == start and start > 0 or place == end - 1 and end < width
            return value > own[place] and not free

        def fits(start, end, place, before, digit):
            if digit < own[place] or locked[place] and digit != own[place]:
                return False
            if edge and place > start and raised_alone(start, end, place, digit):
                return not raised_alone(start, end, place - 1, before)
            return True

        inner[digits] = row_machine(listing_machine(clue, width, fits), 1)

    def step(state, place, symbol):
        if place < len(names):
            state = (*state, symbol)
            return state if place + 1 < len(names) else (state, inner[state][0])
        digits, row = state
        after = inner[digits][1](row, place - len(names), symbol)
        return None if after is None else (digits, after)

    symbols = [range(1, 10)] * len(names) + cell_symbols(locked)
    return [(tuple(names), layered(symbols, (), step, lambda state: inner[state[0]][2](state[1])))]


def plain(machine, locked):
    """The automaton of a row from a single machine."""
    return layered(cell_symbols(locked), *row_machine(machine, 1))


def cell_symbols(locked):
    return [range(1, 10 if held else BLANK + 1) for held in locked]


def numbers(row):
    """(first, after the last, number) of the runs of a filled row."""
    at = 0
    while at < len(row):
        end = at
        while end < len(row) and row[end] != BLANK:
            end += 1
        if end > at:
            yield at, end, int("".join(map(str, row[at:end])))
        at = end + 1
