// Borders of regions: what regions there are when borders are drawn or removed. Regions are words in cells.

export type Words = readonly (string | null)[];
export type Changes = [position: number, word: string | null][];

export interface Size {
  rows: number;
  columns: number;
}

/** The border between two neighbouring cells. */
export type Wall = string;

export const wall = (a: number, b: number): Wall => `${Math.min(a, b)}|${Math.max(a, b)}`;

/** The cells on both sides of a border. */
export const sides = (of: Wall): [number, number] => of.split("|").map(Number) as [number, number];

/** A name that is not used yet. */
export function freshName(used: ReadonlySet<string | null>): string {
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
  const free = letters.find((letter) => !used.has(letter));
  if (free) return free;
  let number = 1;
  while (used.has(`r${number}`)) number += 1;
  return `r${number}`;
}

/** The cell beside one in a direction, on the same board. */
export function beside(cell: number, [down, right]: readonly [number, number], { rows, columns }: Size): number | undefined {
  const index = cell % (rows * columns);
  const row = Math.floor(index / columns) + down;
  const column = (index % columns) + right;
  const isThere = row >= 0 && row < rows && column >= 0 && column < columns;
  return isThere ? cell + down * columns + right : undefined;
}

const STEPS = [[-1, 0], [0, 1], [1, 0], [0, -1]] as const;

/** The cells with the word of the first one that are reached from it without passing a wall. */
function reached(from: number, words: Words, walls: ReadonlySet<Wall>, size: Size): number[] {
  const seen = new Set([from]);
  for (const cell of seen) {
    for (const step of STEPS) {
      const next = beside(cell, step, size);
      if (next !== undefined && words[next] === words[cell] && !walls.has(wall(cell, next))) seen.add(next);
    }
  }
  return [...seen];
}

/** What changes when walls divide regions: the largest part keeps the name. Walls that enclose nothing change nothing. */
export function divided(words: Words, walls: ReadonlySet<Wall>, size: Size): Changes {
  const used = new Set(words);
  const changes: Changes = [];
  const done = new Set<number>();
  for (const start of [...walls].flatMap(sides)) {
    if (done.has(start)) continue;
    const whole = reached(start, words, new Set(), size);
    const parts: number[][] = [];
    for (const cell of whole) {
      if (!done.has(cell)) {
        const part = reached(cell, words, walls, size);
        part.forEach((one) => done.add(one));
        parts.push(part);
      }
    }
    for (const part of parts.sort((a, b) => b.length - a.length).slice(1)) {
      const name = freshName(used);
      used.add(name);
      changes.push(...part.map((cell): [number, string] => [cell, name]));
    }
  }
  return changes;
}

/** What changes when borders are removed: the regions on both sides become one. */
export function joined(words: Words, removed: Iterable<Wall>): Changes {
  const now = [...words];
  const changed = new Map<number, string | null>();
  for (const [a, b] of [...removed].map(sides)) {
    const keeps = now[a] ?? now[b] ?? null;
    const goes = now[a] === keeps ? now[b] : now[a];
    now.forEach((word, cell) => {
      const isIt = goes === null || goes === undefined ? cell === a || cell === b : word === goes;
      if (isIt && word !== keeps) {
        now[cell] = keeps;
        changed.set(cell, keeps);
      }
    });
  }
  return [...changed];
}
