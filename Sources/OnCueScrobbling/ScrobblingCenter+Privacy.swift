// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSession
internal import Scrobbling

/// Decides what stays private, both from services here and from servers to which other programs report plays.
extension ScrobblingCenter: PrivacyDeciding {
    /// Whether a play must not be reported, judged by what was private when it was heard and by what is private now.
    ///
    /// - Parameter firstTime: The time at which it was heard according to a clock that was wrong.
    func isPrivate(
        _ listen: Listen, at position: LogPosition?, firstTime: Int64?, _ hidden: PrivateListening
    ) -> Bool {
        var first = listen
        if let firstTime { (first.start, first.heard) = (firstTime, firstTime) }
        return book.isKeptPrivate(first) || hidden.contains(listen) || book.isSilent(listen, at: position)
    }

    package func markingPrivate(_ entries: [JournalEntry]) async throws -> [JournalEntry] {
        try await checkKnown()
        let hidden = try await privateListening()
        return entries.map { entry in
            var entry = entry
            let listen = Listen(entry.subject, start: Self.start(of: entry), heard: entry.time)
            let position = entry.log.flatMap { log in
                entry.number.map { LogPosition(log, first: entry.beginning?.number ?? $0, $0) }
            }
            entry.isPrivate = isPrivate(listen, at: position, firstTime: entry.firstTime, hidden)
            return entry
        }
    }

    /// Returns when the play of an entry began; if that is not known, a time that is rather too early.
    private static func start(of entry: JournalEntry) -> Int64 {
        // If the clock was changed in between, the noted beginning is unusable.
        if let time = entry.beginning?.time, (0...longestPlay).contains(entry.time - time) { return time }
        return entry.time - min(max(0, entry.position.components.seconds), longestPlay)
    }

    /// The maximum time that a play takes, in seconds.
    private static let longestPlay: Int64 = 7 * 86_400

    @MediaActor
    package func publicItems(among items: [String]) async throws -> [String] {
        guard items.count <= PageLimit.largest else {
            throw ServiceError(.invalidValue, "at most \(PageLimit.largest) items can be asked for at once")
        }
        try await checkKnown()
        let hidden = try await privateListening()
        // The user may have paused meanwhile.
        guard !book.isPaused else { return [] }
        let asked = Set(items)
        var tracks: [String: Track] = [:]
        for track in doors.queued() where asked.contains(track.identifier.description) {
            tracks[track.identifier.description] = track
        }
        return items.filter { item in
            guard let identifier = ContentIdentifier(item) else { return false }
            guard let track = tracks[item] else {
                // Its names are unknown, so it may be private by one of them.
                return !hidden.hasNames && !hidden.items.contains(identifier)
            }
            let subject = JournalEntry.Subject(track, duration: nil)
            return !hidden.contains(Listen(subject, start: doors.now(), heard: doors.now()))
        }
    }
}
