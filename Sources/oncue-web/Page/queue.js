// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// The queue. Entries are named by their own numbers, never by their place, so that two people who change it at once lose
// nothing.

import { Failure, attempt, on, read, state, write } from "./service.js";
import { announce, byId, clock, count, cover, iconButton, make, notice, setText, sheet } from "./parts.js";
import { VirtualList } from "./lists.js";

let list = null, isOpen = false, context = null;

/** What the row of an entry says of it; the number in the queue is that of the row. */
function row(entry, index) {
  if (!entry) return make("div", { class: "row waiting" }, make("button", { class: "hit", "data-part": "hit", "aria-label": `Entry ${index + 1}, not read yet` }, make("span", { class: "cover" }), make("span", { class: "words" })));
  const isCurrent = entry.entry === state.now?.entry;
  const about = [entry.artist, entry.album].filter(Boolean).join(" — ");
  const grip = iconButton("grip", `Move ${entry.title}`, () => more(entry), { class: "round grip", "data-part": "grip" });
  grip.addEventListener("pointerdown", (event) => drag(event, entry));
  return make("div", { class: isCurrent ? "row current" : "row" },
    grip,
    make("button", { class: "hit", type: "button", "data-part": "hit", "aria-current": isCurrent ? "true" : null, "aria-describedby": "queue-about", click: () => attempt("queue/play", { entry: entry.entry }) },
      cover(entry.art), make("span", { class: "words" }, make("b", { text: entry.title, dir: "auto" }), make("span", { class: "quiet", text: (entry.similar ? "≈ " : "") + about, dir: "auto" }))),
    make("span", { class: "time", text: entry.duration ? clock(entry.duration) : "" }),
    iconButton("more", `More about ${entry.title}`, () => more(entry), { "data-part": "more", "aria-haspopup": "dialog" }));
}

const indexOf = (entry) => [...list.items].find(([, other]) => other.entry === entry.entry)?.[0] ?? -1;

function more(entry) {
  const index = indexOf(entry), current = state.now?.queueIndex ?? -1;
  const canFollow = current >= 0 && index >= 0 && index !== current && index !== current + 1 && state.now?.shuffleMode === "off";
  sheet(entry.title, [
    { label: "Play", icon: "play", press: () => attempt("queue/play", { entry: entry.entry }) },
    canFollow && { label: "Play next", icon: "next", press: () => move(entry, index < current ? current : current + 1) },
    index > 0 && { label: "Move up", icon: "back", press: () => move(entry, index - 1) },
    index >= 0 && index < list.total - 1 && { label: "Move down", icon: "forward", press: () => move(entry, index + 1) },
    { label: "Remove from the queue", icon: "close", press: () => remove(entry) },
  ]);
}

async function remove(entry) {
  const index = indexOf(entry);
  if (index >= 0) list.remove(index);
  const removed = await edit("queue/remove", { entries: [entry.entry] });
  if (removed) {
    notice(`Removed “${entry.title}” from the queue`, { action: "Undo", press: () => undo(removed.revision) });
  } else {
    list.refresh();
  }
}

/** Moves an entry to the place that it is to have then. */
async function move(entry, to) {
  const from = indexOf(entry);
  if (from < 0 || to === from || to < 0 || to >= list.total) return;
  // What it is to stand in front of is named by its own number.
  const before = list.items.get(to < from ? to : to + 1);
  if (!before && (to < from || to + 1 < list.total)) {
    notice("That part of the queue was not read yet, so the track stays where it was", { isError: true });
    return;
  }
  list.move(from, to);
  announce(`${entry.title}: number ${to + 1} of ${list.total}`);
  if (!await edit("queue/move", before ? { entries: [entry.entry], before: before.entry } : { entries: [entry.entry] })) list.refresh();
}

const PAST = { play: "replaced", add: "added", remove: "removed", move: "moved", sort: "sorted", clear: "cleared", back: "left", create: "created", delete: "deleted", rename: "renamed" };

/** The queue as the last change that was made here has left it; null if there is none, or it was undone. */
let own = null;
/** The change that was asked for last. */
let last = null;

/** Changes the queue; what it is then, is known for undoing it. */
export async function edit(path, body) {
  last = attempt(path, body);
  const answer = await last;
  // None where somebody else has changed something at the same moment.
  if (answer) own = answer.revision || null;
  return answer;
}

/** Undoes a change that was made here, by the revision after it; what others have changed since, only after a question. */
export async function undo(revision) {
  let undone;
  try {
    if (!revision) throw new Failure("Overtaken", "");
    undone = await write("queue/undo", { revision });
  } catch (failure) {
    if (failure.code !== "Overtaken") { notice(failure.message, { isError: true }); return; }
    sheet("The last change may be that of somebody else", [
      { label: "Undo it", icon: "undo", press: async () => told(await attempt("queue/undo")) },
      { label: "Leave it as it is", icon: "check", press: () => {} },
    ]);
    return;
  }
  told(undone);
}

function told(undone) {
  if (!undone) return;
  own = null;
  const others = undone.count > 1 ? ` and ${undone.count - 1} more` : "";
  notice(`Undone: ${PAST[undone.edit] ?? undone.edit ?? "the last change"} ${undone.title ?? ""}${others}`.trim());
}

function pressed(event, entry, index) {
  if (!entry) return false;
  if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    move(entry, index + (event.key === "ArrowUp" ? -1 : 1));
    return true;
  }
  if (event.key === "Delete") {
    remove(entry);
    return true;
  }
  return false;
}

/** Follows the pointer with a row until it is let go. */
function drag(event, entry) {
  if (event.button !== 0) return;
  const grip = event.currentTarget, item = grip.closest("li"), from = item.index, { scroller } = list;
  const startY = event.clientY, startScroll = scroller.scrollTop, height = list.rowHeight;
  let to = from, pointerY = startY, isMoving = false, frame = 0;
  const gesture = new AbortController(), { signal } = gesture;
  grip.setPointerCapture(event.pointerId);

  const place = () => {
    const shift = pointerY - startY + scroller.scrollTop - startScroll;
    to = Math.max(0, Math.min(list.total - 1, Math.round(from + shift / height)));
    item.style.transform = `translate(0, ${from * height + shift}px)`;
    for (const [index, other] of list.rows) {
      if (other === item) continue;
      const step = index > from && index <= to ? -1 : index < from && index >= to ? 1 : 0;
      other.style.transform = `translate(0, ${(index + step) * height}px)`;
    }
  };
  const scroll = () => {
    const view = scroller.getBoundingClientRect(), edge = height;
    const speed = pointerY < view.top + edge ? -8 : pointerY > view.bottom - edge ? 8 : 0;
    if (speed) { scroller.scrollTop += speed; place(); }
    frame = requestAnimationFrame(scroll);
  };
  const follow = (moved) => {
    pointerY = moved.clientY;
    if (!isMoving && Math.abs(pointerY - startY) < 5) return;
    if (!isMoving) {
      isMoving = true;
      list.hold(true);
      list.lift(item);
      item.firstChild.classList.add("lifted");
      item.style.zIndex = 3;
      frame = requestAnimationFrame(scroll);
    }
    place();
  };
  const finish = async (isDropped) => {
    gesture.abort();
    cancelAnimationFrame(frame);
    if (!isMoving) return;
    // The press that ends a drag is not one on the grip.
    const swallow = (press) => press.stopImmediatePropagation();
    grip.addEventListener("click", swallow, { capture: true });
    setTimeout(() => grip.removeEventListener("click", swallow, { capture: true }));
    item.firstChild.classList.remove("lifted");
    item.style.zIndex = "";
    list.lift(null);
    list.draw(true);
    if (isDropped) await move(entry, to);
    list.hold(false);
  };
  grip.addEventListener("pointermove", follow, { signal });
  grip.addEventListener("pointerup", () => finish(true), { signal });
  // Whatever ends it, such as a row that somebody else has removed, ends it as a whole.
  for (const end of ["pointercancel", "lostpointercapture"]) grip.addEventListener(end, () => finish(false), { signal });
}

function drawAbout() {
  const { now, queue } = state, total = queue.total ?? 0;
  const where = now?.queueIndex !== undefined && now?.entry !== undefined ? ` · playing number ${now.queueIndex + 1}` : "";
  setText(byId("queue-about"), total ? `${context?.title ? context.title + " · " : ""}${count(total, "track")}${where}` : "Empty. Add something from the library.");
  byId("queue-clear").disabled = !total;
}

export function beginQueue() {
  list = new VirtualList(byId("queue-list"), {
    label: "Queue", build: row, press: pressed, key: ({ entry }) => entry,
    read: async (offset, limit) => {
      const page = await read("queue", { offset, limit });
      context = page.context;
      return { total: page.total, items: page.entries };
    },
    changed: drawAbout,
    failed: (failure) => notice(failure.message, { isError: true }),
  });
  byId("queue-undo").addEventListener("click", async () => { await last; undo(own); });
  byId("queue-clear").addEventListener("click", async () => {
    const total = state.queue.total ?? 0;
    const cleared = await edit("queue/clear");
    if (cleared) notice(`Removed ${count(total, "track")} from the queue`, { action: "Undo", press: () => undo(cleared.revision) });
  });
  let current;
  on("queue", () => { drawAbout(); if (isOpen) list.refresh(); });
  on("now", () => {
    drawAbout();
    if (current === state.now?.entry) return;
    current = state.now?.entry;
    if (isOpen) list.redraw();
  });
}

export async function showQueue(isShown) {
  isOpen = isShown;
  if (!isShown) return;
  drawAbout();
  await list.reset();
  if (state.now?.queueIndex > 3) list.show(state.now.queueIndex, true);
}
