// One stream of what this person may see: whole regions by id, put in place of the old ones. A live region apart from them speaks
// to screen readers.
import { after, before } from "./motion.js";
import { update } from "./regions.js";
import { secondsLeft } from "./times.js";

const SILENCE = 4_500;
const numbers = new Map();
const arrived = [];
const moment = new MessageChannel();
const texts = document.getElementById("texts")?.dataset ?? {};
const lost = document.getElementById("lost");
/** What this page follows; where it shows nothing that changes, a person who is signed in still hears what every page says to them. */
const main = document.querySelector("main[data-open]") ?? (document.body.dataset.person ? document.querySelector("main") : null);
let source = null;
let wait = 500;
let lastHeard = 0;
let lastTry = 0;
let lastListened = 0;
let offset = 0;
let out = false;
let lostAt = 0;
let hurried = "";

/** How many entries of a stream this page has seen. */
export const seen = (stream) => numbers.get(stream) ?? Number(main?.dataset.number ?? 0);
/** The time of the house in seconds. */
export const houseTime = () => Date.now() / 1000 + offset;
/** A text of the page by its name. */
export const says = (name) => texts[name] ?? "";

const unanswered = new Map();
/** An id for what is sent: the same one for as long as nobody has answered, so that it is done once however often it is sent. */
export function idFor(what) {
  if (!unanswered.has(what)) unanswered.set(what, crypto.randomUUID());
  return unanswered.get(what);
}
export const answered = (what) => unanswered.delete(what);

const spoken = [];
/** What was heard last. */
export const heardLast = () => spoken.slice(-3);

export function speak(lines) {
  const region = document.querySelector("dialog[open] [data-say]") ?? document.getElementById("say"); // what a window covers is not heard
  if (!region) return;
  for (const line of lines) {
    const said = document.createElement("p");
    said.textContent = line;
    region.append(said);
  }
  while (region.childElementCount > 30) region.firstElementChild.remove();
}

export function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(`croupier:${name}`, { detail }));
}

export function start() {
  const now = Number(document.body.dataset.now ?? NaN);
  if (Number.isFinite(now)) offset = now - Date.now() / 1000;
  setInterval(tick, 250);
  tick();
  if (!main) return;
  numbers.set(main.dataset.stream, Number(main.dataset.number ?? 0));
  open();
  setInterval(listen, 250);
  addEventListener("online", again);
  addEventListener("offline", broken);
  lost.querySelector("[data-again]").addEventListener("click", again);
}

function again() {
  wait = 500;
  open();
}

/** A line that has been silent for longer than the house ever is between two beats is not sure to be one. */
function listen() {
  if (Date.now() - lastListened > 2_000) lastHeard = Date.now(); // it was this machine that slept
  lastListened = Date.now();
  if (out || document.hidden || Date.now() - lastHeard < SILENCE) return;
  lostAt ||= lastHeard;
  say();
  if (Date.now() - lastTry > SILENCE) open();
}

function open() {
  if (out) return;
  lastTry = Date.now();
  lastHeard ||= lastTry;
  source?.close();
  const person = document.body.dataset.person;
  source = new EventSource(`/live?open=${encodeURIComponent(main.dataset.open ?? "notices:")}${person ? `&for=${encodeURIComponent(person)}` : ""}`);
  source.addEventListener("region", (event) => { heard(); comes(JSON.parse(event.data)); });
  source.addEventListener("beat", heard);
  source.addEventListener("signed-out", (event) => { signedOut(JSON.parse(event.data).why); });
  source.addEventListener("open", () => {
    heard();
    wait = 500;
    tell("connected");
  });
  source.addEventListener("error", () => {
    broken();
    if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    setTimeout(open, wait);
    wait = Math.min(wait * 2, 8_000);
  });
}

function heard() {
  lastHeard = Date.now();
  lostAt = 0;
  if (lost.hidden || out) return;
  lost.hidden = true;
  document.documentElement.classList.remove("stale");
  speak([says("back")]);
}

/** What is shown is no longer sure to be so: say it, unless the line is back in a moment. */
function broken() {
  lostAt ||= Date.now();
  setTimeout(() => {
    if (lostAt && !(source?.readyState === EventSource.OPEN && navigator.onLine)) say();
  }, 1_200);
}

/** The line is lost: what is shown may be old, and its clocks stand still. */
function say() {
  if (!lost.hidden) return;
  lost.hidden = false;
  document.documentElement.classList.add("stale");
  speak([lost.querySelector("p").textContent]);
  tick();
}

export function signedOut(why) {
  out = true;
  source?.close();
  const line = document.createElement("p");
  line.textContent = why || says(document.body.dataset.person ? "signedOut" : "signInFirst");
  const link = document.createElement("a");
  link.className = "do";
  link.href = `/sign-in?to=${encodeURIComponent(location.pathname)}`;
  link.textContent = says("signIn");
  const away = document.body.dataset.person && document.querySelector(".top nav a")?.cloneNode(true); // to the lobby: the page is empty then
  if (away) away.className = "do";
  lost.replaceChildren(...[line, away, link].filter(Boolean));
  lost.hidden = false;
  if (document.body.dataset.person) clear();
  document.documentElement.classList.add("stale");
  speak([line.textContent]);
}

/** Nothing of the person who was signed in stays on the screen. */
function clear() {
  delete document.body.dataset.person;
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  for (const id of ["main", "reminder", "called", "refusal", "popover", "say", "replay"]) document.getElementById(id)?.replaceChildren();
  const person = document.querySelector(".top .person");
  if (person) Object.assign(person, { textContent: says("signIn"), href: "/sign-in" });
  document.title = document.querySelector(".brand").textContent;
}
const tabs = new BroadcastChannel("croupier");
tabs.onmessage = () => { if (document.body.dataset.person) signedOut(""); };
/** Every tab of this browser hears that somebody has signed out. */
export const tellTabs = () => tabs.postMessage("signed-out");
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); }); // a page that comes back from the browser's memory is asked for again

/** What comes within one moment is shown together, and not in the browser's own task of reading it: several messages in one of
 * those would be shown one after another, each for nobody to see. */
function comes(message) {
  if (arrived.push(message) === 1) moment.port2.postMessage(null);
}
moment.port1.onmessage = () => take(arrived.splice(0));

let turn = "";
turned(); // a page that is opened is read as a whole

function take(messages) {
  const regions = new Map();
  const said = [];
  for (const { stream, number, now, regions: changed = {}, say = [] } of messages) {
    if (number !== undefined && number < seen(stream)) continue;
    if (now !== undefined) offset = now - Date.now() / 1000;
    numbers.set(stream, number ?? seen(stream));
    for (const [id, html] of Object.entries(changed)) regions.set(id, html);
    said.push(...say);
  }
  const changes = [...regions].map(([id, html]) => [document.getElementById(id), html]).filter(([old]) => old);
  const places = before(main);
  update(changes);
  if (changes.length) after(main, places);
  tick();
  if (said.length) spoken.splice(0, spoken.length, ...spoken.slice(-3), ...said);
  speak([...said, ...turned()]);
  tell("updated");
}

/** What is to be done now, and by whom. */
export function whatNow() {
  const parts = [...document.querySelectorAll("#now .says > :not(.clause)")];
  return parts.map((part) => part.textContent.replace(/\s+/g, " ").trim()).join(". ");
}

/** Says that it is your turn, once for each turn, and what you may do. */
function turned() {
  const before = turn;
  turn = document.querySelector("#now[data-turn]") ? whatNow() : "";
  return turn && turn !== before ? [turn] : [];
}

/** Count down whatever counts down. */
function tick() {
  const now = houseTime();
  const since = lost?.querySelector("[data-for]");
  if (since && lostAt) since.textContent = `${Math.round((Date.now() - lostAt) / 1000)} s`;
  if (document.documentElement.classList.contains("stale")) return;
  for (const element of document.querySelectorAll("time[data-until]")) {
    const left = secondsLeft(element, now);
    const shown = left >= 60 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : `${left} s`;
    if (element.textContent !== shown) element.textContent = shown;
  }
  for (const element of document.querySelectorAll("[data-from]")) element.hidden = now < Number(element.dataset.from);
  const turn = document.querySelector("#now[data-deadline]");
  if (!turn) return;
  const left = Number(turn.dataset.deadline) - now;
  turn.dataset.whole ??= String(Math.max(left, 1));
  const low = left + Number(turn.dataset.bank ?? 0) <= 10;
  turn.classList.toggle("banking", left <= 0 && turn.dataset.bank !== undefined);
  turn.classList.toggle("low", low);
  if (low && hurried !== turn.dataset.deadline && turn.dataset.turn !== undefined) {
    hurried = turn.dataset.deadline; // once in words; the sound was at the turn
    speak([`${turn.querySelector(".turn")?.dataset.hurry ?? ""}: ${turn.querySelector(".timer")?.textContent.replace(/\s+/g, " ").trim() ?? ""}`]);
  }
  const badge = turn.querySelector("[data-hurry]");
  if (badge && low && badge.textContent !== badge.dataset.hurry) badge.textContent = badge.dataset.hurry;
  const bar = turn.querySelector(".bar");
  if (bar) bar.style.transform = `scaleX(${Math.max(0, Math.min(1, left / Number(turn.dataset.whole)))})`;
}
