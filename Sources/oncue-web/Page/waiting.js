// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// What waits for its time: alarms and reminders. Times of day are by the clock of the machine that plays.

import { attempt, on, read, state } from "./service.js";
import { byId, each30Seconds, iconButton, make, notice, refill, sheet } from "./parts.js";

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const FADE = 120e6;

let isOpen = false, alarms = null, reminders = null, wish = 0;
/** The alarm that is being made: on which days, with what, and how. */
const draft = { days: new Set(), item: null, fades: false };

// In words

const timeOfDay = (hour, minute) => new Date(2000, 0, 1, hour, minute).toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
const moment = (seconds) => new Date(seconds * 1000).toLocaleString([], { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" });

function daysText(days, repeats) {
  if (!repeats) return "Once";
  const known = [...days].sort().join("");
  if (["", "0123456"].includes(known)) return "Every day";
  if (known === "01234") return "Monday to Friday";
  return known === "56" ? "At the weekend" : [...known].map((day) => DAYS[day]).join(", ");
}

/** Until something is due: `in 9 h 20 min`; nothing as long as the service has not said when. */
function left(due) {
  if (!due) return "";
  const minutes = Math.max(1, Math.round((due - Date.now() / 1000) / 60)), hours = Math.floor(minutes / 60), days = Math.floor(hours / 24);
  if (days > 1) return `in ${days} days`;
  return hours ? `in ${hours} h ${minutes % 60} min` : `in ${minutes} min`;
}

// Alarms

async function change(path, body) {
  const answer = await attempt(path, body);
  load();
  return answer;
}

function told(alarm) {
  const asleep = alarm.prospect === "asleep" ? "; but the machine may sleep then" : "";
  notice(alarm.due ? `It rings ${left(alarm.due)}${asleep}` : "The alarm is off");
}

async function add(event) {
  event.preventDefault();
  const [hour, minute] = byId("alarm-time").value.split(":").map(Number);
  if (!Number.isInteger(hour) || !Number.isInteger(minute)) { byId("alarm-time").focus(); return; }
  const body = { hour, minute, weekdays: [...draft.days].sort(), repeats: draft.days.size > 0 };
  if (draft.item) body.item = draft.item.identifier;
  if (draft.fades) body.fade = FADE;
  const alarm = await change("alarms/add", body);
  if (!alarm) return;
  draft.item = null;
  drawDraft();
  told(alarm);
}

async function turn(alarm, isOn) {
  alarm.state = isOn ? "waiting" : "off";
  draw();
  const answer = await change("alarms/switch", { alarm: alarm.alarm, on: isOn });
  if (answer && isOn) told(answer);
}

function alarmRow(alarm) {
  const { hour, minute, state: what, due } = alarm, isOver = what === "ringing" || what === "missed";
  const time = hour === undefined ? (due ? moment(due) : "Later") : timeOfDay(hour, minute);
  const when = what === "ringing" ? "Rings now" : what === "missed" ? `Missed, ${moment(due)}` : what === "snoozed" ? `Snoozed, rings ${left(due)}`
    : [daysText(alarm.weekdays ?? [], alarm.repeats), what === "off" ? "off" : left(due)].filter(Boolean).join(", ");
  const music = alarm.subtitle || "what was playing last", name = alarm.title ? alarm.title + ": " : "";
  const acts = [];
  if (what === "ringing") acts.push(chip("Snooze", () => change("alarms/snooze"), { "data-part": "snooze" }), chip("Stop", () => change("alarms/stop"), { "data-part": "stop" }));
  if (what === "snoozed") acts.push(chip("Stop", () => change("alarms/stop"), { "data-part": "stop" }));
  if (what === "waiting" || what === "off") {
    acts.push(make("button", { class: "switch-button", type: "button", role: "switch", "data-part": "switch", "aria-checked": String(what === "waiting"), "aria-label": `Alarm at ${time}`, click: () => turn(alarm, what === "off") }, make("span")));
  }
  acts.push(iconButton("close", `Remove the alarm at ${time}`, () => change("alarms/remove", { alarm: alarm.alarm, ...(isOver ? { state: what } : {}) }), { "data-part": "remove" }));
  return make("div", { class: what === "off" ? "waiting-row off" : "waiting-row", "data-key": what === "missed" ? `missed ${alarm.alarm}` : alarm.alarm },
    make("div", { class: "words" }, make("b", { text: time }), make("span", { class: "quiet small", text: when }), make("span", { class: "quiet small", text: name + music, dir: "auto" })), ...acts);
}

const chip = (text, press, attributes = {}) => make("button", { class: "chip", type: "button", text, click: press, ...attributes });

/** What the form of a new alarm shows of its days and its music. */
function drawDraft() {
  const days = byId("alarm-days");
  days.replaceChildren(...DAYS.map((name, day) => chip(name, () => {
    if (!draft.days.delete(day)) draft.days.add(day);
    drawDraft();
    days.children[day].focus();
  }, { "aria-pressed": String(draft.days.has(day)) })));
  byId("alarm-how").textContent = `${daysText(draft.days, draft.days.size > 0)}, with ${draft.item ? `“${draft.item.title}”` : "what was playing last"}`;
  byId("alarm-fade").setAttribute("aria-pressed", String(draft.fades));
}

/** Opens the form of a new alarm, with something to play. */
export function wakeWith(item) {
  draft.item = { identifier: item.identifier, title: item.title };
  location.hash = "#alarms";
  drawDraft();
  byId("alarm-time").focus();
}

// Reminders

/** A moment of today or of a day to come, by the clock of this device. */
function at(hour, daysAhead = 0) {
  const day = new Date();
  day.setDate(day.getDate() + daysAhead);
  day.setHours(hour, 0, 0, 0);
  return Math.floor(day.getTime() / 1000);
}

/** Asks when to be reminded of an item; of what is playing without one. */
export function remind(item = null) {
  const title = item?.title ?? state.now?.title ?? "";
  const choice = (label, when) => ({ label, press: async () => {
    const reminder = await change("reminders/add", item ? { item: item.identifier, ...when } : when);
    if (reminder) notice(`You will be reminded of “${reminder.title}” ${reminder.due ? moment(reminder.due) : reminder.when}`);
  } });
  sheet(`Remind me of “${title}”`, [
    choice("In an hour", { time: Math.floor(Date.now() / 1000) + 3600 }),
    new Date().getHours() < 17 && choice("This evening at 6", { time: at(18) }),
    choice("Tomorrow morning at 8", { time: at(8, 1) }),
    choice("When headphones connect", { event: "headphones" }),
    choice(`When ${state.machine || "the machine"} is unlocked`, { event: "unlock" }),
  ]);
}

function reminderRow(reminder) {
  const isDue = reminder.state !== "waiting", answer = (action) => () => change("reminders/answer", { reminder: reminder.reminder, action });
  const when = reminder.state === "missed" ? `Missed, ${moment(reminder.due)}` : isDue ? `Since ${moment(reminder.due)}` : reminder.due ? moment(reminder.due) : reminder.when;
  return make("div", { class: "waiting-row", "data-key": reminder.reminder },
    make("div", { class: "words" }, make("b", { text: reminder.title, dir: "auto" }), make("span", { class: "quiet small", text: when }),
      reminder.note ? make("span", { class: "quiet small", text: reminder.note, dir: "auto" }) : null),
    ...(isDue ? [reminder.playable ? chip("Play", answer("play"), { "data-part": "play", "aria-label": `Play ${reminder.title}` }) : null, chip("In an hour", answer("later"), { "data-part": "later", "aria-label": `${reminder.title} in an hour` }), chip("Done", answer("done"), { "data-part": "done", "aria-label": `${reminder.title} is done` })]
      : [iconButton("close", `Remove the reminder of ${reminder.title}`, () => change("reminders/remove", { reminder: reminder.reminder }), { "data-part": "remove" })]));
}

// The screen

function fill(shelf, rows, build, nothing) {
  const known = JSON.stringify([rows, Math.floor(Date.now() / 30_000)]);
  if (shelf.dataset.known === known) return;
  shelf.dataset.known = known;
  refill(shelf, rows?.length ? rows.map(build) : [make("p", { class: "quiet", text: rows ? nothing : "Looking" })]);
}

function draw() {
  fill(byId("alarms-list"), alarms, alarmRow, "No alarms");
  fill(byId("reminders-list"), reminders, reminderRow, "No reminders. “Remind me” is in the menu of everything that can be played.");
  byId("remind-now").disabled = state.now?.entry === undefined;
}

async function load() {
  const own = ++wish;
  try {
    const [first, second] = await Promise.all([read("alarms"), read("reminders")]);
    if (own !== wish) return;
    [alarms, reminders] = [first.alarms, second.reminders];
  } catch (failure) {
    notice(failure.message, { isError: true });
  }
  if (isOpen) draw();
}

export function beginWaiting() {
  byId("alarm-form").addEventListener("submit", add);
  byId("alarm-fade").addEventListener("click", () => { draft.fades = !draft.fades; drawDraft(); });
  byId("remind-now").addEventListener("click", () => remind());
  drawDraft();
  for (const event of ["alarms", "service"]) on(event, () => { if (isOpen && state.service) load(); });
  on("now", () => { if (isOpen) draw(); });
  each30Seconds(() => { if (isOpen) draw(); });
}

export function showWaiting(isShown) {
  isOpen = isShown;
  if (!isShown) return;
  draw();
  load();
}
