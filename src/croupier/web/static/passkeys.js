// Passkeys: a device signs what the house asks, for the address of the house alone. One is added on My evening. On the page for
// signing in, what the device says goes out with the form.
import { says } from "./live.js";
import { ask, post, refuse } from "./send.js";

const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Whether the page is open where passkeys work; if not, it says where that is. */
function here(asks) {
  const right = location.origin === asks.dataset.passkey && navigator.credentials !== undefined;
  if (!right) refuse(asks.dataset.elsewhere);
  return right;
}

/** What the device says, as the house reads it; nothing where its owner did not agree, which is said too. */
async function said(asks, made) {
  const found = await made.catch(() => null);
  if (!found) return refuse(asks.dataset.failed);
  const parts = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"].filter((name) => found.response[name]);
  const response = Object.fromEntries(parts.map((name) => [name, text(found.response[name])]));
  return JSON.stringify({ id: found.id, rawId: text(found.rawId), type: found.type, response });
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (form.dataset?.passkey === undefined) return;
  event.preventDefault();
  if (!here(form)) return;
  const { said: options, failed } = await ask("/api/passkeys", { password: form.elements.password.value });
  refuse(failed);
  if (!options) return;
  options.challenge = bytes(options.challenge);
  options.user.id = bytes(options.user.id);
  for (const each of options.excludeCredentials) each.id = bytes(each.id);
  const passkey = await said(form, navigator.credentials.create({ publicKey: options }));
  if (!passkey) return;
  const added = await ask("/api/passkeys", { name: form.elements.name.value, passkey });
  refuse(added.failed);
  if (added.said) location.assign("/me");
});

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("button[data-passkey]");
  if (!button || !here(button) || !button.form.reportValidity()) return;
  const { ok, said: options } = await post("/api/passkeys/challenge", {});
  if (!ok) return refuse(options.reason ?? says("notSent"));
  options.challenge = bytes(options.challenge);
  const passkey = await said(button, navigator.credentials.get({ publicKey: options }));
  if (!passkey) return;
  button.form.elements.passkey.value = passkey;
  button.form.submit();
});
