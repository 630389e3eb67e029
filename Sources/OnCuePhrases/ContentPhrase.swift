// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore
package import OnCueInterface
internal import TextOutput

/// Content in sentences.
package enum ContentPhrase {
    /// `Kind of Blue by Miles Davis (5 tracks)`
    ///
    /// - Parameter origin: The origin of tracks that a query found, in words: `by Miles Davis`.
    package static func text(_ content: PlayedContent, origin: String? = nil) -> String {
        if content.naming == .query { return added(content, placeCount: 1, origin: origin) }
        // The second line from the daemon contains the number of tracks of these, so it is not repeated.
        let isCounted = ["artist", "genre", "composer"].contains(content.kind)
        var text = isCounted ? title(of: content) : name(content)
        if content.count >= ContentTree.selectionLimit {
            text += " (\(content.count) \(noun(of: content))s, the most that can be added at once)"
        } else if !["track", "station", "episode"].contains(content.kind) || content.count > 1 {
            text += " (\(count(content.count, noun(of: content))))"
        }
        return TextLayout.printable(text)
    }

    /// `Kind of Blue by Miles Davis`; only the name for a station.
    package static func name(_ content: PlayedContent) -> String {
        let title = title(of: content)
        guard !content.subtitle.isEmpty, content.kind != "station" else { return TextLayout.printable(title) }
        let divider = ["album", "track"].contains(content.kind) ? " by " : ", "
        return TextLayout.printable(title + divider + content.subtitle)
    }

    private static func title(of content: PlayedContent) -> String {
        content.title.isEmpty ? "what was found" : content.title
    }

    /// Returns `"So What" by Miles Davis` for one track, or else `5 tracks` and their origin.
    ///
    /// - Parameter origin: The origin of tracks that a query found, in words; the query itself if it is `nil`.
    package static func added(_ content: PlayedContent, placeCount: Int, origin: String? = nil) -> String {
        let isWhole = placeCount == 1 && content.naming != .query
        if isWhole, content.count == 1 { return named(content.title, content.subtitle, content.kind) }
        let tracks = count(content.count, noun(of: content))
        if placeCount > 1 { return tracks }
        if content.naming == .query {
            return TextLayout.printable("\(tracks) \(origin ?? "found by \(content.title)")")
        }
        return "\(tracks) of \(named(content.title, content.subtitle, content.kind))"
    }

    private static func noun(of content: PlayedContent) -> String {
        ["podcast", "episode"].contains(content.kind) ? "episode" : "track"
    }

    /// Returns `"So What"`, or `5 items`.
    package static func subject(_ named: NamedItems) -> String {
        named.items.count == 1
            ? TextLayout.printable("\"\(named.items[0].title)\"") : count(named.items.count, "item")
    }

    /// `"Kind of Blue" by Miles Davis`
    package static func named(_ record: ContentRecord) -> String { named(record.title, record.subtitle, record.kind) }

    private static func named(_ title: String, _ subtitle: String, _ kind: String) -> String {
        let creator = ["album", "track"].contains(kind) && !subtitle.isEmpty ? " by \(subtitle)" : ""
        return TextLayout.printable("\"\(title.isEmpty ? "untitled" : title)\"\(creator)")
    }

    /// `"The van", an episode that the web page names`
    package static func text(_ taken: WebPage.Sound) -> String {
        let kind =
            switch taken.kind {
            case "episode": "an episode"
            case "recording": "a recording"
            case "station": "a station"
            default: "sound"
            }
        let title = taken.title.isEmpty ? taken.address : "\"\(taken.title)\""
        return TextLayout.printable("\(title), \(kind) that the web page names")
    }

    /// Returns `So What by Miles Davis (5 tracks)`: the playing entry, and the total if above one; `nil` if no entry is
    /// known.
    package static func text(_ entry: NowPlayingEntry?, count: Int) -> String? {
        guard let entry else { return nil }
        var text = entry.shownTitle
        if !entry.artists.isEmpty { text += " by " + entry.artists.joined(separator: ", ") }
        if count > 1 { text += " (\(self.count(count, "track")))" }
        return TextLayout.printable(text)
    }

    /// `1 track`, `5 tracks`
    package static func count(_ number: Int, _ noun: String, plural: String? = nil) -> String {
        number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
    }

    /// Returns `5 tracks` for an album, `5 episodes` for a podcast, `3 albums` for the section of albums, else `2
    /// items`; empty for artists, genres and composers whose subtitle contains the number.
    package static func children(of record: ContentRecord) -> String {
        guard let count = record.childCount else { return "" }
        switch record.knownKind {
        case .artist, .genre, .composer: return record.subtitle.isEmpty ? self.count(count, "item") : ""
        case .album: return self.count(count, "track")
        case .podcast: return self.count(count, "episode")
        case .section: return self.count(count, noun(ofSection: record.identifier))
        default: return self.count(count, "item")
        }
    }

    /// Returns the title, with the mark for explicit content.
    package static func title(of record: ContentRecord) -> String {
        let title = record.title.isEmpty ? "untitled" : record.title
        return record.isExplicit ? title + " [E]" : title
    }

    /// Returns the number of items inside, or the part that was heard and whether it was downloaded, followed by the
    /// stars.
    package static func amount(of record: ContentRecord) -> String {
        if record.isUnavailable { return "unavailable" }
        let count = children(of: record)
        let stars = record.stars.flatMap { $0.halves > 0 ? $0.symbols : nil }
        guard count.isEmpty else { return [count, stars].compactMap(\.self).joined(separator: ", ") }
        let isDownloaded = record.knownKind == .episode && !record.isStreaming
        return [stars, heard(record), isDownloaded ? "downloaded" : nil].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the part of an episode that was heard and whether it was downloaded, in a few letters: `○` not heard,
    /// `42%`, `✓` heard; `↓` downloaded. Of a podcast, the number of its episodes; empty for other items.
    package static func signs(of record: ContentRecord) -> String {
        switch record.knownKind {
        case .podcast: return record.childCount.map { "\($0)" } ?? ""
        case .episode:
            let progress = record.playbackProgress ?? 0
            let heard = progress >= 0.995 ? "✓" : progress > 0 ? "\(max(1, Int(progress * 100)))%" : "○"
            return record.isStreaming ? heard : "↓ " + heard
        default: return ""
        }
    }

    private static func heard(_ record: ContentRecord) -> String? {
        guard let progress = record.playbackProgress, progress > 0 else { return nil }
        return progress >= 0.995 ? "heard" : "\(max(1, Int(progress * 100)))% heard"
    }

    /// Returns the second line; for a live item, its liveness is in the duration column instead.
    package static func subtitle(of record: ContentRecord) -> String {
        isLive(record) && record.subtitle == ContentNode.live ? "" : record.subtitle
    }

    /// Returns the playing time, or `live` for a stream without an end.
    package static func length(of record: ContentRecord) -> String {
        if let duration = record.duration { return TimeText.clock(duration) }
        return isLive(record) ? "live" : ""
    }

    /// Returns whether an item is live; an episode is not, even if its feed does not contain its duration.
    private static func isLive(_ record: ContentRecord) -> Bool {
        record.isStreaming && record.duration == nil && !record.isContainer && record.kind != "episode"
    }

    private static func noun(ofSection identifier: String) -> String {
        guard let identifier = ContentIdentifier(identifier) else { return "item" }
        return RootBranch(identifier)?.itemKind?.rawValue ?? noun(ofLibrary: ContentSection(identifier))
    }

    private static func noun(ofLibrary section: ContentSection?) -> String {
        switch section {
        case .artists: "artist"
        case .albums, .compilations, .albumsByArtist, .albumsByYear: "album"
        case .tracks: "track"
        case .genres: "genre"
        case .composers: "composer"
        case .folders: "folder"
        case .recentlyAdded, nil: "item"
        }
    }
}
