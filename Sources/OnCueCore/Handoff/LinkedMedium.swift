// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The file of a track in the library of a paired machine, from which it can be fetched.
package struct LinkedMedium: Sendable, Hashable {
    /// The host of the locations of such files: `oncue://link/MACHINE/TRACK`.
    package static let host = "link"
    /// The scheme of the location from which such a file is read while it is fetched.
    package static let scheme = "oncue-link"

    /// The hash of the machine's certificate: 64 digits, in lower case.
    package let machine: String
    /// The track in that machine's library.
    package let track: StableKey

    /// Creates the medium; `nil` if the text is not such a hash.
    package init?(machine: String, track: StableKey) {
        guard machine.utf8.count == 64, machine.utf8.allSatisfy(Self.isDigit) else { return nil }
        (self.machine, self.track) = (machine, track)
    }

    /// Reads ``location`` or ``streamLocation``; `nil` for any other.
    package init?(_ location: MediaLocation) {
        let prefixes = ["oncue://\(Self.host)/", "\(Self.scheme)://"]
        guard let prefix = prefixes.first(where: location.uri.hasPrefix) else { return nil }
        let parts = location.uri.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let track = StableKey(text: String(parts[1])) else { return nil }
        self.init(machine: String(parts[0]), track: track)
    }

    /// The location that identifies it in a queue.
    package var location: MediaLocation { Self.location("oncue://\(Self.host)/\(machine)/\(track.text)") }

    /// The location from which it is read while it is fetched.
    package var streamLocation: MediaLocation { Self.location("\(Self.scheme)://\(machine)/\(track.text)") }

    private static func location(_ uri: String) -> MediaLocation {
        guard let location = MediaLocation(uri: uri) else { preconditionFailure("digits and letters make a location") }
        return location
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
