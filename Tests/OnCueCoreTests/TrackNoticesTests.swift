// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import Testing

@Suite("When a notification about what plays is shown")
struct TrackNoticesTests {
    private let notices = Notices()

    private func playing(
        _ number: UInt64 = 1, _ title: String = "One", _ status: PlaybackStatus = .playing, hasPicture: Bool = true
    ) -> NowPlaying {
        let location = MediaLocation(filePath: Array("/\(number)".utf8))
        let track = Track(
            identifier: ContentIdentifier(kind: .track, key: "\(number)"), location: location, title: title,
            artists: ["Ada"], album: nil, duration: nil)
        var playback = PlaybackSnapshot()
        playback.status = status
        playback.entry = PlaybackQueue.Entry(id: .init(number), track: track)
        return NowPlaying(playback: playback, pictures: hasPicture ? ArtworkFiles(full: location) : nil)
    }

    private let on = NotificationSettings(tracks: .on)
    private let locked = NotificationSettings(tracks: .locked)
    private let controls = NotificationSettings(controls: true)

    @Test("A track is shown once when it begins, and again only with a late picture")
    func once() {
        #expect(notices.titles(playing(hasPicture: false), false, on) == "One")
        #expect(notices.titles(playing(hasPicture: false), false, on) == nil)
        #expect(notices.titles(playing(), false, on) == "One")
        #expect(notices.titles(playing(1, "One", .paused), false, on) == nil)
        #expect(notices.titles(playing(), false, on) == nil)
        #expect(notices.titles(playing(2, "One"), false, on) == "One")
        #expect(notices.titles(playing(2, "A Live Title"), false, on) == "A Live Title")
    }

    @Test("A track that is chosen while it is paused is shown when it plays")
    func paused() {
        #expect(notices.titles(playing(1, "One", .paused), false, on) == nil)
        #expect(notices.titles(playing(), false, on) == "One")
    }

    @Test("What began while it was not wanted is not shown later")
    func late() {
        #expect(notices.titles(playing(), false, locked) == nil)
        #expect(notices.titles(playing(), true, locked) == nil)
        #expect(notices.titles(playing(2, "Two"), true, locked) == "Two")
        #expect(notices.titles(playing(2, "Two"), false, locked) == "-")
        #expect(notices.titles(playing(2, "Two"), false, on) == nil)
    }

    @Test("It is closed once when playback stops, and when it is switched off")
    func closing() {
        _ = notices.titles(playing(), false, on)
        #expect(notices.titles(playing(1, "One", .stopped), false, on) == "-")
        #expect(notices.titles(playing(1, "One", .stopped), false, on) == nil)
        #expect(notices.titles(playing(), false, on) == "One")
        #expect(notices.titles(playing(), false, .off) == "-")
    }

    @Test("With buttons it is there while the screen is locked, and follows what they do")
    func buttons() {
        #expect(notices.titles(playing(), false, controls) == nil)
        #expect(notices.titles(playing(), true, controls) == "One")
        #expect(notices.titles(playing(1, "One", .paused), true, controls) == "One")
        #expect(notices.titles(playing(1, "One", .paused), true, controls) == nil)
        #expect(notices.titles(playing(1, "One", .paused), false, controls) == "-")
    }

    @Test("What was closed by others comes back only with something new, and what was forgotten at once")
    func others() {
        _ = notices.titles(playing(hasPicture: false), false, on)
        notices.wasClosed()
        #expect(notices.titles(playing(), false, on) == nil)
        _ = notices.titles(playing(), true, controls)
        notices.wasClosed()
        #expect(notices.titles(playing(), true, controls) == nil)
        notices.wasForgotten()
        #expect(notices.titles(playing(), true, controls) == "One")
    }
}

/// An expectation takes no function that changes a value.
private final class Notices {
    private var notices = TrackNotices()

    /// The title that is shown, or a dash when it is closed.
    func titles(_ nowPlaying: NowPlaying, _ isLocked: Bool, _ settings: NotificationSettings) -> String? {
        switch notices.update(nowPlaying, isLocked: isLocked, settings) {
        case .show(let notice): notice.title
        case .close: "-"
        case nil: nil
        }
    }

    func wasClosed() { notices.wasClosed() }
    func wasForgotten() { notices.wasForgotten() }
}
