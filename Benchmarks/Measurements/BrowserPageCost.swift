// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import Glibc
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// What the page for browsers weighs, how soon it shows a change, what fifty browsers cost that only wait, and how a long
/// queue scrolls in Chromium.
struct BrowserPageCost: Measurement {
    let name = "browser-page"
    let summary = "the page for browsers: its weight, a change on it, fifty that wait, scrolling"

    private static let weightAim = Figure.Aim.atMost(100)
    private static let shownAim = Figure.Aim.atMost(300)
    private static let changeAim = Figure.Aim.atMost(50)
    private static let memoryAim = Figure.Aim.atMost(200)
    /// Each browser is asked every 25 seconds whether it is still there, and says so.
    private static let wakeUpsAim = Figure.Aim.atMost(1)
    private static let clients = 50

    func measure(_ bench: Bench) async throws -> [Figure] {
        guard let music = bench.music("flac") else { return [.absent("page for browsers", "no FLAC file in Media/")] }
        let host = try await Host(in: bench.sandbox)
        defer { host.remove() }
        let daemon = try await host.start()
        defer { daemon.stop() }
        _ = try await daemon.client.play(music.uri, PlayOptions())
        try await daemon.client.perform(.pause)
        let page = try await PageServer(host)
        var figures: [Figure] = []
        do {
            defer { page.stop() }
            figures = try load(page, bench) + (try await change(page, daemon, bench))
        }
        figures += try await waiting(host, daemon, bench)
        guard BrowserDriver.isInstalled else {
            return figures + [.absent("page for browsers, scrolling", "chromium and chromium-driver are not installed")]
        }
        let items = Array(repeating: music.uri, count: Self.rows - 1)
        _ = try await daemon.client.enqueue(items, EnqueueOptions())
        return figures + (try await inChromium(host, daemon, bench))
    }

    private static let rows = 1_000
    private static let frameAim = Figure.Aim.atMost(17)

    private func inChromium(_ host: Host, _ daemon: Daemon, _ bench: Bench) async throws -> [Figure] {
        let page = try await PageServer(host)
        defer { page.stop() }
        let browser = try await BrowserDriver(host)
        defer { browser.stop() }
        try browser.open(try page.pairingAddress())
        try browser.wait(until: "!document.querySelector('#remote').hidden")
        let address = "http://localhost:\(page.port)/"
        return try showing(browser, address, bench) + (try await changing(browser, address, daemon, bench))
            + (try scrolling(browser, address))
    }

    /// From the beginning of a load, nothing of which is in the cache, until what is playing is shown.
    private func showing(_ browser: BrowserDriver, _ address: String, _ bench: Bench) throws -> [Figure] {
        let note = """
            const words = ["", "Connecting", "Nothing is playing", "OnCue is not running"];
            new MutationObserver(() => {
              const title = document.querySelector("#now-title");
              if (!title || window.shownAt || words.includes(title.textContent)) return;
              window.shownAt = performance.now();
            }).observe(document, { subtree: true, childList: true, characterData: true });
            """
        try browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(note)])
        try browser.command("Network.setCacheDisabled", ["cacheDisabled": true])
        var times = Samples()
        for _ in 0..<bench.options.runs(30, quick: 5) {
            try browser.open("about:blank")
            try browser.open(address)
            try browser.wait(until: "window.shownAt")
            times.add(try browser.finish("arguments[0](window.shownAt)").doubleValue ?? 0)
        }
        return [
            Figure("page for browsers, Chromium, until what plays is shown", times, "ms", aim: Self.shownAim)
        ]
    }

    /// From the call to the daemon until the page shows it, by the clock that both have.
    private func changing(
        _ browser: BrowserDriver, _ address: String, _ daemon: Daemon, _ bench: Bench
    ) async throws -> [Figure] {
        _ = try browser.finish(
            """
            window.seen = {};
            const slider = document.querySelector(".stage [data-volume]");
            new MutationObserver(() => {
              window.seen[slider.getAttribute("aria-valuetext")] ??= performance.timeOrigin + performance.now();
            }).observe(slider, { attributes: true });
            arguments[0](true);
            """)
        var times = Samples()
        for number in 0..<bench.options.runs(60, quick: 20) {
            let volume = number % 90 + 5
            var before = timespec()
            clock_gettime(CLOCK_REALTIME, &before)
            try await daemon.client.perform(.setVolume(Double(volume) / 100))
            try browser.wait(until: "window.seen['\(volume) percent']")
            let seen = try browser.finish("arguments[0](window.seen['\(volume) percent'])").doubleValue ?? 0
            times.add(seen - Double(before.tv_sec) * 1e3 - Double(before.tv_nsec) / 1e6)
        }
        return times.figures("page for browsers, Chromium, from a change to the page", aim: Self.changeAim)
    }

    /// Scrolls through the queue, half a row in each frame.
    private func scrolling(_ browser: BrowserDriver, _ address: String) throws -> [Figure] {
        try browser.open("about:blank")
        try browser.open(address + "#queue")
        try browser.wait(until: "document.querySelectorAll('#queue-list li b').length > 8")
        let script = """
            const done = arguments[0], shelf = document.querySelector("#queue-list");
            const height = document.querySelector("#queue-list li").offsetHeight, times = [];
            let last = performance.now();
            const frame = (now) => {
              times.push(now - last);
              last = now;
              shelf.scrollTop += height / 2;
              if (times.length < \(Self.rows * 2)) requestAnimationFrame(frame);
              else done(times.slice(10));
            };
            requestAnimationFrame(frame);
            """
        let times = try browser.finish(script).arrayValue?.compactMap(\.doubleValue) ?? []
        guard times.count > Self.rows else { throw BenchError("the page does not scroll") }
        var (frames, late) = (Samples(), Samples())
        for time in times { frames.add(time) }
        late.add(Double(times.count { $0 > 25 }) * 100 / Double(times.count))
        return [
            Figure("page for browsers, a frame while \(Self.rows) rows are scrolled", frames, "ms", aim: Self.frameAim),
            Figure("page for browsers, frames of these that came late", late, "%"),
        ]
    }

    /// All that a browser asks for at its first visit, one after the other.
    private func load(_ page: PageServer, _ bench: Bench) throws -> [Figure] {
        // The page itself names the other files.
        let text = String(decoding: try page.file("/", compressed: false), as: UTF8.self)
        let names = text.split(separator: "\"").filter { $0.hasPrefix("/") && $0.contains(".") }.map(String.init)
        let paths = ["/"] + Set(names.filter { $0.hasSuffix(".js") || $0.hasSuffix(".css") || $0.hasSuffix(".svg") })
        var (weight, times) = (Samples(), Samples())
        for _ in 0..<bench.options.runs(50, quick: 10) {
            let begin = ContinuousClock.now
            let bytes = try paths.reduce(0) { $0 + (try page.file($1).count) }
            times.add(milliseconds: begin.duration(to: .now))
            weight.add(Double(bytes) / 1_000)
        }
        return [
            Figure("page for browsers, first load of \(paths.count) files", weight, "kB", aim: Self.weightAim),
            Figure("page for browsers, the same one after the other", times, "ms"),
        ]
    }

    /// From the call to the daemon until a page has it.
    private func change(_ page: PageServer, _ daemon: Daemon, _ bench: Bench) async throws -> [Figure] {
        let socket = try page.socket()
        try socket.wait(for: "\"service\":true")
        var number = 0
        let times = try await Samples.times(bench.options.runs(200, quick: 40)) {
            number += 1
            let volume = Double(number % 90 + 5) / 100
            try await daemon.client.perform(.setVolume(volume))
            try socket.wait(for: "\"volume\":\(volume)")
        }
        return times.figures("page for browsers, from a change to its socket", aim: Self.changeAim)
    }

    /// Fifty browsers while nothing changes, of a server that has served nobody before: it keeps what it has asked the
    /// system for once.
    private func waiting(_ host: Host, _ daemon: Daemon, _ bench: Bench) async throws -> [Figure] {
        let page = try await PageServer(host)
        defer { page.stop() }
        let first = try page.socket()
        try first.wait(for: "\"service\":true")
        try await Task.sleep(for: .seconds(2))
        let before = try ProcessMemory(page.process).written
        var sockets: [PageSocket] = []
        for _ in 0..<Self.clients {
            let socket = try page.socket()
            try socket.wait(for: "\"service\":true")
            sockets.append(socket)
        }
        try await Task.sleep(for: .seconds(2))
        var (memory, wakeUps, daemonWakeUps) = (Samples(), Samples(), Samples())
        memory.add((try ProcessMemory(page.process).written - before) * 1_000 / Double(Self.clients))
        let uses = try await UseOverTime.watch([page.process, daemon.process]) {
            // Longer than the page keeps one that does not answer.
            try PageSocket.follow([first] + sockets, for: .seconds(bench.options.runs(75, quick: 30)))
        }
        wakeUps.add(uses[0].wakeUpsPerSecond)
        daemonWakeUps.add(uses[1].wakeUpsPerSecond)
        return [
            Figure("page for browsers, memory of each of \(Self.clients)", memory, "kB", aim: Self.memoryAim),
            Figure(
                "page for browsers, wake-ups with \(Self.clients) that wait", wakeUps, "per second",
                aim: Self.wakeUpsAim),
            Figure("the daemon's wake-ups meanwhile", daemonWakeUps, "per second"),
        ]
    }
}
