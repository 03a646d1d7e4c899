// Dialogs: opening, sharing, saving, keys.

import type { App } from "./app";
import { button, h, picture, save } from "./dom";
import type { Failed, Genre } from "./protocol";
import { failed, inWords } from "./protocol";
import { kept, nameOf, toHash } from "./state";
import { texts } from "./texts";

function dialog(title: string, ...children: (Node | null)[]): HTMLDialogElement {
  document.querySelectorAll("dialog").forEach((open) => open.remove());
  const made = h("dialog", { "aria-label": title }) as HTMLDialogElement;
  made.append(h("div", { class: "head" }, h("h2", {}, title), button("×", () => made.close(), { "aria-label": texts.close })));
  made.append(...children.filter((child) => child !== null));
  made.addEventListener("close", () => made.remove());
  made.addEventListener("click", (event) => event.target === made && made.close());
  document.body.append(made);
  made.showModal();
  return made;
}

const fits = (genre: Genre, word: string): boolean => {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  return [genre.name, ...genre.also].some((name) => plain(name).includes(plain(word))) || genre.about.toLowerCase().includes(word.toLowerCase());
};

/** Where puzzles are opened; perhaps with a text that could not be. */
export async function galleryDialog(app: App, tried?: { text: string; wrong: Failed }): Promise<void> {
  const answered = await app.engine.ask("list");
  if (failed(answered)) return;
  const list = h("div", { class: "gallery" });
  const text = h("textarea", { rows: 2, placeholder: texts.paste, "aria-label": texts.paste });
  const wrong = h("div", { class: "wrong", role: "status" });
  const refuse = (content: string, answer: Failed): void => {
    text.value = content;
    text.rows = Math.min(12, Math.max(2, content.split("\n").length));
    wrong.textContent = inWords(answer);
  };
  const open = async (content: string, name?: string): Promise<void> => {
    if (content.trim() === "") return;
    const answer = await app.tryOpen(content, name);
    if (answer) refuse(content, answer);
    else box.close();
  };
  text.addEventListener("paste", () => setTimeout(() => void open(text.value), 0));
  const file = h("input", {
    type: "file",
    "aria-label": texts.orFile,
    onchange: async () => {
      const chosen = file.files?.[0];
      if (chosen) await open(await chosen.text(), chosen.name);
    },
  });
  const search = h("input", { type: "search", placeholder: texts.search, "aria-label": texts.search, oninput: () => draw() });
  // A picture is drawn when it comes into view.
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((one) => one.isIntersecting)) {
      seen.unobserve(entry.target);
      void app.engine.ask("picture", { name: (entry.target as HTMLElement).dataset["name"] ?? "" }).then((drawn) => {
        if (!failed(drawn)) entry.target.replaceChildren(picture(drawn.svg));
      });
    }
  });
  const card = (genre: Genre): HTMLElement => {
    const thumb = h("span", { class: "thumb", "data-name": genre.name, "aria-hidden": "true" });
    seen.observe(thumb);
    const puzzle = button("", () => void open(genre.name), { class: "pick", title: genre.about, "aria-label": `${genre.name}: ${genre.about}` });
    puzzle.append(thumb, h("b", {}, genre.name), h("span", {}, genre.about));
    return h("div", { class: "genre" }, puzzle, button(texts.newOne, () => (box.close(), void app.openNew(genre.name)), { class: "small" }));
  };
  const draw = (): void => {
    const word = search.value.trim();
    const genres = answered.genres.filter((genre) => word === "" || fits(genre, word));
    const families = [...new Set(genres.map((genre) => genre.family ?? ""))].sort();
    list.replaceChildren(
      ...families.flatMap((family) => [
        h("h3", {}, texts.galleryOf(family)),
        h("div", { class: "cards" }, ...genres.filter((genre) => (genre.family ?? "") === family).map(card)),
      ]),
    );
  };
  // The first of these is the one that is there.
  const last = kept().slice(1).map((doc) => button(nameOf(doc), () => (box.close(), void app.load(doc)), { class: "small" }));
  const box = dialog(
    texts.open,
    h("div", { class: "row" }, text, button(texts.openIt, () => void open(text.value), { class: "main" })),
    wrong,
    h("div", { class: "row" }, file, h("span", { class: "weak" }, texts.dropped)),
    last.length > 0 ? h("div", { class: "row" }, h("span", { class: "weak" }, texts.lastBoards), ...last) : null,
    search,
    list,
  );
  box.classList.add("large");
  draw();
  search.focus();
  if (tried) {
    refuse(tried.text, tried.wrong);
    text.focus();
  }
}

export async function shareDialog(app: App): Promise<void> {
  const hash = await toHash(app.doc, app.walk?.at);
  const own = `${location.href.split("#")[0]}#${hash}`;
  const address = await app.engine.ask("link", app.request);
  const row = (label: string, text: string): HTMLElement => {
    const field = h("input", { type: "text", value: text, readonly: true, "aria-label": label });
    const copy = button(texts.copy, async () => {
      field.select();
      await navigator.clipboard?.writeText(text).catch(() => undefined);
      copy.textContent = texts.copied;
    });
    return h("div", { class: "share" }, h("label", {}, label), h("div", { class: "row" }, field, copy));
  };
  dialog(
    texts.shareTitle,
    row(app.walk && app.walk.at > 0 ? texts.pageAddressAt(app.walk.at) : texts.pageAddress, own),
    own.length > 8000 ? h("p", { class: "weak" }, texts.tooLong) : null,
    failed(address) ? h("p", { class: "weak" }, address.text ?? "") : row(texts.puzzAddress, address.address),
  );
}

/** A picture as PNG, by the browser. */
async function png(svg: string): Promise<Blob | null> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = h("canvas", { width: image.naturalWidth * 2, height: image.naturalHeight * 2 });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Prints pictures, the solutions on pages of their own. */
function print(pictures: string[], solutions: string[], sentences: string[]): void {
  const page = h("div", { class: "print" });
  const several = pictures.length > 1;
  page.append(
    h("div", { class: `sheet${several ? " several" : ""}` }, ...pictures.map((one) => h("figure", {}, picture(one)))),
    h("ul", {}, ...(several ? [] : sentences).map((one) => h("li", {}, one))),
  );
  if (solutions.length > 0) {
    page.append(h("h2", { class: "break" }, texts.solutions), h("div", { class: "sheet several" }, ...solutions.map((one) => h("figure", {}, picture(one)))));
  }
  document.body.append(page);
  document.body.classList.add("printing");
  window.addEventListener("afterprint", () => (page.remove(), document.body.classList.remove("printing")), { once: true });
  window.print();
}

const sheetSolutions: (string | undefined)[] = [];

export function saveDialog(app: App): void {
  const name = (app.board?.title ?? app.board?.kind ?? "puzzle").replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();
  const solved = (): string | undefined => {
    const { result } = app.verdict.known;
    return result?.verdict.found === 1 && result.verdict.exhausted ? result.printed : undefined;
  };
  const plain = async (): Promise<string> => {
    const board = await app.engine.ask("board", { ...app.request, printed: true });
    return failed(board) ? "" : (board.printed ?? "");
  };
  const sentences = (app.board?.rules ?? []).map((rule) => rule.sentence);
  const book = app.board?.rulebook;
  const { save: words } = texts;
  const one = (text: string, action: () => unknown, isThere = true): HTMLElement =>
    button(text, () => void action(), { disabled: !isThere });
  dialog(
    texts.take,
    h(
      "div",
      { class: "column" },
      one(words.file, () => save(`${name}.toml`, app.doc.file)),
      one(words.rulebook, () => book && save(`${book.name}.rules`, book.text), !!book),
      one(words.solution, () => save(`${name}.json`, JSON.stringify(app.verdict.known.result), "application/json"), !!solved()),
      one(words.svg, async () => save(`${name}.svg`, await plain(), "image/svg+xml")),
      one(words.svgSolved, () => save(`${name}-solution.svg`, solved() ?? "", "image/svg+xml"), !!solved()),
      one(words.png, async () => {
        const drawn = await png(await plain());
        if (drawn) save(`${name}.png`, drawn);
      }),
      one(words.page, async () => {
        const answered = await app.search("steps_page", { time: 30 });
        if (answered) save(`${name}-steps.html`, answered.html, "text/html");
        app.show();
      }),
      one(words.print, async () => print([await plain()], [], sentences)),
      one(words.printSolved, async () => print([await plain()], [solved() ?? ""], sentences), !!solved()),
      one(words.addSheet, async () => {
        app.sheet.push(await plain());
        sheetSolutions.push(solved());
        saveDialog(app);
      }),
      one(words.sheet(app.sheet.length), () => print(app.sheet, sheetSolutions.filter((one) => one !== undefined), []), app.sheet.length > 0),
    ),
  );
}

export function helpDialog(): void {
  dialog(texts.keys, h("table", { class: "keys" }, ...texts.help.map(([keys, what]) => h("tr", {}, h("th", {}, keys), h("td", {}, what)))));
}
