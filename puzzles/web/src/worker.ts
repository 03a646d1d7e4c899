// The worker: WebAssembly, one request after the other.

interface Exports {
  memory: WebAssembly.Memory;
  request(length: number): number;
  respond(): number;
  answered(): number;
}

const scope = self as unknown as DedicatedWorkerGlobalScope;

let module: Promise<Exports> | undefined;

async function instantiate(source: ArrayBuffer | string | WebAssembly.Module): Promise<Exports> {
  const imports = { env: { now: () => performance.now() } };
  const made =
    source instanceof WebAssembly.Module
      ? source
      : typeof source === "string"
        ? await WebAssembly.compile(await (await fetch(source)).arrayBuffer())
        : await WebAssembly.compile(source);
  return (await WebAssembly.instantiate(made, imports)).exports as unknown as Exports;
}

async function answer(text: string): Promise<string> {
  const { memory, request, respond, answered } = await (module as Promise<Exports>);
  const bytes = new TextEncoder().encode(text);
  const at = request(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = respond();
  return new TextDecoder().decode(new Uint8Array(memory.buffer, answered(), length));
}

scope.onmessage = (event: MessageEvent<string | { module: ArrayBuffer | string | WebAssembly.Module }>) => {
  if (typeof event.data !== "string") {
    module = instantiate(event.data.module);
    return;
  }
  // An error must reach the page as one of the worker, which it then replaces.
  answer(event.data).then(
    (text) => scope.postMessage(text),
    (error) => setTimeout(() => { throw error; }),
  );
};
