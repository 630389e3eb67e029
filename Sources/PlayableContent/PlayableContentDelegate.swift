// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// Makes items playable, and is told how the service is.
public protocol PlayableContentDelegate: AnyObject, Sendable {
    /// Where an item can be played now. It is asked just before the item is opened, and again when the address has
    /// expired or did not open.
    ///
    /// - Throws: ``PlayableContentError/notFound(_:)`` when the item is not there any more.
    func url(forContentItem identifier: String) async throws -> ContentURL

    /// The service has come or gone.
    func playableContentManager(
        _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext) async
}

extension PlayableContentDelegate {
    public func playableContentManager(
        _ manager: PlayableContentManager, didUpdate context: PlayableContentManagerContext
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

/// How the service is.
public struct PlayableContentManagerContext: Sendable, Equatable {
    /// True while OnCue runs and shows the content.
    public var isEndpointAvailable: Bool

    /// A context as the manager tells it.
    public init(isEndpointAvailable: Bool) {
        self.isEndpointAvailable = isEndpointAvailable
    }
}
