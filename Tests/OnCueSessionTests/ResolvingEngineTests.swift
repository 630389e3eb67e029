// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

extension MediaLocation {
    fileprivate static func at(_ uri: String) -> MediaLocation {
        guard let location = MediaLocation(uri: uri) else { preconditionFailure("\(uri) is no address") }
        return location
    }
}

/// Answers when the test says so.
@MediaActor
private final class SlowLocator: MediaLocating {
    private(set) var asked: [(name: String, isRetry: Bool)] = []
    private var waiting: [String: CheckedContinuation<Result<MediaLocation, PlaybackError>, Never>] = [:]
    /// Answers at once where there is one.
    var answers: [String: [String]] = [:]

    @MediaActor func locate(_ location: MediaLocation, isRetry: Bool) async throws(PlaybackError) -> MediaLocation {
        asked.append((location.displayName, isRetry))
        if let answer = answers[location.displayName]?.first {
            answers[location.displayName]?.removeFirst()
            return .at(answer)
        }
        return try await withCheckedContinuation { waiting[location.displayName] = $0 }.get()
    }

    func answer(_ name: String, _ result: Result<MediaLocation, PlaybackError>) async {
        while waiting[name] == nil { await Task.yield() }
        waiting.removeValue(forKey: name)?.resume(returning: result)
        await OnCueTestSupport.settle()
    }
}

@Suite("Items whose address is asked for just before they play")
@MediaActor
struct ResolvingEngineTests {
    private let inner = FakePlaybackEngine()
    private let locator = SlowLocator()
    private let engine: ResolvingEngine
    private let events = EventLog<EngineEvent>()

    init() {
        engine = ResolvingEngine(inner, locator: locator)
        engine.onEvent = { [events] in events.append($0) }
    }

    private func request(_ number: UInt64, _ uri: String) -> PlaybackRequest {
        PlaybackRequest(token: PlaybackRequest.Token(number), location: .at(uri))
    }

    private let real = MediaLocation.at("http://host/a")

    private func settle() async {
        await OnCueTestSupport.settle()
        inner.advance(by: .zero)
    }

    @Test("Files and streams go through as they are")
    func through() async {
        engine.load(request(1, "file:///a"), at: .seconds(2), playing: true)

        #expect(inner.calls == [.load(request(1, "file:///a"), at: .seconds(2), playing: true)])
        #expect(locator.asked.isEmpty)
    }

    @Test("A name is resolved, and what was asked for meanwhile is done then")
    func resolves() async {
        engine.load(request(1, "oncue://provided/x/a"), at: .zero, playing: true)
        engine.setPlaying(false)
        engine.seek(to: .seconds(9))
        engine.cue(request(2, "file:///b"))
        #expect(engine.position == .seconds(9))
        await locator.answer("a", .success(real))
        await settle()

        #expect(inner.currentRequest == request(1, "http://host/a"))
        #expect(inner.cuedRequest == request(2, "file:///b"))
        #expect(inner.position == .seconds(9))
        #expect(!inner.isPlaying)
    }

    @Test("The answer for what was overtaken is dropped")
    func overtaken() async {
        engine.load(request(1, "oncue://provided/x/a"), at: .zero, playing: true)
        engine.load(request(2, "file:///b"), at: .zero, playing: true)
        await locator.answer("a", .success(real))
        await settle()

        #expect(inner.currentRequest == request(2, "file:///b"))
        #expect(events.events.allSatisfy { $0 != .started(PlaybackRequest.Token(1)) })
    }

    @Test("What cannot be resolved, or leads to another kind of address, fails with its token")
    func failures() async {
        engine.load(request(1, "oncue://provided/x/a"), at: .zero, playing: true)
        await locator.answer("a", .success(.at("gopher://host/a")))
        engine.load(request(2, "oncue://provided/x/b"), at: .zero, playing: true)
        await locator.answer("b", .failure(PlaybackError(.network, "no answer")))
        await settle()

        let codes = events.events.compactMap { event -> PlaybackError.Code? in
            if case .failed(_, let error) = event { error.code } else { nil }
        }
        #expect(codes == [.notPlayable, .network])
        #expect(inner.currentRequest == nil)
    }

    @Test("After a sleep an address is asked for until the network is there")
    func lateNetwork() async {
        let waits = EventLog<Duration>()
        let engine = ResolvingEngine(inner, locator: locator) { waits.append($0) }
        let missing = Result<MediaLocation, PlaybackError>.failure(PlaybackError(.network, "no network"))
        var wanted = request(1, "oncue://provided/x/a")
        wanted.waitsForNetwork = true

        engine.load(wanted, at: .seconds(30), playing: true)
        for _ in 0..<3 { await locator.answer("a", missing) }
        #expect(engine.position == .seconds(30))
        await locator.answer("a", .success(real))
        await settle()

        #expect(waits.events == [.seconds(1), .seconds(2), .seconds(4)])
        #expect(inner.currentRequest?.location == real)
        #expect(inner.position == .seconds(30))
        #expect(events.events.isEmpty)
    }

    @Test("An address that has expired is asked for once more, and a second failure is told")
    func expiry() async {
        locator.answers["a"] = ["http://host/old", "http://host/older"]
        inner.media[.at("http://host/old")] = .init(failure: PlaybackError(.notFound, "gone"))
        inner.media[.at("http://host/older")] = .init(failure: PlaybackError(.network, "gone too"))
        engine.load(request(1, "oncue://provided/x/a"), at: .zero, playing: true)
        await settle()
        await settle()
        await settle()

        #expect(locator.asked.map(\.isRetry) == [false, true])
        #expect(
            events.events == [
                .failed(PlaybackRequest.Token(1), PlaybackError(.network, "gone too"))
            ])
    }

    @Test("What breaks off because its address has expired goes on where it was, every time")
    func expiryInTheMidst() async {
        locator.answers["a"] = ["http://host/1", "http://host/2", "http://host/3"]
        engine.load(request(1, "oncue://provided/x/a"), at: .zero, playing: true)
        await settle()
        for number in 2...3 {
            inner.advance(by: .seconds(60))
            await settle()
            _ = engine.position
            inner.breakOff(PlaybackError(.permissionDenied, "expired"))
            await settle()
            await settle()
            #expect(inner.currentRequest == request(1, "http://host/\(number)"))
        }

        #expect(locator.asked.map(\.isRetry) == [false, true, true])
        let token = PlaybackRequest.Token(1)
        #expect(events.events.last == .seeked(token, to: .seconds(120)))
        #expect(events.events.contains(.buffering(token, percent: 100)))
        #expect(!events.events.contains { if case .failed = $0 { true } else { false } })
    }

    @Test("An address on the web where there is a list plays what the list names, and once only")
    func list() async {
        locator.answers["a"] = ["http://host/stream"]
        inner.media[.at("http://host/a")] = .init(failure: PlaybackError(.notPlayable, "text"))
        engine.load(request(1, "http://host/a"), at: .zero, playing: true)
        engine.cue(request(2, "file:///b"))
        await settle()
        await settle()
        #expect(inner.currentRequest == request(1, "http://host/stream"))
        #expect(inner.cuedRequest == request(2, "file:///b"))

        inner.media[.at("http://host/stream")] = .init(failure: PlaybackError(.notPlayable, "text too"))
        locator.answers["a"] = ["http://host/stream"]
        engine.load(request(3, "http://host/a"), at: .zero, playing: true)
        await settle()
        await settle()
        await settle()

        #expect(events.events.last == .failed(PlaybackRequest.Token(3), PlaybackError(.notPlayable, "text too")))
    }

    @Test("An address on the web where there is neither sound nor a list fails as it did")
    func noList() async {
        locator.answers["a"] = ["http://host/a"]
        locator.answers["b"] = ["http://host/b"]
        let error = PlaybackError(.notPlayable, "text")
        inner.media[.at("http://host/a")] = .init(failure: error)
        inner.media[.at("http://host/b")] = .init(failure: error)
        engine.load(request(1, "file:///x"), at: .seconds(179), playing: true)
        engine.cue(request(2, "http://host/b"))
        await settle()
        await settle()
        engine.load(request(3, "http://host/a"), at: .zero, playing: true)
        await settle()
        await settle()

        let failed = events.events.filter { if case .failed = $0 { true } else { false } }
        #expect(failed == [.failed(PlaybackRequest.Token(2), error), .failed(PlaybackRequest.Token(3), error)])
        #expect(locator.asked.map(\.name) == ["b", "a"])
    }

    @Test("A follower is resolved, retried when it has expired, and becomes the current one")
    func follower() async {
        locator.answers["b"] = ["http://host/old", "http://host/new"]
        inner.media[.at("http://host/old")] = .init(failure: PlaybackError(.notFound, "gone"))
        engine.load(request(1, "file:///a"), at: .seconds(179), playing: true)
        engine.cue(request(2, "oncue://provided/x/b"))
        await settle()
        await settle()
        #expect(inner.cuedRequest == request(2, "http://host/new"))
        inner.advance(by: .seconds(2))

        #expect(inner.currentRequest == request(2, "http://host/new"))
        #expect(events.events.contains(.started(PlaybackRequest.Token(2))))
    }

    @Test("Several followers are handed over as far as their addresses are known, in their order")
    func followers() async {
        engine.load(request(1, "file:///a"), at: .zero, playing: true)
        let list = [
            request(2, "file:///b"), request(3, "oncue://provided/x/c"), request(4, "file:///d"),
            request(5, "oncue://provided/x/e"),
        ]
        engine.cue(list)
        await settle()
        #expect(inner.cuedRequests == [list[0]])

        // What is cued behind it is no reason to ask again.
        engine.cue(list + [request(6, "file:///f")])
        await locator.answer("c", .success(.at("http://host/c")))
        await settle()
        #expect(inner.cuedRequests == [list[0], request(3, "http://host/c"), list[2]])
        await locator.answer("e", .success(.at("http://host/e")))
        await settle()

        #expect(inner.cuedRequests.map(\.token.number) == [2, 3, 4, 5, 6])
        #expect(locator.asked.map(\.name) == ["c", "e"])
        inner.advance(by: .seconds(5 * 180))
        #expect(inner.currentRequest == request(6, "file:///f"))
    }

    @Test("A follower among several that has expired is asked for again, and those behind it follow all the same")
    func expiredFollower() async {
        locator.answers["c"] = ["http://host/old", "http://host/new"]
        inner.media[.at("http://host/old")] = .init(failure: PlaybackError(.notFound, "gone"))
        engine.load(request(1, "file:///a"), at: .zero, playing: true)
        engine.cue([request(2, "file:///b"), request(3, "oncue://provided/x/c"), request(4, "file:///d")])
        await settle()
        await settle()

        let expected = [request(2, "file:///b"), request(3, "http://host/new"), request(4, "file:///d")]
        #expect(inner.cuedRequests == expected)
        #expect(!events.events.contains { if case .failed = $0 { true } else { false } })
    }

    @Test("A follower that cannot be resolved fails with those behind it, and those before it stay")
    func failedFollower() async {
        engine.load(request(1, "file:///a"), at: .zero, playing: true)
        engine.cue([request(2, "file:///b"), request(3, "oncue://provided/x/c"), request(4, "file:///d")])
        await locator.answer("c", .failure(PlaybackError(.network, "no answer")))
        await settle()

        #expect(inner.cuedRequests == [request(2, "file:///b")])
        #expect(events.events.contains(.failed(PlaybackRequest.Token(3), PlaybackError(.network, "no answer"))))
        inner.advance(by: .seconds(400))
        #expect(events.events.last == .ended(PlaybackRequest.Token(2)))
    }
}
