// SPDX-License-Identifier: MIT
//
// Documents by strangers (attacks.js), built with --sandbox and opened in a browser that finds every host at one local server: nothing is asked
// of it, no script of a document runs, no link leads to a program, and nothing is drawn outside of the page's own area.
"use strict";
const fs = require("fs"), net = require("net"), path = require("path");
const { spawnSync } = require("child_process");
const { pathToFileURL } = require("url");
const { main } = require("./browser.js");
const attacks = require("./attacks.js");

const WIDTH = 1400, HEIGHT = 800;

// Builds all attacks in one run; each has a folder of its own.
function build(t) {
    attacks.forEach((attack, i) => {
        fs.mkdirSync(path.join(t.dir, `${i}`));
        t.write(`${i}/${i}.md`, attack.text);
        for (const [name, text] of Object.entries(attack.files)) {
            t.write(`${i}/${name}`, text);
        }
    });
    const names = attacks.map((_, i) => `${i}/${i}.md`);
    const done = spawnSync(path.resolve(process.env.DOSSIER || "out/dossier"), ["build", "-q", "--sandbox", "--no-cache", "--to", "html", ...names, "-o", "out/"],
        { cwd: t.dir, stdio: ["ignore", "ignore", "ignore"] });
    t.ok(done.status === 0 || done.status === 1, "all documents are built", `status ${done.status}, signal ${done.signal}`);
}

// In the page: what a reader does with a mouse and a keyboard, as far as it can set off a script.
function provoke() {
    for (const e of document.querySelectorAll("body *")) {
        for (const type of ["mouseover", "mouseenter", "pointerdown", "click", "focus", "toggle", "animationstart", "load", "error"]) {
            const link = e.closest("a[href], summary, form");
            if (type !== "click" || !link) {
                e.dispatchEvent(new Event(type));
            }
        }
        if (e.focus) {
            e.focus();
        }
    }
    window.scrollTo(0, 0);
}

// In the page: what is there that must not be.
function look() {
    const found = [];
    const schemes = ["http:", "https:", "ftp:", "mailto:", "tel:", "doi:", "file:"];
    for (const e of document.querySelectorAll("a, area, base, form, [ping], [formaction]")) {
        const url = e.getAttribute("href") || e.getAttribute("action") || "";
        if (url && (!schemes.includes(new URL(url, location.href).protocol) || /^\s*(file|[\\/]{2})/i.test(url)) || e.hasAttribute("ping") || e.hasAttribute("formaction")) {
            found.push(`leads to ${url}`);
        }
    }
    for (const e of document.querySelectorAll("script, iframe, object, embed, base, meta[http-equiv], xmp, noembed, noframes, noscript, plaintext, template, dialog, form, textarea, select")) {
        const own = e.matches("script[type='application/ld+json'], script[data-for], .pub-filter *, form.pub-filter");
        if (!own) {
            found.push(`has <${e.localName}>`);
        }
    }
    for (const e of document.querySelectorAll("body, body *")) {
        for (const { name } of e.attributes) {
            if (/^(on|hx-|x-|v-|ng-|data-(hx|x|v|ng|bs|remote|bind|action|method|controller)|srcdoc$|is$|slot$|popover)/i.test(name)) {
                found.push(`has the attribute ${name}`);
            }
        }
    }
    const body = document.body.getBoundingClientRect(), covers = e => e && e.textContent.includes("COVER") && !e.contains(document.querySelector("main"));
    for (const x of [2, body.left - 4, body.right + 4, innerWidth - 3]) {
        for (const y of [1, 40, 200, 400, innerHeight - 2]) {
            const e = document.elementFromPoint(x, y);
            if (e && e !== document.body && e !== document.documentElement) {
                found.push(`draws <${e.localName}> at ${x}, ${y}, outside of the page's area`);
            }
        }
    }
    for (const e of document.querySelectorAll("body *")) {
        const { position, zIndex } = getComputedStyle(e);
        if (covers(e) && (position !== "static" || zIndex !== "auto" || e.getBoundingClientRect().top < body.top)) {
            found.push(`places <${e.localName}> over the page`);
        }
    }
    return found;
}

// One tab for all documents, since a new one for each costs more than the test. `faults` are those of the document that is open.
async function tab(t, context, faults) {
    const page = await context.newPage(), own = pathToFileURL(t.dir).href;
    page.on("dialog", d => {
        faults.push(`runs a script: ${d.message()}`);
        d.dismiss();
    });
    page.on("request", r => !r.url().startsWith("data:") && !r.url().startsWith(own) && faults.push(`asks for ${r.url()}`));
    context.on("page", p => faults.push(`opens ${p.url()}`));
    return page;
}

async function open(t, page, i, faults, asked) {
    const url = pathToFileURL(path.join(t.dir, "out", `${i}.html`)).href;
    await page.goto(url);
    await page.evaluate(provoke);
    faults.push(...await page.evaluate(look), ...asked.splice(0));
    if (page.url().split("#")[0] !== url) {
        faults.push(`goes to ${page.url()}`);
    }
    return [...new Set(faults.splice(0))];
}

const asked = [];
const server = net.createServer(socket => {
    socket.on("error", () => {});
    socket.once("data", text => {
        asked.push(`asks the server: ${String(text).split("\r\n")[0].replace(/[^ -~]/g, "?").slice(0, 200)}`);
        socket.destroy();
    });
});
server.listen(0, "127.0.0.1", () => {
    // The browser's own errands (updates, accounts) find no host.
    const errands = ["*.google.com", "*.googleapis.com", "*.gstatic.com"].map(host => `MAP ${host} ~NOTFOUND`);
    const rules = `--host-resolver-rules=${[...errands, `MAP * 127.0.0.1:${server.address().port}`].join(", ")}`;
    main(async t => {
        build(t);
        const context = await t.browser.newContext({ viewport: { width: WIDTH, height: HEIGHT } });
        const control = await context.newPage();
        await control.goto("http://elsewhere.test/").catch(() => {});
        t.ok(asked.splice(0).length > 0, "the server hears what is asked of any host");
        await control.close();
        const faults = [], page = await tab(t, context, faults);
        for (let i = 0; i < attacks.length; i++) {
            t.is(await open(t, page, i, faults, asked), [], attacks[i].name);
        }
    }, [rules]).finally(() => server.close());
});
