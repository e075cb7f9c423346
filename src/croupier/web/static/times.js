// Moments in the visitor's own time. A page says them in universal time, and so does a browser without scripts.
const two = (number) => String(number).padStart(2, "0");
const day = (when) => `${when.getFullYear()}-${two(when.getMonth() + 1)}-${two(when.getDate())}`;
const clock = (when) => `${two(when.getHours())}:${two(when.getMinutes())}`;
/** A day as people say it, with the year where that is another one. */
const spoken = (when) => {
  const year = when.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return when.toLocaleDateString({ en: "en-GB" }[document.documentElement.lang] ?? document.documentElement.lang, { day: "numeric", month: "short", year });
};
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const AS = {
  /** The clock on the wall, with the day where that is another one. */
  clock: (when) => (day(when) === day(new Date()) ? clock(when) : `${spoken(when)} ${clock(when)}`),
  moment: (when) => `${day(when)} ${clock(when)}:${two(when.getSeconds())}`,
};

/** Say every moment in a part of a page in local time; what it was in universal time stays behind it. */
export function inLocalTime(part) {
  for (const element of part.querySelectorAll("time[data-local]")) {
    if (!element.title) element.title = element.textContent;
    element.textContent = AS[element.dataset.local](new Date(element.dateTime));
  }
  for (const element of part.querySelectorAll("[data-zone]")) element.textContent = zone;
}

/** How many seconds a countdown shows: what is left until its moment, or what was left when it was stopped. */
export function secondsLeft({ dataset }, now) {
  if (dataset.left !== undefined) return Number(dataset.left);
  return Math.max(0, Math.min(Math.ceil(Number(dataset.until) - now), Number(dataset.most ?? Infinity)));
}

/** Moments that are typed: shown in local time, and sent in universal time, as without scripts. */
function typed(input) {
  if (input.value) {
    const when = new Date(`${input.value}Z`);
    input.value = `${day(when)}T${clock(when)}`;
  }
  input.form.addEventListener("formdata", ({ formData }) => {
    if (input.value) formData.set(input.name, new Date(input.value).toISOString().slice(0, 16));
  });
}

inLocalTime(document);
for (const input of document.querySelectorAll('input[type="datetime-local"]')) typed(input);
