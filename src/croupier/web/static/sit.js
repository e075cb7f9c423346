// Sitting down from the lobby in one tap: the table is opened, and its own first button for a place is pressed there. The wish goes
// with this window alone, for a moment, so that no address of another page can make anybody sit down.
import { press } from "./act.js";

const MOMENT = 120_000;

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("[data-sit]");
  if (!place) return;
  try { sessionStorage.setItem("sit", JSON.stringify([place.dataset.sit, Date.now()])); } catch { /* then it takes one tap more */ }
});

function wished(stream) {
  try {
    const [name, at] = JSON.parse(sessionStorage.getItem("sit") ?? "[]");
    if (document.body.dataset.person || name !== stream) sessionStorage.removeItem("sit"); // who has to sign in first comes back for it
    return name === stream && Date.now() - at < MOMENT;
  } catch {
    return false;
  }
}

/** Where one sits already, the same button leads back to the seat. What the lobby shows is the same for everybody. */
function mark() {
  const { seats = "", back } = document.querySelector("main.lobby").dataset;
  for (const name of seats.split(" ").filter(Boolean)) {
    const place = document.querySelector(`[data-sit="${CSS.escape(name)}"]`);
    if (!place) continue;
    place.textContent = back;
    place.setAttribute("aria-label", `${back}: ${name}`);
  }
}
if (document.querySelector("main.lobby[data-seats]")) {
  mark();
  document.addEventListener("croupier:updated", mark);
}

const table = document.querySelector("main.table-page[data-stream]");
const button = table && wished(table.dataset.stream) ? document.querySelector('#acts button[data-act="take-seat"]') : null;
if (button) press(button, button.form);
