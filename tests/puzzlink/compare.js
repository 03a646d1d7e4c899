// Holds the meaning of addresses against the answer checker of puzz.link. README.md says how to run it.
"use strict";

const fs = require("fs");
const path = require("path");
const { spawnSync } = require("child_process");

const root = path.join(__dirname, "..", "..");
const options = { cases: 24, seed: 1, most: 1 << 16, quadrille: path.join(root, "target/release/quadrille") };
for (const argument of process.argv.slice(2)) {
	const [name, value] = argument.replace(/^--/, "").split("=");
	options[name] = value === undefined ? true : /^\d+$/.test(value) ? Number(value) : value;
}
if (!options.pzprjs) {
	console.error("usage: node compare.js --pzprjs=FOLDER [--genre=NAME] [--cases=N] [--seed=N] [--quadrille=FILE] [--write]");
	process.exit(2);
}
const pzpr = require(path.join(path.resolve(options.pzprjs), "dist/js/pzpr.js"));

// Random numbers: the same for the same seed (xorshift32).
let state = 1;
function seed(text) {
	state = Number(options.seed) * 2654435761 >>> 0;
	for (const c of text) state = (Math.imul(state ^ c.charCodeAt(0), 16777619) >>> 0) || 1;
}
function below(n) {
	state ^= state << 13; state >>>= 0;
	state ^= state >>> 17;
	state ^= state << 5; state >>>= 0;
	return Math.floor(state / 4294967296 * n);
}
const chance = (p) => below(1000) < p * 1000;
const pick = (list) => list[below(list.length)];

// ---- Rulebooks -----------------------------------------------------------------------------------------------------

const folder = path.join(root, "puzzles/language/rulebooks");
function statements(name) {
	const text = fs.readFileSync(path.join(folder, name + ".rules"), "utf8");
	const own = text.split(/\n(?=\S)/).map((s) => s.replace(/\s+/g, " ").trim());
	const like = own.map((s) => /^like ([\w-]+)/.exec(s)).find(Boolean);
	return like ? statements(like[1]).filter((s) => !/^address/.test(s)).concat(own) : own;
}
function rulebooks() {
	const all = [];
	for (const file of fs.readdirSync(folder).sort()) {
		if (!file.endsWith(".rules")) continue;
		const name = file.slice(0, -6);
		const lines = statements(name);
		const decided = [];
		for (const line of lines) {
			const m = /^decide ([\w, ]+?) on (cells|links|edges)( with(?:out)? \w+)?: (.*)$/.exec(line);
			if (!m) continue;
			const values = m[4].replace(/, given$/, "");
			for (const layer of m[1].split(/, */)) {
				const known = decided.findIndex((other) => other.layer === layer);
				if (known >= 0) decided.splice(known, 1);
				decided.push({ layer, on: m[2], values, words: words(values), skips: m[3] !== undefined });
			}
		}
		for (const line of lines) {
			const m = /^address ([\w, -]+): (.*)$/.exec(line);
			if (m) all.push({ book: name, genre: m[1].split(",")[0].trim(), parts: split(m[2]), decided });
		}
	}
	return all;
}
function split(text) {
	const parts = [];
	let depth = 0, start = 0;
	for (let i = 0; i <= text.length; i++) {
		if (text[i] === "(") depth++;
		else if (text[i] === ")") depth--;
		else if ((text[i] === "," && depth === 0) || i === text.length) {
			const m = /^(\w+)(?:\(([^)]*)\))?(\?)?\s*(.*)$/.exec(text.slice(start, i).trim());
			parts.push({ codec: m[1], parameters: m[2] ? m[2].split(",").map((p) => p.trim()) : [], optional: !!m[3], data: m[4] });
			start = i + 1;
		}
	}
	return parts;
}
const words = (values) => (values.replace(/"[^"]*"/g, "").match(/[a-zA-Z_]+/g) || []).filter((w) => !["or", "of", "it", "size", "rows", "columns", "max", "min", "n", "largest", "room", "count", "cells"].includes(w));

// ---- Random addresses ----------------------------------------------------------------------------------------------

function number16(n) {
	return n < 16 ? n.toString(16) : n < 256 ? "-" + n.toString(16) : "+" + n.toString(16);
}
// Values with runs of empty places from the letter `first` on.
function gaps(count, first, write, filled) {
	let out = "", run = 0;
	const longest = 36 - parseInt(first, 36);
	const flush = () => { while (run > 0) { const n = Math.min(run, longest); out += (parseInt(first, 36) + n - 1).toString(36); run -= n; } };
	for (let i = 0; i < count; i++) {
		if (chance(filled)) { flush(); out += write(); } else run++;
	}
	flush();
	return out;
}
// Digits that swallow some empty places behind them (`digits4`, `corners`).
function swallow(count, filled) {
	let out = "";
	const places = Array.from({ length: count }, () => chance(filled) ? (chance(0.12) ? "." : below(5)) : null);
	for (let i = 0; i < count;) {
		if (places[i] === ".") { out += "."; i++; continue; }
		let run = 0;
		while (i + run < count && places[i + run] === null) run++;
		if (run > 0) { const n = Math.min(run, 20); out += (15 + n).toString(36); i += n; continue; }
		let after = 0;
		while (after < 2 && i + 1 + after < count && places[i + 1 + after] === null) after++;
		out += (places[i] + 5 * after).toString(16); i += 1 + after;
	}
	return out;
}
const bits = (count, density) => digits(count, 5, 2, 32, () => chance(density) ? 1 : 0);
function digits(count, per, base, radix, value) {
	let out = "";
	for (let i = 0; i < count; i += per) {
		let n = 0;
		for (let k = 0; k < per; k++) n = n * base + (i + k < count ? value() : 0);
		out += n.toString(36);
	}
	return out;
}
function body(book, parts, rows, columns) {
	let flags = "", out = "", regions = 1, letters = 0;
	const cells = rows * columns, across = rows * (columns - 1), down = (rows - 1) * columns;
	const filled = pick(book === "firefly" ? [0.3, 0.5] : [0, 0.15, 0.3, 0.5]), density = pick([0.15, 0.35, 0.6]);
	for (const part of parts) {
		const named = part.parameters.filter((p) => p !== "?" && !p.startsWith(".="));
		const few = parts.some((other) => other.codec === "borders") ? 3 : Math.max(rows, columns);
		const most = named.length && !named[0].includes("=") ? named.length - 1 : few;
		const value = (first, top) => chance(0.12) ? "." : number16(first + below(top - first + 1));
		switch (part.codec) {
		case "flag": if (chance(0.5)) flags += part.parameters[0]; break;
		case "slash": out += "/"; break;
		case "decimal": letters = 1 + below(Math.max(1, rows - 1)); out += letters + "/"; break;
		case "borders": {
			const h = bits(across, density), v = bits(down, density);
			regions = rooms(h, v, rows, columns);
			out += h + v;
			break;
		}
		case "number16": if (book === "doppelblock") { out += gaps(cells, "g", () => number16(1), filled / 2); break; }
			if (letters) { out += gaps(cells, "g", () => number16(1 + below(letters)), filled / 2); break; }
			out += gaps(cells, "g", () => value(0, chance(0.1) ? 17 : most), filled); break;
		case "number10": out += gaps(cells, "a", () => chance(0.12) ? "." : String(named.length ? pick([1, 2, 3, 4, 5, 7].filter((n) => named.some((p) => p.startsWith(n + "=")) || !named.every((p) => p.includes("=")) || (n < 4 && (named.length > 1 || chance(0.1))))) : below(5)), filled); break;
		case "rooms16": out += gaps(regions, "g", () => value(0, 4), filled + 0.1); break;
		case "digits4": out += swallow(cells, filled); break;
		case "corners": out += swallow((rows + 1) * (columns + 1), filled); break;
		case "base36": for (let i = 0; i < cells; i++) out += chance(0.05) ? "." : String(1 + below(4)); break;
		case "circles": out += digits(cells, 3, 3, 27, () => chance(filled) ? 1 + below(2) : 0); break;
		case "dots": out += digits(across + down, 3, 3, 27, () => chance(filled) ? 1 + below(2) : 0); break;
		case "bits": out += bits(cells, filled / 2); break;
		case "walls": out += bits(across, filled / 2) + bits(down, filled / 2); break;
		case "marks": out += marks(cells, filled); break;
		case "tapa": out += gaps(cells, "g", () => pick([".", "0", "1", "2", "3", "4", "aa", "ac", "ab", "ad"]), filled); break;
		case "arrows16": out += gaps(cells, "a", () => chance(0.1) ? "0." : chance(0.1) ? "-" + (1 + below(4)) + "10" : (below(5)) + String(below(4)), filled); break;
		case "castle": out += gaps(cells, "a", () => below(3) + (chance(0.3) ? "0." : (1 + below(4)) + String(below(4))), filled); break;
		case "compass": out += gaps(cells, "g", () => Array.from({ length: 4 }, () => chance(0.6) ? "." : String(below(3))).join(""), filled); break;
		case "outside16": {
			const named = part.parameters.filter((p) => /^(top|bottom|left|right)$/.test(p));
			const sides = named.length ? named : ["top", "left"];
			const count = sides.reduce((sum, side) => sum + (side === "top" || side === "bottom" ? columns : rows), 0);
			if (letters) out += gaps(count, "g", () => number16(1 + below(letters)), filled / 2);
			else out += gaps(count, "g", () => value(0, book === "doppelblock" ? columns - 2 : Math.max(rows, columns)), filled);
			break;
		}
		case "outside_lists": out += lists(rows, columns, filled); break;
		case "pieces":
			if (chance(0.2)) out += "//" + pick(["t", "p", "d"]);
			else {
				const pieces = Array.from({ length: 1 + below(2) }, () => pick(["11g", "21o", "31s"]));
				out += ["", pieces.length, ...pieces].join("/");
			}
			break;
		case "kakuro": out += crossSums(rows, columns); break;
		case "skips": out += marks(cells, filled); break;
		case "signs": out += signs(cells, filled); break;
		case "place": out += number16(1 + below(columns)) + number16(1 + below(rows)); break;
		case "tones": out += gaps(cells, "g", () => number16(below(2 * Math.min(cells, 5) + 2)), filled); break;
		case "angles": out += gaps(cells, "k", () => pick([".", "%", "g", "h", "i", "j", "2", "3", "4", "5"]), filled); break;
		case "stars": out += stars(cells + across + down + (rows - 1) * (columns - 1), filled); break;
		case "paired_dots": out += gaps(Math.ceil((cells + across + down + (rows - 1) * (columns - 1)) / 2), "g", () => (1 + below(15)).toString(16), filled / 2); break;
		default: return null;
		}
		if (part.optional && chance(0.3)) break;
	}
	return { flags, out };
}
function rooms(h, v, rows, columns) {
	const bit = (text, i) => parseInt(text[Math.floor(i / 5)], 32) >> (4 - i % 5) & 1;
	const of = Array.from({ length: rows * columns }, (_, i) => i);
	const find = (i) => of[i] === i ? i : find(of[i]);
	for (let r = 0; r < rows; r++) for (let c = 0; c < columns; c++) {
		const i = r * columns + c;
		if (c + 1 < columns && !bit(h, r * (columns - 1) + c)) of[find(i)] = find(i + 1);
		if (r + 1 < rows && !bit(v, i)) of[find(i)] = find(i + columns);
	}
	return of.filter((_, i) => find(i) === i).length;
}
function marks(count, filled) {
	let out = "", run = 0;
	for (let i = 0; i < count; i++) {
		if (chance(filled)) { out += run.toString(36); run = 0; } else if (++run > 34) { out += "z"; run = 0; }
	}
	return out + (run > 0 ? run.toString(36) : "");
}
// One start, one goal, and circles and triangles. Two cells at least.
function signs(count, filled) {
	const start = below(count), goal = (start + 1 + below(Math.max(count - 1, 1))) % count;
	let out = "", run = 0;
	const flush = () => { while (run > 0) { const n = Math.min(run, 31); out += (n + 4).toString(36); run -= n; } };
	for (let i = 0; i < count; i++) {
		if (i === start || i === goal || chance(filled / 2)) { flush(); out += i === start ? 1 : i === goal ? 2 : 3 + below(2); } else run++;
	}
	flush();
	return out;
}
// Stars of two colours, each with the distance to the next.
function stars(count, filled) {
	const places = Array.from({ length: count }, () => chance(filled / 2) ? below(2) : null);
	let out = "";
	for (let i = 0; i < count;) {
		let run = 0;
		if (places[i] === null) {
			while (i + run < count && run < 20 && places[i + run] === null) run++;
			out += (15 + run).toString(36);
			i += run;
			continue;
		}
		while (run < 7 && i + 1 + run < count && places[i + 1 + run] === null) run++;
		out += (2 * run + places[i]).toString(16);
		i += 1 + run;
	}
	return out;
}
// Sums of random digits: most of the boards have a solution. Few places are open, for there are nine digits.
function crossSums(rows, columns) {
	const open = Array.from({ length: rows * columns }, () => false);
	for (let n = 1 + below(4); n > 0; n--) open[below(rows * columns)] = true;
	const digit = open.map(() => 1 + below(9));
	const code = (n) => n < 0 ? "-" : n < 20 ? n.toString(36) : (n - 10).toString(36).toUpperCase();
	const sum = (r, c, dr, dc) => {
		let total = 0;
		for (r += dr, c += dc; r < rows && c < columns && open[r * columns + c]; r += dr, c += dc) total += digit[r * columns + c];
		return code(total === 0 || chance(0.2) ? -1 : total + (chance(0.1) ? 1 : 0));
	};
	let out = "", run = 0;
	const flush = () => { while (run > 0) { const n = Math.min(run, 16); out += (n + 19).toString(36); run -= n; } };
	for (let i = 0; i < open.length; i++) {
		if (open[i]) { run++; continue; }
		flush();
		const r = Math.floor(i / columns), c = i % columns;
		const both = sum(r, c, 1, 0) + sum(r, c, 0, 1);
		out += both === "--" ? "." : both;
	}
	flush();
	for (let c = 0; c < columns; c++) if (open[c]) out += sum(-1, c, 1, 0);
	for (let r = 0; r < rows; r++) if (open[r * columns]) out += sum(r, -1, 0, 1);
	return out;
}
// Lists of numbers for columns and rows; each fits its line, as a rule.
function lists(rows, columns, filled) {
	let places = [];
	for (const [count, length] of [[columns, rows], [rows, columns]]) {
		const room = Math.ceil(length / 2);
		for (let i = 0; i < count; i++) {
			const line = [];
			if (chance(filled + 0.3)) {
				line.push(1 + below(length));
				if (line[0] + 2 <= length && chance(0.3) && room > 1) line.push(1);
			}
			for (let k = 0; k < room; k++) places.push(k < line.length ? line[k] : null);
		}
	}
	let i = 0;
	return gaps(places.length, "g", () => "", 0).length ? encode(places) : "";
	function encode(list) {
		let out = "", run = 0;
		const flush = () => { while (run > 0) { const n = Math.min(run, 20); out += (15 + n).toString(36); run -= n; } };
		for (const n of list) if (n === null) run++; else { flush(); out += number16(n); }
		flush();
		return out;
	}
}

// ---- Boards of the site --------------------------------------------------------------------------------------------

// How layers with more than two words, or with words of another kind, are set: the values of a cell by word.
const WORDS = {
	yinyang: { anum: { black: 2, white: 1 } },
	tents: { anum: { tent: 2, bare: -1 } },
	gokigen: { qans: { slash: 32, backslash: 31 } },
	shakashaka: { qans: { blank: 0, nw: 5, ne: 4, sw: 2, se: 3 } },
	roma: { anum: { north: 1, south: 2, west: 3, east: 4 } },
};
const letters = (count) => ({ anum: Object.fromEntries([["none", -1], ...Array.from({ length: count }, (_, i) => [String.fromCharCode(65 + i), i + 1])]) });
// Layers of numbers with a word for none: what says so.
const NONE = { doppelblock: { qans: 1 }, japanesesums: { qans: 1 } };
// Genres in which a user of the site cannot shade a cell with a clue, though its checker would not notice.
const UNSHADED = ["akari", "koburin", "kurotto", "nurikabe"];

function open(address) {
	const puzzle = new pzpr.Puzzle();
	puzzle.open(address);
	puzzle.setMode && puzzle.setMode("play");
	return puzzle;
}

// The ways to fill each layer: lists of [setter, key] choices by place, or whole lists of states.
function* assignments(count, choices) {
	const at = new Array(count).fill(0);
	for (;;) {
		yield at;
		let i = 0;
		while (i < count && ++at[i] === choices(i).length) at[i++] = 0;
		if (i === count) return;
	}
}

class Layer {
	constructor(puzzle, genre, declared) {
		this.board = puzzle.board;
		this.genre = genre;
		this.declared = declared;
		this.rows = this.board.rows;
		this.columns = this.board.cols;
	}
	cells(draw) {
		const rows = [];
		for (let r = 0; r < this.rows; r++) {
			const row = [];
			for (let c = 0; c < this.columns; c++) row.push(draw(this.board.getc(2 * c + 1, 2 * r + 1)));
			rows.push(row);
		}
		return join(rows);
	}
}
// A text for rows of values: numbers, or the first letters of words.
function join(rows) {
	const texts = rows.filter((row) => row.length > 0).map((row) => row.map(short));
	const isWide = texts.some((row) => row.some((text) => text.length !== 1));
	return texts.map((row) => row.join(isWide ? "," : "")).join("/");
}
const short = (value) => value === null ? "_" : typeof value === "number" ? String(value) : value[0];

// Words on cells, or numbers.
class Cells extends Layer {
	prepare() {
		const { values, words } = this.declared;
		const special = this.genre === "easyasabc" ? letters(this.board.indicator.count) : WORDS[this.genre];
		const isNumbers = /\.\.|^\d|largest/.test(values) && !/^[A-Z]\.\./.test(values);
		this.places = Array.from(this.board.cell).filter((cell) => !cell.isnull);
		this.choices = this.places.map((cell) => {
			if (special) {
				const [property, codes] = Object.entries(special)[0];
				if (property === "anum" && cell.qnum !== -1) {
					const given = Object.entries(codes).find(([, code]) => code === cell.qnum);
					return [{ cell, word: given ? given[0] : this.genre === "roma" ? "rome" : null }];
				}
				if (property === "qans" && cell.qnum !== -1) {
					return [{ cell, property, value: 0, word: Object.keys(codes)[0] }];
				}
				return Object.entries(codes).map(([word, value]) => ({ cell, property, value, word }));
			}
			if (!isNumbers) {
				const unshaded = cell.numberRemainsUnshaded || UNSHADED.includes(this.genre);
				if (this.genre === "lightshadow") {
					if (cell.qnum !== -1) return [{ cell, word: words[cell.ques === 1 ? 0 : 1] }];
					// An open cell is marked as such there.
					return [1, 2].map((value) => ({ cell, property: "qans", value, word: words[value - 1] }));
				}
				const banned = cell.ques === 7 || (unshaded && cell.qnum !== -1) || (this.genre === "tapa" && cell.qnums.length > 0) || (cell.prehook.qans && cell.prehook.qans.call(cell, 1)) || (cell.allowShade && !cell.allowShade());
				return (banned ? [0] : [0, 1]).map((value) => ({ cell, property: "qans", value }));
			}
			if (cell.ques === 51) return [{ cell, word: words[0] }];
			if (this.genre === "kakuro") cell.untold = true;
			if (cell.ques === 7 || cell.ques === 1) return [{ cell, word: "_" }];
			const list = [];
			const none = words[0];
			if (cell.qnum !== -1 && cell.qnum !== -2) return [{ cell, word: cell.qnum }];
			if (cell.qnum === -2 && this.genre === "putteria") return [{ cell, word: none }];
			if (cell.qnum === -2) cell.untold = true;
			if (none && !cell.untold) list.push({ cell, property: "anum", value: -1, word: none, none: true });
			const top = Math.min(cell.getmaxnum(), 9);
			for (let n = Math.max(cell.getminnum(), 0); n <= top; n++) list.push({ cell, property: "anum", value: n, word: n });
			return list;
		});
		this.isNumbers = isNumbers || special;
		return this.choices.reduce((product, list) => product * list.length, 1);
	}
	*states() {
		const { choices } = this;
		for (const at of assignments(choices.length, (i) => choices[i])) {
			for (let i = 0; i < choices.length; i++) {
				const choice = choices[i][at[i]];
				if (choice.cell.untold) choice.cell.qnum = -1;
				if (choice.property) choice.cell[choice.property] = choice.value;
				const none = NONE[this.genre];
				if (none && choice.property === "anum") choice.cell.qans = choice.none ? none.qans : 0;
				choice.cell.word = choice.word;
			}
			yield this;
		}
	}
	key() {
		const { words } = this.declared;
		if (this.genre === "kakuro") {
			// Ours has a row and a column more, for the sums outside.
			const rows = [Array(this.columns + 1).fill(words[0])];
			for (let r = 0; r < this.rows; r++) {
				rows.push([words[0]]);
				for (let c = 0; c < this.columns; c++) rows[r + 1].push(this.board.getc(2 * c + 1, 2 * r + 1).word);
			}
			return join(rows);
		}
		if (this.isNumbers || this.genre === "lightshadow") return this.cells((cell) => cell.word === undefined ? null : cell.word);
		return this.cells((cell) => this.declared.skips && cell.qnum !== -1 ? null : words[cell.isShade() || cell.qans === 1 ? 0 : 1]);
	}
}

// Lines between cells, or along them.
class Lines extends Layer {
	prepare() {
		const { on, values } = this.declared;
		this.places = Array.from(this.board.border).filter((border) => on === "edges" || (!border.sidecell[0].isnull && !border.sidecell[1].isnull));
		this.numbers = /0\.\.2/.test(values);
		this.isClosed = !this.numbers && !["keywest", "mintonette", "firefly", "lapaz", "lither"].includes(this.genre);
		if (!this.isClosed) return (this.numbers ? 3 : 2) ** this.places.length;
		// Closed lines are sums of small squares.
		this.squares = [];
		if (on === "edges") {
			for (const cell of Array.from(this.board.cell)) this.squares.push([cell.adjborder.top, cell.adjborder.bottom, cell.adjborder.left, cell.adjborder.right]);
		} else {
			for (let r = 1; r < this.rows; r++) for (let c = 1; c < this.columns; c++) {
				this.squares.push([[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) => this.board.getb(2 * c + dx, 2 * r + dy)));
			}
		}
		return 2 ** this.squares.length;
	}
	*states() {
		const { places } = this;
		if (this.isClosed) {
			for (let code = 0; code < 2 ** this.squares.length; code++) {
				for (const border of places) border.line = 0;
				this.squares.forEach((square, i) => { if (code >> i & 1) for (const border of square) border.line ^= 1; });
				// Where a user of the site cannot draw.
				if (places.some((border) => border.line && border.enableLineNG && border.isLineNG())) continue;
				yield this;
			}
			return;
		}
		const choices = this.numbers ? [0, 1, 2] : [0, 1];
		for (const at of assignments(places.length, () => choices)) {
			places.forEach((border, i) => { border.line = at[i]; });
			if (places.some((border) => border.line && border.enableLineNG && border.isLineNG())) continue;
			if (this.genre === "hashi" && !this.joinsIslands()) continue;
			yield this;
		}
	}
	// Bridges go from island to island.
	joinsIslands() {
		const line = (border) => border.isnull ? 0 : border.line;
		return Array.from(this.board.cell).every((cell) => {
			const { left, right, top, bottom } = cell.adjborder;
			const [l, r, t, b] = [left, right, top, bottom].map(line);
			return cell.qnum !== -1 || (l === r && t === b && !(l && t));
		});
	}
	key() {
		const { on, words } = this.declared;
		const drawn = (x, y) => { const border = this.board.getb(x, y); return this.numbers ? border.line : words[border.line ? 0 : 1]; };
		const flat = [], upright = [];
		if (on === "edges") {
			for (let r = 0; r <= this.rows; r++) flat.push(Array.from({ length: this.columns }, (_, c) => drawn(2 * c + 1, 2 * r)));
			for (let r = 0; r < this.rows; r++) upright.push(Array.from({ length: this.columns + 1 }, (_, c) => drawn(2 * c, 2 * r + 1)));
		} else {
			for (let r = 0; r < this.rows; r++) flat.push(Array.from({ length: this.columns - 1 }, (_, c) => drawn(2 * c + 2, 2 * r + 1)));
			for (let r = 0; r + 1 < this.rows; r++) upright.push(Array.from({ length: this.columns }, (_, c) => drawn(2 * c + 1, 2 * r + 2)));
		}
		return join(flat) + "|" + join(upright);
	}
}

// Regions to find, by the borders between them.
class Regions extends Layer {
	prepare() {
		this.places = Array.from(this.board.border).filter((border) => Array.from(border.sidecell).every((cell) => !cell.isnull && cell.ques !== 7));
		return 2 ** this.places.length;
	}
	*states() {
		const { places } = this;
		const cells = Array.from(this.board.cell);
		for (let code = 0; code < 2 ** places.length; code++) {
			const of = cells.map((_, i) => i);
			const find = (i) => of[i] === i ? i : (of[i] = find(of[i]));
			places.forEach((border, i) => {
				if (!(code >> i & 1)) of[find(border.sidecell[0].id)] = find(border.sidecell[1].id);
			});
			// A border parts two regions.
			if (places.some((border, i) => (code >> i & 1) && find(border.sidecell[0].id) === find(border.sidecell[1].id))) continue;
			places.forEach((border, i) => { border.qans = code >> i & 1; });
			const names = new Map();
			for (const cell of cells) {
				if (cell.ques === 7 && this.declared.skips) { cell.word = null; continue; }
				// Any other hole is a region of its own.
				const id = find(cell.id);
				if (!names.has(id)) names.set(id, names.size);
				cell.word = names.get(id);
			}
			yield this;
		}
	}
	key() {
		return this.cells((cell) => cell.word === null ? null : String.fromCharCode(65 + cell.word));
	}
}

function layers(puzzle, genre, decided) {
	return decided.map((declared) => {
		const Kind = declared.on !== "cells" ? Lines : declared.values === "regions" ? Regions : Cells;
		return new Kind(puzzle, genre, declared);
	});
}

// All grids that the site accepts, as keys; null if there are too many to try.
function accepted(genre, decided, address) {
	const puzzle = open(address);
	const board = puzzle.board;
	const all = layers(puzzle, genre, decided);
	const total = all.reduce((product, layer) => product * layer.prepare(), 1);
	if (total > options.most) return null;
	const found = new Set();
	let tried = 0, refused = null;
	const go = (depth) => {
		if (depth === all.length) {
			tried++;
			if (genre === "lapaz" && !tie(board)) { tried--; return; }
			board.rebuildInfo();
			// Guide arrows are followed again only after a change that the board hears of.
			if ("isStale" in board) board.isStale = true;
			puzzle.checker.resetCache();
			if (puzzle.checker.check(false).complete) found.add(all.map((layer) => layer.key()).join(" "));
			else if (refused === null || below(tried) === 0) refused = all.map((layer) => layer.key()).join(" ");
			return;
		}
		for (const _ of all[depth].states()) go(depth + 1);
	};
	go(0);
	return { found, tried, refused };
}
// Two open cells that are not tied have a border between them; shaded cells are not tied.
function tie(board) {
	if (Array.from(board.border).some((border) => border.line && Array.from(border.sidecell).some((cell) => cell.isnull || cell.isShade()))) return false;
	for (const border of Array.from(board.border)) {
		const open = Array.from(border.sidecell).every((cell) => !cell.isnull && !cell.isShade());
		border.qans = open && !border.line ? 1 : 0;
	}
	return true;
}

// ---- Ours ----------------------------------------------------------------------------------------------------------

// All our solutions of an address, as keys; `refused` with the report if it is not read.
function ours(decided, address) {
	const run = spawnSync(options.quadrille, ["solve", address, "--all", "--json", "--explain", "0s"], { encoding: "utf8", maxBuffer: 1 << 30 });
	const found = new Set();
	for (const line of run.stdout.split("\n")) {
		if (!line) continue;
		const json = JSON.parse(line);
		if (json.type === "solution") found.add(decided.map((declared) => keyOf(declared, json.layers[declared.layer])).join(" "));
		else if (json.type === "bad_input") return { refused: json.report };
		else if (json.type === "result" && !json.verdict.exhausted) throw new Error(`${address}: not searched through`);
	}
	return { found };
}
function keyOf(declared, value) {
	if (value.horizontal) return join(value.horizontal) + "|" + join(value.vertical);
	if (declared.values !== "regions") return join(value);
	const names = [];
	return join(value.map((row) => row.map((name) => {
		if (name === null) return null;
		if (!names.includes(name)) names.push(name);
		return String.fromCharCode(65 + names.indexOf(name));
	})));
}

// ---- The comparison ------------------------------------------------------------------------------------------------

// What the site writes for a board, without what only programs write.
function written(address) {
	return open(address).getURL().replace(/^.*\?/, "").replace(/\/+$/, "");
}

// Why a verdict may differ, with the words of the table.
const REASONS = {
	empty: "no mark at all: the site refuses it",
	range: "a clue that its editor does not offer: we refuse it, or it says something else to us",
	unknown: "? outside: the site accepts no number there",
	lineless: "no line at all: the site accepts it, though the rules ask for a loop",
	wayless: "a number without a direction: to the site a clue of no kind, to us an unknown direction",
	flyless: "no firefly: the site asks for a line, we do not",
	untold: "? for a letter: the site asks for a letter that is told in each region, we do not",
	letterless: "? for the letter of a piece: the site finds no such piece, to us any letter is possible",
	romes: "no Rome in the address, or several: the site looks for none and accepts several; the rules ask for one",
	afloat: "a number on ice or water: the site counts a stretch of no cells there, we none",
	lopsided: "a room that is not symmetric: the site refuses the board, we ask it of the cells that have an image",
	outward: "an arrow that points off the board: the site objects to an arrow only if a border lies ahead of it, and has none on the rim; the rules ask for a corner there",
	holed: "a star among holes: the site does not look at it, to us no galaxy has it as its centre",
	short: "a snake of one cell: the site accepts it, we ask for two ends",
};
function reason(address, decided, fewer, more, theirs, refused) {
	const puzzle = open(address);
	const cells = Array.from(puzzle.board.cell);
	if (refused) return isBeyond(puzzle) || theirs === 0 || puzzle.pid === "heteromino" ? "range" : null;
	if (fewer.length === 0 && more.length === 1 && more[0] === emptyKey(decided, more[0])) return "empty";
	if (theirs === 0 && Array.from(puzzle.board.excell).some((cell) => cell.qnum === -2)) return "unknown";
	const isFree = (key) => key.split(" ").some((text, i) => decided[i].on !== "cells" && /^[f0/|]*$/.test(text));
	if (more.length === 0 && fewer.length > 0 && fewer.every(isFree)) return "lineless";
	const has = (test) => cells.some(test);
	if (has((cell) => cell.qnum !== -1 && cell.qdir === 0) && WAYS.includes(puzzle.pid)) return "wayless";
	if (puzzle.pid === "firefly" && !has((cell) => cell.qnum !== -1)) return "flyless";
	if (/ominous$/.test(puzzle.pid) && has((cell) => cell.qnum === -2)) return "letterless";
	if (puzzle.pid === "dominion" && has((cell) => cell.qnum === -2)) return "untold";
	if (puzzle.pid === "roma" && cells.filter((cell) => cell.qnum === 5).length !== 1) return "romes";
	if (["icewalk", "waterwalk"].includes(puzzle.pid) && has((cell) => cell.qnum !== -1 && cell.ques !== 0)) return "afloat";
	if (puzzle.pid === "sashigane" && has((cell) => cell.qdir >= 1 && cell.qdir <= 4 && cell.adjacent[["", "top", "bottom", "left", "right"][cell.qdir]].isnull)) return "outward";
	if (puzzle.pid === "tentaisho" && fewer.length && has((cell) => cell.ques === 7)) return "holed";
	if (puzzle.pid === "ayeheya" && theirs === 0) return "lopsided";
	if (puzzle.pid === "snake" && more.length === 0 && fewer.every((key) => (key.match(/s/g) || []).length === 1)) return "short";
	if (isBeyond(puzzle)) return "range";
	return null;
}
// Genres whose numbers have a direction.
const WAYS = ["yajilin", "yajikazu", "firefly", "castle"];
// The grid in which every place has the second of two words.
function emptyKey(decided, key) {
	return key.split(" ").map((text, i) => {
		const none = decided[i].words[decided[i].words.length === 1 ? 0 : decided[i].layer === "half" ? 0 : 1];
		return none ? text.replace(/[a-zA-Z0-9]/g, none[0]) : text;
	}).join(" ");
}
function isBeyond(puzzle) {
	puzzle.setMode("edit");
	const beyond = [...Array.from(puzzle.board.cell), ...Array.from(puzzle.board.excell)].some((cell) => {
		if (cell.qnum === -2 && cell.disInputHatena) return true;
		if (cell.isnull || cell.qnum === -1 || cell.qnum === undefined) return false;
		// A number in a hole.
		if (cell.ques === 7 && puzzle.pid === "bosanowa") return true;
		if (cell.qnum < 0) return false;
		try {
			return cell.qnum < cell.getminnum() || cell.qnum > cell.getmaxnum();
		} catch {
			// A number in a hole, in a genre whose range is that of a room.
			return true;
		}
	});
	puzzle.setMode("play");
	return beyond;
}

const SIZES = [[2, 2], [2, 3], [3, 2], [3, 3], [3, 4], [4, 3], [4, 4], [1, 4], [4, 1], [1, 1], [2, 4], [5, 2], [4, 5], [5, 5]];

// Genres that only few sizes suit: with values up to the size, boards of other sizes are refused or too large to try.
const SHAPES = {
	doppelblock: [[3, 3]],
	heteromino: [[3, 3], [3, 4], [4, 3], [2, 3], [3, 2], [2, 4], [5, 2]],
	kropki: [[2, 2], [2, 3], [3, 2], [1, 3], [3, 1], [1, 4]],
	skyscrapers: [[2, 2], [3, 3]],
	bosanowa: [[2, 2], [2, 3], [3, 2], [3, 3], [1, 4], [4, 1]],
	kakuro: [[2, 2], [2, 3], [3, 2], [3, 3], [3, 4], [4, 3]],
	nurimaze: [[2, 2], [2, 3], [3, 2], [3, 3], [3, 4], [4, 3], [1, 4], [2, 4]],
};
// Genres of which many random boards teach nothing are tried more often.
const MORE = { firefly: 36, putteria: 24, heteromino: 24, bosanowa: 24 };

function compare({ book, genre, parts, decided }) {
	seed(genre);
	const row = { book, genre, decided: decided.map((declared) => declared.layer), boards: 0, grids: 0, accepted: 0, refused: 0, explained: {}, differ: [], links: 0, lost: [], cases: [] };
	if (decided.length === 0) return { ...row, skipped: "what it decides is not understood here" };
	const cases = Math.max(options.cases, MORE[book] || 0);
	const tried = [];
	let none = 0;
	for (let i = 0; i < 24 * cases && tried.length < cases; i++) {
		const [rows, columns] = pick(SHAPES[book] || SIZES);
		// Outside a line of one cell the site takes a column for a row.
		if (parts.some((part) => part.codec.startsWith("outside")) && (rows === 1 || columns === 1)) continue;
		const square = parts.some((part) => part.codec === "outside16") && /^(doppelblock|skyscrapers)$/.test(book) || book === "sudoku";
		const made = body(book, parts, square ? columns : rows, columns);
		if (made === null) return { ...row, skipped: "no random addresses are made for its codec" };
		const text = `${genre}${made.flags ? "/" + made.flags : ""}/${columns}/${square ? columns : rows}/${made.out}`;
		if (tried.some((other) => other.text === text)) continue;
		// Pieces of three cells: other boards are refused.
		if (book === "heteromino" && Array.from(open(text).board.cell).filter((cell) => cell.ques !== 7 && cell.qnum !== 7).length % 3) continue;
		let theirs, canonical;
		try {
			canonical = written(text);
			theirs = accepted(genre, decided, text);
		} catch (error) {
			// The site's own reader fails.
			continue;
		}
		// Most clues are such as the site's editor offers.
		if (isBeyond(open(text)) && !chance(0.15)) continue;
		if (theirs === null) continue;
		// Boards without a solution say little, so they are few.
		if (theirs.found.size === 0 && ++none > cases / 3 && i < 16 * cases) continue;
		tried.push({ text, theirs, canonical });
	}
	const prefix = "https://puzz.link/p?";
	for (const { text, theirs, canonical } of tried) {
		const mine = ours(decided, prefix + text);
		// A number above those that are tried.
		if (book === "bosanowa" && mine.found && [...mine.found].some((key) => key.split("/").some((line) => line.includes(",") ? /\d\d/.test(line) : line.length > Number(/(\d+)\/\d+\/[^/]*$/.exec(text)[1])))) continue;
		if (mine.refused) {
			row.refused++;
			if (options.verbose) console.log("  refused", text, mine.refused.split("\n")[0], theirs.found.size);
			const why = reason(text, decided, [], [], theirs.found.size, true);
			if (why) row.explained[why] = (row.explained[why] || 0) + 1;
			else row.differ.push({ text, theirs: theirs.found.size, ours: "refused" });
			continue;
		}
		row.boards++;
		row.grids += theirs.tried;
		row.accepted += theirs.found.size;
		const more = [...mine.found].filter((key) => !theirs.found.has(key));
		const fewer = [...theirs.found].filter((key) => !mine.found.has(key));
		const why = more.length || fewer.length ? reason(text, decided, fewer, more, theirs.found.size, false) : null;
		if (why) row.explained[why] = (row.explained[why] || 0) + 1;
		const count = theirs.found.size, yes = fewer.length ? [...mine.found][0] : [...theirs.found][below(Math.max(count, 1))];
		// One grid more, or one less: which one, the reason says.
		if (why === "empty") row.cases.push({ text, count: count + 1, yes, no: theirs.refused === more[0] ? null : theirs.refused });
		else if (why === "short" && more.length === 0) row.cases.push({ text, count: mine.found.size, yes: yes || null, no: theirs.refused });
		else if (why === "lineless" && fewer.length === 1) row.cases.push({ text, count: count - 1, yes: yes || null, no: theirs.refused });
		else if (!why && (more.length || fewer.length)) row.differ.push({ text, theirs: theirs.found.size, ours: mine.found.size, more: more[0], fewer: fewer[0] });
		else if (!why) row.cases.push({ text, count, yes, no: theirs.refused });
		const link = spawnSync(options.quadrille, ["link", prefix + text], { encoding: "utf8" }).stdout.trim();
		row.links++;
		const again = link ? written(link.slice(prefix.length)) : "";
		if (again !== canonical) row.lost.push({ text, canonical, again });
	}
	return row;
}

// What a file of this folder says now; with `--genre` the other genres stay as they are.
const lines = (name) => fs.readFileSync(path.join(__dirname, name), "utf8").split("\n");

// One line for each genre.
function markdown(rows) {
	const count = (list) => list.length || "";
	const byGenre = new Map();
	for (const line of options.genre ? lines("TABLE.md") : []) {
		const cells = line.split(" | ");
		if (cells.length > 6 && /^\| (?!genre|all )/.test(line)) byGenre.set(cells[0].slice(2), line);
	}
	for (const row of rows) {
		const explained = Object.entries(row.explained).map(([why, n]) => `${n} ${why}`).join(", ");
		byGenre.set(row.genre, `| ${row.genre} | ${row.boards} | ${row.grids} | ${row.accepted} | ${row.links} | ${row.skipped || explained} | ${count(row.differ)} | ${count(row.lost)} |`);
	}
	const table = rulebooks().map((book) => byGenre.get(book.genre)).filter(Boolean);
	const total = (column) => table.reduce((sum, line) => sum + Number(line.split("|")[column].trim()), 0);
	const others = options.genre ? lines("TABLE.md").filter((line) => /^\* (differs|lost): /.test(line) && !rows.some((row) => line.includes("`" + row.genre + "/"))) : [];
	const reasons = Object.entries(REASONS).map(([name, text]) => `* **${name}**: ${text}.`);
	return [
		"# Genres against the answer checker of puzz.link", "",
		`Made on ${new Date().toISOString().slice(0, 10)} by \`node compare.js --pzprjs=… --write\` (README.md), with the seed ${options.seed}: ${options.cases} random addresses`,
		"for most genres, more for a few, and all grids of each. A board agrees if both accept the same grids of it.", "",
		"| genre | boards | grids | accepted | links | explained | differ | lost |", "|---|---|---|---|---|---|---|---|",
		...table, `| all | ${total(2)} | ${total(3)} | ${total(4)} | ${total(5)} | | ${total(7)} | ${total(8)} |`, "",
		"Boards on which the verdicts differ for a reason that is known:", "", ...reasons, "",
		...others,
		...rows.flatMap((row) => row.differ.map((one) => `* differs: \`${one.text}\`: the site accepts ${one.theirs} grids, we ${one.ours}.`)),
		...rows.flatMap((row) => row.lost.map((one) => `* lost: \`${one.text}\` is written as \`${one.again}\`.`)),
	].join("\n").replace(/\n+$/, "\n") + "\n";
}

const table = [];
for (const book of rulebooks()) {
	if (options.genre && !String(options.genre).split(",").includes(book.genre)) continue;
	const row = compare(book);
	table.push(row);
	console.log([row.genre, row.boards, row.grids, row.accepted, `refused ${row.refused}`, JSON.stringify(row.explained), `differ ${row.differ.length}`, `lost ${row.lost.length}/${row.links}`, row.skipped || ""].join("\t"));
	for (const one of row.differ.slice(0, options.show || 3)) console.log("   differ", JSON.stringify(one));
	for (const one of row.lost.slice(0, options.show || 3)) console.log("   lost", JSON.stringify(one));
}

if (options.write) {
	fs.writeFileSync(path.join(__dirname, "TABLE.md"), markdown(table));
	// The test takes capital letters for names of regions.
	const named = (row, key) => !key || row.genre === "easyasabc" ? "-" : key.split(" ").map((text, i) => `${row.decided[i]}=${text}`).join(" ");
	const made = table.flatMap((row) => row.cases.map(({ text, count, yes, no }) => [text, count, named(row, yes), named(row, no)].join("\t")));
	const kept = options.genre ? lines("cases.tsv").slice(1).filter((line) => line && !table.some((row) => line.startsWith(row.genre + "/"))) : [];
	fs.writeFileSync(path.join(__dirname, "cases.tsv"), ["address\tgrids\tone of them\tone that is not", ...kept, ...made].join("\n") + "\n");
}
process.exitCode = table.some((row) => row.differ.length || row.lost.length) ? 1 : 0;
