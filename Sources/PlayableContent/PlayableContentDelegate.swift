// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Initiates the playback of items, by telling where they play, and is told how the service is.
public protocol PlayableContentDelegate: AnyObject, Sendable {
    /// Initiates the playback of an item, or prepares it: where it can be played now. It is asked just before the item is
    /// opened, also when a collection comes to it, and again when the address has expired or did not open.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` when the item is not there any more.
    func url(forContentItem identifier: String) async throws -> ContentURL

    /// The service has come or gone, or shows content within other limits.
    func playableContentManager(
        _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext) async

    /// Other items of this program play now, or none: the item, and the container through which it was started.
    func playableContentManager(
        _ manager: PlayableContentManager, didUpdateNowPlayingIdentifiers identifiers: [String]) async
}

extension PlayableContentDelegate {
    public func playableContentManager(
        _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext
    ) async {}

    public func playableContentManager(
        _ manager: PlayableContentManager, didUpdateNowPlayingIdentifiers identifiers: [String]
    ) async {}
}

/// The address of something that plays.
public struct ContentURL: Sendable, Equatable {
    /// A file, http or https URI, percent-encoded.
    public var url: String
    /// How long it can be opened; `nil` for ever. Parts of seconds do not count.
    public var expires: Duration?

    /// An address that stays good, unless it is said how long it does.
    public init(_ url: String, expires: Duration? = nil) {
        self.url = url
        self.expires = expires
    }

    /// The address of a file with an absolute path.
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
