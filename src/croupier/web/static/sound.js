// The turn alert: two soft notes and the title of the page. At the turn, not at the countdown.
import { says } from "./live.js";
import { soundOn } from "./switches.js";

const title = document.title;
let turn = document.querySelector("#now[data-turn]") !== null;
let audio = null;

document.addEventListener("pointerdown", wake, { once: true });
document.addEventListener("keydown", wake, { once: true });

function wake() {
  audio ??= new AudioContext();
}

function chime() {
  if (!audio || !soundOn()) return;
  audio.resume?.();
  for (const [number, pitch] of [[0, 659.25], [1, 880]]) {
    const start = audio.currentTime + number * 0.13;
    const tone = audio.createOscillator();
    const level = audio.createGain();
    tone.type = "sine";
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(0.16, start + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, start + 0.32);
    tone.connect(level).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.35);
  }
}

function name() {
  document.title = turn ? `● ${says("yourTurn")} · ${title}` : title;
}

document.addEventListener("croupier:updated", () => {
  const mine = document.querySelector("#now[data-turn]") !== null;
  if (mine && !turn) chime();
  turn = mine;
  name();
});
name();
