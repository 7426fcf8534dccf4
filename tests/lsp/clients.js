// SPDX-License-Identifier: MIT
//
// Compares what clients of the language server show with what `dossier check` finds: see tests/lsp/clients.
'use strict';
const fs = require('fs'), path = require('path'), { spawn, spawnSync } = require('child_process'), { pathToFileURL } = require('url');
const lsp = require('vscode-languageserver-protocol/node');

const PROGRAM = process.env.DOSSIER, FOLDER = process.argv[2];
const LEVELS = { error: 1, fatal: 1, warning: 2, note: 3 };
let count = 0, bad = 0;

function check(good, name, why) {
    count++;
    if (!good) bad++;
    console.log(`${good ? '' : 'not '}ok ${count} - ${name}`);
    if (!good && why) console.log('# ' + JSON.stringify(why).slice(0, 900));
}

const read = (file) => fs.readFileSync(file, 'utf8');
const linesOf = (text) => text.split(/\r\n|\r|\n/);
const sorted = (list) => list.map((x) => JSON.stringify(x)).sort();

/** A column from 1 in characters, as `check` counts, in UTF-16 from 0. */
const units = (lines, line, column) => [...(lines[line - 1] || '')].slice(0, column - 1).join('').length;

/** The findings of `dossier check` in a document and the files that it uses, as a client gets them. */
function findings(file) {
    const run = spawnSync(PROGRAM, ['check', '--no-cache', '--diagnostics', 'json', file], { encoding: 'utf8' });
    const texts = {};
    return JSON.parse(run.stderr || run.stdout || '[]').map((d) => {
        const where = path.resolve(d.file || file);
        const lines = (texts[where] = texts[where] || (fs.existsSync(where) ? linesOf(read(where)) : []));
        return {
            file: where, code: d.id, severity: LEVELS[d.level], message: d.hint ? d.message + '\n' + d.hint : d.message,
            range: d.line ? [d.line - 1, units(lines, d.line, d.column), d.endLine - 1, units(lines, d.endLine, d.endColumn)] : [0, 0, 0, 0],
        };
    });
}

/** The documents with faults: of golden cases, those whose diagnostics are kept. Editors send text, so a file that is not UTF-8 is left out. */
function documents() {
    const all = [];
    for (const name of fs.readdirSync(FOLDER).sort()) {
        const dir = path.join(FOLDER, name), golden = fs.existsSync(path.join(dir, 'why'));
        if (!fs.statSync(dir).isDirectory()) continue;
        if (golden && !fs.existsSync(path.join(dir, 'expected.diag'))) continue;
        for (const file of fs.readdirSync(dir).sort()) {
            const whole = path.join(dir, file);
            if (!(golden ? file === 'input.md' : /\.(md|tex)$/.test(file))) continue;
            if (Buffer.from(read(whole)).equals(fs.readFileSync(whole))) all.push(whole);
        }
    }
    return all;
}

/** Random numbers that are the same each time. */
function chance(seed) {
    return (n) => {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        return (seed >>> 8) % n;
    };
}

const PIECES = ['# H {#a}', '[@alder', '@sec:one', '🐳', 'é', '```', '$x^', '- [ ] b', '::: {.note', ':::', '^[n', '<div>', '"', '{', 'the the', '[](', '\\'];

// ---- the modules vscode-jsonrpc and vscode-languageserver-protocol

class Client {
    constructor() {
        this.process = spawn(PROGRAM, ['lsp'], { stdio: ['pipe', 'pipe', 'ignore'] });
        this.connection = lsp.createProtocolConnection(new lsp.StreamMessageReader(this.process.stdout), new lsp.StreamMessageWriter(this.process.stdin));
        this.shown = new Map();
        this.faults = [];
        this.connection.onNotification(lsp.PublishDiagnosticsNotification.type, (p) => {
            if (!p.diagnostics.every(lsp.Diagnostic.is)) this.faults.push(p);
            this.shown.set(p.uri, p.diagnostics);
        });
        this.connection.onError((e) => this.faults.push(String(e)));
        this.connection.listen();
    }

    open(file, text) {
        this.uri = pathToFileURL(file).href;
        return this.connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, { textDocument: lsp.TextDocumentItem.create(this.uri, 'markdown', 1, text) });
    }

    close() {
        return this.connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, { textDocument: { uri: this.uri } });
    }

    ask(type, params) {
        return this.connection.sendRequest(type, { textDocument: { uri: this.uri }, ...params });
    }

    /** What is shown after all that the server has sent so far. */
    async findings() {
        await this.ask(lsp.DocumentSymbolRequest.type);
        const all = [];
        for (const [uri, list] of this.shown) {
            for (const d of list) {
                const { start, end } = d.range;
                all.push({ file: decodeURIComponent(new URL(uri).pathname), code: d.code, severity: d.severity, message: d.message, range: [start.line, start.character, end.line, end.character] });
            }
        }
        return all;
    }
}

/** The text after a change, by the words of the protocol. */
function changed(text, { range, text: piece }) {
    const at = ({ line, character }) => {
        const lines = text.split('\n');
        return lines.slice(0, line).reduce((sum, l) => sum + l.length + 1, 0) + Math.min(character, lines[line].length);
    };
    return text.slice(0, at(range.start)) + piece + text.slice(at(range.end));
}

async function modules(docs, expected) {
    const client = new Client(), connection = client.connection;
    const started = await connection.sendRequest(lsp.InitializeRequest.type, { processId: process.pid, rootUri: null, capabilities: {} });
    check(started.capabilities.positionEncoding === lsp.PositionEncodingKind.UTF16, 'vscode-languageserver-protocol: it starts');
    await connection.sendNotification(lsp.InitializedNotification.type, {});
    const differ = [];
    for (const file of docs) {
        await client.open(file, read(file));
        const got = sorted(await client.findings()), want = sorted(expected.get(file));
        if (String(got) !== String(want)) differ.push([file, got.filter((x) => !want.includes(x)), want.filter((x) => !got.includes(x))]);
        await client.close();
    }
    check(!differ.length, `vscode-languageserver-protocol: ${docs.length} documents, ${[...expected.values()].flat().length} findings`, [differ.length, differ[0]]);
    for (const d of process.env.VERBOSE ? differ : []) console.log('# ' + JSON.stringify(d));

    // Edits by ranges, with requests that are cancelled.
    const file = path.join(FOLDER, 'edited.md'), next = chance(7);
    let text = '---\nbibliography: refs.bib\n---\n\n# One 🐳 {#sec:one}\n\nSee @sec:one.\n';
    await client.open(file, text);
    for (let i = 0; i < 60; i++) {
        const lines = text.split('\n'), line = next(lines.length), places = [...lines[line]];
        const from = next(places.length + 1), to = Math.min(places.length, from + next(4));
        const change = {
            range: lsp.Range.create(line, places.slice(0, from).join('').length, line, places.slice(0, to).join('').length),
            text: (next(3) ? '' : '\n') + PIECES[next(PIECES.length)],
        };
        text = changed(text, change);
        await connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, { textDocument: { uri: client.uri, version: i + 2 }, contentChanges: [change] });
        const source = new lsp.CancellationTokenSource();
        const asked = connection.sendRequest(lsp.HoverRequest.type, { textDocument: { uri: client.uri }, position: change.range.start }, source.token);
        if (next(2)) source.cancel();
        await asked.catch(() => {});
    }
    const got = sorted(await client.findings());
    fs.writeFileSync(file, text);
    check(String(got) === String(sorted(findings(file))), 'vscode-languageserver-protocol: the findings after 60 edits', [got, sorted(findings(file))]);
    await client.close();
    fs.unlinkSync(file);

    // The form of each answer.
    const database = path.join(FOLDER, 'refs.bib'), document = path.join(FOLDER, 'answers.md');
    fs.writeFileSync(database, '@book{alder, author = {Alder, Ines}, title = {Tides}, publisher = {Sea}, year = 2020}\n');
    await client.open(document, '---\nbibliography: refs.bib\n---\n\n# One {#sec:one}\n\n## Two\n\nSee [@alder; @aldr] and @sec:one, [there](refs.bib).\n');
    const key = { line: 8, character: 7 }, where = { position: key };
    const is = (list, guard) => Array.isArray(list) && list.length > 0 && list.every((x) => guard(x));
    const wrong = lsp.Range.create(8, 13, 8, 18);
    check(is((await client.ask(lsp.CompletionRequest.type, where)).items, (item) => item.label && lsp.TextEdit.is(item.textEdit)), 'completion');
    check(lsp.Hover.is(await client.ask(lsp.HoverRequest.type, where)), 'hover');
    check(lsp.Location.is(await client.ask(lsp.DefinitionRequest.type, where)), 'definition');
    check(is(await client.ask(lsp.ReferencesRequest.type, { ...where, context: { includeDeclaration: true } }), lsp.Location.is), 'references');
    check(lsp.Range.is(await client.ask(lsp.PrepareRenameRequest.type, where)), 'the range that is renamed');
    check(lsp.WorkspaceEdit.is(await client.ask(lsp.RenameRequest.type, { ...where, newName: 'alder2020' })), 'rename');
    check(is(await client.ask(lsp.CodeActionRequest.type, { range: wrong, context: { diagnostics: [] } }), lsp.CodeAction.is), 'code actions');
    check(is(await client.ask(lsp.DocumentSymbolRequest.type), lsp.DocumentSymbol.is), 'symbols');
    check(is(await client.ask(lsp.FoldingRangeRequest.type), lsp.FoldingRange.is), 'folding');
    check(is(await client.ask(lsp.DocumentLinkRequest.type), lsp.DocumentLink.is), 'links');
    await client.open(database, '@Book{a,title="A"}\n');
    check(is(await client.ask(lsp.DocumentFormattingRequest.type, { options: { tabSize: 2, insertSpaces: true } }), lsp.TextEdit.is), 'formatting');
    check(!client.faults.length, 'each message has the form of the protocol', client.faults);
    await connection.sendRequest(lsp.ShutdownRequest.type);
    const ended = new Promise((resolve) => client.process.on('exit', resolve));
    await connection.sendNotification(lsp.ExitNotification.type);
    check((await ended) === 0, 'shutdown and exit');
    connection.dispose();
}

// ---- Neovim

/** Findings as Neovim shows them in one buffer: columns in bytes, and lines that the buffer has. */
function inBuffer(file, all) {
    const lines = linesOf(read(file)), last = Math.max(0, lines.length - (lines[lines.length - 1] ? 1 : 2));
    const place = (line, character) => (line > last ? [last, 0] : [line, Buffer.byteLength((lines[line] || '').slice(0, character))]);
    return sorted(all.filter((d) => d.file === file).map((d) => [d.code, d.severity, d.message, ...place(d.range[0], d.range[1]), ...place(d.range[2], d.range[3])]));
}

function neovim(docs, expected) {
    const edited = path.join(FOLDER, 'edited.md'), task = path.join(FOLDER, 'task.json'), result = path.join(FOLDER, 'result.json'), next = chance(11), edits = [];
    fs.writeFileSync(edited, '---\nbibliography: refs.bib\n---\n\n# One 🐳 {#sec:one}\n\nSee @sec:one.\n');
    for (let i = 0; i < 60; i++) {
        const e = { line: next(1000), character: next(1000), text: PIECES[next(PIECES.length)] };
        if (i % 3 === 0) Object.assign(e, { removed: next(3), lines: [e.text, 'Words 🐳 ' + i] });
        edits.push(e);
    }
    fs.writeFileSync(task, JSON.stringify({ documents: docs, edited, edits }));
    const run = spawnSync('nvim', ['--headless', '-u', 'NONE', '-n', '-c', 'luafile tests/lsp/clients.lua'], { encoding: 'utf8', timeout: 120000, env: { ...process.env, TASK: task, RESULT: result } });
    check(run.status === 0 && fs.existsSync(result), 'Neovim: it starts', run.stderr);
    if (run.status !== 0 || !fs.existsSync(result)) return;
    const answer = JSON.parse(read(result)), differ = [];
    const shown = (list) => sorted(list.map((d) => [d.code, d.severity, d.message, d.line, d.byte, d.lastLine, d.lastByte]));
    for (const { path: file, findings: list } of answer.shown) {
        const got = shown(list), want = inBuffer(file, expected.get(file));
        if (String(got) !== String(want)) differ.push([file, got.filter((x) => !want.includes(x)), want.filter((x) => !got.includes(x))]);
    }
    check(!differ.length && answer.shown.length === docs.length, `Neovim: ${docs.length} documents, ${answer.shown.flatMap((x) => x.findings).length} findings`, [differ.length, differ[0]]);
    for (const d of process.env.VERBOSE ? differ : []) console.log('# ' + JSON.stringify(d));
    check(String(shown(answer.edited)) === String(inBuffer(edited, findings(edited))), 'Neovim: the findings after 60 edits', [shown(answer.edited), inBuffer(edited, findings(edited))]);
}

async function main() {
    const docs = documents(), expected = new Map(docs.map((file) => [file, findings(file)]));
    await modules(docs, expected);
    neovim(docs, expected);
    console.log(`1..${count}`);
    process.exitCode = bad ? 1 : 0;
}

main();
