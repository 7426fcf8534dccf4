// SPDX-License-Identifier: MIT
//
// The script of the preview. It shows the page of a document in a frame. After each build it replaces the frame, and
// scrolls the new page to the place where the reader was. It also shows diagnostics, and asks the server to open an
// editor.
'use strict';
(() => {
  // A link inside the frame has led here. The frame gets the page itself, without a second preview around it.
  if (window !== window.parent) {
    const at = new URL(location.href);
    at.searchParams.set('dossier', 'page');
    location.replace(at);
    return;
  }
  const by = (id) => document.getElementById(id);
  const meta = document.querySelector('meta[name=dossier-token]');
  const token = meta.content, hasEditor = meta.dataset.editor === 'yes';
  const views = { page: by('view-page'), pdf: by('view-pdf') };
  const tabs = { page: by('tab-page'), pdf: by('tab-pdf') };
  let frame = null, coming = null, paper = null, shownPaper = null;
  let view = 'page', run = null, tag = null, paperTag = null;
  let news = { documents: [], faults: [], errors: 0, warnings: 0 };
  let closed = false, faultsBefore = '';

  // ---- addresses

  const pathOf = (url) => decodeURI(new URL(url, location.href).pathname);
  const current = () => news.documents.find((d) => d.html && decodeURI(d.html) === pathOf(location.href));
  const pageAddress = () => {
    const at = new URL(location.href);
    at.searchParams.set('dossier', 'page');
    return at.href;
  };
  function followed() {
    // If a link has led the frame to another page, the preview gets the address of that page.
    const at = new URL(frame.contentWindow.location.href);
    if (at.origin !== location.origin) { return; }
    at.searchParams.delete('dossier');
    if (at.href !== location.href) {
      const other = at.pathname !== location.pathname;
      history.replaceState(null, '', at.href);
      if (other) { came(); }
    }
    const title = frame.contentDocument.title;
    document.title = title ? title + ' – preview' : 'Preview';
    showDocuments();
  }

  async function came() {
    // Records the version of the new page, which the frame already shows.
    const d = current();
    tag = d ? 'document ' + d.htmlVersion : await tagOf(pageAddress());
    tabs.pdf.hidden = !(await paperOf(d));
  }

  // ---- the place where the reader is

  const blocks = (doc) => Array.from(doc.querySelectorAll('[data-line], main [id]'));
  function keys(list) {
    // Returns a name for each block: its identifier, or its text and a number among blocks with the same text.
    const seen = new Map();
    return list.map((b) => {
      if (b.id) { return '#' + b.id; }
      const text = b.localName + ':' + b.textContent.slice(0, 200);
      const n = (seen.get(text) || 0) + 1;
      seen.set(text, n);
      return text + ':' + n;
    });
  }
  function spot(win) {
    const list = blocks(win.document), names = keys(list), marks = [];
    for (let i = 0; i < list.length && marks.length < 60; i++) {
      const r = list[i].getBoundingClientRect();
      if (r.bottom > 0 && r.height > 0 && r.height < 3 * win.innerHeight) {
        marks.push({ name: names[i], top: r.top, line: Number(list[i].dataset.line) || 0, file: list[i].dataset.file });
      }
    }
    // Blocks that begin inside the window come before blocks that begin above it.
    marks.sort((a, b) => (a.top < 0) - (b.top < 0) || Math.abs(a.top) - Math.abs(b.top));
    const open = Array.from(win.document.querySelectorAll('details')).map((d) => d.open);
    const focus = win.document.activeElement;
    return { marks, x: win.scrollX, y: win.scrollY, open, focus: focus && focus.id };
  }
  function restore(win, s) {
    const details = Array.from(win.document.querySelectorAll('details'));
    if (details.length === s.open.length) {
      details.forEach((d, i) => { if (d.open !== s.open[i]) { d.open = s.open[i]; } });
    }
    const list = blocks(win.document), names = keys(list);
    const known = new Map(names.map((name, i) => [name, list[i]]));
    let mark = s.marks.find((m) => known.has(m.name));
    let block = mark && known.get(mark.name);
    if (!block && s.y > 0) {
      mark = s.marks.find((m) => m.line > 0);
      block = mark && list.find((b) => b.dataset.file === mark.file && Number(b.dataset.line) >= mark.line);
    }
    const y = block && s.y > 0 ? win.scrollY + block.getBoundingClientRect().top - mark.top : s.y;
    win.scrollTo({ left: s.x, top: y, behavior: 'instant' });
    const focus = s.focus && win.document.getElementById(s.focus);
    if (focus) { focus.focus({ preventScroll: true }); }
  }

  // ---- frames

  function listen(f) {
    const doc = f.contentDocument;
    doc.addEventListener('keydown', keyed);
    doc.addEventListener('click', (e) => {
      const block = e.altKey && e.target.closest && e.target.closest('[data-line]');
      if (block) {
        e.preventDefault();
        e.stopPropagation();
        const from = block.closest('[data-file]');
        go(from && from.dataset.file, Number(block.dataset.line), 1);
      }
    }, true);
  }
  function newFrame(address, title) {
    const f = document.createElement('iframe');
    f.title = title;
    f.src = address;
    return f;
  }
  function showPage() {
    // The new page is loaded and scrolled behind the old page, which is then removed.
    if (coming) { coming.remove(); }
    const next = newFrame(pageAddress(), 'The page');
    coming = next;
    next.className = frame ? 'coming' : '';
    next.addEventListener('load', () => {
      if (next === frame) { followed(); listen(next); return; }
      if (next !== coming) { return; }
      const old = frame;
      const focused = document.activeElement === old;
      try {
        if (old) { restore(next.contentWindow, spot(old.contentWindow)); }
        listen(next);
      } catch (e) { /* a page of another server */ }
      next.className = '';
      frame = next;
      coming = null;
      if (focused) { next.focus({ preventScroll: true }); }
      if (old) { old.remove(); }
      followed();
      document.documentElement.dataset.shown = String(Number(document.documentElement.dataset.shown || 0) + 1);
    });
    views.page.append(next);
  }
  function showPaper(is) {
    const most = is.pages || 9999;
    const n = Math.min(Math.max(1, Number(by('paper-page').value) || 1), most);
    by('paper-of').hidden = !is.pages;
    by('paper-pages').textContent = String(is.pages);
    by('paper-page').max = String(most);
    by('paper-link').href = is.address;
    const next = newFrame(is.address + '?' + encodeURIComponent(is.tag) + '#page=' + n, 'The PDF');
    if (paper) { paper.replaceWith(next); } else { views.pdf.append(next); }
    paper = next;
    shownPaper = is;
  }
  async function tagOf(address) {
    const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' });
    return answer.ok ? answer.headers.get('ETag') : 'none';
  }
  async function paperOf(d) {
    // Returns the PDF of the page. The message of the server names that of a document. A page of a site may have a PDF
    // beside it.
    if (d) { return d.pdf && d.pdfVersion ? { address: d.pdf, tag: String(d.pdfVersion), pages: d.pages } : null; }
    const address = location.pathname.replace(/\/$/, '/index.html').replace(/(\.html)?$/, '.pdf');
    const tagNow = await tagOf(address);
    return tagNow === 'none' ? null : { address, tag: tagNow, pages: 0 };
  }
  async function look() {
    // Shows the page and the PDF again if they have changed. The message has the versions of documents. The server is
    // asked for those of other pages.
    const d = current();
    const now = d ? 'document ' + d.htmlVersion : await tagOf(pageAddress());
    if (now !== tag || !(frame || coming)) {
      tag = now;
      showPage();
    }
    const is = await paperOf(d);
    tabs.pdf.hidden = !is;
    if (!is && view === 'pdf') {
      show('page');
    } else if (view === 'pdf' && is.address + is.tag !== paperTag) {
      paperTag = is.address + is.tag;
      showPaper(is);
    }
  }

  // ---- tabs (ARIA APG, tabs)

  function show(name) {
    view = name;
    for (const key of ['page', 'pdf']) {
      tabs[key].setAttribute('aria-selected', String(key === name));
      tabs[key].tabIndex = key === name ? 0 : -1;
      views[key].hidden = key !== name;
    }
    by('paper').hidden = by('paper-link').hidden = name !== 'pdf';
    look();
  }
  for (const key of ['page', 'pdf']) {
    tabs[key].addEventListener('click', () => show(key));
    tabs[key].addEventListener('keydown', (e) => {
      const other = key === 'page' ? 'pdf' : 'page';
      if ((e.key === 'ArrowRight' || e.key === 'ArrowLeft') && !tabs[other].hidden) {
        show(other);
        tabs[other].focus();
        e.preventDefault();
      }
    });
  }
  by('paper-page').addEventListener('change', () => { if (shownPaper) { showPaper(shownPaper); } });

  // ---- documents

  function showDocuments() {
    const select = by('documents'), here = current();
    select.hidden = news.documents.filter((d) => d.html).length < 2;
    select.replaceChildren(...news.documents.filter((d) => d.html).map((d) => {
      const option = new Option(d.name, d.html);
      option.selected = d === here;
      return option;
    }));
    if (!here) { select.selectedIndex = -1; }
  }
  by('documents').addEventListener('change', (e) => { location.href = e.target.value; });

  // ---- diagnostics

  const count = (n, word) => n + ' ' + word + (n === 1 ? '' : 's');
  function counted() {
    const parts = [];
    if (news.errors) { parts.push(count(news.errors, 'error')); }
    if (news.warnings) { parts.push(count(news.warnings, 'warning')); }
    return parts.join(', ');
  }
  function add(to, tagName, cls, text) {
    const e = document.createElement(tagName);
    e.className = cls;
    e.textContent = text;
    to.append(e);
    return e;
  }
  function faultItem(f) {
    const li = document.createElement('li');
    if (f.file) {
      const place = f.line ? f.file + ':' + f.line + ':' + f.col : f.file;
      const button = add(li, 'button', 'place', place);
      button.type = 'button';
      button.setAttribute('aria-label', (hasEditor ? 'open ' : 'copy ') + place);
      button.addEventListener('click', () => go(f.file, f.line || 1, f.col || 1));
    }
    add(li, 'span', 'level ' + f.level, f.level + ':');
    li.append(' ' + f.text + ' ');
    add(li, 'span', 'slug', '[' + f.slug + ']');
    if (f.source) {
      const pre = add(li, 'pre', '', ''), all = Array.from(f.source);
      pre.append(all.slice(0, f.from).join(''));
      add(pre, 'mark', '', all.slice(f.from, f.to).join(''));
      pre.append(all.slice(f.to).join(''));
    }
    if (f.hint) { add(li, 'p', 'hint', 'hint: ' + f.hint); }
    return li;
  }
  function openFaults(open) {
    const button = by('faults-button');
    by('faults').hidden = !open;
    button.setAttribute('aria-expanded', String(open));
  }
  function showFaults() {
    const main = frame && frame.contentDocument && frame.contentDocument.querySelector('main[data-file]');
    const here = main && main.dataset.file;
    const list = news.faults.slice().sort((a, b) => (b.file === here) - (a.file === here));
    by('fault-list').replaceChildren(...list.map(faultItem));
    const level = news.errors ? 'error' : news.warnings ? 'warning' : '';
    const button = by('faults-button');
    button.hidden = !level;
    button.className = by('faults').className = level;
    button.textContent = counted();
    const now = JSON.stringify(news.faults.map((f) => [f.file, f.text]));
    // New errors open the list. New warnings close it, unless the reader has closed it before.
    if (!level) {
      openFaults(false);
      closed = false;
    } else if (now !== faultsBefore && (news.errors || !closed)) {
      openFaults(news.errors > 0);
    }
    faultsBefore = now;
  }
  by('faults-button').addEventListener('click', () => {
    const open = by('faults').hidden;
    openFaults(open);
    closed = !open;
    if (open) { by('faults').focus(); }
  });
  function keyed(e) {
    if (e.key === 'Escape' && !by('faults').hidden) {
      const within = by('faults').contains(document.activeElement);
      openFaults(false);
      closed = true;
      if (within) { by('faults-button').focus(); }
    }
  }
  document.addEventListener('keydown', keyed);

  // ---- the editor

  async function go(file, line, col) {
    if (!file) { return; }
    const place = file + ':' + line;
    if (!hasEditor) {
      try {
        await navigator.clipboard.writeText(place);
        say(place + ' copied');
      } catch (e) {
        say(place);
      }
      return;
    }
    const answer = await fetch('/.dossier/open', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Dossier-Token': token },
      body: JSON.stringify({ file, line, col })
    });
    say(answer.ok ? place + ' opened' : (await answer.text()).trim());
  }

  // ---- messages

  function say(text) { by('state').textContent = text; }
  function told(message) {
    if (run && message.run !== run) {
      location.reload(); // the program was started again, and has a new token
      return;
    }
    run = message.run;
    news = message;
    showDocuments();
    showFaults();
    say(counted() ? 'Built with ' + counted() + '.' : 'Built, nothing is wrong.');
    look();
  }
  const events = new EventSource('/.dossier/events');
  events.addEventListener('build', (e) => told(JSON.parse(e.data)));
  events.addEventListener('error', () => {
    say('The preview has ended; it goes on when dossier serve runs again.');
  });
})();
