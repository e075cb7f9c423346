// The lab: every change of a pay row is worked out again, and the answer put in place.
import { cents } from "./act.js";
import { replace } from "./regions.js";

const form = document.querySelector("form[data-lab]");
let asked = 0;

function variant() {
  const pay = {};
  for (const field of form.elements) {
    if (!field.name || field.name.startsWith("_") || !/^\d{1,6}$/.test(field.value)) continue;
    if (field.value !== field.dataset.book) pay[field.name] = Number(field.value);
  }
  const price = Number(form.elements._price?.value) || 0;
  const changed = price !== Number(form.elements._price?.dataset.book ?? 0);
  return { game: form.dataset.game, pay, qualifies: form.elements._qualifies.value, price: changed ? price : 0, cost: cents(form.elements._cost.value) ?? 0, meter: cents(form.elements._meter.value) ?? 0 };
}

async function ask() {
  const mine = ++asked;
  const answer = await fetch("/api/lab", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(variant()) }).catch(() => null);
  if (!answer || mine !== asked) return;
  const html = await answer.text();
  const place = document.getElementById("answer");
  if (answer.ok && place) replace(place, html);
  report();
  if (document.querySelector("[data-warming]")) setTimeout(ask, 800);
}

function report() {
  const link = document.querySelector("[data-report]");
  const { game, pay, qualifies, price } = variant();
  link.href = `/lab/report?game=${game}&qualifies=${qualifies}&price=${price}&pay=${encodeURIComponent(JSON.stringify(pay))}`;
}

form?.addEventListener("input", () => { clearTimeout(form.timer); form.timer = setTimeout(ask, 30); });
form?.addEventListener("reset", () => setTimeout(() => {
  for (const field of form.querySelectorAll("[data-book]")) field.value = field.dataset.book;
  ask();
}));
form?.addEventListener("submit", (event) => { event.preventDefault(); ask(); });

document.querySelector("form[data-lab-save]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = event.target.elements.name.value.trim();
  const answer = await fetch("/api/lab/save", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...variant(), name }) });
  if (answer.ok) location.assign(`/lab?game=${form.dataset.game}&variant=${encodeURIComponent(name)}`);
});

if (document.querySelector("[data-warming]")) setTimeout(ask, 800);
