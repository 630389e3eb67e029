// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// One entry of the listening journal: an event, and the item that it concerns.
package struct JournalEntry: Sendable, Equatable {
    /// The kind of event.
    package enum Kind: String, Sendable, CaseIterable {
        /// Its first sound was output.
        case started
        case paused
        case resumed
        /// It has been heard long enough to count as a play: half of it, or four minutes.
        case heard
        /// It was left for something else in its first half, before it counted as heard; this counts as one skip.
        case skipped
        /// It was left for something else later than that, but before its end.
        case left
        /// It was heard to its end.
        case finished
        /// Playback stopped before its end.
        case stopped
        /// Playback ended because of an error.
        case failed
        /// A station announced a title, and kept it long enough to be heard.
        case song
    }

    /// The item concerned, with the details to display it if it no longer exists.
    package struct Subject: Sendable, Equatable {
        package var identifier: ContentIdentifier
        package var title: String
        package var artists: [String]
        package var album: String?
        package var duration: Duration?
        /// The recording at MusicBrainz.
        package var recording: String?

        package init(
            identifier: ContentIdentifier, title: String, artists: [String] = [], album: String? = nil,
            duration: Duration? = nil, recording: String? = nil
        ) {
            self.identifier = identifier
            self.title = title
            self.artists = artists
            self.album = album
            self.duration = duration
            self.recording = recording
        }
    }

    /// The beginning of a play.
    package struct Beginning: Sendable, Equatable {
        /// Seconds since 1970.
        package var time: Int64
        /// The number in the log.
        package var number: Int64

        package init(time: Int64, number: Int64) { (self.time, self.number) = (time, number) }
    }

    package var kind: Kind
    package var subject: Subject
    /// Seconds since 1970.
    package var time: Int64
    /// The position in the medium.
    package var position: Duration
    package var cause: PlaybackCause
    /// The name of the output; `nil` if none was open.
    package var output: String?
    /// The announced title of a `song`, as the station wrote it.
    package var song: String?
    /// The log of this machine that contains it, and its number there; known only if entries are requested by numbers.
    package var log: String?
    package var number: Int64?
    /// The beginning of the play that it belongs to; known like ``number``, and `nil` if that was erased.
    package var beginning: Beginning?
    /// The time by the clock as it was then, if the clock has been corrected since; known like ``number``.
    package var firstTime: Int64?
    /// Whether it is not passed on to anyone else; known only if that is requested.
    package var isPrivate = false

    package init(
        _ kind: Kind, _ subject: Subject, at time: Int64, position: Duration, cause: PlaybackCause,
        output: String? = nil, song: String? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.time = time
        self.position = position
        self.cause = cause
        self.output = output
        self.song = song
    }
}

extension JournalEntry.Subject {
    package init(_ track: Track, duration: Duration?) {
        self.init(
            identifier: track.identifier, title: track.title, artists: track.artists, album: track.album,
            duration: duration ?? track.duration, recording: track.musicBrainzRecording)
    }
}
