"use strict";
// Sets `hidden`: which view is shown, which rows are found. Everything else is markup.
// Views are in the order of the frontier, the fewest errors first; the slider is the other way
// round, with more detail to the right, as in the chart above it.
(() => {
  const root = document.documentElement;
  const slider = document.getElementById("point");
  const search = document.getElementById("search");
  const parts = [...document.querySelectorAll("[data-views]")].map((part) => ({
    part,
    views: new Set(part.dataset.views.split(" ").map(Number)),
  }));
  root.classList.add("has-script");

  const show = (view) => {
    for (const { part, views } of parts) part.hidden = !views.has(view);
    slider.value = slider.max - view;
    const name = document.querySelectorAll("#points option")[slider.value - 1].label;
    slider.setAttribute("aria-valuetext", name);
    document.getElementById("status").textContent = name;
    for (const stop of document.querySelectorAll("[data-stop]")) {
      if (Number(stop.dataset.stop) === view) stop.setAttribute("aria-current", "true");
      else stop.removeAttribute("aria-current");
    }
    find();
  };

  const choose = (view) => {
    show(view);
    history.replaceState(null, "", `#point=${view + 1}`);
  };

  const first = slider ? slider.max - slider.value : 0;
  const fromAddress = () => {
    if (location.hash === "") show(first); // after going back to the first address
    const asked = /^#point=(\d+)$/.exec(location.hash);
    const view = asked ? Number(asked[1]) - 1 : -1;
    if (view >= 0 && view < Number(slider.max)) show(view);
  };

  // The text of a row is read once, at the first search.
  const texts = new WeakMap();
  const textOf = (row) => {
    if (!texts.has(row)) {
      texts.set(row, [...row.cells].map((cell) => cell.textContent).join("\n").toLowerCase());
    }
    return texts.get(row);
  };

  const find = () => {
    if (!search) return;
    const wanted = search.value.trim().toLowerCase();
    const found = document.getElementById("found");
    found.textContent = "";
    for (const table of document.querySelectorAll("table.rows")) {
      if (table.closest("[hidden]")) continue;
      const rows = [...table.tBodies[0].rows];
      for (const row of rows) row.hidden = wanted !== "" && !textOf(row).includes(wanted);
      const left = rows.filter((row) => !row.hidden).length;
      if (wanted !== "") found.textContent = `${left} of ${rows.length} rows`;
    }
  };

  const copy = async (button) => {
    const text = button.parentElement.querySelector("pre");
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = "Copied";
    } catch {
      // without permission to use the clipboard, the text is selected for the reader to copy
      getSelection().selectAllChildren(text);
      button.textContent = document.execCommand("copy") ? "Copied" : "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };

  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", () => copy(button));
  }
  if (search) {
    let waiting;
    search.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(find, 120);
    });
  }
  if (slider) {
    slider.addEventListener("input", () => choose(slider.max - slider.value));
    for (const stop of document.querySelectorAll("[data-stop]")) {
      stop.addEventListener("click", () => choose(Number(stop.dataset.stop)));
    }
    addEventListener("hashchange", fromAddress);
    fromAddress();
  }
  find();
})();
