// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport
import Testing

/// Stations that send little or much at first, slowly or fast, with titles between the sound or without.
@Suite("Starts of stations", .timeLimit(.minutes(10)))
struct StationStartTests {
    private static let interval = 8_192

    private static func stream(_ sound: [UInt8], withTitles: Bool) -> [UInt8] {
        guard withTitles else { return sound }
        return stride(from: 0, to: sound.count - interval, by: interval).flatMap { start in
            Array(sound[start..<(start + interval)]) + [1] + Array("StreamTitle='A';".utf8)
        }
    }

    /// Sound of two minutes, which begins in the midst of a frame.
    private static func encoded() async throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        let made = try await ChildProcess.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=120:r=44100", "-c:a", "libmp3lame", "-b:a", "128k"]
                + [folder.file("song.mp3")], environment: ["PATH": "/usr/bin:/bin"])
        try #require(made.status == 0, "\(made.errors)")
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("song.mp3"))).dropFirst(12_345))
    }

    @Test("A station is heard while its bytes arrive, whatever it sends at first")
    func starts() async throws {
        let sound = try await Self.encoded()
        let streams = [Self.stream(sound, withTitles: false), Self.stream(sound, withTitles: true)]
        let server = try HTTPServer { request in
            let words = request.path.dropFirst().split(separator: "-").compactMap { Int($0) }
            guard words.count == 3 else { return HTTPServer.Response(404) }
            let hasTitles = words[2] == 1
            let fields = hasTitles ? [("icy-name", "Test"), ("icy-metaint", String(Self.interval))] : []
            var response = HTTPServer.Response(
                200, [("Content-Type", "audio/mpeg")] + fields, streams[hasTitles ? 1 : 0])
            response.framing = .untilClose
            (response.burst, response.byteRate) = (words[0], words[1])
            return response
        }
        let machine = try await Machine()
        _ = try await machine.startDaemon()
        let bursts = [0, 1_000, 4_000, 16_000, 32_000, 64_000, 128_000, 256_000]
        let rates = [17_000, 20_000, 26_000, 100_000]
        var kinds: [String] = []
        for burst in bursts { for rate in rates { for title in 0...1 { kinds.append("\(burst)-\(rate)-\(title)") } } }
        let count = TestEffort.isLong ? 500 : 16

        for number in 0..<count {
            // Seven has no factor in common with the number of kinds.
            let kind = kinds[number * 7 % kinds.count]
            // Once in time proves that nothing is waited for; a busy machine may be late for another reason.
            for attempt in 1...4 {
                try await machine.done("play", server.address + "/" + kind)
                do {
                    try await machine.waitForNow("sound of \(kind)", within: .seconds(5)) {
                        $0["status"] == "playing" && $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > 0.2
                    }
                    break
                } catch  where attempt < 4 {
                    continue
                }
            }
        }
    }
}
