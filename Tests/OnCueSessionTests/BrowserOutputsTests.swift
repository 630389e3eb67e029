// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Pages as outputs")
struct BrowserOutputsTests {
    private final class World {
        var now = ContinuousClock.now
        var outputs = AudioOutputs()
    }

    private static let phone = "browser:1"

    private let world = World()
    private let time = StagedTime()
    private let devices = FakeOutputWatch()
    private let engine: BrowserEngine
    private let pages: BrowserOutputs
    private var page = BrowserPage(BrowserOutputsTests.phone, title: "Phone", page: "one")

    init() {
        let (world, time) = (world, time)
        engine = BrowserEngine(FakeMediaBytes()) { world.now }
        pages = BrowserOutputs(
            beside: devices, engine: engine,
            sleep: { duration throws(CancellationError) in try await time.sleep(duration) }, now: { world.now })
        pages.onChange = { world.outputs = $0 }
        pages.start()
        devices.show("speakers")
    }

    /// The pages that are outputs.
    private var shown: [String] { world.outputs.outputs.filter { $0.kind == .browser }.map(\.identifier) }

    private func pass(_ duration: Duration) async {
        // What was told to wait does so from now on.
        await settle()
        world.now += duration
        await time.advance(by: duration)
    }

    /// As the keeper of outputs does.
    private func choose(_ identifier: String?) {
        engine.setOutput(identifier.map(OutputChoice.browser) ?? .automatic)
        pages.move(to: identifier)
    }

    private func play() {
        engine.load(
            PlaybackRequest(token: .init(1), location: MediaLocation(filePath: Array("/a.flac".utf8))), at: .zero,
            playing: true)
    }

    @Test("A page is an output beside the others as long as it says so, and for a shorter time while it plays")
    func leases() async throws {
        _ = try pages.follow(page)
        #expect(shown == [Self.phone] && world.outputs.outputs.count == 2)
        await pass(.seconds(140))
        _ = try pages.follow(page)
        await pass(.seconds(140))
        #expect(shown == [Self.phone], "browsers let it speak once in a minute")
        await pass(.seconds(11))
        #expect(shown.isEmpty)

        _ = try pages.follow(page)
        choose(Self.phone)
        play()
        #expect(try pages.follow(page).isPlaying && world.outputs.inUse == Self.phone)
        await pass(.seconds(9))
        #expect(shown == [Self.phone])
        await pass(.seconds(2))
        #expect(shown.isEmpty)
    }

    @Test("A page that has gone unseen is not believed for long once it is to play")
    func gone() async throws {
        _ = try pages.follow(page)
        choose(Self.phone)
        await pass(.seconds(60))
        #expect(shown == [Self.phone])

        play()

        await pass(.seconds(9))
        #expect(shown == [Self.phone])
        await pass(.seconds(2))
        #expect(shown.isEmpty)
    }

    /// The page is to play, and its browser does not let it.
    private mutating func keepSilent() throws {
        _ = try pages.follow(page)
        choose(Self.phone)
        play()
        let wish = try pages.follow(page)
        (page.order, page.medium, page.state) = (wish.order, wish.medium, .silenced)
    }

    @Test("What a browser keeps silent is paused there")
    mutating func silenced() throws {
        pages.onSilence = { [engine] in engine.setPlaying(false) }
        try keepSilent()
        #expect(try !pages.follow(page).isPlaying)
        #expect(try pages.follow(page).isHere)
        #expect(shown == [Self.phone])
    }

    @Test("A page that its browser keeps silent is no output for an alarm until somebody presses a button there")
    mutating func urgent() throws {
        pages.isUrgent = { true }
        try keepSilent()

        _ = try pages.follow(page)
        #expect(shown.isEmpty)
        choose(nil)
        #expect(try !pages.follow(page).isHere)
        #expect(shown.isEmpty, "it stays so, however often it says so")

        (page.state, page.isTaking) = (.paused, true)
        _ = try pages.follow(page)
        #expect(shown == [Self.phone])
    }

    @Test("Of the pages of one device the last that was chosen counts; the one before is told")
    mutating func replacing() throws {
        var other = page
        other.page = "two"
        _ = try pages.follow(page)
        #expect(try pages.follow(other).isReplaced)
        other.isTaking = true
        #expect(try !pages.follow(other).isReplaced)
        #expect(try pages.follow(page).isReplaced)
        #expect(shown == [Self.phone])

        other.isTaking = false
        other.isLeaving = true
        _ = try pages.follow(other)
        #expect(shown.isEmpty)
        #expect(try !pages.follow(page).isReplaced)
    }
    @Test("Where 64 pages are open, another one is refused, and may still leave")
    func full() throws {
        for number in 1...64 { _ = try pages.follow(BrowserPage("browser:\(number)", title: "", page: "one")) }
        var other = BrowserPage("browser:65", title: "", page: "one")
        #expect(throws: ContentError.self) { try pages.follow(other) }
        other.isLeaving = true
        #expect(try !pages.follow(other).isReplaced)
    }
}
