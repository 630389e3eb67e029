// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Returns the addresses at which items are played, and receives the state of the service.
///
/// Calls of a method without isolation may arrive on the thread that serves the bus, so they must not block it; those
/// of an actor arrive on that actor.
public protocol PlayableContentDelegate: AnyObject, Sendable {
    /// Returns the address at which an item can be played now, to initiate or to prepare its playback. It is called
    /// just before the item is opened, also within a collection, and again if the address has expired or did not open.
    /// The result is due within 2 seconds.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` if the item no longer exists; any other error if it cannot be
    ///   played now.
    func url(forContentItem identifier: String) async throws -> ContentURL

    /// Called when ``PlayableContentManager/context`` changes: the service has come or gone, or its limits for content
    /// have changed.
    func playableContentManager(
        _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext) async

    /// Called when ``PlayableContentManager/nowPlayingIdentifiers`` changes: another item of this program plays, or
    /// none does. The identifiers are the item, and the container through which it was started.
    func playableContentManager(
        _ manager: PlayableContentManager, didUpdateNowPlayingIdentifiers identifiers: [String]) async
}

extension PlayableContentDelegate {
    /// Does nothing.
    public func playableContentManager(
        _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext
    ) async {}

    /// Does nothing.
    public func playableContentManager(
        _ manager: PlayableContentManager, didUpdateNowPlayingIdentifiers identifiers: [String]
    ) async {}
}

/// A delegate that keeps the user's favourites and ratings of its items. It is called when they are changed, with
/// `oncue favourite`, `oncue stars` or in any other way. ``ContentItem/isFavourite`` and ``ContentItem/stars`` contain
/// the current values. The result is due within 2 seconds.
public protocol MarkingPlayableContentDelegate: PlayableContentDelegate {
    /// Makes an item a favourite, or no longer one.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` if the item does not exist; any other error if the change cannot
    ///   be kept.
    func setFavourite(_ isFavourite: Bool, forContentItem identifier: String) async throws

    /// Rates an item from 0 to 5 in steps of a half, or removes the rating with `nil`. A program that only has whole
    /// stars rounds.
    ///
    /// - Throws: The same errors as ``setFavourite(_:forContentItem:)``.
    func setStars(_ stars: Double?, forContentItem identifier: String) async throws
}

/// The address of a playable item.
public struct ContentURL: Sendable, Equatable {
    /// A file, http or https URI, percent-encoded. OnCue must be able to read the file.
    public var url: String
    /// The time for which it can be opened; `nil` for no limit. It is rounded down to whole seconds, but at least one.
    public var expires: Duration?

    /// Creates an address that is valid permanently, or for a limited time.
    public init(_ url: String, expires: Duration? = nil) {
        self.url = url
        self.expires = expires
    }

    /// Returns the address of a file with an absolute path, with percent encoding where necessary.
    ///
    /// - Complexity: O(*n*) in the bytes of the path.
    public static func file(_ path: String) -> ContentURL {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        let encoded = path.utf8.reduce(into: "file://") { out, byte in
            if plain.contains(byte) {
                out.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                out += byte < 16 ? "%0" : "%"
                out += String(byte, radix: 16, uppercase: true)
            }
        }
        return ContentURL(encoded)
    }
}
