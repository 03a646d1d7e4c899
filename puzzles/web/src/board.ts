// The board: the library's picture, and what pointers and keys do on it. Which places there are and what can stand in
// them is told by the fields of the board.

import { beside, type Changes, divided, freshName, joined, sides, type Wall, wall } from "./borders";
import { button, h, picture } from "./dom";
import type { Board, Field, Side } from "./protocol";
import { texts } from "./texts";
import { Zoom } from "./zoom";

export { freshName };

/** What the board asks for: a word (or nothing) in places of a field. */
export type Put = (field: Field, changes: Changes, gesture: unknown) => void;

/** What a pointer does while it is down. */
interface Drag {
  /** The word that it paints. */
  word: string | null;
  first: string;
  last: string;
  seen: Set<string>;
  gesture: object;
  moved: boolean;
  from: [x: number, y: number];
  /** A rectangle from the first to the last cell is chosen. */
  isRectangle: boolean;
  /** It shows a way: nothing is put before it is known whether it moves. */
  isArrow: boolean;
  side: Side | undefined;
  /** Borders of regions are drawn or removed. */
  borders: { walls: Set<Wall>; isRemoving: boolean } | undefined;
}

const SHAKE = 400;
/** Digits within this time make one number. */
const TOGETHER = 1000;
/** A finger that rests this long means the other way. */
const LONG = 500;
/** The part of a cell in which a pointer is at its border. */
const NEAR = 0.2;
/** How far apart the points are at which a dragged pointer is looked at. */
const STRIDE = 6;
const STEP: Record<Side, [number, number]> = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };

export class BoardView {
  readonly element = h("div", { class: "board", tabindex: "0", role: "grid", "aria-label": texts.board });
  private readonly zoom = new Zoom(this.element);
  /** The board with what changes its size on the screen. */
  readonly stage = h("div", { class: "stage" }, this.element, this.zoom.buttons);
  readonly pad = h("div", { class: "pad" });
  private board: Board | undefined;
  private field: Field | undefined;
  private svg = "";
  private words: (position: number) => string | null = () => null;
  /** All that stands in a place, in words. */
  private content: (key: string) => string = () => "";
  private marks: SVGRectElement[] = [];
  private selected: string[] = [];
  private drag: Drag | undefined;
  /** Borders that enclose nothing yet. */
  private walls = new Set<Wall>();
  private typed = { text: "", at: 0 };
  private gesture: object = {};
  pencil = false;

  constructor(
    private readonly put: Put,
    private readonly announce: (text: string) => void,
    private readonly chosen: () => void,
    private readonly shift: (step: [number, number]) => void,
  ) {
    this.element.addEventListener("pointerdown", (event) => this.down(event));
    this.element.addEventListener("pointermove", (event) => this.move(event));
    this.element.addEventListener("pointerup", () => this.up());
    this.element.addEventListener("pointercancel", () => (this.drag = undefined));
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    this.element.addEventListener("dblclick", () => this.selectAlike());
    this.element.addEventListener("keydown", (event) => {
      if (this.key(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  /** Shows a picture of a board, with the tool for this field; `wordsOf` tells what stands in the places of a field. */
  show(board: Board, svg: string, field: Field | undefined, wordsOf: (field?: Field) => (position: number) => string | null): void {
    const words = wordsOf(field);
    const isOther = field?.key !== this.field?.key || field?.finds !== this.field?.finds;
    this.words = words;
    // What is pointed at stays in place while only findings change.
    if (board === this.board && svg === this.svg && field === this.field) return;
    const others = board.fields.filter((one) => one !== field && one.on !== "puzzle").map((one) => ({ field: one, words: wordsOf(one) }));
    this.content = (key) => {
      const at = field?.places[key];
      const own = at === undefined ? null : words(at);
      const more = others.flatMap((other): string[] => {
        const position = other.field.places[key];
        const word = position === undefined ? null : other.words(position);
        return word === null ? [] : [`${other.field.key} ${word}`];
      });
      const told = [...(own === null ? [] : [own]), ...more].join(", ") || texts.nothing;
      const name = field?.on === "cell" || at === undefined ? "" : (field?.names[at] ?? "");
      return [told, ...this.clues(name, key.split("/")[0] ?? "", others)].join("; ");
    };
    this.svg = svg;
    this.board = board;
    this.field = field;
    const drawn = picture(svg);
    drawn.setAttribute("preserveAspectRatio", "xMidYMid meet");
    drawn.setAttribute("role", "presentation");
    this.zoom.keeping(() => this.element.replaceChildren(drawn));
    for (const part of drawn.children) if (!part.classList.contains("places")) part.setAttribute("aria-hidden", "true");
    this.marks = [];
    drawn.querySelectorAll<SVGGElement>("g.places").forEach((group) => {
      group.querySelectorAll<SVGRectElement>("[data-place]").forEach((mark) => {
        const key = `${group.dataset["board"]}/${mark.dataset["place"]}`;
        mark.dataset["key"] = key;
        const position = field?.places[key];
        if (position !== undefined) {
          mark.classList.add("live");
          mark.id = `place-${this.marks.length}`;
          mark.setAttribute("role", "gridcell");
          mark.setAttribute("aria-label", texts.at(field?.names[position] ?? key, this.content(key)));
          this.marks.push(mark);
        }
      });
    });
    this.drawBlanks(board, drawn, wordsOf);
    this.inRows();
    if (isOther) this.walls.clear();
    this.drawWalls();
    // Where a drag means something, it does not scroll.
    this.element.classList.toggle("paints", field?.sort === "words" || field?.sort === "regions");
    if (isOther) this.selected = [];
    this.select(this.selected);
    if (isOther) this.drawPad();
  }

  /** What the puzzle has in the cells that a name of a link, an edge or a corner has in it. */
  private clues(name: string, board: string, fields: { field: Field; words: (position: number) => string | null }[]): string[] {
    const columns = this.board?.columns ?? 1;
    return [...name.matchAll(/\br(\d+)c(\d+)\b/g)].flatMap(([cell, row, column]) => {
      const key = `${board}/c${(Number(row) - 1) * columns + Number(column) - 1}`;
      return fields.flatMap(({ field, words }): string[] => {
        const at = field.finds ? undefined : field.places[key];
        const word = at === undefined ? null : words(at);
        return word === null ? [] : [`${cell}: ${field.key} ${word}`];
      });
    });
  }

  /** Draws attention to places by their names, such as `r1c2`. */
  flash(names: string[], kind: "broken" | "look"): void {
    const columns = this.board?.columns ?? 1;
    const keys = new Set(
      names.flatMap((name) => {
        const cell = /^r(\d+)c(\d+)$/.exec(name.trim());
        return cell ? [`0/c${(Number(cell[1]) - 1) * columns + Number(cell[2]) - 1}`] : [];
      }),
    );
    this.element.querySelectorAll<SVGRectElement>("[data-key]").forEach((mark) => {
      mark.classList.toggle(kind, keys.has(mark.dataset["key"] ?? ""));
    });
  }

  /** Marks what a text is about: cells, rows and columns by their names, regions by theirs. */
  look(text: string): void {
    const { rows = 1, columns = 1 } = this.board ?? {};
    const cells: string[] = [];
    for (const [, row, column] of text.matchAll(/\br(\d+)c(\d+)\b/g)) cells.push(`r${row}c${column}`);
    for (const [, row] of text.matchAll(/\brow (\d+)/g)) {
      for (let column = 1; column <= columns; column += 1) cells.push(`r${row}c${column}`);
    }
    for (const [, column] of text.matchAll(/\bcolumn (\d+)/g)) {
      for (let row = 1; row <= rows; row += 1) cells.push(`r${row}c${column}`);
    }
    for (const field of this.board?.fields ?? []) {
      if (field.sort !== "regions" || field.finds) continue;
      for (const [, name] of text.matchAll(new RegExp(`\\b${field.key} ([\\p{L}\\p{N}_-]+)`, "gu"))) {
        field.values?.forEach((value, at) => value === name && cells.push(field.names[at] ?? ""));
      }
      for (const [, cell] of text.matchAll(new RegExp(`\\b${field.key} of (r\\d+c\\d+)`, "g"))) {
        const name = field.values?.[field.names.indexOf(cell ?? "")];
        field.values?.forEach((value, at) => value === name && cells.push(field.names[at] ?? ""));
      }
    }
    this.flash(cells, "look");
  }

  get hasSelection(): boolean {
    return this.selected.length > 0;
  }

  /** The selected places, if there are several. */
  part(): { key: string; finds: boolean; positions: number[] } | null {
    const positions = this.selectedPositions();
    return this.field && positions.length > 1 ? { key: this.field.key, finds: this.field.finds, positions } : null;
  }

  private selectedPositions(): number[] {
    return this.selected.map((key) => this.position(key)).filter((at) => at !== undefined);
  }

  selectAt(positions: number[]): void {
    const keys = Object.entries(this.field?.places ?? {}).filter(([, at]) => positions.includes(at));
    this.select(keys.map(([key]) => key));
  }

  /** Shows at once that something is put in here; what it is, the next picture shows. */
  awaits(positions: number[]): void {
    const keys = new Set(positions);
    for (const mark of this.marks) {
      const at = this.position(mark.dataset["key"] ?? "");
      if (at !== undefined && keys.has(at)) mark.classList.add("awaits");
    }
  }

  /** What was asked for cannot be. */
  refuse(): void {
    this.marks.forEach((mark) => mark.classList.remove("awaits"));
    this.element.classList.add("shake");
    setTimeout(() => this.element.classList.remove("shake"), SHAKE);
  }

  letGo(): void {
    this.walls.clear();
    this.drawWalls();
    this.select([]);
  }

  private position(key: string): number | undefined {
    return this.field?.places[key];
  }

  private select(keys: string[]): void {
    // A number goes on only where it began.
    if (keys.join() !== this.selected.join()) this.typed = { text: "", at: 0 };
    this.selected = keys.filter((key) => this.position(key) !== undefined);
    const chosen = new Set(this.selected);
    for (const mark of this.marks) {
      const isSelected = chosen.has(mark.dataset["key"] ?? "");
      if (isSelected === mark.classList.contains("selected")) continue;
      mark.classList.toggle("selected", isSelected);
      mark.setAttribute("aria-selected", String(isSelected));
    }
    const active = this.marks.find((mark) => mark.dataset["key"] === this.selected.at(-1));
    if (active) this.element.setAttribute("aria-activedescendant", active.id);
    else this.element.removeAttribute("aria-activedescendant");
    this.chosen();
    const last = this.selected.at(-1);
    const position = last === undefined ? undefined : this.position(last);
    if (this.field && last !== undefined && position !== undefined) {
      this.announce(texts.at(this.field.names[position] ?? "", this.content(last)));
    }
    const entry = this.pad.querySelector("input");
    if (entry && document.activeElement !== entry) entry.value = position === undefined ? "" : (this.words(position) ?? "");
  }

  private at(x: number, y: number): string | undefined {
    const hit = document.elementFromPoint(x, y);
    const mark = hit?.closest<SVGRectElement>("[data-key].live");
    return mark?.dataset["key"];
  }

  /** Puts the marks into rows, from the left to the right, as they stand on the board. */
  private inRows(): void {
    const middle = (mark: SVGRectElement): [number, number] => {
      const number = (name: string): number => Number(mark.getAttribute(name));
      return [number("y") + number("height") / 2, number("x") + number("width") / 2];
    };
    for (const group of new Set(this.marks.map((mark) => mark.parentElement))) {
      const rows = new Map<number, [number, SVGRectElement][]>();
      for (const mark of this.marks.filter((one) => one.parentElement === group)) {
        const [y, x] = middle(mark);
        const row = rows.get(Math.round(y)) ?? [];
        row.push([x, mark]);
        rows.set(Math.round(y), row);
      }
      for (const [, row] of [...rows].sort((a, b) => a[0] - b[0])) {
        const made = document.createElementNS("http://www.w3.org/2000/svg", "g");
        made.setAttribute("role", "row");
        made.append(...row.sort((a, b) => a[0] - b[0]).map(([, mark]) => mark));
        group?.append(made);
      }
    }
  }

  /** A dot where a word was entered for which the picture has nothing: `open`, `free`. */
  private drawBlanks(board: Board, drawn: SVGElement, wordsOf: (field?: Field) => (position: number) => string | null): void {
    const marks = new Map([...drawn.querySelectorAll<SVGRectElement>("[data-key]")].map((mark) => [mark.dataset["key"], mark]));
    for (const field of board.fields.filter((one) => one.finds)) {
      const blank = new Set(field.words.filter((one) => one.blank).map((one) => one.word));
      const words = wordsOf(field);
      for (const [key, at] of Object.entries(field.places)) {
        const mark = marks.get(key);
        if (!mark || field.given?.[at] || !blank.has(words(at) ?? "")) continue;
        const number = (name: string): number => Number(mark.getAttribute(name));
        const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
        dot.setAttribute("cx", String(number("x") + number("width") / 2));
        dot.setAttribute("cy", String(number("y") + number("height") / 2));
        dot.setAttribute("r", String(Math.min(number("width"), number("height")) / 10));
        dot.setAttribute("class", "blank");
        mark.parentElement?.append(dot);
      }
    }
  }

  /** Draws the borders that enclose nothing yet, and those that are being drawn. */
  private drawWalls(): void {
    this.element.querySelectorAll(".wall").forEach((line) => line.remove());
    const borders = this.drag?.borders;
    const shown: [Wall, string][] = [...this.walls].map((one) => [one, "wall"]);
    for (const one of borders?.walls ?? []) shown.push([one, borders?.isRemoving ? "wall removed" : "wall"]);
    for (const [one, kind] of shown) {
      const [a, b] = sides(one).map((cell) => this.marks.find((mark) => this.position(mark.dataset["key"] ?? "") === cell));
      if (!a || !b) continue;
      const number = (name: string): number => Number(b.getAttribute(name));
      const [x, y] = [number("x"), number("y")];
      const isUpright = a.getAttribute("y") === b.getAttribute("y");
      const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
      const ends = { x1: x, y1: y, x2: isUpright ? x : x + number("width"), y2: isUpright ? y + number("height") : y };
      for (const [name, value] of Object.entries(ends)) line.setAttribute(name, String(value));
      line.setAttribute("class", kind);
      b.closest("g.places")?.append(line);
    }
  }

  /** The border of two cells at which a pointer is. */
  private borderAt(x: number, y: number): Wall | undefined {
    const key = this.at(x, y);
    const cell = key === undefined ? undefined : this.position(key);
    const box = this.marks.find((mark) => mark.dataset["key"] === key)?.getBoundingClientRect();
    if (cell === undefined || !box || !this.board) return undefined;
    const [fx, fy] = [(x - box.x) / box.width, (y - box.y) / box.height];
    const distances: [number, [number, number]][] = [[fy, [-1, 0]], [1 - fx, [0, 1]], [1 - fy, [1, 0]], [fx, [0, -1]]];
    const [distance, step] = distances.reduce((best, one) => (one[0] < best[0] ? one : best));
    const other = distance < NEAR ? beside(cell, step, this.board) : undefined;
    return other === undefined ? undefined : wall(cell, other);
  }

  private allWords(): (string | null)[] {
    return (this.field?.names ?? []).map((_, at) => this.words(at));
  }

  private get cycles(): boolean {
    return this.field?.sort === "words";
  }

  /** The word after (or before) this one. */
  private next(word: string | null, step: 1 | -1): string | null {
    const words: (string | null)[] = [null, ...(this.field?.words ?? []).map((one) => one.word)];
    const signs = (this.field?.words ?? []).map((one) => one.sign);
    let at = words.indexOf(word);
    if (at < 0 && word !== null) at = signs.indexOf(word) + 1;
    return words[(Math.max(at, 0) + step + words.length) % words.length] ?? null;
  }

  /** The words that show a way, if the field has some. */
  private get arrows(): Field["words"] {
    return (this.field?.words ?? []).filter((one) => one.towards);
  }

  private down(event: PointerEvent): void {
    const key = this.at(event.clientX, event.clientY);
    this.element.focus({ preventScroll: true });
    const position = key === undefined ? undefined : this.position(key);
    if (!this.field || key === undefined || position === undefined) return;
    event.preventDefault();
    const isRegions = this.field.sort === "regions";
    const border = isRegions && !event.altKey && !event.shiftKey ? this.borderAt(event.clientX, event.clientY) : undefined;
    const drag: Drag = {
      word: null,
      first: key,
      last: key,
      seen: new Set([key]),
      gesture: {},
      moved: false,
      from: [event.clientX, event.clientY],
      isRectangle: event.altKey && this.field.on === "cell",
      isArrow: this.arrows.length > 0,
      side: undefined,
      borders: undefined,
    };
    this.drag = drag;
    if (border !== undefined) {
      const [a, b] = sides(border).map((cell) => this.words(cell));
      drag.borders = { walls: new Set([border]), isRemoving: a !== b || this.walls.has(border) };
      return this.drawWalls();
    }
    if (this.cycles) {
      drag.word = this.next(this.words(position), event.button === 2 ? -1 : 1);
      if (!drag.isArrow && !drag.isRectangle && !event.shiftKey) {
        const back = this.next(this.words(position), -1);
        this.put(this.field, [[position, drag.word]], drag.gesture);
        if (event.pointerType === "touch") setTimeout(() => this.rest(drag, position, back), LONG);
      }
    } else if (isRegions) {
      // Where all cells are one region, a drag cuts one out.
      const isWhole = new Set(this.allWords()).size === 1;
      drag.word = drag.isRectangle ? this.freshRegion() : isWhole ? null : this.words(position);
    }
    this.select(event.shiftKey ? [...this.selected.filter((one) => one !== key), key] : [key]);
  }

  /** A finger has rested on a place. */
  private rest(drag: Drag, position: number, word: string | null): void {
    if (this.drag !== drag || drag.moved || !this.field) return;
    drag.word = word;
    this.put(this.field, [[position, word]], drag.gesture);
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    if (!drag) return;
    // A quick pointer leaves out places on its way.
    const [x, y] = drag.from;
    const steps = Math.max(1, Math.ceil(Math.hypot(event.clientX - x, event.clientY - y) / STRIDE));
    for (let step = drag.isArrow ? steps : 1; step <= steps; step += 1) {
      this.pass(drag, x + ((event.clientX - x) * step) / steps, y + ((event.clientY - y) * step) / steps, event.shiftKey);
    }
    if (!drag.isArrow) drag.from = [event.clientX, event.clientY];
  }

  /** A dragged pointer passes a point. */
  private pass(drag: Drag, x: number, y: number, isShifted: boolean): void {
    if (drag.borders) {
      const border = this.borderAt(x, y);
      const [a, b] = border === undefined ? [] : sides(border).map((cell) => this.words(cell));
      const fits = border !== undefined && (a !== b || this.walls.has(border)) === drag.borders.isRemoving;
      if (fits && !drag.borders.walls.has(border)) {
        drag.borders.walls.add(border);
        this.drawWalls();
      }
      return;
    }
    if (drag.isArrow && !drag.isRectangle) return this.point(drag, x, y);
    const key = this.at(x, y);
    const position = key === undefined ? undefined : this.position(key);
    if (!this.field || key === undefined || position === undefined || (drag.last === key && drag.moved)) return;
    if (drag.isRectangle) {
      drag.moved = true;
      drag.last = key;
      return this.select(this.rectangle(drag.first, key));
    }
    if (drag.seen.has(key)) return;
    drag.moved = true;
    drag.last = key;
    drag.seen.add(key);
    if (isShifted) {
      return this.select([...this.selected.filter((one) => one !== key), key]);
    }
    if (this.cycles) {
      this.put(this.field, [[position, drag.word]], drag.gesture);
    } else if (this.field.sort === "regions") {
      const word = drag.word ?? this.freshRegion();
      const first = this.position(drag.first);
      const start: Changes = drag.word === null && first !== undefined ? [[first, word]] : [];
      drag.word = word;
      this.put(this.field, [...start, [position, word]], drag.gesture);
    }
    this.select(this.cycles ? [key] : [...drag.seen]);
  }

  /** An arrow is dragged out of its place. */
  private point(drag: Drag, x: number, y: number): void {
    const box = this.marks.find((mark) => mark.dataset["key"] === drag.first)?.getBoundingClientRect();
    const position = this.position(drag.first);
    const [dx, dy] = [x - drag.from[0], y - drag.from[1]];
    if (!box || position === undefined || Math.max(Math.abs(dx), Math.abs(dy)) < Math.min(box.width, box.height) / 2) return;
    const side: Side = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "right" : "left") : dy > 0 ? "down" : "up";
    const arrow = this.arrows.find((one) => one.towards === side);
    drag.moved = true;
    if (!this.field || !arrow || side === drag.side) return;
    drag.side = side;
    this.put(this.field, [[position, this.cycles ? arrow.word : this.pointed(this.words(position), arrow.sign)]], drag.gesture);
  }

  /** A word with an arrow in it, and this arrow in its place. */
  private pointed(word: string | null, sign: string): string {
    const old = this.arrows.find((one) => word?.includes(one.sign));
    return old && word ? word.replace(old.sign, sign) : `${sign}${word ?? ""}`;
  }

  /** The places in the rectangle between two cells. */
  private rectangle(from: string, to: string): string[] {
    const columns = this.board?.columns ?? 1;
    const read = (key: string): [string, number, number] => {
      const [board = "", mark = ""] = key.split("/");
      const cell = Number(mark.slice(1));
      return [board, Math.floor(cell / columns), cell % columns];
    };
    const [board, row, column] = read(from);
    const [, otherRow, otherColumn] = read(to);
    const isWithin = (at: number, a: number, b: number): boolean => at >= Math.min(a, b) && at <= Math.max(a, b);
    return this.marks.map((mark) => mark.dataset["key"] ?? "").filter((key) => {
      const [other, y, x] = read(key);
      return other === board && isWithin(y, row, otherRow) && isWithin(x, column, otherColumn);
    });
  }

  private up(): void {
    const drag = this.drag;
    this.drag = undefined;
    if (!drag || !this.field) return;
    const position = this.position(drag.first);
    if (drag.borders) return this.putBorders(drag.borders, drag.gesture);
    if (drag.isRectangle && (this.cycles || this.field.sort === "regions")) {
      const positions = this.rectangle(drag.first, drag.last).map((key) => this.position(key));
      this.put(this.field, positions.filter((at) => at !== undefined).map((at) => [at, drag.word]), drag.gesture);
    } else if (drag.isArrow && this.cycles && !drag.moved && position !== undefined) {
      this.put(this.field, [[position, drag.word]], drag.gesture);
    } else if (!drag.moved && this.field.sort === "regions" && position !== undefined) {
      // A click on a region by itself begins a new one there.
      this.put(this.field, [[position, this.freshRegion()]], drag.gesture);
    }
  }

  private putBorders(borders: NonNullable<Drag["borders"]>, gesture: object): void {
    if (!this.field || !this.board) return;
    const words = this.allWords();
    let changes: Changes = [];
    if (borders.isRemoving) {
      const [loose, real] = [[...borders.walls].filter((one) => this.walls.has(one)), [...borders.walls].filter((one) => !this.walls.has(one))];
      loose.forEach((one) => this.walls.delete(one));
      changes = joined(words, real);
    } else {
      borders.walls.forEach((one) => this.walls.add(one));
      changes = divided(words, this.walls, this.board);
      const now = new Map(changes);
      const word = (cell: number): string | null => now.get(cell) ?? words[cell] ?? null;
      for (const one of this.walls) {
        const [a, b] = sides(one);
        if (word(a) !== word(b)) this.walls.delete(one);
      }
    }
    if (changes.length > 0) this.put(this.field, changes, gesture);
    this.drawWalls();
  }

  private freshRegion(): string {
    return freshName(new Set(Object.values(this.field?.places ?? {}).map((position) => this.words(position))));
  }

  private selectAlike(): void {
    if (!this.field || this.cycles || this.field.sort === "regions") return;
    const position = this.selected.map((key) => this.position(key)).find((at) => at !== undefined);
    const word = position === undefined ? null : this.words(position);
    if (word === null) return;
    this.select(Object.entries(this.field.places).filter(([, at]) => this.words(at) === word).map(([key]) => key));
  }

  /** Puts a word into all selected places. */
  enter(word: string | null, gesture: unknown = {}): void {
    const field = this.field;
    if (!field) return;
    const positions = [...new Set(this.selected.map((key) => this.position(key)))];
    const changes = positions.filter((at) => at !== undefined).map((at): [number, string | null] => [at, word]);
    if (changes.length > 0) this.put(field, changes, gesture);
  }

  /** Adds a value to the pencil marks of the selected places, or takes it away. */
  private mark(word: string): void {
    const field = this.field;
    if (!field) return;
    const changes = this.selected.flatMap((key): [number, string | null][] => {
      const position = this.position(key);
      if (position === undefined) return [];
      const now = this.words(position);
      const listed = now?.startsWith("{") ? now.slice(1, -1).split(",") : now ? [now] : [];
      const next = listed.includes(word) ? listed.filter((one) => one !== word) : [...listed, word];
      return [[position, next.length === 0 ? null : `{${next.join(",")}}`]];
    });
    this.put(field, changes, {});
  }

  private mean(word: string): void {
    if (this.pencil && this.field?.finds) this.mark(word);
    else this.enter(word);
  }

  /** What a key does; true if it did something. */
  private key(event: KeyboardEvent): boolean {
    const { key } = event;
    const field = this.field;
    const side = key.startsWith("Arrow") ? (key.slice(5).toLowerCase() as Side) : undefined;
    if (side && event.altKey && this.selected.length > 1) {
      this.shift(STEP[side]);
      return true;
    }
    if (side && !event.altKey) return this.go(key, event.shiftKey);
    if (!field || this.selected.length === 0) return false;
    if ((event.ctrlKey || event.metaKey) && /^[0-9]$/.test(key) && field.finds) {
      this.mark(key);
      return true;
    }
    if ((event.ctrlKey || event.metaKey) && (key === "c" || key === "v")) return this.clip(key);
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === "Backspace" || key === "Delete") {
      this.enter(null);
      return true;
    }
    if (key === " ") {
      const position = this.position(this.selected[0] ?? "");
      if (this.cycles && position !== undefined) this.enter(this.next(this.words(position), event.shiftKey ? -1 : 1));
      return true;
    }
    if (key.length === 1 && this.typesInPad(key, field)) {
      const entry = this.pad.querySelector("input");
      if (entry) {
        entry.focus();
        entry.value = key;
      }
      return entry !== null;
    }
    if (key === "?" && !field.finds) {
      this.enter("?");
      return true;
    }
    if (/^[0-9]$/.test(key) && field.sort !== "regions") return this.digit(key, field, event.timeStamp);
    if (key.length === 1 && key !== "/" && key !== "?") return this.letter(key, field);
    return false;
  }

  /** Whether a sign begins a text, which is typed in the row of buttons. */
  private typesInPad(sign: string, field: Field): boolean {
    if (field.sort === "list") return /[0-9?]/.test(sign);
    return field.sort === "text" && !field.words.some((one) => one.sign === sign && !one.towards);
  }

  /** What the text in the row of buttons was when it was shown, or put in. */
  private padShown = "";

  private selectedWord(): string {
    const position = this.position(this.selected.at(-1) ?? "");
    return position === undefined ? "" : (this.words(position) ?? "");
  }

  private putPad(entry: HTMLInputElement): void {
    const word = entry.value.trim();
    if (word === this.padShown) return;
    this.padShown = word;
    this.enter(word === "" ? null : word);
  }

  /** In a text for a line, Tab goes to the next one. */
  private tab(event: KeyboardEvent, entry: HTMLInputElement): void {
    if (event.key !== "Tab" || this.field?.on !== "line") return;
    const at = this.marks.findIndex((mark) => mark.dataset["key"] === this.selected.at(-1));
    const key = this.marks[at + (event.shiftKey ? -1 : 1)]?.dataset["key"];
    const position = key === undefined ? undefined : this.position(key);
    if (at < 0 || key === undefined || position === undefined) return;
    event.preventDefault();
    this.putPad(entry);
    this.select([key]);
    entry.value = this.words(position) ?? "";
    this.padShown = entry.value;
    entry.select();
  }

  private digit(key: string, field: Field, now: number): boolean {
    if (field.sort === "text" || field.sort === "list") return false;
    const together = now - this.typed.at < TOGETHER && this.typed.text !== "";
    const longer = together ? this.typed.text + key : key;
    const most = field.range?.[1] ?? Infinity;
    const text = together && Number(longer) > most ? key : longer;
    if (text === key || !together) this.gesture = {};
    this.typed = { text, at: now };
    if (this.pencil && field.finds) this.mark(key);
    else this.enter(text, this.gesture);
    return true;
  }

  private letter(key: string, field: Field): boolean {
    if (field.sort === "regions") {
      // Capital letters name regions; small ones may be keys of the page.
      if ("hcsmzy".includes(key)) return false;
      this.enter(key);
      return true;
    }
    const small = key.toLowerCase();
    const found =
      field.words.find((one) => one.sign === key) ??
      field.words.find((one) => one.word.toLowerCase().startsWith(small));
    // Letters that mean nothing here are keys of the page.
    if (!found || "hcsmz".includes(small) && found.sign !== key) return false;
    this.mean(found.word);
    return true;
  }

  private clipboard: (string | null)[] = [];

  private clip(key: string): boolean {
    const positions = this.selected.map((one) => this.position(one)).filter((at) => at !== undefined);
    if (key === "c") {
      this.clipboard = positions.map((at) => this.words(at));
    } else if (this.field && this.clipboard.length > 0) {
      const word = (number: number): string | null => this.clipboard[number % this.clipboard.length] ?? null;
      this.put(this.field, positions.map((at, number) => [at, word(number)]), {});
    }
    return true;
  }

  /** To the nearest place in a direction. */
  private go(key: string, extends_: boolean): boolean {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    if (!way || this.marks.length === 0) return false;
    const centre = (mark: Element): [number, number] => {
      const box = mark.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const last = this.selected.at(-1);
    const from = this.marks.find((mark) => mark.dataset["key"] === last);
    if (!from) {
      this.select([this.marks[0]?.dataset["key"] ?? ""]);
      return true;
    }
    const [x, y] = centre(from);
    let best: [number, string] | undefined;
    for (const mark of this.marks) {
      const [mx, my] = centre(mark);
      const along = (mx - x) * (way[0] ?? 0) + (my - y) * (way[1] ?? 0);
      const across = Math.abs((mx - x) * (way[1] ?? 0)) + Math.abs((my - y) * (way[0] ?? 0));
      if (along < 2) continue;
      const cost = along + 3 * across;
      if (!best || cost < best[0]) best = [cost, mark.dataset["key"] ?? ""];
    }
    if (!best) return true;
    const to = best[1];
    if (extends_ && this.cycles && this.field?.on === "link") {
      const position = this.position(to);
      if (position !== undefined) this.put(this.field, [[position, this.field.words[0]?.word ?? null]], {});
      this.select([to]);
    } else {
      this.select(extends_ ? [...this.selected.filter((one) => one !== to), to] : [to]);
    }
    return true;
  }

  /** The row of buttons for the field. */
  drawPad(): void {
    const field = this.field;
    this.pad.replaceChildren();
    if (!field) return;
    const parts: HTMLElement[] = [];
    const word = (text: string, value: string | null, title: string): HTMLElement =>
      button(text, () => (value === null ? this.enter(null) : this.mean(value)), { class: "word", title, "aria-label": title });
    for (const one of field.words) {
      const plain = one.sign.length <= 3 && one.sign !== one.word ? `${one.sign} ${one.word}` : one.word;
      parts.push(word(plain, one.word, one.word));
    }
    const [least, most] = field.range ?? [0, -1];
    if (field.sort === "numbers" && most - least < 16 && most >= least) {
      for (let number = least; number <= most; number += 1) parts.push(word(String(number), String(number), String(number)));
    } else if (field.sort !== "words" && field.sort !== "regions") {
      const entry = h("input", {
        type: "text",
        "aria-label": field.expects,
        placeholder: field.expects,
        title: field.expects,
        inputmode: field.sort === "numbers" ? "numeric" : "text",
        onfocus: () => (this.padShown = this.selectedWord()),
        // A text that a key began is no change to the browser, so it is not asked whether there was one.
        onblur: () => this.putPad(entry),
        onkeydown: (event: KeyboardEvent) => {
          if (event.key === "Enter") this.element.focus({ preventScroll: true });
          else this.tab(event, entry);
        },
      });
      parts.push(entry);
    }
    if (!field.finds && field.sort !== "regions") parts.push(word("?", "?", texts.unknownTitle));
    if (!field.needed) parts.push(word("⌫", null, texts.clearWord));
    if (field.finds && field.sort === "numbers") {
      const toggle = button(texts.pencil, () => {
        this.pencil = !this.pencil;
        toggle.setAttribute("aria-pressed", String(this.pencil));
      }, { "aria-pressed": String(this.pencil) });
      parts.push(toggle);
    }
    this.pad.append(...parts);
  }
}
