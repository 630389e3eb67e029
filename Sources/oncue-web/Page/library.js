// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// The library, and what a search finds in it. The address has the container, or the words of the search.

import { attempt, on, read, state } from "./service.js";
import { byId, clock, count, cover, icon, iconButton, make, notice, setText, sheet } from "./parts.js";
import { VirtualList } from "./lists.js";
import { edit, undo } from "./queue.js";
import { remind, wakeWith } from "./waiting.js";

/** Kinds that are known by their covers. */
const PICTURED = ["album", "podcast", "playlist", "station"];
/** Containers in which a track plays with those that follow it. */
const PLAYED_ON = ["album", "playlist", "list"];
/** Those of them whose rows are the tracks that play; a list may have albums, and changes by listening. */
const WHOLE_KINDS = ["album", "playlist"];
const WHOLE = "section:library", TYPING = 250, FOLLOWING = 200;

let list = null, isOpen = false, place = null, container = null, timer = 0, wantsFocus = false;

// What can be done with an item

export const play = (item, options = {}) => attempt("play", { places: [item.identifier], ...options });

async function add(item, options, where) {
  const added = await edit("queue/add", { places: [item.identifier], ...options });
  if (!added) return;
  const what = added.count > 1 ? `${count(added.count, "track")} of “${added.title ?? item.title}”` : `“${added.title ?? item.title}”`;
  notice(`Added ${what} ${where}`, { action: "Undo", press: () => undo(added.revision) });
}

/** Whether the service counts as many tracks before a row as there are rows. */
function isCounted(index) {
  if (!WHOLE_KINDS.includes(container.kind)) return false;
  for (let before = 0; before < index; before += 1) {
    const item = list.items.get(before);
    if (!item?.playable || item.container || item.unavailable) return false;
  }
  return true;
}

/** What can be played of the rows after one, as they are shown. */
async function following(index) {
  const rows = [];
  let next = index + 1;
  for (; list.items.has(next) && rows.length < FOLLOWING; next += 1) rows.push(list.items.get(next));
  if (next < list.total && rows.length < FOLLOWING) {
    const { items } = await read("content", { item: container.identifier, offset: next, limit: FOLLOWING }).catch(() => ({ items: [] }));
    rows.push(...items);
  }
  return rows.filter(({ playable, unavailable }) => playable && !unavailable);
}

/** Plays a row, with those after it where they belong together. */
async function playFrom(item, index) {
  const { identifier } = container ?? {};
  if (!container?.playable || !PLAYED_ON.includes(container.kind)) return play(item);
  if (isCounted(index)) {
    // Somebody may have changed it since it was read.
    const now = await read("content", { item: identifier, offset: index, limit: 1 }).catch(() => null);
    if (now?.items[0]?.identifier === item.identifier) return attempt("play", { places: [identifier], from: index });
  }
  const places = [item, ...await following(index)].map((row) => row.identifier).slice(0, FOLLOWING);
  // A list that has changed is read with rows that are shown already.
  return attempt("play", { places: container.kind === "list" ? [...new Set(places)] : places });
}

function more(item, index) {
  sheet(item.title, [
    item.container && { label: "Open", icon: "forward", press: () => open(item) },
    item.playable && { label: "Play", icon: "play", press: () => item.container ? play(item) : playFrom(item, index) },
    item.playable && item.container && { label: "Shuffle", icon: "shuffle", press: () => play(item, { shuffleMode: "tracks" }) },
    item.playable && { label: "Play next", icon: "next", press: () => add(item, { next: true }, "after the current track") },
    item.playable && { label: "Add to the queue", icon: "queue", press: () => add(item, {}, "to the queue") },
    item.playable && { label: "Remind me", icon: "sleep", press: () => remind(item) },
    item.playable && { label: "Wake me with it", icon: "alarm", press: () => wakeWith(item) },
  ]);
}

export function open(item) {
  history.pushState({ depth: (history.state?.depth ?? 0) + 1 }, "", "#library/" + encodeURIComponent(item.identifier));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

// Rows

function about(item) {
  const parts = [item.subtitle];
  if (!item.subtitle && item.childCount !== undefined && item.childCount !== null) parts.push(item.childCount.toLocaleString("en"));
  if (item.unavailable) parts.push("not available");
  if (item.progress > 0 && item.progress < 1) parts.push(`${Math.round(item.progress * 100)}% heard`);
  return parts.filter(Boolean).join(" · ");
}

/** What stands for a branch that has no cover of its own. */
const SIGNS = {
  "section:for-you": "suggest", "section:albums": "now", "section:tracks": "note", "section:playlists": "queue",
  "section:podcasts": "sound", "section:radio": "sound"
};

const sign = ({ identifier, kind }) => make("span", { class: "cover" }, icon(SIGNS[identifier] ?? (kind === "list" ? "queue" : "library")));

function row(item, index) {
  const tile = Boolean(list.tile);
  if (!item) return make("div", { class: (tile ? "tile" : "row") + " waiting" }, make("button", { class: "hit", "data-part": "hit", "aria-label": `Item ${index + 1}, not read yet` }, make("span", { class: "cover" }), make("span", { class: "words" })));
  const press = () => item.container ? open(item) : item.playable ? playFrom(item, index) : notice(`“${item.title}” cannot be played`);
  return make("div", { class: `${tile ? "tile" : "row"}${item.unavailable ? " unavailable" : ""}` },
    make("button", { class: "hit", type: "button", "data-part": "hit", click: press },
      item.kind === "section" || item.kind === "list" ? sign(item) : cover(item.art, tile ? 256 : 128),
      make("span", { class: "words" }, make("b", { text: item.title, dir: "auto" }), make("span", { class: "quiet", text: about(item), dir: "auto" }))),
    tile ? null : make("span", { class: "time", text: item.duration && !item.container ? clock(item.duration) : "" }),
    item.playable ? iconButton("more", `More about ${item.title}`, () => more(item, index), { "data-part": "more", "aria-haspopup": "dialog" })
      : null);
}

/** At the root, the branches of the library are beside the others, which saves a step. */
async function readRoot() {
  const [root, whole] = await Promise.all([read("content", { limit: 200 }), read("content", { item: WHOLE, limit: 200 }).catch(() => null)]);
  const items = root.items.flatMap((item) => item.identifier === WHOLE && whole ? whole.items : [item]);
  return { container: { ...root.container, title: "Library" }, total: items.length, items };
}

function readPart(offset, limit) {
  if (place.words) return read("search", { q: place.words, offset, limit });
  if (!place.item) return readRoot();
  return read("content", { item: place.item, offset, limit });
}

function partRead(answer) {
  if (answer.container) container = answer.container;
  setText(byId("search-error"), "");
  const title = place.words ? "Search" : container?.title || "Library";
  setText(byId("library-title"), title);
  const total = place.words ? count(answer.total, "match", "matches") : place.item ? [container?.subtitle, count(answer.total, "item")].filter(Boolean).join(" · ") : "";
  setText(byId("library-about"), answer.total || place.words || !place.item ? total : "There is nothing here yet");
  byId("library-play").hidden = byId("library-more").hidden = !(container?.playable && place.item);
  byId("library-more").setAttribute("aria-label", `More about ${title}`);
  const pictured = answer.items.length > 1 && answer.items.every((item) => PICTURED.includes(item.kind));
  if (Boolean(list.tile) !== pictured && answer.offset !== undefined && answer.offset > 0) return;
  if (Boolean(list.tile) !== pictured) {
    list.tile = pictured ? 11 : 0;
    list.redraw();
  }
}

function failed(failure) {
  if (failure.code === "InvalidQuery") {
    setText(byId("search-error"), failure.message);
  } else if (failure.code === "NotFound" && place?.item) {
    notice("That is no longer in the library", { isError: true });
    location.replace("#library");
  } else {
    notice(failure.message, { isError: true });
  }
}

// Where it is

async function show(next, isReopened) {
  if (next.item === place?.item && next.words === place?.words && list.isShown) {
    // What was played, and what others have changed meanwhile, is in it.
    if (isReopened && state.service) list.refresh();
    return;
  }
  const former = place, kept = place && { ...place, top: list.scroller.scrollTop };
  if (kept) tops.set(kept.words ? "?" + kept.words : kept.item, kept.top);
  // Whoever has come here by a key in the list goes on in the list.
  if (list.hasFocus || document.activeElement === byId("library-back")) wantsFocus = true;
  place = next;
  container = null;
  byId("library-back").hidden = !place.item && !place.words;
  if (byId("search-words").value !== place.words && document.activeElement !== byId("search-words")) byId("search-words").value = place.words;
  setText(byId("library-about"), "");
  await list.reset({ tile: 0 });
  const top = tops.get(place.words ? "?" + place.words : place.item);
  if (top && next === place) { list.scroller.scrollTop = top; list.draw(); }
  if (next === place) focusFirst(former);
}

/** How far a container was scrolled, for the way back. */
const tops = new Map();

/**
 * Leads from the field of the search to what it has found, once somebody has asked for that; from a row to what it was opened
 * for; and from there back to the row.
 */
function focusFirst(former = null) {
  if (!wantsFocus) return;
  wantsFocus = false;
  const focused = document.activeElement;
  if (focused !== byId("search-words") && focused !== document.body) return;
  if (!list.total) { if (focused === document.body) byId("library-back").focus(); return; }
  const opened = [...list.items].find(([, { identifier }]) => identifier === former?.item)?.[0];
  list.focusRow(focused === document.body ? opened ?? list.firstShown : 0);
}

/** Searches, unless that is what is shown already. */
function search(words) {
  const address = words.trim() ? "#search/" + encodeURIComponent(words.trim()) : "#library";
  if (location.hash === address) return false;
  // Each letter replaces the one before it; the way back leads to where the search began.
  if (place?.words) history.replaceState(history.state, "", address);
  else history.pushState({ depth: (history.state?.depth ?? 0) + 1 }, "", address);
  dispatchEvent(new HashChangeEvent("hashchange"));
  return true;
}

function back() {
  if (history.state?.depth > 0) history.back();
  else location.hash = "#library";
}

export function beginLibrary() {
  list = new VirtualList(byId("library-list"), {
    label: "Library", build: row, key: ({ identifier }) => identifier, read: readPart, changed: partRead, failed,
    press: (event) => {
      if (event.key !== "Backspace" && event.key !== "Escape" || byId("library-back").hidden) return false;
      back();
      return true;
    },
  });
  const words = byId("search-words");
  words.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, TYPING, words.value); });
  words.addEventListener("keydown", (event) => { if (event.key === "ArrowDown") { event.preventDefault(); list.focusRow(0); } });
  byId("search").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    wantsFocus = true;
    // What is read just now for these words gets the focus when it is there.
    if (!search(words.value) && (list.total || list.pages.get(0) !== "reading")) focusFirst();
  });
  byId("library-back").addEventListener("click", back);
  byId("library-play").addEventListener("click", () => play(container));
  byId("library-more").addEventListener("click", () => more(container, 0));
  // After a pause of the connection, what is shown may have changed.
  const refresh = () => { if (state.service && isOpen && list.isShown) list.refresh(); };
  on("service", refresh);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
}

export function showLibrary(isShown, next) {
  const isReopened = isShown && !isOpen;
  isOpen = isShown;
  if (isShown) show(next, isReopened);
}
