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

const table = document.querySelector("main.table-page[data-stream]");
const button = table && wished(table.dataset.stream) ? document.querySelector('#acts button[data-act="take-seat"]') : null;
if (button) press(button, button.form);
