"""Reads the repository's puzzle files, from which the models of all solvers start."""

import tomllib


def rows(block):
    """The lines of a drawn grid, each a list of cells: words if there is white space inside, else characters."""
    lines = [line.strip() for line in block.splitlines() if line.strip()]
    if any(len(line.split()) > 1 for line in lines):
        return [line.split() for line in lines]
    return [list(line) for line in lines]


def read(path):
    """A puzzle as a dictionary of grids, clues and its kind. What the file expects is left out."""
    with open(path, "rb") as file:
        data = tomllib.load(file)
    puzzle = {"kind": data["kind"]}
    for key in ("regions", "locked", "givens", "grid"):
        if key in data:
            puzzle[key] = rows(data[key])
    if "clues" in data:
        clues = data["clues"]
        puzzle["clues"] = clues if isinstance(clues, list) else clues.strip().splitlines()
    puzzle["metric"] = data.get("metric", "taxicab")
    return puzzle


def solution_picture(solution):
    """A solution of quadrille's machine output as texts, as `Model.picture` has it."""
    beside = [f"{name}={value}" for name, value in sorted(solution["values"].items())]
    return (*beside, *(cell for row in solution["grid"] for cell in (row.split() if " " in row else row)))


def neighbours(height, width, row, column):
    """The cells that share an edge with a cell."""
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        if 0 <= row + down < height and 0 <= column + right < width:
            yield row + down, column + right
