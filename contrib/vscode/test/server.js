#!/usr/bin/env node
// A language server that looks like `raddle lsp` to the extension. It logs every message that it gets, so that a test
// can look at them, and finds a violation in each line with the word WRONG. Options among the `arguments` of the
// settings make it misbehave:
//   --refuse   does not want to be initialised
//   --die      ends when a file is opened
//   --kill     is killed when a command is executed
//   --fail     cannot execute commands
//   --wait     goes on with a command only when its progress is cancelled
//   --deaf     does not end when it is asked to
"use strict";

let settings = {};
let lastId = 0;
const asked = new Map(); // by id: what to do with the answer
const texts = new Map(); // by URI
const waiting = new Map(); // by token of a progress: what to do when it is cancelled

// In two pieces, of which the first may end within a character.
function send(message) {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const whole = Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
    const half = whole.indexOf("ö") + 1 || whole.length >> 1;
    process.stdout.write(whole.subarray(0, half));
    process.stdout.write(whole.subarray(half));
}

function notify(method, params) {
    send({ method, params });
}

function ask(method, params, then) {
    asked.set(++lastId, then);
    send({ id: lastId, method, params });
}

function log(message) {
    notify("window/logMessage", { type: 4, message });
}

function has(option) {
    return (settings.arguments || []).includes(option);
}

function at(line, length) {
    return { start: { line, character: 0 }, end: { line, character: length } };
}

// Violations, with the first line of the file as the step before.
function publish(uri, name) {
    const lines = texts.get(uri).split("\n");
    const diagnostics = [];
    lines.forEach((text, line) => {
        if (text.includes("WRONG")) {
            diagnostics.push({
                range: at(line, text.length),
                severity: 1,
                code: "assertion",
                source: "raddle",
                message: `assertion violated in ${name}: höchstens 3`,
                relatedInformation: [{ location: { uri, range: at(0, 3) }, message: "main wrote x" }],
            });
        }
    });
    notify("textDocument/publishDiagnostics", { uri, diagnostics });
}

function progress(token, value) {
    notify("$/progress", { token, value });
}

function check(uri, name, then) {
    const token = `check ${name} ${++lastId}`;
    ask("window/workDoneProgress/create", { token }, () => {
        progress(token, { kind: "begin", title: "raddle", message: "stress", cancellable: has("--wait") });
        progress(token, { kind: "report", message: "mpc", percentage: 60 });
        const end = () => {
            publish(uri, name);
            progress(token, { kind: "end", message: "FALSE" });
            then();
        };
        if (has("--wait")) {
            waiting.set(token, end);
        } else {
            end();
        }
    });
}

const REQUESTS = {
    initialize(params) {
        settings = params.initializationOptions;
        log(`process ${process.pid} in ${process.cwd()}`);
        if (has("--refuse")) {
            throw new Error("not today");
        }
        const commands = ["raddle.check", "raddle.checkFunction"];
        return { capabilities: { textDocumentSync: 1, codeLensProvider: {}, executeCommandProvider: { commands } } };
    },
    "textDocument/codeLens"({ textDocument: { uri } }) {
        const lenses = [];
        texts.get(uri).split("\n").forEach((text, line) => {
            const name = /^int (\w+)\(/.exec(text);
            if (name) {
                const command = { title: "check", command: "raddle.checkFunction", arguments: [uri, name[1]] };
                lenses.push({ range: at(line, text.length), command });
            }
        });
        return lenses;
    },
    "workspace/executeCommand"({ command, arguments: [uri, name] }) {
        if (has("--kill")) {
            process.kill(process.pid, "SIGKILL");
        }
        if (has("--fail")) {
            throw new Error("clang could not compile it");
        }
        return new Promise((resolve) => check(uri, name || command, () => resolve(null)));
    },
    shutdown() {
        return has("--deaf") ? new Promise(() => {}) : null;
    },
};

const NOTIFICATIONS = {
    initialized() {
        ask("workspace/configuration", { items: [{ section: "raddle" }, { section: "other" }] }, () => {});
        ask("workspace/applyEdit", { edit: {} }, () => {});
        const actions = [{ title: "one" }, { title: "two" }];
        ask("window/showMessageRequest", { type: 2, message: "which?", actions }, () => {});
        notify("window/showMessage", { type: 3, message: "ready" });
    },
    "textDocument/didOpen"({ textDocument: { uri, text } }) {
        if (has("--die")) {
            process.stderr.write("first words\nraddle: error: the end\n", () => process.exit(7));
        }
        texts.set(uri, text);
        if (settings.checkOnOpen) {
            check(uri, "the file", () => {});
        }
    },
    "textDocument/didChange"({ textDocument: { uri }, contentChanges: [{ text }] }) {
        texts.set(uri, text);
    },
    "textDocument/didClose"({ textDocument: { uri } }) {
        texts.delete(uri);
        notify("textDocument/publishDiagnostics", { uri, diagnostics: [] });
    },
    "workspace/didChangeConfiguration"({ settings: { raddle } }) {
        settings = raddle;
        ask("workspace/codeLens/refresh", undefined, () => {});
    },
    "window/workDoneProgress/cancel"({ token }) {
        waiting.get(token)();
    },
    exit() {
        if (!has("--deaf")) {
            process.exit(0);
        }
    },
};

async function take(message) {
    const { id, method, params } = message;
    log(`<- ${JSON.stringify(message)}`);
    if (!method) {
        asked.get(id)(message.result);
    } else if (id === undefined) {
        (NOTIFICATIONS[method] || (() => {}))(params);
    } else {
        try {
            send({ id, result: await REQUESTS[method](params) });
        } catch (error) {
            send({ id, error: { code: -32000, message: error.message } });
        }
    }
}

let received = Buffer.alloc(0);
process.stdin.on("data", (data) => {
    received = Buffer.concat([received, data]);
    for (;;) {
        const header = /^Content-Length: (\d+)\r\n\r\n/.exec(received.toString("latin1"));
        const end = header ? header[0].length + Number(header[1]) : Infinity;
        if (received.length < end) {
            return;
        }
        const message = JSON.parse(received.toString("utf8", header[0].length, end));
        received = received.subarray(end);
        take(message);
    }
});
if (process.argv[2] !== "lsp") {
    process.exit(2);
}
