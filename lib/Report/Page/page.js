"use strict";
const toolbar = document.querySelector(".toolbar");
const help = document.getElementById("help");
const articles = [...document.querySelectorAll("article")];
const search = document.getElementById("search");
const selects = toolbar ? [...toolbar.querySelectorAll("select")] : [];
const texts = new Map();
let current = null;

// What is searched: made when it is first needed, as there may be thousands.
function textOf(article) {
  if (!texts.has(article)) texts.set(article, article.textContent.toLowerCase());
  return texts.get(article);
}

function fits(article, words) {
  return (
    selects.every((s) => !s.value || article.dataset[s.dataset.filter] === s.value) &&
    words.every((w) => textOf(article).includes(w))
  );
}

function shown() {
  return articles.filter((a) => !a.hidden);
}

function update() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const article of articles) article.hidden = !fits(article, words);
  const count = shown().length;
  toolbar.querySelector("output").textContent =
    count === articles.length ? `${count} findings` : `${count} of ${articles.length}`;
  document.querySelector(".nothing").hidden = count !== 0;
  if (current && current.hidden) mark(null);
}

function mark(article) {
  if (current) current.classList.remove("now");
  current = article;
  if (current) current.classList.add("now");
}

function go(article) {
  mark(article);
  article.focus({ preventScroll: true });
  article.scrollIntoView({ block: "start" });
  history.replaceState(null, "", "#" + article.id);
}

// From the current finding, else from what is on the screen.
function step(by) {
  const list = shown();
  if (list.length === 0) return;
  let at = current ? list.indexOf(current) + by : by > 0 ? 0 : list.length - 1;
  if (!current) {
    const below = list.findIndex((a) => a.getBoundingClientRect().bottom > 0);
    if (below >= 0) at = by > 0 ? below : Math.max(below - 1, 0);
  }
  go(list[Math.min(Math.max(at, 0), list.length - 1)]);
}

function fold() {
  if (!current) return;
  const all = [...current.querySelectorAll("details")];
  const open = all.some((d) => !d.open);
  for (const d of all) d.open = open;
}

function reset() {
  toolbar.reset();
  update();
}

// Of a link in a table: only its own filter holds.
function only(filter, value) {
  toolbar.reset();
  for (const s of selects) if (s.dataset.filter === filter) s.value = value;
  update();
}

const keys = {
  j: () => step(1),
  k: () => step(-1),
  "/": () => search.focus(),
  o: fold,
  r: reset,
  "?": () => (help.open ? help.close() : help.showModal()),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea");
  if (typing) {
    if (event.key === "Escape" && event.target === search) search.blur();
    return;
  }
  if (help.open && event.key !== "?") return;
  const does = keys[event.key];
  if (!does) return;
  event.preventDefault();
  does();
}

function onClick(event) {
  const link = event.target.closest("a[data-filter]");
  if (link) only(link.dataset.filter, link.dataset.value);
  const button = event.target.closest("button");
  if (button && button.dataset.step) step(Number(button.dataset.step));
  if (button && "help" in button.dataset) help.showModal();
}

// A link to a finding that is filtered out shows it.
function onHash() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target || !articles.includes(target)) return;
  if (target.hidden) reset();
  go(target);
}

if (toolbar) {
  toolbar.hidden = false;
  toolbar.addEventListener("input", update);
  toolbar.addEventListener("reset", () => setTimeout(update));
  toolbar.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", onClick);
  window.addEventListener("hashchange", onHash);
  update();
  onHash();
}
