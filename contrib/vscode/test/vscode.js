// As much of the module `vscode` as the extension uses. It remembers what it is asked to show, and lets a test do what
// the user or the editor would do. Whatever is not here, the extension must not use.
"use strict";

const path = require("path");
const url = require("url");

class EventEmitter {
    constructor() {
        this.listeners = [];
        this.event = (listener) => {
            this.listeners.push(listener);
            return { dispose: () => this.listeners.splice(this.listeners.indexOf(listener), 1) };
        };
    }

    fire(value) {
        this.listeners.forEach((listener) => listener(value));
    }

    dispose() {
        this.listeners = [];
    }
}

class Uri {
    constructor(text) {
        this.text = text;
        this.scheme = text.slice(0, text.indexOf(":"));
    }

    static parse(text) {
        return new Uri(text);
    }

    static file(name) {
        return new Uri(url.pathToFileURL(name).href);
    }

    get fsPath() {
        return url.fileURLToPath(this.text);
    }

    toString() {
        return this.text;
    }
}

class Range {
    constructor(line, character, endLine, endCharacter) {
        this.start = { line, character };
        this.end = { line: endLine, character: endCharacter };
    }
}

class Diagnostic {
    constructor(range, message, severity) {
        Object.assign(this, { range, message, severity });
    }
}

class DiagnosticRelatedInformation {
    constructor(location, message) {
        Object.assign(this, { location, message });
    }
}

class Location {
    constructor(uri, range) {
        Object.assign(this, { uri, range });
    }
}

class CodeLens {
    constructor(range, command) {
        Object.assign(this, { range, command });
    }
}

class ProcessExecution {
    constructor(program, args) {
        Object.assign(this, { process: program, args });
    }
}

class Task {
    constructor(definition, scope, name, source, execution, problemMatchers) {
        Object.assign(this, { definition, scope, name, source, execution, problemMatchers });
    }
}

class Document {
    constructor(editor, name, text, languageId) {
        this.uri = Uri.file(path.join(editor.folder, name));
        this.languageId = languageId;
        this.version = 1;
        this.isDirty = false;
        this.text = text;
        this.saved = editor.events.save;
    }

    getText() {
        return this.text;
    }

    async save() {
        this.isDirty = false;
        this.saved.fire(this);
        return true;
    }
}

// An editor with one folder. `settings` are those of raddle, with the names of package.json.
class Editor {
    constructor(folder, settings) {
        this.folder = folder;
        this.settings = settings;
        this.commands = new Map();
        this.asked = []; // commands that belong to the editor itself
        this.output = "";
        this.diagnostics = new Map(); // by URI
        this.messages = []; // {kind, text, buttons}
        this.presses = []; // the buttons that the user will press, each as soon as it is there
        this.progress = []; // {options, reports, ended, cancel}
        this.lensProviders = [];
        this.lensesChanged = 0;
        this.taskProviders = new Map();
        this.documents = [];
        this.disposed = 0;
        this.events = {};
        for (const name of ["open", "change", "save", "close", "configure"]) {
            this.events[name] = new EventEmitter();
        }
        this.module = this.makeModule();
    }

    // What the user does.
    open(name, text, languageId = "c") {
        const document = new Document(this, name, text, languageId);
        this.documents.push(document);
        this.module.window.activeTextEditor = { document };
        this.events.open.fire(document);
        return document;
    }

    type(document, text) {
        document.text = text;
        document.version++;
        document.isDirty = true;
        this.events.change.fire({ document, contentChanges: [{ text }] });
    }

    close(document) {
        this.documents.splice(this.documents.indexOf(document), 1);
        this.events.close.fire(document);
    }

    set(name, value) {
        this.settings[name] = value;
        const changed = `raddle.${name}`;
        this.events.configure.fire({ affectsConfiguration: (prefix) => `${changed}.`.startsWith(`${prefix}.`) });
    }

    run(command, ...words) {
        return this.commands.get(command)(...words);
    }

    lenses(document) {
        return this.lensProviders[0].provideCodeLenses(document);
    }

    // Of one kind: error, warning, information.
    texts(kind) {
        return this.messages.filter((message) => message.kind === kind).map(({ text }) => text);
    }

    async show(kind, text, ...buttons) {
        this.messages.push({ kind, text, buttons });
        return buttons.includes(this.presses[0]) ? this.presses.shift() : undefined;
    }

    // As in VS Code, the task begins later.
    async withProgress(options, task) {
        const cancellation = new EventEmitter();
        const shown = { options, reports: [], ended: false, cancel: () => cancellation.fire() };
        this.progress.push(shown);
        await new Promise((resolve) => setTimeout(resolve, 20));
        const bar = { report: (value) => shown.reports.push(value) };
        await task(bar, { onCancellationRequested: cancellation.event });
        shown.ended = true;
    }

    makeModule() {
        const editor = this;
        const remember = (add) => {
            add();
            return { dispose: () => editor.disposed++ };
        };
        return {
            version: "0.0.0",
            Uri,
            Range,
            Diagnostic,
            DiagnosticRelatedInformation,
            Location,
            CodeLens,
            EventEmitter,
            ProcessExecution,
            Task,
            ProgressLocation: { SourceControl: 1, Window: 10, Notification: 15 },
            TaskScope: { Global: 1, Workspace: 2 },
            window: {
                activeTextEditor: undefined,
                createOutputChannel: () => ({
                    append: (text) => (editor.output += text),
                    appendLine: (text) => (editor.output += `${text}\n`),
                    dispose: () => editor.disposed++,
                }),
                showErrorMessage: (...words) => editor.show("error", ...words),
                showWarningMessage: (...words) => editor.show("warning", ...words),
                showInformationMessage: (...words) => editor.show("information", ...words),
                withProgress: (options, task) => editor.withProgress(options, task),
            },
            languages: {
                createDiagnosticCollection: () => ({
                    set: (uri, diagnostics) => editor.diagnostics.set(uri.toString(), diagnostics),
                    clear: () => editor.diagnostics.clear(),
                    dispose: () => editor.disposed++,
                }),
                registerCodeLensProvider: (selector, provider) =>
                    remember(() => {
                        editor.lensProviders.push(provider);
                        provider.onDidChangeCodeLenses(() => editor.lensesChanged++);
                    }),
            },
            commands: {
                registerCommand: (name, action) => remember(() => editor.commands.set(name, action)),
                executeCommand: async (...words) => void editor.asked.push(words),
            },
            tasks: {
                registerTaskProvider: (type, provider) => remember(() => editor.taskProviders.set(type, provider)),
            },
            workspace: {
                workspaceFolders: [{ uri: Uri.file(editor.folder), name: "folder", index: 0 }],
                textDocuments: editor.documents,
                getConfiguration: (section) => ({ get: (name) => ({ raddle: editor.settings })[section][name] }),
                asRelativePath: (uri) => path.relative(editor.folder, uri.fsPath),
                onDidOpenTextDocument: editor.events.open.event,
                onDidChangeTextDocument: editor.events.change.event,
                onDidSaveTextDocument: editor.events.save.event,
                onDidCloseTextDocument: editor.events.close.event,
                onDidChangeConfiguration: editor.events.configure.event,
            },
        };
    }
}

module.exports = { Editor };
