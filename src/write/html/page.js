// SPDX-License-Identifier: MIT
//
// The script of pages with lists of works. It filters the lists by typed words and by buttons, stores the filter in the
// address, shows the number of works, and adds buttons that copy BibTeX and citations. The form of the filter is in the
// page, hidden until the script runs. Without the script, a page shows all works. The words of the interface are
// attributes of the element <script>. The script loads no file, evaluates no text, and makes no markup from text.
"use strict";
(() => {
    const words = document.currentScript.dataset;
    const all = (query, at = document) => [...at.querySelectorAll(query)];
    const make = (tag, text, cls) => {
        const made = document.createElement(tag);
        made.textContent = text;
        made.className = cls;
        return made;
    };

    // Readers may type letters without accents, and "ue" instead of "ü".
    const letters = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i" };
    const typed = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
    const swap = (text, table) => text.replace(/[^\0-\x7f]/g, c => table[c] || c);
    const plain = text => swap(text.toLowerCase().normalize("NFKD").replace(/[\u0300-\u036f]/g, ""), letters);
    const fold = text => plain(text) + " " + plain(swap(text.toLowerCase().normalize("NFC"), typed));

    // Copying

    const said = make("span", "", "visually-hidden");
    said.setAttribute("role", "status");
    const copy = text => {
        const byHand = () => {
            const area = make("textarea", text, "visually-hidden");
            document.body.append(area);
            area.select();
            document.execCommand("copy");
            area.remove();
        };
        return navigator.clipboard ? navigator.clipboard.writeText(text).catch(byHand) : Promise.resolve(byHand());
    };
    const addCopy = (behind, text, name) => {
        const button = make("button", words.copy, "copy");
        button.type = "button";
        button.setAttribute("aria-label", words.copy + ": " + name);
        button.addEventListener("click", () => copy(text()).then(() => {
            button.textContent = said.textContent = words.copied;
            button.focus();
            setTimeout(() => { button.textContent = words.copy; said.textContent = ""; }, 2000);
        }));
        behind(button);
    };
    for (const fold of all(".pub-bibtex, .pub-cite")) {
        const title = fold.parentNode.querySelector(".pub-title"), word = fold.querySelector("summary").textContent;
        const name = title && !word.includes(title.textContent) ? word + ": " + title.textContent : word;
        for (const pre of all("pre", fold)) {
            addCopy(b => pre.before(b), () => pre.textContent, name);
        }
        for (const text of all(".pub-cite-text", fold)) {
            addCopy(b => text.after(" ", b), () => text.textContent, text.previousElementSibling.textContent + ", " + name);
        }
    }
    document.body.append(said);

    // Filtering

    const form = document.querySelector(".pub-filter");
    if (!form) {
        return;
    }
    const [input, status, reset] = ["input", "output", "[type=reset]"].map(query => form.querySelector(query));
    const buttons = all("[aria-pressed]", form), kinds = ["year", "type", "keyword", "author"];
    const by = button => button.closest("[data-by]").dataset.by;
    const pressed = button => button.getAttribute("aria-pressed") === "true";
    const press = (button, on) => button.setAttribute("aria-pressed", String(on));
    const lists = all("[data-filter]"), inLists = query => all("[data-filter] " + query);
    const entries = inLists(".pub-entry").map(at => {
        const data = at.dataset, values = {};
        kinds.forEach(kind => { values[kind] = (data[kind] || "").split(";"); });
        const parts = [...at.children].filter(part => !part.matches(".pub-bibtex, .pub-cite, .pub-links"));
        return { at, values, text: fold([...parts.map(part => part.textContent), data.type, data.keyword].join(" ")) };
    });

    // Each entry gets its number as a value. Otherwise the number would change when entries before it are hidden.
    for (const list of inLists("ol.pub-list")) {
        let number = list.start;
        for (const entry of list.children) {
            number = entry.value = entry.value || number;
            number += list.reversed ? -1 : 1;
        }
    }

    const hideEmpty = list => {
        const parts = [...list.children];
        const level = part => part.matches(".pub-group") ? part.tagName[1] : 9;
        const full = part => part.querySelector(".pub-entry:not([hidden])");
        parts.forEach((part, i) => {
            if (part.matches(".pub-list, .pub-group")) {
                let end = i + 1;
                while (end < parts.length && level(parts[end]) > level(part)) {
                    end++;
                }
                part.hidden = !parts.slice(i, end).some(full);
            }
        });
        // A heading of the author is also hidden if its section contains only this list.
        const heads = part => part && /^H\d$/.test(part.tagName), next = list.nextElementSibling;
        if (heads(list.previousElementSibling) && (!next || heads(next))) {
            list.previousElementSibling.hidden = !full(list);
        }
    };

    let timer = 0;
    const show = () => {
        const wanted = plain(input.value).split(/\s+/).filter(Boolean);
        const on = buttons.filter(pressed), some = kinds.filter(kind => on.some(button => by(button) === kind));
        let count = 0;
        for (const { at, values, text } of entries) {
            at.hidden = !(wanted.every(word => text.includes(word)) &&
                some.every(kind => on.some(button => by(button) === kind && values[kind].includes(button.value))));
            count += at.hidden ? 0 : 1;
        }
        lists.forEach(hideEmpty);
        reset.hidden = !wanted.length && !on.length;
        on.forEach(button => { button.parentNode.open = true; });
        clearTimeout(timer);
        timer = setTimeout(() => {
            status.textContent = words.shown.replace("{n}", count).replace("{all}", entries.length);
        }, 250);
    };

    // The filter in the address: #q=ice&year=2021

    const keep = () => {
        const state = new URLSearchParams();
        if (input.value) {
            state.append("q", input.value);
        }
        buttons.filter(pressed).forEach(button => state.append(by(button), button.value));
        const hash = String(state);
        try {
            history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
        } catch (e) {
            // A page without its own address, such as a frame, does not store the filter.
        }
        show();
    };
    const restore = () => {
        const state = new URLSearchParams(location.hash.slice(1));
        const target = document.querySelector(":target");
        if (!target && (!location.hash || ["q", ...kinds].some(kind => state.has(kind)))) {
            input.value = state.get("q") || "";
            buttons.forEach(button => press(button, state.getAll(by(button)).includes(button.value)));
            show();
        } else if (target && target.closest("[hidden]")) { // A link leads to a work that is not shown.
            form.reset();
            target.scrollIntoView();
        }
    };

    form.addEventListener("submit", event => event.preventDefault());
    form.addEventListener("input", keep);
    form.addEventListener("click", event => {
        if (buttons.includes(event.target)) {
            press(event.target, !pressed(event.target));
            keep();
        }
    });
    form.addEventListener("keydown", event => {
        if (event.key === "Escape" && event.target === input && input.value) {
            input.value = "";
            keep();
        }
    });
    form.addEventListener("reset", () => {
        buttons.forEach(button => press(button, false));
        input.value = "";
        input.focus({ preventScroll: true });
        (document.querySelector(":target") ? show : keep)();
    });
    window.addEventListener("hashchange", restore);
    form.hidden = false;
    show();
    restore();
})();
