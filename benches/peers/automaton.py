"""Automata over the cells of a row, for solvers that take them as constraints: digits, and BLANK between numbers."""

from functools import cache

BLANK = 10
SHORTEST = 2


def layered(width, symbols, start, step, accepts):
    """The minimal layered automaton of the words of `width` symbols that a machine accepts.

    `step(state, place, symbol)` gives a state or None. Returns (start, finals, arcs) with numbered states; no arcs if
    there is no word.
    """
    layers = [{start: {}}]
    for place in range(width):
        following = {}
        for state, arcs in layers[-1].items():
            for symbol in symbols[place]:
                target = step(state, place, symbol)
                if target is not None:
                    arcs[symbol] = target
                    following.setdefault(target, {})
        layers.append(following)
    # From the end: equal states become one.
    numbers = {}
    for state in layers[-1]:
        if accepts(state):
            numbers[state] = 0
    arcs_of, below = [], numbers
    count = 1
    for layer in reversed(layers[:-1]):
        here, register = {}, {}
        for state, arcs in layer.items():
            key = tuple((symbol, below[target]) for symbol, target in arcs.items() if target in below)
            if key:
                if key not in register:
                    register[key] = count
                    arcs_of.extend((count, symbol, target) for symbol, target in key)
                    count += 1
                here[state] = register[key]
        below = here
    return below.get(start), [0], arcs_of


def row_machine(machine, least_digit):
    """A machine over a row whose runs of digits are all in the machine's language, between single blanks."""
    begin, advance, final = machine
    start = ("begin",)

    def step(state, place, symbol):
        inside = state[0] == "run"
        if symbol == BLANK:
            if state[0] == "after" or inside and not (state[2] >= SHORTEST and final(state[1])):
                return None
            return ("after",)
        if not inside:
            if symbol == 0:
                return None
            state = ("run", begin, 0)
        if symbol < least_digit:
            return None
        after = advance(state[1], symbol)
        return None if after is None else ("run", after, min(state[2] + 1, SHORTEST))

    def accepts(state):
        return state[0] == "after" or state[0] == "run" and state[2] >= SHORTEST and final(state[1])

    return start, step, accepts


def prefix_machine(clue, longest):
    """A machine whose states are the prefixes of a clue's numbers: for clues that are lists."""

    @cache
    def step(state, digit):
        prefix, length = state
        prefix, length = 10 * prefix + digit, length + 1
        for more in range(longest - length + 1):
            low = prefix * 10**more
            if clue.after(low) < low + 10**more:
                return prefix, length
        return None

    return (0, 0), step, lambda state: clue.contains(state[0])
