// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

extension WebBrowserTests {
    @Test("In a language from right to left the page is mirrored, and nothing sticks out of it")
    func rightToLeft() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser(language: "he")
        // Whatever languages this Chromium has brought with it.
        try await browser.command(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": "Object.defineProperty(navigator, 'language', { get: () => 'he-IL' })"])

        for screen in ["/#now", "/#queue", "/#library/section%3Aalbums", "/#sound", "/#alarms", "/lock", "/car"] {
            try await stage.show(screen, in: browser)
            try await browser.wait("it is read", until: WebBrowserChecks.isRead)
            for (width, height) in [(320, 568), (1280, 800)] {
                try await browser.resize(width, height)
                let wide = try await browser.script(WebBrowserChecks.sticksOut)
                #expect(wide == [], "\(screen) \(width): \(wide.text())")
            }
            #expect(try await browser.script("return document.dir") == "rtl")
        }
        try await stage.show("/#queue", in: browser)
        try await browser.waitForRows("Casting Off", "Open Water", "Harbour Lights", in: "#queue-list")
        let order = """
            const left = (part) => document.querySelector(`#queue-list li [data-part=${part}]`).getBoundingClientRect().left;
            return left("more") < left("hit") && left("hit") < left("grip");
            """
        #expect(try await browser.script(order) == true)
        // The next part of a row is to the left of it.
        try await browser.script("document.querySelector('#queue-list [data-part=hit]').focus()")
        try await browser.press(.left)
        try await browser.wait("it is there", until: "document.activeElement.dataset.part === 'more'")
        // Time runs to the right.
        let transport = """
            const left = (name) => document.querySelector(`.bar [data-do=${name}]`).getBoundingClientRect().left;
            return left("toggle") < left("next");
            """
        #expect(try await browser.script(transport) == true)
    }

    @Test("What plays is shown soon after the page is opened")
    func firstSight() async throws {
        let stage = try await WebBrowserStage()
        let browser = try await stage.browser()
        let note = """
            new MutationObserver(() => {
              if (window.shownAt || document.querySelector("#now-title")?.textContent !== "Casting Off") return;
              window.shownAt = performance.now();
            }).observe(document, { subtree: true, childList: true, characterData: true });
            """
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(note)])
        var times: [Double] = []
        // One that is soon proves that nothing waits for a timer.
        for _ in 0..<8 where (times.min() ?? .infinity) >= 2_000 {
            try await stage.show("/", in: browser)
            times.append(try await browser.script("return window.shownAt").doubleValue ?? .infinity)
        }
        #expect((times.min() ?? .infinity) < 2_000, "\(times) ms")
    }

    @Test("Play and Pause on the page are heard at the machine")
    func heard() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await WebBrowserStage(sound: sound)
        let browser = try await stage.browser()

        let before = try await sound.record()
        try await before.wait(until: 1)
        #expect(try await before.finish().peak < 0.001)
        let stood = try await stage.machine.json("now")["position"]?.doubleValue ?? 0
        try await browser.click(".stage [data-do=toggle]")
        try await stage.machine.waitForNow("it plays") {
            $0["status"] == "playing" && ($0["position"]?.doubleValue ?? 0) > stood + 0.5
        }
        let playing = try await sound.record()
        try await playing.wait(until: 1)
        #expect(try await playing.finish().peak > 0.001)
        try await browser.click(".stage [data-do=toggle]")
        try await stage.machine.waitForNow("it is paused") { $0["status"] == "paused" }
        // What was on its way has been heard by then.
        try await Task.sleep(for: .seconds(2))
        let paused = try await sound.record()
        try await paused.wait(until: 1)
        #expect(try await paused.finish().peak < 0.001)
    }

    @Test(
        "Lyrics are marked in time, without motion where none is wanted; chapters, speed and sleep timer do what they say"
    )
    func beside() async throws {
        let stage = try await WebBrowserStage()
        try await stage.playStory()
        let browser = try await stage.browser("/", width: 1280, height: 800)
        try await browser.script(
            "Element.prototype.scrollIntoView = function ({ behavior }) { window.manner = behavior; }")
        func waitForLine(_ text: String) async throws {
            try await browser.wait(
                "\(text) is marked",
                until: "document.querySelector('#panel-lyrics [aria-current]')?.innerText === '\(text)'")
        }

        try await browser.prefer(dark: false, reducedMotion: true)
        #expect(try await browser.script(Self.movement) == "0s")
        try await browser.wait(
            "there are lyrics and chapters",
            until: "!document.querySelector('#tab-lyrics').hidden && !document.querySelector('#tab-chapters').hidden")
        try await browser.click("#tab-lyrics")
        try await stage.machine.done("seek", "25")
        try await waitForLine("Second line")
        #expect(try await browser.script("return window.manner") == "auto")
        try await browser.prefer(dark: false)
        #expect(try await browser.script(Self.movement) != "0s")
        try await stage.machine.done("seek", "75")
        try await waitForLine("Third line")
        #expect(try await browser.script("return window.manner") == "smooth")

        try await browser.click("#tab-chapters")
        try await browser.click("#panel-chapters button", having: "The Road")
        try await stage.machine.waitForNow("it is the second chapter") {
            $0["chapterTitle"] == "The Road" || $0["chapter"]?["title"] == "The Road"
        }
        try await browser.wait(
            "it is marked",
            until: "document.querySelector('#panel-chapters [aria-current]')?.innerText.includes('The Road')")
        try await browser.click("#now-rate")
        try await browser.click("#sheet button", having: "1.5×")
        try await stage.machine.waitForNow("it is quicker") { $0["rate"]?.doubleValue == 1.5 }
        try await browser.waitForText("Speed 1.5×", in: "#now-rate")
        try await browser.click("#now-sleep")
        try await browser.click("#sheet button", having: "In 20 minutes")
        try await browser.waitForText("Sleep: in 20 minutes", in: "#now-sleep")
        let left = try await browser.finish(
            "fetch('/api/1/now').then((answer) => answer.json()).then(({ now }) => arguments[0](now.sleepRemaining))")
        #expect(left.doubleValue ?? 0 > 1_000e6 && left.doubleValue ?? 0 <= 1_200e6)
        #expect(try await browser.complaints() == [])
    }

    private static let movement = "return getComputedStyle(document.querySelector('#now-like')).transitionDuration"

    @Test("What speaks for a suggestion, and what against it, is shown with its weight")
    func weights() async throws {
        let stage = try await WebBrowserStage()
        // What is heard with these headphones each day suggests itself when they connect.
        let albums = try await stage.machine.json("browse", "Library/Albums")["items"]?.arrayValue ?? []
        func album(_ title: String) throws -> String {
            try #require(albums.first { $0["title"]?.stringValue == title }?["identifier"]?.stringValue)
        }
        let client = try await #require(stage.machine.bus).connect()
        let around = ["trigger": "headphones", "device": "WH-1000XM5"]
        try await StoryStage.learn(try album("Kitchen Table Sessions"), days: 28, around, through: client)
        try await StoryStage.learn(try album("Night Crossing"), days: 20, [:], through: client)
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        let browser = try await stage.browser("/#suggestions")
        try await browser.waitForText("With WH-1000XM5 you usually play this album", in: ".card")

        try await browser.click(".card [data-part=why]")

        try await browser.wait("it is said", until: "document.querySelector('.card .facts meter')")
        let rows =
            try await browser.script(
                """
                return [...document.querySelectorAll(".card .facts li")]
                  .map((row) => [row.children[0].innerText, row.children[1].innerText, row.querySelector("meter").value,
                    row.querySelector("meter").ariaLabel]);
                """
            ).arrayValue ?? []
        #expect(rows.contains { $0[0] == "the device" && $0[1] == "for" })
        // What speaks most against it is among them.
        #expect(rows.last?[0] == "how much you have played since" && rows.last?[1] == "against")
        for row in rows {
            #expect(row[1] == "for" || row[1] == "against")
            #expect((row[2]?.doubleValue ?? 0) > 0 && (row[0]?.stringValue ?? "").count > 3)
            #expect(row[3]?.stringValue == "Weight of " + (row[0]?.stringValue ?? ""))
        }
        #expect(try await browser.complaints() == [])
    }

    @Test("Why something is suggested is said below it, and no more where there is no more")
    func reasons() async throws {
        let stage = try await WebBrowserStage()
        try await stage.machine.done("pin", "Albums/Kitchen Table Sessions")
        try await stage.machine.done("simulate", "headphones", "WH-1000XM5")
        let browser = try await stage.browser("/#suggestions")
        try await browser.wait("there is one", until: "document.querySelector('.card [data-part=why]')")

        try await browser.click(".card [data-part=why]")

        try await browser.wait("it is said", until: "document.querySelector('.card .facts li')?.innerText")
        #expect(try await browser.text(".card .why") == "You pinned this.")
        #expect(
            try await browser.script("return document.querySelector('.card [data-part=why]').ariaExpanded") == "true")
        #expect(try await browser.complaints() == [])
    }
}

extension WebBrowserStage {
    /// Plays a medium of two minutes with chapters and lyrics, and pauses it.
    fileprivate func playStory() async throws {
        let chapters = ["The Harbour", "The Road", "The Door"].enumerated().map { number, title in
            "[CHAPTER]\nTIMEBASE=1/1\nSTART=\(number * 40)\nEND=\(number * 40 + 40)\ntitle=\(title)\n"
        }
        let tags = try machine.directory.write("tags", (";FFMETADATA1\ntitle=Story\n" + chapters.joined()).utf8)
        try machine.directory.makeDirectory("work/stories")
        let file = machine.directory.file("work/stories/Story.m4b")
        let words = [
            "-v", "error", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono:d=120", "-i", tags, "-map_metadata", "1",
            "-c:a",
            "aac", "-b:a", "8k", file,
        ]
        let made = try await ChildProcess.run("ffmpeg", words, environment: ["PATH": "/usr/bin"])
        guard made.status == 0 else { throw SupportError(made.errors) }
        let lines = "[00:00.50]First line\n[00:20.00]Second line\n[01:10.00]Third line\n"
        try machine.directory.write("work/stories/Story.lrc", lines.utf8)
        try await machine.done("play", "stories/Story.m4b")
        try await machine.done("pause")
    }
}
