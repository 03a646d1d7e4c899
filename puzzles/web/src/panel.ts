// The tab of findings: the verdict, what is asked for, hints and steps.

import type { App, View } from "./app";
import { button, h } from "./dom";
import { line, seconds } from "./findings";
import { texts } from "./texts";

function verdict(app: App): HTMLElement[] {
  const { known } = app.verdict;
  const parts: HTMLElement[] = [];
  const result = known.result;
  if (!result) return parts;
  const about = result.no_solution;
  if (about) {
    const rules = about.rules ?? (about.refuted_by ? [about.refuted_by] : []);
    const list = (title: string, items: string[]): void => {
      if (items.length > 0) parts.push(h("h3", {}, title), h("ul", {}, ...items.map((item) => h("li", {}, item))));
    };
    list(about.rules ? texts.verdict.conflict : texts.verdict.refuted, rules);
    list(texts.verdict.blame, about.to_blame);
    list(texts.verdict.change, about.to_change.map((one) => `${one.part}: ${one.value}`));
    parts.push(h("p", { class: "weak" }, texts.verdict.legend));
  }
  const values = result.answer.values;
  // Who solves wants to find it.
  const isHidden = app.mode === "solve" && app.view === "board";
  if (!isHidden && result.answer.text && Array.isArray(values) && values[0]) {
    parts.push(h("p", {}, texts.verdict.answer(result.answer.text, values[0])));
  }
  if (result.weak_rules.length > 0) {
    parts.push(h("p", { class: "weak" }, texts.verdict.weak), h("ul", {}, ...result.weak_rules.map((rule) => h("li", {}, rule))));
  }
  return parts;
}

/** What can be seen on the board instead of it. */
function views(app: App): HTMLElement | null {
  const { result, consensus } = app.verdict.known;
  const choices: [View, string][] = [["board", texts.showBoard]];
  if (result?.no_solution) choices.push(["result", texts.showConflict]);
  else if (result && result.verdict.found === 1) choices.push(["result", texts.showSolution]);
  else if (result && result.verdict.found > 1) choices.push(["result", texts.showDifferences]);
  if (consensus?.consensus) choices.push(["consensus", texts.showCandidates]);
  if (choices.length === 1) return null;
  const one = ([view, text]: [View, string]): HTMLElement =>
    button(text, () => {
      app.view = view;
      app.hint = undefined;
      app.walk = undefined;
      app.show();
    }, { "aria-pressed": String(app.view === view && !app.hint && !app.walk) });
  return h("div", { class: "row views", role: "group", "aria-label": texts.show }, ...choices.map(one));
}

/** A line of reasons: what it is about is marked while somebody points at it. */
function lineOf(app: App, text: string): HTMLElement {
  const look = (): void => app.look(text);
  const away = (): void => app.look("");
  return h("li", { tabindex: "0", class: "reason", onpointerenter: look, onpointerleave: away, onfocus: look, onblur: away }, text);
}

function hint(app: App): HTMLElement | null {
  if (!app.hint) return null;
  const { answer } = app.hint;
  const body: (HTMLElement | string)[] = [];
  if (answer.type !== "hint") {
    body.push(h("p", {}, answer.text ?? ""));
    if (answer.type === "wrong") body.push(button(texts.actions.back, () => void app.backToRight()));
  } else if (answer.places) {
    body.push(h("p", {}, texts.hintLook(answer.places.join(", "))));
  } else if (answer.conclusions) {
    body.push(h("p", { class: "found" }, answer.conclusions.map((one) => one.text).join(", ")));
  }
  for (const step of answer.steps ?? []) {
    body.push(h("p", { class: "found" }, step.conclusions.map((one) => one.text).join(", ")));
    body.push(h("ul", {}, ...step.why.map((why) => lineOf(app, why))));
  }
  if (answer.type === "hint") {
    body.push(
      h(
        "div",
        { class: "row" },
        app.hint.level < 2 && button(texts.actions.more, () => void app.ask3(), { class: "main" }),
        app.hint.level > 0 && app.decided().length > 0 && button(texts.actions.doIt, () => void app.doHint()),
      ),
    );
  }
  return h("div", { class: "card hint" }, h("h3", {}, texts.actions.hint), ...body);
}

function steps(app: App): HTMLElement | null {
  const walk = app.walk;
  if (!walk) return null;
  const all = walk.steps.steps;
  const last = walk.frames.length - 1;
  const step = all[walk.at - 1];
  const hardest = all.reduce((best, one, at) => (one.cost > (all[best]?.cost ?? -1) ? at : best), 0);
  const name = walk.at === 0 ? texts.thePuzzle : walk.at === last ? texts.theEnd : texts.stepOf(walk.at, all.length);
  const slider = h("input", {
    type: "range",
    list: "hardest",
    min: 0,
    max: last,
    value: walk.at,
    "aria-label": texts.actions.steps,
    "aria-valuetext": name,
    oninput: () => app.stepTo(Number(slider.value)),
  });
  return h(
    "div",
    { class: "card steps" },
    h("h3", {}, name, step && walk.at - 1 === hardest ? ` · ${texts.hardest}` : ""),
    h(
      "div",
      { class: "row" },
      button("←", () => app.stepTo(walk.at - 1), { "aria-label": "←" }),
      slider,
      h("datalist", { id: "hardest" }, h("option", { value: String(hardest + 1), label: texts.hardest })),
      button("→", () => app.stepTo(walk.at + 1), { "aria-label": "→" }),
      all.length > 1 && button(texts.hardest, () => app.stepTo(hardest + 1)),
    ),
    step ? h("p", { class: "found" }, step.conclusions.map((one) => one.text).join(", ")) : h("p", {}, walk.at === last ? walk.steps.text : ""),
    step && h("ul", {}, ...step.why.map((why) => lineOf(app, why))),
  );
}

async function grade(app: App): Promise<void> {
  const answered = await app.search("grade", { time: 30 });
  if (answered) app.note = { text: "", more: h("pre", { class: "told" }, answered.text ?? "") };
  app.show();
}

async function count(app: App): Promise<void> {
  const answered = await app.search("solve", { limit: 10_000, count: true, time: 20 });
  if (answered) app.note = { text: answered.verdict.text };
  app.show();
}

async function fill(app: App): Promise<void> {
  const entries = app.verdict.known.result?.entries;
  if (entries) await app.change({ ...app.doc, entries });
}

export const findingsPanel = {
  /** The verdict in words. */
  told(app: App): string {
    const { known } = app.verdict;
    return known.about === "" ? "" : line(known).text;
  },

  /** The one line that is always there. */
  line(app: App): HTMLElement {
    const { known } = app.verdict;
    const about = JSON.stringify(app.request);
    const told = line(known);
    const isOld = known.about !== "" && known.about !== about;
    const result = known.result;
    const figures = result ? texts.verdict.nodes(result.statistics.nodes, seconds(result.statistics.seconds.total)) : "";
    return h(
      "div",
      { class: `verdict ${told.class}${isOld ? " old" : ""}` },
      h("span", { class: "sign" }, told.sign),
      h("span", { class: "words" }, told.text),
      isOld && h("span", { class: "weak" }, texts.verdict.before),
      known.working && h("span", { class: "weak" }, texts.verdict.working),
      !known.working && figures !== "" && h("span", { class: "weak figures" }, figures),
      known.working && button(texts.actions.stop, () => app.verdict.stop(), { class: "small" }),
    );
  },

  show(app: App): HTMLElement[] {
    const isSolving = app.mode === "solve";
    const actions = isSolving
      ? [
          button(texts.actions.hint, () => void app.ask3(), { class: "main", title: "H" }),
          button(texts.actions.check, () => void app.checkEntries(false), { title: "C" }),
          button(texts.actions.solvable, () => void app.checkEntries(true)),
          button(texts.actions.steps, () => void app.walkSteps(), { title: "S" }),
          button(texts.actions.grade, () => void grade(app)),
          button(texts.actions.marks, () => void app.allMarks(), { title: "M" }),
          button(texts.actions.fill, () => void fill(app), { disabled: !app.verdict.known.result?.entries }),
          button(texts.actions.clear, () => void app.change({ ...app.doc, entries: [] }), { disabled: app.doc.entries.length === 0 }),
        ]
      : [
          button(texts.actions.thin, () => void app.thin()),
          button(texts.actions.add, () => void app.makeUnique()),
          button(texts.actions.count, () => void count(app)),
          button(texts.actions.grade, () => void grade(app)),
          button(texts.actions.steps, () => void app.walkSteps(), { title: "S" }),
          button(texts.actions.hint, () => void app.ask3(), { title: "H" }),
        ];
    const note = app.note && h("div", { class: "card note" }, app.note.text && h("p", {}, app.note.text), app.note.more ?? null);
    const always = h("input", { type: "checkbox", checked: app.checksAlways, onchange: () => app.setChecksAlways(always.checked) });
    const option = isSolving ? h("label", { class: "row" }, always, texts.checkAlways) : null;
    const rules = h(
      "details",
      { class: "sentences" },
      h("summary", {}, texts.tabs.rules),
      h("ul", {}, ...(app.board?.rules ?? []).map((rule) => h("li", {}, rule.sentence))),
    );
    const parts = [h("div", { class: "row" }, ...actions), option, views(app), note ?? null, hint(app), steps(app), ...verdict(app), rules];
    return parts.filter((part) => part !== null);
  },
};
