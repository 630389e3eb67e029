// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("Remote commands")
struct RemoteCommandCenterTests {
    private typealias Kind = RemoteCommand.Kind

    private func track(_ kind: ContentKind = .track, genres: [String] = []) -> Track {
        Track(
            identifier: ContentIdentifier(kind: kind, key: "x"), location: MediaLocation(filePath: Array("/x".utf8)),
            title: "X", genres: genres, duration: kind == .station ? nil : .seconds(100))
    }

    private func playing(_ track: Track) -> PlaybackSnapshot {
        var playback = PlaybackSnapshot()
        playback.status = .playing
        playback.entry = .init(id: .init(1), track: track)
        playback.isSeekable = !track.isStation
        playback.available = AvailableCommands(
            canGoNext: true, canGoPrevious: false, canPlay: true, canPause: true, canSeek: !track.isStation)
        if track.isStation { playback.rateRange = 1...1 }
        return playback
    }

    private func enabled(_ center: RemoteCommandCenter) -> [Kind] {
        center.states.filter(\.state.isEnabled).map(\.kind)
    }

    @Test("Without anything to play only modes and the rate can be set, and the others say that nothing plays")
    func empty() {
        let center = RemoteCommandCenter()

        #expect(enabled(center) == [.rate, .shuffle, .repeat])
        for (kind, state) in center.states where !state.isEnabled {
            #expect(state.refusal?.code == .nothingPlaying, "\(kind)")
        }
    }

    @Test(
        "Play, Pause and Stop are there where they do something, and say why where not",
        arguments: [
            (.playing, nil, [.pause, .toggle, .stop], "it is already playing"),
            (.paused, nil, [.play, .toggle, .stop], "it is already paused"),
            (.paused, .call, [.play, .pause, .toggle, .stop], nil),
            (.stopped, nil, [.play, .toggle], "it is already stopped"),
        ] as [(PlaybackStatus, PlaybackInterruption?, [RemoteCommand.Kind], String?)])
    func statuses(
        status: PlaybackStatus, interruption: PlaybackInterruption?, wanted: [RemoteCommand.Kind], reason: String?
    ) {
        var playback = playing(track())
        (playback.status, playback.interruption) = (status, interruption)
        let center = RemoteCommandCenter(playback)

        let kinds: [Kind] = [.play, .pause, .toggle, .stop]
        #expect(kinds.filter { center[$0].isEnabled } == wanted)
        let refusals = kinds.compactMap { center[$0].refusal }
        #expect(refusals.allSatisfy { $0.code == .notAvailable })
        if let reason { #expect(refusals.contains { $0.message == reason }) }
    }

    @Test(
        "Without a queue Play begins with what was found, waits while that is looked up, and says when there is nothing"
    )
    func beginning() throws {
        var playback = PlaybackSnapshot()
        (playback.start, playback.available.canPlay) = (.found, true)

        for (command, step) in [(.play, .resume), (.toggle, .toggle)] as [(RemoteCommand, PlaybackCommand)] {
            #expect(try RemoteCommandCenter(playback).step(for: command) == .playback(step))
        }
        playback.available.canPlay = false
        for (start, code) in [(.unknown, .notAvailable), (.nothing, .nothingPlaying)]
            as [(PlaybackStart, PlaybackCommandError.Code)]
        {
            playback.start = start
            #expect(RemoteCommandCenter(playback)[.play].refusal?.code == code)
        }
    }

    @Test("Music is sought in, not skipped in")
    func music() {
        let center = RemoteCommandCenter(playing(track()), like: .known(.nothing))

        #expect(
            enabled(center) == [
                .pause, .toggle, .stop, .next, .seek, .rate, .shuffle, .repeat, .like, .dislike, .bookmark,
            ])
        #expect(center[.skipForward].refusal?.code == .notAvailable)
        #expect(center[.previous].refusal?.message == "this is the first entry in the queue")
        #expect(center[.nextChapter].refusal?.code == .noSuchChapter)
    }

    @Test(
        "Spoken word is skipped in by 15 or 30 seconds, and by nothing else", arguments: [ContentKind.episode, .track])
    func spokenWord(kind: ContentKind) throws {
        let center = RemoteCommandCenter(playing(track(kind, genres: kind == .track ? ["Audiobook"] : [])))

        #expect(center[.skipForward].options == .intervals([.seconds(30), .seconds(15)]))
        #expect(center[.skipBackward].options == .intervals([.seconds(15), .seconds(30)]))
        #expect(try center.step(for: .skipForward(nil)) == .playback(.seekBy(.seconds(30))))
        #expect(try center.step(for: .skipForward(.seconds(15))) == .playback(.seekBy(.seconds(15))))
        #expect(try center.step(for: .skipBackward(nil)) == .playback(.seekBy(.seconds(-15))))
        let error = #expect(throws: PlaybackCommandError.self) { try center.step(for: .skipBackward(.seconds(10))) }
        #expect(error?.code == .invalidValue)
    }

    @Test("A live stream has no position and no rate of its own")
    func station() {
        let center = RemoteCommandCenter(playing(track(.station)), like: .known(.liked))

        #expect(enabled(center) == [.pause, .toggle, .stop, .next, .shuffle, .repeat, .like, .dislike])
        #expect(center[.bookmark].refusal?.message == "it is not possible to bookmark a position in this track")
        #expect(center[.seek].refusal?.message == "a live stream has no positions to jump to")
        #expect(center[.rate].options == .rates([1], in: 1...1, current: 1))
        #expect(center[.like].options == .liked(true))
        #expect(center[.dislike].options == .disliked(false))
    }

    @Test("Chapters go on to the last one, and back from every one")
    func chapters() throws {
        let list = ChapterList([Chapter(start: .zero, title: "A"), Chapter(start: .seconds(50), title: "B")])
        let first = CurrentChapter(of: .init(1), in: list, at: .zero)
        let last = CurrentChapter(of: .init(1), in: list, at: .seconds(60))
        let other = CurrentChapter(of: .init(2), in: list, at: .zero)
        let playback = playing(track())

        #expect(try RemoteCommandCenter(playback, chapter: first).step(for: .nextChapter) == .nextChapter)
        #expect(
            RemoteCommandCenter(playback, chapter: last)[.nextChapter].refusal?.message == "this is the last chapter")
        #expect(RemoteCommandCenter(playback, chapter: last)[.previousChapter].isEnabled)
        #expect(!RemoteCommandCenter(playback, chapter: other)[.previousChapter].isEnabled)
    }

    @Test("Liking waits until it is known what is liked, and is refused for what nothing lists")
    func like() throws {
        let playback = playing(track())

        #expect(RemoteCommandCenter(playback, like: .unknown)[.like].refusal?.code == .notAvailable)
        #expect(RemoteCommandCenter(playback, like: .impossible)[.like].refusal?.code == .notAvailable)
        let center = RemoteCommandCenter(playback, like: .known(.disliked))
        #expect(try center.step(for: .like(true)) == .like(ContentIdentifier(kind: .track, key: "x"), true))
        #expect(try center.step(for: .dislike(false)) == .dislike(ContentIdentifier(kind: .track, key: "x"), false))
        #expect(center[.like].options == .liked(false) && center[.dislike].options == .disliked(true))
        let refusal = RemoteCommandCenter(playback, like: .impossible)[.dislike].refusal
        #expect(refusal?.message.contains("cannot be disliked") == true)
    }

    @Test("What is disabled is refused with the reason that was shown")
    func refusals() {
        let commands: [RemoteCommand] = [
            .play, .pause, .toggle, .stop, .next, .previous, .seek(to: .zero), .seekBy(.zero), .skipForward(nil),
            .skipBackward(nil), .like(true), .dislike(true), .bookmark(name: nil), .nextChapter, .previousChapter,
        ]
        for center in [RemoteCommandCenter(), RemoteCommandCenter(playing(track(.station)))] {
            for command in commands {
                let refusal = center[command.kind].refusal
                let error: PlaybackCommandError?
                do throws(PlaybackCommandError) {
                    _ = try center.step(for: command)
                    error = nil
                } catch let thrown {
                    error = thrown
                }
                #expect(error == refusal, "\(command)")
            }
        }
    }
}
