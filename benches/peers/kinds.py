"""The models of the four kinds of puzzle. Shut the Box is solved without the fold."""

import clues
import rows
from automaton import BLANK
from model import Model, negated
from puzzle import neighbours


def cells_of(grid):
    return [(r, c) for r in range(len(grid)) for c in range(len(grid[0]))]


def number_cross_4(puzzle):
    regions = puzzle["regions"]
    model = Model()
    cell = {at: model.variable(0, BLANK) for at in cells_of(regions)}
    model.decisions = model.grid = list(cell.values())
    model.show = lambda value: "#" if value == BLANK else str(value)
    width = len(regions[0])
    for r, text in enumerate(puzzle["clues"]):
        model.automaton([cell[r, c] for c in range(width)], rows.row_of_number_cross_4(text, regions[r]))
    symbols = range(BLANK + 1)
    pairs = {
        same: [
            (x, y) for x in symbols for y in symbols if (x == BLANK) != (y == BLANK) or x != BLANK and (x == y) == same
        ]
        for same in (True, False)
    }
    for (r, c), upper in cell.items():
        if (r + 1, c) in cell:
            model.table([upper, cell[r + 1, c]], pairs[regions[r][c] == regions[r + 1][c]])
    return model


def number_cross_5(puzzle):
    regions = puzzle["regions"]
    height, width = len(regions), len(regions[0])
    locked = [[held == "*" for held in row] for row in puzzle.get("locked", [["."] * width] * height)]
    model = Model()
    model.witnesses = True
    digit = {name: model.variable(1, 9) for name in sorted({name for row in regions for name in row})}
    cell = {(r, c): model.variable(1, 9 if locked[r][c] else BLANK) for r, c in cells_of(regions)}
    model.grid = list(cell.values())
    model.decisions = list(digit.values()) + model.grid
    model.named = digit
    model.show = lambda value: "#" if value == BLANK else str(value)
    tile = {at: (variable, BLANK, True) for at, variable in cell.items()}
    amount, touching = {}, set()
    for (r, c) in cell:
        for near in neighbours(height, width, r, c):
            names = regions[r][c], regions[near[0]][near[1]]
            if names[0] < names[1]:
                touching.add(names)
            if (r, c) < near:
                model.clause([negated(tile[r, c]), negated(tile[near])])
            if not locked[r][c] and not locked[near[0]][near[1]]:
                given = model.variable(0, 9)
                model.clause([tile[r, c], (given, 0, True)])
                amount[(r, c), near] = given
    for a, b in sorted(touching):
        model.differ(digit[a], digit[b])
    for at, variable in cell.items():
        near = [there for there in neighbours(height, width, *at) if (at, there) in amount]
        own = digit[regions[at[0]][at[1]]]
        arriving = [(-1, amount[there, at]) for there in near]
        model.equation([(1, variable), (-1, own)] + arriving, 0, [negated(tile[at])])
        # Without a tile beside it a cell has its region's digit.
        model.equation([(1, variable), (-1, own)], 0, [negated(tile[at])] + [negated(tile[there]) for there in near])
        if not locked[at[0]][at[1]]:
            model.equation([(1, amount[at, there]) for there in near] + [(-1, own)], 0, [tile[at]])
    parsed = [clues.parse(text) for text in puzzle["clues"]]
    for r, text in enumerate(puzzle["clues"]):
        row = [cell[r, c] for c in range(width)]
        for names, word in rows.rows_of_number_cross_5(text, regions[r], locked[r], r in (0, height - 1)):
            model.automaton([digit[name] for name in names] + row, word)
        if parsed[r].mirrored:
            mirror(model, row)

    def refute(values):
        seen = {}
        for r in range(height):
            for first, end, number in rows.numbers([values[cell[r, c]] for c in range(width)]):
                here = [(cell[r, c], values[cell[r, c]], False) for c in range(first, end)]
                here += [(cell[r, c], BLANK, False) for c in (first - 1, end) if 0 <= c < width]
                if not parsed[r].contains(number):
                    return here
                if number in seen:
                    return here + seen[number]
                seen[number] = here
        return None

    model.refute = refute
    return model


def mirror(model, row):
    """Every run of a row reads the same from both ends."""
    for first in range(len(row)):
        for end in range(first + 2, len(row) + 1):
            run = [(row[i], BLANK, True) for i in range(first, end)]
            run += [(row[i], BLANK, False) for i in (first - 1, end) if 0 <= i < len(row)]
            for i in range((end - first) // 2):
                left, right = row[first + i], row[end - 1 - i]
                for value in range(1, 10):
                    model.clause(run + [(left, value, False), (right, value, True)])


def block_party(puzzle):
    regions = puzzle["regions"]
    model = Model()
    members = {}
    for at in cells_of(regions):
        members.setdefault(regions[at[0]][at[1]], []).append(at)
    size = {at: len(region) for region in members.values() for at in region}
    cell = {at: model.variable(1, size[at]) for at in cells_of(regions)}
    model.decisions = model.grid = list(cell.values())
    for region in members.values():
        model.permutation([cell[at] for at in region])
    for at, variable in cell.items():
        distance = {
            there: abs(there[0] - at[0]) + abs(there[1] - at[1])
            for there in cell
            if there != at and (puzzle["metric"] == "taxicab" or there[0] == at[0] or there[1] == at[1])
        }
        for k in range(1, size[at] + 1):
            holds = (variable, k, False)
            others = {there: far for there, far in distance.items() if far <= k <= size[there]}
            model.clause([holds] + [(cell[there], k, True) for there, far in others.items() if far == k])
            for there, far in others.items():
                if far < k and at < there:
                    model.clause([holds, (cell[there], k, False)])
    for r, row in enumerate(puzzle.get("givens", [])):
        for c, given in enumerate(row):
            if given != ".":
                model.clause([(cell[r, c], int(given), True)] if int(given) <= size[r, c] else [])
    return model


STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def shut_the_box(puzzle):
    grid = puzzle["grid"]
    height, width = len(grid), len(grid[0])
    model = Model()
    model.order = "most_constrained, indomain_max"
    inside = {at: model.variable(0, 1) for at in cells_of(grid)}
    model.decisions = model.grid = list(inside.values())
    model.show = lambda value: ".#"[value]
    for (r, c), variable in inside.items():
        number = grid[r][c].strip("()[]")
        if number.isdigit():
            model.clause([(variable, 1, True)])
            block = [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (r + i, c + j) in inside]
            model.equation([(1, inside[at]) for at in block], int(number))
        elif number != ".":
            arrow(model, inside, (r, c), number)
    # One piece without holes: cells less shared edges plus full 2x2 blocks is 1, and no 2x2 block of two opposite
    # corners. The converse needs one piece; `refute` sees to that.
    terms = [(1, variable) for variable in inside.values()]
    kept = lambda ats: [(inside[at], 1, True) for at in ats]
    for r, c in inside:
        for there in ((r, c + 1), (r + 1, c)):
            if there in inside:
                terms.append((-1, model.conjunction(kept([(r, c), there]))))
        if (r + 1, c + 1) in inside:
            a, b, e, f = kept([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)])
            model.clause([negated(a), negated(f), b, e])
            model.clause([a, f, negated(b), negated(e)])
            terms.append((1, model.conjunction([a, b, e, f])))
    model.equation(terms, 1)

    told = {at for at in inside if grid[at[0]][at[1]].strip("()[]").isdigit()}

    def refute(values):
        kept = {at for at in inside if values[inside[at]]}
        piece = smallest_piece(height, width, kept)
        if piece == kept:
            return None
        # A path from a cell of the piece to one elsewhere goes through a cell beside the piece.
        ends = [min(cells & told or cells) for cells in (piece, kept - piece)]
        beside = {there for at in piece for there in neighbours(height, width, *at)} - piece
        return [(inside[at], 1, True) for at in sorted(beside)] + [
            (inside[at], 1, False) for at in ends if at not in told
        ]

    model.refute = refute
    return model


def arrow(model, inside, at, letters):
    """One distance, at which the shape begins in the directions of the arrow and has not begun in the others."""
    model.clause([(inside[at], 1, False)])
    rays = {}
    for letter, (down, right) in STEPS.items():
        ray, there = [], (at[0] + down, at[1] + right)
        while there in inside:
            ray.append(inside[there])
            there = there[0] + down, there[1] + right
        rays[letter] = ray
    longest = min(len(rays[letter]) for letter in letters)
    if longest == 0:
        model.clause([])
        return
    distance = model.variable(1, longest)
    for k in range(1, longest + 1):
        other = (distance, k, False)
        for letter, ray in rays.items():
            pointed = letter in letters
            for empty in ray[: k - 1 if pointed else k]:
                model.clause([other, (empty, 1, False)])
            if pointed:
                model.clause([other, (ray[k - 1], 1, True)])


def smallest_piece(height, width, kept):
    """The smallest connected group of cells; with the model's sum, it has no hole if it has all cells."""
    pieces, left = [], set(kept)
    while left:
        piece, stack = set(), [min(left)]
        while stack:
            at = stack.pop()
            if at not in piece:
                piece.add(at)
                stack.extend(there for there in neighbours(height, width, *at) if there in kept)
        pieces.append(piece)
        left -= piece
    return min(pieces, key=len, default=set())


KINDS = {
    "number-cross-4": number_cross_4,
    "number-cross-5": number_cross_5,
    "block-party": block_party,
    "shut-the-box": shut_the_box,
}
