"""Layered automata over the cells of a row: digits, and BLANK between numbers."""

BLANK = 10
SHORTEST = 2


def layered(symbols, start, step, accepts):
    """The minimal layered automaton of the words that a machine accepts.

    `symbols[place]` are the symbols tried at a place and `step(state, place, symbol)` gives a state or None. Returns
    (start, finals, arcs) with numbered states, or None if there is no word.
    """
    layers = [{start: {}}]
    for place, here in enumerate(symbols):
        following = {}
        for state, arcs in layers[-1].items():
            for symbol in here:
                target = step(state, place, symbol)
                if target is not None:
                    arcs[symbol] = target
                    following.setdefault(target, {})
        layers.append(following)
    # From the end: equal states become one.
    below = {state: 0 for state in layers[-1] if accepts(state)}
    arcs_of, count = [], 1
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
    return (below[start], [0], arcs_of) if start in below else None


def row_machine(machine, least_digit):
    """A machine over a row whose runs of digits are all in a machine's language, between single blanks.

    The inner machine is (begin(place), step(state, digit), accepts(state)).
    """
    begin, advance, final = machine

    def step(state, place, symbol):
        inside = state[0] == "run"
        if symbol == BLANK:
            if state[0] == "after" or inside and not (state[2] >= SHORTEST and final(state[1])):
                return None
            return ("after",)
        if symbol < least_digit or not inside and symbol == 0:
            return None
        inner, length = (state[1], state[2]) if inside else (begin(place), 0)
        after = advance(inner, symbol)
        return None if after is None else ("run", after, min(length + 1, SHORTEST))

    def accepts(state):
        return state[0] == "after" or state[0] == "run" and state[2] >= SHORTEST and final(state[1])

    return ("begin",), step, accepts


def listing_machine(clue, width, fits):
    """A machine for a clue that is a list: the numbers that fit each place of a row, as tries.

    `fits(start, end, place, before, digit)` says whether a digit may stand at a place of the number from `start` up to
    `end`, `before` being the digit on its left, or None.
    """
    nodes, final = [], set()

    def insert(root, digits):
        node = root
        for digit in digits:
            if digit not in nodes[node]:
                nodes[node][digit] = len(nodes)
                nodes.append({})
            node = nodes[node][digit]
        final.add(node)

    def descend(root, start, end, prefix, digits):
        place = start + len(digits)
        if place == end:
            if clue.contains(prefix):
                insert(root, digits)
            return
        scale = 10 ** (end - place - 1)
        before = digits[-1] if digits else None
        opposite = start + end - 1 - place
        for digit in range(0 if digits else 1, 10):
            if fits(start, end, place, before, digit) and not (
                # What is on the left is on the right, reversed.
                clue.mirrored and start < place <= opposite and not fits(start, end, opposite + 1, digit, before)
            ):
                low = (10 * prefix + digit) * scale
                if clue.after(low) < low + scale:
                    descend(root, start, end, 10 * prefix + digit, digits + [digit])

    roots = []
    for start in range(width):
        roots.append(len(nodes))
        nodes.append({})
        for end in range(start + SHORTEST, width + 1):
            descend(roots[-1], start, end, 0, [])
    return roots.__getitem__, lambda node, digit: nodes[node].get(digit), final.__contains__
