// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Glibc
import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// Media that cannot be played: one failure each, of the right kind, and the engine plays on afterwards.
@MediaActor
@Suite
struct BadMediaTests {
    /// Loads a file with this content and returns the events that it leads to.
    private func story(of name: String, _ content: [UInt8]?) async throws -> (story: [String], message: String) {
        let bench = try EngineBench(.decks)
        let request = bench.makeRequest(bench.files.path(name))
        if let content { try bench.files.write(content, to: request) }
        return try await story(of: request, on: bench)
    }

    private func story(
        of request: PlaybackRequest, on bench: EngineBench
    ) async throws -> (story: [String], message: String) {
        bench.engine.load(request, at: .zero, playing: true)
        let last = await bench.wait {
            switch $0 {
            case .failed(request.token, _), .ended(request.token): true
            default: false
            }
        }
        let message = if case .failed(_, let error) = last { error.message } else { "" }
        let tone = try await bench.tone(0.2)
        bench.engine.load(tone, at: .zero, playing: true)
        #expect(await bench.wait(for: .ended(tone.token)), "the engine plays on")
        await bench.engine.shutDown()
        return (bench.story(of: request), message)
    }

    @Test("A file that does not exist")
    func missing() async throws {
        let (story, message) = try await story(of: "missing.flac", nil)
        #expect(story == ["failed notFound"])
        #expect(message.contains("missing.flac"))
    }

    @Test("A directory")
    func directory() async throws {
        let bench = try EngineBench(.decks)
        let request = bench.makeRequest(bench.files.directory)
        #expect(try await story(of: request, on: bench).story == ["failed notPlayable"])
    }

    @Test("A named pipe, which would never answer")
    func pipe() async throws {
        let bench = try EngineBench(.decks)
        let request = bench.makeRequest(bench.files.path("pipe.wav"))
        try #require(mkfifo(bench.files.path("pipe.wav"), 0o600) == 0)
        #expect(try await story(of: request, on: bench).story == ["failed notPlayable"])
    }

    @Test("An empty file")
    func empty() async throws {
        #expect(try await story(of: "empty.mp3", []).story == ["failed notPlayable"])
    }

    @Test("Text that is called a song", arguments: ["mp3", "flac", "ogg", "m4a", "wav"])
    func text(_ suffix: String) async throws {
        let text = Array(String(repeating: "This is a text and no song.\n", count: 100).utf8)
        #expect(try await story(of: "text." + suffix, text).story == ["failed notPlayable"])
    }

    @Test("Noise that is called a song")
    func noise() async throws {
        var generator = SeededNumbers(state: 7)
        let noise = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let story = try await story(of: "noise.mp3", noise).story
        #expect(story.last?.hasPrefix("failed") == true)
    }

    @Test("A file that holds nothing but its header")
    func headerOnly() async throws {
        let header = Array(ToneFile(samples: []).data)
        #expect(try await story(of: "header.wav", header).story == ["failed notPlayable"])
    }

    @Test("A follower that holds nothing but its header fails, and the current medium ends")
    func headerOnlyFollower() async throws {
        let bench = try EngineBench(.decks)
        let tone = try await bench.tone(1)
        let header = bench.makeRequest(bench.files.path("header.wav"))
        try bench.files.write(Array(ToneFile(samples: []).data), to: header)
        bench.engine.load(tone, at: .zero, playing: true)

        bench.engine.cue(header)

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.story(of: header) == ["failed notPlayable"])
        await bench.engine.shutDown()
    }

    @Test("An AIFF file with a picture plays, again and again")
    func aiffWithPicture() async throws {
        let bench = try EngineBench(.decks)
        let fixture = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/Fixtures/full.aiff"
        for _ in 0..<5 {
            let request = bench.makeRequest(fixture)

            bench.engine.load(request, at: .zero, playing: true)

            let end = await bench.wait { event in
                switch event {
                case .ended(request.token), .failed(request.token, _): true
                default: false
                }
            }
            #expect(end != nil)
            #expect(bench.story(of: request).last == "ended")
        }
        await bench.engine.shutDown()
    }

    @Test("A follower without a decoder says what is missing, and the current medium ends")
    func missingDecoderFollower() async throws {
        let bench = try EngineBench(.decks)
        let tone = try await bench.tone(1)
        let speech = bench.makeRequest(bench.files.path("ring.mxmf"))
        try bench.files.write(
            Array("XMF_2.00\0\0\0\u{2}".utf8) + [UInt8](repeating: 0, count: 8000), to: speech)
        bench.engine.load(tone, at: .zero, playing: true)

        bench.engine.cue(speech)

        #expect(await bench.wait(for: .ended(tone.token)))
        #expect(bench.story(of: speech) == ["failed missingDecoder"])
        #expect(bench.story(of: tone) == ["prepared", "started", "ended"])
        await bench.engine.shutDown()
    }

    @Test("A header that is cut off")
    func cutHeader() async throws {
        let header = Array(ToneFile.tone(500, seconds: 1).data.prefix(30))
        #expect(try await story(of: "cut.wav", header).story == ["failed notPlayable"])
    }

    @Test("A file that is cut off plays as far as it goes")
    func truncated() async throws {
        let whole = ToneFile.tone(500, seconds: 1).data
        let (story, _) = try await story(of: "truncated.wav", Array(whole.prefix(whole.count / 3)))
        #expect(story == ["prepared", "started", "ended"])
    }

    @Test("A picture")
    func picture() async throws {
        let bitmap: [UInt8] =
            [
                0x42, 0x4D, 0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0, 0x28, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0x18,
                0,
            ]
            + [UInt8](repeating: 0, count: 4) + [0x10, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
            + [UInt8](repeating: 0x7F, count: 16)
        #expect(try await story(of: "picture.bmp", bitmap).story == ["failed notPlayable"])
    }

    @Test("A format without a decoder says what is missing")
    func missingDecoder() async throws {
        let header = "XMF_2.00\0\0\0\u{2}"
        let content = Array(header.utf8) + [UInt8](repeating: 0, count: 8000)
        let (story, message) = try await story(of: "ring.mxmf", content)
        #expect(story == ["failed missingDecoder"])
        #expect(message.contains("xmf"))
        #expect(message.contains("gstreamer1.0-"))
    }

    @Test("A server that does not answer")
    func network() async throws {
        let bench = try EngineBench(.decks)
        let location = try #require(MediaLocation(uri: "http://127.0.0.1:9/stream.mp3"))
        let request = PlaybackRequest(token: .init(1000), location: location)
        #expect(try await story(of: request, on: bench).story == ["failed network"])
    }

    @Test("A scheme that nobody knows")
    func scheme() async throws {
        let bench = try EngineBench(.decks)
        let location = try #require(MediaLocation(uri: "nosuchscheme://host/x"))
        let request = PlaybackRequest(token: .init(1000), location: location)
        #expect(try await story(of: request, on: bench).story == ["failed notPlayable"])
    }

    @Test("Names with spaces, quotes, newlines, percent signs and bytes that are not UTF-8 play")
    func names() async throws {
        let bench = try EngineBench(.decks)
        let name: [UInt8] = Array("/a b'c\"d\ne%20f#g?h".utf8) + [0xFF, 0xFE] + Array(".wav".utf8)
        let path = Array(bench.files.directory.utf8) + name
        let data = Array(ToneFile.tone(500, seconds: 0.2).data)
        let file = try #require(fopen((path + [0]).map { CChar(bitPattern: $0) }, "w"))
        fwrite(data, 1, data.count, file)
        fclose(file)
        let request = PlaybackRequest(token: .init(1000), location: MediaLocation(filePath: path))

        #expect(try await story(of: request, on: bench).story == ["prepared", "started", "ended"])
    }
}
