"""Small random puzzles of each kind, as the text of puzzle files. A solved grid is drawn first; some are then spoilt.

Where the drawing fails, what was drawn so far is a puzzle, too: whether it has solutions is for the solvers to say.
"""

import math

import clues
from automaton import BLANK
from kinds import STEPS
from puzzle import neighbours
from rows import numbers

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
PHRASES = (
    ["square", "prime", "fibonacci", "a palindrome", "odd", "even", "triangular", "a cube", "power of 2", "power of 3"]
    + [f"multiple of {n}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 23, 37)]
    + [f"sum of digits is {n}" for n in range(1, 28)]
    + [f"product of digits ends in {n}" for n in range(10)]
    + [f"product of digits is {n}" for n in (0, 1, 2, 4, 6, 8, 12, 16, 20, 24, 25, 36, 48, 60, 64)]
    + ["divisible by each of its digits", "prime raised to a prime power"]
    + [f"{n} {word} than a palindrome" for n in (1, 2, 3, 10) for word in ("more", "less")]
    + [f"{n} {word} than a square" for n in (1, 2, 5) for word in ("more", "less")]
    + ["not a prime", "not a multiple of 3", "not a palindrome", "odd & a palindrome", "even & not a square"]
    + ["multiple of 3 or multiple of 5", "square or prime", "a cube or odd & not a prime", "fibonacci or triangular"]
)


def make(kind, random):
    return {
        "number-cross-4": number_cross_4,
        "number-cross-5": number_cross_5,
        "block-party": block_party,
        "shut-the-box": shut_the_box,
    }[kind](random)


def block(key, lines):
    return f"{key} = '''\n" + "\n".join(lines) + "\n'''\n"


def draw_regions(random, height, width, join, again=0.0):
    """Regions that grow to the right and down; with a chance of `again` a new one takes an old name."""
    regions, used = [], 0
    for r in range(height):
        regions.append([])
        for c in range(width):
            near = ([regions[r - 1][c]] if r else []) + ([regions[r][c - 1]] if c else [])
            if near and random.random() < join:
                regions[r].append(random.choice(near))
            elif used and random.random() < again:
                regions[r].append(NAMES[random.randrange(used)])
            else:
                regions[r].append(NAMES[used % len(NAMES)])
                used += 1
    return regions


def draw_blanks(random, height, width):
    """Cells that do not touch and leave runs of two or more in every row."""
    blanks = set()
    for _ in range(random.randrange(height * width)):
        at = random.randrange(height), random.randrange(width)
        row = sorted([-1, width, at[1]] + [c for r, c in blanks if r == at[0]])
        near = set(neighbours(height, width, *at))
        runs = [(a, b) for a, b in zip(row, row[1:]) if b - a > 1 or 0 <= a and b < width]
        if at not in blanks and not near & blanks and all(b - a > 2 for a, b in runs):
            blanks.add(at)
    return blanks


def choose_clues(random, grid):
    """For each row a phrase that is true of its numbers, if one is found; occasionally any other."""
    chosen = []
    for row in grid:
        here = [number for _, _, number in numbers(row)]
        phrases = random.sample(PHRASES, len(PHRASES))
        fitting = [p for p in phrases if all(clues.parse(p).contains(n) for n in here)]
        divisor = math.gcd(*here) if here else 0
        if divisor > 1:
            fitting.append(f"multiple of {divisor}")
        # The rarer a phrase, the fewer solutions.
        fitting = sorted(fitting[:6], key=rarity)
        chosen.append(phrases[0] if not fitting or random.random() < 0.05 else fitting[0])
    return "clues = [" + ", ".join(f'"{phrase}"' for phrase in chosen) + "]\n"


def rarity(phrase):
    clue = clues.parse(phrase)
    return sum(clue.contains(n) for n in range(10, 1500, 7))


def number_cross_4(random):
    height, width = random.randint(2, 5), random.randint(2, 4)
    regions = draw_regions(random, height, width, random.choice((0.4, 0.6, 0.8)), 0.2)
    blanks = draw_blanks(random, height, width)
    grid = [[None] * width for _ in range(height)]
    for r in range(height):
        for c in range(width):
            if (r, c) in blanks:
                grid[r][c] = BLANK
            if grid[r][c] is not None:
                continue
            piece, stack = set(), [(r, c)]
            while stack:
                at = stack.pop()
                if at not in piece:
                    piece.add(at)
                    near = neighbours(height, width, *at)
                    stack += [b for b in near if b not in blanks and regions[b[0]][b[1]] == regions[r][c]]
            taken = {grid[b[0]][b[1]] for at in piece for b in neighbours(height, width, *at)}
            first = any(d == 0 or (e, d - 1) in blanks for e, d in piece)
            digit = random.choice([d for d in range(first, 10) if d not in taken] or [9])
            for e, d in piece:
                grid[e][d] = digit
    return 'kind = "number-cross-4"\n' + block("regions", map("".join, regions)) + choose_clues(random, grid)


def number_cross_5(random):
    height, width = random.randint(3, 4), random.randint(3, 4)
    regions = draw_regions(random, height, width, random.choice((0.6, 0.8)), 0.3)
    tiles = draw_blanks(random, height, width)
    locked = {
        (r, c) for r in range(height) for c in range(width) if (r, c) not in tiles and random.random() < 0.3
    }
    digit = {}
    for name in sorted({name for row in regions for name in row}):
        near = {
            regions[s][d]
            for r in range(height)
            for c in range(width)
            if regions[r][c] == name
            for s, d in neighbours(height, width, r, c)
        }
        digit[name] = random.choice([d for d in range(1, 10) if d not in {digit.get(other) for other in near}])
    grid = [[digit[name] for name in row] for row in regions]
    for r, c in sorted(tiles):
        for _ in range(grid[r][c]):
            near = [b for b in neighbours(height, width, r, c) if b not in locked and grid[b[0]][b[1]] < 9]
            if near:
                s, d = random.choice(near)
                grid[s][d] += 1
        grid[r][c] = BLANK
    text = 'kind = "number-cross-5"\n' + block("regions", map("".join, regions))
    if random.random() < 0.9:
        text += block("locked", ["".join(".*"[(r, c) in locked] for c in range(width)) for r in range(height)])
    return text + choose_clues(random, grid)


def block_party(random):
    height, width = random.randint(2, 5), random.randint(2, 5)
    regions = draw_regions(random, height, width, random.choice((0.3, 0.4, 0.5, 0.6)), 0.1)
    metric = random.choice(("taxicab", "line"))
    text = f'kind = "block-party"\nmetric = "{metric}"\nanswer = "sum of all cells"\n'
    text += block("regions", map("".join, regions))
    size = {name: sum(row.count(name) for row in regions) for row in regions for name in row}
    if random.random() < 0.4:
        givens = [["."] * width for _ in range(height)]
        for _ in range(random.randint(1, 3)):
            r, c = random.randrange(height), random.randrange(width)
            givens[r][c] = str(random.randint(1, min(size[regions[r][c]], 9)))
        text += block("givens", map("".join, givens))
    return text


def shut_the_box(random):
    height, width = random.randint(2, 6), random.randint(2, 6)
    cells = [(r, c) for r in range(height) for c in range(width)]
    kept = {random.choice(cells)}
    for _ in range(random.randrange(1, len(cells))):
        rim = [at for at in cells if at not in kept and any(b in kept for b in neighbours(height, width, *at))]
        touching = lambda at: sum(b in kept for b in neighbours(height, width, *at))
        rim = [at for at in rim if touching(at) == 1] or rim
        if rim:
            kept.add(random.choice(rim))
    grid = [["."] * width for _ in range(height)]
    density = random.choice((0.1, 0.3, 0.5, 0.7))
    for r, c in cells:
        if random.random() > density:
            continue
        if (r, c) in kept:
            count = sum((r + i, c + j) in kept for i in (-1, 0, 1) for j in (-1, 0, 1))
            block_size = (min(r + 2, height) - max(r - 1, 0)) * (min(c + 2, width) - max(c - 1, 0))
            count += count < block_size and random.random() < 0.02
            grid[r][c] = random.choice(("{}", "{}", "({})", "[{}]")).format(count)
            continue
        far = {}
        for letter, (down, right) in STEPS.items():
            distances = [k for k in range(1, height + width) if (r + k * down, c + k * right) in kept]
            if distances:
                far[letter] = distances[0]
        letters = "".join(letter for letter in far if far[letter] == min(far.values()))
        if letters and random.random() < 0.02:
            letters = random.choice(letters)
        if letters:
            grid[r][c] = letters
    return 'kind = "shut-the-box"\n' + block("grid", [" ".join(word.ljust(4) for word in row) for row in grid])
