// Doing something: every act is a submit button with its command in data-do. A command has an id of its own, so that one sent
// twice is taken once; one that could not be sent goes out again when the connection is back.
import { says, seen, speak, tell } from "./live.js";
import { cents, plain, shown as money } from "./money.js";
import { post, show, toSignIn } from "./send.js";

const refusal = document.getElementById("refusal");
const waiting = [];
const sending = new Map();
const SLOW = 700;
const PATIENCE = 8_000;
let armed = null;
/** What is refused for as long as somebody of the house has not seen to it: to try again by itself would help nobody. */
const STOPPED = ["table_set_aside", "play_halted"];
/** What was refused as the table was then, and may be sent again as it is now. */
const PASSED = ["stale_command", "refused_before"];


document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.acts === undefined) return;
  event.preventDefault();
  const button = event.submitter ?? form.querySelector("button[data-do]");
  if (button?.dataset.do) press(button, form);
});

export function press(button, form) {
  if (button.getAttribute("aria-busy") === "true") return;
  if (button.dataset.warning && armed !== button) return warn(button);
  if (button.dataset.confirm && armed !== button) return arm(button, button.dataset.confirm);
  const command = JSON.parse(button.dataset.do);
  const field = button.dataset.with;
  if (field) {
    const input = form.querySelector(`[data-amount="${field}"]`);
    const amount = input ? cents(input.value) : null;
    if (amount === null) {
      input?.focus();
      return refuse({ reason: says("amountWrong") });
    }
    command[field] = amount;
    if (button.dataset.guard === String(amount) && armed !== button) return arm(button, button.dataset.guardSays);
  }
  disarm();
  send(button.closest("[data-stream]") ?? document.querySelector("main[data-stream]"), command, button, form);
}

/** What the trainer would not do: it says why, and the button does it all the same. */
function warn(button) {
  const { warning, confirm: question } = button.dataset;
  const label = button.querySelector(".label");
  arm(button, label ? `${label.textContent} ${says("allTheSame")}` : `${warning} ${question ?? ""}`, label ? warning : "");
  tell("warned", { stream: document.querySelector("main[data-stream]").dataset.stream, command: JSON.parse(button.dataset.do) });
}

/** What cannot be undone asks once more: the button itself becomes the question. What is said beside it stands until it is read. */
function arm(button, question, beside = "") {
  disarm();
  armed = button;
  button.classList.add("armed");
  button.dataset.was = button.getAttribute("aria-label") ?? "";
  button.setAttribute("aria-label", question);
  const label = button.querySelector(".label");
  const [asked, ...more] = question.split(". "); // the button asks, and what it comes to stands beside it
  if (label) {
    button.dataset.said = label.textContent;
    label.textContent = asked;
  }
  const asks = document.getElementById("asks");
  if (asks) asks.textContent = beside || (label ? more.join(". ") : question);
  speak([beside ? `${beside} ${question}` : question]);
  if (!button.dataset.warning) setTimeout(() => { if (armed === button) disarm(); }, 4_000 + 60 * more.join(". ").length);
}

function disarm() {
  if (!armed) return;
  const label = armed.querySelector(".label");
  if (label) label.textContent = armed.dataset.said;
  if (armed.dataset.was) armed.setAttribute("aria-label", armed.dataset.was);
  else armed.removeAttribute("aria-label");
  armed.classList.remove("armed");
  const asks = document.getElementById("asks");
  if (asks) asks.textContent = "";
  armed = null;
}

async function send(page, command, button, form) {
  const stream = page.dataset.stream;
  const as = page.dataset.as;
  const order = {
    stream, form, button,
    body: { id: crypto.randomUUID(), seen: seen(stream), command, as: /^\d+$/.test(as) ? Number(as) : as || null },
    key: button.dataset.do,
    tries: 0,
  };
  if (command.do === "take-seat") order.body.as = command.seat;
  button.setAttribute("aria-busy", "true");
  sending.set(order.key, order);
  setTimeout(() => stillSending(order), SLOW);
  refusal.hidden = true;
  await give(order);
}

/** What takes longer than a moment says so on its button, also on one that has come in its place since. */
function stillSending(order) {
  if (sending.get(order.key) !== order) return;
  if (!order.slow) speak([says("sending")]);
  order.slow = true;
  for (const button of document.querySelectorAll(`[data-do="${CSS.escape(order.key)}"]`)) {
    button.setAttribute("aria-busy", "true");
    const label = button.querySelector(".label");
    if (label && button.dataset.unsent === undefined) {
      button.dataset.unsent = label.textContent;
      label.textContent = says("sending");
    }
  }
}

async function give(order) {
  const { status, ok, said } = await post(`/api/streams/${encodeURIComponent(order.stream)}/commands`, order.body, "POST", PATIENCE);
  if (!status || (status >= 500 && !STOPPED.includes(said.ground))) return later(order);
  free(order);
  if (ok) return done(order, said);
  if (status === 401) return toSignIn(said);
  if (status === 409 && PASSED.includes(said.ground)) return again(order, said);
  refuse(said, order);
}

/** It is on record: what was typed for it is a proposal for the next time again. */
function done(order, answer) {
  if (order.delayed) refusal.hidden = true;
  for (const input of order.form.querySelectorAll("[data-keep]")) {
    for (const same of document.querySelectorAll(`[data-keep="${CSS.escape(input.dataset.keep)}"]`)) delete same.dataset.dirty;
  }
  tell("done", { stream: order.stream, answer });
}

/** It could not be sent: it goes out again under the same id. */
function later(order) {
  if (!waiting.includes(order)) waiting.push(order);
  order.delayed = true;
  const what = order.button.dataset.unsent ?? order.button.querySelector(".label")?.textContent ?? order.button.getAttribute("aria-label") ?? "";
  refuse({ reason: what ? `${what}: ${says("unreachable")}` : says("unreachable") });
  setTimeout(() => resend(order), Math.min(1_000 * 2 ** order.tries++, 8_000));
}

function resend(order) {
  const place = waiting.indexOf(order);
  if (place < 0) return;
  waiting.splice(place, 1);
  give(order);
}

document.addEventListener("croupier:connected", () => { for (const order of [...waiting]) resend(order); });

/** Others acted meanwhile. If the very same is still offered it is sent again, on the table as it is now. */
function again(order, said) {
  const offered = () => document.querySelector(`[data-do="${CSS.escape(order.key)}"]`);
  const settle = () => {
    if (seen(order.stream) < (said.number ?? 0) && order.tries < 12) {
      order.tries++;
      return setTimeout(settle, 120);
    }
    if (!offered() || order.restarts >= 3) return refuse({ reason: says("movedOn") });
    order.restarts = (order.restarts ?? 0) + 1;
    order.body = { ...order.body, id: crypto.randomUUID(), seen: seen(order.stream) };
    give(order);
  };
  settle();
}

function free(order) {
  sending.delete(order.key);
  for (const button of [order.button, ...document.querySelectorAll(`[data-do="${CSS.escape(order.key)}"]`)]) {
    button.removeAttribute("aria-busy");
    if (button.dataset.unsent !== undefined) button.querySelector(".label").textContent = button.dataset.unsent;
    delete button.dataset.unsent;
  }
}

/** Say why not, with the clauses. */
function refuse({ reason, clauses = [], book }, order) {
  const stands = book ?? order?.button.closest(".act")?.querySelector(".clause")?.dataset.clause.split(" ")[0] ?? document.querySelector(".clause")?.dataset.clause.split(" ")[0];
  const line = document.createElement("p");
  line.textContent = order ? `${says("refused")}: ${reason ?? ""} ` : `${reason ?? ""} `;
  if (clauses.length && stands) {
    const chip = document.createElement("button");
    chip.type = "button";
    chip.className = "clause";
    chip.dataset.clause = `${stands} ${clauses.join(" ")}`;
    chip.textContent = clauses.length > 1 ? `${clauses[0]} +${clauses.length - 1}` : clauses[0];
    line.append(chip);
  }
  show(line);
}

// Amounts: chips add up, presets and the slider set, and whatever shows the amount follows.

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-add],[data-clear],[data-set]");
  if (!button) {
    if (armed && !event.target.closest(".armed")) disarm();
    return;
  }
  const input = button.form?.querySelector("[data-amount]");
  if (!input) return;
  const { add, set } = button.dataset;
  // The first chip starts a new stake: what stands there before anybody has touched it is only a proposal.
  const before = input.dataset.dirty === undefined ? 0 : cents(input.value) ?? 0;
  put(input, set !== undefined ? Number(set) : add !== undefined ? before + Number(add) : 0);
});

document.addEventListener("input", (event) => {
  const input = event.target;
  if (input.dataset.keep !== undefined) input.dataset.dirty = "";
  if (input.dataset.slides !== undefined) {
    const amount = input.form.querySelector("[data-amount]");
    amount.value = plain(Number(input.value));
    amount.dataset.dirty = "";
    follows(input.form, Number(input.value));
  } else if (input.dataset.amount !== undefined) {
    follow(input);
  }
});

function put(input, amount) {
  input.value = plain(amount);
  input.dataset.dirty = "";
  follow(input);
}

function follow(input) {
  const amount = cents(input.value);
  if (amount === null || !input.form) return;
  const slider = input.form.querySelector("[data-slides]");
  if (slider) slider.value = String(amount);
  follows(input.form, amount);
}

function follows(form, amount) {
  const shown = money(amount);
  for (const place of form.querySelectorAll("[data-shows]")) if (place.textContent !== shown) place.textContent = shown;
}

document.addEventListener("croupier:updated", () => {
  for (const order of sending.values()) stillSending(order);
  if (armed && !armed.isConnected) armed = null;
  for (const input of document.querySelectorAll("[data-amount]")) follow(input);
  decided();
});
for (const input of document.querySelectorAll("[data-amount]")) follow(input);

// What was decided before the turn, kept in this browser only: one thing at a time, until it is taken back.

let chosen = "";
document.addEventListener("change", (event) => {
  if (event.target.name !== "before") return;
  chosen = event.target.checked ? event.target.value : "";
  for (const input of event.target.form.elements) if (input.name === "before") input.checked = input.value === chosen;
});

function decided() {
  const fresh = document.querySelector("[data-before]");
  if (fresh) {
    const same = [...fresh.querySelectorAll("input")].find((input) => input.value === chosen);
    if (!same) chosen = "";
    return;
  }
  if (!chosen || !document.querySelector("#now[data-turn]")) return;
  const wants = { "check-fold": ["check", "fold"], check: ["check"], "call-any": ["check", "call"] }[chosen] ?? [];
  const amount = chosen.startsWith("call:") ? chosen.slice(5) : "";
  chosen = "";
  const find = (act) => document.querySelector(`#acts button[data-act="${act}"]`);
  const button = amount ? document.querySelector(`#acts button[data-act="call"][data-owed="${amount}"]`) : wants.map(find).find(Boolean);
  if (button) press(button, button.form);
}
