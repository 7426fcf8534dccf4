// SPDX-License-Identifier: MIT
//
// Compares the structure of our MathML with temml's, formula by formula, and prints those that differ.
//
//   node compare.mjs NODE_MODULES formulas.tex our.mathml
//
// Structure is what is left when all that does not change what a formula is has gone: attributes, <mstyle>, <mpadded>
// and <mrow> that hold one element or stand in one, spaces, invisible operators, how letters and operators are
// grouped in a row, which character of several alike is chosen, and whether primes are scripts of their letter.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const temml = createRequire(import.meta.url)(join(process.argv[2], "temml/dist/temml.cjs"));
const formulas = readFileSync(process.argv[3], "utf8").trimEnd().split("\n");
const ours = readFileSync(process.argv[4], "utf8").trimEnd().split("\n");

function parse(xml) {
    const root = { name: "#", kids: [] };
    const stack = [root];
    for (const [, close, name, attrs, empty, text] of xml.matchAll(/<(\/?)([a-z]+)([^>]*?)(\/?)>|([^<]+)/g)) {
        const top = stack[stack.length - 1];
        if (text !== undefined) {
            top.text = (top.text ?? "") + text;
        } else if (close) {
            stack.pop();
        } else {
            const node = { name, attrs, kids: [] };
            top.kids.push(node);
            if (!empty) {
                stack.push(node);
            }
        }
    }
    return root.kids[0];
}

const gone = new Set(["mspace", "annotation", "mphantom"]);
const through = new Set(["mrow", "mstyle", "mpadded", "semantics", "math"]);
const alike = [
    [/[\u00a0\s]+/g, ""], [/[\u2061\u2062\u2063\u2064\u200b\ufe00-\ufe0f]/g, ""], [/&nbsp;/g, ""], [/[-\u2212]/g, "−"], [/[*∗]/g, "∗"],
    [/[∣|❘]/g, "|"], [/[‖∥]/g, "‖"], [/[∶]/g, ":"], [/[‾¯ˉ\u0304\u0305―_\u0332]/g, "¯"], [/[\u0302ˆ^]/g, "^"],
    [/[\u0303˜~\u02dc∼]/g, "~"], [/[\u20d7→]/g, "→"], [/[\u0307˙.]/g, "."], [/[\u0308¨]/g, "¨"], [/[\u030cˇ]/g, "ˇ"],
    [/[\u0306˘]/g, "˘"], [/[\u030a˚]/g, "˚"], [/[\u0301´]/g, "´"], [/[\u0300`]/g, "`"], [/[\u20db]/g, "..."],
    [/[⋯…]/g, "…"], [/≔/g, ":="], [/[⟂⊥]/g, "⊥"], [/[∅⌀]/g, "∅"], [/[ϵε]/g, "ε"], [/[ϕφ]/g, "φ"], [/[△∆Δ]/g, "Δ"],
];
const plain = (s) => alike.reduce((t, [from, to]) => t.replace(from, to), s.normalize("NFKC"));

// The children of a node, with what only groups them taken away.
function flat(node) {
    const out = [];
    for (const kid of node.kids) {
        if (gone.has(kid.name)) {
            continue;
        }
        if (through.has(kid.name)) {
            out.push(...flat(kid));
        } else {
            out.push(kid);
        }
    }
    return out;
}

// One argument of an element: rows in it are one.
const argument = (node) => (through.has(node.name) ? flat(node) : gone.has(node.name) ? [] : [node]).map(shape).filter((s) => s).join(" ");

function shape(node) {
    if (["mi", "mo", "mn", "mtext", "ms"].includes(node.name)) {
        return plain(node.text ?? "");
    }
    if (["msup", "msub", "msubsup", "mfrac", "mroot", "mover", "munder", "munderover"].includes(node.name)) {
        const name = { mover: "msup", munder: "msub", munderover: "msubsup" }[node.name] ?? node.name;
        const parts = node.kids.map(argument);
        if (name === "msup" && /^[′ ]+$/.test(parts[1])) {
            return `${parts[0]} ${parts[1]}`;
        }
        return parts.slice(1).some((p) => p) ? `${name}(${parts.join(" ; ")})` : parts[0];
    }
    if (node.name === "mtable") {
        const rows = node.kids.map((row) => row.kids.map((cell) => argument({ name: "mrow", kids: cell.kids })));
        return `mtable(${rows.map((cells) => cells.join(" & ")).join(" \\\\ ")})`;
    }
    return `${node.name}(${flat(node).map(shape).filter((s) => s).join(" ")})`;
}

// Letters side by side are as good as a word: "d x" and "dx".
const structure = (xml) => argument({ name: "mrow", kids: [parse(xml)] }).replace(/(?<=[\p{L}\p{N}.,]) (?=[\p{L}\p{N}.,])/gu, "").replace(/(?<=′) (?=′)/g, "").replace(/ +/g, " ").trim();

let same = 0;
formulas.forEach((tex, i) => {
    let theirs;
    try {
        theirs = structure(temml.renderToString(tex, { displayMode: true, throwOnError: true }));
    } catch (error) {
        theirs = `temml: ${error.message}`;
    }
    const own = structure(ours[i] ?? "<math></math>");
    if (own === theirs) {
        same++;
    } else {
        console.log(`${i + 1}: ${tex}\n  ours   ${own}\n  theirs ${theirs}`);
    }
});
const share = (100 * same) / formulas.length;
console.log(`${same} of ${formulas.length} formulas (${share.toFixed(1)} %) have temml's structure`);
process.exit(share >= 95 ? 0 : 1);
