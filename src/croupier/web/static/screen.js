// Big screens that nobody touches: jackpot displays and tournament clocks. They follow one view, count up or down by themselves,
// and say when they have heard nothing for a while.
import { shown as money } from "./money.js";
import { inLocalTime, secondsLeft } from "./times.js";

const main = document.querySelector("main[data-open]");
const stale = document.getElementById("stale");
const still = matchMedia("(prefers-reduced-motion: reduce)");
let offset = Number(main.dataset.now ?? 0) ? Number(main.dataset.now) - Date.now() / 1000 : 0;
let heard = Date.now();

function rise(figure, from, to) {
  if (still.matches || !(to > from) || to - from > 5_000_000) return;
  const began = performance.now();
  const step = (now) => {
    const part = Math.min((now - began) / 1_200, 1);
    figure.textContent = money(Math.round(from + (to - from) * part));
    if (part < 1 && figure.isConnected) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function take({ regions = {}, now }) {
  if (now) offset = now - Date.now() / 1000;
  for (const [id, html] of Object.entries(regions)) {
    const old = document.getElementById(id);
    if (!old) continue;
    const held = document.createElement("template");
    held.innerHTML = html;
    inLocalTime(held.content);
    const fresh = held.content.firstElementChild;
    const before = Number(old.querySelector("[data-count]")?.dataset.count ?? 0);
    old.replaceWith(fresh);
    const figure = fresh.querySelector("[data-count]");
    if (figure && before) rise(figure, before, Number(figure.dataset.count));
  }
  tick();
}

function tick() {
  const now = Date.now() / 1000 + offset;
  for (const each of document.querySelectorAll("[data-until]")) {
    const left = secondsLeft(each, now);
    const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
    const two = (number) => String(number).padStart(2, "0");
    each.textContent = hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
  }
  stale.hidden = Date.now() - heard < 20_000;
  document.body.classList.toggle("is-stale", !stale.hidden);
}

const source = new EventSource(`/live?open=${encodeURIComponent(main.dataset.open)}`);
for (const name of ["region", "beat"]) {
  source.addEventListener(name, (event) => {
    heard = Date.now();
    if (name === "region") take(JSON.parse(event.data));
  });
}
setInterval(tick, 250);
tick();
