// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// What all screens are made of: elements, icons, covers, times, notices and sheets. No text ever becomes markup.

export const byId = (id) => document.getElementById(id);

/** Makes an element. Functions are listeners, `text` is its text, everything else is an attribute; null and false are left out. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (name === "text") element.textContent = value;
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

export function icon(name) {
  const svg = document.createElementNS(SVG, "svg"), use = document.createElementNS(SVG, "use");
  use.setAttribute("href", "#i-" + name);
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

/** Shows another icon in a button, with another name. */
export function setIcon(button, name, label) {
  const use = button.querySelector("use");
  if (use.getAttribute("href") !== "#i-" + name) use.setAttribute("href", "#i-" + name);
  if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** A button with an icon and a name. */
export function iconButton(name, label, press, attributes = {}) {
  return make("button", { class: "round", type: "button", "aria-label": label, click: press, ...attributes }, icon(name));
}

/** Shows a cover, or a note where there is none. What stands beside it says what it is, so it has no text. */
export function setCover(element, art, size, loaded = null) {
  const source = art ? `${art}?size=${size}` : "";
  if (element.dataset.source === source) return;
  element.dataset.source = source;
  const note = icon("note");
  if (!source) {
    element.replaceChildren(note);
    loaded?.(null);
    return;
  }
  const old = element.querySelector("img");
  const image = make("img", {
    alt: "", decoding: "async", draggable: "false",
    load: () => { if (element.dataset.source === source) { element.replaceChildren(image); loaded?.(image); } },
    error: () => { if (element.dataset.source === source) { element.replaceChildren(note); loaded?.(null); } },
  });
  // The old cover stays until the new one is there, so nothing flashes.
  if (!old) element.replaceChildren(note);
  image.src = source;
}

/** What is just being pressed, and what is drawn as soon as it is let go. */
let held = null;
const postponed = new Map();

/** Draws a shelf; one in which something is being pressed, afterwards: what is replaced under a finger is not pressed. */
export function drawFree(shelf, draw) {
  if (shelf.contains(held)) postponed.set(shelf, draw);
  else { postponed.delete(shelf); draw(); }
}

export function beginPresses() {
  const free = () => {
    held = null;
    const drawings = [...postponed.values()];
    postponed.clear();
    for (const draw of drawings) draw();
  };
  document.addEventListener("pointerdown", ({ target, button }) => { if (button === 0) held = target; }, { capture: true });
  // Behind the click that comes of it; a menu of the browser takes the rest of a press for itself.
  for (const end of ["pointerup", "pointercancel", "contextmenu"]) document.addEventListener(end, () => setTimeout(free), { capture: true });
}

/** Puts other rows into a shelf. The focus stays on the part of the row that had it, or goes to the row in its place. */
export function refill(shelf, rows) { drawFree(shelf, () => replaceRows(shelf, rows)); }

function replaceRows(shelf, rows) {
  const focused = document.activeElement, row = shelf.contains(focused) ? focused.closest("[data-key]") : null;
  const old = row ? [...shelf.children].indexOf(row) : -1, key = row?.dataset.key, part = focused?.dataset?.part;
  shelf.replaceChildren(...rows);
  if (!row) return;
  const known = [...shelf.children].filter((other) => other.dataset.key !== undefined);
  const next = known.find((other) => other.dataset.key === key) ?? known[Math.min(old, known.length - 1)];
  const controls = "button:not(:disabled), a";
  const element = next && (next.matches(controls) ? next : (part && next.querySelector(`[data-part="${part}"]:not(:disabled)`)) ?? next.querySelector(controls));
  (element ?? byId("main")).focus();
}

export function cover(art, size = 128) {
  const element = make("span", { class: "cover" });
  setCover(element, art, size);
  return element;
}

// Times and words

const two = (number) => String(number).padStart(2, "0");

/** `1:08`, or `1:02:03`, of microseconds. */
export function clock(microseconds) {
  if (!Number.isFinite(microseconds)) return "";
  const seconds = Math.floor(microseconds / 1e6 + 1e-4), hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Draws again what says how much time is left: each half a minute while somebody looks, and when somebody looks again. */
export function each30Seconds(draw) {
  const look = () => { if (!document.hidden) draw(); };
  setInterval(look, 30_000);
  document.addEventListener("visibilitychange", look);
}

/** `1 track`, `3 tracks`. */
export function count(number, one, many = one + "s") {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

export const artistsOf = (now) => now?.streamTitle && now.live ? now.streamTitle : (now?.artists ?? []).join(", ");

/** What an arrow key to a side means in the direction of the page: 1 onwards, -1 back, 0 for another key. */
export const sideways = ({ key }) => ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0) * (document.dir === "rtl" ? -1 : 1);

/** The size of 1 rem, in pixels. */
export const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

// What is said beside the screens

/** Says something to screen readers only. */
export function announce(text) {
  const announcer = byId("announcer");
  announcer.textContent = "";
  requestAnimationFrame(() => { announcer.textContent = text; });
}

const NOTICE_TIME = 6000, ACTION_TIME = 12_000;

/** Shows a message for a while, with a button if it has something to press. */
export function notice(text, { isError = false, action = null, press = null } = {}) {
  const shelf = byId("notices");
  let timer = 0;
  const element = make("div", { class: "notice", role: isError ? "alert" : "status" }, make("p", { dir: "auto" }));
  const stay = () => clearTimeout(timer);
  const wait = () => { stay(); timer = setTimeout(() => element.remove(), action ? ACTION_TIME : NOTICE_TIME); };
  if (action) element.append(make("button", { type: "button", text: action, click: () => { stay(); element.remove(); press(); } }));
  element.append(iconButton("close", "Dismiss the message", () => { stay(); element.remove(); }));
  for (const event of ["pointerenter", "focusin"]) element.addEventListener(event, stay);
  for (const event of ["pointerleave", "focusout"]) element.addEventListener(event, wait);
  // Two at most, and the same only once.
  for (const other of [...shelf.children]) if (other.querySelector("p").textContent === text) other.remove();
  while (shelf.children.length > 1) shelf.firstChild.remove();
  shelf.append(element);
  // A screen reader reads what changes in an element that is there already.
  requestAnimationFrame(() => { element.querySelector("p").textContent = text; });
  wait();
}

/** Asks for one of several: `choices` are `{ label, icon, isChosen, press }`. */
export function sheet(title, choices) {
  const dialog = byId("sheet");
  byId("sheet-title").textContent = title;
  byId("sheet-body").replaceChildren(...choices.filter(Boolean).map((choice) => make("button", {
    type: "button", "aria-pressed": choice.isChosen === undefined ? null : String(choice.isChosen),
    click: () => { dialog.close(); choice.press(); },
  }, choice.icon ? icon(choice.icon) : null, make("span", { text: choice.label, dir: "auto" }))),
  // A screen reader does not reach the ground beside the sheet, which closes it as well.
  make("button", { type: "button", click: () => dialog.close() }, icon("close"), make("span", { text: "Cancel" })));
  if (!dialog.open) dialog.showModal();
}

export function beginSheet() {
  const dialog = byId("sheet");
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
}
