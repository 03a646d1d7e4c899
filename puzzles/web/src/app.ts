// The page: one state, and functions that show it.

import { BoardView, freshName } from "./board";
import type { Changes } from "./borders";
import { galleryDialog, helpDialog, saveDialog, shareDialog } from "./dialogs";
import { append, button, h } from "./dom";
import { Editor } from "./editor";
import type { Engine } from "./engine";
import { Verdict } from "./findings";
import { GuideView } from "./guide";
import { findingsPanel } from "./panel";
import type { Board, Change, Entry, Failed, Field, Hint, Problem, Requests, Steps } from "./protocol";
import { failed, inWords } from "./protocol";
import { asDoc, type Doc, emptyDoc, fromHash, History, isOwnHash, keep, kept, toHash } from "./state";
import { texts } from "./texts";

export type Mode = "set" | "solve";
export type View = "board" | "result" | "consensus";
export type Tab = "findings" | "rules" | "file" | "guide";

/** Words for places of a field; those of one gesture are undone together. */
interface Put {
  field: Field;
  changes: Changes;
  gesture: unknown;
}

/** A way to the solution that is being looked at. */
export interface Walk {
  steps: Steps;
  at: number;
  /** The picture's lines before each step. */
  frames: string[][];
}

export class App {
  history = new History(emptyDoc);
  board: Board | undefined;
  mode: Mode = "solve";
  view: View = "board";
  tab: Tab = "findings";
  hint: { level: 0 | 1 | 2; answer: Hint; told: Hint } | undefined;
  walk: Walk | undefined;
  note: { text: string; more?: HTMLElement } | undefined;
  /** Whether broken rules are told after every entry. */
  checksAlways = false;
  readonly sheet: string[] = [];
  readonly verdict: Verdict;
  private tools: { set: string; solve: string } = { set: "", solve: "" };
  /** What changes the board, one after the other. What a gesture puts in while it waits is put in at once. */
  private readonly waiting: { act: () => Promise<void>; put?: Put }[] = [];
  private busy = false;
  private asking = new AbortController();
  private readonly boardView: BoardView;
  private readonly rules = new Editor(texts.tabs.rules, (text) => void this.typeRules(text));
  private readonly file = new Editor(texts.tabs.file, (text) => void this.typeFile(text));
  private readonly guide: GuideView;
  private readonly live = h("div", { class: "spoken", "aria-live": "polite" });
  private readonly spoken = h("div", { class: "spoken", role: "status" });
  private readonly header = h("header");
  private readonly under = h("div", { class: "tools" });
  private readonly tabs = h("nav", { class: "tabs", role: "tablist" });
  private readonly panel = h("section", { class: "panel", role: "tabpanel" });

  constructor(readonly engine: Engine, readonly root: HTMLElement) {
    this.boardView = new BoardView(
      (field, changes, gesture) => this.put(field, changes, gesture),
      (text) => this.say(text),
      () => this.showPlacing(),
      (step) => void this.place("move", step),
    );
    this.verdict = new Verdict(() => this.engine, () => this.found());
    this.guide = new GuideView(this);
    const main = h(
      "main",
      {},
      h("div", { class: "left" }, this.boardView.stage, this.under),
      h("aside", {}, this.tabs, this.panel),
    );
    root.replaceChildren(this.header, main, this.live, this.spoken);
    this.watchPresses();
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => void this.drop(event));
    document.addEventListener("paste", (event) => this.paste(event));
    window.addEventListener("hashchange", () => void this.fromAddress());
  }

  /** The first thing shown: what the address holds, what was there before, or a small story. */
  async start(): Promise<void> {
    if (await this.fromAddress()) return;
    const { note } = this;
    const last = kept()[0];
    const isKept = last !== undefined && (await this.load(last));
    if (!isKept) {
      await this.open("nurikabe");
      await this.ask3();
    }
    // That the address holds nothing that can be read is more than the story.
    if (note || !isKept) this.note = note ?? { text: texts.story };
    this.show();
    if (isKept) return;
    scrollTo(0, 0);
  }

  private async fromAddress(): Promise<boolean> {
    const hash = location.hash.slice(1);
    if (hash === "") return false;
    const held = await fromHash(hash);
    if (held && JSON.stringify(held.doc) === JSON.stringify(this.doc)) return true;
    if (held) {
      if (!(await this.load(held.doc))) return false;
      if (held.step > 0) {
        await this.walkSteps();
        this.stepTo(held.step);
      }
      return true;
    }
    if (isOwnHash(hash)) {
      this.note = { text: texts.cutLink };
      this.say(texts.cutLink);
      this.show();
      return false;
    }
    // An address of puzz.link may follow as well.
    return this.open(decodeURIComponent(hash));
  }

  /** Whether nothing is about to change the board, or to show what it has become. */
  get idle(): boolean {
    return !this.busy && this.waiting.length === 0 && this.changing === 0 && !this.isPressing;
  }

  private changing = 0;

  get doc(): Doc {
    return this.history.doc;
  }

  get request(): { puzzle: string; rulebooks: object } {
    return { puzzle: this.doc.file, rulebooks: this.doc.rulebooks };
  }

  say(text: string): void {
    this.live.textContent = text;
  }

  // ---- opening ----

  /** Opens any text; true if it was something. What is wrong with it is told beside the board. */
  async open(text: string, name?: string): Promise<boolean> {
    const wrong = await this.tryOpen(text, name);
    if (wrong) this.tell(wrong);
    return !wrong;
  }

  /** Opens any text, or says what is wrong with it. */
  async tryOpen(text: string, name?: string): Promise<Failed | null> {
    const trimmed = text.trim();
    if (trimmed.startsWith("{") && this.board) return this.openSaved(text, name);
    const answered = await this.engine.ask("open", { text, ...(name ? { name } : {}), rulebooks: this.doc.rulebooks });
    if (failed(answered)) return answered;
    const rulebooks = { ...this.doc.rulebooks, ...answered.rulebooks };
    const used: Record<string, string> = {};
    for (const [known, book] of Object.entries(rulebooks)) if (answered.rulebook?.own) used[known] = book;
    this.history.put({ file: answered.file, rulebooks: used, entries: [] });
    this.mode = answered.fields.some((field) => !field.finds && field.values?.some((value) => value !== null)) ? "solve" : "set";
    this.verdict.forget();
    this.accept(answered);
    return null;
  }

  /** A saved solution, for the puzzle that is there. */
  private async openSaved(text: string, name?: string): Promise<Failed | null> {
    const state = asDoc(this.parsed(text));
    if (state) {
      await this.load(state);
      return null;
    }
    const answered = await this.engine.ask("entries", { ...this.request, grid: text, name: name ?? "" });
    if (failed(answered)) return answered;
    this.mode = "solve";
    await this.change({ ...this.doc, entries: answered.entries });
    return null;
  }

  private parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  }

  async openNew(kind: string): Promise<void> {
    const answered = await this.engine.ask("new", { kind, rulebooks: this.doc.rulebooks });
    if (failed(answered)) return this.tell(answered);
    this.history.put({ file: answered.file, rulebooks: answered.rulebook?.own ? this.doc.rulebooks : {}, entries: [] });
    this.mode = "set";
    this.verdict.forget();
    this.accept(answered);
  }

  async load(doc: Doc): Promise<boolean> {
    const answered = await this.askBoard(doc);
    if (failed(answered)) {
      this.tell(answered);
      return false;
    }
    this.history.put(doc);
    this.verdict.forget();
    this.accept(answered);
    return true;
  }

  private async askBoard(doc: Doc): Promise<Board | Failed> {
    const entries = this.mode === "solve" ? doc.entries : [];
    this.changing += 1;
    const answered = await this.engine.ask("board", { puzzle: doc.file, rulebooks: doc.rulebooks, entries });
    // Whoever asked goes on first.
    setTimeout(() => (this.changing -= 1), 0);
    return answered;
  }

  private tell(answer: Failed): void {
    const text = inWords(answer);
    this.note = { text };
    this.tab = "findings";
    this.say(text);
    this.show();
  }

  private async drop(event: DragEvent): Promise<void> {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : (event.dataTransfer?.getData("text") ?? "");
    if (text) await this.open(text, file?.name);
  }

  private paste(event: ClipboardEvent): void {
    const into = event.target as Element | null;
    if (into?.closest("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text") ?? "";
    if (text.trim().length > 1) {
      event.preventDefault();
      void this.openPasted(text);
    }
  }

  /** What cannot be opened can be mended where texts are opened. */
  private async openPasted(text: string): Promise<void> {
    const wrong = await this.tryOpen(text);
    if (wrong) void galleryDialog(this, { text, wrong });
  }

  // ---- changes ----

  /** A change of the board; those of one gesture are undone together. */
  private put(field: Field, changes: Changes, gesture: unknown): void {
    this.boardView.awaits(changes.map(([at]) => at));
    const last = this.waiting.at(-1)?.put;
    // What is put into a place later counts.
    if (last && last.field === field && last.gesture === gesture) {
      const isNew = ([at]: [number, string | null]): boolean => !changes.some(([other]) => other === at);
      last.changes = [...last.changes.filter(isNew), ...changes];
      return;
    }
    const put: Put = { field, changes, gesture };
    void this.inTurn(() => this.putIn(put), put);
  }

  /** Does something when all changes that were asked for before are done. */
  private async inTurn(act: () => Promise<void>, put?: Put): Promise<void> {
    this.waiting.push(put ? { act, put } : { act });
    if (this.busy) return;
    this.busy = true;
    try {
      for (let next = this.waiting.shift(); next; next = this.waiting.shift()) await next.act();
    } finally {
      this.busy = false;
    }
  }

  private async putIn({ field, changes, gesture }: Put): Promise<void> {
    if (field.finds) {
      const given = (at: number): boolean => field.given?.[at] ?? false;
      const allowed = changes.filter(([at]) => !given(at));
      const others = this.doc.entries.filter(([layer, at]) => layer !== field.key || !allowed.some(([one]) => one === at));
      const added = allowed.flatMap(([at, word]): Entry[] => (word === null ? [] : [[field.key, at, word]]));
      const isDone = await this.change({ ...this.doc, entries: [...others, ...added] }, gesture);
      if (isDone && this.checksAlways && this.waiting.length === 0) void this.tellBroken();
      return;
    }
    const list: Change[] = changes.map(([at, word]) => [field.key, at, word]);
    const answered = await this.engine.ask("edit", { ...this.request, changes: list });
    if (failed(answered)) {
      this.boardView.refuse();
      this.tell(answered);
    } else {
      this.history.put({ ...this.doc, file: answered.file }, gesture);
      this.accept(answered);
    }
  }

  /** Puts in another document, if it can be read. */
  async change(doc: Doc, gesture?: unknown): Promise<boolean> {
    const answered = await this.askBoard(doc);
    if (failed(answered)) {
      this.boardView.refuse();
      this.tell(answered);
      return false;
    }
    this.history.put(doc, gesture);
    this.accept(answered);
    return true;
  }

  async applyChanges(changes: Change[]): Promise<void> {
    const answered = await this.engine.ask("edit", { ...this.request, changes });
    if (failed(answered)) return this.tell(answered);
    this.history.put({ ...this.doc, file: answered.file });
    this.accept(answered);
  }

  /** Turns, mirrors or moves the board, or the places that are selected if there are several; entries go along. */
  async place(how: "turn" | "mirror" | "move", [down, right]: [number, number] = [0, 0]): Promise<void> {
    const part = this.boardView.part();
    const answered = await this.askPlace({ how, down, right, ...part });
    if (failed(answered)) {
      this.boardView.refuse();
      return this.tell(answered);
    }
    await this.takeOver(answered);
    if (part) this.boardView.selectAt(answered.selected ?? []);
  }

  private async askPlace(fields: object): Promise<Board | Failed> {
    this.changing += 1;
    const answered = await this.engine.ask("place", { ...this.request, entries: this.doc.entries, ...fields });
    setTimeout(() => (this.changing -= 1), 0);
    return answered;
  }

  /** Takes over a board that was made from this one, with what was entered. */
  private async takeOver(board: Board): Promise<void> {
    const doc = { ...this.doc, file: board.file, entries: board.entries ?? [] };
    const shown = this.mode === "solve" ? await this.askBoard(doc) : board;
    if (failed(shown)) return this.tell(shown);
    this.history.put(doc);
    this.accept(shown);
  }

  /** In turn, so that what was entered last is undone, though it may still be on its way. */
  async undo(): Promise<void> {
    await this.inTurn(async () => {
      if (this.history.undo()) await this.restore();
    });
  }

  async redo(): Promise<void> {
    await this.inTurn(async () => {
      if (this.history.redo()) await this.restore();
    });
  }

  private async restore(): Promise<void> {
    const answered = await this.askBoard(this.doc);
    if (!failed(answered)) this.accept(answered);
  }

  /** Shows a board that belongs to the present document. */
  private accept(board: Board): void {
    const isSame = this.board?.file === board.file && this.board?.rulebook?.text === board.rulebook?.text;
    this.board = board;
    this.hint = undefined;
    this.walk = undefined;
    this.note = undefined;
    this.asking.abort();
    this.asking = new AbortController();
    if (!isSame) this.view = "board";
    if (!isSame || this.verdict.isForgotten) void this.verdict.look(this.request);
    if (this.mode === "solve" && this.doc.entries.length > 0 && !this.checksAlways) void this.tellSolved();
    this.show();
    keep(this.doc);
    void toHash(this.doc).then((hash) => history.replaceState(null, "", `#${hash}`));
    document.title = `${board.title ?? board.kind} – ${texts.product}`;
  }

  async setMode(mode: Mode): Promise<void> {
    this.mode = mode;
    this.view = "board";
    await this.restore();
  }

  // ---- rules and file beside the board ----

  private async typeRules(text: string): Promise<void> {
    const book = this.board?.rulebook;
    if (!book) return;
    const answered = await this.engine.ask("rules", { name: book.name, text, rulebooks: this.doc.rulebooks });
    if (failed(answered)) {
      const isOwn = (one: Problem): boolean => one.in === `${book.name}.rules`;
      this.rules.problems(answered.problems ?? [], isOwn, texts.rulesLast);
      return;
    }
    const good = h("div", { class: "good" }, texts.rulesRight, ...answered.warnings.map((one) => h("div", {}, one)));
    this.rules.problems([], () => true, good);
    const doc = { ...this.doc, rulebooks: { ...this.doc.rulebooks, [book.name]: text } };
    const board = await this.askBoard(doc);
    if (failed(board)) {
      // The rules are right, but this puzzle is none of theirs any more.
      this.rules.problems(board.problems ?? [], () => false, texts.rulesLast);
      return;
    }
    this.history.put(doc, "rules");
    this.accept(board);
    this.rules.problems([], () => true, good);
  }

  private async typeFile(text: string): Promise<void> {
    const answered = await this.engine.ask("board", { puzzle: text, rulebooks: this.doc.rulebooks });
    if (failed(answered)) {
      this.file.problems(answered.problems ?? [], (one) => one.in === "the puzzle", texts.fileLast);
      return;
    }
    this.history.put({ ...this.doc, file: text }, "file");
    this.accept(answered);
    this.file.problems([], () => true, [texts.fileRight, ...answered.remarks].join("\n"));
  }

  async runExamples(): Promise<Requests["rules"] | Failed | null> {
    const book = this.board?.rulebook;
    if (!book) return null;
    return this.engine.ask("rules", { name: book.name, text: this.rules.text, rulebooks: this.doc.rulebooks, examples: true });
  }

  /** New rules that begin as a copy of these: the puzzle is one of theirs from now on. */
  async copyRules(): Promise<void> {
    const book = this.board?.rulebook;
    if (!book) return;
    const name = `my-${book.name}`.replace(/^(my-)+/, "my-");
    const text = book.own
      ? book.text
      : `about ${JSON.stringify(this.board?.about ?? "")}\n\nlike ${book.name}\n\n${texts.newRules}`;
    const file = this.doc.file.replace(/^(\s*kind\s*=\s*).*$/m, `$1${JSON.stringify(name)}`);
    this.areFormulasShown = true;
    await this.change({ ...this.doc, file, rulebooks: { ...this.doc.rulebooks, [name]: text } });
  }

  // ---- findings ----

  private found(): void {
    if (this.view === "board" && this.mode === "set" && this.verdict.known.result?.no_solution && !this.verdict.known.working) {
      this.view = "result";
    }
    const told = findingsPanel.told(this);
    // A verdict is said once, when it is known.
    if (!this.verdict.known.working && this.spoken.textContent !== told) this.spoken.textContent = told;
    this.show();
  }

  look(text: string): void {
    this.boardView.look(text);
  }

  /** Asks for something that searches, until the board changes. */
  async search<Name extends keyof Requests>(name: Name, fields: object = {}): Promise<Requests[Name] | null> {
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.note = { text: texts.verdict.working, more: button(texts.actions.stop, () => asking.abort()) };
    this.show();
    const answered = await this.engine.ask(name, { ...this.request, ...fields }, asking.signal);
    this.note = undefined;
    if (failed(answered)) {
      if (answered.type === "stopped") this.show();
      else this.tell(answered);
      return null;
    }
    return answered;
  }

  get entries(): readonly Entry[] {
    return this.mode === "solve" ? this.doc.entries : [];
  }

  /** The next level of the hint: where, what, why. */
  async ask3(): Promise<void> {
    this.tab = "findings";
    this.walk = undefined;
    if (this.hint && this.hint.level < 2 && this.hint.answer.type === "hint") {
      const level = (this.hint.level + 1) as 1 | 2;
      const answered = await this.search("hint", { entries: this.entries, level: level === 1 ? "what" : "why", time: 10 });
      if (answered) this.hint = { level, answer: answered, told: answered };
    } else {
      const answered = await this.search("hint", { entries: this.entries, level: "where", time: 10 });
      if (answered) this.hint = { level: 0, answer: answered, told: answered };
    }
    const said = this.hint?.answer.text ?? this.hint?.answer.places?.join(", ");
    if (said) this.say(said);
    this.show();
  }

  /** What it would be to do the hint. Borders between regions have no entries of their own: cells get the names that
   * their regions have in the solution. */
  decided(): readonly Entry[] {
    const answer = this.hint?.answer;
    if (!answer || answer.type !== "hint") return [];
    if (answer.entries && answer.entries.length > 0) return answer.entries;
    const { result } = this.verdict.known;
    const cells = [...(answer.conclusions ?? []), ...(answer.steps?.at(-1)?.conclusions ?? [])].flatMap((one) => one.cells ?? []);
    if (result?.verdict.found !== 1 || !result.verdict.exhausted) return [];
    return this.fields()
      .filter((field) => field.finds && field.sort === "regions")
      .flatMap((field) => this.named(field, result.entries ?? [], cells));
  }

  /** The names of regions of a solution for some cells, in the names that were entered already. */
  private named(field: Field, solution: Entry[], cells: string[]): Entry[] {
    const right = new Map(solution.filter(([layer]) => layer === field.key).map(([, at, word]) => [at, word]));
    const own = new Map<string, string>();
    for (const [layer, at, word] of this.doc.entries) {
      const name = right.get(at);
      if (layer === field.key && name !== undefined) own.set(name, word);
    }
    const used = new Set([...own.values()]);
    const name = (of: string): string => {
      const known = own.get(of);
      if (known !== undefined) return known;
      const fresh = used.has(of) ? freshName(used) : of;
      used.add(fresh);
      own.set(of, fresh);
      return fresh;
    };
    return field.names.flatMap((place, at): Entry[] => {
      const of = right.get(at);
      return of !== undefined && cells.includes(place) ? [[field.key, at, name(of)]] : [];
    });
  }

  async doHint(): Promise<void> {
    const decided = this.decided();
    if (decided.length === 0) return;
    this.mode = "solve";
    const isNew = ([layer, at]: Entry): boolean => !decided.some((one) => one[0] === layer && one[1] === at);
    await this.change({ ...this.doc, entries: [...this.doc.entries.filter(isNew), ...decided] });
  }

  /** Undoes until nothing that was entered is wrong. */
  async backToRight(): Promise<void> {
    let undone = 0;
    for (const before of this.history.before()) {
      undone += 1;
      if (before.file !== this.doc.file) break;
      const answered = await this.search("check", { entries: before.entries, deep: true, time: 5 });
      if (answered?.deep?.completable === true) {
        for (let step = 0; step < undone; step += 1) this.history.undo();
        await this.restore();
        this.note = { text: texts.undone(undone) };
        this.show();
        return;
      }
    }
    this.note = { text: texts.neverRight };
    this.show();
  }

  /** Tells that the puzzle is solved, if it is, and nothing else. */
  private async tellSolved(): Promise<void> {
    const { file, entries } = this.doc;
    const answered = await this.engine.ask("solved", { ...this.request, entries }, this.asking.signal);
    if (failed(answered) || !answered.solved || file !== this.doc.file || entries !== this.doc.entries) return;
    this.note = { text: texts.allRight };
    this.show();
    this.say(texts.allRight);
  }

  /** Tells which rules are broken so far, and nothing else. */
  async tellBroken(): Promise<void> {
    const { file, entries } = this.doc;
    const answered = await this.engine.ask("check", { ...this.request, entries, time: 3 }, this.asking.signal);
    if (failed(answered) || file !== this.doc.file || entries !== this.doc.entries) return;
    const list = answered.broken.map((one) => h("li", {}, h("b", {}, one.rule), " ", one.message));
    const isSolved = answered.solved;
    this.note = list.length > 0 || isSolved ? { text: isSolved ? texts.allRight : "", more: h("ul", { class: "broken" }, ...list) } : undefined;
    this.show();
    this.boardView.flash(answered.broken.flatMap((one) => one.cells), "broken");
    if (this.note) this.say(isSolved ? texts.allRight : answered.broken.map((one) => one.rule).join(" "));
  }

  setChecksAlways(isOn: boolean): void {
    this.checksAlways = isOn;
    if (isOn) void this.tellBroken();
  }

  async checkEntries(deep: boolean): Promise<void> {
    this.tab = "findings";
    const answered = await this.search("check", { entries: this.doc.entries, deep, time: 10 });
    if (!answered) return;
    const broken = answered.broken.map((one) => h("li", {}, h("b", {}, one.rule), " ", one.message));
    const completable = answered.deep;
    const text = !answered.holds
      ? ""
      : answered.solved
        ? texts.allRight
        : deep && completable
        ? completable.completable === true
          ? texts.stillSolvable
          : completable.completable === false
            ? texts.verdict.none
            : texts.verdict.unknown("10 s")
        : texts.nothingWrong;
    const isWrong = !answered.holds || completable?.completable === false;
    const back = isWrong && button(texts.actions.back, () => void this.backToRight());
    this.note = { text, more: h("div", {}, h("ul", { class: "broken" }, ...broken), back) };
    this.show();
    this.boardView.flash(answered.broken.flatMap((one) => one.cells), "broken");
    this.say(text || answered.broken.map((one) => one.rule).join(" "));
  }

  async walkSteps(): Promise<void> {
    this.tab = "findings";
    const answered = await this.search("steps", { time: 30 });
    if (!answered) return this.show();
    const frames: string[][] = [answered.first ?? []];
    for (const edits of answered.changes ?? []) {
      const lines = [...(frames.at(-1) ?? [])];
      for (const [line, removed, added] of edits) lines.splice(line, removed, ...added);
      frames.push(lines);
    }
    this.hint = undefined;
    this.walk = { steps: answered, at: 0, frames };
    this.show();
  }

  stepTo(at: number): void {
    if (!this.walk) return;
    this.walk.at = Math.max(0, Math.min(this.walk.frames.length - 1, at));
    this.show();
  }

  /** Pencil marks in all open places: the values that break no rule so far. */
  async allMarks(): Promise<void> {
    this.mode = "solve";
    const now = this.tool();
    const takesMarks = (field: Field): boolean => field.sort === "numbers" || field.words.length > 2;
    const field = now && takesMarks(now) ? now : this.placed().find(takesMarks);
    if (!field) {
      this.note = { text: texts.noMarks };
      return this.show();
    }
    const answered = await this.search("candidates", { entries: this.doc.entries, layer: field.key, time: 10 });
    if (!answered) return this.show();
    const marked = new Set(answered.entries.map(([, at]) => at));
    const others = this.doc.entries.filter(([layer, at]) => layer !== field.key || !marked.has(at));
    await this.change({ ...this.doc, entries: [...others, ...answered.entries] });
  }

  async thin(): Promise<void> {
    this.tab = "findings";
    const answered = await this.search("minimise", { time: 30 });
    if (!answered) return;
    if (answered.type === "verdict" || answered.file === undefined) {
      this.note = { text: answered.text ?? "" };
      return this.show();
    }
    await this.change({ ...this.doc, file: answered.file });
    this.note = { text: texts.thinned(answered.left_out?.length ?? 0, answered.of ?? 0) };
    this.show();
  }

  async makeUnique(): Promise<void> {
    this.tab = "findings";
    const answered = await this.search("additions", { time: 10 });
    if (!answered) return;
    const given = answered.given ?? [];
    if (answered.type === "verdict") this.note = { text: answered.text ?? "" };
    else if (given.length === 0) this.note = { text: texts.notFound };
    else {
      const changes = answered.changes ?? [];
      const text = texts.given(given.map((one) => `${one.place} = ${one.value}`).join(", "));
      const apply = button(texts.actions.apply, () => void this.applyChanges(changes));
      this.note = changes.length === given.length ? { text, more: apply } : { text };
    }
    this.show();
  }

  // ---- showing ----

  fields(): Field[] {
    return this.board?.fields ?? [];
  }

  /** The fields that have places in the picture, in this mode. */
  private placed(): Field[] {
    const isHere = (field: Field): boolean => field.finds === (this.mode === "solve") && Object.keys(field.places).length > 0;
    return this.fields().filter(isHere);
  }

  /** The field that is being filled in. */
  tool(): Field | undefined {
    const fields = this.placed();
    return fields.find((field) => field.key === this.tools[this.mode]) ?? fields[0];
  }

  private setTool(key: string): void {
    this.tools[this.mode] = key;
    this.show();
  }

  private wordAt(field: Field | undefined): (position: number) => string | null {
    if (!field) return () => null;
    if (!field.finds) return (at) => field.values?.[at] ?? null;
    const own = new Map(this.doc.entries.filter(([layer]) => layer === field.key).map(([, at, word]) => [at, word]));
    return (at) => own.get(at) ?? null;
  }

  private svg(): string {
    const { result, consensus } = this.verdict.known;
    if (this.walk) return this.walk.frames[this.walk.at]?.join("\n") ?? "";
    if (this.hint?.answer.svg) return this.hint.answer.svg;
    if (this.view === "result" && result) return result.svg;
    if (this.view === "consensus" && consensus) return consensus.svg;
    return this.board?.svg ?? "";
  }

  private shownSvg = "";

  /** Shows the whole state. What is pressed or typed into stays what it is until that is done. */
  show(): void {
    if (!this.board) return;
    if (this.isPressing) {
      this.isBehind = true;
      return;
    }
    const active = document.activeElement;
    const name = (element: Element): string => element.getAttribute("aria-label") ?? element.textContent ?? "";
    const wanted = active?.matches("button, input[type=range]") && this.root.contains(active) ? [active.tagName, name(active)] : null;
    this.showHeader();
    this.boardView.show(this.board, this.svg(), this.tool(), (field) => this.wordAt(field));
    this.shownSvg = this.svg();
    this.showTools();
    this.showTabs();
    this.showPanel();
    if (!wanted || active?.isConnected) return;
    // Whoever works with keys goes on where they were.
    const again = [...this.root.querySelectorAll<HTMLElement>(wanted[0] ?? "")].find((one) => name(one) === wanted[1]);
    again?.focus({ preventScroll: true });
  }

  private isPressing = false;
  private isBehind = false;

  /** A click is one only if what was pressed is still there when it is let go. */
  private watchPresses(): void {
    const catchUp = (): void => {
      this.isPressing = false;
      if (this.isBehind) this.show();
      this.isBehind = false;
    };
    // Before the board looks at it: a press may come sooner than the timer, and is for the tool that was chosen last.
    this.boardView.element.addEventListener("pointerdown", catchUp, { capture: true });
    this.root.addEventListener("pointerdown", (event) => {
      this.isPressing = (event.target as Element).closest("button, summary, input[type=range]") !== null;
    });
    const done = (): void => {
      if (this.isPressing) setTimeout(catchUp, 0);
    };
    for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, done);
  }

  private showHeader(): void {
    const mode = (one: Mode, text: string, title: string): HTMLElement =>
      button(text, () => void this.setMode(one), { "aria-pressed": String(this.mode === one), title });
    this.header.replaceChildren(
      button(texts.product, () => this.gallery(), { class: "brand", title: texts.open }),
      h("span", { class: "what" }, this.board?.title ?? this.board?.kind ?? ""),
      h("span", { class: "modes", role: "group" }, mode("set", texts.set, texts.setTitle), mode("solve", texts.solve, texts.solveTitle)),
      h(
        "span",
        { class: "actions" },
        button("↶", () => void this.undo(), { title: `${texts.undo} (Ctrl+Z)`, "aria-label": texts.undo, disabled: !this.history.canUndo }),
        button("↷", () => void this.redo(), { title: `${texts.redo} (Ctrl+Y)`, "aria-label": texts.redo, disabled: !this.history.canRedo }),
        button(texts.open, () => this.gallery(), { title: `${texts.open} (/)` }),
        button(texts.share, () => void shareDialog(this)),
        button(texts.take, () => saveDialog(this)),
        button("?", () => helpDialog(), { title: texts.keys, "aria-label": texts.keys }),
      ),
    );
  }

  private toolsAbout = "";

  private showTools(): void {
    const fields = this.placed();
    const now = this.tool();
    const line = this.verdictLine();
    const about = `${this.mode} ${now?.key} ${fields.length}`;
    const typing = document.activeElement;
    if (typing?.matches("input, select") && this.under.contains(typing) && about === this.toolsAbout) {
      this.under.firstElementChild?.replaceWith(line);
      return;
    }
    this.toolsAbout = about;
    const choose = fields.map((field) =>
      button(field.key, () => this.setTool(field.key), { "aria-pressed": String(field === now), title: field.expects }),
    );
    const loose = this.fields().filter((field) => !field.finds && Object.keys(field.places).length === 0 && this.mode === "set");
    const form = loose.map((field) => this.formOf(field));
    const size = this.mode === "set" ? this.sizeForm() : null;
    this.boardView.drawPad();
    this.under.replaceChildren(line, this.boardView.pad);
    append(this.under, [
      fields.length > 1 && h("div", { class: "choose", role: "group", "aria-label": texts.tools }, ...choose),
      h("div", { class: "grid" }, size, this.placing()),
      form.length > 0 && h("details", { class: "form", open: true }, h("summary", {}, texts.form), ...form),
    ]);
  }

  private showPlacing(): void {
    if (this.isPressing) return void (this.isBehind = true);
    const there = this.under.querySelector(".placing");
    const now = this.placing();
    if (there && now) there.replaceWith(now);
    else if (there) there.remove();
    else if (now) this.under.querySelector(".grid")?.append(now);
  }

  private verdictLine(): HTMLElement {
    return findingsPanel.line(this);
  }

  private sizeForm(): HTMLElement {
    const board = this.board;
    const side = (name: string, now: number, to: (side: number) => Promise<void>): HTMLElement =>
      h(
        "span",
        { class: "side" },
        button("−", () => void to(now - 1), { "aria-label": `${name} −` }),
        h("span", {}, `${now} ${name}`),
        button("+", () => void to(now + 1), { "aria-label": `${name} +` }),
      );
    const rows = board?.rows ?? 1;
    const columns = board?.columns ?? 1;
    return h(
      "div",
      { class: "size", role: "group", "aria-label": texts.size },
      side(texts.rows, rows, (to) => this.resize(to, columns)),
      side(texts.columns, columns, (to) => this.resize(rows, to)),
    );
  }

  /** Turning and moving, of the board or of what is selected. */
  private placing(): HTMLElement | null {
    if (this.mode === "solve" && this.boardView.part() === null) return null;
    const of = this.boardView.part() === null ? texts.wholeBoard : texts.selectedPlaces;
    const one = (sign: string, text: string, action: () => Promise<void>): HTMLElement =>
      button(sign, () => void action(), { title: `${text}: ${of}`, "aria-label": text });
    return h(
      "div",
      { class: "size placing", role: "group", "aria-label": of },
      h("span", { class: "weak" }, of),
      one("↻", texts.turn, () => this.place("turn")),
      one("⇋", texts.mirror, () => this.place("mirror")),
      one("←", texts.moveLeft, () => this.place("move", [0, -1])),
      one("→", texts.moveRight, () => this.place("move", [0, 1])),
      one("↑", texts.moveUp, () => this.place("move", [-1, 0])),
      one("↓", texts.moveDown, () => this.place("move", [1, 0])),
    );
  }

  /** Another size; where only squares are possible, both sides change. */
  private async resize(rows: number, columns: number): Promise<void> {
    const one = await this.askPlace({ rows, columns });
    if (!failed(one)) return this.takeOver(one);
    const side = rows === this.board?.rows ? columns : rows;
    const both = await this.askPlace({ rows: side, columns: side });
    return failed(both) ? this.tell(one) : this.takeOver(both);
  }

  private formOf(field: Field): HTMLElement {
    const rows = field.names.map((name, at) => {
      const value = field.values?.[at] ?? "";
      const label = field.on === "puzzle" ? field.key : `${field.key}, ${name}`;
      if (field.sort === "words") return h("label", {}, h("span", {}, label), this.choiceOf(field, at, value, `${field.key}, ${name}`));
      const entry = h("input", {
        type: "text",
        value,
        placeholder: field.expects,
        title: field.expects,
        "aria-label": `${field.key}, ${name}`,
        onchange: () => this.put(field, [[at, entry.value.trim() === "" ? null : entry.value.trim()]], {}),
      });
      return h("label", {}, h("span", {}, label), entry);
    });
    return h("div", { class: "values" }, ...rows);
  }

  /** One of the words of a field, or nothing. */
  private choiceOf(field: Field, at: number, value: string, label: string): HTMLElement {
    const known = field.words.find((one) => one.word === value || one.sign === value);
    // A mark that is there may be written in several ways.
    const now = known ?? (value !== "" && field.words.length === 1 ? field.words[0] : undefined);
    const option = (word: string, text: string): HTMLElement =>
      h("option", { value: word, selected: (now?.word ?? "") === word }, text);
    const choice: HTMLSelectElement = h(
      "select",
      { "aria-label": label, title: field.expects, onchange: () => this.put(field, [[at, choice.value === "" ? null : choice.value]], {}) },
      option("", texts.nothing),
      ...field.words.map((one) => option(one.word, one.word)),
    );
    return choice;
  }

  private showTabs(): void {
    const one = (tab: Tab): HTMLElement =>
      button(texts.tabs[tab], () => ((this.tab = tab), this.show()), {
        role: "tab",
        "aria-selected": String(this.tab === tab),
      });
    this.tabs.replaceChildren(one("findings"), one("rules"), one("file"), one("guide"));
  }

  private newsShown: unknown;

  private showPanel(): void {
    if (this.tab === "findings") {
      this.panel.replaceChildren(...findingsPanel.show(this));
      // What is new is seen, where the panel is longer than the screen.
      const news = this.note ?? this.hint ?? this.walk?.steps;
      if (news && news !== this.newsShown) this.panel.querySelector(".card")?.scrollIntoView({ block: "nearest" });
      this.newsShown = news;
    }
    else if (this.tab === "rules") this.showRules();
    else if (this.tab === "file") {
      if (document.activeElement?.closest(".editor") !== this.file.element) this.file.text = this.doc.file;
      if (this.file.element.parentElement !== this.panel) this.panel.replaceChildren(this.file.element);
    } else if (this.guide.element.parentElement !== this.panel) {
      this.panel.replaceChildren(this.guide.element);
      void this.guide.load();
    }
  }

  private rulesShown = "";
  private areFormulasShown = false;

  /** The sentences of the rules, as a person reads them. */
  private sentences(): HTMLElement {
    const all = this.board?.rules.map((rule) => h("li", {}, rule.sentence)) ?? [];
    return h("div", { class: "read" }, h("p", {}, this.board?.about ?? ""), h("ul", {}, ...all));
  }

  private rulesSwitch(): HTMLElement {
    const one = (text: string, isThis: boolean): HTMLElement =>
      button(text, () => ((this.areFormulasShown = isThis), this.show()), { "aria-pressed": String(this.areFormulasShown === isThis) });
    return h("div", { class: "row modes", role: "group", "aria-label": texts.tabs.rules }, one(texts.sentences, false), one(texts.formulas, true));
  }

  private showRules(): void {
    const book = this.board?.rulebook;
    const isTyping = document.activeElement?.closest(".editor") === this.rules.element;
    if (book && !isTyping) this.rules.text = book.text;
    const key = JSON.stringify([book?.name, book?.own]);
    if (book && !this.areFormulasShown) {
      this.rulesShown = "";
      this.panel.replaceChildren(
        this.rulesSwitch(),
        this.sentences(),
        h("div", { class: "row" }, button(texts.copyRules, () => void this.copyRules())),
      );
      return;
    }
    if (this.rules.element.parentElement === this.panel && this.rulesShown === key) return;
    this.rulesShown = key;
    if (!book) {
      this.panel.replaceChildren(h("p", {}, texts.rulesInFile), this.sentences());
      return;
    }
    const examples = h("div", { class: "examples" });
    const run = async (): Promise<void> => {
      const answered = await this.runExamples();
      if (!answered || failed(answered)) return;
      examples.replaceChildren(
        ...answered.examples.map((one, at) => {
          const text = one.passed ? texts.passed : texts.failedText;
          const why = one.differences?.join("; ") ?? one.problems?.map((problem) => problem.message).join("; ") ?? "";
          return h("div", { class: one.passed ? "good" : "bad" }, `${texts.example1(at + 1)}: ${text} ${why || (one.text ?? "")}`);
        }),
      );
    };
    const back = async (): Promise<void> => {
      const { [book.name]: _, ...others } = this.doc.rulebooks;
      await this.change({ ...this.doc, rulebooks: others });
    };
    this.panel.replaceChildren(
      this.rulesSwitch(),
      h("p", { class: "weak" }, book.own ? texts.rulesOwn(book.name) : texts.rulesOf(book.name)),
      this.rules.element,
      h(
        "div",
        { class: "row" },
        button(texts.runExamples, () => void run()),
        button(texts.copyRules, () => void this.copyRules()),
        book.own && !book.name.startsWith("my-") && button(texts.backToRules, () => void back()),
      ),
      examples,
    );
  }

  gallery(): void {
    void galleryDialog(this);
  }

  get svgShown(): string {
    return this.shownSvg;
  }

  // ---- keys ----

  private key(event: KeyboardEvent): void {
    const target = event.target as Element | null;
    // A dialog has its own keys: Esc closes it.
    if (document.querySelector("dialog[open]")) return;
    const isTyping = target?.closest("input, textarea") !== null && target !== null;
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    let action: (() => unknown) | undefined;
    if (control && key === "z" && !event.shiftKey && !isTyping) action = () => this.undo();
    else if (control && (key === "y" || (key === "z" && event.shiftKey)) && !isTyping) action = () => this.redo();
    else if (!control && !event.altKey && !isTyping) {
      const actions: Record<string, () => unknown> = {
        z: () => this.undo(),
        y: () => this.redo(),
        h: () => this.ask3(),
        c: () => this.checkEntries(false),
        s: () => this.walkSteps(),
        m: () => this.allMarks(),
        "/": () => this.gallery(),
        "?": () => helpDialog(),
        escape: () => this.letGo(),
        tab: () => this.nextTool(target, event),
        ...(this.walk ? { arrowleft: () => this.stepTo((this.walk?.at ?? 0) - 1), arrowright: () => this.stepTo((this.walk?.at ?? 0) + 1) } : {}),
      };
      action = actions[key];
      // With nothing selected, Tab leaves the board as it leaves everything.
      const isForTools = target === this.boardView.element && this.boardView.hasSelection && this.placed().length > 1;
      if (key === "tab" && (event.shiftKey || !isForTools)) action = undefined;
    }
    if (action) {
      event.preventDefault();
      void action();
    }
  }

  private nextTool(_target: Element | null, _event: Event): void {
    const fields = this.placed();
    const now = this.tool();
    const at = now ? fields.indexOf(now) : -1;
    const next = fields[(at + 1) % fields.length];
    if (next) this.setTool(next.key);
  }

  private letGo(): void {
    this.asking.abort();
    this.hint = undefined;
    this.walk = undefined;
    this.note = undefined;
    this.boardView.letGo();
    this.show();
  }
}
