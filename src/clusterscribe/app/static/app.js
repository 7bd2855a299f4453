// Conveniences: dropping a file.
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

const whenThere = (selector, begin) => document.querySelectorAll(selector).forEach(begin);
whenThere("[data-drop]", dropping);
