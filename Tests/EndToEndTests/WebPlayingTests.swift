// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueTestSupport
import Testing

@Suite("Playing in a real browser", .timeLimit(.minutes(4)))
struct WebPlayingTests {
    /// The element that is heard.
    private static let heard = "[...document.querySelectorAll('audio')].find((audio) => !audio.paused)"

    private func playHere(_ browser: WebBrowser, _ stage: WebBrowserStage) async throws {
        try await stage.show("/#sound", in: browser)
        try await browser.click("#sound-list button", having: "This browser")
        try await browser.waitForMessage("The sound comes from this browser")
    }

    private func waitUntilHeard(_ browser: WebBrowser, from seconds: Double = 0.5) async throws {
        try await browser.wait("it is heard", until: "\(Self.heard).currentTime > \(seconds)")
    }

    private func position(_ now: JSONValue) -> Double { now["position"]?.doubleValue ?? -1 }

    @Test("The queue is heard in the browser and not at the machine, and every command reaches it")
    func playing() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await WebBrowserStage(sound: sound)
        let browser = try await stage.browser()
        let machine = stage.machine
        let speakers = try await sound.record()

        try await playHere(browser, stage)
        try await machine.done("resume")
        try await waitUntilHeard(browser)
        let playing = try await machine.waitForNow("its position goes on") {
            $0["status"] == "playing" && position($0) > 1
        }
        #expect(playing["title"] == "Casting Off")
        let outputs = try await machine.json("output")["items"]?.arrayValue ?? []
        #expect(outputs.first { $0["current"] == true }?["kind"] == "browser")

        let asked = ContinuousClock.now
        try await machine.done("pause")
        try await browser.wait("it is silent", until: "!\(Self.heard)")
        // The page plays on until the word has reached it.
        let late = (ContinuousClock.now - asked) / .seconds(1)
        let paused = position(try await machine.json("now"))
        let heard = try await browser.script(
            "return Math.max(...[...document.querySelectorAll('audio')].map(({ currentTime }) => currentTime))")
        #expect(abs(paused - (heard.doubleValue ?? -1)) < 1 + late)
        #expect(position(try await machine.json("now")) == paused)

        try await machine.done("resume")
        try await machine.done("next")
        try await machine.waitForNow("the next one plays") { $0["title"] == "Open Water" && position($0) > 0.3 }
        try await waitUntilHeard(browser, from: 0.3)
        let length = try #require(try await machine.json("now")["duration"]?.doubleValue)
        try await machine.done("seek", "\(Int(length) - 3)")
        // The end of a track leads to the next, by itself.
        try await machine.waitForNow("the last one plays") { $0["title"] == "Harbour Lights" && position($0) > 0.3 }
        try await waitUntilHeard(browser, from: 0.3)
        let last = try #require(try await machine.json("now")["duration"]?.doubleValue)
        try await machine.done("seek", "\(Int(last) - 2)")
        try await machine.waitForNow("the queue has ended") { $0["status"] != "playing" }
        try await browser.wait("it is silent", until: "!\(Self.heard)")
        #expect(try await browser.complaints() == [])
        #expect(try await speakers.finish().peak < 0.001)
        #expect(try await machine.done("history").contains("Open Water"))
    }

    @Test("A page that is loaded anew pauses where it was, and goes on when it is to play again")
    func reloading() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await WebBrowserStage(sound: sound)
        let browser = try await stage.browser()
        try await playHere(browser, stage)
        try await stage.machine.done("resume")
        try await waitUntilHeard(browser, from: 1)

        try await stage.show("/#sound", in: browser)

        let paused = try await stage.machine.waitForNow("it is paused") { $0["status"] == "paused" }
        #expect(paused["interruption"] == "outputLost" && position(paused) >= 0.9 && position(paused) < 10)
        try await browser.click("#sound-list button", having: "This browser")
        try await waitUntilHeard(browser, from: position(paused) - 0.1)
        try await stage.machine.waitForNow("it goes on") {
            $0["status"] == "playing" && position($0) > position(paused)
        }
    }

    @Test("A browser that is killed pauses where it was last; the machine goes on when it is told to")
    func killed() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await WebBrowserStage(sound: sound)
        let browser = try await stage.browser()
        try await playHere(browser, stage)
        try await stage.machine.done("resume")
        try await waitUntilHeard(browser, from: 1)
        let begin = ContinuousClock.now
        let before = position(try await stage.machine.json("now"))

        try browser.kill()

        let time = (ContinuousClock.now - begin) / .seconds(1)
        let paused = try await stage.machine.waitForNow("it is paused") { $0["status"] == "paused" }
        #expect(position(paused) < before + time + 6 && position(paused) > before - 6)
        let speakers = try await sound.record()
        try await stage.machine.done("resume")
        try await speakers.wait(until: 2)
        try await stage.machine.waitForNow("it plays") { $0["status"] == "playing" && position($0) > position(paused) }
        #expect(try await speakers.finish().peak > 0.001)
        let outputs = try await stage.machine.json("output")["items"]?.arrayValue ?? []
        #expect(!outputs.contains { $0["kind"] == "browser" })
    }

    @Test("Only one place plays: a second browser takes over where the first is, and the machine from both")
    func takingOver() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await WebBrowserStage(sound: sound)
        let (first, second) = (try await stage.browser(), try await stage.browser())
        try await playHere(first, stage)
        try await stage.machine.done("resume")
        try await waitUntilHeard(first, from: 1)

        try await playHere(second, stage)

        try await waitUntilHeard(second, from: 0.8)
        try await first.wait("the first is silent", until: "!\(Self.heard)")
        let before = position(try await stage.machine.json("now"))
        let speakers = try await sound.record()
        try await second.click("#sound-list button", having: "Speakers")
        try await second.wait("the second is silent", until: "!\(Self.heard)")
        try await speakers.wait(until: 2)
        try await stage.machine.waitForNow("it goes on") { $0["status"] == "playing" && position($0) > before }
        #expect(try await speakers.finish().peak > 0.001)
    }

    @Test("What the browser's own buttons show and do is what plays")
    func session() async throws {
        let sound = try await PulseServer(description: "Speakers")
        let stage = try await WebBrowserStage(sound: sound)
        let browser = try await stage.browser()
        let note = """
            window.actions = {};
            const real = MediaSession.prototype.setActionHandler;
            MediaSession.prototype.setActionHandler = function (name, action) {
              window.actions[name] = action;
              return real.call(this, name, action);
            };
            """
        try await browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(note)])
        try await playHere(browser, stage)
        try await stage.machine.done("resume")
        try await waitUntilHeard(browser)

        try await browser.wait(
            "it has title and cover",
            until: """
                navigator.mediaSession.metadata?.title === "Casting Off" && navigator.mediaSession.playbackState === "playing"
                  && navigator.mediaSession.metadata.artwork.length === 3
                """)
        // As a call that comes, or headphones that are unplugged.
        try await browser.script("\(Self.heard).pause()")
        try await stage.machine.waitForNow("that pauses it") { $0["status"] == "paused" }

        try await browser.script("actions.play()")
        try await stage.machine.waitForNow("Play plays it") { $0["status"] == "playing" }
        try await waitUntilHeard(browser)
        try await browser.script("actions.nexttrack()")
        try await stage.machine.waitForNow("Next plays the next one") { $0["title"] == "Open Water" }
        try await browser.wait("its title is there", until: "navigator.mediaSession.metadata?.title === 'Open Water'")
        try await waitUntilHeard(browser)
        // Paused, so that it does not end while it is looked at.
        try await browser.script("actions.pause()")
        try await stage.machine.waitForNow("Pause pauses it") { $0["status"] == "paused" }
        try await browser.script("actions.seekto({ seekTime: 5 })")
        try await stage.machine.waitForNow("it is at the place") { abs(position($0) - 5) < 0.5 }
        try await browser.script("actions.seekforward({})")
        try await stage.machine.waitForNow("it is ten seconds later") { position($0) >= 14.5 }
        try await browser.script("actions.seekbackward({ seekOffset: 10 })")
        try await stage.machine.waitForNow("it is ten seconds earlier") { position($0) < 14 }
        try await browser.script("actions.seekto({ seekTime: 0 })")
        try await stage.machine.waitForNow("it is at its beginning") { position($0) < 0.5 }
        try await browser.script("actions.previoustrack()")
        try await stage.machine.waitForNow("Previous plays the one before") { $0["title"] == "Casting Off" }
        try await browser.script("actions.stop()")
        try await stage.machine.waitForNow("Stop stops it") { $0["status"] == "stopped" }
        #expect(try await browser.complaints() == [])
    }
}
