// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import FoundationEssentials
import Glibc
import JSON
import OnCueTestSupport
import Synchronization
import Testing

/// What a listener gets from servers that stall, cut, lie, redirect and promise what they do not have.
@Suite("Streams from servers that misbehave", .timeLimit(.minutes(10)))
struct StreamTests {
    @Test("What is cut off goes on at the byte where it broke, and is heard to its end")
    func cut() async throws {
        let sound = StreamListener.sound(3)
        let server = try HTTPServer { request in
            HTTPServer.file(sound, tag: "a", for: request, cutAfter: request.start == 0 ? 20_000 : nil)
        }
        let listener = try await StreamListener()
        let start = ContinuousClock.now
        try await listener.play(server.address + "/cut.wav")

        let now = try await listener.waitForLast()

        #expect(now["error"] == .null)
        #expect(ContinuousClock.now - start > .milliseconds(2_800))
        #expect(server.requests.contains { ($0.fields["range"] ?? "bytes=0-") != "bytes=0-" })
        #expect(try await listener.failures() == 0)
    }

    @Test("A stall shows as loading, and goes on where it stood still")
    func stall() async throws {
        let sound = StreamListener.sound(3)
        // What is asked for again is not brought either, until the stall has been seen.
        let isSeen = Mutex(false)
        let server = try HTTPServer { request in
            var response = HTTPServer.file(sound, tag: "a", for: request)
            let isFirst = request.fields["range"] == nil || request.fields["range"] == "bytes=0-"
            if isFirst || !isSeen.withLock({ $0 }) {
                response.promised = response.body.count
                response.body = Array(response.body.prefix(isFirst ? 20_000 : 0))
                response.isHeldOpen = true
            }
            return response
        }
        let listener = try await StreamListener()
        try await listener.play(server.address + "/stall.wav")
        let again = try await waitFor("that it is asked for again") { server.requests.first { $0.start > 10_000 } }

        // 20,000 bytes are 1.25 s of sound; a busy machine may load once more before them.
        let standing: @Sendable () async throws -> Double? = {
            let now = try await listener.machine.json("now")
            guard now["loading"] == true, now["title"] != "last", let position = now["position"]?.doubleValue,
                position > 1
            else { return nil }
            return position
        }
        let stalled = try await waitFor("that it shows as loading", standing)
        isSeen.withLock { $0 = true }
        var places = [stalled]
        let reopening = try await waitFor("that it is asked for once more, from \(stalled)") {
            // Asked meanwhile, it says where it stands; on a busy machine it may not get to that.
            if let position = try await standing() { places.append(position) }
            return server.requests.last { $0.start > 10_000 && $0.time > again.time }
        }
        let now = try await listener.waitForLast()

        let (low, high) = (places.min() ?? 0, places.max() ?? 0)
        // The last of them wait for the rest of their block.
        #expect(low > 1 && high <= 1.3 && high - low < 0.02, "\(low) to \(high)")
        let opening = try #require(server.requests.first)
        // Three seconds are waited, not ninety as for what can only be read in one piece; a busy machine takes its time.
        #expect(again.time - opening.time < .seconds(20))
        #expect(ContinuousClock.now - reopening.time > .milliseconds(1_600))
        #expect(now["error"] == .null)
        #expect(try await listener.failures() == 0)
    }

    @Test("A station begins with its first sound; when it runs dry, its buffer is told in percent, in steps")
    func buffering() async throws {
        let sound = StreamListener.sound(20)
        // A second of sound, nothing for two, and then a second of it in small pieces.
        let slow = stride(from: 16_000, to: 40_000, by: 1_500).map { Array(sound[$0..<($0 + 1_500)]) }
        let server = try HTTPServer { _ in
            var response = HTTPServer.Response(200, [("Content-Type", "audio/x-wav")], sound)
            response.framing = .untilClose
            response.pauses =
                [.init(before: 16_000, length: .seconds(2))]
                + slow.indices.map { .init(before: 16_000 + $0 * 1_500, length: .milliseconds(40)) }
            return response
        }
        let listener = try await StreamListener()
        let follower = try listener.machine.startOncue(["now", "--follow", "--json"].map { Array($0.utf8) })
        _ = try await follower.output.waitForLine { _ in true }

        try await listener.machine.done("play", server.address + "/station")
        _ = try await follower.output.waitForLine {
            $0.contains("\"buffering\":") && !$0.contains("\"buffering\":null")
        }
        let started = try await listener.machine.json("now")
        _ = try await listener.wait("sound again") { $0["buffering"] == .null && $0["loading"] == false }

        #expect((started["position"]?.doubleValue ?? 0) > 0)
        let told = try follower.output.lines.compactMap { try JSONValue(parsing: $0)["buffering"]?.doubleValue }
        #expect(told.contains { $0 > 0 && $0 < 100 }, "\(told)")
        #expect(zip(told, told.dropFirst()).allSatisfy { $0 == $1 || abs($0 - $1) >= 10 }, "\(told)")
        // The same again where something else was told.
        #expect(told.count <= 16, "\(told)")
        follower.send(SIGINT)
        _ = try await follower.ending()
    }

    @Test(
        "What is not there, leads in a circle, or is a page in the place of sound ends in one error, and the next plays",
        arguments: [
            ("/missing.mp3", "/missing.mp3"), ("/circle.mp3", "/circle.mp3"), ("/page", "a web page"),
            ("/text", "/text"),
            ("/list-of-nothing", "contains no stream"),
        ])
    func refused(path: String, words: String) async throws {
        let server = try HTTPServer { request in
            switch request.path {
            case "/circle.mp3": HTTPServer.Response(302, [("Location", "/circle.mp3")])
            case "/page":
                .text(
                    "<!DOCTYPE html><title>Listen</title>" + String(repeating: "<p>x", count: 500),
                    [("Content-Type", "audio/mpeg")])
            case "/text": .text(String(repeating: "no sound at all ", count: 500), [("Content-Type", "audio/mpeg")])
            case "/list-of-nothing":
                .text("#EXTM3U\n" + String(repeating: "# nothing\n", count: 500), [("Content-Type", "audio/mpeg")])
            default: HTTPServer.Response(404)
            }
        }
        let listener = try await StreamListener()

        let alone = try await listener.machine.oncue("play", server.address + path)
        #expect(alone.status != 0)
        #expect(alone.errors.contains(words), "\(alone.errors)")
        #expect(alone.errors.split(separator: "\n").count == 1, "\(alone.errors)")
        try await listener.machine.done("stop")
        try await listener.machine.done("queue", "clear")
        try await listener.play(server.address + path)

        _ = try await listener.waitForLast()
        // Ended earlier, nobody would refuse.
        withExtendedLifetime(server) {}
    }

    @Test("A list where sound was promised plays what it names")
    func list() async throws {
        // As long as a busy machine may need to look at it.
        let sound = StreamListener.sound(60)
        let server = try HTTPServer { request in
            if request.path == "/tone.wav" { return HTTPServer.file(sound, tag: "a", for: request) }
            return .text("#EXTM3U\n#EXTINF:-1,Tone\ntone.wav\n", [("Content-Type", "audio/mpeg")])
        }
        let listener = try await StreamListener()

        try await listener.play(server.address + "/listen")
        let now = try await listener.wait("sound") {
            $0["status"] == "playing" && $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > 0.2
        }

        #expect(now["title"] != "last")
        #expect(server.requests.contains { $0.path == "/tone.wav" })
        #expect(try await listener.failures() == 0)
    }

    @Test("Lengths that are not true, and types that are not, cost no sound", arguments: ["short", "long", "type"])
    func lies(_ lie: String) async throws {
        let sound = StreamListener.sound(2)
        let server = try HTTPServer { request in
            var response = HTTPServer.file(sound, tag: "a", for: request)
            switch lie {
            case "short": response.promised = response.body.count - 2_000
            case "long": response.promised = response.body.count + 2_000
            default: response.fields.append(("Content-Type", "text/html"))
            }
            return response
        }
        let listener = try await StreamListener()
        let start = ContinuousClock.now
        try await listener.play(server.address + "/lie.wav")

        let now = try await listener.waitForLast()

        #expect(now["error"] == .null)
        #expect(ContinuousClock.now - start > .milliseconds(1_600))
        #expect(try await listener.failures() == 0)
    }

    @Test("An hour is not read to go to its fortieth minute")
    func farAway() async throws {
        let sound = SoundFiles.silence(seconds: 3_600)
        let server = try HTTPServer { HTTPServer.file(sound, tag: "a", for: $0) }
        let listener = try await StreamListener()
        try await listener.play(server.address + "/hour.wav")
        try await listener.wait("sound") { $0["loading"] == false && $0["seekable"] == true }

        try await listener.machine.done("seek", "40:00")
        try await listener.wait("the fortieth minute") {
            $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) >= 2_400.1
        }

        #expect(server.requests.contains { $0.start > 19_000_000 })
        #expect(try await listener.failures() == 0)
    }

    @Test("What was left at its fortieth minute is read from there")
    func resumed() async throws {
        let sound = SoundFiles.silence(seconds: 3_600)
        let server = try HTTPServer { HTTPServer.file(sound, tag: "a", for: $0) }
        let listener = try await StreamListener()
        let machine = listener.machine
        try await machine.done("play", server.address + "/hour.wav")
        try await listener.wait("sound") { $0["loading"] == false && $0["seekable"] == true }
        try await machine.done("seek", "40:00")
        try await machine.waitUntilPlayed(from: 2_400)
        try await machine.done("stop")
        let before = server.requests.count

        try await machine.done("play", server.address + "/hour.wav")
        try await listener.wait("the fortieth minute") {
            $0["status"] == "playing" && $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) >= 2_400.1
        }

        let sent = server.sent(below: 19_000_000, after: before)
        // Of nineteen megabytes, what was sent until the jump was asked for: one, and what sockets hold on the way, which
        // is up to four of the sender and grows by itself with the receiver's.
        #expect(sent < 8_000_000, "\(server.requests.dropFirst(before).map { ($0.start, $0.sent) })")
        #expect(server.requests.dropFirst(before).contains { $0.start > 19_000_000 })
        #expect(try await listener.failures() == 0)
    }

    @Test("A server without parts is a fact: it plays, and cannot be sought in")
    func withoutRanges() async throws {
        let sound = StreamListener.sound(20)
        let server = try HTTPServer { _ in HTTPServer.Response(200, [("Accept-Ranges", "none")], sound) }
        let listener = try await StreamListener()
        try await listener.play(server.address + "/whole.wav")
        let now = try await listener.wait("sound") {
            $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > 0.2
        }

        #expect(now["status"] == "playing")
        #expect(now["error"] == .null)
        _ = try await listener.machine.oncue("seek", "15")
        try await listener.wait("that it goes on from its beginning") {
            $0["loading"] == false && $0["status"] == "playing" && ($0["position"]?.doubleValue ?? 99) < 10
        }
        #expect(try await listener.failures() == 0)
    }

    @Test("The titles of a station become what plays")
    func titles() async throws {
        let interval = 4_000
        var sound = StreamListener.sound(8)
        // A stream does not know its length.
        for index in Array(4..<8) + Array(40..<44) { sound[index] = 0xFF }
        let chunks = stride(from: 0, to: sound.count - interval, by: interval).enumerated().map { index, start in
            Array(sound[start..<(start + interval)]) + Self.announcement(index < 8 ? "First" : "Second")
        }
        let server = try StreamServer(
            header: "HTTP/1.0 200 OK\r\nContent-Type: audio/x-wav\r\nicy-name: Test\r\nicy-metaint: \(interval)",
            chunks: chunks, pause: .milliseconds(100))
        let listener = try await StreamListener()

        // Whoever asks now and then may miss one.
        let follower = try listener.machine.startOncue(["now", "--follow", "--json"].map { Array($0.utf8) })
        _ = try await follower.output.waitForLine { _ in true }
        try await listener.play(server.uri)
        _ = try await follower.output.waitForLine { $0.contains(#""streamTitle":"First""#) }
        _ = try await follower.output.waitForLine { $0.contains(#""streamTitle":"Second""#) }
        follower.send(SIGINT)
        _ = try await follower.ending()

        #expect(try await listener.failures() == 0)
    }

    /// A block of metadata as SHOUTcast servers put it between the sound.
    private static func announcement(_ title: String) -> [UInt8] {
        let text = Array("StreamTitle='\(title)';".utf8)
        let blocks = (text.count + 15) / 16
        return [UInt8(blocks)] + text + [UInt8](repeating: 0, count: blocks * 16 - text.count)
    }

    @Test("HLS plays, though it looks like a list")
    func segments() async throws {
        let folder = try TemporaryDirectory()
        let made = try await ChildProcess.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "sine=440:d=60:r=16000", "-ac", "1", "-c:a", "aac", "-f", "hls",
                "-hls_time", "2", "-hls_list_size", "0", folder.file("live.m3u8"),
            ], environment: ["PATH": "/usr/bin:/bin"])
        try #require(made.status == 0, "\(made.errors)")
        let root = folder.file("")
        let server = try HTTPServer { request in
            let name = String(request.path.dropFirst().prefix { $0 != "?" })
            guard !name.contains("/"), let data = FileManager.default.contents(atPath: root + "/" + name) else {
                return HTTPServer.Response(404)
            }
            let type = name.hasSuffix("m3u8") ? "application/vnd.apple.mpegurl" : "video/mp2t"
            return HTTPServer.Response(200, [("Content-Type", type)], Array(data))
        }
        let listener = try await StreamListener()

        try await listener.play(server.address + "/live.m3u8")
        let now = try await listener.wait("sound") {
            $0["status"] == "playing" && $0["loading"] == false && ($0["position"]?.doubleValue ?? 0) > 0.5
        }

        #expect(now["title"] != "last")
        #expect(try await listener.failures() == 0)
    }
}

extension HTTPServer {
    /// How many bytes have gone out for what was asked for before a place of the file.
    ///
    /// - Parameter count: How many requests do not count.
    fileprivate func sent(below place: Int, after count: Int = 0) -> Int {
        requests.dropFirst(count).filter { $0.start < place }.reduce(0) { $0 + $1.sent }
    }
}
