// The HTML report: makes what is seen of the data in the element #data, which src/report/html.c wrote.
//
// data: version, headline (the verdict line), explanation, facts [label, value], statistics [name, value, description],
//   arrow_kinds [name, description], runs, sources.
// sources: path, parts [number of the first line, lines].
// run: message, explanation, since, title, where (of a violation; else missing), predicted, threads and variables
//   (names), inputs, rows, arrows [from row, to row, kind], frames, stacks, origins (by thread), decisive (a row).
// frame: function, caller (number of another frame, from 1; missing: it is the outermost), file, line.
// stack: thread, what it does there, stack (number of the innermost frame), row (missing: none).
// origin: start (routine), and where they are known: creator (a thread), row, file, line.
// row: thread, kind, text, locks (of the thread, after it), and where they apply: step (its number; the start of a
//   thread has none), stack, told (the explanation speaks of it), file (index into sources), line, column;
//   variable, value, writes (what the row tells of a variable); gone (variables that are not known any more); relevant,
//   which is false if the row plays no part in the violation; inside, if it is hidden with others in a call of the library,
//   call (the words for all rows of the call, at the one that is not hidden). A row with `gap` stands for so many events and
//   has the state after them: values, held (locks by thread), ended (threads).
// input: name, value, uninitialised, thread, row (from which on it has been read), file, line.
//
// Texts of the program reach the page as text nodes only.
"use strict";

(() => {
    const ROW_HEIGHT = 26; // as in page.css
    const DOT = 16;        // from the left of a lane to its line
    const CHARACTER = 7.6; // the width of one in the timeline
    const SVG = "http://www.w3.org/2000/svg";
    const LANE_LEAST = 40;      // the width of a lane whose texts go across the others
    const LANE_PADDING = 9;     // less if the name would not fit
    const PHONE = 600;
    const MESSAGE_INDENT = 115; // of the message below the violated line, with room at its right
    const COLORS = 8;      // of threads, in page.css
    const DOTS_SHOWN = 3;  // threads marked at a source line

    const data = JSON.parse(document.getElementById("data").textContent);

    function element(tag, properties = {}, ...children) {
        const node = document.createElement(tag);
        for (const [key, value] of Object.entries(properties)) {
            if (key in node)
                node[key] = value;
            else
                node.setAttribute(key, value);
        }
        node.append(...children);
        return node;
    }

    function shape(tag, attributes) {
        const node = document.createElementNS(SVG, tag);
        for (const [key, value] of Object.entries(attributes))
            node.setAttribute(key, value);
        return node;
    }

    function button(label, title, action) {
        return element("button", {type: "button", title, "aria-label": title, onclick: action}, label);
    }

    // A part that is scrolled, by the keyboard, too.
    function region(tag, className, label) {
        return element(tag, {className, tabIndex: 0, role: "region", "aria-label": label});
    }

    function threadClass(thread) {
        return "thread-" + thread % COLORS;
    }

    function threadDot(thread) {
        return element("span", {className: "dot " + threadClass(thread)});
    }

    function baseName(path) {
        return path.slice(path.lastIndexOf("/") + 1);
    }

    function place(position) {
        if (position.file === undefined)
            return "";
        return `${baseName(data.sources[position.file].path)}:${position.line}`;
    }

    // The line is enough where there is one file.
    function shortPlace(position) {
        return data.sources.length > 1 || position.file === undefined ? place(position) : String(position.line);
    }

    // "thread 2: worker"
    function titleOf(run, thread) {
        const {start} = run.origins[thread];
        return start ? `${run.threads[thread]}: ${start}` : run.threads[thread];
    }

    // A text in which "step 12" leads to that step.
    function linkSteps(text, run, go) {
        return text.split(/(\bstep \d+)/).map(part => {
            const number = /^step (\d+)$/.exec(part);
            const row = number ? run.rows.findIndex(row => row.step === Number(number[1])) : -1;
            return row < 0 ? part : element("a", {href: "#", className: "step-link", onclick: event => {
                event.preventDefault();
                go(row);
            }}, part);
        });
    }

    function spaced(text) {
        return text.replace(/\s+/g, " ");
    }

    function table(caption, headings, rows, empty) {
        const node = element("table", {}, element("caption", {}, caption));
        if (!rows.length)
            return element("div", {className: "state-part"}, node, element("p", {className: "muted"}, empty));
        const head = element("tr", {}, ...headings.map(text => element("th", {scope: "col"}, text)));
        node.append(element("thead", {}, head), element("tbody", {}, ...rows));
        return element("div", {className: "state-part"}, node);
    }

    // ---- The top of the page

    function themeButton() {
        const root = document.documentElement;
        const prefersDark = matchMedia("(prefers-color-scheme: dark)");
        const isDark = () => root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
        const node = button("", "", () => {
            root.dataset.theme = isDark() ? "light" : "dark";
            name();
        });
        function name() {
            node.textContent = isDark() ? "Light" : "Dark";
            node.title = isDark() ? "Light colours" : "Dark colours";
            node.setAttribute("aria-label", node.title);
        }
        prefersDark.addEventListener("change", name);
        node.id = "theme";
        name();
        return node;
    }

    function makeHeader() {
        const answer = /^(TRUE|FALSE|UNKNOWN)?(.*)$/s.exec(data.headline);
        const title = element("h1");
        if (answer[1])
            title.append(element("span", {className: "answer " + answer[1].toLowerCase()}, answer[1]));
        title.append(answer[2].replace(answer[1] === "FALSE" ? /^\((\w+)\)/ : /^\((.*)\)$/s, "$1"));
        const facts = element("dl", {className: "facts"});
        for (const [label, value] of data.facts)
            facts.append(element("div", {}, element("dt", {}, label), element("dd", {}, value)));
        const header = element("header", {}, element("div", {className: "title"}, title, themeButton()));
        if (data.explanation)
            header.append(element("p", {id: "explanation"}, data.explanation));
        header.append(element("p", {id: "message", hidden: true}), element("p", {id: "why", hidden: true}),
            element("p", {id: "since", hidden: true}), element("details", {id: "stacks", hidden: true}), facts);
        return header;
    }

    function statisticsTable() {
        const rows = data.statistics.filter(row => row[1]).map(([name, value, description]) => element("tr", {},
            element("th", {scope: "row"}, description),
            element("td", {className: "number"}, Number.isInteger(value) ? String(value) : Number(value).toFixed(3)),
            element("td", {className: "muted"}, name)));
        return element("main", {className: "statistics"},
            table("Statistics", ["what was counted", "", "in the JSON"], rows, "Nothing was counted."));
    }

    // ---- What is known at a row

    function stateAt(run, last) {
        const state = {values: new Map(), locks: [], places: [], ended: new Set(), changed: undefined};
        for (let i = 0; i <= last; i++) {
            const row = run.rows[i];
            state.changed = undefined;
            if (row.gap !== undefined) {
                state.values = new Map(row.values.map(({variable, value, writer}) => [variable, {value, writer}]));
                row.held.forEach((locks, thread) => { state.locks[thread] = locks; });
                row.ended.forEach(thread => state.ended.add(thread));
                continue;
            }
            if (row.locks !== undefined)
                state.locks[row.thread] = row.locks;
            if (row.line !== undefined || !(row.thread in state.places))
                state.places[row.thread] = row;
            if (row.kind === "exit")
                state.ended.add(row.thread);
            for (const variable of row.gone || [])
                state.values.delete(variable);
            if (row.variable === undefined)
                continue;
            const before = state.values.get(row.variable);
            const writer = row.writes ? row.thread : before && before.writer;
            state.values.set(row.variable, {value: row.value, writer});
            state.changed = row.writes ? row.variable : undefined;
        }
        return state;
    }

    // ---- Source

    class SourcePane {
        constructor(run) {
            this.run = run;
            this.views = new Map(); // by file: {node, lines}
            this.marked = [];       // what the step shown has marked
            this.file = undefined;
            this.select = element("select", {"aria-label": "Source file",
                onchange: () => this.open(Number(this.select.value))});
            this.body = region("div", "source-body", "Source code");
            const files = new Set(run.rows.filter(row => row.file !== undefined).map(row => row.file));
            for (const file of files)
                this.select.append(element("option", {value: String(file)}, data.sources[file].path));
            const title = files.size > 1 ? this.select
                : element("span", {}, ...[...files].map(file => data.sources[file].path));
            this.node = element("section", {className: "source"}, element("h2", {}, title), this.body);
        }

        view(file) {
            if (this.views.has(file))
                return this.views.get(file);
            const node = element("div", {className: "lines"});
            const lines = new Map();
            for (const [first, texts] of data.sources[file].parts) {
                if (node.childElementCount)
                    node.append(element("div", {className: "line-gap"}, "⋯"));
                texts.forEach((text, i) => {
                    const marks = element("span", {className: "marks"});
                    const line = element("div", {className: "line", "data-line": first + i}, marks,
                        element("span", {className: "line-number"}, String(first + i)),
                        element("code", {}, text || " "));
                    lines.set(first + i, {line, marks});
                    node.append(line);
                });
            }
            if (!lines.size)
                node.append(element("p", {className: "muted"}, "The file could not be read."));
            const where = this.run.where;
            if (where && where.file === file && lines.has(where.line))
                lines.get(where.line).line.classList.add("violated");
            this.views.set(file, {node, lines});
            return this.views.get(file);
        }

        open(file) {
            if (this.file === file)
                return;
            this.file = file;
            this.select.value = String(file);
            this.body.replaceChildren(this.view(file).node);
        }

        show(row, state) {
            for (const clear of this.marked)
                clear();
            this.marked = [];
            if (row.file !== undefined)
                this.open(row.file);
            if (this.file === undefined)
                return;
            const {lines} = this.view(this.file);
            this.markThreads(lines, state);
            const current = row.file !== undefined && lines.get(row.line);
            if (!current)
                return;
            const classes = ["current", threadClass(row.thread)];
            current.line.classList.add(...classes);
            this.marked.push(() => current.line.classList.remove(...classes));
            if (row.kind === "violation" && this.run.message) {
                const message = element("div", {className: "line-message"}, this.run.message);
                message.style.maxWidth = this.body.clientWidth - MESSAGE_INDENT + "px";
                current.line.after(message);
                this.marked.push(() => message.remove());
            }
            this.reveal(current.line);
        }

        markThreads(lines, state) {
            state.places.forEach((row, thread) => {
                const line = row.file === this.file && lines.get(row.line);
                if (!line || state.ended.has(thread))
                    return;
                const {marks} = line;
                if (marks.childElementCount < DOTS_SHOWN)
                    marks.append(threadDot(thread));
                else
                    marks.dataset.more = "+";
                marks.title += (marks.title ? ", " : "") + this.run.threads[thread];
                this.marked.push(() => {
                    marks.replaceChildren();
                    marks.title = "";
                    delete marks.dataset.more;
                });
            });
        }

        // Shows a line that the step is not at.
        visit(position) {
            if (position.file === undefined)
                return;
            this.open(position.file);
            const {lines} = this.view(position.file), visited = lines.get(position.line);
            if (!visited)
                return;
            for (const {line} of lines.values())
                line.classList.remove("visited");
            visited.line.classList.add("visited");
            this.marked.push(() => visited.line.classList.remove("visited"));
            this.reveal(visited.line);
        }

        reveal(line) {
            const top = line.offsetTop, height = this.body.clientHeight;
            if (top < this.body.scrollTop + 2 * ROW_HEIGHT || top > this.body.scrollTop + height - 4 * ROW_HEIGHT)
                this.body.scrollTop = top - height / 2;
        }
    }

    // ---- Timeline

    class Timeline {
        constructor(run, choose) {
            this.run = run;
            this.current = undefined;
            this.events = [];             // by row: its button
            this.lanes = [];              // by thread: its heading
            this.kinds = [];              // of threads beside each other with one start routine: {node, first, last}
            this.arrows = run.rows.map(() => []); // by row: those that begin or end there
            this.hidden = run.rows.map(row => Boolean(row.inside)); // by row: the filter leaves it out
            this.drawing = shape("svg", {class: "arrows", "aria-hidden": "true"});
            this.rows = element("div", {className: "rows"}, this.drawing);
            this.body = region("div", "timeline-body", "Timeline");
            this.body.append(this.makeHead(), this.rows);
            run.rows.forEach((row, i) => this.rows.append(this.makeRow(row, i, choose)));
            this.measure();
            this.layOut(0);
        }

        // The browser is not asked how wide texts are.
        measure() {
            const {rows, threads} = this.run;
            this.longest = threads.map((_, thread) => titleOf(this.run, thread).length + 1);
            for (const row of rows)
                if (row.gap === undefined)
                    this.longest[row.thread] = Math.max(this.longest[row.thread], spaced(row.text).length,
                        spaced(row.call ?? "").length);
            const labels = Math.max(4, ...rows.map(row => shortPlace(row).length));
            this.gutter = Math.round((labels + String(rows.length).length) * CHARACTER + 36);
        }

        // Lanes are as wide as their longest text, within limits. If they do not fit, they are narrower: there is one
        // event in a row, so that its text has the room of the lanes at its right.
        layOut(available) {
            const {threads} = this.run;
            const most = threads.length > 2 ? 30 : 42;
            const natural = this.longest.map(length => Math.round(Math.min(length, most) * CHARACTER) + 2 * DOT + 14);
            const wanted = natural.reduce((sum, width) => sum + width, this.gutter);
            const text = this.longest.map(length => length * CHARACTER + 2 * DOT + 14);
            const room = available - this.gutter - Math.max(...text);
            const least = available < PHONE ? LANE_LEAST * 0.7 : LANE_LEAST;
            const share = Math.max(least, Math.floor(room / Math.max(1, threads.length - 1)));
            const narrow = available > 0 && wanted > available && threads.length > 1;
            this.left = []; // by thread, and the end of the last
            let at = this.gutter;
            for (const width of natural) {
                this.left.push(at);
                at += narrow ? Math.min(width, share) : width;
            }
            this.left.push(at);
            this.width = Math.max(at, ...text.map((width, thread) => this.left[thread] + width));
            this.body.classList.toggle("narrow", narrow);
            for (const [name, value] of [["--gutter", this.gutter], ["--width", this.width]])
                this.body.style.setProperty(name, value + "px");
            this.lanes.forEach((lane, thread) => this.nameLane(lane, thread, narrow));
            this.nameKinds();
            this.events.forEach((event, i) => {
                if (this.run.rows[i].gap === undefined)
                    event.style.left = this.left[this.run.rows[i].thread] + "px";
            });
            this.draw();
        }

        // As much of the title as there is room for.
        nameLane(lane, thread, narrow) {
            const name = this.run.threads[thread], title = titleOf(this.run, thread);
            const characters = (this.left[thread + 1] - this.left[thread] - 12) / CHARACTER;
            lane.textContent = !narrow || title.length <= characters ? title
                : name.length <= characters ? name : name.replace(/^thread /, "");
            lane.title = title;
            const width = this.left[thread + 1] - this.left[thread], needed = lane.textContent.length * CHARACTER;
            lane.style.left = this.left[thread] + "px";
            lane.style.width = Math.max(width, needed) + "px";
            lane.style.paddingLeft = Math.max(0, Math.min(LANE_PADDING, width - needed)) + "px";
        }

        // Start routines stand above the lanes if these have no room for them.
        nameKinds() {
            const named = this.lanes.every(lane => lane.textContent === lane.title);
            this.body.classList.toggle("with-kinds", !named);
            for (const {node, first, last} of this.kinds) {
                node.style.left = this.left[first] + "px";
                node.style.width = this.left[last + 1] - this.left[first] + "px";
            }
        }

        makeHead() {
            const head = element("div", {className: "lanes"}, element("span", {className: "gutter"},
                element("span", {className: "row-number"}, "#"), element("span", {className: "row-line"}, "line")));
            this.run.threads.forEach((_, thread) => {
                const lane = element("span", {className: "lane " + threadClass(thread), "data-thread": thread});
                this.lanes.push(lane);
                head.append(lane);
            });
            head.append(...this.makeKinds());
            return head;
        }

        makeKinds() {
            this.run.origins.forEach(({start}, thread) => {
                const before = this.kinds[this.kinds.length - 1];
                if (before && before.last === thread - 1 && before.start === start) {
                    before.last = thread;
                } else if (start) {
                    const node = element("span", {className: "kind", title: start}, start);
                    this.kinds.push({node, start, first: thread, last: thread});
                }
            });
            return this.kinds.map(kind => kind.node);
        }

        makeRow(row, index, choose) {
            const gutter = element("span", {className: "gutter"},
                element("span", {className: "row-number"}, row.step ? String(row.step) : ""),
                element("span", {className: "row-line"}, shortPlace(row)));
            const before = index ? this.run.rows[index - 1] : row;
            const node = element("div", {className: "row"}, gutter);
            if (before.thread !== row.thread)
                node.classList.add("switch");
            if (row.relevant === false)
                node.classList.add("aside");
            if (row.told)
                node.classList.add("told");
            const text = row.gap === undefined ? spaced(row.text) : `${row.gap} events are left out here`;
            if (row.call)
                node.classList.add("folds");
            const event = element("button",
                {type: "button", tabIndex: -1, className: "event", onclick: () => choose(index)});
            if (row.gap === undefined) {
                event.classList.add(threadClass(row.thread), "kind-" + row.kind);
                event.title = `${titleOf(this.run, row.thread)}: ${text}`;
            } else {
                event.classList.add("gap");
            }
            const verb = /^(read|write|update|lock|unlock|input|create|join|wait|signal|broadcast) (.*)$/s.exec(text);
            const words = element("span", {className: "words"});
            if (verb)
                words.append(element("span", {className: "verb"}, verb[1]), " " + verb[2]);
            else
                words.append(text);
            event.append(element("span", {className: "dot"}), words);
            if (row.call)
                event.append(element("span", {className: "words call"}, spaced(row.call)));
            node.append(event);
            node.hidden = this.hidden[index];
            this.events.push(event);
            return node;
        }

        // Rows that do not belong to what is asked for are not shown; a row that stands for many always is.
        filter(wanted) {
            this.run.rows.forEach((row, i) => {
                this.hidden[i] = row.gap === undefined && !wanted(row);
                this.events[i].parentElement.hidden = this.hidden[i];
            });
            this.draw();
        }

        mark(matches) {
            this.events.forEach((event, i) => event.parentElement.classList.toggle("match", matches.has(i)));
        }

        // The nearest row that is shown, from `index` on in steps of `step`; undefined if there is none.
        nearest(index, step) {
            for (let i = index; i >= 0 && i < this.hidden.length; i += step)
                if (!this.hidden[i])
                    return i;
            return undefined;
        }

        draw() {
            let shown = 0;
            this.at = this.hidden.map(hidden => hidden ? undefined : shown++); // by row: its place
            this.drawing.setAttribute("width", this.width);
            this.drawing.setAttribute("height", shown * ROW_HEIGHT);
            this.drawing.replaceChildren();
            this.arrows = this.run.rows.map(() => []);
            this.drawLines();
            this.drawArrows();
            if (this.current !== undefined)
                this.activate(true);
        }

        dotX(row) {
            return this.left[row.thread] + DOT;
        }

        dotY(index) {
            return this.at[index] * ROW_HEIGHT + ROW_HEIGHT / 2;
        }

        drawLines() {
            const spans = new Map();
            this.run.rows.forEach((row, i) => {
                const before = spans.get(row.thread);
                if (row.gap === undefined && !this.hidden[i])
                    spans.set(row.thread, {row, first: before ? before.first : i, last: i});
            });
            for (const {row, first, last} of spans.values()) {
                const x = this.dotX(row);
                this.drawing.append(shape("line", {x1: x, x2: x, y1: this.dotY(first), y2: this.dotY(last),
                    class: "life " + threadClass(row.thread)}));
            }
        }

        drawArrows() {
            for (const [from, to, kind] of this.run.arrows) {
                if (this.hidden[from] || this.hidden[to])
                    continue;
                const local = this.run.rows[from].thread === this.run.rows[to].thread;
                const arrow = shape("g", {class: `arrow arrow-${data.arrow_kinds[kind][0]}${local ? " local" : ""}`,
                    "data-from": from, "data-to": to});
                arrow.append(...(local ? this.localArrow(from, to) : this.crossArrow(from, to)));
                this.drawing.append(arrow);
                this.arrows[from].push(arrow);
                this.arrows[to].push(arrow);
            }
        }

        // Goes down beside the line of its thread and crosses the lanes where nothing is written: to the right in the
        // middle of the row it points to, to the left above that row.
        crossArrow(from, to) {
            const x1 = this.dotX(this.run.rows[from]), x2 = this.dotX(this.run.rows[to]);
            const y1 = this.dotY(from) + 4, y2 = this.dotY(to), r = 4;
            if (x1 < x2) {
                const track = x1 + 7;
                return [shape("path", {class: "shaft", d: `M${x1 + 3},${y1} Q${track},${y1} ${track},${y1 + r} ` +
                    `V${y2 - r} Q${track},${y2} ${track + r},${y2} H${x2 - 12}`}),
                    shape("path", {class: "head", d: `M${x2 - 5},${y2} l-8,-4 v8 z`})];
            }
            const track = x1 - 7, above = y2 - ROW_HEIGHT / 2;
            return [shape("path", {class: "shaft", d: `M${x1 - 3},${y1} Q${track},${y1} ${track},${y1 + r} ` +
                `V${above - r} Q${track},${above} ${track - r},${above} ` +
                `H${x2 + r} Q${x2},${above} ${x2},${above + r}`}),
                shape("path", {class: "head", d: `M${x2},${y2 - 4} l-4,-8 h8 z`})];
        }

        localArrow(from, to) {
            const x = this.dotX(this.run.rows[from]) - 5;
            const y1 = this.dotY(from), y2 = this.dotY(to);
            return [shape("path", {class: "shaft", d: `M${x},${y1} C${x - 12},${y1} ${x - 12},${y2} ${x - 3},${y2}`}),
                shape("path", {class: "head", d: `M${x + 1},${y2} l-8,-4 v8 z`})];
        }

        activate(active) {
            for (const arrow of this.arrows[this.current]) {
                arrow.classList.toggle("active", active);
                if (active)
                    this.drawing.append(arrow); // above the others
            }
        }

        show(index) {
            if (this.current !== undefined) {
                const before = this.events[this.current];
                before.removeAttribute("aria-current");
                before.tabIndex = -1;
                before.parentElement.classList.remove("current");
                this.activate(false);
            }
            this.current = index;
            const event = this.events[index];
            event.setAttribute("aria-current", "step");
            event.tabIndex = 0;
            event.parentElement.classList.add("current");
            this.activate(true);
            this.reveal(index);
        }

        reveal(index) {
            const {body} = this, row = this.run.rows[index], head = this.rows.offsetTop + 4;
            if (this.hidden[index])
                return;
            const top = this.rows.offsetTop + this.at[index] * ROW_HEIGHT;
            if (top < body.scrollTop + head + ROW_HEIGHT || top > body.scrollTop + body.clientHeight - 2 * ROW_HEIGHT)
                body.scrollTop = top - body.clientHeight / 2;
            if (row.gap !== undefined)
                return;
            const left = this.left[row.thread];
            const words = row.call && !this.rows.classList.contains("all") ? row.call : row.text;
            const right = left + spaced(words).length * CHARACTER + 2 * DOT + 14;
            const room = body.clientWidth - this.gutter;
            if (left < body.scrollLeft + this.gutter || right > body.scrollLeft + body.clientWidth)
                body.scrollLeft = left - this.gutter - Math.max(0, (room - (right - left)) / 2);
        }
    }

    // ---- State

    function threadRows(run, state) {
        return Object.keys(state.places).map(key => {
            const thread = Number(key);
            return element("tr", {"data-thread": key},
                element("th", {scope: "row", title: titleOf(run, thread)}, threadDot(thread), run.threads[thread]),
                element("td", {}, state.ended.has(thread) ? "ended" : shortPlace(state.places[thread])),
                element("td", {className: "locks"}, state.locks[thread] || "–"));
        });
    }

    function variableRows(run, state) {
        return [...state.values.keys()].sort((a, b) => a - b).map(variable => {
            const {value, writer} = state.values.get(variable);
            const by = writer === undefined ? element("td", {className: "muted"}, "not written yet")
                : element("td", {}, threadDot(writer), run.threads[writer]);
            return element("tr", {className: variable === state.changed ? "changed" : ""},
                element("th", {scope: "row"}, run.variables[variable]), element("td", {className: "value"}, value), by);
        });
    }

    function inputRows(run, index) {
        return run.inputs.filter(input => input.row <= index).map(input => element("tr", {},
            element("th", {scope: "row"}, input.name || "(unnamed)"),
            element("td", {className: "value"}, input.value + (input.uninitialised ? " (uninitialised)" : "")),
            element("td", {}, shortPlace(input))));
    }

    // ---- Stacks

    function framesOf(run, stack) {
        const frames = [];
        for (let number = stack; number; number = run.frames[number - 1].caller)
            frames.push(run.frames[number - 1]);
        return frames;
    }

    // The calls, the innermost first, and where the thread comes from. Lines lead to the source, the creation to its
    // step.
    function stackList(run, thread, stack, view) {
        const list = element("ol", {className: "frames", start: 0});
        const line = position => element("a", {href: "#", className: "source-link", onclick: event => {
            event.preventDefault();
            view.source.visit(position);
        }}, place(position) || "an unknown line");
        for (const frame of framesOf(run, stack))
            list.append(element("li", {}, element("code", {}, frame.function), " ", line(frame)));
        const origin = run.origins[thread];
        if (origin.creator === undefined)
            return [list];
        const created = element("p", {className: "muted created"},
            `created by ${run.threads[origin.creator]} at `, line(origin));
        if (origin.row !== undefined && run.rows[origin.row].step)
            created.append(", ", ...linkSteps(`step ${run.rows[origin.row].step}`, run, row => view.go(row)));
        return [list, created];
    }

    function stackPart(run, row, view) {
        const part = element("div", {className: "state-part stack-part"});
        part.append(element("h3", {}, `Stack of ${titleOf(run, row.thread)}`),
            ...stackList(run, row.thread, row.stack, view));
        return part;
    }

    // Those of the threads that take part in the violation.
    function fillStacks(node, run, view) {
        node.hidden = !run.stacks.length;
        node.replaceChildren(element("summary", {}, run.stacks.length > 1 ? "Call stacks" : "Call stack"));
        const all = element("div", {className: "stacks"});
        for (const {thread, what, stack, row} of run.stacks) {
            const step = row !== undefined && run.rows[row].step ? ` (step ${run.rows[row].step})` : "";
            const heading = element("h3", {}, threadDot(thread), `${titleOf(run, thread)}, ${what}`,
                ...linkSteps(step, run, target => view.go(target)));
            all.append(element("div", {className: "stack"}, heading,
                ...stackList(run, thread, stack, view)));
        }
        node.append(all);
    }

    function showState(node, run, state, index, view) {
        const at = data.sources.length > 1 ? "at" : "at line";
        const parts = [
            table("Variables", ["name", "value", "written by"], variableRows(run, state), "None was accessed yet."),
            table("Threads", ["thread", at, "locks held"], threadRows(run, state), "None.")];
        if (run.inputs.length)
            parts.push(table("Inputs", ["name", "value", "read " + at], inputRows(run, index), "None was read yet."));
        if (run.rows[index].stack)
            parts.push(stackPart(run, run.rows[index], view));
        node.replaceChildren(...parts);
    }

    // ---- A run

    class RunView {
        constructor(run) {
            this.run = run;
            this.index = run.decisive;
            this.timeline = new Timeline(run, index => this.go(index));
            this.source = new SourcePane(run);
            this.state = region("section", "state", "State");
            this.now = element("p", {id: "now", "aria-live": "polite"});
            this.makeControls();
            const panes = element("section", {className: "timeline"}, this.controls, this.timeline.body);
            this.node = element("main", {className: "run"}, panes,
                element("div", {className: "side"}, this.now, this.source.node, this.state));
        }

        makeControls() {
            const step = (label, title, target) => button(label, title, () => this.go(target()));
            this.first = step("⇤", "First step (Home)", () => this.timeline.nearest(0, 1));
            this.back = step("←", "Step back (arrow up, k)", () => this.move(-1));
            this.forward = step("→", "Step forward (arrow down, j)", () => this.move(1));
            this.last = step("⇥", "Last step (End)", () => this.timeline.nearest(this.run.rows.length - 1, -1));
            this.counter = element("span", {id: "counter"});
            const legend = element("fieldset", {className: "legend"}, element("legend", {}, "Arrows"));
            data.arrow_kinds.forEach(([name, description], kind) => {
                if (!this.run.arrows.some(arrow => arrow[2] === kind))
                    return;
                const box = element("input", {type: "checkbox", checked: true,
                    onchange: () => this.timeline.drawing.classList.toggle("without-" + name, !box.checked)});
                const sample = shape("svg", {class: "sample", width: 26, height: 8, "aria-hidden": "true"});
                const arrow = shape("g", {class: "arrow arrow-" + name});
                arrow.append(shape("path", {class: "shaft", d: "M0,4 H20"}),
                    shape("path", {class: "head", d: "M26,4 l-7,-4 v8 z"}));
                sample.append(arrow);
                legend.append(element("label", {title: description}, box, sample, name));
            });
            const buttons = element("div", {className: "buttons"}, this.first, this.back, this.forward, this.last);
            if (this.run.rows.some(row => row.relevant === false || row.inside)) {
                this.all = button("All", "Steps that play no part as clear as the others, and those inside the library (a)",
                    () => this.showAll());
                this.all.id = "all";
                this.all.setAttribute("aria-pressed", "false");
                buttons.append(this.all);
            }
            this.controls = element("div", {className: "controls"}, buttons, this.counter, this.makeFilters(), legend);
        }

        makeFilters() {
            const choice = (id, label, names) => {
                const select = element("select", {id, "aria-label": label, title: label, onchange: () => this.filter()},
                    element("option", {value: ""}, label));
                names.forEach((name, i) => select.append(element("option", {value: String(i)}, name)));
                return select;
            };
            this.byThread = choice("filter-thread", "All threads",
                this.run.threads.map((_, thread) => titleOf(this.run, thread)));
            this.byVariable = choice("filter-variable", "All variables", this.run.variables);
            this.search = element("input", {type: "search", id: "search", placeholder: "Search",
                "aria-label": "Search steps",
                title: "Search steps; Enter goes to the next one, with Shift to the one before",
                oninput: () => this.find(), onkeydown: event => {
                    if (event.key === "Enter")
                        this.goToMatch(event.shiftKey ? -1 : 1);
                }});
            this.found = element("span", {id: "found", "aria-live": "polite"});
            return element("div", {className: "filters"}, this.byThread, this.byVariable, this.search, this.found);
        }

        // Only the rows of one thread, of one variable, or both.
        filter() {
            const thread = this.byThread.value, variable = this.byVariable.value;
            const name = variable === "" ? "" : this.run.variables[Number(variable)];
            const speaks = row => row.variable === Number(variable) || row.text.split(/[\s,()]+/).includes(name);
            this.timeline.filter(row => (thread === "" || row.thread === Number(thread)) &&
                (variable === "" ? this.showsAll || !row.inside : speaks(row)));
            const {timeline, index} = this;
            const shown = timeline.hidden[index] ? timeline.nearest(index, -1) ?? timeline.nearest(index, 1) : index;
            if (shown !== undefined)
                this.go(shown);
        }

        find() {
            const words = this.search.value.trim().toLowerCase();
            this.matches = new Set();
            this.run.rows.forEach((row, i) => {
                if (words && row.gap === undefined &&
                    `${titleOf(this.run, row.thread)} ${spaced(row.text)} ${place(row)}`.toLowerCase().includes(words))
                    this.matches.add(i);
            });
            this.timeline.mark(this.matches);
            this.found.textContent = words ? String(this.matches.size) : "";
        }

        goToMatch(step) {
            const matches = [...this.matches || []].filter(i => !this.timeline.hidden[i]);
            const next = step > 0 ? matches.find(i => i > this.index) ?? matches[0]
                : matches.findLast(i => i < this.index) ?? matches[matches.length - 1];
            if (next !== undefined)
                this.go(next);
        }

        // One step on or back among the rows that are shown.
        move(step) {
            return this.timeline.nearest(this.index + step, step) ?? this.index;
        }

        get showsAll() {
            return this.timeline.rows.classList.contains("all");
        }

        // Between steps that play no part dimmed, calls of the library as one, and all steps alike.
        showAll() {
            if (!this.all)
                return;
            this.all.setAttribute("aria-pressed", String(this.timeline.rows.classList.toggle("all")));
            this.filter();
        }

        go(index) {
            const {run} = this;
            if (!run.rows.length)
                return;
            this.index = Math.max(0, Math.min(index, run.rows.length - 1));
            const row = run.rows[this.index];
            if (row.inside && this.timeline.hidden[this.index] && !this.showsAll) {
                this.showAll();
                return;
            }
            const state = stateAt(run, this.index);
            this.first.disabled = this.back.disabled = this.move(-1) === this.index;
            this.forward.disabled = this.last.disabled = this.move(1) === this.index;
            this.counter.textContent = this.count(row);
            this.say(row);
            this.timeline.show(this.index);
            showState(this.state, run, state, this.index, this);
            this.source.show(row, state);
        }

        count(row) {
            const last = this.run.rows.reduce((most, {step}) => step || most, 0);
            if (row.step)
                return `step ${row.step} of ${last}`;
            return row.kind === "start" ? "a thread starts" : `of ${last} steps`;
        }

        say(row) {
            this.now.classList.toggle("violation", row.kind === "violation");
            if (row.gap !== undefined) {
                this.now.replaceChildren(`${row.gap} events are left out here`);
                return;
            }
            const text = row.kind === "violation" && this.run.message ? this.run.message : spaced(row.text);
            this.now.replaceChildren(threadDot(row.thread),
                element("span", {className: "who"}, titleOf(this.run, row.thread)), " ",
                element("span", {className: "what"}, text), " ",
                element("span", {className: "muted"}, place(row)));
        }
    }

    function main() {
        document.title = `${data.headline} – raddle`;
        const footer = element("footer", {}, `raddle ${data.version}`);
        document.body.append(makeHeader());
        if (!data.runs.length) {
            document.body.append(statisticsTable(), footer);
            return;
        }
        const views = data.runs.map(() => undefined);
        const tabs = data.runs.map((run, i) =>
            element("button", {type: "button", onclick: () => open(i)}, run.title || "run"));
        const message = document.getElementById("message");
        const why = document.getElementById("why"), since = document.getElementById("since");
        let view;

        function open(index) {
            const run = data.runs[index];
            const before = view && view.node;
            views[index] = views[index] || new RunView(run);
            view = views[index];
            tabs.forEach((tab, i) => tab.setAttribute("aria-pressed", String(i === index)));
            message.hidden = !run.message;
            message.textContent = (run.message || "") +
                (run.predicted ? " (a reordering of a recorded run, checked against its events and not executed)" : "");
            why.hidden = !run.explanation;
            why.replaceChildren(...linkSteps(run.explanation || "", run, row => view.go(row)));
            since.hidden = !run.since;
            since.replaceChildren(...linkSteps(run.since || "", run, row => view.go(row)));
            fillStacks(document.getElementById("stacks"), run, view);
            if (before)
                before.replaceWith(view.node);
            else
                document.body.insertBefore(view.node, footer);
            view.timeline.layOut(view.timeline.body.clientWidth);
            view.go(view.index);
        }

        if (tabs.length > 1)
            document.body.append(element("nav", {"aria-label": "Violations"}, ...tabs));
        document.body.classList.add("with-run");
        document.body.append(footer);
        open(0);

        const keys = {
            ArrowDown: () => view.move(1), j: () => view.move(1),
            ArrowUp: () => view.move(-1), k: () => view.move(-1),
            Home: () => view.timeline.nearest(0, 1),
            End: () => view.timeline.nearest(view.run.rows.length - 1, -1),
        };
        addEventListener("resize", () => {
            view.timeline.layOut(view.timeline.body.clientWidth);
            view.timeline.reveal(view.index);
        });
        document.addEventListener("keydown", event => {
            const target = keys[event.key];
            if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT" ||
                event.target.type === "search")
                return;
            if (event.key === "/") {
                event.preventDefault();
                view.search.focus();
            }
            if (event.key === "a")
                view.showAll();
            if (!target)
                return;
            event.preventDefault();
            view.go(target());
        });
    }

    main();
})();
