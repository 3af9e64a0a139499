// A language server in a process of its own: messages with a Content-Length over its standard streams, requests and
// their answers in both directions, and its end. Knows nothing of VS Code.
"use strict";

const { spawn } = require("child_process");

const SEPARATOR = "\r\n\r\n";
const METHOD_NOT_FOUND = -32601;
const INTERNAL_ERROR = -32603;
const MOST_OF_A_HEADER = 4096;
const PATIENCE = 1000; // milliseconds for each step of an orderly end

class Server {
    // `handlers` has
    //   request(method, params), which returns the answer or a promise of it; undefined for a method it does not know,
    //   notify(method, params),
    //   log(text), for what the server writes to standard error,
    //   ended({error, status, signal, lastWords}), once.
    // After stop() none of them is called.
    constructor(command, words, folder, handlers) {
        this.handlers = handlers;
        this.pending = new Map(); // by id: how to settle the promise of a request
        this.lastId = 0;
        this.received = Buffer.alloc(0);
        this.lastWords = "";
        this.stopping = false;
        this.gone = new Promise((resolve) => {
            this.tellGone = resolve;
        });
        this.isGone = false;
        this.process = spawn(command, words, { cwd: folder });
        this.process.on("error", (error) => this.end({ error }));
        this.process.on("close", (status, signal) => this.end({ status, signal }));
        this.process.stdin.on("error", () => {}); // it does not listen any more; "close" follows
        this.process.stdout.on("data", (data) => this.receive(data));
        this.process.stderr.setEncoding("utf8");
        this.process.stderr.on("data", (text) => {
            this.lastWords = text.trim().split("\n").pop() || this.lastWords;
            this.hand("log", text);
        });
    }

    // A promise of the result; it is broken with what the server says is wrong, or when the server ends.
    request(method, params) {
        if (this.isGone) {
            return Promise.reject(new Error("the language server has ended"));
        }
        const id = ++this.lastId;
        return new Promise((resolve, reject) => {
            this.pending.set(id, { resolve, reject });
            this.send({ id, method, params });
        });
    }

    notify(method, params) {
        this.send({ method, params });
    }

    // Asks it to end, and sees to it.
    async stop() {
        this.stopping = true;
        if (!this.isGone) {
            await within(PATIENCE, this.request("shutdown").catch(() => {}));
            this.notify("exit");
            await within(PATIENCE, this.gone);
            this.process.kill("SIGKILL");
        }
        await within(PATIENCE, this.gone);
    }

    hand(name, ...words) {
        return this.stopping ? undefined : this.handlers[name](...words);
    }

    send(message) {
        if (!this.isGone && this.process.stdin.writable) {
            const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
            this.process.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}${SEPARATOR}`), body]));
        }
    }

    receive(data) {
        this.received = Buffer.concat([this.received, data]);
        for (;;) {
            const end = this.received.indexOf(SEPARATOR);
            const header = this.received.toString("latin1", 0, Math.max(end, 0));
            const length = /^Content-Length: *(\d+)$/im.exec(header);
            if (end < 0 ? this.received.length > MOST_OF_A_HEADER : !length) {
                this.process.kill(); // whatever it is, it is no language server
                return;
            }
            const begin = end + SEPARATOR.length;
            if (end < 0 || this.received.length < begin + Number(length[1])) {
                return;
            }
            const body = this.received.toString("utf8", begin, begin + Number(length[1]));
            this.received = this.received.subarray(begin + Number(length[1]));
            try {
                this.dispatch(JSON.parse(body));
            } catch (error) {
                this.hand("log", `${error.message}: ${body}\n`);
            }
        }
    }

    dispatch(message) {
        if (message.method === undefined) {
            const promise = this.pending.get(message.id);
            this.pending.delete(message.id);
            if (promise && message.error) {
                promise.reject(new Error(message.error.message));
            } else if (promise) {
                promise.resolve(message.result);
            }
        } else if (message.id === undefined) {
            this.hand("notify", message.method, message.params);
        } else {
            this.answer(message);
        }
    }

    async answer({ id, method, params }) {
        try {
            const result = await this.hand("request", method, params);
            if (result === undefined) {
                this.send({ id, error: { code: METHOD_NOT_FOUND, message: `unknown method ${method}` } });
            } else {
                this.send({ id, result });
            }
        } catch (error) {
            this.send({ id, error: { code: INTERNAL_ERROR, message: error.message } });
        }
    }

    end(how) {
        if (this.isGone) {
            return;
        }
        this.isGone = true;
        for (const { reject } of this.pending.values()) {
            reject(new Error("the language server has ended"));
        }
        this.pending.clear();
        this.tellGone();
        this.hand("ended", { ...how, lastWords: this.lastWords });
    }
}

// Waits for a promise, but not longer than that.
function within(milliseconds, promise) {
    let timer;
    const late = new Promise((resolve) => {
        timer = setTimeout(resolve, milliseconds);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

module.exports = { Server };
