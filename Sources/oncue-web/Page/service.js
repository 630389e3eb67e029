// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// What the service does, as one socket reports it, and requests to it. This module draws nothing.

/** What is known. `now` is null while the service is away. */
export const state = { connected: false, paired: null, machine: "", name: "", service: false, now: null, queue: { total: 0 }, offer: null };

const listeners = new Map();

/** Calls `listener` whenever `event` happens: connection, pairing, service, now, queue, offer, suggestions, outputs, alarms, here, failure. */
export function on(event, listener) {
  if (!listeners.has(event)) listeners.set(event, []);
  listeners.get(event).push(listener);
}

function emit(event, detail) {
  for (const listener of listeners.get(event) ?? []) listener(detail);
}

// Requests

/** A request that failed; its message is for people. */
export class Failure extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** Longer than the service may take to start, so that the reason is told where it does not. */
const REQUEST_LIMIT = 30_000;

async function request(path, options) {
  let response;
  try {
    response = await fetch("/api/1/" + path, { credentials: "same-origin", signal: AbortSignal.timeout(REQUEST_LIMIT), ...options });
  } catch {
    doubt();
    throw new Failure("Unreachable", `${state.machine || "OnCue"} does not answer; check that it is on and that this device is in its network`);
  }
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    // An answer without a body in JSON is known by its status.
  }
  if (response.ok) return answer;
  const { code = "Failed", message = `OnCue answered with status ${response.status}` } = answer.error ?? {};
  if (response.status === 401) setPaired(false);
  throw new Failure(code, message.charAt(0).toUpperCase() + message.slice(1));
}

/**
 * Reads something. What the page reads by itself, such as a list that has changed, starts no service, since somebody may
 * have ended it just then; what somebody has pressed a button for does, and so does a page that is opened while there is
 * none.
 */
export function read(path, query = {}, mayStart = !isOpened || (navigator.userActivation?.isActive ?? true)) {
  const words = new URLSearchParams(query).toString();
  return request(words ? `${path}?${words}` : path, mayStart ? {} : { headers: { "OnCue-Start": "no" } });
}

/** Changes something; with `keepalive` also while the page ends. */
export function write(path, body = {}, limit = REQUEST_LIMIT, keepalive = false) {
  return request(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal: AbortSignal.timeout(limit), keepalive });
}

/** Changes something, reports a failure, and returns the answer, or null after a failure. */
export async function attempt(path, body) {
  try {
    return await write(path, body);
  } catch (failure) {
    emit("failure", failure.message);
    return null;
  }
}

// What plays, with what was asked for already in it

let confirmed = null;
const expected = new Set();

function publishNow() {
  state.now = confirmed && [...expected].reduce((now, change) => ({ ...now, ...change.values }), confirmed);
  emit("now");
}

function expire(change) {
  if (expected.delete(change)) publishNow();
}

/**
 * Changes playback and shows it at once: `values` replace those of what plays until the service has told its own, and
 * are taken back after a failure.
 */
export async function change(path, body, values) {
  const wanted = { values, isDone: false };
  expected.add(wanted);
  publishNow();
  const answer = await attempt(path, body);
  wanted.isDone = true;
  if (answer === null) expire(wanted);
  else setTimeout(expire, 2000, wanted);
  return answer;
}

function receiveNow(message) {
  confirmed = message.now && { ...message.now, clock: message.clock, received: performance.now() };
  for (const wanted of [...expected]) if (wanted.isDone) expected.delete(wanted);
  publishNow();
}

/** The position in what plays, in microseconds. */
export function position(now = state.now) {
  if (now?.position === undefined) return 0;
  const advancing = now.timestamp !== undefined && now.playbackRate
    ? (now.clock - now.timestamp + (performance.now() - now.received) * 1000) * now.playbackRate : 0;
  return Math.max(0, Math.min(now.position + advancing, now.duration || Infinity));
}

/** The values of what plays that stands at a position. */
export function standingAt(now, microseconds, rate = now.playbackRate) {
  return { position: microseconds, clock: now.clock, timestamp: now.clock, received: performance.now(), playbackRate: rate };
}

// The socket

const WAITS = [300, 700, 1500, 3000, 6000, 12_000];
const ASLEEP = 15_000;
let socket = null, tries = 0, timer = 0, hiddenSince = 0, doubted = 0;
/** Whether the page was connected before: one that is opened starts a service that is away, one that comes back does not. */
let isOpened = false;

function setConnected(connected) {
  if (state.connected === connected) return;
  state.connected = connected;
  emit("connection");
}

function setPaired(paired) {
  if (state.paired === paired) return;
  state.paired = paired;
  if (!paired) disconnect();
  emit("pairing");
}

function disconnect() {
  clearTimeout(timer);
  const old = socket;
  socket = null;
  old?.close();
  setConnected(false);
}

function receive(message) {
  switch (message.type) {
  case "snapshot": {
    const isNew = !isOpened;
    isOpened = true;
    tries = 0;
    state.service = message.service;
    state.queue = message.queue ?? { total: 0 };
    state.offer = message.offer ?? null;
    setConnected(true);
    receiveNow(message);
    if (isNew && !state.service) read("state", {}, true).catch(() => {});
    for (const event of state.service ? ["service", "queue", "offer", "suggestions", "outputs", "alarms", "here"] : ["service", "offer"]) emit(event);
    break;
  }
  case "now": receiveNow(message); break;
  case "queue": state.queue = message.queue; emit("queue"); break;
  case "offer": state.offer = message.offer ?? null; emit("offer"); break;
  case "service":
    state.service = message.service;
    if (!state.service) {
      state.offer = null;
      receiveNow({ now: null });
      emit("offer");
    }
    emit("service");
    break;
  case "suggestions": case "outputs": case "alarms": case "here": emit(message.type); break;
  default: // Of a later version.
  }
}

function connect() {
  clearTimeout(timer);
  if (socket || !state.paired) return;
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/1/events`);
  socket = opened;
  opened.onmessage = ({ data }) => { if (socket === opened) receive(JSON.parse(data)); };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    socket = null;
    setConnected(false);
    if (code === 4401) return setPaired(false);
    const wait = WAITS[Math.min(tries++, WAITS.length - 1)];
    timer = setTimeout(retry, wait * (.75 + Math.random() / 2));
  };
}

/** A refused socket does not say why, so a new attempt begins with the question whether this device is still paired. */
async function retry() {
  if (tries > 1) {
    try {
      if (!(await read("session")).paired) return setPaired(false);
    } catch {
      // The socket fails in the same way, and waits longer.
    }
  }
  connect();
}

/** Connects at once where that is worth an attempt: the device woke up, or has a network again. */
function hurry() {
  if (!state.paired) return;
  tries = 0;
  if (!socket) return connect();
  // A socket that slept for long may be dead without knowing it.
  if (socket.readyState === WebSocket.CONNECTING || hiddenSince && Date.now() - hiddenSince > ASLEEP) {
    disconnect();
    connect();
  }
}

/** Connects anew after a request that got no answer: the open socket may be dead without knowing it. */
function doubt() {
  if (socket?.readyState !== WebSocket.OPEN || Date.now() - doubted < ASLEEP) return;
  doubted = Date.now();
  disconnect();
  connect();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now();
  else hurry();
});
// While there was no network the socket may have died without knowing it, on a page that was never hidden, too.
addEventListener("online", () => { if (state.paired) { disconnect(); hurry(); } });
addEventListener("pageshow", ({ persisted }) => { if (persisted) { disconnect(); hurry(); } });

// Pairing

/** Finds out whether this device is paired, and connects if it is. */
export async function begin() {
  clearTimeout(timer);
  try {
    const session = await read("session");
    Object.assign(state, { machine: session.machine ?? "", name: session.name ?? "" });
    setPaired(session.paired);
  } catch (failure) {
    emit("connection");
    timer = setTimeout(begin, WAITS[Math.min(tries++, WAITS.length - 1)]);
    return;
  }
  connect();
}

/** Pairs this device. */
export async function pair(code, name) {
  await write("pair", { code, name });
  state.paired = null;
  await begin();
}

/** Forgets this device. */
export async function unpair() {
  if (await attempt("unpair")) setPaired(false);
}
