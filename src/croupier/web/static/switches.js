// Sound, deck and page: kept in this browser.
const root = document.documentElement;
const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window forgets */ } };

const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

// How fast cards travel, and how long the dealer pauses for somebody who sits here.
const speed = document.querySelector("form[data-speed]");
if (speed) {
  if (speed.dataset.kept !== undefined) {
    keep("speed", speed.dataset.speed);
    root.dataset.speed = speed.dataset.speed;
  } else speed.elements.speed.value = root.dataset.speed;
  speed.addEventListener("change", () => {
    const chosen = speed.elements.speed.value;
    keep("speed", chosen);
    root.dataset.speed = chosen;
    if (speed.dataset.kept === undefined) return;
    fetch("/api/speed", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ speed: chosen }) }).catch(() => {});
  });
}

const switches = {
  sound: { get: () => kept("sound") !== "off", set: (on) => keep("sound", on ? "on" : "off") },
  four: {
    get: () => root.classList.contains("four-colours"),
    set: (on) => { keep("four", on ? "on" : "off"); root.classList.toggle("four-colours", on); },
  },
  theme: { get: dark, set: (on) => { root.dataset.theme = on ? "dark" : "light"; keep("theme", root.dataset.theme); } },
};

export const soundOn = () => switches.sound.get();

for (const button of document.querySelectorAll("[data-switch]")) {
  const one = switches[button.dataset.switch];
  const show = () => button.setAttribute("aria-pressed", String(one.get()));
  button.addEventListener("click", () => { one.set(!one.get()); show(); });
  show();
}
