// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// Suggestions, with their reasons: those that are offered because something has just happened, or those for this moment.

import { attempt, on, read, state } from "./service.js";
import { announce, byId, cover, iconButton, make, notice, refill, setText, sheet } from "./parts.js";

/** The facets of a reason, in words; one of a later version keeps its name. */
const FACETS = {
  age: "how long ago it was played", plays: "how much you have played since", position: "what you start with",
  repetition: "how often you repeat it", after: "what was played before it", afterTwo: "the two played before it",
  resume: "you played it last", open: "you left it unfinished", afterHere: "what was played here before it",
  resumeHere: "you played it last here", hour: "the time of day", dayType: "working day or weekend",
  weekday: "the day of the week", place: "the place", trigger: "what just happened", device: "the device",
};

/** How the suggestions for this moment are named. */
const OF_NOW = /^now\d*\./;

let isOpen = false, suggestions = [], answered = new Set(), wish = 0;

/** The offer, without what was answered here a moment ago. */
export function offered() {
  const left = (state.offer?.suggestions ?? []).filter(({ id }) => !answered.has(id));
  return left.length ? { ...state.offer, suggestions: left } : null;
}

/** The suggestions for this moment. */
export async function suggestionsNow(limit) {
  return (await read("suggestions", { limit })).suggestions ?? [];
}

/** Plays a suggestion. It is gone at once, and comes back if that fails. */
export async function accept(suggestion) {
  answered.add(suggestion.id);
  changed();
  const played = await attempt("suggestions/accept", { id: suggestion.id });
  if (!played) { answered.delete(suggestion.id); changed(); return false; }
  notice(`Playing ${played.title ?? suggestion.title}`);
  return true;
}

async function dismiss(suggestion, reason) {
  answered.add(suggestion.id);
  changed();
  announce(`Dismissed ${suggestion.title}`);
  if (!await attempt("suggestions/dismiss", { id: suggestion.id, reason })) { answered.delete(suggestion.id); changed(); }
}

function more(suggestion) {
  sheet(suggestion.title, [
    { label: "Suggest it less often", press: () => dismiss(suggestion, "thumbs-down") },
    { label: "Not for this device or place", press: () => dismiss(suggestion, "never-here") },
    { label: "Never suggest it", press: () => dismiss(suggestion, "never") },
  ]);
}

const listeners = [];

/** Calls `listener` when what is offered has changed. */
export function onOffer(listener) { listeners.push(listener); }

function changed() {
  for (const listener of listeners) listener();
  if (isOpen) draw();
}

function card(suggestion) {
  const facts = make("ul", { class: "facts", hidden: true });
  const why = make("button", { class: "chip", type: "button", "aria-expanded": "false", text: "Why?", "data-part": "why", "aria-label": `Why ${suggestion.title}?`, click: () => explain(suggestion, facts, why) });
  return make("article", { class: "card", "aria-label": suggestion.title, "data-key": suggestion.id },
    cover(suggestion.art, 256),
    make("div", { class: "words" }, make("h2", { text: suggestion.title, dir: "auto" }), make("p", { class: "quiet", text: suggestion.subtitle ?? "", dir: "auto" })),
    make("p", { class: "why", text: suggestion.sentence ?? "", dir: "auto" }),
    facts,
    make("div", { class: "acts" },
      suggestion.playable === false ? null : make("button", { class: "filled", type: "button", "data-part": "play", text: suggestion.position ? "Continue" : "Play", "aria-label": `${suggestion.position ? "Continue" : "Play"} ${suggestion.title}`, click: () => accept(suggestion) }),
      make("button", { class: "chip", type: "button", "data-part": "later", text: "Not now", "aria-label": `Not now: ${suggestion.title}`, click: () => dismiss(suggestion, "not-now") }),
      why, iconButton("more", `More about ${suggestion.title}`, () => more(suggestion), { "data-part": "more", "aria-haspopup": "dialog" })));
}

async function explain(suggestion, facts, button) {
  const isWanted = facts.hidden;
  button.setAttribute("aria-expanded", String(isWanted));
  facts.hidden = !isWanted;
  if (!isWanted) return;
  let explanation = suggestion;
  try {
    explanation = await read("suggestions/why", { id: suggestion.id });
  } catch (failure) {
    notice(failure.message, { isError: true });
  }
  // The strongest ones, and of these what speaks for it first.
  const reasons = (explanation.reasons ?? []).filter(({ weight }) => Math.abs(weight) >= .01)
    .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight)).slice(0, 8).sort((one, other) => other.weight - one.weight);
  const most = Math.max(1, ...reasons.map(({ weight }) => Math.abs(weight)));
  facts.replaceChildren(...reasons.map(({ facet, weight }) => make("li", {},
    make("span", { text: FACETS[facet] ?? facet }), make("span", { text: weight < 0 ? "against" : "for" }),
    make("meter", { min: 0, max: most, value: Math.abs(weight), "aria-label": `Weight of ${FACETS[facet] ?? facet}` }))));
  if (!reasons.length) facts.replaceChildren(make("li", { text: "There are no other reasons." }));
}

function draw() {
  const offer = offered(), shown = offer?.suggestions ?? suggestions.filter(({ id }) => !answered.has(id));
  setText(byId("suggestions-about"), offer ? offer.sentence ?? "" : "For this moment");
  const shelf = byId("suggestions-list"), known = JSON.stringify(shown);
  if (shelf.dataset.known === known) return;
  shelf.dataset.known = known;
  refill(shelf, shown.length ? shown.map(card) : [make("p", { class: "empty", text: "There is nothing to suggest at the moment. OnCue learns from what you play, and suggests something when headphones connect or you come home." })]);
}

async function load() {
  const own = ++wish;
  try {
    const found = await suggestionsNow(10);
    if (own !== wish) return;
    suggestions = found;
    // Suggestions for the moment have the same names again, and were not answered yet.
    answered = new Set([...answered].filter((id) => !OF_NOW.test(id)));
  } catch (failure) {
    notice(failure.message, { isError: true });
  }
  if (isOpen) draw();
}

export function beginOffers() {
  on("offer", () => {
    if (!state.offer) answered = new Set([...answered].filter((id) => OF_NOW.test(id)));
    changed();
  });
  on("suggestions", () => { if (isOpen) load(); });
}

export function showSuggestions(isShown) {
  isOpen = isShown;
  if (!isShown) return;
  draw();
  load();
}
