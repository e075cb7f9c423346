// The keyboard does everything: letters act, other letters read out. No key of the browser is taken.
import { speak } from "./live.js";

const dialog = document.getElementById("keys");
const now = dialog?.querySelector("[data-keys-now]");

const shown = (element) => element.getClientRects().length > 0 && !element.disabled;
const hot = () => [...document.querySelectorAll("[data-hot]")].filter(shown);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.target.closest("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea, select")) return;
  if (event.key === "?") {
    event.preventDefault();
    return dialog?.open ? dialog.close() : help();
  }
  if (dialog?.open) return;
  const key = event.key.toLowerCase();
  const button = hot().find((one) => one.dataset.hot === key);
  if (button) {
    event.preventDefault();
    if (button.matches("input, [data-focus]")) {
      button.focus();
      button.select?.();
    } else button.click();
    return;
  }
  const said = read(key);
  if (said) speak([said]);
});

function read(key) {
  if (key === "t") return document.querySelector("#now .timer")?.textContent.replace(/\s+/g, " ").trim();
  if (key === "l") return [...document.querySelectorAll("#log li:not(.opens)")].slice(0, 3).map((line) => line.firstChild.textContent.trim()).join(" ");
  if (key === "w") {
    const turn = document.querySelector("#now .says")?.firstElementChild?.parentElement.textContent.replace(/\s+/g, " ").trim() ?? "";
    return `${turn} ${document.querySelector('[data-read="w"]')?.textContent ?? ""}`.trim();
  }
  return document.querySelector(`[data-read="${CSS.escape(key)}"]`)?.textContent;
}

function help() {
  if (!dialog) return;
  const rows = hot().map((button) => {
    const row = document.createElement("div");
    const key = document.createElement("dt");
    const mark = document.createElement("kbd");
    mark.textContent = button.dataset.hot;
    key.append(mark);
    const what = document.createElement("dd");
    what.textContent = button.getAttribute("aria-label") ?? button.querySelector(".label")?.textContent ?? button.textContent;
    row.append(key, what);
    return row;
  });
  if (rows.length) now.replaceChildren(...rows);
  else {
    const row = document.createElement("div");
    const what = document.createElement("dd");
    what.textContent = document.getElementById("texts").dataset.none;
    row.append(what);
    now.replaceChildren(row);
  }
  dialog.showModal();
}

document.querySelector("[data-keys]")?.addEventListener("click", help);
