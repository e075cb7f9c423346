// Rounds that are over: looked at again in a window over the table, or on a page of their own. Arrow keys go from step to step.
import { says, speak } from "./live.js";
import { after, before } from "./motion.js";
import { replace } from "./regions.js";

const dialog = document.getElementById("hands");
const part = () => document.getElementById("replay");
let wanted = "";
let busy = 0;
let opener = "";

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-replay]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (dialog && !dialog.open) opener = link.dataset.keep;
  open(link.href, link.dataset.step);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || (dialog && !dialog.open)) return;
  if (event.target.closest("input, textarea, select")) return;
  const name = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  const link = name && (dialog ?? document).querySelector(`a[data-step="${name}"]`);
  if (!link) return;
  event.preventDefault();
  if (!event.repeat || !busy) link.click(); // a key that is held down goes as fast as the steps come
});

async function open(href, step) {
  wanted = href;
  if (dialog && !dialog.open) {
    dialog.showModal();
    history.pushState("hands", ""); // so that the browser's back button closes the window, not the table
  }
  const where = new URL(href);
  where.searchParams.set("fragment", "1");
  busy++;
  const html = await fetch(where).then((answer) => (answer.ok ? answer.text() : "")).catch(() => "");
  busy--;
  if (wanted !== href) return; // another step was asked for meanwhile
  if (!html) {
    if (!part().childElementCount) part().textContent = says("unreachable");
    return speak([says("unreachable")]);
  }
  const root = dialog ?? document.getElementById("main");
  const places = step ? before(root) : new Map();
  replace(part(), html);
  if (step) after(root, places);
  else part().querySelector("[data-first]")?.focus();
  if (!document.activeElement?.dataset.keep) part().querySelector("[data-first]")?.focus({ preventScroll: true });
  const now = part().querySelector('[aria-current="step"]');
  const list = now?.closest(".step-list");
  if (list) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
  speak([...part().querySelectorAll("[data-says] p")].map((line) => line.firstChild.textContent.trim()));
  if (!dialog) history.replaceState(null, "", href);
}

addEventListener("popstate", () => dialog?.close());

dialog?.addEventListener("close", () => {
  wanted = "";
  if (history.state === "hands") history.back();
  document.querySelector(`main [data-keep="${CSS.escape(opener)}"]`)?.focus(); // the link may have been replaced meanwhile
});

/** A player who looks at an old hand sees that the table waits for them. */
function turn() {
  const note = dialog?.querySelector("[data-turn-note]");
  if (note) note.hidden = document.querySelector("#now[data-turn]") === null;
}
document.addEventListener("croupier:updated", turn);
turn();
