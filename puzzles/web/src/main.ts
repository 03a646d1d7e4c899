// Starts the page: over the program that serves it, or with the library in workers.

import { App } from "./app";
import { type Engine, InPage, Served } from "./engine";

/** A part of this page that the build has packed, as something that is compiled while it is unpacked. */
function packed(id: string): Response | null {
  const text = document.getElementById(id)?.textContent?.trim();
  if (!text) return null;
  const signs = atob(text);
  const small = new Uint8Array(signs.length);
  // A loop: a callback for each of these bytes would take as long as compiling them.
  for (let at = 0; at < signs.length; at += 1) small[at] = signs.charCodeAt(at);
  const stream = new Blob([small]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream, { headers: { "content-type": "application/wasm" } });
}

async function inPage(): Promise<Engine> {
  const script = document.getElementById("worker")?.textContent;
  const own = packed("wasm");
  const module = own
    ? await WebAssembly.compileStreaming(own)
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
