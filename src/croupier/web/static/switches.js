// Sound, deck and page: kept in this browser.
const root = document.documentElement;
const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
const keep = (name, value) => { try { localStorage.setItem(name, value); } catch { /* a private window forgets */ } };

const dark = () => root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;

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
