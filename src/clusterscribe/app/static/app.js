// Conveniences: dropping a file, progress without reloading, downloads that follow the slider.
// The app works without them.
"use strict";

function dropping(form) {
  const input = form.querySelector("input[type=file]");
  const problem = form.querySelector("[data-problem]");
  const fits = () => {
    const file = input.files[0];
    const large = file && file.size > Number(form.dataset.most);
    problem.hidden = !large;
    problem.textContent = large ? form.dataset.tooLarge : "";
    return !large;
  };
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      form.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    });
  }
  form.addEventListener("drop", (event) => {
    if (event.dataTransfer.files.length) {
      input.files = event.dataTransfer.files;
      form.requestSubmit();
    }
  });
  form.addEventListener("submit", (event) => {
    if (!fits()) event.preventDefault();
  });
  // a file beside the form must not replace the page
  for (const kind of ["dragover", "drop"]) {
    window.addEventListener(kind, (event) => event.preventDefault());
  }
}

function following(board) {
  const body = board.querySelector("tbody");
  const now = document.querySelector("[data-now]");
  const stop = board.querySelector("[data-stop]");
  const abandon = board.querySelector("[data-abandon]");
  const show = (stages) => {
    body.replaceChildren(
      ...stages.map((each) => {
        const row = document.createElement("tr");
        const cells = [each.stage, each.best, each.bound, each.seconds];
        cells.forEach((text, place) => {
          const cell = document.createElement(place ? "td" : "th");
          if (!place) cell.scope = "row";
          cell.textContent = text;
          row.append(cell);
        });
        return row;
      }),
    );
    const stage = stages.length ? stages[stages.length - 1].stage : "";
    if (now.textContent !== stage) now.textContent = stage;
  };
  const read = (text) => {
    const preview = board.querySelector("[data-preview]");
    if (!preview || !text) return;
    const words = preview.querySelector("pre");
    if (words.textContent !== text) words.textContent = text;
    preview.hidden = false;
  };
  const ask = async () => {
    try {
      const answer = await fetch("status");
      if (!answer.ok) return location.reload();
      const news = await answer.json();
      if (news.next) return location.replace(news.next);
      show(news.stages);
      read(news.preview);
      if (stop && news.stopping) {
        stop.textContent = stop.dataset.stop;
        stop.disabled = true;
        abandon.hidden = false;
      }
    } catch {
      board.querySelector("[data-ended]").hidden = false;
      board.classList.add("ended");
      return undefined;
    }
    return setTimeout(ask, 400);
  };
  ask();
}

// The point that is saved follows the slider of the report until another one is selected.
function agreeing(form) {
  const frame = document.querySelector("iframe");
  const select = form.querySelector("select[name=point]");
  const point = (text) => text.split(", ").slice(0, 2).join(); // errors and complexity
  let seen = "";
  form.closest("details").addEventListener("toggle", () => {
    const status = frame.contentDocument.getElementById("status");
    const shown = status ? status.textContent : "";
    const option = [...select.options].find((each) => point(each.text) === point(shown));
    if (option && shown !== seen) select.value = option.value;
    seen = shown;
  });
}

const whenThere = (selector, begin) => document.querySelectorAll(selector).forEach(begin);
whenThere("[data-drop]", dropping);
whenThere("[data-progress]", following);
whenThere("[data-follow]", agreeing);
