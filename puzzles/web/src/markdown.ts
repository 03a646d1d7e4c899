// The guide's Markdown as elements: headings, paragraphs, lists, tables, blocks of code. What is text stays text.

import { append, h } from "./dom";

/** `code`, **strong**, *weak* and [links](…) in a line. Links to other chapters call `go`; others are only text. */
function inline(text: string, go: (chapter: string) => void): (Node | string)[] {
  const parts: (Node | string)[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\](?:\(([^)]*)\)|\[[^\]]*\])?/g;
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    parts.push(text.slice(at, found.index));
    const [whole, code, strong, weak, label, target] = found;
    if (code) parts.push(h("code", {}, code));
    else if (strong) parts.push(h("strong", {}, ...inline(strong, go)));
    else if (weak) parts.push(h("em", {}, weak));
    else if (label) {
      const chapter = /([a-z_]+)\.md/.exec(target ?? "")?.[1];
      const shown = inline(label, go);
      parts.push(
        chapter
          ? h("a", { href: "#", onclick: (event: Event) => (event.preventDefault(), go(chapter.replaceAll("_", "-"))) }, ...shown)
          : h("span", {}, ...shown),
      );
    }
    at = found.index + whole.length;
  }
  parts.push(text.slice(at));
  return parts;
}

/** The elements of a text; `example` makes what stands beside a block of code in a language. */
export function markdown(
  text: string,
  go: (chapter: string) => void,
  example: (language: string, code: string) => Node | null,
): Node[] {
  const nodes: Node[] = [];
  const lines = text.split("\n");
  const starts = (line: string): boolean => /^(#|```|[*-] |\d+\. |\|)/.test(line.trim()) || line.trim() === "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const trimmed = line.trim();
    const heading = /^(#{1,4}) (.*)$/.exec(trimmed);
    if (trimmed === "") continue;
    if (trimmed.startsWith("```")) {
      const language = trimmed.slice(3);
      const code: string[] = [];
      for (at += 1; at < lines.length && !lines[at]?.trim().startsWith("```"); at += 1) code.push(lines[at] ?? "");
      const beside = example(language, code.join("\n"));
      nodes.push(h("div", { class: "example" }, h("pre", {}, code.join("\n")), beside));
    } else if (heading) {
      const tag = (["h2", "h3", "h4", "h5"] as const)[(heading[1]?.length ?? 1) - 1] ?? "h5";
      nodes.push(h(tag, {}, ...inline(heading[2] ?? "", go)));
    } else if (trimmed.startsWith("|")) {
      const table = h("table");
      for (; lines[at]?.trim().startsWith("|"); at += 1) {
        const cells = (lines[at] ?? "").trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/);
        if (cells.every((cell) => /^\s*:?-*:?\s*$/.test(cell)) && table.children.length > 0) continue;
        const tag = table.children.length === 0 ? "th" : "td";
        table.append(h("tr", {}, ...cells.map((cell) => h(tag, {}, ...inline(cell.trim().replaceAll("\\|", "|"), go)))));
      }
      at -= 1;
      nodes.push(h("div", { class: "wide" }, table));
    } else if (/^([*-]|\d+\.) /.test(trimmed)) {
      const list = h(/^\d/.test(trimmed) ? "ol" : "ul");
      for (; at < lines.length && /^\s*([*-]|\d+\.) /.test(lines[at] ?? ""); at += 1) {
        let item = (lines[at] ?? "").trim().replace(/^([*-]|\d+\.) /, "");
        while (lines[at + 1]?.startsWith(" ") && !/^\s*([*-]|\d+\.) /.test(lines[at + 1] ?? "")) {
          at += 1;
          item += ` ${lines[at]?.trim()}`;
        }
        list.append(h("li", {}, ...inline(item, go)));
      }
      at -= 1;
      nodes.push(list);
    } else {
      let paragraph = trimmed;
      while (at + 1 < lines.length && !starts(lines[at + 1] ?? "")) {
        at += 1;
        paragraph += ` ${lines[at]?.trim()}`;
      }
      const element = h("p");
      append(element, inline(paragraph, go));
      nodes.push(element);
    }
  }
  return nodes;
}
