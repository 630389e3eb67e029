// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueCore

/// The private items at a moment, and the names of private artists and albums, whose tracks may not be in the library,
/// or no longer are.
package struct PrivateListening: Sendable, Equatable {
    package var items: Set<ContentIdentifier>
    private var artists: Set<String> = []
    private var albums: Set<String> = []

    package init(_ items: Set<ContentIdentifier> = []) { self.items = items }

    /// Whether something is private by its name, so that an item can only be judged if its names are known.
    package var hasNames: Bool { !artists.isEmpty || !albums.isEmpty }

    package mutating func add(artist: String) { Self.add(artist, to: &artists) }

    package mutating func add(album: String) { Self.add(album, to: &albums) }

    private static func add(_ name: String, to names: inout Set<String>) {
        let folded = TextFolding.fold(name)
        if !folded.isEmpty { names.insert(folded) }
    }

    package func contains(_ listen: Listen) -> Bool {
        items.contains(listen.identifier) || listen.artists.contains { artists.contains(TextFolding.fold($0)) }
            || listen.album.map { albums.contains(TextFolding.fold($0)) } ?? false
    }
}
