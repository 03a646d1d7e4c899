// What is known of the puzzle, as it becomes known: the verdict that keeps up with every change, and what is asked for.

import type { Engine } from "./engine";
import type { Check, Grade, Result } from "./protocol";
import { failed } from "./protocol";
import { texts } from "./texts";

/** What is known of a board. Of none of it more is said than was found out. */
export interface Known {
  /** The file that it is about. */
  about: string;
  working: boolean;
  since: number;
  result?: Result;
  consensus?: Result;
  check?: Check;
  grade?: Grade;
  failure?: string;
}

const FIRST = 3;
const LONGEST = 600;

export const seconds = (time: number): string =>
  time < 1 ? `${Math.round(time * 1000)} ms` : `${time.toFixed(time < 10 ? 1 : 0)} s`;

/** The line about a result: a sign, and words that say the same. */
export function line(known: Known): { sign: string; text: string; class: string } {
  const verdict = known.result?.verdict;
  if (known.failure) return { sign: "○", text: known.failure, class: "none" };
  if (!verdict || !known.result) return { sign: "…", text: known.working ? texts.verdict.working : texts.verdict.stopped, class: "open" };
  const time = seconds(known.result.statistics.seconds.total);
  if (verdict.unfinished) return { sign: "◌", text: texts.verdict.unfinished(verdict.unfinished), class: "open" };
  if (verdict.found === 0 && verdict.exhausted) return { sign: "○", text: texts.verdict.none, class: "none" };
  if (verdict.found === 0) return { sign: "…", text: texts.verdict.unknown(time), class: "open" };
  if (verdict.found === 1 && verdict.exhausted) return { sign: "●", text: texts.verdict.one, class: "one" };
  if (verdict.found === 1) return { sign: "◔", text: texts.verdict.atLeastOne(time), class: "open" };
  return { sign: "◐", text: texts.verdict.several(verdict.found, verdict.exhausted), class: "several" };
}

/** Keeps the verdict up with the puzzle. */
export class Verdict {
  known: Known = { about: "", working: false, since: 0 };
  private stopper = new AbortController();

  constructor(
    private readonly engine: () => Engine,
    private readonly changed: () => void,
  ) {}

  /** Whether nothing was asked since what was known was forgotten. */
  isForgotten = false;

  /** What was known is of another puzzle. */
  forget(): void {
    this.stopper.abort();
    this.isForgotten = true;
    this.known = { about: "", working: false, since: 0 };
  }

  stop(): void {
    this.stopper.abort();
    if (this.known.working) {
      this.known = { ...this.known, working: false };
      this.changed();
    }
  }

  /** Begins anew, for another puzzle. */
  async look(fields: { puzzle: string; rulebooks: object }): Promise<void> {
    this.stopper.abort();
    this.isForgotten = false;
    const stopper = new AbortController();
    this.stopper = stopper;
    const about = JSON.stringify(fields);
    this.known = { ...this.known, working: true, since: performance.now() };
    this.changed();
    const told = (more: Partial<Known>): void => {
      if (stopper.signal.aborted) return;
      const before = this.known.about === about ? this.known : { about, working: true, since: this.known.since };
      this.known = { ...before, ...more };
      this.changed();
    };
    for (const time of [FIRST, LONGEST]) {
      const result = await this.engine().ask("solve", { ...fields, time, explain: true }, stopper.signal, true);
      if (stopper.signal.aborted) return;
      if (failed(result)) {
        told({ failure: result.text ?? result.report ?? "", working: false });
        return;
      }
      const isOpen = result.verdict.stopped !== null && result.verdict.stopped !== "several";
      told({ result, working: isOpen && time === FIRST });
      if (!isOpen) break;
    }
    const found = this.known.result?.verdict;
    if (found && found.found > 1 && !stopper.signal.aborted) {
      told({ working: true });
      const consensus = await this.engine().ask("solve", { ...fields, time: FIRST, consensus: true }, stopper.signal, true);
      told(failed(consensus) ? { working: false } : { consensus, working: false });
    } else {
      told({ working: false });
    }
  }
}
