// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import GLib
internal import OnCueCore
internal import OnCueSession
internal import Scrobbling

/// The interface of a service, in terms that are the same for each kind.
struct ServiceInterface: Sendable {
    private let kind: ScrobblingKind
    private let token: String
    private let user: String
    private let lastFM: LastFM

    init(_ account: ScrobblingAccount) {
        (kind, token, user) = (account.kind, account.token, account.user)
        lastFM = Self.lastFM(key: account.key, secret: account.secret)
    }

    static func lastFM(key: String, secret: String) -> LastFM {
        LastFM(key: key, secret: secret) { Checksum.md5($0) }
    }

    // MARK: Listens

    func submit(_ listens: [Listen]) -> ServiceRequest {
        switch kind {
        case .listenBrainz: ListenBrainz.submit(listens, token)
        case .lastFM: lastFM.submit(listens, session: token)
        }
    }

    func verdict(_ answer: ServiceAnswer) -> Verdict {
        switch kind {
        case .listenBrainz: ListenBrainz.verdict(answer)
        case .lastFM: LastFM.verdict(answer)
        }
    }

    func playingNow(_ listen: Listen) -> ServiceRequest {
        switch kind {
        case .listenBrainz: ListenBrainz.playingNow(listen, token)
        case .lastFM: lastFM.playingNow(listen, session: token)
        }
    }

    /// Returns the meaning of an answer to anything but listens.
    func simpleVerdict(_ answer: ServiceAnswer) -> Verdict {
        switch kind {
        case .listenBrainz: ListenBrainz.verdict(answer)
        case .lastFM: LastFM.simpleVerdict(answer)
        }
    }

    // MARK: Loves

    /// Asks for the service's key of a track; `nil` if the key is known from the track itself.
    func lookup(_ track: Track) -> ServiceRequest? {
        guard kind == .listenBrainz, track.musicBrainzRecording == nil, !track.artists.isEmpty else { return nil }
        return ListenBrainz.lookup(title: track.title, artist: track.artists.joined(separator: ", "), token)
    }

    /// Returns the key of a track at the service; `nil` if the service cannot love it.
    func key(of track: Track, lookup answer: ServiceAnswer?) -> String? {
        switch kind {
        case .listenBrainz:
            let known = track.musicBrainzRecording.flatMap { ListenBrainz.isRecording($0) ? $0 : nil }
            return (known ?? answer.flatMap { ListenBrainz.recording($0) })?.lowercased()
        case .lastFM: return track.artists.first.map { Self.key(title: track.title, artist: $0) }
        }
    }

    private static func key(title: String, artist: String) -> String { artist + "\n" + title }

    func love(_ key: String, _ isLoved: Bool) -> ServiceRequest {
        switch kind {
        case .listenBrainz: return ListenBrainz.love(key, isLoved, token)
        case .lastFM:
            let parts = key.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let love = LastFM.Love(title: parts.count > 1 ? parts[1] : "", artist: parts[0])
            return lastFM.love(love, isLoved, session: token)
        }
    }

    /// Whether the server reports that it does not support loves.
    func lacksLoves(_ answer: ServiceAnswer) -> Bool {
        [404, 405, 410, 501].contains(answer.status) || kind == .lastFM && LastFM.lacksMethod(answer)
    }

    /// Requests a page of loves, counted from 0.
    func loves(page: Int) -> ServiceRequest {
        switch kind {
        case .listenBrainz: ListenBrainz.loves(of: user, from: page * ListenBrainz.page, token)
        case .lastFM: lastFM.loves(of: user, page: page + 1)
        }
    }

    struct LovePage: Sendable {
        var loves: [(key: String, track: NamedTrack)]
        var isLast: Bool
        /// Whether this page and the ones before contain all loves.
        var isEnd: Bool
    }

    /// Reads a page of loves; `nil` if the answer is not one.
    func loves(_ answer: ServiceAnswer, page: Int) -> LovePage? {
        switch kind {
        case .listenBrainz:
            guard let found = ListenBrainz.loves(answer) else { return nil }
            let end = page * ListenBrainz.page + found.count
            return LovePage(
                loves: found.loves.map { love in
                    (
                        love.recording?.lowercased() ?? Self.key(title: love.title, artist: love.artist),
                        NamedTrack(recording: love.recording, title: love.title, artist: love.artist)
                    )
                }, isLast: end >= found.total || found.count == 0, isEnd: end >= found.total)
        case .lastFM:
            guard let found = LastFM.loves(answer) else { return nil }
            return LovePage(
                loves: found.loves.map { love in
                    (
                        Self.key(title: love.title, artist: love.artist),
                        NamedTrack(title: love.title, artist: love.artist)
                    )
                }, isLast: page + 1 >= found.pages, isEnd: true)
        }
    }
}
