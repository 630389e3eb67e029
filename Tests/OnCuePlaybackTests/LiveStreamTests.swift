// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@testable import OnCuePlayback

@Suite("What tells that a stream is live")
struct LiveEvidenceTests {
    @Test("What has a length in bytes or in time ends, whatever its server is")
    func lengths() {
        #expect(LiveEvidence(saysStation: true).isLive)
        #expect(!LiveEvidence(saysStation: true, hasSize: true).isLive)
        #expect(!LiveEvidence(saysStation: true, duration: .seconds(200)).isLive)
        #expect(LiveEvidence(isList: true).isLive)
        #expect(!LiveEvidence(duration: .seconds(200), isList: true).isLive)
        #expect(!LiveEvidence().isLive)
    }
}

/// Streams whose server closes the connection in order.
@MediaActor
@Suite("Connections that are closed in order", .timeLimit(.minutes(5)))
struct LiveStreamTests {
    private nonisolated static let icy = [("Content-Type", "audio/basic"), ("icy-name", "Test"), ("icy-br", "128")]

    /// Sound that does not say how long it is.
    private nonisolated static func sound(_ seconds: Double) -> [UInt8] {
        // The header of an AU file that leaves the length open.
        let fields: [UInt32] = [0x2E73_6E64, 24, 0xFFFF_FFFF, 3, 16_000, 1]
        let header = fields.flatMap { field in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: field >> $0) } }
        return header + ToneFile.tone(500, seconds: seconds, rate: 16_000, channels: 1).data.dropFirst(44)
    }

    private nonisolated static func answer(
        _ body: [UInt8], _ framing: HTTPServer.Framing, _ fields: [(String, String)] = icy
    ) -> HTTPServer.Response {
        var response = HTTPServer.Response(200, fields, body)
        response.framing = framing
        return response
    }

    private func request(_ server: HTTPServer) throws -> PlaybackRequest {
        PlaybackRequest(token: .init(1), location: try #require(MediaLocation(uri: server.address + "/stream")))
    }

    @Test(
        "A live stream by address goes on as often as its server closes it",
        arguments: [HTTPServer.Framing.untilClose, .chunked])
    func live(framing: HTTPServer.Framing) async throws {
        let sound = Self.sound(1.5)
        let server = try HTTPServer { _ in Self.answer(sound, framing) }
        let bench = try EngineBench(.decks)
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)
        bench.engine.cue(try await bench.tone(1))

        #expect(await bench.wait(for: .started(request.token)))
        for _ in 1...2 {
            let count = bench.events.events.count
            // It is live: what is heard is what is sent then.
            #expect(await bench.wait(after: count, for: .seeked(request.token, to: .zero)))
            #expect(await bench.play(until: .milliseconds(300)))
        }
        #expect(server.requests.count >= 3)
        #expect(bench.story(of: request) == ["prepared", "started", "seeked", "seeked"])
        await bench.engine.shutDown()
    }

    @Test(
        "A file without a length plays to its end, once",
        arguments: [HTTPServer.Framing.untilClose, .chunked])
    func finite(framing: HTTPServer.Framing) async throws {
        let sound = Self.sound(1.2)
        let server = try HTTPServer { _ in Self.answer(sound, framing, [("Content-Type", "audio/basic")]) }
        let bench = try EngineBench(.decks)
        let request = try request(server)
        let start = ContinuousClock.now

        bench.engine.load(request, at: .zero, playing: true)

        #expect(await bench.wait(for: .ended(request.token)))
        #expect(ContinuousClock.now - start > .milliseconds(1_100))
        #expect(bench.story(of: request) == ["prepared", "started", "ended"])
        #expect(server.requests.count == 1)
        await bench.engine.shutDown()
    }

    @Test("A file of known length on a server of stations plays to its end, once")
    func sized() async throws {
        let sound = Self.sound(1.2)
        let server = try HTTPServer { _ in Self.answer(sound, .length) }
        let bench = try EngineBench(.decks)
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)

        #expect(await bench.wait(for: .ended(request.token)))
        #expect(server.requests.count == 1)
        await bench.engine.shutDown()
    }

    @Test("A server that closes again and again without a sound is one error, after growing pauses")
    func nothingMore() async throws {
        let sound = Self.sound(1.5)
        let asked = EventLog<Int>()
        let server = try HTTPServer { _ in
            asked.append(0)
            return Self.answer(asked.count == 1 ? sound : [], .untilClose)
        }
        let bench = try EngineBench(.decks)
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)
        let failed = await bench.wait(.seconds(20)) { if case .failed = $0 { true } else { false } }

        guard case .failed(request.token, let error) = failed else {
            Issue.record("\(String(describing: failed))")
            return
        }
        #expect(error.code == .network)
        #expect(error.message.contains("right after it started"), "\(error.message)")
        let times = server.requests.map(\.time)
        #expect(times.count == 4)
        // At once, then after one and two seconds.
        #expect(zip(times.dropFirst(), times.dropFirst(2)).map { $1 - $0 }.allSatisfy { $0 >= .seconds(1) })
        #expect(bench.story(of: request) == ["prepared", "started", "failed network"])
        await bench.engine.shutDown()
    }
}
