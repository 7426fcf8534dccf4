// SPDX-License-Identifier: MIT
//
// Pages with lists of works, as readers use them: with the script, without it, and by keyboard alone. Then a department.
"use strict";
const { main } = require("./browser.js"), { department } = require("./department.js");

const BIB = `
@article{fjord, author={Müller, José}, title={Éléments of a fjord}, journal={Ice}, year={2021}, keywords={ice, fjords}, abstract={Drilled twice.}}
@article{mixed, author={Alder, Ines}, title={Mixed ice}, journal={Ice}, year={2021}, keywords={ice}}
@book{snow, author={Alder, Ines}, title={Snøhetta}, publisher={Nord}, year={2022}, keywords={snow}}
@inproceedings{late, author={Weiß, Q.}, title={Late work}, booktitle={Proc. Ice}, year={2019}}
`;
const LIST = `---
title: Ines Alder
lang: en
bibliography: r.bib
---

# All works

::: {.publications group-by=year numbering=descending filter=true toggles="type year keyword" show="abstract bibtex cite"}
:::

# Books

::: {.publications type=book filter=true}
:::

# Contact

[The fjord](#ref-fjord)
`;

const shown = page => page.$$eval(".pub-entry", all => all.filter(e => e.checkVisibility()).map(e => e.id));
const heads = page => page.$$eval("main :is(h2, h3)", all => all.filter(e => e.checkVisibility()).map(e => e.textContent));
const said = async (page, want) => {
    await page.waitForFunction(text => document.querySelector("output").textContent === text, want, { timeout: 5000 }).catch(() => {});
    return page.textContent("output");
};
const hash = page => page.evaluate(() => decodeURIComponent(location.hash));
const ALL = ["ref-snow", "ref-fjord", "ref-mixed", "ref-late", "ref-snow-2"];

async function withoutScript(t, url) {
    const page = await t.open(url, { javaScriptEnabled: false });
    t.is(await page.locator(".pub-entry:visible").count(), 5, "without a script all works are shown");
    t.is(await page.locator(".pub-filter:visible, .copy").count(), 0, "and no controls");
    await page.locator("#ref-fjord .pub-bibtex > summary").click();
    t.ok(await page.locator("#ref-fjord pre").isVisible(), "BibTeX unfolds");
    const plain = await t.open(t.build("l.md", "--no-script"));
    t.is(await plain.locator("script[data-for], .pub-filter").count(), 0, "--no-script: neither a script nor its controls");
    const quiet = await t.open(t.build("quiet.md"));
    t.is(await quiet.locator("script[data-for]").count(), 0, "a list that asks for nothing has no script");
}

async function typing(t, page) {
    const box = page.locator("#pub-filter-text");
    t.is(await shown(page), ALL, "at first all are shown");
    t.is(await said(page, "5 of 5"), "5 of 5", "and counted");
    for (const [text, want] of [["muller", ["ref-fjord"]], ["MUELLER", ["ref-fjord"]], ["elements fjord", ["ref-fjord"]], ["snohetta", ["ref-snow", "ref-snow-2"]],
        ["weiss", ["ref-late"]], ["drilled", ["ref-fjord"]], ["author", []], ["conference", ["ref-late"]]]) {
        await box.fill(text);
        t.is(await shown(page), want, `"${text}"`);
    }
    await box.fill("mixed");
    t.is(await said(page, "1 of 5"), "1 of 5", "the number is said");
    t.is(await page.getAttribute("output", "role"), "status", "politely");
    t.is(await heads(page), ["All works", "2021", "Contact"], "groups and lists without works are hidden with their headings");
    t.is(await page.$eval("#ref-mixed", e => e.value), 2, "its number is the one it had");
    t.is(await hash(page), "#q=mixed", "the address keeps it");
    await box.press("Escape");
    t.is(await shown(page), ALL, "Escape shows all");
    t.is(await hash(page), "", "and clears the address");
}

async function toggles(t, page) {
    const press = name => page.getByRole("button", { name, exact: true }).click();
    await press("2021");
    t.is(await shown(page), ["ref-fjord", "ref-mixed"], "a year");
    t.is(await page.getAttribute("button[value='2021']", "aria-pressed"), "true", "is pressed");
    await press("2019");
    t.is(await shown(page), ["ref-fjord", "ref-mixed", "ref-late"], "two years");
    await press("Journal articles");
    t.is(await shown(page), ["ref-fjord", "ref-mixed"], "of one type");
    await press("fjords");
    t.is(await shown(page), ["ref-fjord"], "on one topic");
    t.is(await hash(page), "#type=Journal+articles&year=2021&year=2019&keyword=fjords", "all of it in the address");
    await press("Show all");
    t.is(await shown(page), ALL, "and all again");
    t.is(await page.locator("[aria-pressed=true]").count(), 0, "nothing is pressed");
    t.is(await page.evaluate(() => document.activeElement.id), "pub-filter-text", "the focus is not lost");
}

async function address(t, url) {
    const page = await t.open(url + "#q=ice&year=2021&keyword=fjords");
    t.is(await shown(page), ["ref-fjord"], "an address is followed on load");
    t.is(await page.inputValue("#pub-filter-text"), "ice", "the field has its text");
    await page.evaluate(() => { location.hash = "#year=2019"; });
    await page.waitForFunction(() => document.querySelector("#ref-fjord").hidden);
    t.is(await shown(page), ["ref-late"], "and when it changes");
    await page.locator("a[href='#ref-fjord']:not(.pub-permalink)").click();
    await page.waitForFunction(() => !document.querySelector("#ref-fjord").hidden);
    t.is(await shown(page), ALL, "a link to a work that is hidden shows it");
    t.is(await hash(page), "#ref-fjord", "and keeps its own address");
    for (const odd of ["#%E0%A4%A", "#nothing", "#year=1066"]) {
        const other = await t.open(url + odd);
        t.is(await shown(other), ALL, `${odd} hides nothing`);
    }
}

async function keys(t, url) {
    const page = await t.open(url);
    await page.focus("#pub-filter-text");
    await page.keyboard.press("Enter");
    t.is(await hash(page), "", "Enter sends nothing");
    await page.keyboard.press("Tab");
    t.is(await page.evaluate(() => document.activeElement.value), "Books", "Tab leads to the buttons");
    await page.keyboard.press("Space");
    t.is(await shown(page), ["ref-snow", "ref-snow-2"], "Space presses one");
    await page.keyboard.press("Enter");
    t.is(await shown(page), ALL, "Enter lets it go");
    const link = page.locator("#ref-fjord .pub-permalink");
    await page.mouse.move(0, 0);
    await page.locator("#ref-fjord .pub-abstract > summary").focus();
    await page.keyboard.press("Shift+Tab");
    t.is(await link.evaluate(e => e === document.activeElement && getComputedStyle(e).opacity), "1", "a permalink shows itself to keys");
    t.is(await link.getAttribute("aria-label"), "Permalink of Éléments of a fjord", "and says of what");
}

async function copying(t, url) {
    const page = await t.open("about:blank");
    await page.addInitScript(() => {
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async text => { window.copied = text; } } });
    });
    await page.goto(url);
    await page.locator("#ref-fjord .pub-bibtex > summary").click();
    const button = page.getByRole("button", { name: "Copy: BibTeX of Éléments of a fjord" });
    await button.click();
    await page.waitForFunction(() => window.copied);
    t.ok((await page.evaluate(() => window.copied)).startsWith("@article{fjord,\n  author = {Müller, José}"), "BibTeX is copied");
    t.is(await page.locator("#ref-fjord .pub-bibtex > .copy").textContent(), "Copied", "and the button says so");
    await page.locator("#ref-fjord .pub-cite > summary").click();
    await page.locator("#ref-fjord .pub-cite .copy").first().click();
    const [copied, wanted] = await page.evaluate(() => [window.copied, document.querySelector("#ref-fjord .pub-cite-text").textContent]);
    t.is(copied, wanted, "a citation is copied without its style's name");
}

// A site: the menu of a phone, the button for the dark look, which the next page keeps, and both without a script.
async function site(t) {
    const url = t.site("s", { "site.yml": "title: Tide Lab\ncolors: {accent: '#ffee00', bar: '#0b3d2e'}\n", "index.md": "---\ntitle: Tide\n---\n\n[a](b.md)\n",
        "b.md": "---\ntitle: B\n---\n\nText.\n" });
    const look = page => page.evaluate(() => [document.documentElement.dataset.look, getComputedStyle(document.body).colorScheme,
        getComputedStyle(document.documentElement).backgroundColor].join(" "));
    const page = await t.open(url), nav = page.locator(".site-nav"), button = page.locator(".look-switch"), menu = page.locator(".site-menu");
    t.is([await nav.isVisible(), await menu.isVisible()], [true, false], "a wide window has the menu without its button");
    const light = await look(page);
    await button.click();
    const dark = await look(page);
    t.ok(light !== dark && dark.startsWith("dark dark"), "the button makes the page dark", light + " -> " + dark);
    t.is(await button.getAttribute("aria-pressed"), "true", "and is pressed");
    await page.goto(url.replace("index", "b"));
    t.is(await look(page), dark, "the next page is dark, too");
    await page.locator(".look-switch").click();
    t.ok((await look(page)).endsWith(light.split(" ").slice(2).join(" ")), "and light again");
    const contrast = await page.evaluate(() => {
        const part = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
        const of = c => { const [r, g, b] = c.match(/\d+/g).map(part); return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05; };
        const link = document.createElement("a");
        link.href = "#x";
        document.querySelector("main").append(link);
        const [x, y] = [of(getComputedStyle(link).color), of(getComputedStyle(document.documentElement).backgroundColor)];
        return Math.max(x, y) / Math.min(x, y);
    });
    t.ok(contrast >= 4.5, "a yellow accent is made dark enough for links", contrast);
    await page.setViewportSize({ width: 390, height: 800 });
    t.is([await nav.isVisible(), await menu.isVisible()], [false, true], "a narrow one has the button");
    await menu.focus();
    await page.keyboard.press("Enter");
    t.ok(await nav.isVisible(), "which opens the menu");
    await page.keyboard.press("Escape");
    t.ok(!await nav.isVisible(), "and Escape closes it");
    const plain = await t.open(url, { javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
    await plain.locator(".site-menu").click();
    t.is([await plain.locator(".site-nav").isVisible(), await plain.locator(".look-switch").isVisible()], [true, false],
        "without a script the menu opens, and there is no button for the look");
}

main(async t => {
    t.write("r.bib", BIB);
    t.write("l.md", LIST);
    t.write("quiet.md", LIST.replace(/ filter=true| toggles="[^"]*"| show="[^"]*"/g, ""));
    const url = t.build("l.md");
    await withoutScript(t, url);
    const page = await t.open(url);
    await typing(t, page);
    await toggles(t, page);
    await address(t, url);
    await keys(t, url);
    await copying(t, url);
    const narrow = await t.open(url, { viewport: { width: 320, height: 700 } });
    await site(t);
    t.is(await narrow.evaluate(() => document.documentElement.scrollWidth), 320, "320 px wide, nothing sticks out");
    await department(t);
});
