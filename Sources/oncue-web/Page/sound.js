// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// Where the sound goes: outputs and rooms; the sleep timer, the speed, and this device.

import { attempt, on, read, state, unpair } from "./service.js";
import { byId, clock, drawFree, each30Seconds, icon, iconButton, make, notice, sheet, sideways } from "./parts.js";
import { here, playHere } from "./here.js";
import { fill, latest, rates, sleepText, sleeps } from "./player.js";

const KINDS = { browser: "a browser", hdmi: "HDMI", usb: "USB", handsfree: "hands-free", digital: "digital output" };

let isOpen = false, outputs = null, rooms = [], wish = 0, isDragged = false;
/** The paired machines; `asked` while they are, since one that is off takes its time. */
let machines = [], asked = false, moving = "";

const HERE = "This browser";

/** The outputs, this browser among them, which is one as soon as it is chosen. */
function choices() {
  const found = outputs?.outputs ?? [], own = found.find(({ identifier }) => identifier === here.output);
  const others = found.filter((output) => output !== own);
  return outputs ? [...others, { kind: "browser", available: true, ...own, identifier: here.output, title: HERE, isHere: true }] : [];
}

async function choose(output) {
  if (output.isHere) {
    for (const other of outputs.outputs) other.current = other.identifier === here.output;
    draw();
    if (await playHere()) notice("The sound comes from this browser");
    return load();
  }
  for (const other of outputs.outputs) other.current = other.identifier === output.identifier;
  draw();
  if (await attempt("outputs/choose", { identifiers: [output.identifier] })) notice(`The sound goes to ${output.title}`);
  load();
}

async function changeRoom(room, changes) {
  Object.assign(room, changes);
  draw();
  if (!await attempt("rooms/change", { room: room.identifier, ...changes })) load();
}

function outputRow(output, index, isOnly) {
  const about = [KINDS[output.kind] ?? output.kind, output.available ? "" : "not connected", output.default ? "the default" : ""].filter((text) => text && text !== "other").join(", ");
  return make("button", {
    class: "option", role: "radio", "aria-checked": String(Boolean(output.current)), type: "button", disabled: isOnly || !output.available,
    tabindex: output.current || index === 0 && !choices().some(({ current }) => current) ? 0 : -1, click: () => choose(output), keydown: moveChoice,
  }, make("span", { class: "words" }, make("b", { text: output.title, dir: "auto" }), make("span", { class: "quiet small", text: about ? " " + about : "" })), icon("check"));
}

/** The arrow keys lead through the outputs, without choosing one by the way. */
function moveChoice(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? sideways(event);
  if (!step) return;
  event.preventDefault();
  const options = [...event.currentTarget.parentNode.querySelectorAll("button:not(:disabled)")];
  options[(options.indexOf(event.currentTarget) + step + options.length) % options.length]?.focus();
}

function roomRow(room) {
  const slider = make("input", { type: "range", min: 0, max: 100, value: Math.round(room.volume * 100), "aria-label": `Volume of ${room.title}`, disabled: !room.connected });
  fill(slider, room.volume);
  const send = latest(async (volume) => {
    room.volume = volume;
    if (!await attempt("rooms/change", { room: room.identifier, volume })) load();
  });
  slider.addEventListener("input", () => { fill(slider, slider.value / 100); send(slider.value / 100); });
  slider.addEventListener("pointerdown", () => { isDragged = true; });
  // One that was touched and not moved says no more than that it was let go.
  for (const end of ["change", "pointerup", "pointercancel", "blur"]) slider.addEventListener(end, () => { isDragged = false; draw(); });
  const mute = iconButton(room.muted ? "muted" : "volume", `Mute ${room.title}`, () => changeRoom(room, { muted: !room.muted }), { "aria-pressed": String(Boolean(room.muted)), disabled: !room.connected });
  const playing = make("button", { class: "chip", type: "button", "aria-pressed": String(Boolean(room.playing)), text: room.playing ? "Plays along" : "Play here", "aria-label": `${room.playing ? "Plays along" : "Play here"}: ${room.title}`, "data-key": `playing ${room.identifier}`, disabled: !room.connected, click: () => changeRoom(room, { playing: !room.playing }) });
  return make("div", { class: "room" },
    make("div", { class: "head" }, make("div", {}, make("b", { text: room.title, dir: "auto" }), make("span", { class: "quiet small", text: room.connected ? "" : " not connected" })), playing),
    make("div", { class: "volume" }, mute, slider));
}

// Other machines

async function findMachines() {
  if (asked) return;
  asked = true;
  if (isOpen) draw();
  try {
    ({ machines } = await read("machines"));
  } catch (failure) {
    // Whoever looks here often sees what was there a moment ago.
    if (machines.length && failure.code !== "TooManyRequests") notice(failure.message, { isError: true });
  }
  asked = false;
  if (isOpen) draw();
}

async function continueFrom(machine) {
  if (moving) return;
  moving = machine.name;
  draw();
  const continued = await attempt("machines/continue", { machine: machine.name });
  moving = "";
  if (continued) notice([continued.sentence, ...continued.notes ?? []].join(". "));
  findMachines();
}

function machineRow(machine) {
  const { name, title, artists, position, playing, reachable } = machine, here = state.machine || "this machine";
  const about = !reachable ? "cannot be reached" : !title ? "nothing to continue" : [playing ? "" : "paused", position ? clock(position) : ""].filter(Boolean).join(", ");
  // One that waits keeps the focus.
  const act = make("button", { class: "chip", type: "button", "data-key": `continue ${name}`, text: moving === name ? "Continuing" : `Continue on ${here}`, "aria-disabled": moving ? "true" : null, disabled: !reachable || !title, "aria-label": `Continue ${title || "what plays"} from ${name} on ${here}`, click: () => continueFrom(machine) });
  return make("div", { class: "room" }, make("div", { class: "head" },
    make("div", {}, make("b", { text: name, dir: "auto" }), title ? make("span", { class: "small", text: [title, (artists ?? []).join(", ")].filter(Boolean).join(" — "), dir: "auto" }) : null, make("span", { class: "quiet small", text: about })), act));
}

const group = (title, ...content) => make("section", { "aria-label": title }, make("h2", { text: title }), ...content);

const chips = (label, all) => make("div", { class: "choices", role: "group", "aria-label": label }, ...all.map((choice) => make("button", {
  class: "chip", type: "button", "aria-pressed": String(Boolean(choice.isChosen)), text: choice.label, click: choice.press,
})));

function draw() {
  if (!isDragged) drawFree(byId("sound-list"), drawNow);
}

function drawNow() {
  if (isDragged) return;
  const shelf = byId("sound-list"), found = choices(), isFixed = Boolean(outputs?.state?.fixed);
  const known = JSON.stringify([outputs, rooms, state.now?.rate, state.now?.sleep, state.now && sleepText(), state.name, machines, asked, moving]);
  if (shelf.dataset.known === known) return;
  shelf.dataset.known = known;
  const place = shelf.scrollTop, name = document.activeElement?.closest?.("#sound-list") && nameOf(document.activeElement);
  shelf.replaceChildren(
    group("Output", found.length ? make("div", { role: "radiogroup", "aria-label": "Output" }, ...found.map((output, index) => outputRow(output, index, isFixed)))
      : make("p", { class: "quiet", text: outputs ? "There is no output to choose from" : "Looking for outputs" }),
    isFixed ? make("p", { class: "quiet", text: "OnCue was started with an output of its own, so none can be chosen here" }) : null),
    ...(rooms.length ? [group("Rooms", ...rooms.map(roomRow))] : []),
    ...(machines.length ? [group("Other machines", ...machines.map(machineRow), make("div", { class: "choices" },
      make("button", { class: "chip", type: "button", "data-key": "look", text: asked ? "Looking" : "Look again", "aria-disabled": asked ? "true" : null, click: findMachines })))] : []),
    group("Sleep timer", make("p", { class: "quiet", text: state.now?.sleep && state.now.sleep !== "off" ? `Pauses ${sleepText().charAt(0).toLowerCase()}${sleepText().slice(1)}` : "Pauses playback after a time" }), chips("Sleep timer", sleeps())),
    group("Speed", chips("Speed", rates())),
    group("This device", make("p", { class: "quiet", dir: "auto", text: state.name ? `Paired as “${state.name}”` : "Paired" }),
      make("div", { class: "choices" }, make("button", { class: "chip", type: "button", text: "Forget this device", click: () => sheet("Forget this device?", [
        { label: "Forget it; a new code pairs it again", icon: "close", press: unpair }, { label: "Keep it", icon: "check", press: () => {} },
      ]) }))));
  shelf.scrollTop = place;
  if (name) for (const element of shelf.querySelectorAll("button, input")) if (nameOf(element) === name) { element.focus(); break; }
}

/** By what a control is found again: one whose words say its state has a key. */
const nameOf = (element) => element.dataset.key ?? element.getAttribute("aria-label") ?? element.textContent;

async function load() {
  const own = ++wish;
  try {
    const [found, places] = await Promise.all([read("outputs"), read("rooms")]);
    if (own !== wish) return;
    outputs = found;
    rooms = places.rooms ?? [];
  } catch (failure) {
    notice(failure.message, { isError: true });
  }
  if (isOpen) draw();
}

export function beginSound() {
  on("outputs", () => { if (isOpen) load(); });
  on("now", () => { if (isOpen) draw(); });
  each30Seconds(() => { if (isOpen && state.now?.sleep === "time") draw(); });
}

export function showSound(isShown) {
  isOpen = isShown;
  if (!isShown) return;
  draw();
  load();
  findMachines();
}
