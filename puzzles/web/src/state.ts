// The state of the page in one place: documents as data, with everything before them, in the address and in this browser.

import type { Entry } from "./protocol";

/** All that a person has made. */
export interface Doc {
  readonly file: string;
  readonly rulebooks: Readonly<Record<string, string>>;
  readonly entries: readonly Entry[];
}

export const emptyDoc: Doc = { file: "", rulebooks: {}, entries: [] };

/** The documents before and after the present one. */
export class History {
  private past: Doc[] = [];
  private future: Doc[] = [];
  private gesture: unknown = undefined;

  constructor(private present: Doc) {}

  get doc(): Doc {
    return this.present;
  }

  /** A new document. Those of one gesture are undone together. */
  put(doc: Doc, gesture?: unknown): void {
    const joins = gesture !== undefined && gesture === this.gesture;
    this.gesture = gesture;
    if (!joins) this.past.push(this.present);
    this.future = [];
    this.present = doc;
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }

  get canRedo(): boolean {
    return this.future.length > 0;
  }

  undo(): boolean {
    const before = this.past.pop();
    if (!before) return false;
    this.gesture = undefined;
    this.future.push(this.present);
    this.present = before;
    return true;
  }

  redo(): boolean {
    const after = this.future.pop();
    if (!after) return false;
    this.past.push(this.present);
    this.present = after;
    return true;
  }

  /** The documents before the present one, the latest first. */
  before(): Doc[] {
    return [...this.past].reverse();
  }
}

const VERSION = "1";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** The part of an address after `#` that holds a document, and perhaps a step of the way to its solution. */
export async function toHash(doc: Doc, step = 0): Promise<string> {
  const slim: Record<string, unknown> = { f: doc.file };
  if (Object.keys(doc.rulebooks).length > 0) slim["r"] = doc.rulebooks;
  if (doc.entries.length > 0) slim["e"] = doc.entries;
  if (step > 0) slim["s"] = step;
  const bytes = new TextEncoder().encode(JSON.stringify(slim));
  const small = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of small) text += String.fromCharCode(byte);
  return `${VERSION}.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Whether such a part is meant, even if it cannot be read. */
export const isOwnHash = (hash: string): boolean => /^#?\d+\.[\w-]*$/.test(hash);

/** The most bytes that an address may unpack to. */
const MOST = 4_000_000;

/** The document of such a part, and the step, or null if it is none. */
export async function fromHash(hash: string): Promise<{ doc: Doc; step: number } | null> {
  const [version, text] = hash.replace(/^#/, "").split(".", 2);
  if (version !== VERSION || !text) return null;
  try {
    const packed = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const small = Uint8Array.from(packed, (sign) => sign.charCodeAt(0));
    const reader = new Blob([small]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      // A small address could unpack to more than there is room for.
      if (length > MOST) return null;
      parts.push(value);
    }
    const slim = JSON.parse(await new Blob(parts as BlobPart[]).text());
    const doc = asDoc({ file: slim.f, rulebooks: slim.r, entries: slim.e });
    return doc && { doc, step: Number.isInteger(slim.s) ? slim.s : 0 };
  } catch {
    return null;
  }
}

/** A document, if that is what something is. */
export function asDoc(value: unknown): Doc | null {
  const { file, rulebooks, entries } = (value ?? {}) as Record<string, unknown>;
  if (typeof file !== "string") return null;
  const books: Record<string, string> = {};
  for (const [name, text] of Object.entries((rulebooks as object) ?? {})) {
    if (typeof text === "string") books[name] = text;
  }
  const list = Array.isArray(entries) ? entries : [];
  const isEntry = (entry: unknown): entry is Entry =>
    Array.isArray(entry) &&
    typeof entry[0] === "string" &&
    Number.isInteger(entry[1]) &&
    typeof entry[2] === "string";
  return { file, rulebooks: books, entries: list.filter(isEntry) };
}

const KEY = "quadrille-desk";
const KEPT = 3;

/** The last documents of this browser, the latest first. */
export function kept(): Doc[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(list) ? list.map(asDoc).filter((doc) => doc !== null) : [];
  } catch {
    return [];
  }
}

const kindOf = (doc: Doc): string => /^kind\s*=\s*(.*)$/m.exec(doc.file)?.[1] ?? "";

/** What a document is called: by its title, or its kind. */
export function nameOf(doc: Doc): string {
  const title = /^title\s*=\s*"(.+)"\s*$/m.exec(doc.file)?.[1];
  return title ?? kindOf(doc).replace(/["']/g, "");
}

/** Keeps a document as the latest one. One of the same kind takes the place of the one before. */
export function keep(doc: Doc): void {
  const others = kept().filter((one) => kindOf(one) !== kindOf(doc));
  try {
    localStorage.setItem(KEY, JSON.stringify([doc, ...others].slice(0, KEPT)));
  } catch {
    // No room, or not allowed: the page works without it.
  }
}
