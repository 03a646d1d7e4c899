// Making elements. Texts become text nodes, never markup.

type Child = Node | string | number | null | undefined | false;
type Properties = Record<string, unknown>;

/** An element with properties, listeners (`onclick`), attributes, and children. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "class") element.className = String(value);
    else if (name === "value") (element as unknown as HTMLInputElement).value = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(element: Element, children: (Child | Child[])[]): void {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** A picture of the library as an element. It is parsed as XML, so nothing in it is obeyed. */
export function picture(text: string): SVGSVGElement {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  parsed.querySelectorAll("script").forEach((script) => script.remove());
  return document.importNode(parsed, true) as unknown as SVGSVGElement;
}

export function button(text: string, action: () => void, properties: Properties = {}): HTMLButtonElement {
  return h("button", { type: "button", onclick: action, ...properties }, text);
}

/** Lets the browser save a text or bytes as a file. */
export function save(name: string, content: string | Blob, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type }) : content;
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
