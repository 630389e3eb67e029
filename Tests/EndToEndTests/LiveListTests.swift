// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport
import Synchronization
import Testing

/// Live HLS: a list that a server goes on writing.
@Suite("Live lists of parts", .timeLimit(.minutes(6)))
struct LiveListTests {
    private static let type = ("Content-Type", "application/vnd.apple.mpegurl")
    private static let first = 6
    private static let window = 5

    /// Parts of a second each.
    private static func parts(_ count: Int, frequency: Int) async throws -> [[UInt8]] {
        let folder = try TemporaryDirectory()
        let made = try await ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=\(frequency):d=\(count):r=48000", "-ac", "1", "-c:a", "aac",
                "-f", "hls", "-hls_time", "1", "-hls_list_size", "0", folder.file("live.m3u8"),
            ], environment: ["PATH": "/usr/bin:/bin"])
        try #require(made.status == 0, "\(made.errors)")
        return (0..<count).compactMap { number in
            FileManager.default.contents(atPath: folder.file("live\(number).ts")).map { Array($0) }
        }
    }

    /// An encoder that stops after a while and begins anew later, as one that is started again does. Its time begins with
    /// the first request.
    private final class Encoder: Sendable {
        let before: [[UInt8]]
        let after: [[UInt8]]
        private let absence: Duration
        /// While the encoder is away nothing is delivered at all, rather than the list as it was.
        private let isServerAway: Bool
        private let start = Mutex<ContinuousClock.Instant?>(nil)

        init(before: [[UInt8]], after: [[UInt8]], absence: Duration, isServerAway: Bool) {
            (self.before, self.after, self.absence, self.isServerAway) = (before, after, absence, isServerAway)
        }

        private var running: Duration { start.withLock { $0.map { ContinuousClock.now - $0 } ?? .zero } }
        private var stop: Duration { .seconds(before.count - LiveListTests.first) }
        var isAway: Bool { running > stop && running < stop + absence }

        /// The number of parts that there are.
        private var count: Int {
            let passed = min(running, stop) + max(.zero, running - stop - absence)
            return min(LiveListTests.first + Int(passed / .seconds(1)), before.count + after.count)
        }

        private var list: String {
            let (end, start) = (count, max(0, count - LiveListTests.window))
            var text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:\(start)\n"
            if start > before.count { text += "#EXT-X-DISCONTINUITY-SEQUENCE:1\n" }
            for number in start..<end {
                if number == before.count { text += "#EXT-X-DISCONTINUITY\n" }
                text += "#EXTINF:1.0,\n\(number).ts\n"
            }
            return text
        }

        func answer(_ request: HTTPServer.Request) -> HTTPServer.Response {
            start.withLock { $0 = $0 ?? .now }
            if isServerAway, isAway { return HTTPServer.Response(503) }
            if request.path.hasSuffix(".m3u8") { return .text(list, [LiveListTests.type]) }
            guard let number = Int(request.path.dropFirst().prefix { $0 != "." }), number < count else {
                return HTTPServer.Response(404)
            }
            let bytes = number < before.count ? before[number] : after[number - before.count]
            return HTTPServer.Response(200, [("Content-Type", "video/mp2t")], bytes)
        }
    }

    @Test("A live list goes on by itself when its encoder was away", arguments: [false, true])
    func encoderAway(isServerAway: Bool) async throws {
        let absence: Duration = .seconds(TestEffort.isLong ? 120 : 20)
        let before = try await Self.parts(Self.first + 6, frequency: 440)
        let after = try await Self.parts(60, frequency: 880)
        let encoder = Encoder(before: before, after: after, absence: absence, isServerAway: isServerAway)
        let server = try HTTPServer { encoder.answer($0) }
        let listener = try await StreamListener()
        try await listener.play(server.address + "/live.m3u8")
        try await listener.wait("sound") { $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > 0.5 }

        try await listener.wait("that it loads", within: .seconds(25)) {
            $0["status"] == "playing" && $0["loading"] == true && encoder.isAway
        }
        let again = try await listener.wait("sound again", within: absence + .seconds(40)) {
            $0["status"] == "playing" && $0["loading"] == false && !encoder.isAway
        }
        let place = again["position"]?.doubleValue ?? 0
        let later = try await listener.wait("that it goes on", within: .seconds(40)) {
            $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > place + 2
        }

        #expect(later["title"] != "last")
        #expect(later["error"] == .null)
        let numbers = server.requests.compactMap { Int($0.path.dropFirst().prefix { $0 != "." }) }
        #expect(numbers.contains { $0 > before.count })
        if !isServerAway {
            let parts = server.requests.map(\.path).filter { $0.hasSuffix(".ts") }
            #expect(Set(parts).count == parts.count, "a list that stands still repeats nothing: \(parts)")
        }
        #expect(try await listener.failures() == 0)
    }
}
