// The documents of the protocol, as far as the page looks into them. `quadrille::protocol` describes them.

export type Entry = [layer: string, position: number, word: string];
export type Change = [key: string, position: number, word: string | null];

export type Side = "up" | "right" | "down" | "left";

export interface Field {
  key: string;
  layers: string[];
  on: "cell" | "edge" | "link" | "corner" | "line" | "region" | "puzzle";
  sort: "words" | "numbers" | "regions" | "list" | "text";
  expects: string;
  words: { word: string; sign: string; towards: Side | null; blank: boolean }[];
  range: [number, number] | null;
  names: string[];
  places: Record<string, number>;
  finds: boolean;
  values?: (string | null)[];
  given?: boolean[];
  needed?: boolean;
}

export interface Board {
  type: "board";
  file: string;
  kind: string;
  about: string;
  title: string | null;
  source: string | null;
  notes: string | null;
  rows: number;
  columns: number;
  boards: number;
  remarks: string[];
  rules: { id: string; sentence: string }[];
  rulebook: { name: string; text: string; own: boolean } | null;
  rulebooks?: Record<string, string>;
  fields: Field[];
  svg: string;
  printed: string | null;
  /** After a change of the grid: what was entered, and the selected positions. */
  entries?: Entry[];
  selected?: number[];
}

export interface Problem {
  in: string;
  message: string;
  label: string;
  help: string | null;
  line: number | null;
  column: number | null;
  from: number | null;
  to: number | null;
}

/** What an answer may be instead of what was asked for. */
export interface Failed {
  type: "bad_input" | "bad_request" | "refused" | "defect" | "stopped";
  text?: string;
  report?: string;
  problems?: Problem[];
}

export interface Result {
  type: "result";
  verdict: {
    text: string;
    found: number;
    exhausted: boolean;
    stopped: string | null;
    unfinished: string | null;
  };
  answer: { text: string; values: (string | null)[] | string };
  no_solution: {
    refuted_by: string | null;
    rules: string[] | null;
    culprits: string[] | null;
    to_blame: string[];
    to_change: { part: string; value: string }[];
  } | null;
  consensus: {
    complete: boolean;
    solutions: number | null;
    places: { place: string; seen: string[]; undecided: string[] }[];
  } | null;
  weak_rules: string[];
  statistics: { seconds: { total: number }; nodes: number };
  svg: string;
  printed?: string;
  entries?: Entry[];
}

export interface Check {
  type: "check";
  holds: boolean;
  broken: { rule: string; cells: string[]; message: string }[];
  places: number;
  open: number;
  solved: boolean;
  deep: { completable: boolean | null } | null;
}

export interface Step {
  conclusions: { place: string; cells: string[]; text: string }[];
  rules: { sentence: string; place: string }[];
  known: { text: string }[];
  why: string[];
  cost: number;
}

export interface Hint {
  type: "hint" | "wrong" | "solved" | "clash" | "open" | "late";
  level?: "where" | "what" | "why";
  text?: string;
  places?: string[];
  conclusions?: { place: string; cells: string[]; text: string }[];
  steps?: Step[];
  svg?: string;
  entries?: Entry[];
}

export interface Steps {
  type: "steps";
  end: string;
  text: string;
  steps: Step[];
  first?: string[];
  changes?: [line: number, removed: number, added: string[]][][];
}

export interface Grade {
  type: "grade";
  number: number | null;
  word: string | null;
  text?: string;
}

export interface Genre {
  name: string;
  about: string;
  family: string | null;
  also: string[];
}

export interface Requests {
  hello: { type: "hello"; protocol: number };
  list: { type: "list"; genres: Genre[]; puzzles: string[]; puzzles_of_genres: string[] };
  guide: { type: "guide"; chapters: { name: string; about: string; text: string }[] };
  picture: { type: "picture"; svg: string };
  rules: {
    type: "rules";
    warnings: string[];
    rules: { id: string; sentence: string }[];
    examples: { passed: boolean; text?: string; differences?: string[]; problems?: Problem[] }[];
  };
  open: Board;
  new: Board;
  board: Board;
  edit: Board;
  place: Board;
  entries: { type: "entries"; entries: Entry[] };
  solve: Result;
  check: Check;
  solved: { type: "solved"; solved: boolean };
  candidates: { type: "entries"; entries: Entry[] };
  hint: Hint;
  steps: Steps;
  steps_page: { type: "page"; html: string };
  grade: Grade;
  minimise: { type: "thinned" | "verdict"; file?: string; of?: number; left_out?: unknown[]; text?: string };
  additions: {
    type: "additions" | "verdict";
    given?: { place: string; value: string }[];
    least?: boolean | null;
    changes?: Change[];
    text?: string;
  };
  link: { type: "address"; address: string };
}

export const failed = (answer: { type: string }): answer is Failed =>
  ["bad_input", "bad_request", "refused", "defect", "stopped"].includes(answer.type);

/** What went wrong, line by line, each with where it stands in the text that was sent. */
export function inWords(answer: Failed): string {
  const line = (one: Problem): string => {
    const place = one.line === null ? "" : `${one.line}:${one.column} `;
    return `${place}${one.message}${one.label ? `: ${one.label}` : ""}${one.help ? ` (${one.help})` : ""}`;
  };
  return answer.text ?? answer.problems?.map(line).join("\n") ?? answer.report ?? "";
}
