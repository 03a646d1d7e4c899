// The page in a real browser: `node test/page.mjs served PROGRAM` over `quadrille serve`, `node test/page.mjs site PROGRAM`
// with WebAssembly from `site/`. PROGRAM is the command, with whose answers the page's are compared.

import assert from "node:assert/strict";
import { execFile, execFileSync, spawn } from "node:child_process";
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

/** The command's lines of JSON. */
function output(...words) {
  return new Promise((done) => {
    // Exit codes tell verdicts.
    execFile(program, words, { encoding: "utf8", maxBuffer: 1 << 28 }, (_, text) => done(text.trim().split("\n").map((line) => JSON.parse(line))));
  });
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
  const { look: _, ...wanted } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...wanted });
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

let boards;
/** All puzzles of the program, as boards. */
async function allBoards(page) {
  if (!boards) {
    const { puzzles, puzzles_of_genres } = await ask(page, "list");
    const names = [...puzzles, ...puzzles_of_genres];
    boards = new Map();
    // Several at a time.
    for (let at = 0; at < names.length; at += 8) {
      const some = names.slice(at, at + 8);
      const answered = await Promise.all(some.map((text) => ask(page, "open", { text })));
      some.forEach((name, number) => boards.set(name, answered[number]));
    }
  }
  return boards;
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
const tool = async (page, key) => {
  await settle(page);
  // One tool alone has no button.
  const button = page.locator(".choose button", { hasText: new RegExp(`^${key}$`) });
  if ((await button.count()) > 0) await button.click();
  await page.waitForFunction((key) => window.desk.idle && window.desk.tool()?.key === key, key);
};

const tests = {
  async "every embedded puzzle has the command's verdict, solution and picture"() {
    const page = await open();
    const all = await allBoards(page);
    assert.ok(all.size > 100);
    const lines = await output("solve", ...all.keys(), "--json");
    let compared = 0;
    for (const [name, board] of all) {
      assert.equal(board.type, "board", name);
      const [found, wanted] = [await ask(page, "solve", { puzzle: board.file, time: 120 }), lines[compared]];
      assert.equal(wanted.puzzle?.name, name);
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

  async "who shades what is to be shaded is told at once that it is solved"() {
    const page = await open();
    await opened(page, 'kind = "nurikabe"\nsize = "2x2"\nnumber = \'\'\'\n1.\n..\n\'\'\'\n');
    await mode(page, "Solve");
    for (const mark of ["c1", "c2"]) await click(page, mark);
    assert.equal(await page.locator(".note").count(), 0, "one cell is missing");
    await click(page, "c3");
    await page.locator(".note", { hasText: "All rules hold: solved." }).waitFor();
    assert.equal((await doc(page)).entries.length, 3, "the cell with the number was not entered");
  },

  async "candidates are pencil marks, and decide nothing"() {
    const page = await open();
    const rows = "1...\n...2\n....\n.3..";
    await opened(page, `kind = "sudoku"\nnumber = \'\'\'\n${rows}\n\'\'\'\n`);
    await page.locator(".board").focus();
    await page.keyboard.press("m");
    await page.waitForFunction(() => window.desk.doc.entries.length > 0 && window.desk.idle);
    const entries = (await doc(page)).entries;
    assert.equal(entries.length, 13);
    for (const [, at, word] of entries) {
      const sees = (other) => {
        const [a, b] = [[at >> 2, at & 3], [other >> 2, other & 3]];
        return a[0] === b[0] || a[1] === b[1] || (a[0] >> 1 === b[0] >> 1 && a[1] >> 1 === b[1] >> 1);
      };
      const seen = [...rows.replaceAll("\n", "")].filter((_, other) => sees(other));
      const free = ["1", "2", "3", "4"].filter((digit) => !seen.includes(digit));
      assert.equal(word, `{${free.join(",")}}`, `place ${at}`);
    }
    // Where there is nothing to mark, this is said.
    await opened(page, "masyu");
    await page.locator(".board").focus();
    await page.keyboard.press("m");
    await page.locator(".note", { hasText: "There are no numbers to mark here" }).waitFor();
  },

  async "what was entered last is undone, though it is on its way, and a drag asks seldom"() {
    const page = await open();
    await opened(page, 'kind = "nurikabe"\nsize = "20x20"\n');
    await mode(page, "Solve");
    const before = await doc(page);
    let asked = 0;
    await page.route("**/api", async (route) => {
      if (route.request().postDataJSON()?.do === "board") asked += 1;
      await new Promise((done) => setTimeout(done, 60));
      await route.continue();
    });
    await place(page, "c1").click();
    await page.keyboard.press("Control+z");
    await settle(page);
    assert.deepEqual((await doc(page)).file, before.file, "not the board before");
    assert.deepEqual((await doc(page)).entries, []);
    assert.ok(await page.evaluate(() => window.desk.history.canRedo));
    const [from, to] = await Promise.all(["c20", "c32"].map((mark) => place(page, mark).boundingBox()));
    const y = from.y + from.height / 2;
    asked = 0;
    await page.mouse.move(from.x + from.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, y, { steps: 40 });
    await page.mouse.up();
    await settle(page);
    assert.equal((await doc(page)).entries.length, 13);
    if (way === "served") assert.ok(asked < 13, `${asked} requests`);
    await page.evaluate(() => window.desk.undo());
    assert.deepEqual((await doc(page)).entries, [], "a drag is undone as a whole");
  },

  async "a text with mistakes stays what it is: in the tab of the file, and where it was pasted"() {
    const page = await open();
    await opened(page, 'kind = "nurikabe"\nsize = "2x2"\n');
    const tab = (name) => page.locator(".tabs button", { hasText: name }).click();
    await tab("File");
    const area = page.locator(".editor textarea");
    await area.fill('kind = "nurikabe"\nsize = "2x"\n');
    await page.locator(".message").waitFor();
    await tab("Guide");
    await tab("File");
    assert.equal(await area.inputValue(), 'kind = "nurikabe"\nsize = "2x"\n');
    assert.equal(await page.locator(".message").count(), 1);
    const wrong = 'kind = "nurikabe"\nnumber = \'\'\'\n. . x\n. 2 .\n. .\n\'\'\'\n';
    await page.locator("header button", { hasText: /^Open$/ }).click();
    const box = page.locator("dialog textarea");
    await box.fill(wrong);
    await page.locator("dialog button", { hasText: "Open it" }).click();
    await page.locator("dialog .wrong", { hasText: /^[35]:\d/ }).waitFor();
    assert.equal(await box.inputValue(), wrong);
    await box.fill(wrong.replace("x", ".").replace(". .\n\'", ". . .\n\'"));
    await page.locator("dialog button", { hasText: "Open it" }).click();
    await page.waitForFunction(() => window.desk.board.rows === 3 && !document.querySelector("dialog"));
  },

  async "the same genre again, a search that is stopped, and a puzzle that is solved again"() {
    const page = await open();
    for (const _ of [1, 2]) {
      await opened(page, "masyu");
      await page.locator(".verdict .words", { hasText: "exactly one solution" }).waitFor();
    }
    await opened(page, 'kind = "pentominous"\nsize = "20x20"\n');
    await page.locator(".verdict button", { hasText: "Stop" }).click();
    await page.locator(".verdict .words", { hasText: "not known: stopped" }).waitFor();
    await opened(page, 'kind = "nurikabe"\nsize = "2x2"\nnumber = \'\'\'\n1.\n..\n\'\'\'\n');
    await mode(page, "Solve");
    for (const mark of ["c1", "c2", "c3"]) await click(page, mark);
    const solved = page.locator(".note", { hasText: "All rules hold: solved." });
    await solved.waitFor();
    await page.locator(".board").focus();
    await page.keyboard.press("Control+z");
    await solved.waitFor({ state: "detached" });
    await page.keyboard.press("Control+y");
    await solved.waitFor();
    // A cell that was entered as open is seen.
    assert.equal(await page.locator("circle.blank").count(), 0);
    await click(page, "c0");
    await click(page, "c0");
    assert.equal(await page.locator("circle.blank").count(), 1);
  },

  async "one sign begins a text, a drag cuts a region out, and C checks"() {
    const page = await open();
    await opened(page, 'kind = "yajilin"\nsize = "3x3"\n');
    await mode(page, "Set");
    const key = await page.evaluate(() => window.desk.board.fields.find((one) => !one.finds && one.sort === "text").key);
    await tool(page, key);
    await click(page, "c4");
    await page.keyboard.press("2");
    await page.keyboard.press("Enter");
    await settle(page);
    assert.equal((await field(page, key)).values[4], "2");
    await opened(page, 'kind = "heyawake"\nroom = \'\'\'\nAAA\nAAA\n\'\'\'\n');
    await mode(page, "Set");
    await tool(page, "room");
    const [from, to] = await Promise.all(["c0", "c1"].map((mark) => place(page, mark).boundingBox()));
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
    await page.mouse.up();
    await settle(page);
    const rooms = (await field(page, "room")).values;
    assert.equal(rooms[0], rooms[1]);
    assert.notEqual(rooms[0], rooms[2]);
    await opened(page, "shikaku");
    await mode(page, "Solve");
    await click(page, "c0");
    const before = (await doc(page)).entries;
    await page.keyboard.press("c");
    await page.locator(".note").waitFor();
    assert.deepEqual((await doc(page)).entries, before);
  },

  async "an address that was cut is told"() {
    const page = await open();
    await opened(page, "masyu");
    await page.waitForFunction(() => location.hash.startsWith("#1."));
    const hash = await page.evaluate(() => location.hash);
    const other = await open(hash.slice(0, -20));
    await other.locator(".note", { hasText: "The address of this page is incomplete" }).waitFor();
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
    await tool(page, sides.key);
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
    // Typed from the board on, and Tab goes to the next line.
    const second = await page.locator("g.places .live").evaluateAll((marks) => marks.map((mark) => mark.dataset.key));
    await click(page, second[0].slice(2));
    await page.keyboard.type("2,1");
    await page.keyboard.press("Tab");
    await page.keyboard.type("3");
    await page.keyboard.press("Enter");
    await settle(page);
    const typed = (await field(page, lists.key)).values;
    assert.deepEqual([typed[lists.places[second[0]]], typed[lists.places[second[1]]]], ["2,1", "3"]);
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
    await page.locator(".panel li").nth(1).waitFor({ state: "attached" });
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
    await page.locator(".hint li").nth(0).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Do it" }).click();
    await page.waitForFunction(() => window.desk.doc.entries.length > 0);
    await page.keyboard.press("s");
    await page.locator(".steps input").waitFor();
    await page.keyboard.press("ArrowRight");
    await page.locator(".steps h3", { hasText: "step 1 of" }).waitFor();
  },

  async "an address comes back for every genre that has addresses"() {
    const page = await open();
    let same = 0;
    for (const [name, board] of await allBoards(page)) {
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
    await page.getByRole("button", { name: "Formulas" }).click();
    const area = page.locator(".panel textarea");
    const text = await area.inputValue();
    await area.fill(text.replace("are connected", "are konnected"));
    await page.locator(".message").first().waitFor();
    await page.locator(".under u").nth(0).waitFor({ state: "attached" });
    await area.fill(text.replace("No block of two by two", "Not one block of two by two"));
    await page.waitForFunction(() => window.desk.board.rulebook.own);
    assert.ok((await page.evaluate(() => window.desk.board.rules.map((one) => one.sentence).join())).includes("Not one block"));
    // Sent as an address, the rules go along.
    const hash = await page.evaluate(() => location.hash);
    await page.waitForFunction((old) => location.hash.length > 1 && location.hash !== old || true, hash);
    const other = await open(await page.evaluate(() => location.hash));
    assert.ok(await other.evaluate(() => window.desk.board.rulebook.own));
  },

  async "every sort of layer is drawn by clicks and keys, read back, undone and redone"() {
    const page = await open();
    const sorts = new Map();
    for (const [name, board] of await allBoards(page)) {
      for (const field of board.fields) {
        const sort = `${field.finds ? "to find" : "data"}, ${field.sort} on ${field.on}`;
        if (!sorts.has(sort) && name.startsWith("genres/")) sorts.set(sort, [name, field.key, field.finds]);
      }
    }
    assert.ok(sorts.size >= 15, [...sorts.keys()].join("; "));
    for (const [sort, [name, key, finds]] of sorts) {
      await opened(page, name);
      await mode(page, finds ? "Solve" : "Set");
      const before = await doc(page);
      await drawOne(page, key, finds, sort);
      const drawn = await doc(page);
      assert.notDeepEqual(drawn, before, sort);
      // Read back as a file, it is the same puzzle.
      const again = await ask(page, "board", { puzzle: drawn.file, rulebooks: drawn.rulebooks, entries: drawn.entries });
      assert.equal(again.type, "board", `${sort}: ${JSON.stringify(again)}`);
      assert.deepEqual(again.fields.map((one) => one.values), await page.evaluate(() => window.desk.board.fields.map((one) => one.values)), sort);
      while (JSON.stringify(await doc(page)) !== JSON.stringify(before)) {
        assert.ok(await page.evaluate(() => window.desk.history.canUndo), `${sort}: undone to the beginning`);
        await page.evaluate(() => window.desk.undo());
      }
      while (await page.evaluate(() => window.desk.history.canRedo)) await page.evaluate(() => window.desk.redo());
      assert.deepEqual(await doc(page), drawn, sort);
    }
    console.log(`    ${sorts.size} sorts: ${[...sorts].map(([sort, [name]]) => `${sort} (${name.replace("genres/", "")})`).join("; ")}`);
  },

  async "turned, mirrored, moved and resized, the whole board and a part"() {
    const page = await open();
    await opened(page, 'kind = "nurikabe"\nsize = "3x4"\nnumber = \'\'\'\n12..\n....\n...3\n\'\'\'\n');
    await mode(page, "Solve");
    await click(page, "c6");
    await mode(page, "Set");
    const numbers = async () => (await field(page, "number")).values.map((one) => one ?? ".").join("");
    const press = async (name) => {
      await page.getByRole("button", { name, exact: true }).click();
      await settle(page);
    };
    const first = await doc(page);
    for (let turn = 0; turn < 4; turn += 1) {
      await press("Turn to the right");
      if (turn === 0) {
        assert.equal(await numbers(), "..1..2...3..");
        assert.deepEqual((await doc(page)).entries, [["shade", 7, "shaded"]]);
      }
    }
    assert.deepEqual(await doc(page), first);
    await press("Mirror left and right");
    assert.equal(await numbers(), "..21....3...");
    assert.deepEqual((await doc(page)).entries, [["shade", 5, "shaded"]]);
    // A number would fall off: refused, with a reason.
    await press("Move up");
    assert.match(await page.locator(".note p").textContent(), /no place any more/);
    await press("rows +");
    await press("Move down");
    assert.equal(await numbers(), "......21....3...");
    // A rectangle from corner to corner, then the keys.
    await page.keyboard.down("Alt");
    await drag(page, "c6", "c7");
    await page.keyboard.press("ArrowUp");
    await settle(page);
    await page.keyboard.up("Alt");
    assert.equal(await numbers(), "..21........3...");
    await undoAndRedo(page);
  },

  async "borders along edges, rectangles, and arrows by dragging"() {
    const page = await open();
    const grid = (rows) => `kind = "lits"\nsize = "4x4"\nroom = '''\n${rows.join("\n")}\n'''\n`;
    await opened(page, grid(["aaaa", "aaaa", "bbbb", "bbbb"]));
    await mode(page, "Set");
    const rooms = async () => (await field(page, "room")).values.join("");
    // Down the border between the second and the third column of the upper half: two rooms.
    const edge = await place(page, "c2").boundingBox();
    const below = await place(page, "c6").boundingBox();
    const path = async (points) => {
      await page.mouse.move(...points[0]);
      await page.mouse.down();
      for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 12 });
      await page.mouse.up();
      await settle(page);
    };
    const start = [edge.x + 1, edge.y + edge.height / 2];
    await path([start, [start[0], edge.y + edge.height - 8]]);
    assert.equal(await rooms(), "aaaaaaaabbbbbbbb", "nothing is enclosed yet");
    assert.equal(await page.locator(".places line.wall").count(), 1);
    await path([[start[0], below.y + 8], [start[0], below.y + below.height - 8]]);
    assert.equal(await rooms(), "aaAAaaAAbbbbbbbb");
    assert.equal(await page.locator(".places line.wall").count(), 0);
    await path([start, [start[0], edge.y + edge.height - 10]]);
    assert.equal(await rooms(), "aaaaaaaabbbbbbbb", "a border removed joins");
    await page.keyboard.down("Alt");
    await drag(page, "c5", "c10");
    await page.keyboard.up("Alt");
    assert.equal(await rooms(), "aaaaaAAabAAbbbbb");
    await undoAndRedo(page);
    // Arrows: words that show a way, and words with an arrow in them.
    await opened(page, 'kind = "roma"\nsize = "3x3"\nroom = \'\'\'\naaa\naaa\naaa\n\'\'\'\n');
    await mode(page, "Set");
    await tool(page, "arrow");
    for (const [to, sign] of [["c5", ">"], ["c3", "<"], ["c1", "^"], ["c7", "v"]]) {
      await drag(page, "c4", to);
      const word = (await field(page, "arrow")).values[4];
      const words = (await field(page, "arrow")).words.find((one) => one.word === word || one.sign === word);
      assert.equal(words?.sign, sign);
    }
    await opened(page, "kind = \"castle-wall\"\nsize = \"2x3\"\narrow = '''\n.  .  .\n. ^1  .\n'''\n");
    await mode(page, "Set");
    await tool(page, "arrow");
    await drag(page, "c4", "c5");
    assert.equal((await field(page, "arrow")).values[4], ">1");
  },

  async "sentences and formulas, cures, and steps that are sent"() {
    const page = await open();
    await opened(page, "nurikabe");
    await page.getByRole("tab", { name: "Rules" }).click();
    await page.locator(".panel .read li").nth(2).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Formulas" }).click();
    const area = page.locator(".panel textarea");
    const text = await area.inputValue();
    await area.fill(text.replace("    shaded cells", "    shadd cells"));
    await page.locator(".cure").first().click();
    await page.waitForFunction(() => window.desk.board.rulebook.own || document.querySelector(".panel .good"));
    assert.equal(await area.inputValue(), text);
    await page.getByRole("tab", { name: "Findings" }).click();
    await mode(page, "Solve");
    await page.locator(".board").focus();
    await page.keyboard.press("s");
    await page.locator(".steps input").waitFor();
    await page.getByRole("button", { name: "hardest" }).click();
    await page.locator(".steps h3", { hasText: "· hardest" }).waitFor();
    const step = await page.locator(".steps h3").textContent();
    assert.match(step, /step \d+ of \d+ · hardest/);
    assert.equal(await page.locator("#hardest option").count(), 1);
    await page.locator(".actions button", { hasText: "Share" }).click();
    const address = await page.locator("dialog input").first().inputValue();
    const other = await open(new URL(address).hash);
    await other.locator(".steps h3", { hasText: step.split(" ·")[0] }).waitFor();
  },

  async "reasons mark their cells, hints about regions can be done, and back to what was right"() {
    const page = await open();
    await opened(page, "genres/compass");
    await mode(page, "Solve");
    await page.waitForFunction(() => window.desk.verdict.known.result && !window.desk.verdict.known.working);
    for (let press = 0; press < 3; press += 1) {
      await page.locator(".board").focus();
      await page.keyboard.press("h");
      await page.waitForFunction((press) => window.desk.hint?.level === press && !window.desk.note, press);
    }
    await page.locator(".hint .reason").first().hover();
    await page.locator(".places .look").nth(0).waitFor({ state: "attached" });
    await page.mouse.move(0, 0);
    assert.equal(await page.locator(".places .look").count(), 0);
    await page.getByRole("button", { name: "Do it" }).click();
    await page.waitForFunction(() => window.desk.doc.entries.length > 0 && window.desk.idle);
    // What was entered is right, and the next hint is another one.
    const check = await ask(page, "check", { ...(await page.evaluate(() => window.desk.request)), entries: (await doc(page)).entries, deep: true });
    assert.equal(check.deep.completable, true);
    const right = await doc(page);
    // A wrong entry, and another one after it.
    const solution = await page.evaluate(() => window.desk.verdict.known.result.entries);
    const name = (at) => solution.find((one) => one[1] === at)[2];
    const far = solution.find((one) => one[2] !== name(0))[1];
    for (const at of [0, far]) await page.evaluate(([at]) => window.desk.change({ ...window.desk.doc, entries: [...window.desk.doc.entries.filter((one) => one[1] !== at), ["region", at, "wrong"]] }), [at]);
    await page.getByRole("button", { name: "Still solvable?" }).click();
    await page.getByRole("button", { name: "Back to the last right state" }).click();
    await page.locator(".note", { hasText: /\d steps? undone/ }).waitFor({ timeout: 60_000 });
    const now = await doc(page);
    assert.ok(now.entries.length >= right.entries.length);
    const after = await ask(page, "check", { ...(await page.evaluate(() => window.desk.request)), entries: now.entries, deep: true });
    assert.equal(after.deep.completable, true);
  },

  async "a screen reader meets a grid with rows, names and findings"() {
    const page = await open();
    await opened(page, 'kind = "nurikabe"\nsize = "2x3"\nnumber = \'\'\'\n.3.\n...\n\'\'\'\n');
    await mode(page, "Set");
    await click(page, "c1");
    const client = await page.context().newCDPSession(page);
    const { nodes } = await client.send("Accessibility.getFullAXTree");
    const shown = nodes.filter((node) => !node.ignored);
    const named = (role) => shown.filter((node) => node.role?.value === role).map((node) => node.name?.value);
    assert.deepEqual(named("grid"), ["Board"]);
    assert.equal(named("row").length, 2);
    assert.deepEqual(named("gridcell"), ["r1c1: nothing", "r1c2: 3", "r1c3: nothing", "r2c1: nothing", "r2c2: nothing", "r2c3: nothing"]);
    // While solving, what is given is said, too.
    await mode(page, "Solve");
    await click(page, "c2");
    const cells = await page.locator(".places [role=gridcell]").evaluateAll((marks) => marks.map((mark) => mark.getAttribute("aria-label")));
    assert.deepEqual(cells.slice(0, 3), ["r1c1: nothing", "r1c2: number 3", "r1c3: shaded"]);
    const grid = shown.find((node) => node.role?.value === "grid");
    const active = grid.properties.find((one) => one.name === "activedescendant");
    assert.ok(active, "the selected cell is the active one");
    // The verdict is said once it is known.
    await page.waitForFunction(() => !window.desk.verdict.known.working && window.desk.verdict.known.result);
    assert.ok(["no solution", "exactly one solution"].includes(await page.locator(".spoken[role=status]").textContent()) || /solutions/.test(await page.locator(".spoken[role=status]").textContent()));
    // Nothing that can be pressed is without a name.
    assert.deepEqual(shown.filter((node) => ["button", "textbox", "tab", "slider"].includes(node.role?.value) && !node.name?.value).map((node) => node.role.value), []);
    // No text is fainter than people can read.
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const faint = await page.evaluate(() => {
        const light = (text) => {
          const [r, g, b] = text.match(/[\d.]+/g).slice(0, 3).map((one) => Number(one) / 255).map((one) => (one <= 0.04 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const ground = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/, 0\)$/.test(colour)) return colour;
          }
          return "rgb(255, 255, 255)";
        };
        return [...document.querySelectorAll("button:not(:disabled), p, li, span, label, summary")].filter((one) => one.textContent.trim() && one.offsetParent && !one.closest(".old")).flatMap((one) => {
          const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
          const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
          return contrast < 4.5 ? [`${one.textContent.slice(0, 30)} ${contrast.toFixed(1)}`] : [];
        });
      });
      assert.deepEqual(faint, [], colorScheme);
    }
    // With little motion wanted, a refusal does not shake.
    await page.keyboard.press("Escape");
    const animation = await page.evaluate(() => {
      document.querySelector(".board").classList.add("shake");
      return getComputedStyle(document.querySelector(".board")).animationName;
    });
    assert.equal(animation, "none");
  },

  async "a link tells a screen reader what the puzzle has at its ends"() {
    const page = await open();
    await opened(page, 'kind = "masyu"\npearl = \'\'\'\n.o\n..\n\'\'\'\n');
    await mode(page, "Solve");
    const label = await place(page, "l0").getAttribute("aria-label");
    assert.equal(label, "the link r1c1-r1c2: nothing; r1c2: pearl o");
  },

  async "a large board scrolls and zooms"() {
    const page = await open();
    const rows = Array.from({ length: 50 }, (_, row) => Array.from({ length: 50 }, (_, column) => ((row * 7 + column * 3) % 11 === 0 ? "2" : ".")).join(" "));
    await opened(page, `kind = "nurikabe"\nsize = "50x50"\nnumber = '''\n${rows.join("\n")}\n'''\n`);
    await page.waitForFunction(() => window.desk.board.rows === 50);
    await mode(page, "Set");
    const wide = () => page.evaluate(() => document.querySelector(".board svg").getBoundingClientRect().width);
    const fits = await wide();
    for (let press = 0; press < 4; press += 1) await page.getByRole("button", { name: "Larger" }).click();
    assert.ok((await wide()) > 3 * fits);
    await page.evaluate(() => document.querySelector(".board").scrollTo(700, 500));
    const scrolled = () => page.evaluate(() => [document.querySelector(".board").scrollLeft, document.querySelector(".board").scrollTop]);
    const before = await scrolled();
    assert.ok(before[0] > 300 && before[1] > 300, String(before));
    // A change leaves the view where it is; from the click until the picture is there again is measured.
    const at = await page.evaluate(() => {
      const box = document.querySelector(".board").getBoundingClientRect();
      return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).dataset.place;
    });
    await place(page, at).click();
    const took = await page.evaluate(async () => {
      const started = performance.now();
      document.querySelector(".board").dispatchEvent(new KeyboardEvent("keydown", { key: "5", bubbles: true }));
      while (!window.desk.idle) await new Promise((done) => setTimeout(done, 1));
      return performance.now() - started;
    });
    assert.equal((await field(page, "number")).values[Number(at.slice(1))], "5");
    assert.deepEqual(await scrolled(), before);
    const frames = await page.evaluate(async () => {
      const board = document.querySelector(".board");
      const times = [];
      for (let frame = 0; frame < 20; frame += 1) {
        const started = performance.now();
        board.scrollBy(8, 8);
        await new Promise((done) => requestAnimationFrame(done));
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b);
    });
    console.log(`    a number in a grid of 50 by 50: ${Math.round(took)} ms; a frame while scrolling: ${Math.round(frames[10])} ms (median), ${Math.round(frames[19])} ms (longest)`);
    await page.getByRole("button", { name: "As it fits" }).click();
    assert.equal(await wide(), fits);
  },

  async "a crash of the solver leaves the board as it is"() {
    if (way !== "site") return;
    const page = await open();
    await opened(page, "nurikabe");
    await mode(page, "Solve");
    await click(page, "c0");
    const before = await doc(page);
    await page.evaluate(() => {
      const lane = window.desk.engine.slow;
      const asked = window.desk.ask3();
      lane.worker.dispatchEvent(new ErrorEvent("error", { message: "unreachable", cancelable: true }));
      return asked;
    });
    await page.locator(".note", { hasText: "was started again; the board is as it was" }).waitFor();
    assert.deepEqual(await doc(page), before);
    await page.evaluate(() => window.desk.ask3());
    assert.equal(await page.evaluate(() => window.desk.hint.answer.type), "hint");
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
    // So few numbers that nothing follows, and so many cells that a search takes minutes.
    const rows = Array.from({ length: 20 }, (_, row) => Array.from({ length: 20 }, (_, column) => (row % 4 === 1 && column % 5 === 2 ? "9" : ".")).join(" "));
    await opened(page, `kind = "nurikabe"\nsize = "20x20"\nnumber = '''\n${rows.join("\n")}\n'''\n`);
    await mode(page, "Set");
    await page.waitForFunction(() => window.desk.verdict.known.working);
    const times = await page.evaluate(async () => {
      const marks = [...document.querySelectorAll("g.places [data-place^=c]")].slice(0, 5);
      const times = [];
      for (const mark of marks) {
        const box = mark.getBoundingClientRect();
        const started = performance.now();
        mark.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 }));
        document.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
        await new Promise((done) => requestAnimationFrame(done));
        times.push(performance.now() - started);
        if (!mark.classList.contains("selected")) throw new Error("not selected");
      }
      return times;
    });
    console.log(`    from a click to the frame after it, beside a search of minutes: ${times.map(Math.round).join(", ")} ms`);
    // A change ends the work on the board before it.
    await page.evaluate(() => {
      const { engine } = window.desk;
      const ask = engine.ask.bind(engine);
      window.solves = [];
      engine.ask = (name, ...rest) => {
        const answered = ask(name, ...rest);
        const one = { type: "waited for" };
        if (name === "solve") window.solves.push(one);
        void answered.then((document) => (one.type = document.type));
        return answered;
      };
    });
    for (const [count, mark] of [[1, "c30"], [2, "c33"]]) {
      await click(page, mark);
      await page.keyboard.type("3");
      await page.waitForFunction((count) => window.solves.length >= count, count);
    }
    await page.waitForFunction(() => window.solves[0].type !== "waited for");
    assert.equal(await page.evaluate(() => window.solves[0].type), "stopped");
    await page.evaluate(() => window.desk.verdict.stop());
  },

  async "files are dropped, solutions opened, values copied, and rules checked while filling in"() {
    const page = await open();
    const drop = (name, text) =>
      page.evaluate(([name, text]) => {
        const data = new DataTransfer();
        data.items.add(new File([text], name));
        document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
      }, [name, text]);
    const text = 'kind = "nurikabe"\nnumber = \'\'\'\n.3..\n...1\n....\n.2..\n\'\'\'\n';
    await drop("mine.toml", text);
    await page.waitForFunction(() => window.desk.board.rows === 4);
    await mode(page, "Solve");
    await page.getByLabel("Tell what is broken while I fill in").check();
    await click(page, "c1");
    await page.locator(".note .broken b", { hasText: "Cells with a number stay open" }).waitFor();
    assert.equal(await page.locator(".places rect.broken").count(), 1);
    await click(page, "c1");
    await page.waitForFunction(() => !document.querySelector(".note"));
    // What `solve --json` has saved.
    await drop("solution.json", JSON.stringify(await ask(page, "solve", { puzzle: text })));
    await page.waitForFunction(() => window.desk.doc.entries.length === 16);
    // A rulebook, and something that is nothing.
    await drop("mine.rules", 'about "one in every row"\ndecide mark on cells: there "#" or none "."\n"One in a row."\n    each row r: exactly 1 cell c in r: c is there\n\nexample\n    size = "2x2"\n');
    await page.waitForFunction(() => window.desk.board.kind === "mine");
    await drop("cat.png", "\u0089PNG");
    await page.locator(".note p").waitFor();
    assert.equal(await page.evaluate(() => window.desk.board.kind), "mine");
    // Copied and pasted.
    await opened(page, text);
    await mode(page, "Set");
    await click(page, "c1");
    await page.keyboard.press("Control+c");
    await click(page, "c8");
    await page.keyboard.press("Control+v");
    await settle(page);
    assert.equal((await field(page, "number")).values[8], "3");
    // The board before is a click away.
    await page.keyboard.press("/");
    await page.locator("dialog").getByRole("button", { name: "mine" }).first().click();
    await page.waitForFunction(() => window.desk.board.kind === "mine");
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
    // A finger that rests means the other way: the last of the words.
    await page.evaluate(async () => {
      const mark = document.querySelector("[data-place=c9]");
      const box = mark.getBoundingClientRect();
      mark.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, pointerType: "touch", clientX: box.x + 9, clientY: box.y + 9 }));
      await new Promise((done) => setTimeout(done, 700));
      mark.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, pointerType: "touch" }));
    });
    await settle(page);
    const words = await page.evaluate(() => window.desk.board.fields.find((one) => one.finds).words.map((one) => one.word));
    assert.equal((await doc(page)).entries.find((one) => one[1] === 9)?.[2], words.at(-1));
  },

  async "an example of the guide is one click from the board"() {
    const page = await open();
    await page.getByRole("tab", { name: "Guide" }).click();
    await page.locator(".guide .chapters").waitFor();
    await page.locator(".panel input[type=search]").fill("nurikabe");
    await page.locator(".guide .line").nth(0).waitFor({ state: "attached" });
    await page.locator(".panel input[type=search]").fill("");
    await page.getByRole("button", { name: "fifteen-minutes" }).click();
    const examples = page.locator(".guide .example button");
    await examples.nth(0).waitFor({ state: "attached" });
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
    await page.waitForFunction(() => window.desk?.verdict?.known.result, null, { timeout: 60_000 });
    console.log(`    from opening to the first verdict: ${Date.now() - started} ms`);
    assert.equal(await page.evaluate(() => window.desk.verdict.known.result.verdict.found), 1);
    await context.close();
  },

};

/** The stories of a new user, with a picture of every screen. */
const stories = {
  async "solve a puzzle of puzz.link with two hints"(look) {
    const page = await open("", look);
    const shot = screens(page, "hints", look);
    await page.locator(".actions button", { hasText: "Open" }).click();
    const linked = await ask(page, "open", { text: "genres/nurimisaki" });
    await page.locator("dialog textarea").fill((await ask(page, "link", { puzzle: linked.file })).address);
    await page.locator(".thumb svg").first().waitFor();
    await shot();
    await page.locator("dialog button", { hasText: "Open it" }).click();
    await page.waitForFunction(() => window.desk.board.kind === "nurimisaki" && window.desk.idle);
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
    const { words } = await page.evaluate(() => window.desk.board.fields.find((one) => one.finds));
    for (const [, at, word] of entries.filter((one) => !known.has(one[1]))) {
      for (let press = words.findIndex((one) => one.word === word); press >= 0; press -= 1) await click(page, `c${at}`);
    }
    await page.locator(".board").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.locator(".note", { hasText: "All rules hold" }).waitFor();
    await shot();
  },

  async "set a nurikabe until it is unique, and thin it"(look) {
    const page = await open("", look);
    const shot = screens(page, "set", look);
    await page.locator(".board").focus();
    await page.keyboard.press("/");
    await page.locator("dialog input[type=search]").fill("nurikabe");
    await page.locator(".thumb svg").first().waitFor();
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

  async "write the rules of a new genre, and send it as an address"(look) {
    const page = await open("", look);
    const shot = screens(page, "rules", look);
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
    const other = await open(new URL(address).hash, look);
    assert.equal(await other.evaluate(() => window.desk.board.kind), "my-nurikabe");
    await other.waitForFunction(() => !window.desk.verdict.known.working);
    await screens(other, "rules-sent", look)();
  },
};
/** Pictures for people to look at: with PICTURES=all. */
const shows = {
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

  async "every screen"() {
    for (const look of looks) {
      const page = await open("", look);
      const shot = screens(page, "screen", look);
      await page.waitForFunction(() => window.desk.hint && !window.desk.verdict.known.working);
      await shot();
      await page.getByRole("tab", { name: "Rules" }).click();
      await shot();
      await page.getByRole("tab", { name: "File" }).click();
      await shot();
      await page.getByRole("tab", { name: "Guide" }).click();
      await page.locator(".guide .chapters button").first().click();
      await shot();
      await page.getByRole("tab", { name: "Findings" }).click();
      await page.getByRole("button", { name: "Steps" }).click();
      await page.getByRole("button", { name: "hardest" }).click();
      await page.locator(".steps h3", { hasText: "hardest" }).waitFor();
      await shot();
      for (const name of ["Share", "Save", "Keys"]) {
        await page.locator(".actions").getByRole("button", { name }).click();
        await page.locator("dialog").waitFor();
        await shot();
        await page.keyboard.press("Escape");
      }
      for (const name of ["killer-sudoku", "skyscrapers", "easy-as-abc", "slitherlink", "hashi", "kakuro"]) {
        await opened(page, name);
        await mode(page, "Set");
        await page.waitForFunction(() => !window.desk.verdict.known.working);
        await shot();
      }
      await page.locator(".actions button", { hasText: "Open" }).click();
      await page.locator(".thumb svg").first().waitFor();
      await page.waitForTimeout(1000);
      await shot();
      await page.context().close();
    }
  },
};

/** How the page is looked at; all of these with PICTURES=all, for pictures of every screen. */
const looks = Object.entries({
  "wide-light": { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  "wide-dark": { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  "phone-light": { viewport: { width: 400, height: 820 }, colorScheme: "light", hasTouch: true },
  "phone-dark": { viewport: { width: 400, height: 820 }, colorScheme: "dark", hasTouch: true },
}).map(([look, options]) => ({ look, ...options }));
if (process.env.PICTURES === "all") Object.assign(tests, shows);
for (const [name, story] of Object.entries(stories)) {
  for (const look of process.env.PICTURES === "all" ? looks : looks.slice(0, 1)) tests[`${name} (${look.look})`] = () => story(look);
}

/** Takes a picture of every screen of a story. */
function screens(page, story, { look }) {
  let number = 0;
  return () => page.screenshot({ path: join(pictures, `${way}-${story}-${(number += 1)}-${look}.png`) });
}

/** Drags from the middle of one place to that of another. */
async function drag(page, from, to) {
  // A verdict may still show another picture.
  await page.waitForFunction(() => !window.desk.verdict.known.working);
  const [a, b] = await page.evaluate((marks) => marks.map((mark) => document.querySelector(`g.places [data-place="${mark}"]`).getBoundingClientRect().toJSON()), [from, to]);
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 12 });
  await page.mouse.up();
  await settle(page);
}

/** Enters a value in a place of a field, as somebody would. */
async function drawOne(page, key, finds, sort) {
  const find = () => page.evaluate(([key, finds]) => window.desk.board.fields.find((one) => one.key === key && one.finds === finds), [key, finds]);
  const one = await find();
  const at = one.names.findIndex((_, at) => (finds ? !one.given[at] : one.values[at] === null));
  const position = Math.max(at, 0);
  const values = one.values ?? [];
  const known = values.find((value) => value !== null && value !== values[position] && value !== "?") ?? String(one.range?.[0] ?? 1);
  const mark = Object.entries(one.places).find(([, at]) => at === position)?.[0];
  if (!mark) {
    // No place in the picture: a form beside the board.
    const input = page.getByLabel(`${key}, ${one.names[position]}`, { exact: true });
    const now = values[position];
    if (one.sort === "words") {
      const other = one.words.find((other) => other.word !== now && other.sign !== now)?.word ?? "";
      await input.selectOption(now !== null && one.words.length === 1 ? "" : other);
    } else {
      // A list loses its last member, a number grows.
      const shorter = now?.startsWith("[") ? JSON.stringify(JSON.parse(now).slice(0, -1)) : known;
      await input.fill(now !== null && /^\d+$/.test(now) ? String(Number(now) + 1) : shorter);
      await input.press("Enter");
    }
    await settle(page);
    return;
  }
  await tool(page, key);
  const [board, name] = mark.split("/");
  await place(page, name, board).click();
  await settle(page);
  if (one.sort === "numbers") await page.keyboard.type(known);
  else if (one.sort === "list" || one.sort === "text") {
    const field = page.locator(".pad input");
    await field.fill(known);
    await field.press("Enter");
  }
  await settle(page);
  const after = await find();
  const word = finds ? (await doc(page)).entries.find((entry) => entry[0] === key && entry[1] === position)?.[2] : after.values[position];
  if (one.sort === "words") assert.ok(one.words.some((other) => other.word === word || other.sign === word), `${sort}: ${word}`);
  else if (one.sort === "regions") assert.ok(word && word !== values[position], sort);
  else assert.equal(word, known, sort);
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
