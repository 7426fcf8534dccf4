// SPDX-License-Identifier: MIT
//
// Formats the document of csl_style.c with citeproc-js: node compare.js ITEMS.json STYLE.csl... > JSONL
// $CITEPROC names the module (npm install citeproc), $CSL_LOCALES the folder of the locale files. $KEPT, when it is set, is a
// folder in which results stay: a style that was formatted before with the same items, locales and release is read from there.
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const path = require('path');
const CSL = require(process.env.CITEPROC || 'citeproc');
const locales = process.env.CSL_LOCALES || '/usr/share/citation-style-language/locales';
CSL.debug = () => {};
console.log = () => {};

const itemsText = fs.readFileSync(process.argv[2], 'utf8');
const items = JSON.parse(itemsText);
const byId = new Map(items.map((item) => [item.id, item]));
const localeCache = new Map();

const sys = {
  retrieveItem: (id) => JSON.parse(JSON.stringify(byId.get(id))),
  retrieveLocale: (lang) => {
    if (!localeCache.has(lang)) {
      let text = false;
      try {
        text = fs.readFileSync(path.join(locales, `locales-${lang}.xml`), 'utf8').replace(/\s*<\?[^>]*\?>\s*\n/g, '');
      } catch (e) { /* none */ }
      localeCache.set(lang, text);
    }
    return localeCache.get(lang);
  },
};

function plain(html) {
  return html
    .replace(/<div class="csl-left-margin">/g, '')
    .replace(/<div class="csl-(block|indent|right-inline)">/g, ' ')
    .replace(/<\/?[a-z][^>]*>/g, '')
    .replace(/&#60;/g, '<').replace(/&#62;/g, '>').replace(/&#38;/g, '&');
}

function citations() {
  const out = [];
  const cite = (list, locator) => out.push(list.map((k, i) => (i === 0 && locator
    ? { id: items[k].id, locator, label: 'page' } : { id: items[k].id })));
  for (let i = 0; i < items.length; i++) cite([i]);
  for (let i = 0; i < items.length; i += 5) { cite([i], '12-15'); cite([i], '17'); cite([i]); }
  for (let i = 0; i + 4 < items.length; i += 4) cite([i, i + 1, i + 2, i + 3]);
  return out;
}

function format(style) {
  const engine = new CSL.Engine(sys, style);
  const note = engine.opt.xclass === 'note';
  const list = citations().map((citationItems, i) => ({
    citationID: `c${i}`, citationItems, properties: { noteIndex: note ? i + 1 : 0 },
  }));
  const texts = engine.rebuildProcessorState(list, 'html').map((r) => plain(r[2]));
  const bib = engine.makeBibliography();
  return { citations: texts, bibliography: bib ? bib[1].map((e) => plain(e).trim()) : [] };
}

// What every result depends on beside the style: this program, the release, the items and the locales.
const common = [fs.readFileSync(__filename, 'utf8'), CSL.PROCESSOR_VERSION, itemsText,
  ...fs.readdirSync(locales).sort().map((name) => name + fs.statSync(path.join(locales, name)).mtimeMs)].join('\n');

function result(file) {
  const style = fs.readFileSync(file, 'utf8');
  const key = crypto.createHash('sha256').update(common).update(style).digest('hex');
  const kept = process.env.KEPT && path.join(process.env.KEPT, `${key}.json`);
  if (kept && fs.existsSync(kept)) return JSON.parse(fs.readFileSync(kept, 'utf8'));
  let made;
  try {
    made = format(style);
  } catch (e) {
    made = { error: String((e && e.message) || e) };
  }
  if (kept) {
    fs.writeFileSync(`${kept}.${process.pid}`, JSON.stringify(made));
    fs.renameSync(`${kept}.${process.pid}`, kept);
  }
  return made;
}

for (const file of process.argv.slice(3)) {
  process.stdout.write(JSON.stringify({ style: file, ...result(file) }) + '\n');
}
