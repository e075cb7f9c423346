// Cards and chips travel from where they were to where they are. The page is right at once; only the picture catches up.
const DURATION = 260;
const EASING = "cubic-bezier(.2,.7,.3,1)";
const still = matchMedia("(prefers-reduced-motion: reduce)");

const box = (element) => element.getBoundingClientRect();
const seen = (rect) => rect.width > 0 && rect.height > 0;

/** Where everything with a key is now: to be taken before a change. */
export function before(root) {
  const places = new Map();
  if (still.matches || document.hidden) return places;
  for (const element of root.querySelectorAll("[data-key]")) {
    const rect = box(element);
    if (seen(rect)) places.set(element.dataset.key, { rect, face: element.dataset.face, element });
  }
  return places;
}

/** Let what has moved travel from where it was, what is new come from the shoe, and what is gone leave. */
export function after(root, places) {
  if (!places.size && (still.matches || document.hidden)) return;
  const shoe = document.querySelector('[data-place="shoe"]');
  const keys = new Set();
  let fresh = 0;
  for (const element of root.querySelectorAll("[data-key]")) {
    const key = element.dataset.key;
    keys.add(key);
    const rect = box(element);
    if (!seen(rect)) continue;
    const was = places.get(key);
    if (was) travel(element, was.rect, rect, 0, was.face !== element.dataset.face);
    else if (element.classList.contains("card") && shoe) travel(element, box(shoe), rect, Math.min(fresh++ * 12, 120), false);
    else element.animate([{ opacity: 0, transform: "translateY(12px)" }, {}], { duration: DURATION, easing: EASING });
  }
  for (const [key, was] of places) if (!keys.has(key) && was.element.classList.contains("chips")) leave(was);
}

function travel(element, from, to, delay, turned) {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = from.width && to.width ? Math.min(from.width / to.width, 3) : 1;
  if (Math.abs(x) < 1 && Math.abs(y) < 1 && !turned) return;
  const turn = turned ? " rotateY(90deg)" : "";
  element.animate(
    [{ transform: `translate(${x}px,${y}px) scale(${scale})${turn}` }, { transform: "none" }],
    { duration: DURATION - delay, delay, easing: EASING, fill: "backwards" },
  );
}

function leave({ rect, element }) {
  const ghost = element.cloneNode(true);
  ghost.removeAttribute("data-key");
  ghost.className = `${element.className} ghost`;
  Object.assign(ghost.style, { left: `${rect.left}px`, top: `${rect.top}px`, width: `${rect.width}px`, height: `${rect.height}px` });
  document.body.append(ghost);
  const done = ghost.animate([{ opacity: 1 }, { opacity: 0, transform: "translateY(-28px) scale(.8)" }], { duration: DURATION, easing: EASING });
  done.onfinish = done.oncancel = () => ghost.remove();
}
