// Sending something to the house: one way to post it, and one to say why not.
import { answered, idFor, says, signedOut, speak } from "./live.js";

const refusal = document.getElementById("refusal");

let became = false;

async function sent(path, body, method = "POST", patience = 0) {
  const signal = patience ? AbortSignal.timeout(patience) : null;
  const answer = await fetch(path, { method, signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  return { status: answer?.status ?? 0, ok: answer?.ok ?? false, said: (await answer?.json().catch(() => null)) ?? {} };
}

/** What the house answers: its status, 0 where it could not be reached, and what it said. A guest of a demo becomes its player
 * where somebody is needed; the page is then loaded again as theirs. With `patience`, in milliseconds, it is given up after that. */
export async function post(path, body, method = "POST", patience = 0) {
  let answer = await sent(path, body, method, patience);
  const { guestIs } = document.body.dataset;
  if (answer.status === 401 && guestIs && !became && (await sent("/api/demo", { person: guestIs })).ok) {
    became = true;
    answer = await sent(path, body, method);
  }
  if (!became || !answer.status || answer.status === 409 || answer.status >= 500) return answer;
  if (!answer.ok) try { sessionStorage.setItem("refused", answer.said.reason ?? ""); } catch { /* then it is not said */ }
  location.reload();
  return new Promise(() => {}); // this page is over
}

/** A person is no longer signed in, and sees why where there is a reason. */
export const toSignIn = (said) => signedOut(said.ground === "not_signed_in" ? "" : said.reason);

/** Post what is taken `once`, under the same id until it is answered. Gives what was said, or nothing and why it failed. */
export async function ask(path, body, once = "") {
  const { status, ok, said } = await post(path, once ? { ...body, id: idFor(once) } : body);
  if (!status) return { failed: says("notSent") };
  answered(once);
  if (ok) return { said };
  if (status === 401) toSignIn(said);
  return { failed: status === 401 ? "" : `${said.reason ?? ""}${said.clauses?.length ? ` (${said.clauses.join(", ")})` : ""}` };
}

/** Say why not, for the eyes and the ears. */
export function refuse(reason) {
  if (!reason) return;
  const line = document.createElement("p");
  line.textContent = reason[0].toUpperCase() + reason.slice(1);
  show(line);
  speak([line.textContent]);
}

/** Put a line into the banner, with a button that takes the banner away: it is over the top of the page. */
export function show(line) {
  const close = document.createElement("button");
  close.type = "button";
  close.className = "dismiss";
  close.setAttribute("aria-label", says("dismiss"));
  close.textContent = "×";
  close.addEventListener("click", () => { refusal.hidden = true; });
  refusal.replaceChildren(line, close);
  refusal.hidden = false;
}

try {
  refuse(sessionStorage.getItem("refused"));
  sessionStorage.removeItem("refused");
} catch { /* a private window forgets */ }
