// The lab: every change of a pay row is worked out again, and the answer put in place.
import { cents } from "./money.js";
import { replace } from "./regions.js";

const form = document.querySelector("form[data-lab]");
let asked = 0;

const wrong = document.querySelector("[data-lab-wrong]");
const busy = document.querySelector("[data-lab-busy]");

function variant() {
  const pay = {};
  for (const field of form.elements) {
    if (!field.name || field.name.startsWith("_")) continue;
    if (field.value !== field.dataset.book) pay[field.name] = Number(field.value);
  }
  const price = Number(form.elements._price?.value) || 0;
  const changed = price !== Number(form.elements._price?.dataset.book ?? 0);
  const { _qualifies, _cost, _meter, _bankroll } = form.elements;
  return { game: form.dataset.game, pay, qualifies: _qualifies.value, price: changed ? price : 0, cost: cents(_cost.value) ?? 0, meter: cents(_meter.value) ?? 0, bankroll: Number(_bankroll.value) || 0 };
}

const line = document.createElement("tr");
line.append(Object.assign(document.createElement("td"), { colSpan: 2 }));

/** Say what is wrong, beside the field where there is one, or nothing. */
function complain(says = "", field = null) {
  const row = field?.closest("tr");
  if (row) row.after(line);
  if (row) line.firstChild.append(wrong);
  else field?.closest("label").after(wrong);
  if (wrong.parentElement !== line.firstChild) line.remove();
  wrong.textContent = says;
  wrong.hidden = !says;
}

function understood() {
  let first;
  for (const field of form.querySelectorAll("[data-wrong]")) {
    const bad = !field.validity.valid;
    if (bad) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
    first ??= bad ? field : undefined;
  }
  const { _cost, _meter } = form.elements;
  const lacks = _meter.value && !_cost.value ? _cost : undefined;
  complain((first ?? lacks)?.dataset.wrong, first ?? lacks);
  return wrong.hidden;
}

/** Ask the server, and say so where it takes longer than a moment. */
async function sent(path, place) {
  const slow = setTimeout(() => { busy.textContent = busy.dataset.says; busy.hidden = false; place?.setAttribute("aria-busy", "true"); }, 250);
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(variant()) }).catch(() => null);
  clearTimeout(slow);
  busy.hidden = true;
  place?.removeAttribute("aria-busy");
  return answer;
}

async function ask() {
  if (!understood()) return;
  report();
  const mine = ++asked;
  const place = document.getElementById("answer");
  const answer = await sent("/api/lab", place);
  if (mine !== asked) return;
  if (!answer) return complain(form.dataset.lost);
  if (!answer.ok) return complain((await answer.json().catch(() => ({}))).detail ?? form.dataset.lost);
  replace(place, await answer.text());
  document.getElementById("seen").hidden = true;
  if (document.querySelector("[data-warming]")) setTimeout(ask, 800);
}

function report() {
  document.querySelector("[data-report]").href = `/lab/report?variant=${encodeURIComponent(JSON.stringify(variant()))}`;
}

document.querySelector("[data-lab-seen]")?.addEventListener("click", async () => {
  if (!understood()) return;
  const place = document.getElementById("seen");
  const answer = await sent("/api/lab/seen", place);
  if (!answer?.ok) return complain(form.dataset.lost);
  replace(place, await answer.text());
  const shown = document.getElementById("seen");
  shown.hidden = false;
  shown.scrollIntoView({ block: "nearest" });
});

form?.addEventListener("input", () => { clearTimeout(form.timer); form.timer = setTimeout(ask, 60); });
form?.addEventListener("reset", () => setTimeout(() => {
  for (const field of form.querySelectorAll("[data-book]")) field.value = field.dataset.book;
  for (const name of ["_qualifies", "_cost", "_meter", "_bankroll"]) form.elements[name].value = "";
  ask();
}));
form?.addEventListener("submit", (event) => { event.preventDefault(); ask(); });

document.querySelector("form[data-lab-save]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  const answer = await fetch("/api/lab/save", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...variant(), name }) });
  if (!answer.ok) return complain((await answer.json().catch(() => ({}))).detail ?? form.dataset.lost);
  location.assign(`/lab?game=${form.dataset.game}&variant=${encodeURIComponent(name)}`);
});

if (document.querySelector("[data-warming]")) setTimeout(ask, 800);
