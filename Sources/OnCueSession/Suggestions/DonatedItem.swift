// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// What a play is remembered as: collections are chosen more often than single things, and are easier to foresee.
enum DonatedItem {
    /// - Parameter context: What the queue was filled from.
    static func item(of track: Track, in context: PlaybackContext?) -> ContentIdentifier {
        if let identifier = context?.identifier, isCollection(identifier.kind) { return identifier }
        if let group = track.albumIdentifier, context != nil || track.identifier.kind == .episode { return group }
        return track.identifier
    }

    /// Lists and sections are made anew, so nobody chooses them for what is in them.
    private static func isCollection(_ kind: ContentKind) -> Bool {
        switch kind {
        case .album, .artist, .playlist, .podcast, .folder, .genre, .composer, .station, .provided: true
        case .root, .section, .list, .provider, .track, .episode: false
        }
    }
}
