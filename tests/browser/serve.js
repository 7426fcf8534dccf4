// SPDX-License-Identifier: MIT
//
// The preview as its reader uses it: saves show at the spot where the reader is, what is wrong lies over the page, tabs
// and keys work, a click leads to the source. Nothing is timed; how long a save took is told as a comment.
"use strict";
const fs = require("fs"), path = require("path");
const { spawn } = require("child_process");
const { main } = require("./browser.js");

const paragraph = i => `Paragraph number ${i} says something of its own, at some length, so that the page is a long one and scrolls.`;
const text = (first, last) => `---\ntitle: Long page\nbibliography: refs.bib\n---\n\n${first}\n\n# Head\n\n` +
    Array.from({ length: 80 }, (_, i) => paragraph(i)).join("\n\n") + `\n\n${last}\n`;

// Starts the server on a folder; resolves to its address.
function start(t, ...more) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50); // what is as young as a run is read again
    const server = spawn(path.resolve(process.env.DOSSIER || "out/dossier"), ["serve", "--no-cache", "--port", "0", ...more], { cwd: t.dir });
    let said = "";
    return new Promise((resolve, reject) => {
        server.stderr.on("data", data => {
            said += data;
            const found = /serving at (\S+);/.exec(said);
            if (found) { resolve({ server, url: found[1] }); }
        });
        server.on("exit", () => reject(new Error(said)));
    });
}
const ended = server => new Promise(resolve => { server.on("exit", code => resolve(code)); server.kill("SIGINT"); });

// A save as editors do it: another file takes the name.
function save(t, name, data) {
    t.write("save.new", data);
    fs.renameSync(path.join(t.dir, "save.new"), path.join(t.dir, name));
}
const shown = page => page.evaluate(() => Number(document.documentElement.dataset.shown || 0));
async function isShown(page, n) {
    await page.waitForFunction(want => Number(document.documentElement.dataset.shown || 0) >= want, n, { polling: 5, timeout: 20000 });
}
const inner = page => page.frames().find(f => f !== page.mainFrame() && /dossier=page/.test(f.url()));
const place = (page, words) => inner(page).evaluate(w => {
    const p = Array.from(document.querySelectorAll("p")).find(e => e.textContent.includes(w));
    return p ? Math.round(p.getBoundingClientRect().top) : null;
}, words);

async function reload(t, page) {
    await isShown(page, 1);
    t.ok(/\/long\.html$/.test(page.url()), "the page is at its address", page.url());
    t.ok(/Long page/.test(await page.title()), "and has its title");
    await inner(page).evaluate(() => {
        const p = Array.from(document.querySelectorAll("p")).find(e => e.textContent.includes("number 40 "));
        window.scrollBy({ top: p.getBoundingClientRect().top - 130, behavior: "instant" });
    });
    const before = await place(page, "number 40 "), n = await shown(page), began = Date.now();
    save(t, "long.md", text("A new paragraph above.\n\nAnd another one.", "End."));
    await isShown(page, n + 1);
    console.log(`# save to reload: ${Date.now() - began} ms`);
    const after = await place(page, "number 40 ");
    t.ok(Math.abs(after - before) <= 1, "what was read stays where it was", `${before} -> ${after}`);
    t.ok(await place(page, "A new paragraph") !== null, "and the page is the new one");
    const now = await shown(page);
    save(t, "long.md", text("A new paragraph above.\n\nAnd another one.", "End.").replace("number 40 ", "number forty "));
    await isShown(page, now + 1);
    t.ok(Math.abs(await place(page, "number forty ") - before) <= 40, "even when it is what was changed", await place(page, "number forty "));
    t.is(await page.locator("iframe").count(), 1, "one frame is left");
}

async function faults(t, page) {
    const panel = page.locator("#faults"), button = page.locator("#faults-button");
    t.ok(await panel.isHidden() && await button.isHidden(), "nothing is wrong at first");
    const n = await shown(page);
    save(t, "long.md", text("See @nosuch.", "End."));
    await isShown(page, n + 1);
    await panel.waitFor({ state: "visible" });
    t.ok(/long\.md:6:5/.test(await panel.textContent()) && /nosuch/.test(await panel.locator("mark").textContent()),
        "a fault lies over the page, with its place and its line", await panel.textContent());
    t.is(await page.locator("#fault-list .hint").count(), 1, "and its hint");
    t.is(await page.locator("#state").getAttribute("role"), "status", "it is told politely");
    await page.waitForFunction(() => document.getElementById("state").textContent === "Built with 1 error.");
    t.is(await button.getAttribute("aria-expanded"), "true", "the button says that it is open");
    await page.keyboard.press("Escape");
    t.ok(await panel.isHidden(), "Escape puts it away");
    t.is(await button.getAttribute("aria-expanded"), "false", "which the button says");
    await button.focus();
    await page.keyboard.press("Enter");
    t.ok(await panel.isVisible(), "the button brings it back");
    await page.keyboard.press("Escape");
    t.is(await page.evaluate(() => document.activeElement.id), "faults-button", "Escape within it leads to the button");
    const m = await shown(page);
    save(t, "long.md", text("See nothing.", "End."));
    await isShown(page, m + 1);
    await button.waitFor({ state: "hidden" });
    t.ok(await panel.isHidden(), "all is well again");
}

async function pdf(t, page) {
    const [tabPage, tabPdf] = [page.locator("#tab-page"), page.locator("#tab-pdf")];
    await tabPdf.waitFor({ state: "visible" });
    await tabPage.focus();
    await page.keyboard.press("ArrowRight");
    t.is(await tabPdf.getAttribute("aria-selected"), "true", "an arrow leads to the tab of the PDF");
    const source = () => page.locator("#view-pdf iframe").getAttribute("src");
    await page.locator("#view-pdf iframe").waitFor({ state: "attached" });
    const first = await source();
    t.ok(/^\/long\.pdf\?\d+#page=1$/.test(first), "which shows it", first);
    await page.locator("#paper-page").fill("2");
    await page.locator("#paper-page").press("Enter");
    await page.waitForFunction(() => /#page=2$/.test(document.querySelector("#view-pdf iframe").getAttribute("src")));
    save(t, "long.md", text("Once more.", "End."));
    await page.waitForFunction(was => document.querySelector("#view-pdf iframe").getAttribute("src").split("#")[0] !== was, first.split("#")[0], { timeout: 20000 });
    t.ok(/#page=2$/.test(await source()), "a new one comes at the page that was shown", await source());
    await tabPdf.focus();
    await page.keyboard.press("ArrowLeft");
    t.ok(await page.locator("#view-page").isVisible() && await page.locator("#view-pdf").isHidden(), "and back to the page");
}

async function source(t, page) {
    const opened = path.join(t.dir, "opened");
    await inner(page).evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
    await inner(page).locator("p", { hasText: /number 2 / }).click({ modifiers: ["Alt"] });
    await page.waitForFunction(() => /opened$/.test(document.getElementById("state").textContent));
    for (let i = 0; i < 400 && !fs.existsSync(opened); i++) { await new Promise(r => setTimeout(r, 20)); }
    const line = text("Once more.", "End.").split("\n").findIndex(l => l.includes("number 2 ")) + 1;
    t.is(fs.readFileSync(opened, "utf8").trim(), `${fs.realpathSync(t.dir)}/long.md:${line}`, "Alt and a click lead to the line in the editor");
}

main(async t => {
    t.write("refs.bib", "@book{a, author = {Adams, A.}, title = {Title}, publisher = {Press}, year = 2000}\n");
    t.write("long.md", text("First.", "End."));
    t.write("editor", `#!/bin/sh\nprintf '%s\\n' "$1" >"${t.dir}/opened.new" && mv "${t.dir}/opened.new" "${t.dir}/opened"\n`);
    fs.chmodSync(path.join(t.dir, "editor"), 0o755);
    const { server, url } = await start(t, "--editor", `${t.dir}/editor {file}:{line}`, "long.md");
    const page = await t.open(url, { viewport: { width: 1100, height: 700 } });
    await reload(t, page);
    await faults(t, page);
    await pdf(t, page);
    await source(t, page);
    t.is(await ended(server), 130, "the server ends by a signal");
    await page.waitForFunction(() => /has ended/.test(document.getElementById("state").textContent));
    t.ok(true, "and the page says so");
    t.faults = t.faults.filter(f => !/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED/.test(f));
});
