// Before the first paint: the page and the deck as this person has chosen them. What is pressed before the scripts are here
// waits for them, and is done then; a form that needs no script goes out as it is.
(() => {
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const root = document.documentElement;
  const theme = kept("theme");
  if (theme) root.dataset.theme = theme;
  root.dataset.speed = kept("speed") ?? "normal";
  root.classList.toggle("four-colours", kept("four") === "on");
  const pressed = new Map();
  const wait = (event) => {
    const form = event.type === "submit" && !event.target.hasAttribute("action") && event.target.getAttribute("method") !== "dialog" ? event.target : null;
    const button = event.type === "click" ? event.target.closest?.("button[type=button]") : null;
    if (root.dataset.ready !== undefined || !(form ?? button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    pressed.set(form ?? button, event.submitter ?? null);
    (event.submitter ?? button)?.setAttribute("aria-busy", "true");
  };
  for (const kind of ["submit", "click"]) document.addEventListener(kind, wait, true);
  document.addEventListener("croupier:ready", () => {
    root.dataset.ready = "";
    for (const [what, by] of pressed) {
      (by ?? what).removeAttribute("aria-busy");
      if (what instanceof HTMLFormElement) what.requestSubmit(by);
      else what.click();
    }
  });
})();
