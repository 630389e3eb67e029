// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Initiates the playback of items, by returning their addresses, and receives information on the state of the service.
///
/// Calls of a method without isolation may come on the thread that serves the bus, so nothing in them may block it;
/// those of an actor come on that actor.
public protocol PlayableContentDelegate: AnyObject, Sendable {
    /// Returns the address at which an item can be played now, to initiate or to prepare its playback. It is called
    /// just before the item is opened, also within a collection, and again if the address has expired or did not open.
    /// The result is due within 2 seconds.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` if the item no longer exists; any other error if it cannot be
    ///   played now.
    func url(forContentItem identifier: String) async throws -> ContentURL

    /// The service has come or gone, or shows content within other limits. Called when
    /// ``PlayableContentManager/context`` is another one than before.
    func playableContentManager(
        _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext) async

    /// Other items of this program play now, or none: the item, and the container through which it was started. Called
    /// when ``PlayableContentManager/nowPlayingIdentifiers`` are others than before.
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

/// A delegate that keeps the user's favourites and ratings of its items. It is asked to change them with
/// `oncue favourite`, `oncue stars` and whatever else does so; ``ContentItem/isFavourite`` and ``ContentItem/stars`` say
/// what they are. The result is due within 2 seconds.
public protocol MarkingPlayableContentDelegate: PlayableContentDelegate {
    /// Makes an item a favourite, or not any longer.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` if the item does not exist; any other error if it cannot be kept.
    func setFavourite(_ isFavourite: Bool, forContentItem identifier: String) async throws

    /// Rates an item, 0 to 5 in halves, or with `nil` takes the rating back. A program that knows only whole stars rounds.
    ///
    /// - Throws: As ``setFavourite(_:forContentItem:)``.
    func setStars(_ stars: Double?, forContentItem identifier: String) async throws
}

/// The address of something that plays.
public struct ContentURL: Sendable, Equatable {
    /// A file, http or https URI, percent-encoded. OnCue must be able to read the file.
    public var url: String
    /// The time for which it can be opened; `nil` for ever. It is rounded down to whole seconds, but at least one.
    public var expires: Duration?

    /// Creates an address that is valid permanently, or for a limited time.
    public init(_ url: String, expires: Duration? = nil) {
        self.url = url
        self.expires = expires
    }

    /// The address of a file with an absolute path, in which every byte that needs it is percent-encoded.
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
