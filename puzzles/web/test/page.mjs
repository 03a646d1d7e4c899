// The page in a real browser: `node test/page.mjs served PROGRAM` over `quadrille serve`, `node test/page.mjs site PROGRAM`
// with WebAssembly from `site/`. PROGRAM is the command, with whose answers the page's are compared.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const [way, program, only] = process.argv.slice(2);
const pictures = join(here, "../test-pictures");
mkdirSync(pictures, { recursive: true });
const path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** The command's answer in JSON. */
function command(...words) {
  try {
    return JSON.parse(execFileSync(program, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
  } catch (error) {
    // Exit codes tell verdicts.
    return JSON.parse(error.stdout);
  }
}

async function served() {
  const server = spawn(program, ["serve", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((found) => {
    server.stdout.on("data", (text) => found(/http:\/\/\S+/.exec(String(text))[0]));
  });
  return { url, stop: () => server.kill() };
}

async function site() {
  const kinds = { html: "text/html", js: "text/javascript", css: "text/css", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    const name = normalize(new URL(request.url, "http://x").pathname).replace(/^\/$/, "/index.html");
    const file = join(here, "../site", name);
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": kinds[name.split(".").at(-1)] ?? "text/plain" }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

const host = way === "served" ? await served() : await site();
const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
const problems = [];

async function open(hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  if (process.env.FRESH) {
    // The page as it was built last, whatever the program embeds.
    for (const name of ["page.js", "style.css"]) await context.route(`**/${name}`, (route) => route.fulfill({ path: join(here, "../dist", name) }));
  }
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(host.url) && !/^(data|blob):/.test(url)) problems.push(`a request to ${url}`);
  });
  await page.goto(host.url + hash);
  await page.waitForSelector(".board svg", { timeout: 60_000 });
  return page;
}

/** Asks what the page asks of the library. */
const ask = (page, name, fields) => page.evaluate(([name, fields]) => window.desk.engine.ask(name, fields), [name, fields]);
const doc = (page) => page.evaluate(() => window.desk.doc);
const opened = (page, text, name) => page.evaluate(([text, name]) => window.desk.open(text, name), [text, name]);
const field = (page, key) => page.evaluate((key) => window.desk.board.fields.find((one) => one.key === key), key);
const settle = (page) => page.waitForFunction(() => window.desk.idle);
const place = (page, mark, board = 0) => page.locator(`g.places[data-board="${board}"] [data-place="${mark}"]`);
const click = async (page, mark, options = {}) => {
  await place(page, mark).click(options);
  await settle(page);
};
const mode = async (page, text) => {
  await page.locator(".modes button", { hasText: text }).click();
  await page.waitForFunction((text) => window.desk.mode === text.toLowerCase() && window.desk.idle, text);
};
const tool = (page, key) => page.locator(".choose button", { hasText: new RegExp(`^${key}$`) }).click();

const tests = {
  async "every embedded puzzle has the command's verdict, solution and picture"() {
    const page = await open();
    const { puzzles, puzzles_of_genres } = await ask(page, "list");
    const names = [...puzzles, ...puzzles_of_genres];
    assert.ok(names.length > 100);
    let compared = 0;
    for (const name of names) {
      const board = await ask(page, "open", { text: name });
      assert.equal(board.type, "board", name);
      const [found, wanted] = [await ask(page, "solve", { puzzle: board.file, time: 120 }), command("solve", name, "--json")];
      assert.equal(found.verdict?.text, wanted.verdict.text, name);
      assert.deepEqual(found.solutions[0]?.grid, wanted.solutions[0]?.grid, name);
      const drawn = join(pictures, "one.svg");
      execFileSync(program, ["show", name, "--svg", drawn], { stdio: "ignore" });
      const own = await ask(page, "board", { puzzle: board.file, printed: true });
      assert.equal(own.printed, readFileSync(drawn, "utf8"), `the picture of ${name}`);
      compared += 1;
    }
    console.log(`    ${compared} puzzles`);
  },

  async "numbers by mouse and keys"() {
    const page = await open();
    await opened(page, 'kind = "nurikabe"\nsize = "4x4"\nnumber = \'\'\'\n1...\n....\n....\n....\n\'\'\'\n');
    await mode(page, "Set");
    await click(page, "c5");
    await page.keyboard.type("12");
    await settle(page);
    await click(page, "c15");
    await page.keyboard.press("?");
    await settle(page);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("3");
    await settle(page);
    const values = (await field(page, "number")).values;
    assert.deepEqual([values[0], values[5], values[14], values[15]], ["1", "12", "3", "?"]);
    await page.keyboard.press("Backspace");
    await settle(page);
    assert.equal((await field(page, "number")).values[14], null);
    await undoAndRedo(page);
  },

  async "words cycle, drag paints, and the other button goes back"() {
    const page = await open();
    await opened(page, "nurikabe");
    await mode(page, "Solve");
    await click(page, "c0");
    assert.deepEqual((await doc(page)).entries, [["shade", 0, "shaded"]]);
    await click(page, "c0", { button: "right" });
    assert.deepEqual((await doc(page)).entries, []);
    const [from, to] = [await place(page, "c0").boundingBox(), await place(page, "c3").boundingBox()];
    await page.mouse.move(from.x + 9, from.y + 9);
    await page.mouse.down();
    await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
    await page.mouse.up();
    await settle(page);
    const painted = (await doc(page)).entries.map((one) => one[1]).sort();
    assert.deepEqual(painted, [0, 1, 2, 3]);
    await page.keyboard.press("Control+z");
    await settle(page);
    await page.waitForFunction(() => window.desk.doc.entries.length === 0);
  },

  async "lines, edges, corners, sides and regions"() {
    const page = await open();
    // A loop on links.
    await opened(page, "masyu");
    await mode(page, "Solve");
    await click(page, "l0");
    assert.equal((await doc(page)).entries[0][0], "route");
    // Edges to find.
    await opened(page, "slitherlink");
    await mode(page, "Solve");
    await click(page, "e3");
    assert.equal((await doc(page)).entries[0][1], 3);
    // Clues beside the grid.
    await opened(page, "skyscrapers");
    await mode(page, "Set");
    const sides = (await page.evaluate(() => window.desk.board.fields)).find((one) => !one.finds && one.on === "line");
    await tool(page, sides.key).catch(() => undefined);
    const mark = Object.keys(sides.places).find((key) => sides.values[sides.places[key]] === null) ?? Object.keys(sides.places)[0];
    await click(page, mark.slice(2));
    await page.keyboard.type("3");
    await settle(page);
    assert.equal((await field(page, sides.key)).values[sides.places[mark]], "3");
    // Lists.
    await opened(page, "nonogram");
    await mode(page, "Set");
    const lists = (await page.evaluate(() => window.desk.board.fields)).find((one) => !one.finds && one.sort === "list");
    const first = Object.keys(lists.places)[0];
    await click(page, first.slice(2));
    await page.locator(".pad input").fill("1,1");
    await page.locator(".pad input").press("Enter");
    await settle(page);
    assert.equal((await field(page, lists.key)).values[lists.places[first]], "1,1");
    // Given regions: a drag joins cells.
    await opened(page, "lits");
    await mode(page, "Set");
    const regions = (await page.evaluate(() => window.desk.board.fields)).find((one) => one.sort === "regions");
    const [a, b] = [await place(page, "c0").boundingBox(), await place(page, "c2").boundingBox()];
    await page.mouse.move(a.x + 9, a.y + 9);
    await page.mouse.down();
    await page.mouse.move(b.x + 9, b.y + 9, { steps: 8 });
    await page.mouse.up();
    await settle(page);
    const joined = (await field(page, regions.key)).values;
    assert.deepEqual([joined[1], joined[2]], [joined[0], joined[0]]);
    // Corners.
    await opened(page, "gokigen");
    await mode(page, "Set");
    const corners = (await page.evaluate(() => window.desk.board.fields)).find((one) => one.on === "corner" && !one.finds);
    const corner = Object.entries(corners.places)[0];
    await click(page, corner[0].slice(2));
    await page.keyboard.type("1");
    await settle(page);
    assert.equal((await field(page, corners.key)).values[corner[1]], "1");
  },

  async "the verdict keeps up, and says why there is none"() {
    const page = await open();
    const text = (clues) => `kind = "nurikabe"\nsize = "4x4"\nnumber = '''\n${clues}\n'''\n`;
    const says = (words) => page.locator(".verdict:not(.old) .words", { hasText: words }).waitFor({ timeout: 30_000 });
    await opened(page, text(".3..\n...1\n....\n.?.."));
    await mode(page, "Set");
    await says(/solutions|at least/);
    await click(page, "c13");
    await page.keyboard.type("2");
    await says("exactly one solution");
    await click(page, "c0");
    await page.keyboard.type("1");
    await says("no solution");
    assert.ok((await page.locator(".panel li").count()) > 1);
    await page.locator(".board").focus();
    await page.keyboard.press("Control+z");
    await says("exactly one solution");
  },

  async "hints in three levels, steps, and a wrong entry"() {
    const page = await open();
    await opened(page, "https://puzz.link/p?nurikabe/6/6/m8n8i9u");
    await page.waitForFunction(() => window.desk.verdict.known.result);
    await page.locator(".board").focus();
    for (const _ of [1, 2, 3]) {
      await page.keyboard.press("h");
      await page.waitForFunction(() => window.desk.hint && !window.desk.note);
    }
    assert.ok((await page.locator(".hint li").count()) > 0);
    await page.getByRole("button", { name: "Do it" }).click();
    await page.waitForFunction(() => window.desk.doc.entries.length > 0);
    await page.keyboard.press("s");
    await page.locator(".steps input").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".steps h3", { hasText: "step 1 of" }).waitFor();
  },

  async "an address comes back for every genre that has addresses"() {
    const page = await open();
    const { puzzles_of_genres } = await ask(page, "list");
    let same = 0;
    for (const name of puzzles_of_genres) {
      const board = await ask(page, "open", { text: name });
      const link = await ask(page, "link", { puzzle: board.file });
      if (link.type !== "address") continue;
      const again = await ask(page, "open", { text: link.address });
      assert.equal(again.type, "board", `${name}: ${link.address}`);
      assert.equal((await ask(page, "link", { puzzle: again.file })).address, link.address, name);
      same += 1;
    }
    assert.ok(same > 50, String(same));
    console.log(`    ${same} addresses`);
  },

  async "rules beside the board: the command's message, then the board follows"() {
    const page = await open();
    await opened(page, "nurikabe");
    await page.getByRole("tab", { name: "Rules" }).click();
    const area = page.locator(".panel textarea");
    const text = await area.inputValue();
    await area.fill(text.replace("are connected", "are konnected"));
    await page.locator(".message").first().waitFor();
    assert.ok((await page.locator(".under u").count()) > 0);
    await area.fill(text.replace("No block of two by two", "Not one block of two by two"));
    await page.waitForFunction(() => window.desk.board.rulebook.own);
    assert.ok((await page.evaluate(() => window.desk.board.rules.map((one) => one.sentence).join())).includes("Not one block"));
    // Sent as an address, the rules go along.
    const hash = await page.evaluate(() => location.hash);
    await page.waitForFunction((old) => location.hash.length > 1 && location.hash !== old || true, hash);
    const other = await open(await page.evaluate(() => location.hash));
    assert.ok(await other.evaluate(() => window.desk.board.rulebook.own));
  },

  async "texts with markup stay texts, and hostile input gives messages"() {
    const page = await open();
    await page.evaluate(() => (window.ran = false));
    const title = "<img src=x onerror='window.ran=true'><script>window.ran=true</script>";
    await opened(page, `kind = "nurikabe"\ntitle = ${JSON.stringify(title)}\nnumber = '''\n1.\n..\n'''\n`);
    assert.equal(await page.locator("header .what").textContent(), title);
    assert.equal(await page.evaluate(() => window.ran), false);
    for (const text of ["https://puzz.link/p?nurikabe/99999999/99999999/zz", "kind = 'nothing'", "\u0000\u0001", "{\"type\": \"result\"}", "x".repeat(100_000)]) {
      await opened(page, text, "x.toml");
      assert.ok((await page.locator(".note p").textContent()).length > 5, text.slice(0, 40));
    }
    const bomb = await page.evaluate(() => {
      location.hash = "1.AAAA";
      return new Promise((done) => setTimeout(() => done(document.querySelector(".board svg") !== null), 300));
    });
    assert.ok(bomb);
  },

  async "a large search blocks nothing, and a change ends it"() {
    const page = await open();
    const text = `kind = "sudoku"\nsize = "16x16"\nnumber = '''\n${(". ".repeat(16).trim() + "\n").repeat(16)}'''\n`;
    await page.evaluate((text) => void window.desk.engine.ask("solve", { puzzle: text, limit: 100000000, count: true, time: 300 }), text);
    const waited = await page.evaluate(async () => {
      const started = performance.now();
      await window.desk.engine.ask("board", window.desk.request);
      return performance.now() - started;
    });
    console.log(`    a board beside a search of minutes: ${Math.round(waited)} ms`);
    await page.evaluate((text) => {
      const stop = new AbortController();
      window.stopped = window.desk.engine.ask("solve", { puzzle: text, limit: 100000000, count: true, time: 300 }, stop.signal);
      setTimeout(() => stop.abort(), 200);
    }, text);
    assert.equal((await page.evaluate(() => window.stopped)).type, "stopped");
  },

  async "after a reload everything is there, and on a phone it fits"() {
    const page = await open("", { viewport: { width: 360, height: 740 }, hasTouch: true });
    await opened(page, "nurikabe");
    await mode(page, "Solve");
    await place(page, "c0").tap();
    await settle(page);
    const before = await doc(page);
    await page.goto(host.url);
    await page.reload();
    await page.waitForSelector(".board svg");
    assert.deepEqual(await doc(page), before);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${wide} px wide`);
  },

  async "an example of the guide is one click from the board"() {
    const page = await open();
    await page.getByRole("tab", { name: "Guide" }).click();
    await page.locator(".guide .chapters").waitFor();
    await page.locator(".panel input[type=search]").fill("nurikabe");
    assert.ok((await page.locator(".guide .line").count()) > 0);
    await page.locator(".panel input[type=search]").fill("");
    await page.getByRole("button", { name: "fifteen-minutes" }).click();
    const examples = page.locator(".guide .example button");
    assert.ok((await examples.count()) > 0);
    const before = await page.evaluate(() => window.desk.doc.file);
    // The rules as they stand there when all are written, then the puzzle of the chapter.
    await page.locator(".guide .example", { hasText: "Each row has as many" }).first().locator("button").click();
    await page.waitForFunction((before) => window.desk.doc.file !== before && window.desk.board.kind === "lanterns", before);
    await page.locator(".guide .example", { hasText: 'kind = "lanterns"' }).first().locator("button").click();
    await page.waitForFunction(() => window.desk.doc.file.includes(". 3 . ."));
    await page.waitForFunction(() => window.desk.verdict.known.result && !window.desk.verdict.known.working);
    assert.match(await page.evaluate(() => window.desk.verdict.known.result.verdict.text), /solution/);
  },

  async "one file from a disk, without any network"() {
    if (way !== "site") return;
    const context = await browser.newContext({ offline: true });
    const page = await context.newPage();
    page.on("pageerror", (error) => problems.push(String(error)));
    const started = Date.now();
    await page.goto(`file://${join(here, "../site/quadrille.html")}`);
    await page.waitForFunction(() => window.desk?.verdict.known.result, null, { timeout: 60_000 });
    console.log(`    from opening to the first verdict: ${Date.now() - started} ms`);
    assert.equal(await page.evaluate(() => window.desk.verdict.known.result.verdict.found), 1);
    await context.close();
  },

  async "picture for the README"() {
    const page = await open("", { viewport: { width: 1120, height: 660 } });
    await opened(page, "suguru");
    await mode(page, "Solve");
    await page.waitForFunction(() => !window.desk.verdict.known.working);
    for (const level of [0, 1, 2]) {
      await page.locator(".board").focus();
      await page.keyboard.press("h");
      await page.waitForFunction((level) => window.desk.hint?.level === level && !window.desk.note, level);
    }
    await page.mouse.click(1000, 640);
    await page.screenshot({ path: join(pictures, "readme.png") });
  },

  async "pictures"() {
    for (const [name, width, height, colorScheme] of [["wide-light", 1280, 800, "light"], ["wide-dark", 1280, 800, "dark"], ["phone-light", 400, 820, "light"], ["phone-dark", 400, 820, "dark"]]) {
      const page = await open("", { viewport: { width, height }, colorScheme });
      await page.waitForFunction(() => window.desk.hint && !window.desk.verdict.known.working);
      await page.screenshot({ path: join(pictures, `${way}-${name}.png`), fullPage: true });
      await opened(page, "killer-sudoku");
      await mode(page, "Set");
      await page.waitForFunction(() => !window.desk.verdict.known.working);
      await page.screenshot({ path: join(pictures, `${way}-${name}-set.png`), fullPage: true });
      await page.locator(".actions button", { hasText: "Open" }).click();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: join(pictures, `${way}-${name}-open.png`) });
      await page.context().close();
    }
  },
};

/** The stories of a new user, with a picture of every screen. */
const stories = {
  async "solve a puzzle of puzz.link with two hints"() {
    const page = await open();
    const shot = screens(page, "hints");
    await page.locator(".actions button", { hasText: "Open" }).click();
    await page.locator("dialog textarea").fill("https://puzz.link/p?nurikabe/6/6/m8n8i9u");
    await shot();
    await page.locator("dialog button", { hasText: "Open it" }).click();
    await page.waitForFunction(() => window.desk.board.rows === 6 && window.desk.idle);
    for (const _ of [1, 2]) {
      await page.locator(".panel button.main", { hasText: "Hint" }).click();
      await page.waitForFunction(() => window.desk.hint && !window.desk.note);
      await page.getByRole("button", { name: "Tell more" }).click();
      await page.waitForFunction(() => window.desk.hint.level === 1 && !window.desk.note);
      await page.getByRole("button", { name: "Tell more" }).click();
      await page.waitForFunction(() => window.desk.hint.level === 2 && !window.desk.note);
      await shot();
      await page.getByRole("button", { name: "Do it" }).click();
      await page.waitForFunction(() => !window.desk.hint && window.desk.idle);
    }
    // The rest by hand: what the solution says, entered by clicks.
    const entries = await page.evaluate(() => window.desk.verdict.known.result.entries);
    const known = new Set((await doc(page)).entries.map((one) => one[1]));
    for (const [, at, word] of entries.filter((one) => !known.has(one[1]))) {
      await click(page, `c${at}`);
      if (word !== "shaded") await click(page, `c${at}`);
    }
    await page.locator(".board").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.locator(".note", { hasText: "All rules hold" }).waitFor();
    await shot();
  },

  async "set a nurikabe until it is unique, and thin it"() {
    const page = await open();
    const shot = screens(page, "set");
    await page.locator(".board").focus();
    await page.keyboard.press("/");
    await page.locator("dialog input[type=search]").fill("nurikabe");
    await shot();
    await page.locator(".genre", { has: page.locator("b", { hasText: /^nurikabe$/ }) }).getByText("Empty grid").click();
    await page.waitForFunction(() => window.desk.mode === "set" && window.desk.idle);
    for (let side = 8; side > 4; side -= 1) {
      for (const of of ["rows −", "columns −"]) {
        await page.getByRole("button", { name: of }).click();
        await page.waitForTimeout(150);
        await settle(page);
      }
    }
    assert.deepEqual(await page.evaluate(() => [window.desk.board.rows, window.desk.board.columns]), [4, 4]);
    for (const [mark, clue] of [["c1", "3"], ["c7", "1"]]) {
      await click(page, mark);
      await page.keyboard.type(clue);
      await settle(page);
    }
    await page.waitForFunction(() => !window.desk.verdict.known.working);
    await shot();
    await click(page, "c13");
    await page.keyboard.type("2");
    await page.locator(".verdict:not(.old) .words", { hasText: "exactly one solution" }).waitFor();
    await shot();
    await page.locator(".panel button", { hasText: "Thin" }).click();
    await page.locator(".note", { hasText: /givens and clues|left out/ }).waitFor();
    await shot();
  },

  async "write the rules of a new genre, and send it as an address"() {
    const page = await open();
    const shot = screens(page, "rules");
    await opened(page, "nurikabe");
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.getByRole("button", { name: "New rules from these" }).click();
    await page.waitForFunction(() => window.desk.board.kind === "my-nurikabe");
    const area = page.locator(".panel textarea");
    await area.fill(`${await area.inputValue()}\n"No shaded cell is in a corner."\n    each corner of grid c: c is open\n`);
    await page.locator(".message").first().waitFor();
    await shot();
    await area.fill((await area.inputValue()).replace("each corner of grid c: c is open", "r1c1 is open"));
    await page.locator(".message").first().waitFor().catch(() => undefined);
    await area.fill((await area.inputValue()).replace("No shaded cell is in a corner.", "Every row has a shaded cell.").replace("r1c1 is open", "each row r: some shaded cell in r"));
    await page.locator(".panel .good").first().waitFor();
    await page.waitForFunction(() => window.desk.board.rules.some((one) => one.sentence.includes("Every row")));
    await shot();
    await page.locator(".actions button", { hasText: "Share" }).click();
    const address = await page.locator("dialog input").first().inputValue();
    await shot();
    const other = await open(new URL(address).hash);
    assert.equal(await other.evaluate(() => window.desk.board.kind), "my-nurikabe");
    await other.waitForFunction(() => !window.desk.verdict.known.working);
    await screens(other, "rules-sent")();
  },
};
Object.assign(tests, stories);

/** Takes a picture of every screen of a story. */
function screens(page, story) {
  let number = 0;
  return () => page.screenshot({ path: join(pictures, `story-${story}-${(number += 1)}.png`) });
}

/** Back to the first document and forth again. */
async function undoAndRedo(page) {
  const last = await doc(page);
  let back = 0;
  await page.locator(".board").focus();
  while (await page.evaluate(() => window.desk.history.canUndo)) {
    await page.evaluate(() => window.desk.undo());
    back += 1;
  }
  for (let step = 0; step < back; step += 1) await page.evaluate(() => window.desk.redo());
  assert.deepEqual(await doc(page), last);
}

let bad = 0;
for (const [name, test] of Object.entries(tests)) {
  if (only && !name.includes(only)) continue;
  const started = Date.now();
  try {
    await test();
    assert.deepEqual(problems.splice(0), [], "nothing goes wrong in the page");
    console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    problems.length = 0;
    bad += 1;
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
  }
  for (const context of browser.contexts()) await context.close();
}
await browser.close();
host.stop();
console.log(bad === 0 ? "all is well in the page" : `${bad} failed`);
process.exit(bad === 0 ? 0 : 1);
