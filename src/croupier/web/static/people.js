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
