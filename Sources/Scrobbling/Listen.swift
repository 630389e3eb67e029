// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The kind of a service, by which it takes listens.
package enum ScrobblingKind: String, Sendable, CaseIterable {
    /// ListenBrainz, and servers with its interface, such as Maloja.
    case listenBrainz = "listenbrainz"
    /// Last.fm, and servers with its interface, such as Libre.fm and GNU FM.
    case lastFM = "lastfm"

    /// The name for people.
    package var title: String {
        switch self {
        case .listenBrainz: "ListenBrainz"
        case .lastFM: "Last.fm"
        }
    }

    /// Its own server; paths of requests follow it.
    package var server: String {
        switch self {
        case .listenBrainz: "https://api.listenbrainz.org"
        case .lastFM: "https://ws.audioscrobbler.com/2.0/"
        }
    }

    /// The most listens of a request: ListenBrainz takes 1,000 within 10 MB, Last.fm 50.
    package var batch: Int {
        switch self {
        case .listenBrainz: 100
        case .lastFM: 50
        }
    }
}

/// One play of an item, as services know plays.
package struct Listen: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var title: String
    package var artists: [String]
    package var album: String?
    package var duration: Duration?
    /// The recording at MusicBrainz.
    package var recording: String?
    /// When it began, in seconds since 1970.
    package var start: Int64
    /// When it had been heard for long enough to count.
    package var heard: Int64

    package init(
        _ identifier: ContentIdentifier, title: String, artists: [String], album: String? = nil,
        duration: Duration? = nil, recording: String? = nil, start: Int64, heard: Int64? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.artists = artists
        self.album = album
        self.duration = duration
        self.recording = recording
        self.start = start
        self.heard = heard ?? start
    }

    package init(_ subject: JournalEntry.Subject, start: Int64, heard: Int64) {
        self.init(
            subject.identifier, title: subject.title, artists: subject.artists, album: subject.album,
            duration: subject.duration, recording: subject.recording, start: start, heard: heard)
    }

    /// All artists in one text.
    package var artist: String { artists.joined(separator: ", ") }
}

/// Which plays a service gets. That it was heard for half of it, or for four minutes, is decided by the journal.
package enum ScrobblingRules {
    /// The longest text that is sent, in bytes.
    package static let longestText = 1_000
    /// The largest description of a track for ListenBrainz, which refuses a listen of more than 10,240 bytes.
    package static let largestTrack = 10_000
    /// ListenBrainz refuses a duration that is longer.
    package static let longest = Duration.seconds(24 * 86_400)
    /// Last.fm takes tracks that are longer than this.
    package static let shortest = Duration.seconds(30)
    /// Last.fm refuses listens that are older than two weeks.
    package static let oldest: Int64 = 14 * 86_400
    /// The first second of October 2002, before which ListenBrainz knows no listens.
    package static let earliest: Int64 = 1_033_430_400
    /// Times that lie further ahead come from a clock that was wrong.
    package static let ahead: Int64 = 3_600

    /// Why a play is not sent.
    package enum Reason: String, Sendable {
        /// An episode where they were not asked for, or something else that is no track.
        case kind
        /// It has no artist or no title.
        case untitled
        case short
        case old
        /// Its time cannot be right.
        case time
    }

    /// Returns why a play is not sent; `nil` for one that is.
    ///
    /// - Parameter now: Seconds since 1970.
    package static func reason(
        against listen: Listen, _ service: ScrobblingKind, podcasts: Bool, now: Int64
    ) -> Reason? {
        switch listen.identifier.kind {
        case .track, .provided: break
        case .episode where podcasts: break
        default: return .kind
        }
        guard !isEmpty(listen.title), !isEmpty(listen.artist) else { return .untitled }
        guard listen.start >= earliest, listen.start <= now + ahead else { return .time }
        guard service == .lastFM else { return nil }
        if let duration = listen.duration, duration <= shortest { return .short }
        return listen.start < now - oldest ? .old : nil
    }

    private static func isEmpty(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
