// The guide in the page: chapters, search, examples that open on the board.

import type { App } from "./app";
import { button, h } from "./dom";
import { markdown } from "./markdown";
import { failed } from "./protocol";
import { texts } from "./texts";

interface Chapter {
  name: string;
  about: string;
  text: string;
}

export class GuideView {
  private readonly search = h("input", {
    type: "search",
    placeholder: texts.searchGuide,
    "aria-label": texts.searchGuide,
    oninput: () => this.list(),
  });
  private readonly body = h("div", { class: "guide" });
  readonly element = h("div", {}, this.search, this.body);
  private chapters: Chapter[] = [];

  constructor(private readonly app: App) {}

  async load(): Promise<void> {
    if (this.chapters.length > 0) return;
    const answered = await this.app.engine.ask("guide");
    if (failed(answered)) return;
    this.chapters = answered.chapters;
    this.list();
  }

  private list(): void {
    const word = this.search.value.trim().toLowerCase();
    const found = this.chapters.flatMap((chapter) => {
      if (word === "") return [h("li", {}, this.link(chapter.name, chapter.name), ` ${chapter.about}`)];
      const lines = chapter.text.split("\n").filter((line) => line.toLowerCase().includes(word));
      if (lines.length === 0) return [];
      const shown = lines.slice(0, 5).map((line) => h("div", { class: "line" }, line.trim().slice(0, 160)));
      return [h("li", {}, this.link(chapter.name, chapter.name), ...shown)];
    });
    this.body.replaceChildren(h("ul", { class: "chapters" }, ...found));
  }

  private link(name: string, text: string): HTMLElement {
    return button(text, () => this.chapter(name), { class: "link" });
  }

  private chapter(name: string): void {
    const chapter = this.chapters.find((one) => one.name === name);
    if (!chapter) return this.list();
    this.body.replaceChildren(
      this.link("", `← ${texts.tabs.guide}`),
      ...markdown(chapter.text, (other) => this.chapter(other), (language, code) => this.example(language, code)),
    );
    this.element.parentElement?.scrollTo(0, 0);
  }

  /** A puzzle file or a rulebook can be opened. */
  private example(language: string, code: string): Node | null {
    const [kind, name] = language.split(" ");
    const isNamed = /\.(rules|toml)$/.test(name ?? "");
    const isPuzzle = kind === "toml" && /^\s*(kind|rules)\s*=/m.test(code) && !language.includes("wrong");
    if (!isNamed && !isPuzzle) return null;
    const file = isNamed ? (name ?? "") : "example.toml";
    return button(texts.openIt, () => void this.app.open(code, file));
  }
}
