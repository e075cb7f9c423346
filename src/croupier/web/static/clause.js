// The clause is one tap away: a small window with our line on it, and the way to its page.
import { says } from "./live.js";

const popover = document.getElementById("popover");
const known = new Map();
let opener = null;

document.addEventListener("click", (event) => {
  const chip = event.target.closest("[data-clause]");
  if (chip) {
    event.preventDefault();
    if (opener === chip && !popover.hidden) close();
    else open(chip);
  } else if (!event.target.closest("#popover")) close();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !popover.hidden) {
    event.preventDefault(); // a window below it stays open
    close();
    opener?.focus();
  }
});

async function open(chip) {
  opener = chip;
  const [book, ...numbers] = chip.dataset.clause.split(" ");
  const parts = await Promise.all(numbers.map((number) => read(book, number)));
  if (opener !== chip) return;
  popover.replaceChildren(...parts.flat());
  (chip.closest("dialog") ?? document.body).append(popover); // a window over the page has its own on top
  popover.hidden = false;
  place(chip);
  popover.tabIndex = -1;
  popover.focus({ preventScroll: true });
}

async function read(book, number) {
  const where = `/rules/${encodeURIComponent(book)}/${encodeURIComponent(number)}`;
  if (!known.has(where)) {
    try {
      const answer = await fetch(`${where}?fragment=1`);
      if (!answer.ok) throw new Error(String(answer.status));
      known.set(where, await answer.text());
    } catch {
      const line = document.createElement("p");
      line.textContent = `${number}: ${says("clauseGone")}`;
      return [line];
    }
  }
  const held = document.createElement("template");
  held.innerHTML = known.get(where);
  return [...held.content.cloneNode(true).children];
}

function place(chip) {
  const at = chip.getBoundingClientRect();
  const size = popover.getBoundingClientRect();
  const over = chip.closest("dialog");
  const from = over ? over.getBoundingClientRect() : { left: 0, top: 0, right: innerWidth };
  const left = Math.max(from.left + 8, Math.min(at.left, from.right - size.width - 8));
  const below = at.bottom + 6;
  const top = below + size.height < innerHeight - 8 ? below : Math.max(8, at.top - size.height - 6);
  popover.style.left = `${left - from.left - (over?.clientLeft ?? 0) + (over ?? { scrollLeft: scrollX }).scrollLeft}px`;
  popover.style.top = `${top - from.top - (over?.clientTop ?? 0) + (over ?? { scrollTop: scrollY }).scrollTop}px`;
}

function close() {
  popover.hidden = true;
}
