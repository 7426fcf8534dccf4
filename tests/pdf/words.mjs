// SPDX-License-Identifier: MIT
//
// The text of PDFs as pdf.js reads it: `node words.mjs PDFJS FILE.pdf`, pages with form feeds between. PDFJS is the
// folder of npm's pdfjs-dist.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, file] = process.argv.slice(2);
const pdfjs = await import(pathToFileURL(resolve(folder, "legacy/build/pdf.mjs")));
const data = new Uint8Array(readFileSync(file));
const document = await pdfjs.getDocument({ data, verbosity: 0, isEvalSupported: false }).promise;
for (let number = 1; number <= document.numPages; number++) {
    const content = await (await document.getPage(number)).getTextContent();
    for (const item of content.items) {
        process.stdout.write(item.str + (item.hasEOL ? "\n" : ""));
    }
    process.stdout.write("\f");
}
