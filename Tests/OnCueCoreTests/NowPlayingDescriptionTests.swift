// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("What plays, in one word")
struct NowPlayingDescriptionTests {
    @Test(
        "The media type follows from kind and genre",
        arguments: [
            (ContentKind.track, "Jazz", MediaType.music), (.track, "Audiobook", .audiobook),
            (.track, "Podcast", .podcast),
            (.episode, "", .podcast), (.station, "Jazz", .radio), (.provided, "", .music),
        ])
    func mediaType(kind: ContentKind, genre: String, type: MediaType) {
        let track = Track(
            identifier: ContentIdentifier(kind: kind, key: "x"), location: MediaLocation(filePath: Array("/x".utf8)),
            title: "X", genres: [genre])

        #expect(MediaType(track) == type)
        let isForm = [.podcast, .radio].contains(type)
        #expect(MediaType(track, hasVideo: true) == (isForm ? type : .video), "moving pictures change no buttons")
    }

    @Test("The state says why nothing is heard")
    func state() {
        var playback = PlaybackSnapshot()
        #expect(PlaybackState(playback) == .stopped)
        playback.error = PlaybackError(.notFound, "it is gone")
        #expect(PlaybackState(playback) == .failed)
        #expect(playback.stateReason == "it is gone")
        playback.status = .playing
        #expect(PlaybackState(playback) == .playing)
        playback.isLoading = true
        #expect(PlaybackState(playback) == .loading)
        playback.buffering = 40
        #expect(PlaybackState(playback) == .buffering)
        playback.status = .paused
        playback.error = nil
        #expect(PlaybackState(playback) == .paused)
        playback.interruption = .outputLost
        #expect(PlaybackState(playback) == .interrupted)
        #expect(playback.stateReason == "outputLost")
    }
}
