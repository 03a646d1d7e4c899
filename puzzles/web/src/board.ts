// The board: the library's picture, and what pointers and keys do on it. Which places there are and what can stand in
// them is told by the fields of the board.

import { button, h, picture } from "./dom";
import type { Board, Field } from "./protocol";
import { texts } from "./texts";

/** What the board asks for: a word (or nothing) in places of a field. */
export type Put = (field: Field, changes: [position: number, word: string | null][], gesture: unknown) => void;

const SHAKE = 400;
/** Digits within this time make one number. */
const TOGETHER = 1000;

export class BoardView {
  readonly element = h("div", { class: "board", tabindex: "0", role: "application", "aria-label": texts.board });
  readonly pad = h("div", { class: "pad" });
  private board: Board | undefined;
  private field: Field | undefined;
  private svg = "";
  private words: (position: number) => string | null = () => null;
  private marks: SVGRectElement[] = [];
  private selected: string[] = [];
  private drag: { word: string | null; last: string; seen: Set<string>; gesture: object; moved: boolean } | undefined;
  private typed = { text: "", at: 0 };
  private gesture: object = {};
  pencil = false;

  constructor(private readonly put: Put, private readonly announce: (text: string) => void) {
    this.element.addEventListener("pointerdown", (event) => this.down(event));
    this.element.addEventListener("pointermove", (event) => this.move(event));
    this.element.addEventListener("pointerup", () => this.up());
    this.element.addEventListener("pointercancel", () => this.up());
    this.element.addEventListener("contextmenu", (event) => event.preventDefault());
    this.element.addEventListener("dblclick", () => this.selectAlike());
    this.element.addEventListener("keydown", (event) => {
      if (this.key(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
  }

  /** Shows a picture of a board, with the tool for this field; `words` tells what stands in its places. */
  show(board: Board, svg: string, field: Field | undefined, words: (position: number) => string | null): void {
    const isOther = field?.key !== this.field?.key || field?.finds !== this.field?.finds;
    this.words = words;
    // What is pointed at stays in place while only findings change.
    if (board === this.board && svg === this.svg && field === this.field) return;
    this.svg = svg;
    this.board = board;
    this.field = field;
    const drawn = picture(svg);
    drawn.setAttribute("preserveAspectRatio", "xMidYMid meet");
    this.element.replaceChildren(drawn);
    this.marks = [];
    drawn.querySelectorAll<SVGGElement>("g.places").forEach((group) => {
      group.querySelectorAll<SVGRectElement>("[data-place]").forEach((mark) => {
        const key = `${group.dataset["board"]}/${mark.dataset["place"]}`;
        mark.dataset["key"] = key;
        const position = field?.places[key];
        if (position !== undefined) {
          mark.classList.add("live");
          mark.setAttribute("role", "img");
          mark.setAttribute("aria-label", texts.at(field?.names[position] ?? key, words(position) ?? texts.nothing));
          this.marks.push(mark);
        }
      });
    });
    // Where a drag means something, it does not scroll.
    this.element.classList.toggle("paints", field?.sort === "words" || field?.sort === "regions");
    if (isOther) this.selected = [];
    this.select(this.selected);
    if (isOther) this.drawPad();
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

  /** What was asked for cannot be. */
  refuse(): void {
    this.element.classList.add("shake");
    setTimeout(() => this.element.classList.remove("shake"), SHAKE);
  }

  letGo(): void {
    this.select([]);
  }

  private position(key: string): number | undefined {
    return this.field?.places[key];
  }

  private select(keys: string[]): void {
    // A number goes on only where it began.
    if (keys.join() !== this.selected.join()) this.typed = { text: "", at: 0 };
    this.selected = keys.filter((key) => this.position(key) !== undefined);
    for (const mark of this.marks) {
      mark.classList.toggle("selected", this.selected.includes(mark.dataset["key"] ?? ""));
    }
    const last = this.selected.at(-1);
    const position = last === undefined ? undefined : this.position(last);
    if (this.field && position !== undefined) {
      this.announce(texts.at(this.field.names[position] ?? "", this.words(position) ?? texts.nothing));
    }
    const entry = this.pad.querySelector("input");
    if (entry && document.activeElement !== entry) entry.value = position === undefined ? "" : (this.words(position) ?? "");
  }

  private at(event: PointerEvent): string | undefined {
    const hit = document.elementFromPoint(event.clientX, event.clientY);
    const mark = hit?.closest<SVGRectElement>("[data-key].live");
    return mark?.dataset["key"];
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

  private down(event: PointerEvent): void {
    const key = this.at(event);
    this.element.focus({ preventScroll: true });
    const position = key === undefined ? undefined : this.position(key);
    if (!this.field || key === undefined || position === undefined) return;
    event.preventDefault();
    const gesture = {};
    const drag = { word: null as string | null, last: key, seen: new Set([key]), gesture, moved: false };
    if (this.cycles) {
      drag.word = this.next(this.words(position), event.button === 2 ? -1 : 1);
      this.put(this.field, [[position, drag.word]], gesture);
    } else if (this.field.sort === "regions") {
      drag.word = this.words(position);
    }
    this.drag = drag;
    this.select(event.shiftKey ? [...this.selected, key] : [key]);
  }

  private move(event: PointerEvent): void {
    const drag = this.drag;
    const key = drag && this.at(event);
    const position = key === undefined ? undefined : this.position(key);
    if (!drag || !this.field || key === undefined || position === undefined || drag.seen.has(key)) return;
    drag.moved = true;
    drag.seen.add(key);
    if (this.cycles) {
      this.put(this.field, [[position, drag.word]], drag.gesture);
    } else if (this.field.sort === "regions") {
      const word = drag.word ?? this.freshRegion();
      const first = this.position(drag.last);
      const start: [number, string | null][] = drag.word === null && first !== undefined ? [[first, word]] : [];
      drag.word = word;
      this.put(this.field, [...start, [position, word]], drag.gesture);
    }
    this.select(this.cycles ? [key] : [...drag.seen]);
  }

  private up(): void {
    const drag = this.drag;
    this.drag = undefined;
    const position = drag && this.position(drag.last);
    // A click on a region by itself begins a new one there.
    if (drag && !drag.moved && this.field?.sort === "regions" && position !== undefined) {
      this.put(this.field, [[position, this.freshRegion()]], drag.gesture);
    }
  }

  private freshRegion(): string {
    const used = new Set(Object.values(this.field?.places ?? {}).map((position) => this.words(position)));
    const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
    const free = letters.find((letter) => !used.has(letter));
    if (free) return free;
    let number = 1;
    while (used.has(`r${number}`)) number += 1;
    return `r${number}`;
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
    if (key.startsWith("Arrow") && !event.altKey) return this.go(key, event.shiftKey);
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
    if (key === "?" && !field.finds) {
      this.enter("?");
      return true;
    }
    if (/^[0-9]$/.test(key) && field.sort !== "regions") return this.digit(key, field, event.timeStamp);
    if (key.length === 1 && key !== "/" && key !== "?") return this.letter(key, field);
    return false;
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
        onchange: () => this.enter(entry.value.trim() === "" ? null : entry.value.trim()),
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
