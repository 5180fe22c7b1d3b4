"use strict";
// Shows the results that pass the filters, one page at a time. Texts of tasks and tools are only ever set as text.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const texts = data.texts, names = data.columns, width = names.length;
  const ROWS = 100, MISSING = 6;
  const CLASSES = [
    ["", "any"], ["correct", "correct"], ["correct-true", "correct proof"], ["correct-false", "correct alarm"],
    ["wrong", "wrong"], ["wrong-true", "wrong proof"], ["wrong-false", "wrong alarm"], ["unknown", "unknown"],
    ["timeout", "timeout"], ["out-of-memory", "out of memory"], ["other", "other unknown"],
    ["unjudged", "unjudged"], ["missing", "missing"],
  ];
  const TITLES = ["correct proof", "correct alarm", "wrong proof", "wrong alarm", "nothing is known", "no answer", "missing"];
  const $ = (id) => document.getElementById(id);
  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null) element.setAttribute(key, value);
    }
    element.append(...children);
    return element;
  };
  const cell = (row, column) => data.tasks[row][4 + column];
  const classOf = (row, column) => (cell(row, column) ? cell(row, column)[0] : MISSING);
  const answer = (row, column) => (cell(row, column) ? texts[cell(row, column)[1]] : "missing");
  const seconds = (ms) => (ms / 1000).toFixed(ms < 100000 ? 2 : 0);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0);
  const haystack = data.tasks.map((task, row) =>
    [texts[task[0]], texts[task[1]], ...names.map((_, column) => answer(row, column))].join("\n").toLowerCase());

  const is = (row, column, wanted) => {
    const found = classOf(row, column);
    const reason = () => answer(row, column);
    switch (wanted) {
      case "missing": return found === MISSING;
      case "correct": return found < 2;
      case "wrong": return found === 2 || found === 3;
      case "timeout": return found === 5 && reason() === "unknown(timeout)";
      case "out-of-memory": return found === 5 && reason() === "unknown(out of memory)";
      case "other": return found === 5 && reason() !== "unknown(timeout)" && reason() !== "unknown(out of memory)";
      default: return data.classes[found] === wanted;
    }
  };

  // What is shown; the address keeps it.
  const START = { q: "", cat: "", prop: "", class: "", col: "", diff: "", sort: "", desc: "", page: "1", open: "" };
  let state = { ...START };
  let rows = [];

  const fromAddress = () => {
    const parameters = new URLSearchParams(location.hash.slice(1));
    state = { ...START };
    for (const key of Object.keys(START)) if (parameters.has(key)) state[key] = parameters.get(key);
  };
  const toAddress = () => {
    const parameters = new URLSearchParams();
    for (const [key, value] of Object.entries(state)) if (value !== START[key]) parameters.set(key, value);
    const hash = parameters.toString();
    if (hash || location.hash.includes("=")) {
      history.replaceState(null, "", hash ? "#" + hash : location.pathname + location.search);
    }
  };

  const select = (id, choices) => {
    const element = $(id);
    for (const [value, text] of choices) element.append(make("option", { value }, text));
    element.addEventListener("change", () => change({ [id]: element.value }));
  };
  const distinct = (at) => [...new Set(data.tasks.map((task) => texts[task[at]]))].sort();
  select("cat", [["", "any"], ...data.categories.map((name) => [name, name])]);
  select("prop", [["", "any"], ...distinct(2).map((name) => [name, name])]);
  select("class", CLASSES);
  select("col", [["", "any column"], ...names.map((name, column) => [String(column), name])]);
  let typing = 0;
  $("q").addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(() => change({ q: $("q").value }), 120);
  });
  $("diff").addEventListener("change", () => change({ diff: $("diff").checked ? "1" : "" }));
  $("reset").addEventListener("click", () => { clearTimeout(typing); state = { ...START }; update(); });
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  $("previous").addEventListener("click", () => turn(-1));
  $("next").addEventListener("click", () => turn(1));

  const change = (values) => { state = { ...state, page: "1", open: "", ...values }; update(); };
  const turn = (by) => {
    state.page = String(page() + by);
    state.open = "";
    update();
    $("results").scrollIntoView();
  };
  const pages = () => Math.max(1, Math.ceil(rows.length / ROWS));
  const page = () => Math.min(pages(), Math.max(1, parseInt(state.page, 10) || 1));

  // The heading: one line of columns, one of what can be sorted.
  const SORTS = { task: "Task", cat: "Category", prop: "Property", exp: "Expected" };
  const head = $("all").tHead;
  const sortable = (key, text, attributes) => {
    const button = make("button", { type: "button" }, text);
    button.addEventListener("click", () => {
      const again = state.sort === key;
      // Ascending, descending, as it was.
      change(again && state.desc ? { sort: "", desc: "" } : { sort: key, desc: again ? "1" : "" });
    });
    return make("th", { scope: "col", "data-key": key, "aria-sort": "none", ...attributes }, button);
  };
  {
    const above = make("tr"), below = make("tr");
    Object.entries(SORTS).forEach(([key, text]) => {
      above.append(make("th", { "aria-hidden": "true" }));
      below.append(sortable(key, text));
    });
    names.forEach((name, column) => {
      above.append(make("th", { colspan: 3, scope: "colgroup", class: "group" }, name));
      below.append(sortable("ans" + column, "Answer", { class: "first" }),
        sortable("cpu" + column, "CPU s", { class: "n" }), sortable("mem" + column, "MB", { class: "n" }));
    });
    head.append(above, below);
  }

  const value = (key) => {
    const at = { task: 0, cat: 1, prop: 2, exp: 3 }[key];
    if (at !== undefined) return (row) => texts[data.tasks[row][at]];
    const column = parseInt(key.slice(3), 10);
    if (!(column >= 0 && column < width)) return null;
    if (key.startsWith("ans")) return (row) => classOf(row, column) + answer(row, column);
    const field = { cpu: 2, mem: 4 }[key.slice(0, 3)];
    if (field === undefined) return null;
    return (row) => { const found = cell(row, column); return found ? found[field] : null; };
  };

  const choose = () => {
    const query = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    const column = parseInt(state.col, 10);
    const columns = column >= 0 && column < width ? [column] : names.map((_, i) => i);
    rows = [];
    data.tasks.forEach((task, row) => {
      if (state.cat && texts[task[1]] !== state.cat) return;
      if (state.prop && texts[task[2]] !== state.prop) return;
      if (state.class && !columns.some((i) => is(row, i, state.class))) return;
      if (state.diff && names.every((_, i) => classOf(row, i) === classOf(row, 0))) return;
      if (!query.every((word) => haystack[row].includes(word))) return;
      rows.push(row);
    });
    const of = value(state.sort);
    if (of) {
      const values = new Map(rows.map((row) => [row, of(row)]));
      const sign = state.desc ? -1 : 1;
      rows.sort((a, b) => {
        const x = values.get(a), y = values.get(b);
        // What is not there comes last, in both directions.
        if (x === null || y === null) return (x === null) - (y === null) || a - b;
        return (x < y ? -sign : x > y ? sign : 0) || a - b;
      });
    }
  };

  const detail = (row) => {
    const cards = make("div", { class: "cards" });
    names.forEach((name, column) => {
      const card = make("div", { class: "card" }, make("h3", {}, name));
      const found = cell(row, column);
      if (!found) {
        card.append(make("p", { class: "c6" }, "There is no result: the run is not finished."));
      } else {
        const [kind, , cpu, wall, memory, ending, host, started, command, output] = found;
        const list = make("dl");
        const entry = (term, text, attributes) => list.append(make("dt", {}, term), make("dd", attributes || {}, text));
        entry("Answer", answer(row, column), { class: "c" + kind });
        entry("Judged", TITLES[kind]);
        entry("Ended by", texts[ending]);
        entry("CPU", seconds(cpu) + " s");
        entry("Wall", seconds(wall) + " s");
        entry("Memory", memory === null ? "not measured" : megabytes(memory) + " MB");
        const when = new Date(started * 1000);
        entry("Started", (Number.isFinite(when.getTime()) ? when.toISOString().replace("T", " ").slice(0, 19) + " UTC" : "") + " on " + texts[host]);
        card.append(list);
        const quote = (part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : "'" + part.replaceAll("'", "'\\''") + "'");
        card.append(make("pre", { "aria-label": "Command", tabindex: 0 }, command.map((part) => quote(texts[part])).join(" ")));
        if (output !== null) {
          card.append(make("pre", { "aria-label": "End of the output", tabindex: 0 }, texts[output] || "(no output)"));
        } else {
          card.append(make("p", { class: "note" }, "What it wrote is in the store; this page had no room for it."));
        }
      }
      cards.append(card);
    });
    return make("tr", { class: "detail" }, make("td", { colspan: 4 + 3 * width }, cards));
  };

  const line = (row) => {
    const task = data.tasks[row];
    const open = state.open === String(row);
    const button = make("button", { type: "button", "aria-expanded": String(open), title: texts[task[0]] }, texts[task[0]]);
    const element = make("tr", { class: "task", "data-row": row }, make("th", { scope: "row" }, button),
      make("td", {}, texts[task[1]]), make("td", {}, texts[task[2]]), make("td", {}, texts[task[3]]));
    names.forEach((_, column) => {
      const found = cell(row, column), kind = classOf(row, column), said = answer(row, column);
      const shown = said.replace(/^unknown\((.*)\)$/s, "$1");
      element.append(make("td", { class: "first" }, make("span", { class: "c" + kind, title: TITLES[kind] + ": " + said }, shown)),
        make("td", { class: "n" }, found ? seconds(found[2]) : ""),
        make("td", { class: "n" }, found && found[4] !== null ? megabytes(found[4]) : ""));
    });
    return open ? [element, detail(row)] : [element];
  };

  const update = () => {
    choose();
    const now = page();
    state.page = String(now);
    for (const id of ["q", "cat", "prop", "class", "col"]) if ($(id).value !== state[id]) $(id).value = state[id];
    $("diff").checked = Boolean(state.diff);
    for (const th of head.querySelectorAll("[data-key]")) {
      th.setAttribute("aria-sort", th.dataset.key !== state.sort ? "none" : state.desc ? "descending" : "ascending");
    }
    const from = (now - 1) * ROWS;
    $("all").tBodies[0].replaceChildren(...rows.slice(from, from + ROWS).flatMap(line));
    $("shown").textContent = rows.length === data.tasks.length ? `${rows.length} tasks` : `${rows.length} of ${data.tasks.length} tasks`;
    $("place").textContent = `${now} / ${pages()}`;
    $("previous").disabled = now <= 1;
    $("next").disabled = now >= pages();
    toAddress();
  };

  const toggle = (element) => {
    const row = element.dataset.row;
    const next = element.nextElementSibling;
    const open = !(next && next.classList.contains("detail"));
    for (const other of $("all").querySelectorAll("tr.detail")) {
      other.previousElementSibling.querySelector("button").setAttribute("aria-expanded", "false");
      other.remove();
    }
    if (open) element.after(detail(parseInt(row, 10)));
    element.querySelector("button").setAttribute("aria-expanded", String(open));
    state.open = open ? row : "";
    toAddress();
  };
  $("all").tBodies[0].addEventListener("click", (event) => {
    const element = event.target.closest("tr.task");
    if (element && !String(getSelection())) toggle(element);
  });
  $("all").addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.closest("tr.task")) return;
    const buttons = [...$("all").querySelectorAll("tr.task button")];
    const to = buttons[buttons.indexOf(event.target) + step];
    if (to) { event.preventDefault(); to.focus(); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) {
      event.preventDefault();
      $("q").focus();
    }
  });
  // A link in a table: show what it counts.
  addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return;
    fromAddress();
    update();
    $("results").scrollIntoView();
  });

  fromAddress();
  const arrived = location.hash.includes("=");
  update();
  if (arrived) $("results").scrollIntoView();
})();
