// The extension, without VS Code: it gets a module `vscode` that remembers what is shown (vscode.js), and talks to a
// server that does what is asked of it (server.js); with RADDLE in the environment, to that raddle's own server, too.
//
//     node run.js [NAME]
//
// runs all tests or one, prints what fails, and has an exit status; --list prints their names.
"use strict";

const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const os = require("os");
const path = require("path");
const { Editor } = require("./vscode");

const SERVER = path.join(__dirname, "server.js");
const EXTENSION = path.join(__dirname, "..", "extension.js");
const TEXT = `int x;
int add(int y)
{
    return x + y; // WRONG: "größer"
}
int main(void)
{
    return add(1);
}
`;
const RIGHT = TEXT.replace("WRONG", "right");
const EXAMPLE = path.join(__dirname, "..", "..", "..", "examples", "bank.c");
const PATIENCE = 8000;

async function until(condition, what, editor) {
    const begin = Date.now();
    while (!condition()) {
        if (Date.now() - begin > PATIENCE) {
            const { messages, output } = editor;
            assert.fail(`not in time: ${what}; messages: ${JSON.stringify(messages)}; output: ${output}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 200));

// The extension in an editor of its own.
class Trial {
    constructor(folder, settings) {
        this.editor = new Editor(folder, { path: SERVER, arguments: [], checkOnOpen: true, ...settings });
        this.context = { subscriptions: [] };
        const load = Module._load;
        Module._load = (name, ...rest) => (name === "vscode" ? this.editor.module : load(name, ...rest));
        delete require.cache[EXTENSION];
        this.extension = require(EXTENSION);
        Module._load = load;
    }

    // Activates it, perhaps with a file that is open already, and waits until the server says that it is ready.
    async begin(text) {
        const document = text === undefined ? undefined : this.editor.open("a b.c", text);
        this.extension.activate(this.context);
        await this.until(() => this.editor.texts("information").includes("ready"), "ready");
        return document;
    }

    until(condition, what) {
        return until(condition, what, this.editor);
    }

    // The messages that the server got.
    received() {
        const lines = this.editor.output.split("\n").filter((line) => line.startsWith("<- "));
        return lines.map((line) => JSON.parse(line.slice(3)));
    }

    // Those of one method: their params.
    got(method) {
        return this.received().filter((message) => message.method === method).map(({ params }) => params);
    }

    processes() {
        return [...this.editor.output.matchAll(/^process (\d+) in /gm)].map((match) => Number(match[1]));
    }

    async found(document, count) {
        const shown = () => this.editor.diagnostics.get(document.uri.toString());
        await this.until(() => shown() && shown().length === count, `${count} diagnostics`);
        return shown();
    }
}

function isRunning(id) {
    try {
        process.kill(id, 0);
        return true;
    } catch {
        return false;
    }
}

const TESTS = {
    async "activation and the end"(trial) {
        await trial.begin(TEXT);
        const [{ rootUri, initializationOptions, capabilities }] = trial.got("initialize");
        assert.strictEqual(rootUri, trial.editor.module.workspace.workspaceFolders[0].uri.toString());
        assert.deepStrictEqual(initializationOptions, { arguments: [], checkOnOpen: true });
        assert.ok(capabilities.textDocument.publishDiagnostics.relatedInformation);
        assert.ok(capabilities.window.workDoneProgress);
        assert.ok(trial.editor.output.includes(` in ${fs.realpathSync(trial.editor.folder)}\n`), "not in the folder");
        const [id] = trial.processes();
        await trial.extension.deactivate();
        assert.ok(!isRunning(id), "the server is still there");
        assert.deepStrictEqual(trial.editor.texts("error"), []);
        trial.context.subscriptions.forEach((one) => one.dispose());
        const events = Object.values(trial.editor.events);
        assert.ok(events.every(({ listeners }) => listeners.length === 0), "still listening");
    },

    async "diagnostics"(trial) {
        const document = await trial.begin(TEXT);
        const [found] = await trial.found(document, 1);
        assert.strictEqual(found.message, "assertion violated in the file: höchstens 3");
        assert.deepStrictEqual([found.range.start.line, found.severity], [3, 0]);
        assert.deepStrictEqual([found.code, found.source], ["assertion", "raddle"]);
        const [step] = found.relatedInformation;
        assert.strictEqual(step.message, "main wrote x");
        assert.strictEqual(step.location.uri.toString(), document.uri.toString());
        assert.deepStrictEqual(step.location.range.end, { line: 0, character: 3 });
        trial.editor.close(document);
        await trial.found(document, 0);
    },

    async "documents"(trial) {
        const document = await trial.begin(RIGHT);
        await trial.found(document, 0);
        trial.editor.open("notes.txt", "WRONG", "plaintext");
        trial.editor.type(document, TEXT);
        trial.editor.events.change.fire({ document, contentChanges: [] });
        await document.save();
        const second = trial.editor.open("second.c", TEXT);
        await trial.found(second, 1);
        const opened = trial.got("textDocument/didOpen");
        assert.deepStrictEqual(opened.map(({ textDocument }) => textDocument.text), [RIGHT, TEXT]);
        const changes = trial.got("textDocument/didChange");
        assert.deepStrictEqual(changes.map(({ textDocument }) => textDocument.version), [2]);
        assert.deepStrictEqual(changes[0].contentChanges, [{ text: TEXT }]);
        assert.strictEqual(trial.got("textDocument/didSave").length, 1);
    },

    async "lenses and commands"(trial) {
        trial.editor.settings.checkOnOpen = false;
        const document = await trial.begin(TEXT);
        const lenses = await trial.editor.lenses(document);
        assert.deepStrictEqual(lenses.map(({ range }) => range.start.line), [1, 5]);
        assert.strictEqual(trial.editor.diagnostics.size, 0);
        const { command, arguments: words } = lenses[0].command;
        await trial.editor.run(command, ...words);
        assert.match((await trial.found(document, 1))[0].message, /^assertion violated in add:/);
        trial.editor.type(document, `${TEXT}// WRONG\n`);
        await trial.editor.run("raddle.check");
        await trial.found(document, 2);
        assert.ok(!document.isDirty, "it was not saved");
        assert.deepStrictEqual(trial.got("workspace/executeCommand"), [
            { command: "raddle.checkFunction", arguments: [document.uri.toString(), "add"] },
            { command: "raddle.check", arguments: [document.uri.toString()] },
        ]);
    },

    async "a command right at the start"(trial) {
        const document = trial.editor.open("a.c", TEXT);
        trial.extension.activate(trial.context);
        await trial.editor.run("raddle.check", document.uri);
        assert.strictEqual(trial.got("workspace/executeCommand").length, 1);
        await trial.editor.run("raddle.check");
        trial.editor.open("notes.txt", "WRONG", "plaintext");
        await trial.editor.run("raddle.check");
        assert.strictEqual(trial.got("workspace/executeCommand").length, 2);
        assert.deepStrictEqual(trial.editor.texts("warning").pop(), "There is no C file to be checked.");
    },

    async "a command that fails"(trial) {
        trial.editor.settings.arguments = ["--fail"];
        await trial.begin(TEXT);
        await trial.editor.run("raddle.check");
        assert.deepStrictEqual(trial.editor.texts("error"), ["raddle: clang could not compile it"]);
    },

    async "progress"(trial) {
        const { Notification, Window } = trial.editor.module.ProgressLocation;
        const bars = trial.editor.progress;
        const document = await trial.begin(TEXT);
        await trial.until(() => bars.length === 1 && bars[0].ended, "the end of progress");
        assert.strictEqual(bars[0].options.location, Window);
        trial.editor.set("arguments", ["--wait"]);
        trial.editor.run("raddle.check");
        await trial.until(() => bars.length === 2 && bars[1].reports.length, "progress");
        assert.deepStrictEqual(bars[1].options, { location: Notification, title: "raddle", cancellable: true });
        assert.deepStrictEqual(bars[1].reports, [{ message: "mpc", increment: 60 }]);
        bars[1].cancel();
        await trial.until(() => bars[1].ended, "the end of what was cancelled");
        await trial.found(document, 1);
    },

    async "messages and questions"(trial) {
        trial.editor.presses = ["two"];
        await trial.begin();
        const answers = () => trial.received().filter(({ method }) => method === undefined);
        await trial.until(() => answers().length === 3, "three answers");
        const [configuration, edit, choice] = answers().sort((a, b) => a.id - b.id);
        assert.deepStrictEqual(configuration.result, [{ arguments: [], checkOnOpen: true }, null]);
        assert.strictEqual(edit.error.code, -32601);
        assert.deepStrictEqual(choice.result, { title: "two" });
        assert.deepStrictEqual(trial.editor.texts("warning"), ["which?"]);
        assert.deepStrictEqual(trial.editor.texts("information"), ["ready"]);
    },

    async "settings"(trial) {
        await trial.begin();
        const changed = trial.editor.lensesChanged;
        trial.editor.set("arguments", ["--property=race"]);
        await trial.until(() => trial.editor.lensesChanged > changed, "new lenses");
        assert.deepStrictEqual(trial.got("workspace/didChangeConfiguration"), [
            { settings: { raddle: { arguments: ["--property=race"], checkOnOpen: true } } },
        ]);
        trial.editor.set("path", `${path.dirname(SERVER)}/../test/server.js`);
        await trial.until(() => trial.processes().length === 2, "another server");
        await trial.until(() => !isRunning(trial.processes()[0]), "the end of the first");
        assert.deepStrictEqual(trial.editor.texts("error"), []);
    },

    async "restart"(trial) {
        const document = await trial.begin(TEXT);
        await trial.found(document, 1);
        trial.editor.run("raddle.restart");
        assert.strictEqual(trial.editor.diagnostics.size, 0);
        trial.editor.run("raddle.restart");
        trial.editor.run("raddle.restart");
        await trial.found(document, 1);
        await pause();
        assert.strictEqual(trial.got("textDocument/didOpen").length, 2);
        assert.deepStrictEqual(trial.processes().map(isRunning).filter(Boolean).length, 1, "one server");
        assert.deepStrictEqual(trial.editor.texts("error"), []);
    },

    async "a server that does not end"(trial) {
        trial.editor.settings.arguments = ["--deaf"];
        await trial.begin(TEXT);
        await trial.extension.deactivate();
        assert.deepStrictEqual(trial.processes().map(isRunning), [false]);
    },

    async "raddle is missing"(trial) {
        trial.editor.settings.path = "/nowhere/raddle";
        trial.editor.presses = ["Open settings"];
        trial.editor.open("a.c", TEXT);
        trial.extension.activate(trial.context);
        await trial.until(() => trial.editor.asked.length, "the settings");
        assert.deepStrictEqual(trial.editor.asked, [["workbench.action.openSettings", "raddle.path"]]);
        trial.editor.open("b.c", TEXT);
        await pause();
        assert.deepStrictEqual(trial.editor.texts("error"), [
            "raddle cannot be started: spawn /nowhere/raddle ENOENT. Is raddle.path right?",
        ]);
        trial.editor.presses = ["Restart"];
        trial.editor.settings.path = SERVER;
        await trial.editor.run("raddle.check");
        assert.strictEqual(trial.editor.texts("error")[1], "The language server of raddle does not run.");
        await trial.until(() => trial.processes().length === 1, "a server");
    },

    async "a raddle without a server"(trial) {
        const old = path.join(trial.editor.folder, "raddle");
        fs.writeFileSync(old, '#!/bin/sh\necho "raddle: error: $1: No such file" >&2\nexit 2\n', { mode: 0o755 });
        trial.editor.settings.path = old;
        trial.extension.activate(trial.context);
        await trial.until(() => trial.editor.messages.length, "a message");
        await pause();
        assert.deepStrictEqual(trial.editor.texts("error"), [
            `"${old} lsp" does not start (exit status 2): raddle: error: lsp: No such file`,
        ]);
    },

    async "another program"(trial) {
        const other = path.join(trial.editor.folder, "raddle");
        fs.writeFileSync(other, "#!/bin/sh\nwhile :; do echo 'hello, world'; done\n", { mode: 0o755 });
        trial.editor.settings.path = other;
        trial.extension.activate(trial.context);
        await trial.until(() => trial.editor.messages.length, "a message");
        assert.deepStrictEqual(trial.editor.texts("error"), [
            `"${other} lsp" does not start (signal SIGTERM): it says nothing`,
        ]);
    },

    async "a server that refuses"(trial) {
        trial.editor.settings.arguments = ["--refuse"];
        trial.extension.activate(trial.context);
        await trial.until(() => trial.editor.messages.length, "a message");
        assert.deepStrictEqual(trial.editor.texts("error"), [`"${SERVER} lsp" does not start: not today`]);
        await trial.until(() => !isRunning(trial.processes()[0]), "the end of the server");
    },

    async "a server that dies"(trial) {
        trial.editor.settings.arguments = ["--die"];
        trial.editor.presses = ["Restart"];
        await trial.begin(TEXT);
        await trial.until(() => trial.editor.texts("error").length === 2, "two messages");
        await pause();
        const text = "The language server of raddle has ended (exit status 7). raddle: error: the end";
        assert.deepStrictEqual(trial.editor.texts("error"), [text, text]);
        assert.strictEqual(trial.processes().length, 2, "started by itself");
        assert.deepStrictEqual(await trial.editor.lenses(trial.editor.documents[0]), []);
    },

    async "a server that is killed"(trial) {
        trial.editor.settings.arguments = ["--kill"];
        const document = await trial.begin(TEXT);
        await trial.found(document, 1);
        const checked = trial.editor.run("raddle.check");
        await new Promise(setImmediate);
        assert.deepStrictEqual(await trial.editor.lenses(document), []);
        await checked;
        const text = "The language server of raddle has ended (signal SIGKILL).";
        assert.deepStrictEqual(trial.editor.texts("error"), [text]);
        assert.strictEqual(trial.editor.diagnostics.size, 0);
    },

    async "tasks"(trial) {
        trial.editor.settings.arguments = ["--timeout=9"];
        await trial.begin(TEXT);
        const provider = trial.editor.taskProviders.get("raddle");
        const [task] = provider.provideTasks();
        assert.deepStrictEqual(task.definition, { type: "raddle", files: ["a b.c"] });
        assert.deepStrictEqual({ ...task.execution }, { process: SERVER, args: ["check", "--timeout=9", "a b.c"] });
        assert.deepStrictEqual(task.problemMatchers, ["$raddle", "$gcc"]);
        const definition = { type: "raddle", files: ["a.c", "b.c"], arguments: ["--all"] };
        const resolved = provider.resolveTask({ definition, scope: 1 });
        assert.strictEqual(resolved.definition, definition);
        assert.deepStrictEqual(resolved.execution.args, ["check", "--all", "a.c", "b.c"]);
        trial.editor.open("notes.txt", "", "plaintext");
        assert.deepStrictEqual(provider.provideTasks(), []);
    },
};

// What the server of raddle itself must do for the extension.
const REAL_TESTS = {
    async "raddle lsp"(trial) {
        const text = fs.readFileSync(EXAMPLE, "utf8");
        fs.writeFileSync(path.join(trial.editor.folder, "bank.c"), text);
        trial.editor.settings.path = process.env.RADDLE;
        trial.editor.settings.arguments = ["--timeout=20"];
        const document = trial.editor.open("bank.c", text);
        trial.extension.activate(trial.context);
        const line = text.split("\n").findIndex((one) => one.includes("assert(savings"));
        for (const command of ["raddle.restart", "raddle.check", "raddle.check"]) {
            const [found] = await trial.found(document, 1);
            assert.strictEqual(found.range.start.line, line);
            assert.ok(found.relatedInformation.length > 0, "no related information");
            await trial.editor.run(command);
        }
        const lenses = await trial.editor.lenses(document);
        assert.ok(lenses.some(({ command }) => command.command === "raddle.checkFunction"), "no lenses");
        assert.ok(trial.editor.progress.length > 0, "no progress");
        assert.deepStrictEqual(trial.editor.texts("error"), []);
    },
};

async function runTest(name, test) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "raddle-vscode-"));
    const trial = new Trial(folder, {});
    try {
        await test(trial);
        return true;
    } catch (error) {
        console.log(`FAIL ${name}: ${error.message}`);
        return false;
    } finally {
        await trial.extension.deactivate();
        fs.rmSync(folder, { recursive: true });
    }
}

async function main(name) {
    const tests = { ...TESTS, ...(process.env.RADDLE ? REAL_TESTS : {}) };
    if (name === "--list") {
        console.log(Object.keys(tests).join("\n"));
        return 0;
    }
    let failed = 0;
    for (const [one, test] of Object.entries(tests)) {
        if (!name || one === name) {
            failed += !(await runTest(one, test));
        }
    }
    return failed ? 1 : 0;
}

main(process.argv[2]).then((status) => process.exit(status));
