// Conveniences: progress without reloading, downloads that follow the slider.
// The app works without them.
"use strict";

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
whenThere("[data-progress]", following);
whenThere("[data-follow]", agreeing);
