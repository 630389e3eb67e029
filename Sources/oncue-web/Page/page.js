// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// Where the page begins: pairing, and which screen is shown. The path of the address names the screen (/lock, /car), and
// its fragment what the remote control shows.

import { Failure, begin, on, pair, state } from "./service.js";
import { beginPresses, beginSheet, byId, notice, setText } from "./parts.js";
import { beginPlayer, showNow } from "./player.js";
import { beginQueue, showQueue } from "./queue.js";
import { beginLibrary, showLibrary } from "./library.js";
import { beginOffers, showSuggestions } from "./offers.js";
import { beginHere } from "./here.js";
import { beginSound, showSound } from "./sound.js";
import { beginWaiting, showWaiting } from "./waiting.js";
import { beginScreens, mode, showScreen } from "./screens.js";

const SECTIONS = ["now", "queue", "library", "suggestions", "sound", "alarms"];

// Pairing

/** The code in the address, which leaves it at once: it is not to stay in the history. */
function takeCode() {
  const code = /^#pair=([\w-]{1,40})$/.exec(location.hash)?.[1] ?? null;
  if (location.hash.startsWith("#pair=")) history.replaceState(null, "", location.pathname);
  return code;
}

/** A name for this device that its owner recognises. */
function deviceName() {
  // Android says that it is Linux, too, and each browser that it is another one: the first that is there counts.
  const first = (...words) => words.find((word) => navigator.userAgent.includes(word)) ?? "";
  const system = first("iPhone", "iPad", "Android", "CrOS", "Windows", "Macintosh", "Linux") || "Device";
  const browser = first("Firefox", "FxiOS", "Edg", "OPR", "CriOS", "Chrome", "Safari");
  const names = { Macintosh: "Mac", CrOS: "Chromebook", Edg: "Edge", OPR: "Opera", FxiOS: "Firefox", CriOS: "Chrome" };
  return [browser, system].filter(Boolean).map((word) => names[word] ?? word).join(" on ");
}

let isPairing = false, waitingCode = null;

/** Pairs with the code of the address, unless this device is paired already. */
async function follow(code) {
  waitingCode = code;
  isPairing = true;
  await begin();
  await useCode();
}

/** Uses the code once it is known whether this device is paired; until then it is kept. */
async function useCode() {
  const code = waitingCode;
  if (!code || state.paired === null) return;
  waitingCode = null;
  isPairing = false;
  if (state.paired) notice("This device is paired already");
  else await tryToPair(code, deviceName());
}

async function tryToPair(code, name) {
  const button = byId("pairing-form").querySelector("button");
  button.disabled = true;
  setText(byId("pairing-error"), "");
  try {
    await pair(code, name);
    // Which may be another name than was asked for.
    notice(`This device is paired as “${state.name || name}”`);
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    byId("pairing").hidden = false;
    setText(byId("pairing-error"), failure.message);
    byId("pairing-code").focus();
  } finally {
    button.disabled = false;
  }
}

// What is shown

/** Languages that are written from right to left. */
const MIRRORED = ["ar", "ckb", "dv", "fa", "he", "iw", "ps", "sd", "ug", "ur", "yi"];
document.dir = MIRRORED.includes(navigator.language.split("-")[0].toLowerCase()) ? "rtl" : "ltr";

/** What the fragment of the address asks for. */
function place() {
  const [name, rest = ""] = location.hash.slice(1).split(/\/(.*)/s);
  let words = "";
  try { words = decodeURIComponent(rest); } catch { /* An address that somebody has cut shows the whole. */ }
  if (name === "search") return { section: "library", words, item: "" };
  return { section: SECTIONS.includes(name) ? name : "now", item: words, words: "" };
}

let shown = "";

function route() {
  const isPaired = state.paired, name = isPaired ? mode() : "", { section, item, words } = place();
  byId("sheet").close();
  byId("pairing").hidden = isPaired !== false || isPairing;
  byId("remote").hidden = name !== "remote";
  showScreen(name);
  const open = name === "remote" ? section : "";
  byId("remote").dataset.screen = section;
  for (const other of SECTIONS) byId("screen-" + other).hidden = other !== open;
  for (const link of document.querySelectorAll(".tabs a")) {
    if (link.hash === "#" + section) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  // The library is shown before its list is, which has no size otherwise.
  if (open === "now") showNow();
  if ((open === "queue") !== (shown === "queue")) showQueue(open === "queue");
  showLibrary(open === "library", { item, words });
  if ((open === "suggestions") !== (shown === "suggestions")) showSuggestions(open === "suggestions");
  if ((open === "sound") !== (shown === "sound")) showSound(open === "sound");
  if ((open === "alarms") !== (shown === "alarms")) showWaiting(open === "alarms");
  shown = open;
}

let bannerTimer = 0;

function drawConnection() {
  const banner = byId("banner"), isTrouble = state.paired !== false && (!state.connected || !state.service);
  clearTimeout(bannerTimer);
  setText(byId("machine"), state.machine);
  if (!isTrouble) { banner.hidden = true; return; }
  // A short gap is not worth a word.
  bannerTimer = setTimeout(() => {
    banner.hidden = false;
    setText(banner, state.connected ? "OnCue is not running; press Play to start it" : `No connection to ${state.machine || "OnCue"}; trying again`);
  }, 1500);
}

beginPresses();
beginSheet();
beginPlayer();
beginQueue();
beginLibrary();
beginOffers();
beginHere();
beginSound();
beginWaiting();
beginScreens();
on("failure", (message) => notice(message, { isError: true }));
on("connection", drawConnection);
on("service", drawConnection);
on("pairing", () => {
  route();
  drawConnection();
  if (state.paired === false) byId("pairing-code").focus();
  useCode();
});
addEventListener("hashchange", () => {
  const code = takeCode();
  if (code) follow(code);
  route();
});
addEventListener("popstate", route);
byId("pairing-name").value = deviceName();
byId("pairing-form").addEventListener("submit", (event) => {
  event.preventDefault();
  tryToPair(byId("pairing-code").value.trim(), byId("pairing-name").value.trim());
});

const code = takeCode();
drawConnection();
if (code) follow(code);
else begin();
