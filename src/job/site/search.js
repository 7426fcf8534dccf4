// SPDX-License-Identifier: MIT
//
// The search of a site. It loads the files of the index in search/ when they are needed, and shows the documents that
// contain all words.
"use strict";
(() => {
    const form = document.querySelector(".search-form"), input = form.querySelector("input");
    const list = document.querySelector(".search-found"), count = document.querySelector(".search-count");
    const facets = form.querySelector(".search-facets"), kept = new Map();
    form.hidden = false;
    const get = name => {
        if (!kept.has(name)) {
            kept.set(name, fetch("search/" + name + ".json").then(r => r.ok ? r.json() : {}));
        }
        return kept.get(name);
    };
    // The index has these spellings for letters that Unicode does not decompose.
    const plain = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ð": "d", "đ": "d", "þ": "th", "ħ": "h", "ı": "i", "ł": "l", "ŋ": "n", "ŧ": "t"};
    const fold = text => text.toLowerCase().normalize("NFKD").replace(/[\p{Mn}\p{Me}]/gu, "").replace(/[ßæœøðđþħıłŋŧ]/g, c => plain[c]);
    const decode = ids => { let last = 0; return ids.map(d => last += d); };
    // Returns the documents with a word that begins with `text`. If `whole` is set, the word must be equal to `text`.
    const documents = async (text, whole) => {
        const parts = (await get("index")).words.filter(([start]) => text.startsWith(start) || (!whole && start.startsWith(text)));
        const found = new Set();
        for (const [, name] of parts) {
            const words = await get("words-" + name);
            for (const word in words) {
                if (whole ? word === text : word.startsWith(text)) {
                    decode(words[word]).forEach(id => found.add(id));
                }
            }
        }
        return found;
    };
    // The address contains the search words and the chosen values, so that readers can share it.
    const address = new URLSearchParams(location.search);
    const keep = () => {
        const now = new URLSearchParams(input.value ? { q: input.value } : {});
        facets.querySelectorAll("select").forEach(s => s.value && now.set(s.dataset.kind, s.value.slice(2)));
        history.replaceState(null, "", "?" + now);
        show();
    };
    const addFacets = async () => {
        for (const [kind, name] of Object.entries(facets.dataset)) {
            const values = (await get("index")).facets.map(v => [].concat(v)).filter(([word]) => word.startsWith("=" + kind));
            if (values.length > 1) {
                const select = document.createElement("select");
                select.setAttribute("aria-label", name);
                select.append(new Option(name, ""));
                (kind === "y" ? values.reverse() : values).forEach(([word, text]) => select.append(new Option(text || word.slice(2), word)));
                select.dataset.kind = kind;
                select.value = "=" + kind + address.get(kind);
                select.selectedIndex = Math.max(select.selectedIndex, 0);
                select.addEventListener("change", keep);
                facets.append(select);
            }
        }
    };
    let turn = 0;
    const show = async (most = 20) => {
        const mine = ++turn, index = await get("index");
        const words = fold(input.value).split(/[^\p{L}\p{Nd}\p{M}]+/u).filter(w => w.length > 1 || w > "~");
        const chosen = [...facets.querySelectorAll("select")].map(s => s.value).filter(Boolean);
        const sets = await Promise.all([...words.map(w => documents(w, false)), ...chosen.map(v => documents(v, true))]);
        const ids = sets.length ? [...sets[0]].filter(id => sets.every(s => s.has(id))).sort((a, b) => a - b) : [];
        const shown = await Promise.all(ids.slice(0, most).map(async id => (await get("docs-" + Math.floor(id / index.each)))[id % index.each]));
        if (mine !== turn) {
            return;
        }
        count.textContent = sets.length ? String(ids.length) : "";
        list.replaceChildren(...shown.map(([title, address, line]) => {
            const item = document.createElement("li"), link = document.createElement("a"), rest = document.createElement("p");
            link.href = address;
            link.textContent = title;
            rest.textContent = line;
            item.append(link, rest);
            return item;
        }));
        if (ids.length > most) {
            const more = document.createElement("button");
            more.type = "button";
            more.textContent = "…";
            more.setAttribute("aria-label", "+" + (ids.length - most));
            more.addEventListener("click", () => show(most + 50));
            list.append(more);
        }
    };
    input.value = address.get("q") || "";
    form.addEventListener("submit", event => {
        event.preventDefault();
        keep();
    });
    input.addEventListener("input", () => show());
    addFacets().then(() => show());
})();
