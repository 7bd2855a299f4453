// The table of columns follows the source of the clusters: the column that holds them describes
// nothing, and columns that look like labels do not describe clusters that are found anew, unless
// they are ticked for that. The server does the same without this script.
"use strict";

function columns(form) {
  const rows = [...form.querySelectorAll(".overview tbody tr")];
  const label = form.querySelector("[name=label_column]");
  const tickedFor = form.querySelector("[name=ticked_for]");
  const used = form.querySelector("[data-used]");
  const box = (row) => row.querySelector(".use input");
  const isFinding = () => form.querySelector("[name=source]:checked").value !== "column";
  const oldLabels = new Set(rows.filter((row) => row.dataset.labels !== undefined));
  // what is ticked for either source; only old labels differ
  const ticked = { column: new Map(), finding: new Map() };
  const mode = () => (isFinding() ? "finding" : "column");

  const count = () => {
    const some = rows.filter((row) => box(row).checked).length;
    used.textContent = `${some.toLocaleString("en")} of ${rows.length.toLocaleString("en")} used`;
  };
  const show = () => {
    for (const row of rows) {
      const state = row.querySelector("[data-state]");
      const holds = !isFinding() && row.dataset.name === label.value;
      const input = box(row);
      if (holds && !input.disabled) ticked.column.set(row, input.checked);
      if (!holds && input.disabled && input.dataset.never === undefined) {
        input.checked = ticked[mode()].get(row) ?? !oldLabels.has(row);
      }
      input.disabled = holds || input.dataset.never !== undefined;
      if (holds) input.checked = false;
      state.textContent = holds ? "holds the clusters" : "";
      if (isFinding() && oldLabels.has(row)) {
        state.textContent = "looks like labels: left out unless ticked";
      }
    }
    form.querySelectorAll("[data-sizes]").forEach((each) => {
      each.hidden = each.dataset.sizes !== label.value;
    });
    count();
  };
  form.querySelectorAll("[name=source]").forEach((each) =>
    each.addEventListener("change", () => {
      const before = tickedFor.value;
      if (before !== mode()) {
        for (const row of oldLabels) {
          const input = box(row);
          if (!input.disabled) ticked[before].set(row, input.checked);
          input.checked = ticked[mode()].get(row) ?? mode() === "column";
        }
      }
      tickedFor.value = mode();
      show();
    }),
  );
  label.addEventListener("change", () => {
    const chosen = rows.find((row) => row.dataset.name === label.value);
    if (chosen) oldLabels.add(chosen); // whoever says so knows that it holds labels
    show();
  });
  form.addEventListener("change", (event) => {
    if (event.target.name === "use") count();
  });
  form.querySelectorAll("[data-tick]").forEach((button) =>
    button.addEventListener("click", () => {
      for (const row of rows) {
        if (!row.hidden && !box(row).disabled) box(row).checked = Boolean(button.dataset.tick);
      }
      count();
    }),
  );
  const filter = form.querySelector("[data-filter]");
  if (filter) {
    filter.addEventListener("input", () => {
      const text = filter.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.dataset.name.toLowerCase().includes(text);
    });
    filter.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault(); // which would begin the search
    });
  }
  show();
}

document.querySelectorAll("[data-columns]").forEach(columns);
