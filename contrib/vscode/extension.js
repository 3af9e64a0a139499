// raddle in VS Code: starts `raddle lsp`, tells it what happens to C files, and shows what it says: violations with the
// steps that lead there, lenses above functions, progress and messages. A server that ends is started again only if
// somebody asks for it.
"use strict";

const vscode = require("vscode");
const { Server } = require("./client");

const SELECTOR = { language: "c", scheme: "file" };
const SHOW = { 1: "showErrorMessage", 2: "showWarningMessage" }; // by MessageType; the others are information
const CHECK = "raddle.check";
const CHECK_FUNCTION = "raddle.checkFunction";
const PATH_SETTING = "raddle.path";
const OPEN_SETTINGS = "Open settings";
const RESTART = "Restart";

function isChecked(document) {
    return document.languageId === SELECTOR.language && document.uri.scheme === SELECTOR.scheme;
}

function setting(name) {
    return vscode.workspace.getConfiguration("raddle").get(name);
}

// What the server takes, at its start and later.
function serverSettings() {
    return { arguments: setting("arguments"), checkOnOpen: setting("checkOnOpen") };
}

function programPath() {
    return setting("path") || "raddle";
}

function toRange({ start, end }) {
    return new vscode.Range(start.line, start.character, end.line, end.character);
}

function toDiagnostic(found) {
    const severity = (found.severity || 1) - 1; // the protocol counts from 1
    const diagnostic = new vscode.Diagnostic(toRange(found.range), found.message, severity);
    diagnostic.source = found.source || "raddle";
    diagnostic.code = found.codeDescription
        ? { value: found.code, target: vscode.Uri.parse(found.codeDescription.href) }
        : found.code;
    diagnostic.relatedInformation = (found.relatedInformation || []).map(
        ({ location, message }) =>
            new vscode.DiagnosticRelatedInformation(
                new vscode.Location(vscode.Uri.parse(location.uri), toRange(location.range)),
                message,
            ),
    );
    return diagnostic;
}

// The progress of one search: what can be cancelled is a notification with a button, the rest a line at the bottom. VS
// Code hands out the bar later, perhaps after the end.
class Progress {
    constructor({ title, cancellable }, cancel) {
        const { Notification, Window } = vscode.ProgressLocation;
        const location = cancellable ? Notification : Window;
        this.bar = null;
        this.message = "";
        this.percentage = 0;
        this.shown = 0; // of the percentage
        const done = new Promise((resolve) => {
            this.finish = resolve;
        });
        vscode.window.withProgress({ location, title, cancellable }, (bar, cancellation) => {
            cancellation.onCancellationRequested(cancel);
            this.bar = bar;
            this.report({});
            return done;
        });
    }

    report({ message = this.message, percentage = this.percentage }) {
        this.message = message;
        this.percentage = percentage;
        if (this.bar) {
            this.bar.report({ message, increment: percentage - this.shown });
            this.shown = percentage;
        }
    }
}

class Extension {
    constructor() {
        this.output = vscode.window.createOutputChannel("raddle");
        this.diagnostics = vscode.languages.createDiagnosticCollection("raddle");
        this.lensesChanged = new vscode.EventEmitter();
        this.server = null;
        this.ready = null; // a promise that the server has answered, or has been complained about
        this.capabilities = null; // of the server, once it has answered
        this.opened = new Set(); // the documents that the server knows, by URI
        this.progress = new Map(); // by token
    }

    // What VS Code is to dispose of in the end.
    register() {
        const { commands, languages, tasks, workspace } = vscode;
        return [
            this.output,
            this.diagnostics,
            this.lensesChanged,
            commands.registerCommand(CHECK, (uri) => this.execute(CHECK, uri || activeUri())),
            commands.registerCommand(CHECK_FUNCTION, (...words) => this.execute(CHECK_FUNCTION, ...words)),
            commands.registerCommand("raddle.restart", () => this.start()),
            languages.registerCodeLensProvider(SELECTOR, {
                onDidChangeCodeLenses: this.lensesChanged.event,
                provideCodeLenses: (document) => this.lenses(document),
            }),
            tasks.registerTaskProvider("raddle", {
                provideTasks: activeTasks,
                resolveTask: ({ definition, scope }) => makeTask(definition, scope),
            }),
            workspace.onDidOpenTextDocument((document) => this.open(document)),
            workspace.onDidChangeTextDocument((event) => this.change(event)),
            workspace.onDidSaveTextDocument((document) => this.save(document)),
            workspace.onDidCloseTextDocument((document) => this.close(document)),
            workspace.onDidChangeConfiguration((event) => this.configure(event)),
        ];
    }

    // Starts the server, in place of the one there is.
    start() {
        this.stop();
        this.ready = this.begin();
        return this.ready;
    }

    async begin() {
        const path = programPath();
        const folders = vscode.workspace.workspaceFolders || [];
        const server = new Server(path, ["lsp"], folders.length ? folders[0].uri.fsPath : undefined, {
            request: (method, params) => this.answer(method, params),
            notify: (method, params) => this.hear(method, params),
            log: (text) => this.output.append(text),
            ended: (how) => this.ended(path, how),
        });
        this.server = server;
        let answer;
        try {
            answer = await server.request("initialize", this.introduction(folders));
        } catch (error) {
            if (server === this.server) {
                this.stop();
                this.complain(`"${path} lsp" does not start: ${error.message}`, OPEN_SETTINGS);
            }
            return;
        }
        if (server === this.server) {
            this.capabilities = answer.capabilities;
            this.tell("initialized", {});
            vscode.workspace.textDocuments.forEach((document) => this.open(document));
            this.lensesChanged.fire();
        }
    }

    introduction(folders) {
        return {
            processId: process.pid,
            clientInfo: { name: "Visual Studio Code", version: vscode.version },
            rootUri: folders.length ? folders[0].uri.toString() : null,
            initializationOptions: serverSettings(),
            capabilities: {
                general: { positionEncodings: ["utf-16"] },
                textDocument: {
                    synchronization: { didSave: true },
                    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true },
                    codeLens: {},
                },
                window: { workDoneProgress: true, showMessage: {} },
                workspace: {
                    configuration: true,
                    didChangeConfiguration: {},
                    executeCommand: {},
                    codeLens: { refreshSupport: true },
                },
            },
        };
    }

    // It is not there any more at once, though the process may take a moment.
    async stop() {
        const server = this.server;
        this.forget();
        if (server) {
            await server.stop();
        }
    }

    // All that came from a server that is not there any more.
    forget() {
        this.server = null;
        this.capabilities = null;
        this.opened.clear();
        this.diagnostics.clear();
        this.progress.forEach((progress) => progress.finish());
        this.progress.clear();
        this.lensesChanged.fire();
    }

    // Says once why a server has ended that was not asked to.
    ended(path, { error, status, signal, lastWords }) {
        const started = this.capabilities !== null;
        this.forget();
        const how = signal ? `signal ${signal}` : `exit status ${status}`;
        if (error) {
            this.complain(`raddle cannot be started: ${error.message}. Is ${PATH_SETTING} right?`, OPEN_SETTINGS);
        } else if (started) {
            this.complain(`The language server of raddle has ended (${how}). ${lastWords}`.trim(), RESTART);
        } else {
            this.complain(`"${path} lsp" does not start (${how}): ${lastWords || "it says nothing"}`, OPEN_SETTINGS);
        }
    }

    async complain(text, button) {
        this.output.appendLine(text);
        const pressed = await vscode.window.showErrorMessage(text, button);
        if (pressed === RESTART) {
            await this.start();
        } else if (pressed === OPEN_SETTINGS) {
            await vscode.commands.executeCommand("workbench.action.openSettings", PATH_SETTING);
        }
    }

    // The requests of the server; undefined for those that are none of its interface.
    answer(method, params) {
        switch (method) {
            case "window/workDoneProgress/create":
            case "client/registerCapability":
            case "client/unregisterCapability":
                return null;
            case "window/showMessageRequest":
                return this.ask(params);
            case "workspace/configuration":
                return params.items.map(({ section }) => (section === "raddle" ? serverSettings() : null));
            case "workspace/codeLens/refresh":
                this.lensesChanged.fire();
                return null;
            default:
                return undefined;
        }
    }

    // Its notifications.
    hear(method, params) {
        switch (method) {
            case "textDocument/publishDiagnostics":
                this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(toDiagnostic));
                break;
            case "$/progress":
                this.follow(params.token, params.value);
                break;
            case "window/showMessage":
                vscode.window[SHOW[params.type] || "showInformationMessage"](params.message);
                break;
            case "window/logMessage":
                this.output.appendLine(params.message);
                break;
        }
    }

    async ask({ type, message, actions }) {
        const titles = (actions || []).map(({ title }) => title);
        const chosen = await vscode.window[SHOW[type] || "showInformationMessage"](message, ...titles);
        return (actions || []).find(({ title }) => title === chosen) || null;
    }

    follow(token, value) {
        if (value.kind === "begin") {
            const cancel = () => this.tell("window/workDoneProgress/cancel", { token });
            this.progress.set(token, new Progress(value, cancel));
        }
        const progress = this.progress.get(token);
        if (progress && value.kind === "end") {
            progress.finish();
            this.progress.delete(token);
        } else if (progress) {
            progress.report(value);
        }
    }

    tell(method, params) {
        if (this.server) {
            this.server.notify(method, params);
        }
    }

    open(document) {
        const uri = document.uri.toString();
        if (this.capabilities && isChecked(document) && !this.opened.has(uri)) {
            this.opened.add(uri);
            const { languageId, version } = document;
            this.tell("textDocument/didOpen", { textDocument: { uri, languageId, version, text: document.getText() } });
        }
    }

    // Always the whole text: any server takes that, and C files are small.
    change({ document, contentChanges }) {
        const uri = document.uri.toString();
        if (this.opened.has(uri) && contentChanges.length) {
            const textDocument = { uri, version: document.version };
            this.tell("textDocument/didChange", { textDocument, contentChanges: [{ text: document.getText() }] });
        }
    }

    save(document) {
        const uri = document.uri.toString();
        if (this.opened.has(uri)) {
            this.tell("textDocument/didSave", { textDocument: { uri }, text: document.getText() });
        }
    }

    close(document) {
        const uri = document.uri.toString();
        if (this.opened.delete(uri)) {
            this.tell("textDocument/didClose", { textDocument: { uri } });
        }
    }

    configure(event) {
        if (event.affectsConfiguration(PATH_SETTING)) {
            return this.start();
        }
        if (event.affectsConfiguration("raddle")) {
            this.tell("workspace/didChangeConfiguration", { settings: { raddle: serverSettings() } });
        }
        return undefined;
    }

    async lenses(document) {
        if (!this.capabilities || !this.capabilities.codeLensProvider) {
            return [];
        }
        const textDocument = { uri: document.uri.toString() };
        const lenses = await this.server.request("textDocument/codeLens", { textDocument }).catch(() => []);
        return (lenses || []).map(({ range, command }) => new vscode.CodeLens(toRange(range), command));
    }

    // A command of the server about a file. What was changed is saved before.
    async execute(command, uri, ...words) {
        if (!uri) {
            vscode.window.showWarningMessage("There is no C file to be checked.");
            return;
        }
        const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
        if (document && document.isDirty) {
            await document.save();
        }
        await this.ready;
        const server = this.server;
        if (!server) {
            await this.complain("The language server of raddle does not run.", RESTART);
            return;
        }
        try {
            await server.request("workspace/executeCommand", { command, arguments: [uri.toString(), ...words] });
        } catch (error) {
            if (server === this.server) {
                vscode.window.showErrorMessage(`raddle: ${error.message}`);
            }
        }
    }
}

function activeUri() {
    const editor = vscode.window.activeTextEditor;
    return editor && isChecked(editor.document) ? editor.document.uri : undefined;
}

// Tasks of tasks.json, and one for the active file: `raddle check` in a terminal, whose output has the violated lines.
function makeTask(definition, scope = vscode.TaskScope.Workspace) {
    const words = ["check", ...(definition.arguments || setting("arguments")), ...definition.files];
    const execution = new vscode.ProcessExecution(programPath(), words);
    const name = `check ${definition.files.join(" ")}`;
    return new vscode.Task(definition, scope, name, "raddle", execution, ["$raddle", "$gcc"]);
}

function activeTasks() {
    const uri = activeUri();
    return uri ? [makeTask({ type: "raddle", files: [vscode.workspace.asRelativePath(uri, false)] })] : [];
}

let extension = null;

function activate(context) {
    extension = new Extension();
    context.subscriptions.push(...extension.register());
    extension.start();
}

function deactivate() {
    return extension.stop();
}

module.exports = { activate, deactivate };
