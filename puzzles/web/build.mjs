// Builds the page: `dist/`, which the program embeds (script and style; it answers by itself), and with the library as
// WebAssembly (`wasm=FILE`) the folder `site/` for any host of static files and in it one self-contained page.
//
//   node build.mjs            dist/
//   node build.mjs --check    whether dist/ is up to date
//   node build.mjs --site     the WebAssembly as well, then site/

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const at = (...parts) => join(here, ...parts);
const flags = process.argv.slice(2);

async function bundle(entry) {
  const made = await build({
    entryPoints: [at("src", entry)],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    legalComments: "none",
  });
  return made.outputFiles[0].text;
}

const script = await bundle("main.ts");
const worker = await bundle("worker.ts");
const css = (await build({ entryPoints: [at("src/style.css")], minify: true, write: false })).outputFiles[0].text;
const template = readFileSync(at("src/index.html"), "utf8");

/** Everything from here alone, and nothing that is written in a page. */
const policy = (scripts, styles) =>
  `default-src 'none'; script-src ${scripts} 'wasm-unsafe-eval'; style-src ${styles}; img-src 'self' data: blob:; ` +
  `connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'`;
const meta = (content) => `<meta http-equiv="Content-Security-Policy" content="${content}">`;
const page = (head, body) => template.replace("<!--head-->", () => head).replace("<!--body-->", () => body);

const linked = page(
  `${meta(policy("'self'", "'self'"))}\n<link rel="stylesheet" href="style.css">\n<link rel="icon" href="data:,">`,
  `<script type="module" src="page.js"></script>`,
);

const dist = { "index.html": linked, "page.js": script, "style.css": css };
if (flags.includes("--check")) {
  const stale = Object.entries(dist).filter(([name, text]) => {
    const path = at("dist", name);
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  });
  if (stale.length > 0) {
    console.error(`not up to date: ${stale.map(([name]) => `dist/${name}`).join(", ")}; run: npm run build`);
    process.exit(1);
  }
  process.exit(0);
}
mkdirSync(at("dist"), { recursive: true });
for (const [name, text] of Object.entries(dist)) writeFileSync(at("dist", name), text);

if (flags.includes("--site")) {
  // `--as-built` takes the WebAssembly that is there.
  if (!flags.includes("--as-built")) execFileSync("cargo", ["build", "--release", "--target", "wasm32-unknown-unknown"], { cwd: at("wasm"), stdio: "inherit" });
  const wasm = readFileSync(at("wasm/target/wasm32-unknown-unknown/release/quadrille_web.wasm"));
  rmSync(at("site"), { recursive: true, force: true });
  mkdirSync(at("site"));
  for (const [name, text] of Object.entries(dist)) writeFileSync(at("site", name), text);
  writeFileSync(at("site", "worker.js"), worker);
  writeFileSync(at("site", "quadrille.wasm"), wasm);
  // Nothing in a script may look like its end.
  const inline = (text) => text.replaceAll("</script", "<\\/script");
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const packed = gzipSync(wasm, { level: 9 });
  const whole = page(
    `${meta(policy(`${hash(inline(script))} blob:`, hash(css)))}\n<style>${css}</style>\n<link rel="icon" href="data:,">`,
    `<script type="text/plain" id="worker">${inline(worker)}</script>\n` +
      `<script type="text/plain" id="wasm">${packed.toString("base64")}</script>\n` +
      `<script type="module">${inline(script)}</script>`,
  );
  writeFileSync(at("site", "quadrille.html"), whole);
  const kilobytes = (length) => `${Math.round(length / 1024)} KiB`;
  console.log(`site/quadrille.wasm ${kilobytes(wasm.length)}, ${kilobytes(packed.length)} packed; site/quadrille.html ${kilobytes(whole.length)}`);
}
