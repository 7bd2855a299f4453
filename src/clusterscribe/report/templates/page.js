"use strict";
// Which view is shown, which rows of the list, what is folded. Everything else is markup.
// Views are in the order of the frontier, the fewest errors first; the slider is the other way
// round, with more detail to the right, as in the chart above it.
(() => {
  const root = document.documentElement;
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const slider = byId("point");
  const search = byId("search");
  const PAGE = 20;
  root.classList.add("has-script");

  // Views

  const parts = all("[data-views]").map((part) => ({
    part,
    views: new Set(part.dataset.views.split(" ").map(Number)),
  }));
  // What is not shown at first is kept as text. It was escaped as the rest of the page was, so it
  // is read as the rest was; a template would be parsed at once, which takes most of the time.
  const unpack = (part) => {
    const kept = part.firstElementChild;
    if (kept && kept.matches("script, .late")) part.innerHTML = kept.textContent;
  };
  const first = slider ? slider.max - slider.value : 0;
  let shown = first;

  const show = (view) => {
    shown = view;
    for (const { part, views } of parts) {
      part.hidden = !views.has(view);
      if (!part.hidden) unpack(part);
    }
    slider.value = slider.max - view;
    const name = all("#points option")[slider.value - 1].label;
    slider.setAttribute("aria-valuetext", name);
    byId("status").textContent = name;
    for (const stop of all("[data-stop]")) {
      if (Number(stop.dataset.stop) === view) stop.setAttribute("aria-current", "true");
      else stop.removeAttribute("aria-current");
    }
    list(0);
  };

  const keep = () => history.replaceState(null, "", `#point=${shown + 1}`);
  const choose = (view) => {
    show(view);
    keep();
  };

  // The address: `#point=3` is a view; any other is a place, which is opened where it is folded.

  const reveal = (target) => {
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    const folds = all(":scope > details.fold", target);
    if (folds.length) folds[0].open = target.id !== "clusters" || folds[0].open;
  };

  const fromAddress = () => {
    const hash = decodeURIComponent(location.hash.slice(1));
    const asked = /^point=(\d+)$/.exec(hash);
    if (asked) {
      const view = Number(asked[1]) - 1;
      if (slider && view >= 0 && view < Number(slider.max)) show(view);
    } else if (hash === "") {
      if (slider) show(first); // after going back to the first address
    } else {
      const target = byId(hash);
      if (!target) return;
      reveal(target);
      target.scrollIntoView();
      if (slider && shown !== first) keep(); // going to a place does not lose the choice
    }
  };

  // Which section is read: the last one that begins in the upper part of the window.

  const links = all(".contents a");
  const sections = links.map((link) => byId(link.hash.slice(1)));
  let pending = false;
  const mark = () => {
    pending = false;
    const line = innerHeight / 3;
    let at = sections.findLastIndex((part) => part.getBoundingClientRect().top <= line);
    if (innerHeight + scrollY >= root.scrollHeight - 2) at = sections.length - 1;
    links.forEach((link, place) => {
      if (place === Math.max(at, 0)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    });
  };
  if (links.length) {
    addEventListener("scroll", () => {
      if (pending) return;
      pending = true;
      requestAnimationFrame(mark);
    }, { passive: true });
  }

  // The list of wrong rows: sorted, searched and paged, as far as it is on show

  const texts = new WeakMap(); // of a row, read at the first search
  const textOf = (row) => {
    if (!texts.has(row)) {
      texts.set(row, [...row.cells].map((cell) => cell.textContent).join("\n").toLowerCase());
    }
    return texts.get(row);
  };
  let words; // how texts are compared, made at the first need
  let at = 0;

  const list = (page) => {
    if (!search) return;
    const table = all("table.rows").find((each) => !each.closest("[hidden]"));
    byId("found").textContent = "";
    if (!table) return;
    if (!table.querySelector(".sort")) makeSortable(table);
    const wanted = search.value.trim().toLowerCase();
    const rows = [...table.tBodies[0].rows];
    const found = rows.filter((row) => wanted === "" || textOf(row).includes(wanted));
    const last = Math.max(0, Math.ceil(found.length / PAGE) - 1);
    at = Math.min(Math.max(page, 0), last);
    const onPage = new Set(found.slice(at * PAGE, (at + 1) * PAGE));
    for (const row of rows) row.hidden = !onPage.has(row);
    if (wanted !== "") byId("found").textContent = `${found.length} of ${rows.length} rows`;
    byId("page").textContent = found.length
      ? `${at * PAGE + 1} to ${Math.min((at + 1) * PAGE, found.length)} of ${found.length}` : "";
    byId("previous").disabled = at === 0;
    byId("next").disabled = at === last;
  };

  const number = (text) => {
    const value = Number(text.replaceAll(",", ""));
    return text === "" || Number.isNaN(value) ? Infinity : value; // what is missing comes last
  };

  const sort = (head) => {
    const table = head.closest("table");
    const column = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending";
    const key = (row) => row.cells[column].textContent;
    words ??= new Intl.Collator(undefined, { numeric: true });
    const compare = "number" in head.dataset
      ? (one, other) => {
        const [a, b] = [number(key(one)), number(key(other))];
        if (a === b) return 0;
        if (a === Infinity || b === Infinity) return a === Infinity ? 1 : -1;
        return down ? b - a : a - b;
      }
      : (one, other) => (down ? -1 : 1) * words.compare(key(one), key(other));
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
    list(0);
  };

  const makeSortable = (table) => {
    for (const head of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(head));
      head.append(button);
    }
  };

  if (search) {
    let waiting;
    search.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => list(0), 120);
    });
    byId("previous").addEventListener("click", () => list(at - 1));
    byId("next").addEventListener("click", () => list(at + 1));
  }

  // Cards

  const cards = all(".card > details");
  const opener = document.querySelector("button.all");
  if (opener) {
    const label = () => {
      const open = cards.every((card) => card.open);
      opener.textContent = open ? "Fold all" : "Open all";
      return open;
    };
    opener.addEventListener("click", () => {
      const open = !label();
      for (const card of cards) card.open = open;
      label();
    });
    for (const card of cards) card.addEventListener("toggle", label);
    label();
  }
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...cards, ...all(".exact")].filter((part) => !part.open);
    for (const part of folded) part.open = true;
  });
  addEventListener("afterprint", () => {
    for (const part of folded) part.open = false;
  });

  // Texts to copy and to save

  const said = (button, word) => {
    const before = button.textContent;
    button.textContent = word;
    setTimeout(() => { button.textContent = before; }, 2000);
  };
  const textBeside = (button) => button.closest(".sql").querySelector("pre");
  const copy = async (button) => {
    const text = textBeside(button);
    try {
      await navigator.clipboard.writeText(text.textContent);
      said(button, "Copied");
    } catch {
      // without permission to use the clipboard, the text is selected for the reader to copy
      getSelection().selectAllChildren(text);
      said(button, document.execCommand("copy") ? "Copied" : "Selected");
    }
  };
  const save = (button) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([textBeside(button).textContent]));
    link.download = button.dataset.file;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  // on the page, as most of these buttons are not there yet
  addEventListener("click", ({ target }) => {
    const button = target instanceof Element && target.closest("button.copy, button.save");
    if (button) (button.classList.contains("copy") ? copy : save)(button);
  });

  if (slider) {
    slider.addEventListener("input", () => choose(slider.max - slider.value));
    for (const stop of all("[data-stop]")) {
      stop.addEventListener("click", () => choose(Number(stop.dataset.stop)));
    }
  }
  addEventListener("hashchange", fromAddress);
  if (location.hash) fromAddress();
  addEventListener("load", () => {
    for (const late of all(".late")) unpack(late.parentElement);
    list(0);
  });
})();
