// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Functions that a browser runs in the page to check it. Each returns a list of what is wrong.
enum WebBrowserChecks {
    /// Roles of controls, which must have a name.
    static let namedRoles: Set<String> = [
        "button", "link", "slider", "searchbox", "textbox", "tab", "radio", "checkbox", "dialog", "navigation",
        "progressbar", "radiogroup", "tablist", "list", "meter",
    ]

    /// True when nothing is waited for any more.
    static let isRead = """
        ["#queue-list", "#library-list", "#suggestions-list", "#sound-list", "#car-list"].every((name) => {
          const list = document.querySelector(name);
          return !list.getClientRects().length || list.querySelector("li b, .card, .chip, .row b") !== null;
        }) && !document.querySelector(".waiting")
        """

    /// What can be seen of the page beyond its edges.
    static let sticksOut = """
        const wide = document.documentElement.scrollWidth > innerWidth ? ["the page itself"] : [];
        for (const element of document.querySelectorAll("button, a, input, h1, h2, p, img")) {
          const place = element.getBoundingClientRect();
          if (!element.getClientRects().length || element.closest(".unseen, .symbols, .notices")) continue;
          if (place.left < -1 || place.right > innerWidth + 1) {
            wide.push(`${element.id || element.className || element.tagName} ${Math.round(place.left)}..${Math.round(place.right)}`);
          }
        }
        return wide;
        """

    /// Controls that are smaller than a number of pixels; a link in a text may be.
    static let smallerThan = """
        const small = [];
        for (const element of document.querySelectorAll("button, nav a, input")) {
          const place = element.getBoundingClientRect();
          if (!element.getClientRects().length || element.closest(".notices")) continue;
          if (element.matches("input[type=search], .inline input")) continue;
          if (place.height < arguments[0] - .5 || place.width < arguments[0] - .5) {
            small.push(`${element.id || element.ariaLabel || element.innerText} ${Math.round(place.width)}x${Math.round(place.height)}`);
          }
        }
        return small;
        """

    /// What scrolls, moves or takes text within an element.
    static let scrollsOrTypes = """
        const found = [];
        for (const element of document.querySelectorAll(`${arguments[0]}, ${arguments[0]} *`)) {
          const style = getComputedStyle(element);
          if (element.matches("input, textarea, select, [contenteditable]")) found.push(element.outerHTML);
          if (/auto|scroll/.test(style.overflowX + style.overflowY)) found.push(`${element.id || element.className} scrolls`);
          if (style.animationName !== "none") found.push(`${element.id || element.className} moves`);
        }
        return found;
        """

    /// Texts whose contrast to what is behind them is less than 4.5, or 3 for large ones, as WCAG 2.2 asks. Of a ground
    /// that runs from one colour to another, the worst colour counts.
    static let faint = """
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 1;
        const drawing = canvas.getContext("2d", { willReadFrequently: true });
        const colour = (text) => {
          drawing.clearRect(0, 0, 1, 1);
          drawing.fillStyle = text;
          drawing.fillRect(0, 0, 1, 1);
          const [red, green, blue, alpha] = drawing.getImageData(0, 0, 1, 1).data;
          return [red, green, blue, alpha / 255];
        };
        const over = (top, ground) => [0, 1, 2].map((at) => top[at] * top[3] + ground[at] * (1 - top[3])).concat(1);
        const light = (part) => part <= 10.31475 ? part / 3294.6 : ((part / 255 + .055) / 1.055) ** 2.4;
        const brightness = ([red, green, blue]) => .2126 * light(red) + .7152 * light(green) + .0722 * light(blue);
        const grounds = (element) => {
          const layers = [];
          for (let other = element; other; other = other.parentElement) {
            const style = getComputedStyle(other), stops = style.backgroundImage.match(/(?:rgba?|hsla?|color|oklab)\\([^)]*\\)/g);
            const own = stops ? stops.map(colour) : [colour(style.backgroundColor)];
            layers.push(own);
            if (own.every((one) => one[3] > .99)) break;
          }
          let found = [[255, 255, 255, 1]];
          for (const layer of layers.reverse()) found = layer.flatMap((one) => found.map((ground) => over(one, ground)));
          return found;
        };
        const faint = [];
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
          const element = walker.currentNode.parentElement, text = walker.currentNode.textContent.trim();
          if (!text || !element.getClientRects().length || element.closest(".unseen, script, noscript, :disabled, .unavailable")) continue;
          const style = getComputedStyle(element), size = parseFloat(style.fontSize);
          const wanted = size >= 24 || size >= 18.66 && style.fontWeight >= 700 ? 3 : 4.5;
          for (const ground of grounds(element)) {
            const [one, two] = [brightness(over(colour(style.color), ground)), brightness(ground)];
            const ratio = (Math.max(one, two) + .05) / (Math.min(one, two) + .05);
            if (ratio < wanted) faint.push(`${text.slice(0, 40)}: ${ratio.toFixed(2)}`);
          }
        }
        return [...new Set(faint)];
        """
}
