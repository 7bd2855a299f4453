// A file that is chosen or dropped is read at once; of a large one, the upload is shown.
// Without script there is a button.
"use strict";

const SHOWN = 300; // milliseconds: a bar that comes and goes at once only disturbs

function choosing(form) {
  const input = form.querySelector("input[type=file]");
  const problem = form.querySelector("[data-problem]");
  const sending = form.querySelector("[data-sending]");
  const bar = sending.querySelector("progress");
  const sent = sending.querySelector("[data-sent]");
  const megabytes = (bytes) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);
  const tell = (text) => {
    document.querySelectorAll("main > .problem").forEach((each) => each.remove());
    problem.textContent = text;
    problem.hidden = !text;
    sending.hidden = true;
    if (text) {
      input.disabled = false;
      input.value = ""; // so that the same file can be chosen again
      input.focus();
    }
  };
  const refused = (page) => {
    const found = new DOMParser().parseFromString(page, "text/html");
    const sentence = found.querySelector("main > .problem") || found.querySelector("main p");
    return sentence ? sentence.textContent : "The file was not accepted; try again.";
  };
  const send = (file) => {
    const body = new FormData();
    body.append("file", file);
    const request = new XMLHttpRequest(); // which tells how much of it is sent
    const begun = Date.now();
    request.upload.addEventListener("progress", (event) => {
      if (!event.lengthComputable || Date.now() - begun < SHOWN) return;
      sending.hidden = false;
      bar.value = event.loaded / event.total;
      sent.textContent =
        event.loaded < event.total
          ? `${megabytes(event.loaded)} of ${megabytes(event.total)} MB sent`
          : "Sent; now it is being read.";
    });
    request.addEventListener("load", () => {
      if (request.status < 400) location.assign(request.responseURL);
      else tell(refused(request.responseText));
    });
    request.addEventListener("error", () =>
      tell("The app does not answer. Start it again in the terminal."),
    );
    request.addEventListener("abort", () => tell("Cancelled. Choose another file."));
    sending.querySelector("[data-cancel]").onclick = () => request.abort();
    request.open("POST", form.action);
    request.send(body);
    input.disabled = true;
  };
  const read = (file) => {
    if (!file || input.disabled) return;
    const large = file.size > Number(form.dataset.most);
    tell(large ? form.dataset.tooLarge : "");
    if (!large) send(file);
  };
  input.addEventListener("change", () => read(input.files[0]));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    read(input.files[0]);
  });
  for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
    form.addEventListener(kind, (event) => {
      event.preventDefault();
      form.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    });
  }
  form.addEventListener("drop", (event) => read(event.dataTransfer.files[0]));
  // a file beside the form must not replace the page
  for (const kind of ["dragover", "drop"]) {
    window.addEventListener(kind, (event) => event.preventDefault());
  }
}

document.querySelectorAll("[data-drop]").forEach(choosing);
