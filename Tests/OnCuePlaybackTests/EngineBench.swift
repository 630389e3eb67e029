// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import HTTPClient
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// Which engine a contract test runs against.
enum EngineKind: String, CaseIterable, CustomTestStringConvertible {
    case decks
    case fake
    /// The fake behind the engine of parts, which changes nothing for whole media.
    case parts

    var testDescription: String { rawValue }
}

/// An engine on a table: media to play, its events, and time that passes.
@MediaActor
final class EngineBench {
    let engine: any PlaybackEngine
    let events: EngineRecorder
    let files: TemporaryFiles
    private let fake: FakePlaybackEngine?
    private var lastToken: UInt64 = 0
    private var servers: [StreamServer] = []

    /// - Parameter rules: Of the engine with decks, for what it reads on web servers.
    init(_ kind: EngineKind, outputs: [OutputPreference] = [.silent], rules: LinkRules = LinkRules()) throws {
        files = try TemporaryFiles()
        switch kind {
        case .decks:
            fake = nil
            let client = HTTPClient(userAgent: "OnCueTests", timeout: .seconds(100))
            client.rules = rules
            engine = DeckEngine(outputs: outputs, web: WebMedia(client: client))
        case .fake:
            let engine = FakePlaybackEngine()
            fake = engine
            self.engine = engine
        case .parts:
            let engine = FakePlaybackEngine()
            fake = engine
            self.engine = SegmentEngine(engine)
        }
        events = EngineRecorder(engine)
    }

    // MARK: Media

    /// The format of tones.
    static let toneFormat = MediaFormat(
        codec: "pcm", bitRate: 256_000, sampleRate: 16_000, bitDepth: 16, channelCount: 1)

    /// A request for a tone of this length.
    func tone(_ seconds: Double, name: String? = nil) async throws -> PlaybackRequest {
        let request = makeRequest(files.path(name ?? "tone-\(seconds)-\(lastToken).wav"))
        if let fake {
            fake.media[request.location] = .init(duration: .milliseconds(Int(seconds * 1000)))
            fake.media[request.location]?.format = Self.toneFormat
        } else {
            try await ToneFile.write(to: files.path(of: request)) {
                .tone(500, seconds: seconds, rate: 16_000, channels: 1)
            }
        }
        return request
    }

    /// Requests for so many tones of this length.
    func tones(_ numbers: Range<Int>, _ seconds: Double) async throws -> [PlaybackRequest] {
        var requests: [PlaybackRequest] = []
        for _ in numbers { requests.append(try await tone(seconds)) }
        return requests
    }

    /// A request for a tone that comes over the network without a length and cannot jump.
    func stream(_ seconds: Double) throws -> PlaybackRequest {
        let request: PlaybackRequest
        if let fake {
            request = makeRequest(files.path("stream-\(lastToken)"))
            fake.media[request.location] = .init(duration: nil, isSeekable: false)
        } else {
            var sound = Array(ToneFile.tone(500, seconds: seconds, rate: 16_000, channels: 1).data)
            for index in Array(4..<8) + Array(40..<44) { sound[index] = 0xFF }
            request = try serve(sound, header: "HTTP/1.0 200 OK\r\nContent-Type: audio/x-wav")
        }
        return request
    }

    /// A request for a tone on a web server that knows its length and sends the whole of it whatever is asked for.
    func rangeless(_ seconds: Double) throws -> PlaybackRequest {
        let sound = Array(ToneFile.tone(500, seconds: seconds, rate: 16_000, channels: 1).data)
        let header = "HTTP/1.0 200 OK\r\nContent-Type: audio/x-wav\r\nContent-Length: \(sound.count)"
        return try serve(sound, header: header)
    }

    private func serve(_ sound: [UInt8], header: String) throws -> PlaybackRequest {
        let server = try StreamServer(header: header, chunks: [sound])
        servers.append(server)
        lastToken += 1
        return PlaybackRequest(token: .init(lastToken), location: try #require(MediaLocation(uri: server.uri)))
    }

    /// A request for a file that does not exist.
    func missing() -> PlaybackRequest {
        let request = makeRequest(files.path("missing-\(lastToken).wav"))
        fake?.media[request.location] = .init(failure: PlaybackError(.notFound, "there is no such file"))
        return request
    }

    /// A request for text that is called a song.
    func text() throws -> PlaybackRequest {
        let request = makeRequest(files.path("text-\(lastToken).mp3"))
        if let fake {
            fake.media[request.location] = .init(failure: PlaybackError(.notPlayable, "this is not audio"))
        } else {
            try files.write(Array(String(repeating: "This is a text and no song. ", count: 200).utf8), to: request)
        }
        return request
    }

    func makeRequest(_ path: String) -> PlaybackRequest {
        lastToken += 1
        return PlaybackRequest(token: .init(lastToken), location: MediaLocation(filePath: Array(path.utf8)))
    }

    /// The same medium under a new token.
    func again(_ request: PlaybackRequest) -> PlaybackRequest {
        lastToken += 1
        return PlaybackRequest(token: .init(lastToken), location: request.location)
    }

    // MARK: Time

    /// Waits for an event that matches, from event number `first` on.
    @discardableResult
    func wait(
        _ limit: Duration = .seconds(10), after first: Int = 0, for matches: @escaping @Sendable (EngineEvent) -> Bool
    ) async -> EngineEvent? {
        guard let fake else { return await events.wait(limit, after: first, for: matches)?.event }
        var passed = Duration.zero
        while passed <= limit {
            if let found = events.events.dropFirst(first).first(where: matches) { return found }
            fake.advance(by: .milliseconds(10))
            passed += .milliseconds(10)
        }
        return nil
    }

    /// Waits for exactly this event.
    @discardableResult
    func wait(_ limit: Duration = .seconds(10), after first: Int = 0, for event: EngineEvent) async -> Bool {
        await wait(limit, after: first) { $0 == event } != nil
    }

    /// Lets playback go on until a position is passed; false when it does not get there.
    func play(until position: Duration, limit: Duration = .seconds(10)) async -> Bool {
        let end = ContinuousClock.now + limit
        while (engine.position ?? .zero) < position {
            guard ContinuousClock.now < end else { return false }
            await pass(.milliseconds(5))
        }
        return true
    }

    /// Lets time pass.
    func pass(_ duration: Duration) async {
        if let fake { fake.advance(by: duration) } else { try? await Task.sleep(for: duration) }
    }

    /// The formats that were told of one request, in order.
    func formats(of request: PlaybackRequest) -> [MediaFormat] {
        events.events.compactMap { if case .formatChanged(request.token, let format) = $0 { format } else { nil } }
    }

    /// The events of one request, in order, without changes of its duration.
    func story(of request: PlaybackRequest) -> [String] {
        events.events.compactMap { event in
            switch event {
            case .prepared(request.token, _, _): "prepared"
            case .started(request.token): "started"
            case .seeked(request.token, _): "seeked"
            case .ended(request.token): "ended"
            case .failed(request.token, let error): "failed \(error.code)"
            case .outputLost(request.token, _, let error): "lost \(error.code)"
            default: nil
            }
        }
    }
}

/// A directory that is removed with the value that holds it.
final class TemporaryFiles: Sendable {
    let directory: String

    init() throws {
        directory = "/tmp/oncue-playback-\(UInt64.random(in: 0...(.max)))"
        try #require(mkdir(directory, 0o700) == 0)
    }

    deinit {
        guard let folder = opendir(directory) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { remove(path(name)) }
        }
        rmdir(directory)
    }

    func path(_ name: String) -> String { directory + "/" + name }

    func path(of request: PlaybackRequest) -> String {
        String(decoding: request.location.filePath ?? [], as: UTF8.self)
    }

    func write(_ bytes: [UInt8], to request: PlaybackRequest) throws {
        let file = try #require(fopen(path(of: request), "w"))
        defer { fclose(file) }
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count)
    }
}
