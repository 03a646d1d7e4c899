// Starts the page: over the program that serves it, or with the library in workers.

import { App } from "./app";
import { type Engine, InPage, Served } from "./engine";

/** The bytes of a part of this page, packed as the build has done. */
async function packed(id: string): Promise<ArrayBuffer | null> {
  const text = document.getElementById(id)?.textContent?.trim();
  if (!text) return null;
  const small = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([small]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

async function inPage(): Promise<Engine> {
  const script = document.getElementById("worker")?.textContent;
  const bytes = await packed("wasm");
  const module = bytes
    ? await WebAssembly.compile(bytes)
    : await WebAssembly.compileStreaming(fetch("quadrille.wasm")).catch(async () =>
        WebAssembly.compile(await (await fetch("quadrille.wasm")).arrayBuffer()),
      );
  const source = script ? URL.createObjectURL(new Blob([script], { type: "text/javascript" })) : "worker.js";
  return new InPage(() => {
    const worker = new Worker(source);
    worker.postMessage({ module });
    return worker;
  });
}

const root = document.getElementById("desk") as HTMLElement;
const engine = document.documentElement.dataset["engine"] === "served" ? new Served() : await inPage();
const app = new App(engine, root);
Object.assign(window, { desk: app });
await app.start();
