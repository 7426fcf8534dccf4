// SPDX-License-Identifier: MIT
//
// Prints the commands and environments that KaTeX knows in math, one in a line: `\frac`, `{pmatrix}`. Names for
// its own insides (with @), for links, pictures and HTML, and commands of text mode alone are left out.
//
//   node katex.mjs NODE_MODULES
import { readFileSync, writeFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const source = readFileSync(join(process.argv[2], "katex/dist/katex.mjs"), "utf8");
const file = join(mkdtempSync(join(tmpdir(), "katex-")), "katex.mjs");
writeFileSync(file, source + "\nexport { symbols as S, _functions as F, _macros as M, _environments as E };\n");
const { S, F, M, E } = await import(file);

const insides = /@|^\\(html|href|url|include|verb|char|TextOrMath|show|message|errmessage|expand|after|next|new|renew|provide|g?def|e?def|xdef|let|future|global|long|begingroup|endgroup|begin|end$|\(|\)|\[|\]|rule|raise|vcenter|relax|bgroup|egroup|noexpand|tag|ldots$|(blue|gray|green|kaBlue|maroon|mint|orange|pink|purple|red|teal|yellow|gold)[A-E]?$)/;
const names = new Set([...Object.keys(S.math), ...Object.keys(F), ...Object.keys(M)]);
const inMath = (n) => !F[n] || F[n].allowedInMath !== false;
for (const n of [...names].sort()) {
    if (/^\\([A-Za-z]+|[^A-Za-z\s])$/.test(n) && !insides.test(n) && inMath(n)) {
        console.log(n);
    }
}
for (const n of Object.keys(E).sort()) {
    console.log(`{${n}}`);
}
