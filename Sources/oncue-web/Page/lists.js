// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors
//
// A list of any length of which only the visible part is read and in the page. One of its rows is in the order of the
// Tab key; the arrow keys lead to the others.

import { state } from "./service.js";
import { drawFree, make, rem, sideways } from "./parts.js";

const PAGE = 100, EXTRA = 4, KEPT_PAGES = 30, SETTLED = 80, RETRY = 3000;
/** Why something cannot be read that will not be read later, either. */
const LASTING = ["InvalidQuery", "InvalidPlace", "InvalidValue", "NotFound", "NotContainer"];

export class VirtualList {
  /**
   * @param scroller The element that scrolls.
   * @param options.label Its name.
   * @param options.read Reads a part: (offset, limit) => { total, items }.
   * @param options.build Makes the content of a row: (item or undefined while it is read, index) => element, whose
   *   controls have `data-part`.
   * @param options.key Gives what an item is known by.
   * @param options.press A key was pressed in a row: (event, item, index) => whether that was all.
   * @param options.changed A part was read: ({ total }).
   * @param options.failed A part could not be read.
   */
  constructor(scroller, options) {
    Object.assign(this, { scroller, options, height: 4, tile: 0, active: 0, total: 0, version: 0, isHeld: false, lifted: null, hasFailed: false, width: 0 });
    this.items = new Map();
    this.pages = new Map();
    this.rows = new Map();
    this.element = make("ul", { class: "list", role: "list", "aria-label": options.label });
    this.element.addEventListener("keydown", (event) => this.#keyPressed(event));
    this.element.addEventListener("focusin", ({ target }) => this.#focused(target));
    scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw(true)).observe(scroller);
  }

  get isShown() { return this.scroller.firstChild === this.element && this.scroller.offsetParent !== null; }

  get hasFocus() { return this.element.contains(document.activeElement); }

  /** The first row that is seen as a whole. */
  get firstShown() { return this.rowHeight ? Math.ceil(this.scroller.scrollTop / this.rowHeight) * this.columns : 0; }

  /** Shows another list, from its beginning. */
  reset({ tile = this.tile } = {}) {
    this.version += 1;
    Object.assign(this, { tile, total: 0, active: 0, hasFailed: false });
    this.items.clear();
    this.pages.clear();
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.scroller.replaceChildren(this.element);
    this.scroller.scrollTop = 0;
    return this.#read(0);
  }

  /** Reads again what is visible; what is shown stays until the answer is there. */
  refresh() {
    if (this.isHeld) { this.isStale = true; return; }
    this.version += 1;
    this.pages.clear();
    const [first, last] = this.#visible();
    const from = Math.floor(first / PAGE), to = Math.floor(Math.max(first, last - 1) / PAGE);
    for (const index of this.items.keys()) {
      const page = Math.floor(index / PAGE);
      if (page < from || page > to) this.items.delete(index);
    }
    for (let page = from; page <= to; page += 1) this.#read(page);
  }

  /** Keeps what is shown as it is, while somebody drags a row of it. */
  hold(isHeld) {
    this.isHeld = isHeld;
    if (!isHeld && this.isStale) { this.isStale = false; this.refresh(); }
  }

  /** Keeps a row in the page while it is dragged, wherever it stood; null for none. */
  lift(row) { this.lifted = row; }

  // What was asked for, before it is confirmed

  remove(index) {
    const focus = this.#focus();
    const after = [...this.items].filter(([at]) => at !== index).map(([at, item]) => [at > index ? at - 1 : at, item]);
    this.items = new Map(after);
    this.total -= 1;
    this.#drawChanged(focus);
  }

  move(from, to) {
    const focus = this.#focus();
    const item = this.items.get(from);
    const shifted = (at) => at === from ? to : at > from && at <= to ? at - 1 : at < from && at >= to ? at + 1 : at;
    this.items = new Map([...this.items].map(([at, other]) => [shifted(at), other]));
    this.items.set(to, item);
    this.#drawChanged(focus);
  }

  #drawChanged(focus) {
    this.draw(true);
    if (focus) this.#restore(focus);
  }

  /** Makes the content of all rows again. */
  redraw() {
    drawFree(this.element, () => {
      for (const row of this.rows.values()) row.known = null;
      this.#drawChanged(this.#focus());
    });
  }

  // Reading

  async #read(page) {
    if (this.pages.has(page)) return;
    const version = this.version;
    this.pages.set(page, "reading");
    let answer;
    try {
      answer = await this.options.read(page * PAGE, PAGE);
    } catch (failure) {
      if (version !== this.version) return;
      // Not again at once: it would fail at once. A mistake in what was asked for stays one.
      this.pages.set(page, "failed");
      if (!LASTING.includes(failure.code)) this.#tryAgain(page, version);
      // What is tried again and fails again is no news.
      if (!this.hasFailed) this.options.failed?.(failure);
      this.hasFailed = true;
      return;
    }
    if (version !== this.version) return;
    const focus = this.#focus();
    this.hasFailed = false;
    this.pages.set(page, "read");
    if (this.total !== answer.total) {
      this.total = answer.total;
      for (const index of this.items.keys()) if (index >= this.total) this.items.delete(index);
    }
    answer.items.forEach((item, index) => this.items.set(page * PAGE + index, item));
    this.#forgetFarPages(page);
    this.options.changed?.(answer);
    this.draw(true);
    if (focus) this.#restore(focus);
  }

  /** Reads a part again after a time, once somebody looks and the service is there, which asking would start. */
  #tryAgain(page, version) {
    setTimeout(() => {
      if (version !== this.version || this.pages.get(page) !== "failed") return;
      if (document.hidden || !state.service) { this.#tryAgain(page, version); return; }
      this.pages.delete(page);
      this.draw();
    }, RETRY);
  }

  #forgetFarPages(page) {
    if (this.pages.size <= KEPT_PAGES) return;
    for (const other of [...this.pages.keys()]) {
      if (Math.abs(other - page) <= KEPT_PAGES / 3) continue;
      this.pages.delete(other);
      for (let index = other * PAGE; index < (other + 1) * PAGE; index += 1) this.items.delete(index);
    }
  }

  // Drawing

  #measure() {
    const unit = rem(), width = this.scroller.clientWidth;
    this.width = width;
    this.columns = this.tile ? Math.max(2, Math.floor(width / (this.tile * unit))) : 1;
    this.rowHeight = Math.round(this.tile ? width / this.columns + 3.6 * unit : this.height * unit);
  }

  #visible() {
    if (!this.rowHeight) this.#measure();
    const top = Math.floor(this.scroller.scrollTop / this.rowHeight) - EXTRA;
    const bottom = Math.ceil((this.scroller.scrollTop + this.scroller.clientHeight) / this.rowHeight) + EXTRA;
    return [Math.max(0, top * this.columns), Math.min(this.total, Math.max(0, bottom) * this.columns)];
  }

  draw(isChanged = false) {
    if (!this.isShown) return;
    if (isChanged || !this.rowHeight) {
      this.#measure();
      this.element.style.height = `${Math.ceil(this.total / this.columns) * this.rowHeight}px`;
    }
    const [first, last] = this.#visible();
    this.active = Math.max(0, Math.min(this.active, this.total - 1));
    for (const [index, row] of this.rows) {
      const isWanted = index >= first && index < last || row === this.lifted || index < this.total && row.contains(document.activeElement);
      if (!isWanted) { row.remove(); this.rows.delete(index); }
    }
    // The row of the Tab key is one that can be seen, unless the focus is in another.
    if (!this.element.contains(document.activeElement) && (this.active < first || this.active >= last)) {
      this.active = Math.min(Math.max(0, last - 1), first + (first ? EXTRA * this.columns : 0));
    }
    for (let index = first; index < last; index += 1) this.#drawRow(index, isChanged);
    // What is scrolled past is not read.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#readVisible(), SETTLED);
  }

  #readVisible() {
    const [first, last] = this.#visible();
    // Of a list that could not be read yet, the first part is.
    for (let page = Math.floor(first / PAGE); page * PAGE < Math.max(last, 1); page += 1) this.#read(page);
  }

  #drawRow(index, isChanged) {
    const item = this.items.get(index), known = item === undefined ? "" : JSON.stringify(item);
    let row = this.rows.get(index);
    if (row && !isChanged && row.known === known) return this.#setTabStop(row, index === this.active);
    if (!row) {
      row = make("li", { role: "listitem" });
      row.known = null;
      row.index = index;
      this.rows.set(index, row);
      // In their order, which is the order in which they are read aloud.
      let next = null;
      for (const other of this.element.children) if (other.index > index) { next = other; break; }
      this.element.insertBefore(row, next);
    }
    row.setAttribute("aria-setsize", this.total);
    row.setAttribute("aria-posinset", index + 1);
    const width = this.width / this.columns;
    row.style.width = `${width}px`;
    row.style.height = `${this.rowHeight}px`;
    row.style.transform = `translate(${(document.dir === "rtl" ? -1 : 1) * (index % this.columns) * width}px, ${Math.floor(index / this.columns) * this.rowHeight}px)`;
    if (row.known !== known) {
      row.known = known;
      const content = this.options.build(item, index);
      content.style.height = "100%";
      row.replaceChildren(content);
    }
    this.#setTabStop(row, index === this.active);
  }

  #setTabStop(row, isStop) {
    for (const part of row.querySelectorAll("[data-part]")) part.tabIndex = isStop ? 0 : -1;
  }

  // Focus

  #focus() {
    const element = document.activeElement, row = element?.closest?.(".list > li");
    if (!row || row.parentNode !== this.element) return null;
    const item = this.items.get(row.index);
    const view = this.scroller.getBoundingClientRect(), place = row.getBoundingClientRect();
    const isSeen = place.top > view.top - 1 && place.bottom < view.bottom + 1;
    return { key: item && this.options.key(item), index: row.index, part: element.dataset.part, isSeen };
  }

  /** Gives the focus back; a row with it that was scrolled away stays where it is. */
  #restore({ key, index, part, isSeen }) {
    let at = Math.min(index, this.total - 1);
    if (key !== undefined) for (const [other, item] of this.items) if (this.options.key(item) === key) { at = other; break; }
    if (at < 0) { this.scroller.closest("main")?.focus(); return; }
    if (isSeen) this.focusRow(at, part);
    else if (this.rows.has(at)) this.#focusPart(at, part);
  }

  #focusPart(index, part) {
    const row = this.rows.get(index);
    (row?.querySelector(`[data-part="${part}"]`) ?? row?.querySelector("[data-part]"))?.focus({ preventScroll: true });
  }

  #focused(target) {
    const row = target.closest(".list > li");
    if (!row || row.index === this.active) return;
    const old = this.rows.get(this.active);
    if (old) this.#setTabStop(old, false);
    this.active = row.index;
    this.#setTabStop(row, true);
  }

  /** Moves the focus to a row, and scrolls to it. */
  focusRow(index, part = "hit") {
    if (!this.total) return;
    const at = Math.max(0, Math.min(index, this.total - 1));
    this.show(at);
    this.#focusPart(at, part);
  }

  /** Scrolls to a row, in the middle if that is wanted. */
  show(index, isCentred = false) {
    if (!this.rowHeight) this.#measure();
    const top = Math.floor(index / this.columns) * this.rowHeight, view = this.scroller.clientHeight;
    if (isCentred) this.scroller.scrollTop = top - (view - this.rowHeight) / 2;
    else if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (top + this.rowHeight > this.scroller.scrollTop + view) this.scroller.scrollTop = top + this.rowHeight - view;
    this.draw();
  }

  #keyPressed(event) {
    const row = event.target.closest(".list > li");
    if (!row) return;
    const { index } = row;
    if (this.options.press?.(event, this.items.get(index), index)) { event.preventDefault(); return; }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const screenful = Math.max(1, Math.floor(this.scroller.clientHeight / this.rowHeight) - 1) * this.columns;
    const steps = { ArrowDown: this.columns, ArrowUp: -this.columns, PageDown: screenful, PageUp: -screenful, Home: -index, End: this.total - 1 - index };
    const side = sideways(event);
    if (this.columns > 1 && side) steps[event.key] = side;
    if (event.key in steps) {
      event.preventDefault();
      this.focusRow(index + steps[event.key], event.target.dataset.part);
    } else if (side) {
      const parts = [...row.querySelectorAll("[data-part]")], at = parts.indexOf(event.target);
      parts[at + side]?.focus();
      event.preventDefault();
    }
  }
}
