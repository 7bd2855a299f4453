// In the report, clusters that are confused with each other are marked as pairs. Here, and not in
// a report that was saved, a pair is a button: it asks what sets one apart from the other.
"use strict";

const PAIR = "[data-cluster][data-against]:not([data-asked])";
const LOOK = `
.ask { font: inherit; color: inherit; background: none; border: 0; padding: 0 .2rem; margin: 0;
  cursor: pointer; text-decoration: underline dotted; text-underline-offset: .2em }
.ask:hover { text-decoration-style: solid }
li > .ask { display: block; padding: 0; text-align: start }
.ask:focus-visible { outline: 3px solid var(--focus); outline-offset: 1px }
@media print { .ask { text-decoration: none } li > .ask { display: none } }`;

function pairing(form) {
  const frame = document.querySelector("iframe");
  const select = form.querySelector("[name=cluster]");
  if (!frame || !select) return;
  const places = new Map([...select.options].map((each) => [each.dataset.label, each.value]));
  const ask = (cluster, against) => {
    select.value = cluster;
    form.querySelector("[name=against]").value = against;
    form.requestSubmit();
  };

  const offer = (place) => {
    const { cluster, against } = place.dataset;
    place.dataset.asked = "";
    if (!places.has(cluster) || !places.has(against)) return; // such as noise
    const button = frame.contentDocument.createElement("button");
    const question = `What sets ${cluster} apart from ${against}?`;
    button.type = "button";
    button.className = "ask";
    button.addEventListener("click", () => ask(places.get(cluster), places.get(against)));
    if (place.tagName === "TD") {
      button.title = question;
      button.setAttribute("aria-label", `${place.textContent.trim()}: ${question}`);
      button.append(...place.childNodes);
    } else {
      button.textContent = question;
      button.dir = "auto";
    }
    place.append(button);
  };
  const begin = () => {
    const report = frame.contentDocument;
    if (!report || !report.body || report.body.dataset.paired !== undefined) return;
    report.body.dataset.paired = "";
    const sheet = new frame.contentWindow.CSSStyleSheet();
    sheet.replaceSync(LOOK);
    report.adoptedStyleSheets = [...report.adoptedStyleSheets, sheet];
    // of a long frontier, only what is on the page: the rest when the slider shows it
    const look = () => report.querySelectorAll(PAIR).forEach((place) => {
      if (!place.closest("[hidden]")) offer(place);
    });
    new MutationObserver(look).observe(report.body,
      { subtree: true, childList: true, attributes: true, attributeFilter: ["hidden"] });
    look();
  };
  frame.addEventListener("load", begin);
  if (frame.contentDocument && frame.contentDocument.readyState === "complete") begin();
}

document.querySelectorAll("[data-wishes]").forEach(pairing);
