// Cards and chips travel from where they were to where they are: cards from the shoe, chips from a stack to a wager, to the pot,
// to the winner. The page is right at once; only the picture catches up, and nobody waits for it.
const DURATIONS = { slow: 290, normal: 240, fast: 120 };
const EASING = "cubic-bezier(.2,.7,.3,1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

const duration = () => DURATIONS[document.documentElement.dataset.speed] ?? DURATIONS.normal;
const box = (element) => element.getBoundingClientRect();
const seen = (rect) => rect.width > 0 && rect.height > 0;
const sum = (element) => element.querySelector(".amount")?.textContent ?? "";

/** Where everything with a key is now: to be taken before a change. */
export function before(root) {
  const places = new Map();
  if (still.matches || document.hidden) return places;
  for (const element of root.querySelectorAll("[data-key]")) {
    const rect = box(element);
    if (seen(rect)) places.set(element.dataset.key, { rect, face: element.dataset.face, sum: sum(element), element });
  }
  return places;
}

/**
 * Let what has moved travel from where it was, what is new come from its stack or the shoe, and what is gone go where it went.
 * First all is measured, then all is set in motion: a ghost put down in between would have the whole page laid out again for
 * whatever is measured next.
 */
export function after(root, places) {
  if (still.matches || document.hidden) return;
  const moves = [];
  const shoe = root.querySelector('[data-place="shoe"]');
  const keys = new Set();
  let fresh = 0;
  for (const element of root.querySelectorAll("[data-key]")) {
    const key = element.dataset.key;
    keys.add(key);
    const rect = box(element);
    if (!seen(rect)) continue;
    const was = places.get(key);
    const from = element.classList.contains("chips") ? stackOf(root, element.closest("[data-from]")?.dataset.from) : null;
    if (was) {
      moves.push(travel(element, was.rect, rect, 0, was.face !== element.dataset.face));
      if (from && was.sum !== sum(element)) moves.push(fly(root, element, rect, box(from), rect));
    } else if (element.classList.contains("card") && shoe) moves.push(travel(element, box(shoe), rect, Math.min(fresh++ * 12, 120), false));
    else if (from) moves.push(travel(element, box(from), rect, 0, false));
    else moves.push(() => element.animate([{ opacity: 0, transform: "translateY(12px)" }, {}], { duration: duration(), easing: EASING }));
  }
  for (const [key, was] of places) if (!keys.has(key) && was.element.classList.contains("chips")) moves.push(...leave(root, key, was));
  for (const move of moves) move?.();
}

/** The chips of a seat: its stack, or wherever it is. */
function stackOf(root, place) {
  const found = place ? root.querySelector(`[data-place="${CSS.escape(place)}"]`) : null;
  return found && (found.querySelector(".plate .stack") ?? found.querySelector(".plate") ?? found);
}

function travel(element, from, to, delay, turned) {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = from.width && to.width ? Math.min(from.width / to.width, 3) : 1;
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && !turned) return null;
  const turn = turned ? " rotateY(90deg)" : "";
  return () => element.animate(
    [{ transform: `translate(${x}px,${y}px) scale(${scale})${turn}` }, { transform: "none" }],
    { duration: Math.max(duration() - delay, 60), delay, easing: EASING, fill: "backwards" },
  );
}

/** Chips that are gone go to the player who takes them: those by their very name, else those of their kind; to several, some to each. */
function leave(root, key, { rect, element }) {
  const takers = (name) => [...root.querySelectorAll(`[data-takes~="${CSS.escape(name)}"]`)];
  const exact = takers(key);
  const found = exact.length ? exact : takers(key.split("-")[0]);
  if (!found.length) return [fly(root, element, rect, rect, null)];
  return found.flatMap((taker) => {
    const stack = box(stackOf(root, taker.dataset.place) ?? taker);
    const bank = taker.dataset.paid === undefined ? null : root.querySelector('[data-place="house"]');
    return [fly(root, element, rect, rect, stack), bank && fly(root, element, rect, box(bank), stack)];
  });
}

/** A picture of chips, of their size, that goes from one place to another, or fades where it is, and is gone. */
function fly(root, element, size, from, to) {
  const left = from.left + from.width / 2 - size.width / 2;
  const top = from.top + from.height / 2 - size.height / 2;
  const x = to ? to.left + to.width / 2 - left - size.width / 2 : 0;
  const y = to ? to.top + to.height / 2 - top - size.height / 2 : -28;
  const end = { opacity: to ? 0.7 : 0, transform: `translate(${x}px,${y}px) scale(${to ? 0.7 : 0.8})` };
  return () => {
    const ghost = element.cloneNode(true);
    for (const named of [ghost, ...ghost.querySelectorAll("[data-key]")]) named.removeAttribute("data-key");
    ghost.className = `${element.className} ghost`;
    ghost.setAttribute("aria-hidden", "true");
    Object.assign(ghost.style, { left: `${left}px`, top: `${top}px`, width: `${size.width}px`, height: `${size.height}px` });
    (root.closest("dialog") ?? document.body).append(ghost);
    const done = ghost.animate([{ opacity: 1, transform: "none" }, end], { duration: duration(), easing: EASING });
    done.onfinish = done.oncancel = () => ghost.remove();
  };
}
