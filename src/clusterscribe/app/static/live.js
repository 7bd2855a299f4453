// A page that follows the server: the running search, or what goes on behind a report.
// All state is on the server, so that a reload, a second tab and a lost connection lose nothing.
"use strict";

const OFTEN = 500; // milliseconds between two questions, and at most after a failure:
const SELDOM = 8000;
const GONE = 30000; // milliseconds without an answer after which the app has probably stopped

function following(board) {
  const part = (name) => board.querySelector(`[data-${name}]`);
  const now = document.querySelector("[data-now]");
  const isReport = board.dataset.page === "result";
  let wait = OFTEN;
  let lostSince = 0;

  const write = (name, text) => {
    const place = part(name);
    if (place && text !== undefined && place.textContent !== text) place.textContent = text;
  };
  const announce = (text) => {
    if (now.textContent !== text) now.textContent = text;
  };

  const found = () => {
    lostSince = 0;
    wait = OFTEN;
    board.classList.remove("is-lost");
    if (part("lost")) part("lost").hidden = true;
  };
  const lost = () => {
    lostSince = lostSince || Date.now();
    wait = Math.min(2 * wait, SELDOM);
    const gone = Date.now() - lostSince > GONE;
    board.classList.toggle("is-lost", gone);
    board.hidden = false;
    const words = gone
      ? "The app does not answer: it has probably been stopped. Start it again in the terminal; this page goes on by itself if it comes back."
      : "The connection was lost. Trying again …";
    const box = part("lost");
    if (box.hidden || box.textContent !== words) box.textContent = words;
    box.hidden = false;
  };

  const stopping = (news) => {
    const stop = part("stop");
    if (!stop) return;
    if (news.stopping) stop.textContent = stop.dataset.stop;
    const none = !isReport && !news.answers; // nothing yet to stop with
    stop.disabled = news.stopping || none;
    if (part("abandon")) part("abandon").hidden = !stop.disabled;
    if (part("when")) part("when").hidden = news.stopping || !none;
  };
  const fill = (bar, share) => {
    if (share === null) bar.removeAttribute("value");
    else bar.value = share;
  };

  const onSearch = (news) => {
    if (news.next !== "progress") return location.replace(news.next);
    write("doing", news.doing);
    write("time", news.time);
    write("found", news.found);
    stopping(news);
    fill(part("bar"), news.part);
    if (news.html) {
      const first = part("so-far").hidden;
      part("clusters").innerHTML = news.html; // escaped by the server
      part("so-far").hidden = false;
      board.dataset.seen = news.answers;
      if (first) announce("There is a first description.");
    } else if (board.dataset.said !== news.doing) {
      board.dataset.said = news.doing;
      announce(news.doing);
    }
    if (part("chart")) draw(part("chart"), news);
    return true;
  };

  const onReport = (news) => {
    if (news.next === "file") return location.replace("file");
    const isWhole = String(news.newest) === board.dataset.number
      && news.folder !== board.dataset.folder;
    if (isWhole) {
      part("behind").hidden = true;
      part("whole").hidden = false;
      board.hidden = false;
      announce("The report now has a slider.");
      return false;
    }
    if (!news.running || news.next === "progress") {
      board.hidden = true;
      return false;
    }
    write("doing", news.doing);
    write("time", news.time);
    stopping(news);
    return true;
  };

  const ask = async () => {
    let goesOn = true;
    try {
      const answer = await fetch(`status?seen=${board.dataset.seen || 0}`, { cache: "no-store" });
      if (answer.status === 403) return location.reload();
      if (!answer.ok) throw new Error(answer.statusText);
      const news = await answer.json();
      found();
      goesOn = isReport ? onReport(news) : onSearch(news);
    } catch {
      lost();
    }
    return goesOn === true ? setTimeout(ask, wait) : undefined;
  };
  if (!isReport || !board.hidden) ask();
}

// The best errors so far and their bound as two lines of steps, with what is open between them.
function draw(figure, news) {
  const moments = news.trace.filter(([, best]) => best !== null);
  figure.hidden = moments.length === 0;
  const words = figure.querySelector("[data-chart-words]");
  if (words.textContent !== news.chart) words.textContent = news.chart;
  if (!moments.length) return;
  const svg = figure.querySelector("svg");
  const width = Math.max(svg.clientWidth, 240); // so that letters keep their size on a phone
  const [height, left, right, top, bottom] = [150, 2, 92, 14, 24];
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const until = Math.max(news.seconds, 1);
  const most = Math.max(...moments.map(([, best]) => best), 1);
  const least = Math.min(...moments.map(([, , bound]) => bound));
  const x = (seconds) => left + (width - left - right) * Math.min(seconds / until, 1);
  const y = (value) => height - bottom
    - (height - top - bottom) * (most > least ? (value - least) / (most - least) : 1);
  const steps = (place) => moments.map((moment, i) => {
    const level = y(moment[place]).toFixed(1);
    const to = (i + 1 < moments.length ? x(moments[i + 1][0]) : x(until)).toFixed(1);
    return `${i ? "L" : "M"}${x(moment[0]).toFixed(1)} ${level}H${to}`;
  });
  const back = [...moments].reverse().map((moment, i) => {
    const level = y(moment[2]).toFixed(1);
    const later = i ? x(moments[moments.length - i][0]) : x(until);
    return `L${later.toFixed(1)} ${level}L${x(moment[0]).toFixed(1)} ${level}`;
  });
  const [, best, bound] = moments[moments.length - 1];
  const label = (value, text, shift) => make("text",
    { x: width - right + 6, y: (y(value) + shift).toFixed(1) }, text);
  const isClose = Math.abs(y(best) - y(bound)) < 16;
  const figureOf = (value) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });
  svg.replaceChildren(
    make("path", { class: "base", d: `M${left} ${height - bottom}H${width - right}` }),
    make("path", { class: "between", d: `${steps(1).join("")}${back.join("")}Z` }),
    make("path", { class: "proved", d: steps(2).join("") }),
    make("path", { class: "best", d: steps(1).join("") }),
    label(best, `${figureOf(best)} wrong`, isClose ? -3 : 4),
    label(bound, best === bound ? "proved" : `≥ ${figureOf(bound)}`, isClose ? 12 : 4),
    make("text", { x: left, y: height - 8 }, "0 s"),
    make("text", { class: "end-words", x: width - right, y: height - 8 }, `${until.toFixed(0)} s`),
  );
}

function make(name, attributes, text = "") {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.textContent = text;
  return element;
}

// The report with its slider, at the place where the reader was.
function showing(link) {
  link.addEventListener("click", (event) => {
    const frame = document.querySelector("iframe");
    const seen = frame.contentWindow;
    if (!seen) return;
    event.preventDefault();
    sessionStorage.setItem("clusterscribe-place", String(seen.scrollY));
    location.assign(link.href);
  });
}

function returning(frame) {
  const place = sessionStorage.getItem("clusterscribe-place");
  if (place === null) return;
  sessionStorage.removeItem("clusterscribe-place");
  const scroll = () => frame.contentWindow.scrollTo(0, Number(place));
  frame.addEventListener("load", scroll);
  if (frame.contentDocument && frame.contentDocument.readyState === "complete") scroll();
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

// A menu closes with Escape and with a click elsewhere.
function closing(menu) {
  const summary = menu.querySelector("summary");
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  });
  document.addEventListener("click", (event) => {
    if (!menu.contains(event.target)) menu.open = false;
  });
  window.addEventListener("blur", () => { // a click into the report
    if (document.activeElement && document.activeElement.tagName === "IFRAME") menu.open = false;
  });
}

const onPage = (selector, begin) => document.querySelectorAll(selector).forEach(begin);
onPage("[data-live]", following);
onPage(".menu", closing);
onPage("[data-show]", showing);
onPage("iframe", returning);
onPage("[data-follow]", agreeing);
