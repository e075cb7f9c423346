// Going through the record: asked for once, then looked after until there is a verdict.
import { speak } from "./live.js";
import { post } from "./send.js";

const form = document.querySelector("form[data-verify]");
const verdict = document.querySelector("[data-verdict]");

form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const bar = form.querySelector("progress");
  const button = form.querySelector("button");
  button.disabled = true;
  bar.hidden = false;
  verdict.textContent = "";
  let { said } = await post("/api/verify", {});
  while (said.running) {
    bar.value = said.part ?? 0;
    await new Promise((resolve) => setTimeout(resolve, 400));
    said = await (await fetch("/api/verify")).json();
  }
  bar.hidden = true;
  button.disabled = false;
  verdict.className = said.whole ? "pill good" : "pill bad";
  verdict.textContent = said.says ?? said.reason ?? "";
  speak([verdict.textContent]);
});
