// Who one is: signing out, and in a demo becoming somebody with one tap. The form for signing in needs no script.
import { says, tellTabs } from "./live.js";
import { post, refuse } from "./send.js";

async function send(path, body, method) {
  const { ok, said } = await post(path, body, method);
  if (!ok) refuse(said.reason ?? says("notSent"));
  return ok;
}

/** Where to go next: a page of this house, whatever the address said. */
const inHere = (to) => to.startsWith("/") && !/^\/[/\\]/.test(to) ? to : "/";

document.addEventListener("click", async (event) => {
  const being = event.target.closest?.("[data-be]");
  if (being && (await send("/api/demo", { person: being.dataset.be }))) {
    if (being.dataset.to) location.assign(inHere(being.dataset.to));
    else location.reload();
  }
  if (event.target.closest?.("[data-sign-out]") && (await send("/api/session", {}, "DELETE"))) {
    tellTabs();
    location.replace("/");
  }
});

// A link to an account: what is behind the # is the token, and behind a dot the account that it is for. Nobody else sees it.
const [token, account] = decodeURIComponent(location.hash.slice(1)).split(/\.(.*)/s);
for (const field of document.querySelectorAll("[data-from-link]")) {
  const known = field.dataset.fromLink === "token" ? token : account;
  if (known) field.value = known;
  if (account) field.readOnly = true;
}
if (account) document.querySelector("[data-new-account]")?.remove();
