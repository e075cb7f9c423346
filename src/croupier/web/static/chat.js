// Talk at the table. Whom somebody does not want to read is kept in this browser only; the house knows nothing of it.
import { says, speak } from "./live.js";
import { post, toSignIn } from "./send.js";

const KEY = "muted";
const texts = document.getElementById("texts")?.dataset ?? {};
let heard = null;

function muted() {
  try { return new Map(Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"))); } catch { return new Map(); }
}

function keep(people) {
  try { localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(people))); } catch { /* a private window forgets */ }
  show();
}

const section = () => document.getElementById("chat");

/** Hide what is not wanted, name whom it is of, and read out what is new. */
function show() {
  const chat = section();
  if (!chat) return;
  const people = muted();
  const lines = [...chat.querySelectorAll("[data-message]")];
  for (const line of lines) line.hidden = people.has(line.dataset.person);
  const note = chat.querySelector("[data-muted]");
  note.replaceChildren(...[...people].map(([person, name]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "do plain";
    button.dataset.unmute = person;
    button.textContent = texts.unmute.replace("{name}", name);
    return button;
  }));
  note.hidden = !people.size;
  const last = lines.at(-1)?.dataset.message ?? "";
  if (heard !== null && last > heard) {
    const fresh = lines.filter((line) => line.dataset.message > heard && !line.hidden && line.dataset.person !== document.body.dataset.person);
    speak(fresh.map((line) => `${line.dataset.name}: ${line.querySelector(".words").textContent}`));
  }
  if (heard === null || last > heard) {
    heard = last;
    const list = chat.querySelector(".said");
    list.scrollTop = list.scrollHeight;
  }
}

async function send(path, body) {
  const { status, ok, said } = await post(path, body);
  if (ok) return true;
  if (status === 401) toSignIn(said);
  const why = said.reason ?? says("unreachable");
  const hint = document.getElementById("chat-hint");
  if (hint) hint.textContent = why;
  speak([why]);
  return false;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset?.chat === undefined) return;
  event.preventDefault();
  const input = form.elements.words;
  const words = input.value.trim();
  if (!words || !(await send(`/api/tables/${form.dataset.chat}/chat`, { words }))) return;
  const now = section()?.querySelector('[name="words"]');
  for (const one of [input, now]) if (one && one.value.trim() === words) { one.value = ""; delete one.dataset.dirty; }
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-mute],[data-unmute],[data-silence],[data-phrase]");
  if (!button || !section()?.contains(button)) return;
  const { mute, unmute, silence, silent, phrase } = button.dataset;
  const people = muted();
  if (mute !== undefined) keep(people.set(mute, button.closest("[data-name]").dataset.name));
  else if (unmute !== undefined) { people.delete(unmute); keep(people); }
  else if (phrase !== undefined) send(`/api/tables/${button.form.dataset.chat}/chat`, { phrase });
  else send(`/api/tables/${encodeURIComponent(document.querySelector("main[data-stream]").dataset.stream)}/silence`, { person: silence, silent: silent === "true" });
});

document.addEventListener("croupier:updated", show);
show();
