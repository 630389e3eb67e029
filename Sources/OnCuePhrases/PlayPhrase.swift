// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueInterface

/// Sentences about items that began to play or were added to the queue.
package enum PlayPhrase {
    /// `Playing Kind of Blue by Miles Davis (5 tracks), shuffled`
    ///
    /// - Parameters:
    ///   - now: The now-playing state, if it is known.
    ///   - namesEntry: Names the entry that plays instead of the requested item.
    ///   - fallback: The requested item, in words.
    ///   - origin: The origin of tracks that a query found, in words: `by Miles Davis`.
    package static func text(
        _ played: PlayedContent, _ options: PlayOptions, _ now: NowPlayingReport?, namesEntry: Bool = false,
        fallback: String? = nil, origin: String? = nil
    ) -> String {
        let phrase =
            played.taken.map { ContentPhrase.text($0) }
            ?? (namesEntry && options.waits ? ContentPhrase.text(now?.entry, count: played.count) : nil)
        let isWaiting = options.waits && now?.status == .playing && now?.isLoading == true
        return (isWaiting ? "Waiting for " : "Playing ")
            + (phrase ?? fallback ?? ContentPhrase.text(played, origin: origin))
            + beginning(of: played, options, now, isOnePlace: !namesEntry)
            + (isWaiting ? "; it plays as soon as its sound arrives" : "")
    }

    /// Returns the way in which it plays, if that is not from beginning to end: `, shuffled`, `, from 2 of 3, from
    /// 1:01`.
    private static func beginning(
        of played: PlayedContent, _ options: PlayOptions, _ now: NowPlayingReport?, isOnePlace: Bool
    ) -> String {
        switch options.shuffleMode {
        case .tracks: return ", shuffled"
        case .albums: return ", its albums shuffled"
        case .off, nil: break
        }
        var text = ""
        // A path to a track plays its whole list, beginning with it.
        let isInList = options.start ?? 0 > 0 || isOnePlace && played.kind == "track" && played.count > 1
        if isInList, options.waits, let place = now.flatMap(NowPlayingLine.place) {
            text += ", from \(place.number) of \(place.count)"
        }
        if let position = played.resumedAt, position >= .seconds(1) {
            text += obstacle(to: played, options, now) ?? ", from " + TimeText.clock(position)
        }
        return text
    }

    /// `; its server cannot jump, so it begins at the start`; `nil` if it resumes where it was left, or if that is
    /// unknown.
    private static func obstacle(to played: PlayedContent, _ options: PlayOptions, _ now: NowPlayingReport?) -> String?
    {
        guard options.waits, let now, now.isAdvancing, let entry = now.entry, !entry.isSeekable,
            entry.id.number == played.entry
        else { return nil }
        let subject = entry.url.hasPrefix("http") ? "its server" : "it"
        return "; \(subject) cannot jump, so it begins at the start"
    }

    /// `Added "So What" by Miles Davis to the queue, to play next (2 of 5)`
    ///
    /// - Parameter origin: The origin of tracks that a query found, in words: `by Miles Davis`.
    package static func added(
        _ content: PlayedContent, placeCount: Int = 1, isNext: Bool, isShuffled: Bool = false, origin: String? = nil
    ) -> String {
        let what = ContentPhrase.added(content, placeCount: placeCount, origin: origin)
        let position = content.position ?? 0
        let last = position + content.count
        let numbers = content.count > 1 ? "\(position + 1)–\(last)" : "\(last)"
        let total = content.total.map { " of \($0)" } ?? ""
        let manner = (isShuffled ? ", shuffled" : "") + (isNext ? ", to play next" : "")
        return "Added \(what) to the queue\(manner) (\(numbers)\(total))"
    }
}
