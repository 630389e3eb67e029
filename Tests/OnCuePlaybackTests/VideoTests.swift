// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCuePlayback
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

/// What has moving pictures is told, and only its sound is played.
@MediaActor
@Suite
struct VideoTests {
    private func told(_ stage: FileStage, _ request: PlaybackRequest) -> [EngineEvent] {
        stage.events.events.filter { event in
            switch event {
            case .hasVideo(let token), .started(let token): token == request.token
            case .prepared(let token, _, _): token == request.token
            default: false
            }
        }
    }

    @Test("Moving pictures are told before the medium is prepared, once", arguments: ["webm", "mp4", "mkv", "avi"])
    func video(format: String) async throws {
        let stage = try FileStage()
        let sound = try await stage.write(.tone(500, seconds: 0.5))
        let request = stage.request(path: try await addPictures(to: sound, as: format))

        stage.engine.load(request, at: .zero, playing: true)

        #expect(await stage.events.wait(.seconds(10), for: .ended(request.token)) != nil)
        let told = told(stage, request)
        #expect(told.first == .hasVideo(request.token))
        #expect(told.filter { $0 == .hasVideo(request.token) }.count == 1)
        #expect(told.last == .started(request.token))
        await stage.engine.shutDown()
    }

    @Test("A cover and plain sound are no moving pictures")
    func cover() async throws {
        let stage = try FileStage()
        let sound = try await stage.write(.tone(500, seconds: 0.5))
        for path in [try await addPictures(to: sound, as: "cover.m4a"), sound] {
            let request = stage.request(path: path)

            stage.engine.load(request, at: .zero, playing: true)

            #expect(await stage.events.wait(.seconds(10), for: .ended(request.token)) != nil)
            #expect(!told(stage, request).contains(.hasVideo(request.token)))
        }
        await stage.engine.shutDown()
    }

    @Test(
        "Of a follower it is told right after it has started, and not of what follows a film", arguments: [true, false])
    func follower(isFilmSecond: Bool) async throws {
        let stage = try FileStage()
        let sound = try await stage.write(.tone(500, seconds: 0.5))
        let film = stage.request(path: try await addPictures(to: sound, as: "webm"))
        let plain = stage.request(path: sound)
        let (first, second) = isFilmSecond ? (plain, film) : (film, plain)

        stage.engine.load(first, at: .zero, playing: true)
        stage.engine.cue(second)
        #expect(await stage.events.wait(.seconds(10), for: .ended(second.token)) != nil)

        let tokens = stage.events.events.compactMap { if case .hasVideo(let token) = $0 { token } else { nil } }
        #expect(tokens == [film.token])
        let expected: [EngineEvent] = isFilmSecond ? [.started(film.token), .hasVideo(film.token)] : []
        #expect(Array(told(stage, second).prefix(expected.count)) == expected)
        await stage.engine.shutDown()
    }
}
