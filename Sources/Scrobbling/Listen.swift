// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// A kind of service, which determines the interface for sending listens.
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

    /// The address of the kind's own server, to which the paths of requests are appended.
    package var server: String {
        switch self {
        case .listenBrainz: "https://api.listenbrainz.org"
        case .lastFM: "https://ws.audioscrobbler.com/2.0/"
        }
    }

    /// The maximum number of listens per request: ListenBrainz takes 1,000 within 10 MB, Last.fm 50.
    package var batch: Int {
        switch self {
        case .listenBrainz: 100
        case .lastFM: 50
        }
    }
}

/// One play of an item, in the form that services accept.
package struct Listen: Sendable, Equatable {
    package var identifier: ContentIdentifier
    package var title: String
    package var artists: [String]
    package var album: String?
    package var duration: Duration?
    /// The identifier of the recording at MusicBrainz.
    package var recording: String?
    /// The time at which it began, in seconds since 1970.
    package var start: Int64
    /// The time at which it had been heard for long enough to count, in seconds since 1970.
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

    /// All artists, joined with commas.
    package var artist: String { artists.joined(separator: ", ") }
}

/// The rules for plays that are sent to a service. The journal decides whether a play counts: half of the item, or four
/// minutes of it, must have been heard.
package enum ScrobblingRules {
    /// The maximum length of a text that is sent, in bytes.
    package static let longestText = 1_000
    /// The maximum size of a track's description for ListenBrainz, in bytes; it refuses a listen of more than 10,240
    /// bytes.
    package static let largestTrack = 10_000
    /// The maximum duration that ListenBrainz accepts.
    package static let longest = Duration.seconds(24 * 86_400)
    /// The duration that a track must exceed for Last.fm.
    package static let shortest = Duration.seconds(30)
    /// The maximum age of a listen for Last.fm, in seconds: two weeks.
    package static let oldest: Int64 = 14 * 86_400
    /// The first second of October 2002, before which ListenBrainz accepts no listens.
    package static let earliest: Int64 = 1_033_430_400
    /// The maximum number of seconds by which a time may lie in the future; later ones come from a clock that was
    /// wrong.
    package static let ahead: Int64 = 3_600

    /// The reason why a play is not sent.
    package enum Reason: String, Sendable {
        /// An episode although episodes are not sent, or another item that is not a track.
        case kind
        /// It has no artist or no title.
        case untitled
        case short
        case old
        /// Its time cannot be right.
        case time
    }

    /// Returns the reason why a play is not sent; `nil` if it is sent.
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
