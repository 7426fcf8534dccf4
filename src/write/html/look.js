// SPDX-License-Identifier: MIT
//
// The script in the head of a site's pages. It switches between the light and the dark look, and closes open menus. It
// runs before the page is drawn, so that the stored look is shown at once. Without the script, the system decides the
// look.
"use strict";
(() => {
    const root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
    const store = f => {
        try {
            return f(localStorage);
        } catch (e) {
            return null; // The browser keeps nothing for this page.
        }
    };
    const isDark = () => root.dataset.look === "dark" || (root.dataset.look !== "light" && system.matches);

    // Style sheets of the site may have rules for a light or dark system. Changes their media to follow the button.
    const media = new Map();
    const follow = look => {
        for (const sheet of document.styleSheets) {
            try {
                for (const rule of sheet.cssRules) {
                    const text = media.get(rule) || (rule.media && rule.media.mediaText);
                    if (text && text.includes("prefers-color-scheme")) {
                        media.set(rule, text);
                        const fits = text.includes("dark") === (look === "dark") !== text.startsWith("not");
                        rule.media.mediaText = look === "auto" ? text : text.includes("print") ? text : fits ? "screen" : "not all";
                    }
                }
            } catch (e) {
                // A page on the disk cannot read its style sheet. The built-in colours follow the button anyway.
            }
        }
    };
    const set = look => {
        root.dataset.look = look;
        follow(look);
        for (const button of document.querySelectorAll(".look-switch")) {
            button.setAttribute("aria-pressed", String(isDark()));
        }
    };
    set(store(s => s.getItem("look")) || "auto");
    document.addEventListener("DOMContentLoaded", () => set(root.dataset.look));
    system.addEventListener("change", () => set(root.dataset.look));
    document.addEventListener("click", event => {
        if (event.target.closest(".look-switch")) {
            const look = isDark() ? "light" : "dark", own = (look === "dark") === system.matches;
            store(s => own ? s.removeItem("look") : s.setItem("look", look));
            set(own ? "auto" : look);
        }
        for (const menu of document.querySelectorAll(".site-nav details[open]")) {
            menu.open = menu.contains(event.target);
        }
    });
})();
