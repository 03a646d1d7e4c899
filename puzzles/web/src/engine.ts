// Asking the library: in a worker with WebAssembly, or the program that serves the page.

import type { Failed, Requests } from "./protocol";
import { texts } from "./texts";

export interface Engine {
  /** Answers a request; with a signal, until that is given. What is in the background lets others pass. */
  ask<Name extends keyof Requests>(
    name: Name,
    fields?: Record<string, unknown>,
    signal?: AbortSignal,
    inBackground?: boolean,
  ): Promise<Requests[Name] | Failed>;
}

const stopped: Failed = { type: "stopped", text: "stopped" };

/** The program behind `quadrille serve`. Closing the connection stops its work. */
export class Served implements Engine {
  async ask<Name extends keyof Requests>(
    name: Name,
    fields: Record<string, unknown> = {},
    signal?: AbortSignal,
  ): Promise<Requests[Name] | Failed> {
    try {
      const answered = await fetch("api", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ do: name, ...fields }),
        signal: signal ?? null,
      });
      return await answered.json();
    } catch (error) {
      if (signal?.aborted) return stopped;
      return { type: "defect", text: texts.gone, report: String(error) };
    }
  }
}

interface Waiting {
  text: string;
  signal: AbortSignal | undefined;
  done(answer: Failed | Requests[keyof Requests]): void;
}

/** One worker, which answers one request after the other. */
class Lane {
  private worker: Worker | undefined;
  private readonly queue: Waiting[] = [];
  private current: Waiting | undefined;

  constructor(private readonly start: () => Worker) {
    this.worker = this.launch();
  }

  private launch(): Worker {
    const worker = this.start();
    worker.onmessage = (event: MessageEvent<string>) => {
      this.finish(JSON.parse(event.data));
    };
    // A panic of the library: the worker is lost, the page is not.
    worker.onerror = (event) => {
      event.preventDefault();
      this.renew();
      this.finish({ type: "defect", text: texts.crashed, report: event.message });
    };
    return worker;
  }

  private renew(): void {
    this.worker?.terminate();
    this.worker = this.launch();
  }

  private finish(answer: Failed | Requests[keyof Requests]): void {
    const asked = this.current;
    this.current = undefined;
    asked?.done(answer);
    this.next();
  }

  private next(): void {
    while (!this.current) {
      const asked = this.queue.shift();
      if (!asked) return;
      if (asked.signal?.aborted) {
        asked.done(stopped);
        continue;
      }
      this.current = asked;
      this.worker?.postMessage(asked.text);
    }
  }

  ask(text: string, signal: AbortSignal | undefined): Promise<Failed | Requests[keyof Requests]> {
    return new Promise((done) => {
      const asked: Waiting = { text, signal, done };
      // A search knows no signals here: to stop it is to end its worker.
      signal?.addEventListener("abort", () => {
        const at = this.queue.indexOf(asked);
        if (this.current === asked) {
          this.renew();
          this.finish(stopped);
        } else if (at >= 0) {
          this.queue.splice(at, 1);
          done(stopped);
        }
      });
      this.queue.push(asked);
      this.next();
    });
  }
}

/** What searches, and may have to be stopped, has a worker of its own. */
const SEARCHES: (keyof Requests)[] = ["solve", "check", "hint", "steps", "steps_page", "grade", "minimise", "additions"];

/** The library in this page. */
export class InPage implements Engine {
  private readonly quick: Lane;
  private readonly slow: Lane;
  private readonly background: Lane;

  constructor(start: () => Worker) {
    this.quick = new Lane(start);
    this.slow = new Lane(start);
    this.background = new Lane(start);
  }

  ask<Name extends keyof Requests>(
    name: Name,
    fields: Record<string, unknown> = {},
    signal?: AbortSignal,
    inBackground = false,
  ): Promise<Requests[Name] | Failed> {
    const lane = inBackground ? this.background : SEARCHES.includes(name) ? this.slow : this.quick;
    const text = JSON.stringify({ do: name, ...fields });
    return lane.ask(text, signal) as Promise<Requests[Name] | Failed>;
  }
}
