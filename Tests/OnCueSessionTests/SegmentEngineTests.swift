// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("Parts of media")
@MediaActor
struct SegmentEngineTests {
    private let rig = SegmentRig()

    @Test("begin at their start, and positions and durations are theirs")
    func begins() async {
        let part = rig.request("album", from: 60, to: 100)

        rig.engine.load(part, at: .seconds(5), playing: true)
        await rig.pass(.seconds(1))

        #expect(rig.fake.calls.first == .load(rig.whole(part), at: .seconds(65), playing: true))
        #expect(
            rig.events.prefix(3).contains(.prepared(part.token, duration: .seconds(40), isSeekable: true)))
        #expect(rig.engine.position == .seconds(6))
    }

    @Test("that follow each other play on, and the next is told when it is heard")
    func adjacent() async {
        let (first, second) = (rig.request("album", from: 0, to: 60), rig.request("album", from: 60, to: 100))
        rig.engine.load(first, at: .seconds(50), playing: true)
        rig.engine.cue(second)
        await rig.pass(.milliseconds(9900))
        #expect(!rig.events.contains(.started(second.token)))

        await rig.pass(.milliseconds(120))

        #expect(rig.events.contains(.started(second.token)))
        #expect(rig.events.contains(.durationChanged(second.token, .seconds(40))))
        #expect(!rig.events.contains(.ended(first.token)))
        #expect(rig.engine.position.map { $0 <= .milliseconds(30) } == true)
        #expect(rig.fake.calls.count { if case .load = $0 { true } else { false } } == 1)
        #expect(!rig.fake.calls.contains(.stop))
    }

    /// A medium of three minutes without its last minute, with something behind it.
    private func withoutOutro(at position: Duration) -> (first: PlaybackRequest, next: PlaybackRequest) {
        var first = rig.request("album")
        first.outro = .seconds(60)
        rig.fake.media[first.location] = .init(duration: .seconds(180))
        let next = rig.request("other")
        rig.engine.load(first, at: position, playing: true)
        rig.engine.cue(next)
        return (first, next)
    }

    @Test("A medium without its outro ends before that, and what follows is opened apart")
    func outro() async {
        let (first, next) = withoutOutro(at: .seconds(119))
        #expect(rig.engine.position == .seconds(119))

        await rig.pass(.milliseconds(1_020))

        #expect(rig.events.contains(.prepared(first.token, duration: .seconds(180), isSeekable: true)))
        #expect(rig.events.last == .ended(first.token))
        #expect(rig.fake.calls.last == .stop)
        #expect(!rig.starts.contains(next.token))
    }

    @Test("An outro is heard by who begins in it or jumps into it, and what follows has no gap")
    func intoOutro() async {
        for begins in [true, false] {
            let rig = SegmentRig()
            var first = rig.request("album")
            first.outro = .seconds(60)
            rig.fake.media[first.location] = .init(duration: .seconds(180))
            let next = rig.request("other")
            rig.engine.load(first, at: begins ? .seconds(150) : .zero, playing: true)
            rig.engine.cue(next)
            await rig.pass(.milliseconds(50))
            if !begins { rig.engine.seek(to: .seconds(150)) }

            await rig.pass(.seconds(31), step: .milliseconds(100))

            #expect(!rig.events.contains(.ended(first.token)))
            #expect(rig.starts == [first.token, next.token])
        }
    }

    @Test("have the format of their medium, told of each when it is heard")
    func format() async {
        let (first, second) = (rig.request("album", from: 0, to: 60), rig.request("album", from: 60, to: 100))
        let format = MediaFormat(codec: "flac", sampleRate: 44_100, bitDepth: 16, channelCount: 2)
        rig.fake.media[first.location] = .init(duration: .seconds(180))
        rig.fake.media[first.location]?.format = format
        rig.engine.load(first, at: .seconds(59), playing: true)
        rig.engine.cue(second)

        await rig.pass(.milliseconds(1_100))

        let told = rig.events.filter {
            switch $0 {
            case .started, .formatChanged: true
            default: false
            }
        }
        #expect(
            told == [
                .formatChanged(first.token, format), .started(first.token), .started(second.token),
                .formatChanged(second.token, format),
            ])
    }

    @Test("play on and on through a whole album, and the last one hands over as its medium does")
    func wholeAlbum() async {
        let parts = [
            rig.request("album", from: 0, to: 60), rig.request("album", from: 60, to: 100),
            rig.request("album", from: 100, to: nil),
        ]
        let other = rig.request("other")
        rig.follow(parts + [other])

        rig.engine.load(parts[0], at: .zero, playing: true)
        rig.engine.cue(parts[1])
        await rig.pass(.seconds(181), step: .milliseconds(100))

        #expect(rig.starts == (parts + [other]).map(\.token))
        #expect(rig.fake.calls.contains(.cue([other])))
        #expect(rig.fake.currentRequest == other)
        #expect(rig.engine.position.map { $0 < .seconds(2) } == true)
    }

    @Test("end at their end when something else follows, and nothing of the rest is heard")
    func distant() async {
        let (part, other) = (rig.request("album", from: 0, to: 60), rig.request("other"))
        rig.engine.load(part, at: .seconds(59), playing: true)
        rig.engine.cue(other)

        await rig.pass(.milliseconds(1020))

        #expect(rig.events.last == .ended(part.token))
        #expect(rig.fake.calls.last == .stop)
        #expect(!rig.fake.calls.contains(.cue([other])))
    }

    @Test("are left without a stop when the next one is loaded at their end")
    func distantButLoaded() async {
        let (part, other) = (rig.request("album", from: 0, to: 60), rig.request("album", from: 100, to: 120))
        rig.engine.load(part, at: .seconds(59), playing: true)
        rig.onEvent = { [rig] in if $0 == .ended(part.token) { rig.engine.load(other, at: .zero, playing: true) } }

        await rig.pass(.milliseconds(1100))

        #expect(rig.starts == [part.token, other.token])
        #expect(!rig.fake.calls.contains(.stop))
    }

    @Test("one after the other follow each other, in one medium and from medium to medium")
    func severalFollowers() async {
        let parts = [
            rig.request("album", from: 0, to: 1), rig.request("album", from: 1, to: 2),
            rig.request("album", from: 2, to: nil),
        ]
        let (other, late) = (rig.request("other"), rig.request("late", from: 0, to: 1))
        rig.fake.media[parts[0].location] = .init(duration: .seconds(3))
        rig.fake.media[other.location] = .init(duration: .seconds(1))
        rig.engine.load(parts[0], at: .zero, playing: true)

        rig.engine.cue(parts.dropFirst() + [other, late])
        await rig.pass(.milliseconds(5020))

        #expect(rig.starts == (parts + [other, late]).map(\.token))
        #expect(rig.events.last == .ended(late.token))
        #expect(rig.fake.calls.count { if case .load = $0 { true } else { false } } == 1)
        #expect(rig.fake.calls.contains(.cue([other, rig.whole(late)])))
    }

    @Test("are followed by nothing that begins in the midst of another medium")
    func followersInTheMidst() async {
        let (first, second) = (rig.request("first"), rig.request("second"))
        let part = rig.request("album", from: 5, to: 6)
        rig.engine.load(first, at: .zero, playing: true)

        rig.engine.cue([second, part])
        #expect(rig.fake.calls.last == .cue([second]))
        await rig.pass(.seconds(181))

        #expect(rig.starts == [first, second].map(\.token))
        #expect(rig.fake.prepared == [PreparedMedium(location: part.location, position: .seconds(5))])
        await rig.pass(.seconds(180))
        #expect(rig.events.last == .ended(second.token))
    }

    @Test("that are cued before the medium is known to end with them still hand over without a gap")
    func endsWithItsMedium() async {
        let (part, other) = (rig.request("album", from: 60, to: 180), rig.request("other"))
        rig.engine.load(part, at: .zero, playing: true)
        rig.engine.cue(other)

        await rig.pass(.milliseconds(50))

        #expect(rig.fake.calls.last == .cue([other]))
    }

    @Test("are held open at their start when they are cued, also where the medium plays on to them")
    func held() async {
        let parts = [rig.request("album", from: 0, to: 60), rig.request("album", from: 60, to: 100)]
        let other = rig.request("other")
        let previous = PreparedMedium(
            location: parts[0].location, segment: parts[0].segment, position: .seconds(5), rate: 1.5)
        rig.engine.prepare([previous])
        rig.engine.load(parts[0], at: .zero, playing: true)

        rig.engine.cue(parts[1])

        let whole = PreparedMedium(location: parts[0].location, position: .seconds(5), rate: 1.5)
        let second = PreparedMedium(location: parts[1].location, position: .seconds(60))
        #expect(rig.fake.prepared == [second, whole])
        rig.engine.cue(other)
        #expect(rig.fake.prepared == [PreparedMedium(location: other.location), whole])
        rig.engine.load(parts[1], at: .zero, playing: true)
        #expect(rig.fake.prepared == [whole])
    }

    @Test("keep seeks within themselves")
    func seeks() async {
        let part = rig.request("album", from: 60, to: 100)
        rig.engine.load(part, at: .zero, playing: true)
        await rig.pass(.seconds(1))

        rig.engine.seek(to: .seconds(30))
        await rig.pass(.milliseconds(10))

        #expect(rig.fake.calls.last == .seek(.seconds(90)))
        #expect(rig.events.contains(.seeked(part.token, to: .seconds(30))))

        rig.engine.seek(to: .seconds(500))
        await rig.pass(.milliseconds(20))

        #expect(rig.fake.calls.contains(.seek(.seconds(100))))
        #expect(rig.events.last == .ended(part.token))
    }

    @Test("do not end while paused")
    func pauses() async {
        let part = rig.request("album", from: 0, to: 60)
        rig.engine.load(part, at: .seconds(59), playing: true)
        await rig.pass(.milliseconds(500))

        rig.engine.setPlaying(false)
        await rig.pass(.seconds(5))
        #expect(!rig.events.contains(.ended(part.token)))
        #expect(rig.sleepers == 0)

        rig.engine.setPlaying(true)
        await rig.pass(.milliseconds(520))
        #expect(rig.events.contains(.ended(part.token)))
    }

    @Test("of a stream that cannot jump are refused unless they begin with it")
    func unseekable() async {
        let part = rig.request("stream", from: 10, to: 20)
        rig.fake.media[part.location] = .init(duration: nil, isSeekable: false)
        rig.engine.load(part, at: .zero, playing: true)

        await rig.pass(.milliseconds(10))

        #expect(
            rig.events.contains { event in
                if case .failed(part.token, let error) = event { error.code == .notPlayable } else { false }
            })
        #expect(rig.fake.currentRequest == nil)
    }

    @Test("tell a failure and a lost output under their own token")
    func failures() async {
        let (first, second) = (rig.request("album", from: 0, to: 60), rig.request("album", from: 60, to: nil))
        rig.engine.load(first, at: .seconds(59), playing: true)
        rig.engine.cue(second)
        await rig.pass(.milliseconds(3010))

        rig.fake.loseOutput()

        guard case .outputLost(second.token, let position, _) = rig.events.last else {
            Issue.record("the loss was not told: \(rig.events)")
            return
        }
        #expect(position >= .milliseconds(1980) && position <= .milliseconds(2020))
    }

    @Test("of a track reach the engine through the controller")
    func throughController() async throws {
        var track = Track.sample("album", duration: .seconds(40))
        track.segment = MediaSegment(start: .seconds(60), end: .seconds(100))
        let playback = PlaybackRig()

        try await playback.play([track])

        let request = try #require(playback.engine.currentRequest)
        #expect(request.segment == track.segment)
    }
}

/// A segment engine on a fake one; boundaries are waited for in the time of the fake.
@MediaActor
final class SegmentRig {
    let fake = FakePlaybackEngine()
    let engine: SegmentEngine
    private(set) var events: [EngineEvent] = []
    var onEvent: (@MediaActor (EngineEvent) -> Void)?
    private let time = StagedTime()
    private var lastToken: UInt64 = 0
    private var order: [PlaybackRequest] = []

    init() {
        let time = time
        engine = SegmentEngine(fake) { duration throws(CancellationError) in try await time.sleep(duration) }
        engine.onEvent = { [weak self] in self?.receive($0) }
    }

    var sleepers: Int { time.sleepers }

    var starts: [PlaybackRequest.Token] {
        events.compactMap { if case .started(let token) = $0 { token } else { nil } }
    }

    func request(_ name: String, from start: Int? = nil, to end: Int? = nil) -> PlaybackRequest {
        lastToken += 1
        let location = MediaLocation(filePath: Array("/music/\(name).flac".utf8))
        let segment = start.map { MediaSegment(start: .seconds($0), end: end.map { .seconds($0) }) }
        return PlaybackRequest(token: .init(lastToken), location: location, segment: segment)
    }

    func whole(_ request: PlaybackRequest) -> PlaybackRequest {
        PlaybackRequest(token: request.token, location: request.location)
    }

    /// Cues the one behind each when it starts.
    func follow(_ requests: [PlaybackRequest]) { order = requests }

    private func receive(_ event: EngineEvent) {
        events.append(event)
        onEvent?(event)
        guard case .started(let token) = event else { return }
        guard let index = order.firstIndex(where: { $0.token == token }), index + 1 < order.count else { return }
        engine.cue(order[index + 1])
    }

    func pass(_ duration: Duration, step: Duration = .milliseconds(10)) async {
        var left = duration
        while left > .zero {
            let step = min(left, step)
            fake.advance(by: step)
            await time.advance(by: step)
            left -= step
        }
    }
}

/// Sleeps that end when a test says that time has passed.
@MediaActor
final class StagedTime {
    private var now: Duration = .zero
    private var waiting: [UInt64: (due: Duration, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastNumber: UInt64 = 0

    var sleepers: Int { waiting.count }

    func sleep(_ duration: Duration) async throws(CancellationError) {
        lastNumber += 1
        let number = lastNumber
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume() }
                waiting[number] = (now + duration, continuation)
            }
        } onCancel: {
            Task { @MediaActor in self.wake(number) }
        }
        if Task.isCancelled { throw CancellationError() }
    }

    func advance(by duration: Duration) async {
        now += duration
        for (number, entry) in waiting where entry.due <= now { wake(number) }
        await settle()
    }

    private func wake(_ number: UInt64) {
        waiting.removeValue(forKey: number)?.continuation.resume()
    }
}
