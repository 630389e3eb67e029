// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON
internal import OnCueCore
package import OnCueInterface
internal import TextOutput

/// The source of the queue, in a sentence and as JSON.
package enum ContextPhrase {
    /// Returns `Album Night Crossing, track 2 of 3`; `nil` for an entry added later, and for a source with one track.
    package static func sentence(_ context: ContextMark?) -> String? {
        guard let context, let number = context.number, let count = context.count, count > 1 else { return nil }
        let noun = context.kind == ContentKind.podcast.rawValue ? "episode" : "track"
        return TextLayout.printable("\(name(context)), \(noun) \(number) of \(count)")
    }

    /// Returns `Album Night Crossing`; sections and the content of other programs have their title only.
    package static func name(_ context: ContextMark) -> String {
        let noun: String? =
            switch context.kind.flatMap(ContentKind.init) {
            case .artist: "Artist"
            case .album: "Album"
            case .genre: "Genre"
            case .composer: "Composer"
            case .folder: "Folder"
            case .playlist: "Playlist"
            case .podcast: "Podcast"
            case .station: "Station"
            case .list: "List"
            case .root, .section, .track, .episode, .provider, .provided, .foreign, .event, nil: nil
            }
        return TextLayout.printable((noun.map { $0 + " " } ?? "") + context.title)
    }

    /// Part of `oncue queue --json`.
    package static func json(queue context: ContextMark) -> JSONValue {
        [
            "identifier": .string(orNull: context.identifier), "title": .string(context.title),
            "kind": .string(orNull: context.kind), "count": .int(orNull: context.count),
        ]
    }
}
