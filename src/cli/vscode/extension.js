// SPDX-License-Identifier: MIT
//
// Starts `dossier lsp` and passes its answers on to Visual Studio Code. The extension needs no other module.
'use strict';
const vscode = require('vscode');
const { spawn } = require('child_process');

const LANGUAGES = ['markdown', 'quarto', 'latex', 'tex', 'bibtex'];
const SELECTOR = LANGUAGES.map((language) => ({ scheme: 'file', language }));

/** A connection to the server: requests, notifications, and what it publishes. */
class Connection {
    constructor(path, words, published, ended) {
        this.waiting = new Map();
        this.number = 0;
        this.rest = Buffer.alloc(0);
        this.published = published;
        this.process = spawn(path, ['lsp', ...words], { stdio: ['pipe', 'pipe', 'ignore'] });
        this.process.on('error', ended);
        this.process.on('exit', () => ended(null));
        this.process.stdin.on('error', () => {});
        this.process.stdout.on('data', (data) => this.take(data));
    }

    send(message) {
        const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
        this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
        this.process.stdin.write(body);
    }

    notify(method, params) {
        this.send({ method, params });
    }

    ask(method, params) {
        const id = ++this.number;
        this.send({ id, method, params });
        return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    }

    take(data) {
        this.rest = Buffer.concat([this.rest, data]);
        for (;;) {
            const end = this.rest.indexOf('\r\n\r\n');
            const length = end < 0 ? null : /content-length: *(\d+)/i.exec(this.rest.toString('latin1', 0, end));
            if (!length || this.rest.length < end + 4 + Number(length[1])) return;
            const from = end + 4, to = from + Number(length[1]);
            const message = JSON.parse(this.rest.toString('utf8', from, to));
            this.rest = this.rest.subarray(to);
            this.answer(message);
        }
    }

    answer(message) {
        if (message.method === 'textDocument/publishDiagnostics') return this.published(message.params);
        const waiting = this.waiting.get(message.id);
        this.waiting.delete(message.id);
        if (!waiting) return undefined;
        return message.error ? waiting.reject(new Error(message.error.message)) : waiting.resolve(message.result);
    }
}

const toRange = (r) => new vscode.Range(r.start.line, r.start.character, r.end.line, r.end.character);
const toPlace = (l) => new vscode.Location(vscode.Uri.parse(l.uri), toRange(l.range));
const fromPosition = (p) => ({ line: p.line, character: p.character });
const fromRange = (r) => ({ start: fromPosition(r.start), end: fromPosition(r.end) });
const named = (document) => ({ uri: document.uri.toString() });
const at = (document, position) => ({ textDocument: named(document), position: fromPosition(position) });
const isOurs = (document) => document.uri.scheme === 'file' && LANGUAGES.includes(document.languageId);

function toEdit(edit) {
    const all = new vscode.WorkspaceEdit();
    for (const [uri, edits] of Object.entries(edit.changes)) {
        for (const e of edits) all.replace(vscode.Uri.parse(uri), toRange(e.range), e.newText);
    }
    return all;
}

function toDiagnostic(d) {
    // Errors are 1 in the protocol and 0 in the editor.
    const out = new vscode.Diagnostic(toRange(d.range), d.message, d.severity - 1);
    out.source = d.source;
    out.code = d.code;
    out.relatedInformation = (d.relatedInformation || []).map((r) => new vscode.DiagnosticRelatedInformation(toPlace(r.location), r.message));
    return out;
}

function toSymbol(s) {
    const out = new vscode.DocumentSymbol(s.name, s.detail, s.kind - 1, toRange(s.range), toRange(s.selectionRange));
    out.children = s.children.map(toSymbol);
    return out;
}

function toOffer(i) {
    const out = new vscode.CompletionItem(i.label, i.kind - 1);
    out.detail = i.detail;
    out.documentation = i.documentation;
    out.range = toRange(i.textEdit.range);
    out.insertText = i.textEdit.newText;
    out.filterText = i.filterText;
    return out;
}

/** The providers of the editor, each a request of the protocol. */
function providers(ask) {
    const languages = vscode.languages;
    return [
        languages.registerCompletionItemProvider(SELECTOR, {
            provideCompletionItems: async (d, p) => {
                const found = await ask('textDocument/completion', at(d, p));
                return new vscode.CompletionList(found.items.map(toOffer), found.isIncomplete);
            },
        }, '@', '#', '{', '/'),
        languages.registerHoverProvider(SELECTOR, {
            provideHover: async (d, p) => {
                const found = await ask('textDocument/hover', at(d, p));
                return found && new vscode.Hover(found.contents.value, found.range && toRange(found.range));
            },
        }),
        languages.registerDefinitionProvider(SELECTOR, {
            provideDefinition: async (d, p) => {
                const found = await ask('textDocument/definition', at(d, p));
                return found && toPlace(found);
            },
        }),
        languages.registerReferenceProvider(SELECTOR, {
            provideReferences: async (d, p, context) => (await ask('textDocument/references', { ...at(d, p), context })).map(toPlace),
        }),
        languages.registerRenameProvider(SELECTOR, {
            provideRenameEdits: async (d, p, newName) => toEdit(await ask('textDocument/rename', { ...at(d, p), newName })),
            prepareRename: async (d, p) => {
                const found = await ask('textDocument/prepareRename', at(d, p));
                if (!found) throw new Error('There is no key or identifier here.');
                return toRange(found);
            },
        }),
        languages.registerCodeActionsProvider(SELECTOR, {
            provideCodeActions: async (d, r) => {
                const found = await ask('textDocument/codeAction', { textDocument: named(d), range: fromRange(r), context: { diagnostics: [] } });
                return found.map((a) => {
                    const out = new vscode.CodeAction(a.title, vscode.CodeActionKind.QuickFix);
                    out.edit = toEdit(a.edit);
                    return out;
                });
            },
        }),
        languages.registerDocumentSymbolProvider(SELECTOR, {
            provideDocumentSymbols: async (d) => (await ask('textDocument/documentSymbol', { textDocument: named(d) })).map(toSymbol),
        }),
        languages.registerFoldingRangeProvider(SELECTOR, {
            provideFoldingRanges: async (d) => (await ask('textDocument/foldingRange', { textDocument: named(d) })).map((f) => new vscode.FoldingRange(f.startLine, f.endLine)),
        }),
        languages.registerDocumentLinkProvider(SELECTOR, {
            provideDocumentLinks: async (d) => (await ask('textDocument/documentLink', { textDocument: named(d) })).map((l) => new vscode.DocumentLink(toRange(l.range), vscode.Uri.parse(l.target))),
        }),
        languages.registerDocumentFormattingEditProvider({ scheme: 'file', language: 'bibtex' }, {
            provideDocumentFormattingEdits: async (d) => (await ask('textDocument/formatting', { textDocument: named(d), options: {} })).map((e) => new vscode.TextEdit(toRange(e.range), e.newText)),
        }),
    ];
}

let connection = null;

function start(found) {
    const settings = vscode.workspace.getConfiguration('dossier');
    const mine = new Connection(
        settings.get('path'), settings.get('arguments'),
        (p) => found.set(vscode.Uri.parse(p.uri), p.diagnostics.map(toDiagnostic)),
        (error) => {
            if (connection !== mine) return;
            connection = null;
            found.clear();
            if (error) vscode.window.showErrorMessage(`dossier cannot be started: ${error.message}. The setting dossier.path names the program.`);
        });
    connection = mine;
    mine.ask('initialize', { processId: process.pid, capabilities: {} });
    mine.notify('initialized', {});
    vscode.workspace.textDocuments.forEach(opened);
}

function opened(document) {
    if (!connection || !isOurs(document)) return;
    connection.notify('textDocument/didOpen', { textDocument: { ...named(document), languageId: document.languageId, version: document.version, text: document.getText() } });
}

function stop() {
    const old = connection;
    connection = null;
    if (!old) return;
    old.ask('shutdown', null).catch(() => {});
    old.notify('exit', null);
}

function activate(context) {
    const found = vscode.languages.createDiagnosticCollection('dossier');
    const workspace = vscode.workspace;
    const tell = (method, params) => connection && connection.notify(method, params);
    context.subscriptions.push(
        found,
        workspace.onDidOpenTextDocument(opened),
        workspace.onDidChangeTextDocument((e) => isOurs(e.document) && tell('textDocument/didChange', {
            textDocument: { ...named(e.document), version: e.document.version },
            contentChanges: [{ text: e.document.getText() }],
        })),
        workspace.onDidSaveTextDocument((d) => isOurs(d) && tell('textDocument/didSave', { textDocument: named(d) })),
        workspace.onDidCloseTextDocument((d) => isOurs(d) && tell('textDocument/didClose', { textDocument: named(d) })),
        vscode.commands.registerCommand('dossier.restart', () => { stop(); start(found); }),
        ...providers((method, params) => (connection ? connection.ask(method, params) : Promise.reject(new Error('dossier is not running')))));
    start(found);
}

module.exports = { activate, deactivate: stop };
