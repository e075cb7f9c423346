// The keyboard does everything: letters act, other letters read out. No key of the browser is taken. Which letter acts is for
// each to choose; it is kept in this browser.
import { heardLast, says, speak, whatNow } from "./live.js";

const dialog = document.getElementById("keys");
const now = dialog?.querySelector("[data-keys-now]");
const READS = "hdpswtl12345?";

const shown = (element) => element.getClientRects().length > 0 && !element.disabled;
const hot = () => [...document.querySelectorAll("[data-hot]")].filter(shown);
let chosen = {};
let waiting = null;
try { chosen = JSON.parse(localStorage.getItem("keys") ?? "{}") ?? {}; } catch { /* a private window forgets */ }

/** The key of an act: the one chosen for it, or its own if that was not chosen for another. */
function keyOf(act, own) {
  if (chosen[act]) return chosen[act];
  return Object.values(chosen).includes(own) ? "" : own;
}
const owns = new Map([...(dialog?.querySelectorAll("[data-key-of]") ?? [])].map((row) => [row.dataset.keyOf, row.dataset.own]));
/** A letter that was chosen is for the first box; that of another box keeps its own. */
const keyFor = ({ dataset: { act, hot: own }, name }) => keyOf((owns.get(act) ?? own) === own ? act ?? name : "", own);

document.addEventListener("keydown", (event) => {
  if (waiting) return choose(event);
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select")) return;
  if (event.key === "?") {
    event.preventDefault();
    return dialog?.open ? dialog.close() : help();
  }
  if (document.querySelector("dialog[open]")) return;
  const key = event.key.toLowerCase();
  const button = hot().find((one) => keyFor(one) === key);
  if (button) {
    event.preventDefault();
    if (button.matches("input, [data-focus]")) {
      button.focus();
      button.select?.();
    } else button.click();
    return;
  }
  const said = read(key);
  if (said) speak([said]);
});

function read(key) {
  if (key === "t") return document.querySelector("#now .timer")?.textContent.replace(/\s+/g, " ").trim() ?? says("noClock");
  if (key === "l" && heardLast().length) return heardLast().join(" ");
  if (key === "l") return [...document.querySelectorAll("#log li:not(.opens)")].slice(0, 3).map((line) => line.firstChild.textContent.trim()).join(" ");
  if (key === "w") return `${whatNow()} ${document.querySelector('[data-read="w"]')?.textContent ?? ""}`.trim();
  return document.querySelector(`[data-read="${CSS.escape(key)}"]`)?.textContent;
}

function list() {
  const rows = hot().filter(keyFor).map((button) => {
    const row = document.createElement("div");
    const key = document.createElement("dt");
    const mark = document.createElement("kbd");
    mark.textContent = keyFor(button);
    key.append(mark);
    const what = document.createElement("dd");
    what.textContent = button.getAttribute("aria-label") ?? button.querySelector(".label")?.textContent ?? button.closest("label")?.firstElementChild.textContent ?? button.textContent;
    row.append(key, what);
    return row;
  });
  if (rows.length) now.replaceChildren(...rows);
  else {
    const row = document.createElement("div");
    const what = document.createElement("dd");
    what.textContent = document.getElementById("texts").dataset.none;
    row.append(what);
    now.replaceChildren(row);
  }
}

function help() {
  if (!dialog) return;
  list();
  dialog.showModal();
}

document.querySelector("[data-keys]")?.addEventListener("click", help);

// Choosing your own.

const note = dialog?.querySelector("[data-keys-note]");

/** Say on buttons and in the list which key is whose. */
function mark() {
  for (const element of document.querySelectorAll("[data-hot]")) {
    const key = keyFor(element);
    const sign = element.querySelector("kbd");
    if (sign && sign.textContent !== key) sign.textContent = key;
    if (sign) sign.hidden = !key;
    if (key && (element.getAttribute("aria-keyshortcuts") ?? key) !== key) element.setAttribute("aria-keyshortcuts", key);
  }
  for (const row of dialog?.querySelectorAll("[data-key-of]") ?? []) row.querySelector("kbd").textContent = keyOf(row.dataset.keyOf, row.dataset.own) || "–";
}

dialog?.addEventListener("click", (event) => {
  const row = event.target.closest("[data-rebind]")?.closest("[data-key-of]");
  if (row) {
    waiting = row;
    note.textContent = note.dataset.press;
  } else if (event.target.closest("[data-keys-reset]")) keep({});
});
dialog?.addEventListener("close", () => { waiting = null; });

function choose(event) {
  event.preventDefault();
  if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  const row = waiting;
  waiting = null;
  const key = event.key.toLowerCase();
  if (key === "escape") note.textContent = "";
  else if (!/^[a-z0-9]$/.test(key) || READS.includes(key)) note.textContent = note.dataset.taken;
  else keep({ ...Object.fromEntries(Object.entries(chosen).filter(([, other]) => other !== key)), [row.dataset.keyOf]: key });
}

function keep(keys) {
  chosen = keys;
  note.textContent = note.dataset.kept;
  try { localStorage.setItem("keys", JSON.stringify(keys)); } catch { /* a private window forgets */ }
  mark();
  list();
}

document.addEventListener("croupier:updated", mark);
mark();
