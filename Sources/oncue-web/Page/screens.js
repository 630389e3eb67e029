// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// The lock screen and the car. The car shows at most six rows, none of which scrolls, and asks for nothing to be typed.

import { attempt, on, read, state } from "./service.js";
import { byId, cover, make, notice, refill, setCover, setIcon, setText, sheet } from "./parts.js";
import { setTint, words } from "./player.js";
import { accept, offered, onOffer, suggestionsNow } from "./offers.js";

// Which screen

const MODES = { remote: ["/", "Remote control", "now"], lock: ["/lock", "Lock screen", "sleep"], car: ["/car", "Car", "sound"] };

/** The screen of this address. */
export const mode = () => ({ "/lock": "lock", "/car": "car" })[location.pathname] ?? "remote";

export function chooseScreen() {
  const screens = Object.entries(MODES).map(([name, [address, label, picture]]) => ({
    label, icon: picture, isChosen: mode() === name,
    press: () => { history.pushState({}, "", address); dispatchEvent(new PopStateEvent("popstate")); },
  }));
  const isFull = Boolean(document.fullscreenElement);
  sheet("Screens", [...screens, document.fullscreenEnabled && {
    label: isFull ? "Leave full screen" : "Full screen", icon: "screens",
    press: () => isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => notice("This browser does not allow it here")),
  }]);
}

// The screen of the device stays on

let lamp = null, isAwakeWanted = false;

async function keepAwake(isWanted) {
  isAwakeWanted = isWanted;
  if (!isWanted || document.hidden) {
    lamp?.release();
    lamp = null;
  } else if (!lamp && navigator.wakeLock) {
    try {
      lamp = await navigator.wakeLock.request("screen");
      lamp.addEventListener("release", () => { lamp = null; });
    } catch {
      // A battery that is nearly empty is reason enough to refuse.
    }
  }
}

const AWAKE = "oncue.awake";
const isAwakeChosen = () => { try { return localStorage.getItem(AWAKE) === "yes"; } catch { return false; } };

function drawAwake() {
  const button = byId("lock-awake");
  button.hidden = !navigator.wakeLock;
  button.setAttribute("aria-pressed", String(isAwakeChosen()));
}

// Lock screen

let clockTimer = 0;

function drawClock() {
  clearTimeout(clockTimer);
  if (mode() !== "lock" || document.hidden) return;
  const time = new Date();
  setText(byId("lock-time"), time.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" }));
  byId("lock-time").dateTime = `${String(time.getHours()).padStart(2, "0")}:${String(time.getMinutes()).padStart(2, "0")}`;
  setText(byId("lock-date"), time.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" }));
  clockTimer = setTimeout(drawClock, 60_000 - time.getTime() % 60_000 + 20);
}

function drawLock() {
  if (mode() !== "lock") return;
  const { title, artist } = words();
  setText(byId("lock-title"), title);
  setText(byId("lock-artist"), artist);
  setCover(byId("lock-cover"), state.now?.art, 256, setTint);
  drawOffer();
}

function drawOffer() {
  const offer = offered(), first = offer?.suggestions[0], shelf = byId("lock-offer");
  shelf.hidden = !first;
  if (!first) return;
  setText(byId("lock-offer-why"), [offer.sentence && offer.sentence.replace(/\.?$/, "."), first.sentence].filter(Boolean).join(" "));
  setText(byId("lock-offer-title"), first.title);
  setText(byId("lock-offer-subtitle"), first.subtitle ?? "");
  setCover(byId("lock-offer-cover"), first.art, 256);
  byId("lock-offer-play").setAttribute("aria-label", `Play ${first.title}`);
}

// Car

const MOST_ROWS = 6, MOST_SUGGESTIONS = 20;
/** What can be chosen in the car, in this order, as far as there is something in it. */
const BRANCHES = [
  "list:continue-listening", "section:playlists", "section:podcasts", "section:radio", "list:recently-added",
  "list:recently-played", "list:most-played", "section:albums",
];

let trail = [], carWish = 0, rows = [], total = 0, heading = "Choose", isReading = false, hasFailed = false;

/** How many rows fit, without scrolling. */
function room() {
  const height = byId("car-list").clientHeight, row = parseFloat(getComputedStyle(byId("car-back")).minHeight) || 76;
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(height / row)));
}

/** What suits the moment, and the branches that are not empty. */
async function rootRows() {
  const parts = await Promise.all([undefined, "section:for-you", "section:library"].map((item) => read("content", item ? { item, limit: 50 } : { limit: 50 }).catch(() => ({ items: [] }))));
  const found = new Map(parts.flatMap(({ items }) => items).filter(({ childCount }) => childCount > 0).map((item) => [item.identifier, item]));
  const branches = BRANCHES.filter((identifier) => found.has(identifier)).map((identifier) => found.get(identifier));
  const all = [
    { id: "suggestions", title: "For you", subtitle: offered()?.sentence ?? "What suits this moment", press: () => enter({ kind: "suggestions", title: "For you" }) },
    ...branches.map(({ identifier, title }) => ({ id: identifier, title, press: () => enter({ kind: "content", item: identifier, title }) })),
  ];
  return { total: all.length, rows: all.slice(0, MOST_ROWS) };
}

async function readRows(place) {
  switch (place?.kind) {
  case "suggestions": {
    const found = offered()?.suggestions ?? await suggestionsNow(MOST_SUGGESTIONS);
    return { total: found.length, rows: found.slice(0, MOST_ROWS).map((suggestion) => ({ id: suggestion.id, title: suggestion.title, subtitle: suggestion.sentence, art: suggestion.art, press: async () => { if (await accept(suggestion)) leave(); } })) };
  }
  case "content": {
    // The service has the limits of a car: so many rows, and what would be deeper plays as a whole.
    const page = await read("content", { item: place.item, endpoint: "car", limit: MOST_ROWS });
    return { total: page.state?.all ?? page.total, rows: page.items.map((item) => ({ id: item.identifier, title: item.title, subtitle: item.subtitle, art: item.art, press: () => choose(item) })) };
  }
  default: return rootRows();
  }
}

/** What plays is played as a whole; nothing is opened deeper than that. */
async function choose(item) {
  if (item.playable) {
    if (await attempt("play", { places: [item.identifier] })) leave();
  } else {
    notice(`“${item.title}” cannot be played here`);
  }
}

function enter(place) { trail.push(place); loadRows(true, true); }
function leave() { trail = []; loadRows(true, true); }

/** `isFollowed`: the row that had the focus has led here, so the first one gets it. */
async function loadRows(isMoved = false, isFollowed = false) {
  const own = ++carWish, place = trail.at(-1);
  heading = place?.title ?? "Choose";
  if (isMoved) { isReading = true; rows = []; drawCar(); }
  try {
    const found = await readRows(place);
    if (own !== carWish) return;
    ({ rows, total } = found);
    hasFailed = false;
  } catch (failure) {
    if (own !== carWish) return;
    [rows, total, hasFailed] = [[], 0, true];
    notice(failure.message, { isError: true });
  }
  isReading = false;
  drawCar();
  if (isFollowed) byId("car-list").querySelector("button")?.focus();
}

function drawCar() {
  if (mode() !== "car") return;
  const { title, artist } = words(), shelf = byId("car-list");
  setText(byId("car-title"), title);
  setText(byId("car-artist"), artist);
  setCover(byId("car-cover"), state.now?.art, 512);
  setText(byId("car-heading"), heading);
  setIcon(byId("car-back"), trail.length ? "back" : "screens", trail.length ? "Back" : "Other screens");
  const shown = rows.slice(0, room()), known = JSON.stringify(shown);
  const cut = total - shown.length;
  setText(byId("car-cut"), cut > 0 ? `${shown.length} of ${total.toLocaleString("en")}; the others are on the remote control` : hasFailed ? "This could not be read" : !total && !isReading ? "There is nothing here" : "");
  if (shelf.dataset.known === known && shelf.children.length === shown.length) return;
  shelf.dataset.known = known;
  refill(shelf, shown.map((row) => make("div", { role: "listitem", "data-key": row.id }, make("button", { class: "row", type: "button", click: row.press },
    row.art ? cover(row.art) : null,
    make("span", { class: "words" }, make("b", { text: row.title, dir: "auto" }), row.subtitle ? make("span", { text: row.subtitle, dir: "auto" }) : null)))));
}

// All of them

export function beginScreens() {
  for (const button of [byId("screens-button"), ...document.querySelectorAll("[data-screens]")]) button.addEventListener("click", chooseScreen);
  byId("car-back").addEventListener("click", () => { if (trail.length) { trail.pop(); loadRows(true, trail.length > 0); } else chooseScreen(); });
  byId("lock-offer-play").addEventListener("click", () => { const first = offered()?.suggestions[0]; if (first) accept(first); });
  byId("lock-awake").addEventListener("click", () => {
    const isWanted = !isAwakeChosen();
    try { localStorage.setItem(AWAKE, isWanted ? "yes" : "no"); } catch { /* It is not remembered, then. */ }
    drawAwake();
    keepAwake(isWanted);
  });
  on("now", () => { drawLock(); drawCar(); });
  on("connection", () => { drawLock(); drawCar(); });
  on("suggestions", () => { if (mode() === "car" && trail.at(-1)?.kind === "suggestions") loadRows(); });
  on("service", () => { if (mode() === "car" && state.service) loadRows(); });
  onOffer(() => {
    drawLock();
    if (mode() === "car" && state.service && (!trail.length || trail.at(-1).kind === "suggestions")) loadRows();
  });
  new ResizeObserver(drawCar).observe(byId("car-list"));
  document.addEventListener("visibilitychange", () => { drawClock(); keepAwake(isAwakeWanted); });
}

/** Shows the lock screen or the car, or neither. */
export function showScreen(name) {
  byId("lock").hidden = name !== "lock";
  byId("car").hidden = name !== "car";
  keepAwake(name === "car" || name === "lock" && isAwakeChosen());
  if (name === "lock") { drawAwake(); drawClock(); drawLock(); }
  if (name === "car") { trail = []; loadRows(true); }
}
