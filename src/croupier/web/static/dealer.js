// The dealer's page: lines by keyboard or taps, payouts checked before they are made, reports.
import { cents } from "./money.js";
import { says, seen } from "./live.js";
import { ask, refuse } from "./send.js";

const main = document.querySelector("main[data-stream]");
const line = document.getElementById("line");
const refusal = document.getElementById("refusal");

const post = (what, body, once) => ask(`/api/streams/${encodeURIComponent(main.dataset.stream)}/${what}`, body, once);

/** How a payout comes about, line by line, with its clauses. */
function work(details, { right, working, clauses }) {
  const place = details.querySelector("[data-working]");
  const lines = working.map((said) => Object.assign(document.createElement("p"), { textContent: said }));
  const chip = Object.assign(document.createElement("button"), { type: "button", className: "clause" });
  chip.dataset.clause = `${place.dataset.working} ${clauses.join(" ")}`;
  chip.textContent = clauses.length > 1 ? `${clauses[0]} +${clauses.length - 1}` : clauses[0];
  if (clauses.length) lines.at(-1)?.append(" ", chip);
  place.replaceChildren(...lines);
  if (!right) details.open = true;
}

/** The cards of the last line that was typed here: those that are face down are known to nobody else. */
let typed = [];

/** The card that a correction is about, unless one is named: the last one typed, or the last that is face up. */
function offerLast(form) {
  const group = form.querySelector("[data-wrong]");
  for (const face of typed) {
    if (group.querySelector(`[data-was="${face}"]`)) continue;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: face });
    button.className = `face suit-${face[1]}`;
    button.dataset.was = face;
    group.prepend(button);
  }
  if (!form.elements.was.value) form.elements.was.value = typed.at(-1) ?? group.querySelector("[data-was]")?.dataset.was ?? "";
}

document.addEventListener(
  "toggle",
  (event) => {
    const form = event.target.open && event.target.querySelector?.("form[data-correct]");
    if (form) offerLast(form);
  },
  true,
);

document.addEventListener("croupier:updated", () => {
  for (const form of document.querySelectorAll("details[open] form[data-correct]")) offerLast(form);
  for (const form of document.querySelectorAll("details[open] form[data-report]")) showLine(form);
});

const FACTS = ["box", "boxes", "player", "players", "person", "count", "cards", "amount", "note"];

/** The line that says what a report sends, beside its button. */
function showLine(form) {
  const place = form?.querySelector("[data-says]");
  if (!place) return;
  const given = Object.fromEntries(new FormData(form));
  const listed = (name) => (name === "boxes" || name === "players" ? given[name].trim().split(/[\s,]+/).join(",") : given[name].trim());
  const facts = FACTS.filter((name) => given[name]?.trim()).map((name) => `${name} ${listed(name)}`);
  place.textContent = ["report", form.dataset.report, ...facts].join(" ");
}
document.addEventListener("input", (event) => showLine(event.target.form));

document.addEventListener("click", (event) => {
  const wrong = event.target.closest?.("[data-was]");
  if (wrong) {
    const { was, now } = wrong.form.elements;
    was.value = wrong.dataset.was;
    was.dataset.dirty = "";
    now.focus();
  }
  const begin = event.target.closest?.("[data-begin]");
  if (begin) {
    line.value = begin.dataset.begin;
    if (matchMedia("(hover: none)").matches) document.querySelector("details.pad").open = true; // cards to tap, and no keyboard over them
    else line.focus();
  }
  const tap = event.target.closest?.("[data-tap]");
  if (tap) {
    const field = tap.form.elements[tap.dataset.tap];
    const had = field.value.split(/[\s,]+/).filter(Boolean);
    const { value, many } = tap.dataset;
    if (many === undefined) field.value = value;
    else field.value = (had.includes(value) ? had.filter((one) => one !== value) : [...had, value]).join(" ");
    field.dataset.dirty = "";
    showLine(tap.form);
  }
  const face = event.target.closest?.(".face[data-face]");
  if (face) {
    line.value = `${line.value.trimEnd()} ${face.dataset.face}`.trimStart();
    line.dataset.dirty = "";
  }
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset.line !== undefined) {
    event.preventDefault();
    refusal.hidden = true;
    const { failed } = await post("lines", { line: line.value, as: main.dataset.as }, line.value);
    if (failed !== undefined) return refuse(failed);
    const cards = line.value.match(/\b(?:10|[2-9TJQKA])[cdhs]\b/gi) ?? [];
    if (cards.length) typed = cards.map((card) => card.replace("10", "T").replace(/^./, (rank) => rank.toUpperCase()).replace(/.$/, (suit) => suit.toLowerCase()));
    line.value = "";
    delete line.dataset.dirty;
    line.focus();
  } else if (form.dataset.payout !== undefined) {
    event.preventDefault();
    const amount = cents(form.elements.amount.value);
    const verdict = form.querySelector(".verdict");
    if (amount === null) {
      verdict.textContent = says("amountWrong");
      return;
    }
    const { said, failed } = await post("payout", { box: Number(form.dataset.payout), amount });
    verdict.textContent = failed ?? said.says;
    verdict.className = `verdict ${said?.right ? "right" : "wrong"}`;
    if (said) work(form.parentElement.querySelector("details"), said);
  } else if (form.dataset.correct !== undefined) {
    event.preventDefault();
    refusal.hidden = true;
    const { was, now, why } = Object.fromEntries(new FormData(form));
    const said = `correct ${was.trim()} to ${now.trim()}; ${why.trim()}`;
    const { failed } = await post("lines", { line: said, as: main.dataset.as }, said);
    if (failed !== undefined) return refuse(failed);
    typed = [];
    form.reset();
    form.closest("details").open = false;
  } else if (form.dataset.correctAct !== undefined) {
    event.preventDefault();
    refusal.hidden = true;
    const { act, amount, why } = Object.fromEntries(new FormData(form));
    const sum = act.startsWith("correct ante") ? cents(amount) : 0;
    if (sum === null) return refuse(says("amountWrong"));
    const said = `${act}${act.startsWith("correct ante") ? ` ${(sum / 100).toFixed(2)}` : ""}; ${why.trim()}`;
    const { failed } = await post("lines", { line: said, as: main.dataset.as }, said);
    if (failed !== undefined) return refuse(failed);
    form.reset();
    form.closest("details").open = false;
  } else if (form.dataset.report !== undefined) {
    event.preventDefault();
    const command = { do: "report", what: form.dataset.report };
    const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim()));
    for (const name of ["box", "player", "count"]) if (given[name]) command[name] = Number(given[name]);
    for (const name of ["boxes", "players"]) if (given[name]) command[name] = given[name].split(/[\s,]+/).map(Number);
    if (given.cards) command.cards = given.cards.split(/[\s,]+/);
    if (given.amount) command.amount = cents(given.amount);
    if (command.amount === null) {
      form.elements.amount.focus();
      return refuse(says("amountWrong"));
    }
    for (const name of ["person", "note"]) if (given[name]) command[name] = given[name];
    const { failed } = await post("commands", { seen: seen(main.dataset.stream), command, as: main.dataset.as }, JSON.stringify(command));
    if (failed !== undefined) return refuse(failed);
    form.reset();
    form.closest("details").open = false;
  }
});
