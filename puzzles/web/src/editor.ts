// A text with its mistakes underlined, and the messages beneath it.

import { button, h } from "./dom";
import type { Problem } from "./protocol";

const PAUSE = 300;

/** What to write instead of what, if the help says so: the word that it names, or else what is underlined. */
function cureOf(problem: Problem, text: string): { from: number; to: number; text: string } | undefined {
  const told = /^(?:`([^`]+)`[^`]*)?did you mean `([^`]+)`(?: instead of `([^`]+)`)?\?/.exec(problem.help ?? "");
  const { from, to } = problem;
  if (!told || from === null || to === null) return undefined;
  const [, named, right = "", instead] = told;
  const wrong = named ?? instead;
  if (wrong === undefined) return { from, to, text: right };
  const at = text.lastIndexOf(wrong, to);
  const isNear = at >= 0 && !text.slice(at, to).includes("\n");
  return isNear ? { from: at, to: at + wrong.length, text: right } : undefined;
}

export class Editor {
  readonly element: HTMLElement;
  private readonly area: HTMLTextAreaElement;
  private readonly under = h("pre", { class: "under", "aria-hidden": "true" });
  private readonly messages = h("div", { class: "messages", role: "status" });
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that was shown last. */
  private shown: string | undefined;

  constructor(label: string, private readonly changed: (text: string) => void) {
    this.area = h("textarea", {
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": label,
      oninput: () => {
        this.mark([]);
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.changed(this.area.value), PAUSE);
      },
      onscroll: () => this.follow(),
      onkeydown: (event: KeyboardEvent) => event.stopPropagation(),
    });
    this.element = h("div", { class: "editor" }, h("div", { class: "layers" }, this.under, this.area), this.messages);
  }

  get text(): string {
    return this.area.value;
  }

  /** What is being typed stays until the text itself is another one. */
  set text(text: string) {
    if (text === this.shown) return;
    this.shown = text;
    if (this.area.value !== text) {
      clearTimeout(this.timer);
      this.area.value = text;
      this.mark([]);
    }
  }

  private follow(): void {
    this.under.scrollTop = this.area.scrollTop;
    this.under.scrollLeft = this.area.scrollLeft;
  }

  private mark(spans: [number, number][]): void {
    const text = this.area.value;
    this.under.replaceChildren();
    let at = 0;
    for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
      if (from < at) continue;
      const end = Math.max(to, from + 1);
      this.under.append(text.slice(at, from), h("u", {}, text.slice(from, end)));
      at = end;
    }
    // A last line of its own keeps both texts as long.
    this.under.append(text.slice(at), "\n ");
    this.follow();
  }

  /** Shows what is wrong with the text; `own` tells which problems are in it. */
  problems(problems: Problem[], own: (problem: Problem) => boolean, good: Node | string): void {
    this.mark(
      problems.filter(own).flatMap((one): [number, number][] => (one.from === null || one.to === null ? [] : [[one.from, one.to]])),
    );
    if (problems.length === 0) {
      this.messages.replaceChildren(good);
      return;
    }
    this.messages.replaceChildren(
      ...problems.slice(0, 20).map((one) => {
        const place = one.line === null ? "" : `${own(one) ? "" : `${one.in}, `}${one.line}:${one.column} `;
        const cure = own(one) ? cureOf(one, this.area.value) : undefined;
        const go = (): void => {
          if (one.from === null || !own(one)) return;
          this.area.focus();
          this.area.setSelectionRange(one.from, one.to ?? one.from);
        };
        return h(
          "div",
          { class: "message" },
          button(`${place}${one.message}`, go, { class: "link" }),
          one.label && h("div", {}, one.label),
          one.help && h("div", { class: "help" }, one.help),
          cure && button(`→ ${cure.text}`, () => this.replace(cure.from, cure.to, cure.text), { class: "cure" }),
        );
      }),
    );
  }

  private replace(from: number, to: number, text: string): void {
    this.area.setRangeText(text, from, to, "end");
    this.area.focus();
    this.changed(this.area.value);
  }
}
