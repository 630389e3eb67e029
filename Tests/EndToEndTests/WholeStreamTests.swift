// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport
import Testing

/// Servers that can only send a file from its beginning.
@Suite("Streams from servers without ranges", .timeLimit(.minutes(4)))
struct WholeStreamTests {
    /// A tone as `oggenc` or `opusenc` codes it.
    private static func encoded(_ format: String, seconds: Double) async throws -> [UInt8] {
        let folder = try TemporaryDirectory()
        let (tone, coded) = (folder.file("tone.wav"), folder.file("tone." + format))
        try await ToneFile.write(to: tone) { .tone(500, seconds: seconds) }
        let isVorbis = format == "ogg"
        let made = try await ChildProcess.run(
            isVorbis ? "oggenc" : "opusenc",
            ["--quiet"] + (isVorbis ? ["--output", coded, tone] : [tone, coded]), environment: ["PATH": "/usr/bin:/bin"]
        )
        try #require(made.status == 0, "\(made.errors)")
        return Array(try Data(contentsOf: URL(fileURLWithPath: coded)))
    }

    private static func whole(_ bytes: [UInt8]) -> HTTPServer.Response {
        HTTPServer.Response(200, [("Accept-Ranges", "none")], bytes)
    }

    @Test("Ogg is heard to its end, and a jump is refused with the reason", arguments: ["ogg", "opus"])
    func ogg(_ format: String) async throws {
        // As long as a busy machine needs for what is asked while it plays.
        let sound = try await Self.encoded(format, seconds: 20)
        let server = try HTTPServer { _ in Self.whole(sound) }
        let listener = try await StreamListener()
        let start = ContinuousClock.now
        try await listener.play(server.address + "/song." + format)
        let now = try await listener.wait("sound") {
            $0["loading"] == false && $0["title"] != "last" && ($0["position"]?.doubleValue ?? 0) > 0.2
        }

        let jump = try await listener.machine.oncue("seek", "3")
        let canSeek = try await ChildProcess.run(
            "gdbus",
            [
                "call", "--session", "--dest", "org.mpris.MediaPlayer2.oncue", "--object-path",
                "/org/mpris/MediaPlayer2", "--method", "org.freedesktop.DBus.Properties.Get",
                "org.mpris.MediaPlayer2.Player", "CanSeek",
            ], environment: listener.machine.environment)

        #expect(now["seekable"] == false)
        #expect(canSeek.output == "(<false>,)\n", "\(canSeek.errors)")
        #expect(jump.status != 0)
        #expect(jump.errors.contains("its server or its format can only be read in order"), "\(jump.errors)")
        let last = try await listener.waitForLast()
        #expect(last["error"] == .null)
        #expect(ContinuousClock.now - start > .milliseconds(19_800))
        #expect(server.requests.count == 1, "\(server.requests.map(\.fields))")
        #expect(try await listener.failures() == 0)
    }

    @Test("A server that stands still for long is waited for, and what follows is heard")
    func stall() async throws {
        let sound = StreamListener.sound(6)
        let length: Duration = .seconds(TestEffort.isLong ? 60 : 12)
        let server = try HTTPServer { _ in
            var response = Self.whole(sound)
            response.pauses = [.init(before: 48_000, length: length)]
            return response
        }
        let listener = try await StreamListener()
        let start = ContinuousClock.now
        try await listener.play(server.address + "/whole.wav")

        let stalled = try await listener.wait("that it loads") {
            $0["loading"] == true && ($0["position"]?.doubleValue ?? 0) > 1
        }
        let again = try await listener.wait("sound again", within: length + .seconds(10)) {
            $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > 3.2
        }
        let last = try await listener.waitForLast()

        // 48,000 bytes are three seconds of sound.
        #expect((stalled["position"]?.doubleValue ?? 9) < 3.1)
        #expect(again["error"] == .null && last["error"] == .null)
        #expect(ContinuousClock.now - start > length + .milliseconds(5_500) - .seconds(3))
        #expect(server.requests.count == 1, "\(server.requests.map(\.fields))")
        #expect(try await listener.failures() == 0)
    }
    @Test(
        "What has come is heard while the server sends nothing more, however it came",
        arguments: [([], 48_000), ([2_000], 17_800), ([2_000, 2_500], 48_000)])
    func heardUpToTheStall(parts: [Int], end: Int) async throws {
        let sound = StreamListener.sound(6)
        let server = try HTTPServer { _ in
            var response = Self.whole(sound)
            response.pauses =
                parts.map { .init(before: $0, length: .milliseconds(500)) } + [.init(before: end, length: .seconds(30))]
            return response
        }
        let machine = try await Machine()
        _ = try await machine.startDaemon()

        for _ in 0..<(parts.isEmpty ? TestEffort.seeds(4).count : 1) {
            try await machine.done("play", server.address + "/whole.wav")
            // 16,000 bytes are a second of sound; the last of it is in the decoder and in the output.
            try await machine.waitForNow("what has come was heard", within: .seconds(15)) {
                ($0["position"]?.doubleValue ?? 0) > Double(end) / 16_000 - 0.7
            }
        }
    }
}
