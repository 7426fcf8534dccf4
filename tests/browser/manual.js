// SPDX-License-Identifier: MIT
//
// The manual as a site, and the first pages of sites of other engines: no page breaks a rule of axe, no link is dead, nothing sticks out of a narrow window, and nothing is asked of the
// network. Needs the module axe-core besides.
"use strict";
const fs = require("fs"), path = require("path");
const { execFileSync } = require("child_process");
const { pathToFileURL } = require("url");
const { main } = require("./browser.js");

const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const program = path.resolve(process.env.DOSSIER || "out/dossier");

// What axe finds in the page, as "rule: selector".
const faults = page => page.evaluate(async () => {
    const result = await window.axe.run(document, { resultTypes: ["violations"], preload: false });
    return result.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.target.join(" ")}`));
});

// Links of a page that lead to no file, or to no element of one.
async function deadLinks(t, folder, page) {
    const links = await page.$$eval("a[href], link[href], img[src]", all => all.map(e => e.href || e.src));
    return links.filter(link => link.startsWith("file:")).filter(link => {
        const url = new URL(link), file = decodeURIComponent(url.pathname), id = decodeURIComponent(url.hash.slice(1));
        if (!fs.existsSync(file)) {
            return true;
        }
        return id && file.endsWith(".html") && !t.ids(file).has(id);
    });
}

main(async t => {
    const folder = path.join(t.dir, "manual");
    execFileSync("sh", ["statements/manual/assemble", program, folder], { stdio: ["ignore", "inherit", "inherit"] });
    const known = new Map();
    t.ids = file => {
        if (!known.has(file)) {
            known.set(file, new Set([...fs.readFileSync(file, "utf8").matchAll(/\sid="([^"]*)"/g)].map(m => m[1])));
        }
        return known.get(file);
    };
    const pages = fs.readdirSync(folder).filter(name => name.endsWith(".html") && name !== "404.html"); // its links are those of a server
    t.ok(pages.length > 30, "the site has its pages", pages.length);
    const page = await t.open("about:blank", { viewport: { width: 1280, height: 900 }, bypassCSP: true });
    // The first pages of sites of other engines, in both looks.
    for (const name of ["academic", "alfolio", "hugo", "quarto", "university"]) {
        const made = path.join(t.dir, name);
        try {
            execFileSync(program, ["site", `tests/site/${name}`, "-o", made], { stdio: ["ignore", "ignore", "ignore"] });
        } catch (e) { // findings of these sites are tested elsewhere; the pages are written all the same
        }
        await page.goto(pathToFileURL(path.join(made, "index.html")).href);
        await page.evaluate(axe);
        for (const colorScheme of ["light", "dark"]) {
            await page.emulateMedia({ colorScheme });
            t.is(await faults(page), [], `${name}, ${colorScheme}: axe finds nothing`);
        }
    }
    await page.emulateMedia({ colorScheme: "light" });
    for (const name of pages) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(pathToFileURL(path.join(folder, name)).href);
        await page.evaluate(axe);
        t.is(await faults(page), [], `${name}: axe finds nothing`);
        t.is(await deadLinks(t, folder, page), [], `${name}: no link is dead`);
        for (const width of [1280, 390]) {
            await page.setViewportSize({ width, height: 900 });
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            t.ok(wide <= width, `${name}: nothing sticks out of ${width} pixels`, wide);
        }
    }
    // A test of the test: an image without a description, and a link to nowhere.
    await page.evaluate(() => { document.querySelector("main").insertAdjacentHTML("beforeend", '<img src="speed.svg"><a href="no.html">x</a>'); });
    t.ok((await faults(page)).some(f => f.startsWith("image-alt")), "axe sees an image without a description");
    t.is((await deadLinks(t, folder, page)).length, 1, "a dead link is seen");
});
