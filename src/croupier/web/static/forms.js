// Forms of the consoles: `<form data-command="exclude-person" data-stream="people" data-as="security">` with fields by their names.
// What a field holds is in data-kind: text, number, money, names (parted by commas), numbers, minutes or days (from now), duration (minutes, in seconds), flag, cards, sums (name=dollars, parted by commas), grains.
// A name with a dot in it is that of a part: options.minimum. A field with data-in is a part of that: {"stacks": {"p7": 1500}}, whatever its name is.
// A form with data-order gives its command for later: at the moment that the field of that name says. One with data-ahead gives the
// command that it holds for the next hand in which it is open to the player.
import { cents } from "./money.js";
import { houseTime, says } from "./live.js";
import { ask, refuse } from "./send.js";

const refusal = document.getElementById("refusal");

const READ = {
  text: (value) => value.trim(),
  number: (value) => (/^-?\d{1,12}$/.test(value.trim()) ? Number(value) : null),
  money: (value) => cents(value),
  names: (value) => value.split(",").map((name) => name.trim()).filter(Boolean),
  numbers: (value) => value.split(/[\s,]+/).filter(Boolean).map(Number),
  minutes: (value) => (/^\d{1,7}$/.test(value.trim()) ? Math.round(houseTime() + Number(value) * 60) : null),
  days: (value) => (/^\d{1,5}$/.test(value.trim()) ? Math.round(houseTime() + Number(value) * 86_400) : null),
  duration: (value) => (/^\d{1,4}$/.test(value.trim()) ? Number(value) * 60 : null),
  cards: (value) => value.split(/[\s,]+/).filter(Boolean),
  sums: (value) => named(value, cents),
  grains: (value) => named(value, (sum) => (cents(sum) === null ? null : cents(sum) * 10_000)),
  json: (value) => { try { return JSON.parse(value); } catch { return null; } },
};

/** What is said by name: `flush=50, full house=100`. */
function named(value, read) {
  const parts = value.split(",").map((part) => part.split("=").map((word) => word.trim())).filter(([name]) => name);
  const sums = parts.map(([name, sum]) => [name, read(sum ?? "")]);
  return sums.some(([, sum]) => sum === null) ? null : Object.fromEntries(sums);
}

/** The command that a form says, or nothing where a field is not what it should be; that one gets the focus. */
export function commandOf(form) {
  const command = { do: form.dataset.command, ...JSON.parse(form.dataset.with ?? form.dataset.ahead ?? "{}") };
  for (const field of form.elements) {
    if (!field.name || field.name.startsWith("_")) continue;
    if (field.type === "checkbox") {
      if (field.checked) put(command, field.name.split("."), true);
      continue;
    }
    if ((field.type === "radio" && !field.checked) || !field.value.trim()) continue;
    const value = READ[field.dataset.kind ?? "text"](field.value);
    if (value === null || (Array.isArray(value) && value.some(Number.isNaN))) {
      field.focus();
      const [label] = field.labels ?? [];
      const wrong = says(["money", "sums", "grains"].includes(field.dataset.kind) ? "amountWrong" : "numberWrong");
      refuse(label ? `${label.firstChild.textContent.trim()}: ${wrong}` : wrong);
      return null;
    }
    put(command, field.dataset.in ? [...field.dataset.in.split("."), field.name] : field.name.split("."), value);
  }
  return command;
}

function put(command, path, value) {
  const part = path.slice(0, -1).reduce((within, each) => (within[each] ??= {}), command);
  part[path.at(-1)] = value;
}

async function send(path, body, once) {
  const { said, failed } = await ask(path, body, once);
  refuse(failed);
  return said;
}

document.addEventListener("change", async ({ target }) => {
  if (target.dataset?.into !== undefined && target.files[0]) target.form.elements[target.dataset.into].value = await target.files[0].text();
});

document.addEventListener("click", ({ target }) => target.closest?.("[data-print]") && print());

const sending = new WeakSet();

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset?.command === undefined && form.dataset?.post === undefined) return;
  event.preventDefault();
  if (sending.has(form)) return; // a second tap, before the first is answered
  sending.add(form);
  await submitted(form).finally(() => sending.delete(form));
});

async function submitted(form) {
  refusal.hidden = true;
  const command = commandOf(form);
  if (!command) return;
  if (form.dataset.confirm && !confirm(form.dataset.confirm)) return;
  let done;
  if (form.dataset.post !== undefined) {
    delete command.do;
    done = await send(form.dataset.post, command);
  } else {
    const place = form.closest("[data-stream]");
    const as = (form.closest("[data-as]")?.dataset.as ?? "") || null;
    const path = `/api/streams/${encodeURIComponent(place.dataset.stream)}`;
    const later = form.elements._at?.value.trim();
    if (form.dataset.ahead !== undefined) {
      done = await send(`${path}/orders`, { command, at: 0, as: String(command.seat) });
    } else if (later) {
      const at = READ[form.elements._at.dataset.kind ?? "minutes"](later);
      done = await send(`${path}/orders`, { command, at, as });
    } else {
      const whom = as !== null && /^\d+$/.test(as) ? Number(as) : as;
      const what = `${path} ${whom} ${JSON.stringify(command)}`;
      done = await send(`${path}/commands`, { command, as: whom }, what);
    }
  }
  if (!done) return;
  for (const field of form.querySelectorAll("[data-dirty]")) delete field.dataset.dirty;
  if (form.dataset.gone !== undefined) form.parentElement.remove();
  const then = form.dataset.then;
  form.reset();
  const code = form.dataset.showsCode !== undefined && form.querySelector("[data-code]");
  if (code) code.textContent = done.code;
  document.dispatchEvent(new CustomEvent("croupier:sent", { detail: { form, done } }));
  if (then !== undefined) location.assign(then.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(done[name] ?? "")));
}
