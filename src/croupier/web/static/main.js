// What a page needs, in the order in which it needs it.
import { start } from "./live.js";
import "./times.js";
import "./act.js";
import "./sit.js";
import "./clause.js";
import "./coach.js";
import "./keys.js";
import "./switches.js";
import "./sound.js";
import "./people.js";
import "./forms.js";
import "./passkeys.js";
import "./replay.js";
import "./chat.js";
import "./filter.js";
import "./celebrate.js";

start();
document.querySelector(".top nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" }); // where one is, also on a phone
addEventListener("DOMContentLoaded", () => document.dispatchEvent(new Event("croupier:ready"))); // every script of the page is here
