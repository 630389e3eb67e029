// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Playing in a page")
struct BrowserEngineTests {
    private final class Clock {
        var now = ContinuousClock.now
    }

    private let clock = Clock()
    private let media = FakeMediaBytes()
    private let engine: BrowserEngine
    private let recorder: EngineRecorder
    private var page = BrowserPage("browser:1", title: "Phone", page: "p")

    init() {
        engine = BrowserEngine(media) { [clock] in clock.now }
        recorder = EngineRecorder(engine)
        engine.setOutput(.browser("browser:1"))
    }

    private static func request(_ number: UInt64, _ uri: String = "file:///a.flac") -> PlaybackRequest {
        PlaybackRequest(token: .init(number), location: MediaLocation(uri: uri) ?? .init(filePath: []))
    }

    private static func token(_ number: UInt64) -> PlaybackRequest.Token { .init(number) }

    private var wish: BrowserWish { engine.wish(for: "browser:1") }

    /// The page does as it was told.
    private mutating func say(_ state: BrowserPage.State, at position: Duration = .zero) {
        (page.order, page.medium) = (wish.order, wish.medium)
        (page.state, page.position, page.duration) = (state, position, .seconds(100))
        engine.take(page)
    }

    /// Without the choice of the output, which is told in a later turn.
    private var events: [EngineEvent] {
        recorder.events.filter { if case .outputChanged = $0 { false } else { true } }
    }

    @Test("What the page says becomes the events of an engine, and its position goes on with the time")
    mutating func playing() {
        engine.load(Self.request(1), at: .seconds(5), playing: true)
        #expect(wish.isHere && wish.isPlaying && wish.position == .seconds(5) && !wish.medium.isEmpty)
        say(.loading)
        #expect(events.isEmpty && engine.position == .seconds(5))

        say(.playing, at: .seconds(5))
        clock.now += .seconds(2)

        let token = Self.token(1)
        #expect(events == [.prepared(token, duration: .seconds(100), isSeekable: true), .started(token)])
        #expect(engine.position == .seconds(7))
        clock.now += .seconds(60)
        #expect(engine.position == .seconds(10), "a page that is silent is not believed for long")
        say(.waiting, at: .seconds(8))
        say(.playing, at: .seconds(8))
        #expect(events.suffix(2) == [.buffering(token, percent: 0), .buffering(token, percent: 100)])
        engine.setPlaying(false)
        clock.now += .seconds(2)
        #expect(!wish.isPlaying && engine.position == .seconds(8))
    }

    @Test("A jump is done when the page says so, and what it said before does not count")
    mutating func seeking() {
        engine.load(Self.request(1), at: .zero, playing: true)
        say(.playing, at: .seconds(1))
        let before = page

        engine.seek(to: .seconds(50))
        engine.take(before)
        #expect(engine.position == .seconds(50))
        #expect(!events.contains { if case .seeked = $0 { true } else { false } })
        say(.playing, at: .seconds(50))

        #expect(events.last == .seeked(Self.token(1), to: .seconds(50)))
        engine.seek(to: .seconds(500))
        #expect(wish.position == .seconds(100))
    }

    @Test("The page goes on to what follows by itself, or is told to when it was not ready for it")
    mutating func following() {
        engine.load(Self.request(1), at: .zero, playing: true)
        engine.cue([Self.request(2), Self.request(3)])
        say(.playing)
        let next = wish.next
        #expect(!next.isEmpty && next != wish.medium)

        page.medium = next
        engine.take(page)
        #expect(events.last == .durationChanged(Self.token(2), .seconds(100)))
        #expect(events.contains(.started(Self.token(2))) && wish.medium == next)
        let order = wish.order
        say(.ended, at: .seconds(100))
        #expect(events.suffix(2) == [.started(Self.token(3)), .buffering(Self.token(3), percent: 0)])
        #expect(wish.order > order && wish.position == .zero && wish.next.isEmpty)
        say(.playing)
        #expect(events.contains(.buffering(Self.token(3), percent: 100)))
        say(.ended, at: .seconds(100))
        #expect(events.last == .ended(Self.token(3)) && wish.medium.isEmpty)
    }

    @Test("A page that goes on to what has just been taken out of the queue is told to play what follows now")
    mutating func withdrawing() {
        engine.load(Self.request(1), at: .zero, playing: true)
        engine.cue([Self.request(2)])
        say(.playing, at: .seconds(99))
        let (order, next) = (wish.order, wish.next)
        engine.cue([Self.request(3)])

        (page.medium, page.position) = (next, .zero)
        engine.take(page)

        #expect(events.suffix(2) == [.started(Self.token(3)), .buffering(Self.token(3), percent: 0)])
        #expect(wish.order > order && wish.medium != next && wish.position == .zero && wish.next.isEmpty)
        let count = events.count
        engine.take(page)
        page.order = wish.order
        engine.take(page)
        #expect(events.count == count, "what it says of that is known")
    }

    @Test("A page that goes on although nothing follows any more has come to the end")
    mutating func withdrawingAll() {
        engine.load(Self.request(1), at: .zero, playing: true)
        engine.cue([Self.request(2)])
        say(.playing, at: .seconds(99))
        page.medium = wish.next
        engine.cue([])
        engine.take(page)
        #expect(events.last == .ended(Self.token(1)) && wish.medium.isEmpty)
    }

    @Test("A station whose connection ends begins anew, but not for ever; one that breaks is no bad file")
    mutating func stations() {
        var request = Self.request(1, "https://example.org/live")
        request.isLive = true
        engine.load(request, at: .zero, playing: true)
        say(.playing, at: .seconds(30))
        for _ in 0..<3 {
            let order = wish.order
            say(.ended, at: .seconds(31))
            #expect(events.last == .buffering(Self.token(1), percent: 0) && wish.order > order)
            #expect(!wish.medium.isEmpty && wish.isPlaying && wish.position == .zero)
            say(.playing)
            #expect(events.last == .buffering(Self.token(1), percent: 100))
        }
        say(.ended, at: .seconds(1))
        #expect(events.last == .ended(Self.token(1)))

        engine.load(Self.request(2), at: .zero, playing: true)
        say(.playing)
        say(.broken)
        guard case .failed(_, let error) = events.last else {
            Issue.record("nothing failed")
            return
        }
        #expect(error.code == .network)
    }

    @Test("What cannot be read fails for that reason, and not for what the browser makes of it")
    mutating func unreadable() async {
        engine.load(Self.request(1, "file:///gone.flac"), at: .zero, playing: true)
        _ = try? await engine.piece(BrowserPart("browser:1", wish.medium, offset: 0))
        page.reason = "the format is not supported"
        say(.failed)
        guard case .failed(_, let error) = events.last else {
            Issue.record("nothing failed")
            return
        }
        #expect(error.code == .notFound && error.message.hasSuffix("is gone"))
    }

    @Test("Media are closed when the page is done with them, or is not played on any more")
    func closing() async throws {
        func read(_ name: String) async throws { _ = try await engine.piece(BrowserPart("browser:1", name, offset: 0)) }
        engine.load(Self.request(1), at: .zero, playing: true)
        engine.cue([Self.request(2)])
        try await read(wish.medium)
        try await read(wish.next)
        #expect(media.openCount == 2)

        engine.cue([Self.request(3)])
        try await waitUntil("what was to follow is closed") { media.openCount == 1 }
        engine.stop()
        try await waitUntil("what was stopped is closed") { media.openCount == 0 }
        engine.load(Self.request(4), at: .zero, playing: true)
        try await read(wish.medium)
        #expect(media.openCount == 1)
        engine.setOutput(.automatic)
        try await waitUntil("what plays elsewhere is closed") { media.openCount == 0 }
    }

    @Test("What the page cannot play fails, and so does what no page could")
    mutating func failing() async {
        engine.load(Self.request(1), at: .zero, playing: true)
        page.reason = "the format is not supported"
        say(.failed)
        guard case .failed(let token, let error) = events.last else {
            Issue.record("nothing failed")
            return
        }
        #expect(token == Self.token(1) && error.code == .notPlayable)
        #expect(error.message.contains("the format is not supported"))

        engine.load(Self.request(2, "oncue://x/y"), at: .zero, playing: true)
        let failed = await recorder.wait { if case .failed(Self.token(2), _) = $0 { true } else { false } }
        #expect(failed != nil)
    }

    @Test("Only the page of the output that is chosen plays; the next one begins where the former was")
    mutating func choosing() {
        engine.load(Self.request(1), at: .zero, playing: true)
        say(.playing, at: .seconds(3))
        clock.now += .seconds(1)

        engine.setOutput(.browser("browser:2"))

        #expect(!wish.isHere && wish.medium.isEmpty)
        let other = engine.wish(for: "browser:2")
        #expect(other.isHere && other.position == .seconds(4) && other.isPlaying)
        engine.take(page)
        #expect(engine.position == .seconds(4), "the former page has nothing to say")
        engine.setOutput(.automatic)
        #expect(!engine.wish(for: "browser:2").isHere)
    }

    @Test("A page that has gone was where it said last")
    mutating func gone() {
        engine.load(Self.request(1), at: .zero, playing: true)
        say(.playing, at: .seconds(3))
        clock.now += .seconds(4)
        engine.freeze()
        #expect(engine.position == .seconds(3))
    }

    @Test("Bytes are read of what is to be played and of what follows, by the page that plays it, and of nothing else")
    mutating func reading() async throws {
        engine.load(Self.request(1), at: .zero, playing: true)
        engine.cue([Self.request(2), Self.request(3, "file:///gone.flac")])
        let (medium, next) = (wish.medium, wish.next)
        func piece(_ name: String, _ output: String = "browser:1") async throws -> MediaPiece? {
            try await engine.piece(BrowserPart(output, name, offset: 90, length: 50))
        }

        #expect(try await piece(medium) == MediaPiece(Array(90..<100), of: 100, type: "audio/flac"))
        #expect(try await piece(next) != nil)
        #expect(try await piece(medium, "browser:2") == nil)
        for name in ["", "1", "x-1", String(medium.dropLast()) + "3"] { #expect(try await piece(name) == nil) }
        engine.stop()
        #expect(try await piece(medium) == nil)
        engine.load(Self.request(4, "file:///gone.flac"), at: .zero, playing: true)
        let name = wish.medium
        await #expect(throws: PlaybackError.self) { _ = try await piece(name) }
    }
}

@MediaActor
@Suite("Playing here or in a page")
struct SwitchedEngineTests {
    private let machine = FakePlaybackEngine()
    private let browser = FakePlaybackEngine()
    private let engine: SwitchedEngine
    private let recorder: EngineRecorder

    init() {
        engine = SwitchedEngine(machine, browser: browser)
        recorder = EngineRecorder(engine)
    }

    private static func request(_ number: UInt64) -> PlaybackRequest {
        PlaybackRequest(token: .init(number), location: MediaLocation(filePath: Array("/\(number).flac".utf8)))
    }

    @Test("What plays moves with the output, at its position, and is never heard at both places")
    func moving() async throws {
        engine.setVolume(0.5)
        engine.load(Self.request(1), at: .zero, playing: true)
        engine.cue([Self.request(2)])
        machine.advance(by: .seconds(7))
        let first = recorder.events.count

        engine.setOutput(.browser("browser:1"))

        #expect(machine.calls.last == .halt && machine.currentRequest == nil)
        #expect(browser.currentRequest == Self.request(1) && browser.cuedRequests == [Self.request(2)])
        #expect(browser.calls.contains(.load(Self.request(1), at: .seconds(7), playing: true)))
        #expect(browser.volume == 0.5)
        let token = Self.request(1).token
        #expect(await recorder.wait(for: .buffering(token, percent: 0)) != nil)
        browser.advance(by: .seconds(1))
        let later = recorder.events.dropFirst(first)
        #expect(!later.contains(.started(token)), "it has begun already")
        #expect(later.contains(.buffering(token, percent: 100)))
        engine.setOutput(.automatic)
        #expect(browser.currentRequest == nil && machine.currentRequest == Self.request(1))
        #expect(machine.calls.contains(.load(Self.request(1), at: .seconds(8), playing: true)))
    }

    @Test("What is paused stays so, and what was stopped does not come back")
    func resting() {
        engine.load(Self.request(1), at: .seconds(3), playing: false)
        machine.advance(by: .zero)
        engine.setOutput(.browser("browser:1"))
        #expect(browser.calls.contains(.load(Self.request(1), at: .seconds(3), playing: false)))
        engine.stop()
        engine.setOutput(.automatic)
        #expect(machine.currentRequest == nil)
    }

    @Test("What follows in the page follows here, too")
    func following() {
        engine.setOutput(.browser("browser:1"))
        engine.load(Self.request(1), at: .zero, playing: true)
        engine.cue([Self.request(2), Self.request(3)])
        browser.advance(by: .zero)
        browser.advance(by: .seconds(185))
        #expect(recorder.events.contains(.started(Self.request(2).token)))
        engine.setOutput(.automatic)
        #expect(machine.currentRequest == Self.request(2) && machine.cuedRequests == [Self.request(3)])
    }
}
