// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import JSON
import OnCueTestSupport
import Synchronization
import Testing

/// Where streams end that do not end as they should.
@Suite("Streams that stand still or end early", .timeLimit(.minutes(4)))
struct StreamEndTests {
    /// What the server says when it has less than is asked for.
    private static func file(_ sound: [UInt8], upTo end: Int, for request: HTTPServer.Request) -> HTTPServer.Response {
        var response = HTTPServer.file(sound, tag: "a", for: request)
        guard response.status < 300 else { return response }
        let start = sound.count - response.body.count
        guard start < end else { return HTTPServer.Response(416, [("Content-Range", "bytes */\(end)")]) }
        response.promised = response.body.count
        response.body = Array(sound[start..<end])
        return response
    }

    @Test(
        "A server that has less than it promised is one error when what it has was heard, and the next plays",
        arguments: [(10.0, 20_000), (2.0, 4_000)])
    func lacking(seconds: Double, bytes: Int) async throws {
        let sound = StreamListener.sound(seconds)
        let server = try HTTPServer { Self.file(sound, upTo: bytes, for: $0) }
        let listener = try await StreamListener()
        let start = ContinuousClock.now
        try await listener.play(server.address + "/lacking.wav")

        _ = try await listener.waitForLast()

        let heard = Double(bytes) / 16_000
        #expect(ContinuousClock.now - start > .milliseconds(Int(heard * 900)))
        // The journal is written a moment after what it tells of.
        try await waitUntil("it is one error") { try await listener.failures() == 1 }
    }

    @Test("A length that was estimated too long is no reason to begin again: it ends with its last byte")
    func overestimated() async throws {
        let folder = try TemporaryDirectory()
        let made = try await ChildProcess.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "sine=440:d=4:r=44100", "-b:a", "64k", "-write_xing", "0"]
                + [folder.file("song.mp3")], environment: ["PATH": "/usr/bin:/bin"])
        try #require(made.status == 0, "\(made.errors)")
        // Something else behind the sound, a picture for instance: the length is estimated from all bytes.
        let song =
            Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("song.mp3"))))
            + [UInt8](repeating: 0, count: 160_000)
        let server = try HTTPServer { _ in HTTPServer.Response(200, [("Content-Type", "audio/mpeg")], song) }
        let listener = try await StreamListener()
        let start = ContinuousClock.now
        try await listener.play(server.address + "/song.mp3")
        try await listener.wait("sound") { $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > 2 }
        let asked = server.requests.count

        let now = try await listener.waitForLast()

        #expect(now["error"] == .null)
        #expect(ContinuousClock.now - start > .milliseconds(3_700))
        #expect(server.requests.count == asked, "it is not asked for again")
        #expect(try await listener.failures() == 0)
    }

    /// A server whose connections stay open and bring nothing.
    private static func silentServer(answers: Bool) throws -> HTTPServer {
        try HTTPServer { _ in
            var response = HTTPServer.Response(200, [("Content-Type", "audio/mpeg")], promised: 1_000_000)
            response.isHeldOpen = true
            response.isMute = !answers
            return response
        }
    }

    @Test("A connection that is open and never answers is given up within half a minute, and the next plays")
    func noAnswer() async throws {
        let server = try Self.silentServer(answers: false)
        let listener = try await StreamListener()
        try await listener.play(server.address + "/silence.mp3")

        _ = try await listener.waitForLast(within: .seconds(30))
    }

    @Test("A connection that is open and brings no sound is one error within half a minute")
    func noSound() async throws {
        let server = try Self.silentServer(answers: true)
        let listener = try await StreamListener()
        try await listener.machine.done("queue", "add", server.address + "/silence.mp3")
        _ = try await listener.machine.oncue("queue", "play", "1")

        let failed = try await listener.wait("the error", within: .seconds(30)) { $0["error"] != .null }

        let error = failed["error"]
        #expect(error?["code"] == "Network")
        #expect(error?["message"]?.stringValue?.contains(server.address) == true)
    }

    @Test("A stall longer than what has come stands still, is told, and goes on at the byte where it broke")
    func longStall() async throws {
        let sound = StreamListener.sound(8)
        let tries = EventLog<Int>()
        let isSeen = Mutex(false)
        let server = try HTTPServer { request in
            var response = HTTPServer.file(sound, tag: "a", for: request)
            if response.status == 200 {
                response.promised = response.body.count
                response.body = Array(response.body.prefix(50_000))
                response.isHeldOpen = true
                return response
            }
            tries.append(sound.count - response.body.count)
            // The server needs a while to come back: until the stall was looked at.
            return tries.count < 4 || !isSeen.withLock({ $0 }) ? HTTPServer.Response(502) : response
        }
        let listener = try await StreamListener()
        let start = ContinuousClock.now
        try await listener.play(server.address + "/stall.wav")

        let stalled = try await listener.wait("that it loads") {
            // A busy machine may run dry early, and then waits for more than there is.
            $0["loading"] == true && (($0["position"]?.doubleValue ?? 0) > 1 || tries.count > 0)
        }
        // 50,000 bytes are three seconds of sound, and three more are waited; a busy machine takes its time.
        #expect(ContinuousClock.now - start < .seconds(20))
        try await tries.wait(count: 3, within: .seconds(30))
        let later = try await listener.machine.json("now")
        isSeen.withLock { $0 = true }
        #expect(later["loading"] == true && later["status"] == "playing")
        let moved = (later["position"]?.doubleValue ?? 0) - (stalled["position"]?.doubleValue ?? 0)
        #expect(abs(moved) < 0.02, "the position moved by \(moved) s while nothing was heard")
        let now = try await listener.waitForLast()

        #expect(now["error"] == .null)
        #expect(ContinuousClock.now - start > .seconds(8))
        #expect(tries.events.allSatisfy { $0 > 30_000 }, "bytes of which it was asked for more: \(tries.events)")
        #expect(try await listener.failures() == 0)
    }
}
