// Before the first paint: the page and the deck as this person has chosen them.
(() => {
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  const root = document.documentElement;
  const theme = kept("theme");
  if (theme) root.dataset.theme = theme;
  root.dataset.speed = kept("speed") ?? "normal";
  root.classList.toggle("four-colours", kept("four") === "on");
})();
