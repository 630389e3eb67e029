// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The item for which a play is recorded: collections are chosen more often than single items, and are easier to
/// predict.
enum DonatedItem {
    /// - Parameter context: The source of the queue.
    static func item(of track: Track, in context: PlaybackContext?) -> ContentIdentifier {
        if let identifier = context?.identifier, isCollection(identifier.kind) { return identifier }
        if let group = track.albumIdentifier, context != nil || track.identifier.kind == .episode { return group }
        return track.identifier
    }

    /// Returns whether a kind is a collection to learn; lists and sections are generated, so their contents are not a
    /// choice of the user.
    private static func isCollection(_ kind: ContentKind) -> Bool {
        switch kind {
        case .album, .artist, .playlist, .podcast, .folder, .genre, .composer, .station, .provided: true
        case .root, .section, .list, .provider, .track, .episode, .foreign, .event: false
        }
    }
}
