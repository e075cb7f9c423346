// The dealer's page: lines by keyboard or taps, payouts checked before they are made, reports.
import { cents } from "./act.js";
import { answered, idFor, says, seen, signedOut, speak } from "./live.js";

const main = document.querySelector("main[data-stream]");
const line = document.getElementById("line");
const refusal = document.getElementById("refusal");

async function post(what, body, once = "") {
  const answer = await fetch(`/api/streams/${encodeURIComponent(main.dataset.stream)}/${what}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(once ? { ...body, id: idFor(once) } : body),
  }).catch(() => null);
  if (!answer) return { failed: says("notSent") };
  answered(once);
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 401) signedOut(said.ground === "not_signed_in" ? "" : said.reason);
  return answer.ok ? { said } : { failed: `${said.reason ?? ""} ${said.clauses?.length ? `(${said.clauses.join(", ")})` : ""}` };
}

function refuse(reason) {
  refusal.textContent = reason;
  refusal.hidden = false;
  speak([reason]);
}

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

document.addEventListener("click", (event) => {
  const begin = event.target.closest?.("[data-begin]");
  if (begin) {
    line.value = begin.dataset.begin;
    line.focus();
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
    if (failed) return refuse(failed);
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
  } else if (form.dataset.report !== undefined) {
    event.preventDefault();
    const command = { do: "report", what: form.dataset.report };
    const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value.trim()));
    for (const name of ["box", "player", "count"]) if (given[name]) command[name] = Number(given[name]);
    for (const name of ["boxes", "players"]) if (given[name]) command[name] = given[name].split(/[\s,]+/).map(Number);
    if (given.cards) command.cards = given.cards.split(/[\s,]+/);
    if (given.amount) command.amount = cents(given.amount) ?? -1;
    for (const name of ["person", "note"]) if (given[name]) command[name] = given[name];
    const { failed } = await post("commands", { seen: seen(main.dataset.stream), command, as: main.dataset.as }, JSON.stringify(command));
    if (failed) return refuse(failed);
    form.reset();
    form.closest("details").open = false;
  }
});
