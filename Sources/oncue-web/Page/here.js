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
/** As long the service surely believes that a page is there that says nothing. */
const BELIEVED = 60_000;
/** The pauses before a medium whose connection broke is opened again. */
const AGAIN = [500, 2000, 5000, 10_000];

const page = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The output of this device, once it is known, and whether it is the one that is played on. */
export const here = { output: "", isThere: false, isPlayedOn: false };

let players = null, wish = null, applied = 0, advancedFrom = null, isTold = false;
/** Whether the browser keeps silent what is to be heard, and whether what is paused now was heard here. */
let isSilenced = false, wasHere = false;
let sending = null, isDue = false, isTaking = false;
let timer = 0, reported = 0, heard = 0, elsewhereSince = 0;

const current = () => players?.[0];
const spare = () => players?.[1];

// What this page does

function stateOf({ audio, tries, isBroken, duration }) {
  const reopening = Number.isNaN(duration) ? "loading" : "waiting";
  if (isSilenced) return "silenced";
  if (isBroken) return reopening;
  if (audio.error) return tries || audio.error.code === MediaError.MEDIA_ERR_NETWORK ? "broken" : "failed";
  if (audio.ended) return "ended";
  if (tries && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return reopening;
  if (audio.readyState < HTMLMediaElement.HAVE_METADATA) return "loading";
  if (audio.paused) return "paused";
  return audio.seeking || audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA ? "waiting" : "playing";
}

const REASONS = { 1: "it was aborted", 2: "the connection broke", 3: "it is damaged", 4: "the format is not supported" };

function report() {
  const said = { page, order: applied };
  const player = current();
  if (player?.medium) {
    const { audio } = player, isOpen = !player.tries || audio.readyState >= HTMLMediaElement.HAVE_METADATA;
    const { position, duration } = isOpen ? { position: audio.currentTime, duration: audio.duration } : player;
    Object.assign(said, { medium: player.medium, state: stateOf(player), position: Math.max(0, Math.round(position * 1e6)) });
    if (Number.isFinite(duration)) said.duration = Math.round(duration * 1e6);
    if (audio.error) said.reason = REASONS[audio.error.code] ?? "";
  } else if (isSilenced) {
    said.state = "silenced";
  }
  return said;
}

/** Says what this page does, and does what it is told; done when that has been said. */
function sync() {
  if (!here.isThere) return null;
  isDue = true;
  return sending ??= send();
}

async function send() {
  while (isDue && here.isThere) {
    const taking = isTaking;
    isDue = false;
    reported = performance.now();
    try {
      const answer = await write("here", taking ? { ...report(), taking } : report(), REQUEST);
      const gap = performance.now() - heard;
      heard += gap;
      if (taking) isTaking = false;
      if (here.isThere) follow(answer, gap);
    } catch (failure) {
      if (failure.code === "Unreachable") break;
      if (failure.code !== "Unavailable" && failure.code !== "TooManyRequests") {
        notice(failure.message, { isError: true });
        leave();
      }
      break;
    }
  }
  sending = null;
}

function tick() {
  const now = performance.now(), isHeard = current()?.medium && !current().audio.paused;
  if (isHeard && now - heard > TRUST) silence();
  if (!here.isPlayedOn && !wasHere && now - elsewhereSince > REST) return leave();
  if (now - reported >= (wish?.playing && here.isPlayedOn ? REPORT : IDLE_REPORT) - 100) sync();
}

// What it is told

/** `gap` is the time since it was told something before, in milliseconds. */
function follow(answer, gap) {
  const isLapsed = gap > (wish?.playing ? TRUST : BELIEVED);
  wish = answer;
  const wasPlayedOn = here.isPlayedOn;
  here.output = answer.output;
  here.isPlayedOn = Boolean(answer.here);
  if (answer.here && !answer.playing) isSilenced = false;
  // Somebody has chosen another output.
  if (wasPlayedOn && !here.isPlayedOn && !isLapsed) wasHere = false;
  if (here.isPlayedOn !== wasPlayedOn) drawSession();
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
  const isOrdered = answer.order !== applied, { audio } = current();
  if (medium !== current().medium || isOrdered && (audio.error || audio.ended)) {
    // The word that the next one has begun is on its way, once.
    if (!isOrdered && advancedFrom === medium && !isTold) {
      isTold = true;
      play(answer.playing);
      return sync();
    }
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
  if (spare().medium === medium && !spare().audio.error) players.reverse();
  else open(current(), medium);
  if (spare().medium) open(spare(), "");
}

const addressOf = (medium) => "/api/1/media/" + encodeURIComponent(medium);

function open(player, medium) {
  clearTimeout(player.timer);
  Object.assign(player, { medium, tries: 0, isBroken: false, position: 0, duration: NaN });
  if (medium) player.audio.src = addressOf(medium);
  else {
    player.audio.pause();
    player.audio.removeAttribute("src");
    player.audio.load();
  }
}

/**
 * Opens what plays again where its connection broke, after a pause, unless that was tried often enough. One that fails then,
 * for whatever reason, has no connection yet.
 */
function tryAgain(player) {
  const { audio, medium } = player;
  if (audio.error?.code !== MediaError.MEDIA_ERR_NETWORK && !player.tries || player.tries >= AGAIN.length) return;
  if (audio.readyState >= HTMLMediaElement.HAVE_METADATA || !player.tries) Object.assign(player, { position: audio.currentTime, duration: audio.duration });
  player.isBroken = true;
  player.timer = setTimeout(() => {
    player.isBroken = false;
    audio.src = addressOf(medium);
    // A stream without an end begins anew.
    if (player.duration !== Infinity) audio.currentTime = player.position;
    if (player === current() && wish?.here) play(wish.playing);
  }, AGAIN[player.tries++]);
}

async function play(isWanted) {
  const { audio } = current();
  if (!isWanted) return audio.pause();
  if (!audio.paused || audio.ended || audio.error || isSilenced) return;
  try {
    await audio.play();
  } catch (error) {
    if (error.name !== "NotAllowedError") return;
    // The browser wants a press of a button before there is sound.
    beSilenced();
    notice("This browser plays only after a press", { action: "Play", press: goOn });
  }
}

/** Pauses what plays, unless that is an alarm: it is heard elsewhere then. */
function beSilenced() {
  isSilenced = true;
  sync();
}

/** Whether the service knows that this page is there, and plays here. */
const isKnown = () => here.isPlayedOn && !isSilenced && performance.now() - heard < BELIEVED;

/** Whether what is paused was heard here, and would go on elsewhere, since this page was silent for too long. */
export const isForgotten = () => wasHere && !isKnown();

/** Plays here again after a press. */
export async function goOn() {
  current()?.audio.play().catch(() => {});
  if (isKnown() || await playHere()) attempt("playback/resume");
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
  isTold = false;
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
  case "error": tryAgain(player); sync(); break;
  case "playing":
    player.tries = 0;
    isSilenced = false;
    sync();
    break;
  case "pause":
    // By the browser: a call came, or headphones were unplugged.
    if (wish?.here && wish.playing && !target.ended && performance.now() - heard <= TRUST) beSilenced();
    else sync();
    break;
  default: sync();
  }
}

// The media session of the browser: titles, cover and buttons on a lock screen or a headset

const session = navigator.mediaSession;
const ACTIONS = {
  play: goOn,
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
  const { now } = state;
  // What is paused stays shown where it was heard last, until it is heard elsewhere.
  if (here.isPlayedOn) wasHere = true;
  else if (!here.isThere || now?.status === "playing") wasHere = false;
  for (const [name, action] of Object.entries(ACTIONS)) {
    // A browser may not know every one.
    try { session.setActionHandler(name, wasHere ? action : null); } catch { continue; }
  }
  if (!wasHere || now?.entry === undefined) {
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
  return { audio, medium: "", tries: 0, isBroken: false, position: 0, duration: NaN };
}

/** Plays here from now on; called by the press of a button. */
export async function playHere() {
  players ??= [makePlayer(), makePlayer()];
  here.isThere = true;
  isTaking = true;
  isSilenced = false;
  elsewhereSince = heard = performance.now();
  clearInterval(timer);
  timer = setInterval(tick, REPORT);
  await sync();
  if (!here.isThere || !here.output) return false;
  if (await attempt("outputs/choose", { identifiers: [here.output] }) === null) return false;
  sync();
  return true;
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
