// The trainer: it hears when it has warned somebody, and its word on a decision is read out once.
import { speak } from "./live.js";
import { post } from "./send.js";

let decisions = Number(document.querySelector("#coach [data-said]")?.dataset.said ?? 0);

document.addEventListener("croupier:warned", ({ detail: { stream, command } }) => {
  post("/api/trainer/warned", { stream, box: command.box || command.seat });
});

document.addEventListener("croupier:updated", () => {
  const word = document.querySelector("#coach [data-said]");
  if (!word) return;
  const number = Number(word.dataset.said);
  if (number > decisions) speak([word.textContent]);
  decisions = number;
});
