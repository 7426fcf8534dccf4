// SPDX-License-Identifier: MIT
//
// A department as its visitors use it: 50 searches find the works that its database holds, and no others; 20 tasks take
// at most two steps from the front page. DEPARTMENT=FOLDER tries another department, whose all.bib has a work a line.
"use strict";
const fs = require("fs"), http = require("http"), path = require("path");
const { execFileSync } = require("child_process");

const GIVEN = ["Ada", "Zoé", "Søren", "Inés", "Ulla", "Yıldız"], FAMILY = ["Müller", "Okafor", "Nováková", "Brandt", "Weiß", "Lund"];
const TOPICS = ["tides", "gauges", "salt marshes", "policy"], WORDS = "adaptive coastal spectral éléments sediment harbours sampling fjord memory urban".split(" ");
const KINDS = { article: ["article-journal Journal articles", "journal"], inproceedings: ["paper-conference Conference papers", "booktitle"],
    book: ["book Books", "publisher"], phdthesis: ["thesis Theses", "school"], techreport: ["report Reports", "institution"] };

// A department of our own: 12 people in two groups, 160 works.
function write(dir) {
    const put = (name, text) => { fs.mkdirSync(path.dirname(path.join(dir, name)), { recursive: true }); fs.writeFileSync(path.join(dir, name), text); };
    const people = FAMILY.flatMap((f, i) => [[GIVEN[i], f], [GIVEN[(i + 2) % 6], f]]);
    people.forEach(([g, f], i) => put(`people/p${i}.md`, `---\ntitle: ${g} ${f}\nperson: true\nrole: ${i % 3 ? "Postdoc" : "Professor"}\n` +
        `groups: [${i % 2 ? "Slow Water" : "Shores"}]\n---\n\n::: {.publications group-by=year}\n:::\n`));
    put("all.bib", Array.from({ length: 160 }, (_, i) => {
        const kind = Object.keys(KINDS)[i % 7 % 5], who = [people[i % 12], people[(i * 5 + 3) % 12]].map(([g, f]) => `${f}, ${g}`);
        const title = Array.from({ length: 4 }, (_, k) => WORDS[(i * (k + 3) + k + (i >> 3)) % WORDS.length]).join(" ");
        return `@${kind}{w${i},author={${[...new Set(who)].join(" and ")}},title={Note ${i} ${title}},year={${2005 + i * 7 % 20}},` +
            `${KINDS[kind][1]}={${i % 2 ? "Review" : "Annals"} of ${WORDS[i % 10]}},doi={10.5555/ex.${i}},keywords={${TOPICS[i % 4]}, ${TOPICS[(i >> 2) % 4]}}}\n`;
    }).join(""));
    put("site.yml", "title: Department\nurl: https://water.example\nlang: en\nsearch: true\nbibliography: all.bib\n" +
        "people: {group-by: role}\nworks: {by: [year, keyword, type]}\nnavigation: [people/index.md, works/index.md, groups.md]\n");
    put("index.md", "---\ntitle: Department\nexports: [bib, json, ris]\nfeed: true\n---\n\n::: {.publications limit=10}\n:::\n\n::: {.exports}\n:::\n\n::: {.people role=Professor}\n:::\n");
    put("groups.md", "---\ntitle: Groups\n---\n\n# Shores {#shores}\n\n::: {.people group=Shores}\n:::\n\n::: {.publications members=Shores}\n:::\n");
    return dir;
}

const LETTERS = { "ß": "ss", "ø": "o", "ı": "i", "æ": "ae", "đ": "d", "ł": "l" };
const fold = text => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/[ßøıæđł]/g, c => LETTERS[c]);
const wordsOf = text => fold(text).split(/[^\p{L}\p{N}]+/u).filter(w => w.length > 1);

function read(dir) {
    const works = fs.readFileSync(path.join(dir, "all.bib"), "utf8").trim().split("\n").map(line => {
        const field = name => (new RegExp(`[,{]${name}=\\{([^}]*)\\}`).exec(line) || ["", ""])[1];
        const kind = /^@(\w+)/.exec(line)[1], venue = /^(article|inproc)/.test(kind) ? field("journal") + field("booktitle") : "";
        const names = field("author").split(" and ").map(n => n.split(", ").reverse().join(" "));
        return { kind, title: field("title"), year: field("year"), topics: field("keywords").split(", "), names, doi: field("doi"),
            words: new Set(wordsOf([field("title"), ...names, venue, field("year"), field("keywords"), KINDS[kind][0]].join(" "))) };
    });
    const people = fs.readdirSync(path.join(dir, "people")).filter(f => f !== "index.md").map(f => /^title: (.*)$/m.exec(fs.readFileSync(path.join(dir, "people", f), "utf8"))[1]);
    return { works, people, hold: query => works.filter(w => wordsOf(query).every(q => [...w.words].some(x => x.startsWith(q)))) };
}

const serve = dir => new Promise(done => {
    const types = { ".html": "text/html", ".json": "application/json", ".css": "text/css", ".js": "text/javascript" };
    const server = http.createServer((ask, answer) => {
        let file = path.join(dir, decodeURIComponent(new URL(ask.url, "http://x").pathname));
        file = file.endsWith("/") ? file + "index.html" : file;
        if (!file.startsWith(dir) || !fs.existsSync(file)) { return answer.writeHead(404).end(); }
        answer.writeHead(200, { "Content-Type": types[path.extname(file)] || "text/plain" }).end(fs.readFileSync(file));
    }).listen(0, "127.0.0.1", () => done({ server, url: `http://127.0.0.1:${server.address().port}/` }));
});

// What the search shows for texts of its field or, with a name, for a choice of a facet: how many, and the first of them.
const found = (page, texts, facet) => page.evaluate(async ([all, name]) => {
    const field = document.querySelector(name ? `select[aria-label=${name}]` : ".search-form input"), count = document.querySelector(".search-count"), out = [];
    for (const text of all) {
        count.textContent = "?";
        field.value = name ? [...field.options].find(o => o.text === text).value : text;
        field.dispatchEvent(new Event(name ? "change" : "input"));
        while (count.textContent === "?") { await new Promise(done => new MutationObserver(done).observe(count, { childList: true })); }
        await Promise.resolve(); // the list follows the number
        out.push({ n: Number(count.textContent), shown: [...document.querySelectorAll(".search-found li a")].map(a => [a.textContent, a.href]) });
    }
    return out;
}, [texts, facet]);

function queries({ works, people }) {
    const at = i => works[i * 37 % works.length], odd = people.filter(p => /[^ -~]/.test(p)), topics = [...new Set(works.flatMap(w => w.topics))];
    const some = (n, f) => Array.from({ length: n }, (_, i) => f(i));
    return [...some(8, i => at(i).title.split(" ").slice(-3).join(" ")), ...some(4, i => odd[i % odd.length]), ...some(4, i => fold(odd[(i + 1) % odd.length])),
        ...some(6, i => at(i + 9).title.split(" ").pop().slice(0, 4)), ...some(4, i => topics[i % topics.length]), ...some(4, i => at(i + 20).year),
        "thesis", "theses", "book", "REPORT", "conference papers", ...some(4, i => people[i * 3 % people.length]), "people", "publications", "professor",
        ...some(4, i => `${at(i + 30).topics[0]} ${at(i + 30).year}`), ...some(3, i => `${at(i + 40).names[0]} ${at(i + 40).title.split(" ")[1]}`), "nosuchword"];
}

async function search(t, page, data) {
    const all = queries(data), wrong = [];
    await page.waitForSelector(".search-facets select >> nth=3", { state: "attached" });
    const results = await found(page, all);
    for (const [i, query] of all.entries()) {
        const got = results[i], want = data.hold(query);
        const dois = new Set(want.map(w => "https://doi.org/" + w.doi)), pages = got.n - want.length;
        const right = got.shown.every(([, href], i) => (i < pages ? !href.includes("doi.org") : dois.has(href)));
        if (pages < 0 || pages > 1500 || !right) { wrong.push([query, got.n, want.length]); }
        if (data.people.includes(query) && !got.shown.slice(0, 20).some(([title]) => title === query)) { wrong.push([query, "no page of the person"]); }
    }
    t.is([all.length, wrong], [50, []], "50 searches find what the database holds, and pages before it");
    const by = Object.fromEntries(await page.$$eval(".search-facets select", all => all.map(s => [s.ariaLabel, s.options.length])));
    t.ok(by.Author > 5 && by.Year > 5 && by.Type === 6 && by.Topic > 3, "facets by author, year, type and topic", JSON.stringify(by));
    await found(page, [""]);
    const [one] = await found(page, ["Theses"], "Type");
    t.is(one.n, data.works.filter(w => w.kind === "phdthesis").length, "a type alone");
    const year = data.works.find(w => w.kind === "phdthesis").year;
    const [two] = await found(page, [year], "Year"), address = page.url();
    t.is(two.n, data.works.filter(w => w.kind === "phdthesis" && w.year === year).length, "and of a year");
    await page.goto(address);
    await page.waitForFunction(n => document.querySelector(".search-count").textContent === String(n), two.n);
    t.ok(true, "the address keeps the selection");
}

// Each task is a list of steps from the front page: a text for the field of the search, or the text of a link; then what
// the page must show.
async function tasks(t, page, url, data) {
    const [a, b] = [data.works[3], data.works[11]], person = data.people[1], other = data.people[4];
    const own = data.works.find(w => w.names.includes(person)), thesis = data.works.find(w => w.kind === "phdthesis");
    const list = [["a person", ["People", person], person], ["another", ["People", other], other], ["a person by search", ["?" + fold(person), person], person],
        ["works of a year", ["Publications", a.year], a.year], ["works of another year", ["Publications", b.year], b.year], ["a topic", ["Publications", a.topics[0]], a.topics[0]],
        process.env.DEPARTMENT ? ["another topic", ["Publications", b.topics[1]], b.topics[1]] : ["a group's works", ["Groups"], data.works[2].title], ["all theses", ["Publications", "Theses"], "Theses"], process.env.DEPARTMENT ? ["all books", ["Publications", "Books"], "Books"] : ["an export", ["BibTeX"], "doi = {10.5555/"],
        ["a work by its title", ["?" + a.title], a.title], ["another by words", ["?" + b.title.split(" ").reverse().slice(0, 6).join(" ")], b.title],
        ["a topic in a year", ["?" + `${a.topics[0]} ${a.year}`], a.title], ["a thesis", ["?thesis " + thesis.title], thesis.title],
        ["a person's work", [`?${person} ${own.title}`], own.title], ["a person's works", ["People", person], own.title], ["the reports", ["Publications", "Reports"], "Reports"],
        ["a person's theses", [`?${thesis.names[0]} theses`], thesis.title], ["conference papers", ["Publications", "Conference papers"], "Conference papers"], ["who is a professor", ["People"], "Professor"], ["the way back", ["People", data.home], data.home]];
    const failed = [], read = async address => page.evaluate(async at => {
        const answer = await fetch(at), doc = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html"), form = doc && doc.querySelector("form[role=search]");
        return doc && { text: doc.body.textContent, links: [...doc.links].map(a => [a.textContent, new URL(a.getAttribute("href"), at).href]),
            search: form && new URL(form.getAttribute("action"), at).href };
    }, address);
    const front = await read(url);
    t.is(front.search, url + "search.html", "the field of the front page leads to the search");
    for (const [name, steps, want] of list) {
        let now = front;
        for (const step of steps) {
            if (step[0] === "?") {
                const [{ shown }] = await found(page, [step.slice(1)]);
                now = { text: shown.map(([title]) => title).join("\n"), links: shown };
            } else {
                const link = now && now.links.find(([text]) => text === step);
                now = link && await read(link[1]);
            }
        }
        if (steps.length > 2 || !now || !now.text.includes(want)) { failed.push([name, want]); }
    }
    t.is([list.length, failed], [20, []], "20 tasks in at most two steps");
}

exports.department = async t => {
    const source = process.env.DEPARTMENT || write(path.join(t.dir, "source")), out = path.join(t.dir, "site");
    execFileSync(path.resolve(process.env.DOSSIER || "out/dossier"), ["site", "-q", "--no-cache", source, "-o", out], { stdio: ["ignore", "inherit", "inherit"] });
    const { server, url } = await serve(out), data = read(source);
    data.home = /^title: (.*)$/m.exec(fs.readFileSync(path.join(source, "site.yml"), "utf8"))[1];
    const page = await t.open(url + "search.html");
    await search(t, page, data);
    await page.goto(url + "search.html");
    await tasks(t, page, url, data);
    server.close();
    return page;
};
