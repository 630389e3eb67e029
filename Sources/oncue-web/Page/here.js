// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// Playing in this browser: what is in the queue comes from the service, which keeps queue, position and history. This
// module says what it plays and does what it is told; both are whole states, so that one that is lost does no harm.

import { attempt, on, state, write } from "./service.js";
import { artistsOf, notice } from "./parts.js";

const REPORT = 3000, IDLE_REPORT = 20_000, REQUEST = 6000;
/** After this without an answer the service has paused what this page plays. */
const TRUST = 9000;
/** After this the page is no output any more, once another one is chosen. */
const REST = 15_000;
/** The time before the end of a track from which the next one is fetched, in seconds. */
const AHEAD = 40;

const page = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The output of this device, once it is known, and whether it is the one that is played on. */
export const here = { output: "", isThere: false, isPlayedOn: false };

let players = null, wish = null, applied = 0, advancedFrom = null;
let isSending = false, isDue = false, isTaking = false;
let timer = 0, reported = 0, heard = 0, elsewhereSince = 0;

const current = () => players?.[0];
const spare = () => players?.[1];

// What this page does

function stateOf({ audio }) {
  if (audio.error) return "failed";
  if (audio.ended) return "ended";
  if (audio.readyState < HTMLMediaElement.HAVE_METADATA) return "loading";
  if (audio.paused) return "paused";
  return audio.seeking || audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? "waiting" : "playing";
}

const REASONS = { 1: "it was aborted", 2: "the connection broke", 3: "it is damaged", 4: "the format is not supported" };

function report() {
  const said = { page, order: applied };
  const player = current();
  if (player?.medium) {
    const { audio } = player;
    Object.assign(said, { medium: player.medium, state: stateOf(player), position: Math.max(0, Math.round(audio.currentTime * 1e6)) });
    if (Number.isFinite(audio.duration)) said.duration = Math.round(audio.duration * 1e6);
    if (audio.error) said.reason = REASONS[audio.error.code] ?? "";
  }
  return said;
}

/** Says what this page does, and does what it is told. */
async function sync() {
  if (!here.isThere) return;
  isDue = true;
  if (isSending) return;
  isSending = true;
  while (isDue && here.isThere) {
    isDue = false;
    reported = performance.now();
    try {
      const answer = await write("here", isTaking ? { ...report(), taking: true } : report(), REQUEST);
      heard = performance.now();
      isTaking = false;
      if (here.isThere) follow(answer);
    } catch (failure) {
      if (failure.code === "Unreachable") break;
      if (failure.code !== "Unavailable" && failure.code !== "TooManyRequests") {
        notice(failure.message, { isError: true });
        leave();
      }
      break;
    }
  }
  isSending = false;
}

function tick() {
  const now = performance.now(), isHeard = current()?.medium && !current().audio.paused;
  if (isHeard && now - heard > TRUST) silence();
  if (!here.isPlayedOn && now - elsewhereSince > REST) return leave();
  if (now - reported >= (wish?.playing && here.isPlayedOn ? REPORT : IDLE_REPORT) - 100) sync();
}

// What it is told

function follow(answer) {
  wish = answer;
  const wasPlayedOn = here.isPlayedOn;
  here.output = answer.output;
  here.isPlayedOn = Boolean(answer.here);
  if (answer.replaced) {
    notice("Another page of this device plays now");
    return leave();
  }
  if (!answer.here) {
    if (wasPlayedOn) elsewhereSince = performance.now();
    return silence();
  }
  for (const { audio } of players) {
    audio.volume = Math.max(0, Math.min(1, answer.volume)) ** 3;
    audio.muted = answer.muted;
    if (audio.playbackRate !== answer.rate) audio.defaultPlaybackRate = audio.playbackRate = answer.rate;
  }
  const medium = answer.medium ?? "";
  if (!medium) {
    applied = answer.order;
    return silence();
  }
  const isOrdered = answer.order !== applied;
  if (medium !== current().medium) {
    // The word that the next one has begun is on its way.
    if (!isOrdered && advancedFrom === medium) return sync();
    load(medium);
    current().audio.currentTime = answer.position / 1e6;
  } else if (isOrdered) {
    current().audio.currentTime = answer.position / 1e6;
  }
  const isNews = isOrdered;
  applied = answer.order;
  play(answer.playing);
  prepare();
  if (isNews) sync();
}

function load(medium) {
  advancedFrom = null;
  if (spare().medium === medium) players.reverse();
  else open(current(), medium);
  if (spare().medium) open(spare(), "");
}

function open(player, medium) {
  player.medium = medium;
  if (medium) player.audio.src = "/api/1/media/" + encodeURIComponent(medium);
  else {
    player.audio.pause();
    player.audio.removeAttribute("src");
    player.audio.load();
  }
}

async function play(isWanted) {
  const { audio } = current();
  if (!isWanted) return audio.pause();
  if (!audio.paused || audio.ended || audio.error) return;
  try {
    await audio.play();
  } catch (error) {
    if (error.name !== "NotAllowedError") return;
    // The browser wants a press of a button before there is sound.
    attempt("playback/pause");
    notice("This browser plays only after a press", { action: "Play", press: () => { current()?.audio.play().catch(() => {}); attempt("playback/resume"); } });
  }
}

/** Fetches the beginning of what follows before the end of what plays. */
function prepare() {
  const { audio } = current(), next = wish?.next ?? "";
  const isNear = Number.isFinite(audio.duration) && audio.duration - audio.currentTime < AHEAD * audio.playbackRate;
  if (next && isNear ? spare().medium !== next : spare().medium && spare().medium !== next) open(spare(), next);
}

function silence() {
  current()?.audio.pause();
}

/** What follows begins at the end of what plays, if it is there. */
function ended() {
  const next = spare();
  if (!wish?.next || next.medium !== wish.next || next.audio.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return sync();
  advancedFrom = current().medium;
  players.reverse();
  current().audio.play().catch(() => {});
  open(spare(), "");
  sync();
}

function happened({ type, target }) {
  const player = current();
  if (!here.isThere || target !== player?.audio || !player.medium) return;
  drawPosition();
  switch (type) {
  case "timeupdate": prepare(); if (performance.now() - reported > REPORT) sync(); break;
  case "ended": ended(); break;
  case "pause":
    // By the browser: a call came, or headphones were unplugged.
    if (wish?.here && wish.playing && !target.ended && performance.now() - heard <= TRUST) attempt("playback/pause");
    sync();
    break;
  default: sync();
  }
}

// The media session of the browser: titles, cover and buttons on a lock screen or a headset

const session = navigator.mediaSession;
const ACTIONS = {
  play: () => { current()?.audio.play().catch(() => {}); attempt("playback/resume"); },
  pause: () => attempt("playback/pause"),
  stop: () => attempt("playback/stop"),
  nexttrack: () => attempt("playback/next"),
  previoustrack: () => attempt("playback/previous"),
  seekto: ({ seekTime }) => attempt("playback/seek", { position: Math.max(0, Math.round(seekTime * 1e6)) }),
  seekforward: ({ seekOffset }) => attempt("playback/seek", { offset: Math.round((seekOffset || 10) * 1e6) }),
  seekbackward: ({ seekOffset }) => attempt("playback/seek", { offset: -Math.round((seekOffset || 10) * 1e6) }),
};

function drawSession() {
  if (!session) return;
  for (const [name, action] of Object.entries(ACTIONS)) {
    // A browser may not know every one.
    try { session.setActionHandler(name, here.isPlayedOn ? action : null); } catch { continue; }
  }
  const { now } = state;
  if (!here.isPlayedOn || now?.entry === undefined) {
    session.metadata = null;
    session.playbackState = "none";
    return;
  }
  const artwork = now.art ? [128, 256, 512].map((size) => ({ src: `${now.art}?size=${size}`, sizes: `${size}x${size}` })) : [];
  const known = JSON.stringify([now.title, artistsOf(now), now.album, artwork]);
  if (session.metadata?.known !== known) {
    session.metadata = new MediaMetadata({ title: now.title ?? "", artist: artistsOf(now), album: now.album ?? "", artwork });
    session.metadata.known = known;
  }
  session.playbackState = now.status === "playing" ? "playing" : "paused";
  drawPosition();
}

function drawPosition() {
  const audio = current()?.audio;
  if (!session?.setPositionState || !here.isPlayedOn || !audio || !Number.isFinite(audio.duration) || !(audio.duration > 0)) return;
  session.setPositionState({ duration: audio.duration, playbackRate: audio.playbackRate || 1, position: Math.min(audio.currentTime, audio.duration) });
}

// The beginning and the end

function makePlayer() {
  const audio = new Audio();
  audio.preload = "auto";
  document.body.append(audio);
  for (const type of ["playing", "pause", "waiting", "seeked", "ended", "error", "loadedmetadata", "durationchange", "timeupdate"]) audio.addEventListener(type, happened);
  // In the press of a button, after which some browsers let it play by itself.
  audio.load();
  return { audio, medium: "" };
}

/** Plays here from now on; called by the press of a button. */
export async function playHere() {
  players ??= [makePlayer(), makePlayer()];
  here.isThere = true;
  isTaking = true;
  elsewhereSince = heard = performance.now();
  clearInterval(timer);
  timer = setInterval(tick, REPORT);
  await sync();
  if (!here.isThere || !here.output) return false;
  return await attempt("outputs/choose", { identifiers: [here.output] }) !== null;
}

/** This page plays no longer, and is no output. */
function leave() {
  if (!here.isThere) return;
  const said = { ...report(), leaving: true };
  clearInterval(timer);
  here.isThere = here.isPlayedOn = false;
  wish = null;
  for (const player of players ?? []) open(player, "");
  drawSession();
  write("here", said, REQUEST, true).catch(() => {});
}

export function beginHere() {
  on("here", sync);
  on("now", drawSession);
  on("connection", () => { if (state.connected) sync(); });
  on("pairing", () => { if (state.paired === false) leave(); });
  addEventListener("pagehide", leave);
}
