// Regions of a page as they now are, put in place of the old ones. What has not changed stays the very element that it was, so
// that a browser lays out again only what is new; to the visitor, and to other scripts, it is as if the whole region had
// been replaced. The page keeps focus, scroll and whatever was half typed.
import { inLocalTime } from "./times.js";

/** Kept or replaced whole: what is inside them is theirs. */
const WHOLE = "button, input, select, textarea, svg";

/** Put a region in place of an old one. */
export const replace = (old, html) => update([[old, html]]);

/** Put several in their places: all that is looked up first, then all that is changed, so that nothing is laid out in between. */
export function update(changes) {
  const parts = changes.map(([old, html]) => ({ old, fresh: parsed(html) })).filter(({ fresh }) => fresh);
  for (const part of parts) part.scrolls = [...part.old.querySelectorAll("[data-scroll]")].map((one) => [one.dataset.scroll, one.scrollTop]);
  const focused = document.activeElement;
  const within = parts.find(({ old }) => old.contains(focused));
  const focus = within && where(focused);
  for (const { old, fresh } of parts) keepTyped(old, fresh);
  for (const part of parts) part.now = put(part.old, part.fresh);
  for (const { now, scrolls } of parts) {
    for (const [name, top] of scrolls) if (top) now.querySelector(`[data-scroll="${name}"]`)?.scrollTo(0, top);
  }
  if (focus && !focused.isConnected) refocus(within.now, focus);
}

function parsed(html) {
  const held = document.createElement("template");
  held.innerHTML = html;
  inLocalTime(held.content);
  return held.content.firstElementChild;
}

/** What was typed, chosen or opened here goes over to what comes; all else is as it comes. */
function keepTyped(old, fresh) {
  const typed = [];
  for (const input of old.querySelectorAll("input, select, textarea")) {
    if (input.dataset.keep !== undefined && input.dataset.dirty !== undefined) typed.push([input, input.checked]);
    else reset(input);
  }
  for (const [input, checked] of typed) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = checked; // another of its group may have been reset
    const same = fresh.querySelector(`[data-keep="${CSS.escape(input.dataset.keep)}"]${input.type === "radio" ? `[value="${CSS.escape(input.value)}"]` : ""}`);
    if (!same) continue;
    if (input.type === "radio" || input.type === "checkbox") same.checked = checked;
    else same.value = input.value;
    same.dataset.dirty = "";
  }
  for (const part of old.querySelectorAll("details[data-keep][open]")) {
    fresh.querySelector(`details[data-keep="${CSS.escape(part.dataset.keep)}"]`)?.setAttribute("open", "");
  }
}

function reset(input) {
  if (input.type === "radio" || input.type === "checkbox") input.checked = input.defaultChecked;
  else if (input instanceof HTMLSelectElement) for (const option of input.options) option.selected = option.defaultSelected;
  else if (input.value !== input.defaultValue) input.value = input.defaultValue;
}

/** An element as it now is: the old one, changed where it must be, or the new one where they are not of a kind. */
function put(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (!old.isEqualNode(fresh)) change(old, fresh);
  return old;
}

function alike(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  return old.id === fresh.id && old.dataset.key === fresh.dataset.key && !old.matches(WHOLE);
}

function change(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const here = [...old.childNodes];
  const come = [...fresh.childNodes];
  let [left, right] = [0, 0];
  for (const [stays, as] of [...common(here, come), [here.length, come.length]]) {
    between(old, here.slice(left, stays), come.slice(right, as), here[stays] ?? null);
    [left, right] = [stays + 1, as + 1];
  }
}

/** What comes between two that stay: in pairs with what was there as long as they are of a kind. */
function between(parent, were, come, until) {
  for (const node of come) {
    if (!were.length || !alike(were[0], node)) parent.insertBefore(node, were[0] ?? until);
    else if (node.nodeType === Node.ELEMENT_NODE) change(were.shift(), node);
    else were.shift().data = node.data;
  }
  for (const node of were) node.remove();
}

/** Pairs of places at which the two lists have the same, in order, as many as there can be. */
function common(here, come) {
  const most = Math.min(here.length, come.length);
  let first = 0;
  while (first < most && here[first].isEqualNode(come[first])) first++;
  let last = 0;
  while (last < most - first && here.at(-1 - last).isEqualNode(come.at(-1 - last))) last++;
  const pairs = Array.from({ length: first }, (_, place) => [place, place]);
  const [ours, theirs] = [here.slice(first, here.length - last), come.slice(first, come.length - last)];
  if (ours.length && theirs.length) for (const [one, other] of inOrder(ours.map(words), theirs.map(words))) pairs.push([first + one, first + other]);
  for (let place = last; place > 0; place--) pairs.push([here.length - place, come.length - place]);
  return pairs;
}

const words = (node) => node.outerHTML ?? node.data;

/** The longest way through two lists of words by what they have in common. */
function inOrder(ours, theirs) {
  const wide = theirs.length + 1;
  const longest = new Uint16Array((ours.length + 1) * wide);
  for (let one = ours.length - 1; one >= 0; one--) {
    for (let other = theirs.length - 1; other >= 0; other--) {
      const at = one * wide + other;
      longest[at] = ours[one] === theirs[other] ? longest[at + wide + 1] + 1 : Math.max(longest[at + wide], longest[at + 1]);
    }
  }
  const pairs = [];
  for (let one = 0, other = 0; one < ours.length && other < theirs.length;) {
    if (ours[one] === theirs[other]) pairs.push([one++, other++]);
    else if (longest[(one + 1) * wide + other] >= longest[one * wide + other + 1]) one++;
    else other++;
  }
  return pairs;
}

function where(element) {
  const text = element.matches("input:not([type=range]):not([type=radio]):not([type=checkbox]), textarea");
  return {
    keep: element.dataset.keep,
    do: element.dataset.do,
    act: element.dataset.act,
    add: element.dataset.add,
    clause: element.dataset.clause,
    caret: text ? [element.selectionStart, element.selectionEnd] : null,
  };
}

function refocus(fresh, was) {
  const find = (name, value) => value === undefined ? null : fresh.querySelector(`[data-${name}="${CSS.escape(value)}"]`);
  const again = find("keep", was.keep) ?? find("do", was.do) ?? find("act", was.act) ?? find("add", was.add) ?? find("clause", was.clause);
  const target = again ?? fresh.querySelector("button:not([disabled]), input") ?? fresh;
  if (target === fresh) fresh.tabIndex = -1;
  target.focus({ preventScroll: true });
  if (again && was.caret) again.setSelectionRange(...was.caret);
}
