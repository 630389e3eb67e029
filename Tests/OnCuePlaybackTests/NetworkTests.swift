// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// Media that come over HTTP.
@MediaActor
@Suite
struct NetworkTests {
    private func request(_ server: StreamServer) throws -> PlaybackRequest {
        PlaybackRequest(token: .init(1), location: try #require(MediaLocation(uri: server.uri)))
    }

    @Test("A file on a web server plays to its end")
    func plays() async throws {
        let data = Array(ToneFile.tone(500, seconds: 0.5, rate: 16_000).data)
        let server = try StreamServer(
            header: "HTTP/1.1 200 OK\r\nContent-Type: audio/x-wav\r\nContent-Length: \(data.count)", chunks: [data])
        let bench = try EngineBench(.decks)
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)

        #expect(await bench.wait(for: .ended(request.token)))
        #expect(bench.story(of: request) == ["prepared", "started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("On a server that cannot send parts, a jump is refused, and it plays on")
    func seeksWithoutRanges() async throws {
        let bench = try EngineBench(.decks)
        let request = try bench.rangeless(60)
        let short = try await bench.tone(0.3)
        bench.engine.load(request, at: .zero, playing: true)
        bench.engine.cue(short)
        #expect(await bench.wait(for: .started(request.token)))
        #expect(await bench.play(until: .milliseconds(300)))

        bench.engine.seek(to: .seconds(58))

        let told = await bench.wait { if case .seeked = $0 { true } else { false } }
        guard case .seeked(request.token, let position) = told else {
            Issue.record("\(String(describing: told))")
            return
        }
        #expect(position >= .milliseconds(300) && position < .seconds(10))
        #expect(bench.events.events.contains(.prepared(request.token, duration: .seconds(60), isSeekable: false)))
        #expect(await bench.play(until: position + .milliseconds(300)))
        #expect(bench.story(of: request) == ["prepared", "started", "seeked"])
        await bench.engine.shutDown()
    }

    @Test("On a server that cannot send parts, a medium that is to begin later begins at its start")
    func positionsWithoutRanges() async throws {
        let bench = try EngineBench(.decks)
        let request = try bench.rangeless(60)

        bench.engine.load(request, at: .seconds(40), playing: true)

        #expect(await bench.wait(for: .started(request.token)))
        #expect(bench.story(of: request) == ["prepared", "seeked", "started"])
        #expect(bench.events.events.contains(.prepared(request.token, duration: .seconds(60), isSeekable: false)))
        #expect(bench.events.events.contains(.seeked(request.token, to: .zero)))
        await bench.engine.shutDown()
    }

    @Test("A follower that fails leaves a stream without a known length to be heard to its end")
    func unknownLength() async throws {
        let bench = try EngineBench(.decks)
        // The header of an AU file that leaves the length open.
        let fields: [UInt32] = [0x2E73_6E64, 24, 0xFFFF_FFFF, 3, 16_000, 1]
        let header = fields.flatMap { field in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: field >> $0) } }
        let sound = Array(ToneFile.tone(500, seconds: 3, rate: 16_000, channels: 1).data.dropFirst(44))
        let server = try StreamServer(
            header: "HTTP/1.0 200 OK\r\nContent-Type: audio/basic", chunks: [header + sound])
        let stream = try request(server)
        let text = PlaybackRequest(token: .init(900), location: try bench.text().location)
        let start = ContinuousClock.now
        bench.engine.load(stream, at: .zero, playing: true)

        bench.engine.cue(text)

        #expect(await bench.wait(.seconds(12), for: .ended(stream.token)))
        #expect(
            bench.events.events.contains {
                if case .prepared(stream.token, duration: nil, _) = $0 { true } else { false }
            })
        #expect(bench.story(of: text) == ["failed notPlayable"])
        #expect(ContinuousClock.now - start > .milliseconds(2900))
        #expect(ContinuousClock.now - start < .seconds(12))
        await bench.engine.shutDown()
    }

    @Test("An address without anything behind it is not found")
    func notFound() async throws {
        let server = try StreamServer(header: "HTTP/1.1 404 Not Found\r\nContent-Length: 0", chunks: [])
        let bench = try EngineBench(.decks)
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)

        await bench.wait { if case .failed = $0 { true } else { false } }
        #expect(bench.story(of: request) == ["failed notFound"])
        await bench.engine.shutDown()
    }

    @Test("A web page in the place of sound is said to be one")
    func webPage() async throws {
        let page = "<!DOCTYPE html><html><title>Listen</title>" + String(repeating: "<p>words</p>", count: 400)
        let server = try StreamServer(
            header: "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: \(page.utf8.count)",
            chunks: [Array(page.utf8)])
        let bench = try EngineBench(.decks)
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)

        let failed = await bench.wait { if case .failed = $0 { true } else { false } }
        guard case .failed(request.token, let error) = failed else {
            Issue.record("\(String(describing: failed))")
            return
        }
        #expect(error.code == .notPlayable)
        #expect(error.message.contains("web page"), "\(error.message)")
        await bench.engine.shutDown()
    }

    @Test("What played before the machine slept waits for a network that comes late, and goes on where it was")
    func lateNetwork() async throws {
        let sound = Array(ToneFile.tone(500, seconds: 30, rate: 8_000, channels: 1).data)
        // A port at which nobody listens any more.
        let port = try FreePort.next()
        let bench = try EngineBench(.decks)
        var request = PlaybackRequest(
            token: .init(1), location: try #require(MediaLocation(uri: "http://127.0.0.1:\(port)/late.wav")))
        request.waitsForNetwork = true

        bench.engine.load(request, at: .seconds(20), playing: true)
        #expect(await bench.wait(for: .buffering(request.token, percent: 0)))
        await bench.pass(.seconds(3))
        #expect(bench.engine.position == .seconds(20))
        let server = try HTTPServer(port: port) { HTTPServer.file(sound, tag: "a", for: $0) }

        #expect(await bench.wait(for: .started(request.token)))
        #expect(await bench.play(until: .milliseconds(20_300)))
        #expect(bench.story(of: request) == ["prepared", "started"])
        #expect(!server.requests.isEmpty)
        await bench.engine.shutDown()
    }

    @Test("A live stream tells its titles, each once")
    func titles() async throws {
        let interval = 8_000
        var sound = Array(ToneFile.tone(500, seconds: 3, rate: 16_000).data)
        // A stream does not know its length.
        for index in Array(4..<8) + Array(40..<44) { sound[index] = 0xFF }
        var chunks: [[UInt8]] = []
        for (index, start) in stride(from: 0, to: sound.count - interval, by: interval).enumerated() {
            chunks.append(Array(sound[start..<(start + interval)]) + announcement(index < 3 ? "First" : "Second"))
        }
        let server = try StreamServer(
            header: "HTTP/1.0 200 OK\r\nContent-Type: audio/x-wav\r\nicy-name: Test\r\nicy-metaint: \(interval)",
            chunks: chunks, pause: .milliseconds(20))
        let bench = try EngineBench(.decks)
        let request = try request(server)

        bench.engine.load(request, at: .zero, playing: true)

        #expect(await bench.wait(for: .streamTitle(request.token, "First")))
        #expect(await bench.wait(for: .streamTitle(request.token, "Second")))
        let titles = bench.events.events.filter { if case .streamTitle = $0 { true } else { false } }
        #expect(titles.count == 2)
        await bench.engine.shutDown()
    }

    /// A block of metadata as SHOUTcast servers put it between the sound.
    private func announcement(_ title: String) -> [UInt8] {
        let text = Array("StreamTitle='\(title)';".utf8)
        let blocks = (text.count + 15) / 16
        return [UInt8(blocks)] + text + [UInt8](repeating: 0, count: blocks * 16 - text.count)
    }
}
