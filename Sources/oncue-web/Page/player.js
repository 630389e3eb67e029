// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// What plays: the controls of all screens, the screen Now, and the bar at the bottom of the others.

import { attempt, change, on, position, read, standingAt, state } from "./service.js";
import { announce, artistsOf, byId, clock, count, cover, each30Seconds, make, notice, refill, setCover, setIcon, setText, sheet, sideways } from "./parts.js";
import { goOn, isForgotten } from "./here.js";

const RATES = [.5, .75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3];
const SHUFFLES = ["off", "tracks", "albums"], REPEATS = ["off", "all", "one"];
const COMING = 12;

export const isPlaying = (now) => now?.status === "playing";

// Commands

function toggle() {
  const { now } = state;
  // Whoever asks for playback starts the service.
  if (!now) { if (state.connected) attempt("playback/resume"); return; }
  if (!isPlaying(now) && isForgotten()) { goOn(); return; }
  const stands = position(now);
  if (isPlaying(now)) change("playback/pause", {}, { status: "paused", ...standingAt(now, stands, 0) });
  else change("playback/resume", {}, now.entry === undefined ? {} : { status: "playing", ...standingAt(now, stands, now.rate ?? 1) });
}

export function seek(microseconds) {
  if (state.now) change("playback/seek", { position: Math.round(microseconds) }, standingAt(state.now, microseconds));
}

const commands = {
  toggle,
  next: () => attempt("playback/next"),
  previous: () => attempt("playback/previous"),
  mute: () => change("playback/mute", { muted: !state.now?.muted }, { muted: !state.now?.muted }),
  shuffle: () => {
    const mode = SHUFFLES[(SHUFFLES.indexOf(state.now?.shuffleMode ?? "off") + 1) % SHUFFLES.length];
    change("playback/shuffle", { mode }, { shuffleMode: mode });
    announce(`Shuffle: ${mode}`);
  },
  repeat: () => {
    const mode = REPEATS[(REPEATS.indexOf(state.now?.repeat ?? "off") + 1) % REPEATS.length];
    change("playback/repeat", { mode }, { repeat: mode });
    announce(`Repeat: ${mode}`);
  },
};

/** Keys of a keyboard or a headset, and the space bar where nothing else has the focus. */
function keyPressed(event) {
  const names = { MediaPlayPause: "toggle", MediaTrackNext: "next", MediaTrackPrevious: "previous" };
  const isFree = event.target === document.body || event.target.id === "main" || event.target.tagName === "MAIN";
  const name = names[event.key] ?? (event.key === " " && isFree && !event.ctrlKey && !event.altKey ? "toggle" : null);
  if (!name || byId("sheet").open) return;
  event.preventDefault();
  commands[name]();
}

/** The time between two values of a slider, so that nobody sends more commands than the service takes. */
const PACE = 50;

/** Sends the latest of many values, one at a time and not more often than is of use. */
export function latest(send) {
  let wanted = null, isSending = false;
  return async (value) => {
    wanted = value;
    if (isSending) return;
    isSending = true;
    while (wanted !== null) {
      const next = wanted;
      wanted = null;
      await send(next);
      await new Promise((done) => setTimeout(done, PACE));
    }
    isSending = false;
  };
}

const setVolume = latest((volume) => change("playback/volume", { volume }, { volume }));

/** A slider for a part of a room or of the whole, from 0 to 1. */
export function fill(slider, part) {
  slider.style.setProperty("--fill", `${Math.round(part * 1000) / 10}%`);
}

// Choices

export const rateText = (rate) => `${Math.round(rate * 100) / 100}×`;

export function rates() {
  return RATES.map((rate) => ({
    label: rateText(rate), isChosen: Math.abs((state.now?.rate ?? 1) - rate) < .005,
    press: () => change("playback/rate", { rate }, { rate }),
  }));
}

const MINUTES = [10, 20, 30, 45, 60, 90];

export function sleepText(now = state.now) {
  if (now?.sleep === "track") return "At the end of the track";
  if (now?.sleep === "queue") return "At the end of the queue";
  if (now?.sleep !== "time" || now.sleepRemaining === undefined) return "Off";
  const left = now.sleepRemaining - (performance.now() - now.received) * 1000;
  return left > 90e6 ? `In ${Math.round(left / 60e6)} minutes` : "In a minute";
}

export function sleeps() {
  const choice = (label, mode, time) => ({
    label, isChosen: (state.now?.sleep ?? "off") === mode && mode !== "time",
    press: async () => {
      if (await change("playback/sleep", time ? { mode, time } : { mode }, {})) {
        notice(mode === "off" ? "The sleep timer is off" : `Playback pauses ${label.charAt(0).toLowerCase()}${label.slice(1)}`);
      }
    },
  });
  return [
    choice("Off", "off"),
    ...MINUTES.map((minutes) => choice(`In ${minutes} minutes`, "time", minutes * 60e6)),
    choice("At the end of the track", "track"),
    choice("At the end of the queue", "queue"),
  ];
}

// What all screens show of it

function drawControls() {
  const { now } = state, hasEntry = now?.entry !== undefined;
  for (const button of document.querySelectorAll("[data-do]")) {
    switch (button.dataset.do) {
    case "toggle":
      button.disabled = !now && !state.connected;
      setIcon(button, isPlaying(now) ? "pause" : "play", isPlaying(now) ? "Pause" : "Play");
      break;
    case "mute":
      button.disabled = !now;
      setIcon(button, now?.muted ? "muted" : "volume", now?.muted ? "Unmute" : "Mute");
      break;
    case "shuffle": drawMode(button, "shuffle", now?.shuffleMode); break;
    case "repeat": drawMode(button, now?.repeat === "one" ? "repeat-one" : "repeat", now?.repeat); break;
    default: button.disabled = !hasEntry;
    }
  }
  for (const slider of document.querySelectorAll("[data-volume]")) {
    slider.disabled = !now;
    if (slider.matches(":active")) continue;
    slider.value = Math.round((now?.volume ?? 0) * 100);
    slider.setAttribute("aria-valuetext", now?.muted ? `${slider.value} percent, muted` : `${slider.value} percent`);
    fill(slider, slider.value / 100);
  }
}

function drawMode(button, name, mode = "off") {
  button.disabled = !state.now;
  setIcon(button, name, `${name === "shuffle" ? "Shuffle" : "Repeat"}: ${mode}`);
  button.classList.toggle("on", mode !== "off");
}

/** The words about what plays, or about why nothing does. */
export function words() {
  const { now } = state;
  if (!now) return { title: state.connected ? "OnCue is not running" : "Connecting", artist: state.connected ? "Press Play to start it and continue" : "" };
  if (now.entry === undefined) return { title: "Nothing is playing", artist: "Choose something, or press Play to continue" };
  return { title: now.title ?? "", artist: artistsOf(now) };
}

function drawNow() {
  const { now } = state, { title, artist } = words(), hasEntry = now?.entry !== undefined;
  setText(byId("now-title"), title);
  setText(byId("now-artist"), artist);
  setText(byId("now-album"), hasEntry ? now.album ?? "" : "");
  setText(byId("now-context"), hasEntry ? contextText(now) : "");
  setText(byId("bar-title"), title);
  setText(byId("bar-artist"), artist);
  setCover(byId("now-cover"), now?.art, 512, setTint);
  setCover(byId("bar-cover"), now?.art, 128);
  document.title = hasEntry ? `${now.title} · ${artist || "OnCue"}` : "OnCue";
  for (const slider of [byId("now-seek"), byId("bar-seek")]) slider.disabled = !hasEntry || !now.seekable || !now.duration;

  const like = byId("now-like");
  like.disabled = !hasEntry;
  like.setAttribute("aria-pressed", String(Boolean(now?.favourite)));
  const rate = byId("now-rate");
  rate.disabled = byId("now-sleep").disabled = !now;
  setText(rate, `Speed ${rateText(now?.rate ?? 1)}`);
  drawSleep();
  if (now?.error && now.error !== toldError) notice(sentence(now.error), { isError: true });
  toldError = now?.error;
}

function drawSleep() {
  setText(byId("now-sleep"), (state.now?.sleep ?? "off") === "off" ? "Sleep" : `Sleep: ${sleepText().toLowerCase()}`);
}

let toldError;

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const INTERRUPTIONS = { suspend: "Paused while the machine sleeps", outputLost: "Paused until the output is back", interruption: "Paused during a call" };

function contextText(now) {
  if (now.buffering !== undefined) return `Buffering, ${now.buffering} percent`;
  if (now.loading) return "Opening";
  if (now.state === "interrupted") return INTERRUPTIONS[now.stateReason] ?? "Paused, and continues by itself";
  if (now.state === "failed" && now.stateReason) return sentence(now.stateReason);
  if (now.chapterTitle) return now.chapterTitle;
  if (!now.contextTitle) return "";
  if (now.contextTitle === now.album) return now.contextNumber && now.contextCount ? `Track ${now.contextNumber} of ${now.contextCount}` : "";
  return now.contextNumber && now.contextCount ? `${now.contextTitle}, ${now.contextNumber} of ${now.contextCount}` : now.contextTitle;
}

/** Colours the ground as the cover; how dark it is, the sheet says, so that words can be read on it. */
export function setTint(image) {
  const root = document.documentElement.style;
  if (!image) { for (const name of ["--hue", "--tone"]) root.removeProperty(name); return; }
  const side = 12, canvas = make("canvas", { width: side, height: side });
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing.drawImage(image, 0, 0, side, side);
  const { data } = drawing.getImageData(0, 0, side, side);
  let [x, y, total] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue] = [data[at], data[at + 1], data[at + 2]];
    const most = Math.max(red, green, blue), least = Math.min(red, green, blue), colour = (most - least) / 255;
    const turn = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue);
    x += Math.cos(turn) * colour;
    y += Math.sin(turn) * colour;
    total += colour;
  }
  const hue = Math.round(Math.atan2(y, x) * 180 / Math.PI + 360) % 360;
  const share = total ? Math.hypot(x, y) / total * Math.min(1, total / side / side * 3) : 0;
  root.setProperty("--hue", hue);
  root.setProperty("--tone", `${Math.round(share * 38)}%`);
}

// The position

let timer = 0;

function drawPosition() {
  clearTimeout(timer);
  const { now } = state, hasEntry = now?.entry !== undefined, at = position(now), length = hasEntry ? now.duration : 0;
  const shown = hasEntry ? clock(at) : "", whole = hasEntry ? (length ? clock(length) : now.live ? "Live" : "") : "";
  for (const name of ["now", "bar"]) {
    const slider = byId(name + "-seek");
    if (slider.matches(":active")) continue;
    setText(byId(name + "-position"), shown);
    setText(byId(name + "-duration"), whole);
    slider.value = length ? Math.round(at / length * 1000) : 0;
    slider.setAttribute("aria-valuetext", length ? `${shown} of ${whole}` : shown || "nothing is playing");
    fill(slider, length ? at / length : 0);
  }
  for (const name of ["lock-line", "car-line"]) {
    const line = byId(name), part = length ? at / length : 0;
    line.setAttribute("aria-valuenow", Math.round(part * 100));
    line.setAttribute("aria-valuetext", length ? `${shown} of ${whole}` : "no position");
    line.style.setProperty("--fill", `${part * 100}%`);
  }
  markLine(at);
  // Once a second, or when the next line is to be sung; never while nobody looks.
  if (document.hidden || !isPlaying(now) || !now.playbackRate) return;
  const step = 1000 - at / 1000 % 1000, next = nextLine(at);
  timer = setTimeout(drawPosition, Math.max(30, Math.min(step, next - at / 1000) / now.playbackRate + 8));
}

// Beside the cover: lyrics, chapters, and what comes next

let shownTab = "next", loadedEntry = null, lyrics = null, chapters = null, lines = [], current = -1, scrolledAt = -1e9;
const panels = { lyrics: byId("panel-lyrics"), chapters: byId("panel-chapters"), next: byId("panel-next") };
const isShown = () => !byId("remote").hidden && !byId("screen-now").hidden;

function select(tab) {
  shownTab = tab;
  for (const name of Object.keys(panels)) {
    const button = byId("tab-" + name), isSelected = name === tab;
    button.setAttribute("aria-selected", String(isSelected));
    button.tabIndex = isSelected ? 0 : -1;
    panels[name].hidden = !isSelected;
  }
  current = -1;
  drawPosition();
}

async function load() {
  const { now } = state;
  if (!isShown() || !now) return;
  const entry = `${now.entry}/${now.token ?? now.identifier}`;
  drawNext(now);
  if (loadedEntry === entry) return;
  loadedEntry = entry;
  lyrics = chapters = null;
  lines = [];
  const nothing = now.entry === undefined;
  let isAway = false;
  const missing = ({ code }) => { isAway ||= code === "Unavailable"; return null; };
  const [words, parts] = await Promise.all([
    nothing ? null : read("lyrics").catch(missing),
    nothing || !(now.chapterCount > 1) ? null : read("chapters").catch(missing),
  ]);
  if (loadedEntry !== entry) return;
  // Asked for again when the service is back, which may play the same then.
  if (isAway) loadedEntry = null;
  lyrics = words?.lines?.length ? words : null;
  chapters = parts?.chapters?.length ? parts : null;
  drawLyrics();
  drawChapters();
  byId("tab-chapters").hidden = !chapters;
  byId("tab-lyrics").hidden = !lyrics;
  if (shownTab === "lyrics" && !lyrics || shownTab === "chapters" && !chapters) select("next");
  else select(wantedTab && (wantedTab === "lyrics" ? lyrics : chapters) ? wantedTab : shownTab);
}

/** What somebody has pressed, to which a track with it returns. */
let wantedTab = null;

function lineButton(text, start, press) {
  const isSeekable = state.now?.seekable && start >= 0;
  if (!isSeekable) return make("div", { class: "line" }, make("span", { text: text || "\u00a0", dir: "auto" }));
  return make("button", { type: "button", click: press }, make("span", { text: text || "\u00a0", dir: "auto" }));
}

function drawLyrics() {
  const timed = Boolean(lyrics?.timed);
  const elements = (lyrics?.lines ?? []).map(({ start, text }) => timed && text
    ? lineButton(text, start, () => seek(start)) : make("div", { class: "line" }, make("span", { text: text || "\u00a0", dir: "auto" })));
  panels.lyrics.replaceChildren(...elements);
  lines = timed ? lyrics.lines.map(({ start }, index) => ({ start, element: elements[index] })) : [];
}

function drawChapters() {
  panels.chapters.replaceChildren(...(chapters?.chapters ?? []).map(({ title, start }, index) => {
    const row = make("button", { type: "button", click: () => change("playback/chapter", { index }, standingAt(state.now, start)) },
      make("span", { text: title || `Chapter ${index + 1}`, dir: "auto" }), make("span", { class: "quiet", text: clock(start) }));
    return row;
  }));
}

/** What follows in the queue; in random order, only the next one is known. */
async function drawNext(now) {
  const panel = panels.next, known = JSON.stringify([now.entry, now.nextEntry, now.nextTitle, now.queueIndex, now.shuffleMode, now.similar, now.repeat, state.queue.revision]);
  if (panel.dataset.known === known) return;
  panel.dataset.known = known;
  let coming = now.nextTitle === undefined ? [] : [{ entry: now.nextEntry, title: now.nextTitle, artist: (now.nextArtists ?? []).join(", "), art: now.nextArt }];
  if (coming.length && now.shuffleMode === "off" && now.repeat !== "one") {
    const page = await read("queue", { offset: now.queueIndex + 1, limit: COMING }).catch(() => null);
    if (panel.dataset.known !== known) return;
    if (page?.entries.length) coming = page.entries;
  }
  const last = now.entry === undefined ? "The queue is empty" : now.similar && now.repeat === "off" ? "Similar tracks follow the end of the queue" : "This is the last track of the queue";
  refill(panel, [...coming.map(({ entry, title, artist, art }) => make("button", { class: "coming", type: "button", "data-key": entry, click: () => attempt("queue/play", { entry }) },
    make("span", { class: "words" }, make("b", { text: title, dir: "auto" }), make("span", { class: "quiet", text: artist ?? "", dir: "auto" })), cover(art))),
  coming.length ? make("p", { "data-key": "all" }, make("a", { href: "#queue", class: "on", text: `The whole queue: ${count(now.queueLength ?? 0, "track")}` })) : make("p", { class: "quiet", text: last })]);
}

function nextLine(at) {
  const starts = shownTab === "lyrics" ? lines : [];
  for (const { start } of starts) if (start > at + 20_000) return start / 1000;
  return Infinity;
}

/** Marks the line that is sung, or the chapter, and scrolls to it unless somebody has just scrolled. */
function markLine(at) {
  if (!isShown()) return;
  const panel = panels[shownTab], starts = shownTab === "lyrics" ? lines.map(({ start }) => start)
    : shownTab === "chapters" ? (chapters?.chapters ?? []).map(({ start }) => start) : [];
  let index = -1;
  for (let other = 0; other < starts.length && starts[other] <= at + 20_000; other += 1) index = other;
  if (index === current || !starts.length) return;
  panel.children[current]?.removeAttribute("aria-current");
  current = index;
  const element = panel.children[index];
  if (!element) return;
  element.setAttribute("aria-current", "true");
  if (shownTab === "lyrics" && performance.now() - scrolledAt > 5000 && !panel.contains(document.activeElement?.closest("button"))) {
    element.scrollIntoView({ block: "center", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }
}

// The beginning

function beginSlider(slider) {
  slider.addEventListener("input", () => {
    const { now } = state;
    if (!now?.duration) return;
    const at = slider.value / 1000 * now.duration;
    fill(slider, slider.value / 1000);
    slider.setAttribute("aria-valuetext", `${clock(at)} of ${clock(now.duration)}`);
    setText(byId(slider.id.replace("seek", "position")), clock(at));
  });
  slider.addEventListener("change", () => { if (state.now?.duration) seek(slider.value / 1000 * state.now.duration); });
  // Arrow keys move by five seconds, whatever the length.
  slider.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 5, ArrowUp: 5, ArrowLeft: -5, ArrowDown: -5, PageUp: 30, PageDown: -30 }[event.key];
    if (!step || !state.now?.duration) return;
    event.preventDefault();
    seek(Math.max(0, Math.min(position() + step * 1e6, state.now.duration - 1e6)));
    drawPosition();
    announce(clock(position()));
  });
}

export function beginPlayer() {
  document.addEventListener("click", ({ target }) => commands[target.closest("[data-do]")?.dataset.do]?.());
  document.addEventListener("keydown", keyPressed);
  for (const slider of document.querySelectorAll("[data-volume]")) {
    slider.addEventListener("input", () => { fill(slider, slider.value / 100); setVolume(slider.value / 100); });
  }
  for (const name of ["now-seek", "bar-seek"]) beginSlider(byId(name));
  byId("now-like").addEventListener("click", () => {
    const liked = !state.now?.favourite;
    change("playback/like", { liked }, { favourite: liked });
  });
  byId("now-rate").addEventListener("click", () => sheet("Speed", rates()));
  byId("now-sleep").addEventListener("click", () => sheet("Pause playback", sleeps()));
  const tabs = Object.keys(panels);
  for (const name of tabs) {
    byId("tab-" + name).addEventListener("click", () => { wantedTab = name === "next" ? null : name; select(name); });
    byId("tab-" + name).addEventListener("keydown", (event) => {
      const step = sideways(event), shown = tabs.filter((tab) => !byId("tab-" + tab).hidden);
      if (!step) return;
      const next = shown[(shown.indexOf(name) + step + shown.length) % shown.length];
      wantedTab = next;
      select(next);
      byId("tab-" + next).focus();
    });
  }
  for (const event of ["wheel", "touchmove"]) byId("screen-now").addEventListener(event, () => { scrolledAt = performance.now(); }, { passive: true });
  byId("tab-lyrics").hidden = byId("tab-chapters").hidden = true;
  select("next");
  on("now", () => { drawControls(); drawNow(); drawPosition(); load(); });
  on("queue", () => { if (isShown() && state.now) drawNext(state.now); });
  on("connection", () => { drawControls(); drawNow(); });
  document.addEventListener("visibilitychange", drawPosition);
  each30Seconds(drawSleep);
  drawControls();
  drawNow();
}

/** The screen Now has been opened. */
export function showNow() {
  load();
  drawPosition();
}
