// The turn alert: two soft notes and the title of the page. At the turn, not at the countdown.
import { says } from "./live.js";
import { soundOn } from "./switches.js";

const title = document.title;
const RATE = 8_000;
const NOTES = [[0, 659.25], [0.13, 880]]; // when each begins, in seconds, and its pitch
const LASTS = 0.35;
let turn = document.querySelector("#now[data-turn]") !== null;
let bell = null;

/** The two notes as a sound to be played by the browser itself: an AudioContext would hold the page up while it is opened. */
function synthesised() {
  const length = Math.ceil((NOTES.at(-1)[0] + LASTS) * RATE);
  const wave = new DataView(new ArrayBuffer(44 + 2 * length));
  const words = (at, text) => { for (let place = 0; place < text.length; place++) wave.setUint8(at + place, text.charCodeAt(place)); };
  words(0, "RIFF");
  wave.setUint32(4, 36 + 2 * length, true);
  words(8, "WAVEfmt ");
  wave.setUint32(16, 16, true);
  wave.setUint16(20, 1, true); // plain samples
  wave.setUint16(22, 1, true); // one channel
  wave.setUint32(24, RATE, true);
  wave.setUint32(28, 2 * RATE, true);
  wave.setUint16(32, 2, true);
  wave.setUint16(34, 16, true);
  words(36, "data");
  wave.setUint32(40, 2 * length, true);
  for (const [begins, pitch] of NOTES) {
    for (let place = 0; place < LASTS * RATE; place++) {
      const at = place / RATE;
      const level = at < 0.02 ? at / 0.02 : Math.exp(-16 * (at - 0.02));
      const where = 44 + 2 * (place + Math.round(begins * RATE));
      wave.setInt16(where, wave.getInt16(where, true) + 5_000 * level * Math.sin(2 * Math.PI * pitch * at), true);
    }
  }
  return URL.createObjectURL(new Blob([wave], { type: "audio/wav" }));
}

function make() {
  bell ??= new Audio(synthesised());
}
if (document.getElementById("now")) (globalThis.requestIdleCallback ?? setTimeout)(make);

document.addEventListener("pointerdown", wake, { once: true });
document.addEventListener("keydown", wake, { once: true });

/** Some browsers let a page play only what was played once when somebody touched it: it is played unheard. */
function wake() {
  if (!bell || !bell.paused) return;
  bell.muted = true;
  bell.play().then(() => { if (bell.muted) { bell.pause(); bell.currentTime = 0; } }).catch(() => {}).finally(() => { bell.muted = false; });
}

function chime() {
  if (!bell || !soundOn()) return;
  bell.muted = false;
  bell.currentTime = 0;
  bell.play().catch(() => {}); // nobody has touched the page yet: the title says it
}

function name() {
  const now = turn ? `● ${says("yourTurn")} · ${title}` : title;
  if (document.title !== now) document.title = now;
}

document.addEventListener("croupier:updated", () => {
  const mine = document.querySelector("#now[data-turn]") !== null;
  if (mine && !turn) chime();
  turn = mine;
  name();
});
name();
