// SPDX-License-Identifier: MIT
//
// What browser tests share: a browser, a folder that goes away again, documents built by dossier, and TAP. A test is a
// file beside this one with a script check_NAME that starts it by `run`; it calls main(async t => { ... }).
"use strict";
const fs = require("fs"), os = require("os"), path = require("path");
const { execFileSync } = require("child_process");
const { pathToFileURL } = require("url");

// Where the module is, `run` has found out.
const { chromium } = require(process.env.PLAYWRIGHT);

class Tests {
    constructor(browser, dir) {
        Object.assign(this, { browser, dir, count: 0, bad: 0, faults: [] });
    }
    ok(good, name, more) {
        this.count++;
        this.bad += good ? 0 : 1;
        console.log(`${good ? "ok" : "not ok"} ${this.count} - ${name}`);
        if (!good && more !== undefined) {
            console.log(String(more).replace(/^/gm, "# "));
        }
    }
    is(got, want, name) {
        const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
        this.ok(a === b, name, `got ${a}, want ${b}`);
    }
    write(name, text) {
        fs.writeFileSync(path.join(this.dir, name), text);
    }
    // Builds a document of the folder to HTML; returns the page's address.
    build(name, ...more) {
        const out = path.join(this.dir, name.replace(/\.md$/, "") + more.join("") + ".html");
        execFileSync(path.resolve(process.env.DOSSIER || "out/dossier"),
            ["build", "-q", "--no-cache", "--to", "html", name, "-o", out, ...more], { cwd: this.dir, stdio: ["ignore", "inherit", "inherit"] });
        return pathToFileURL(out).href;
    }
    // Makes a site of these files, by name; returns the address of its first page.
    site(name, files) {
        fs.mkdirSync(path.join(this.dir, name));
        for (const [file, text] of Object.entries(files)) {
            this.write(path.join(name, file), text);
        }
        execFileSync(path.resolve(process.env.DOSSIER || "out/dossier"), ["site", name, "-o", name + ".out", "--no-cache"],
            { cwd: this.dir, stdio: ["ignore", "ignore", "inherit"] });
        return pathToFileURL(path.join(this.dir, name + ".out", "index.html")).href;
    }
    // A page in a window of its own; what goes wrong in it, or is asked of the network, is a fault.
    async open(url, options = {}) {
        const context = await this.browser.newContext(options), page = await context.newPage();
        page.on("pageerror", e => this.faults.push(String(e)));
        page.on("console", m => m.type() === "error" && this.faults.push(m.text()));
        await context.route(/^https?:\/\/(?!127\.0\.0\.1|localhost)/, r => {
            this.faults.push("asks for " + r.request().url());
            return r.abort();
        });
        await page.goto(url);
        return page;
    }
}

// `more`: further arguments of the browser.
exports.main = async (test, more = []) => {
    const dir = fs.mkdtempSync(path.join(os.tmpdir(), "dossier-browser-"));
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", ...more] });
    const t = new Tests(browser, dir);
    try {
        await test(t);
        t.is(t.faults, [], "no fault in any page, and nothing asked of the network");
    } catch (e) {
        t.ok(false, "the test goes through", e.stack);
    } finally {
        await browser.close();
        fs.rmSync(dir, { recursive: true, force: true });
    }
    console.log(`1..${t.count}`);
    process.exitCode = t.bad ? 1 : 0;
};
