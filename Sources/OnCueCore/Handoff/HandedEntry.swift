// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// An entry of a queue that is handed over: the details by which another machine can find the medium, or show the entry
/// if it cannot.
package struct HandedEntry: Sendable, Equatable {
    /// The largest difference in duration between two copies of one recording.
    package static let tolerance: Duration = .seconds(2)

    /// The maximum length of a text in bytes, and the maximum number of artists: more are cut, so that the size of a
    /// queue is bounded.
    package static let textLimit = 512
    package static let artistLimit = 8
    /// The maximum length of an address in bytes; a longer one is left out.
    package static let addressLimit = 2_048
    /// The maximum length of a path in bytes; a longer one is left out.
    package static let pathLimit = 1_024

    package var title: String
    package var artists: [String] = []
    package var album: String?
    package var discNumber: Int?
    package var trackNumber: Int?
    package var duration: Duration?
    /// MusicBrainz identifier of the recording.
    package var recording: String?
    /// The key of the episode, which is derived from the first address of its podcast and from its identity there.
    package var episode: String?
    /// The address on the web.
    package var address: String?
    /// Whether it is live, so that its position has no meaning.
    package var isLive = false
    /// The path of the file within its library folder, as bytes.
    package var path: [UInt8] = []
    /// The size of the file in bytes.
    package var size: Int64?
    /// The part of the medium.
    package var segment: MediaSegment?
    /// The key of the track in the library of the machine that hands it over, by which its file can be fetched.
    package var medium: StableKey?

    /// The number of the entry in the context of the queue.
    package var number: Int?
    /// Identifies the entry in the queue of the machine that hands it over, during this run of its daemon.
    package var identifier: UInt64?

    package init(title: String) { self.title = title }

    /// Creates the entry of a track, with an address only if it may be shown.
    package init(_ track: Track) {
        title = track.title
        artists = track.artists
        album = track.album
        (discNumber, trackNumber) = (track.discNumber, track.trackNumber)
        duration = track.duration
        recording = track.musicBrainzRecording
        isLive = track.isStation
        segment = track.segment
        let location = track.location
        address = Self.address(location)
        self = bounded
    }

    /// Returns the address of a medium if it is on the web and may be passed on; `nil` if it contains a password.
    package static func address(_ location: MediaLocation) -> String? {
        ["http", "https"].contains(location.scheme) && location.shownURI == location.uri ? location.uri : nil
    }

    /// The same entry with texts of bounded lengths; addresses and paths that are too long are left out, as a part of
    /// one is of no use.
    package var bounded: HandedEntry {
        var entry = self
        entry.title = title.shortened(toBytes: Self.textLimit)
        entry.artists = artists.prefix(Self.artistLimit).map { $0.shortened(toBytes: Self.textLimit) }
        entry.album = album?.shortened(toBytes: Self.textLimit)
        if path.count > Self.pathLimit { entry.path = [] }
        let isShort = { (text: String?, limit: Int) in text.map { $0.utf8.count <= limit } ?? true }
        if !isShort(address, Self.addressLimit) { entry.address = nil }
        if !isShort(recording, Self.textLimit) { entry.recording = nil }
        if !isShort(episode, Self.textLimit) { entry.episode = nil }
        return entry
    }

    /// Returns whether a track is probably the same recording, by its tags and its duration.
    package func resembles(_ track: Track) -> Bool {
        guard let duration, let other = track.duration, segment == track.segment,
            duration - other <= Self.tolerance, other - duration <= Self.tolerance,
            TextFolding.fold(title) == TextFolding.fold(track.title)
        else { return false }
        let same = { (one: String, another: String) in TextFolding.fold(one) == TextFolding.fold(another) }
        guard same(artists.joined(separator: "\n"), track.artists.joined(separator: "\n")) else { return false }
        guard let album, let otherAlbum = track.album else { return true }
        return same(album, otherAlbum)
    }

    /// Returns the address if another machine can reach the same medium there: it must not mean this machine.
    ///
    /// - Parameter own: The names of this machine, in lower case, and its addresses as text.
    package func commonAddress(on own: Set<String>) -> MediaLocation? {
        guard let location = address.flatMap(MediaLocation.init(uri:)), ["http", "https"].contains(location.scheme)
        else { return nil }
        let authority = location.uri.dropFirst(location.scheme.count + 3).prefix { !"/?#".contains($0) }
        let host = (authority.split(separator: "@").last.map(String.init) ?? "").lowercased()
        let name = String(host.hasPrefix("[") ? host.prefix { $0 != "]" } : host.prefix { $0 != ":" })
        guard !name.isEmpty, !Self.meansThisMachine(name) else { return nil }
        if name.hasPrefix("[") {
            let groups = Self.groups(of: name.dropFirst())
            return own.contains { Self.groups(of: $0[...]) == groups } ? nil : location
        }
        return own.contains(name.hasSuffix(".") ? String(name.dropLast()) : name) ? nil : location
    }

    /// Returns the eight groups of an IPv6 address; `nil` for any other text.
    private static func groups(of text: Substring) -> [UInt16]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false).map(numbers)
        guard text.contains(":"), halves.count <= 2, let first = halves.first ?? nil else { return nil }
        guard halves.count == 2 else { return first.count == 8 ? first : nil }
        guard let last = halves[1], first.count + last.count < 8 else { return nil }
        return first + [UInt16](repeating: 0, count: 8 - first.count - last.count) + last
    }

    /// Returns the groups of a part of such an address, which may end with an IPv4 address.
    private static func numbers(_ text: Substring) -> [UInt16]? {
        var numbers: [UInt16] = []
        for part in text.isEmpty ? [] : text.split(separator: ":", omittingEmptySubsequences: false) {
            let bytes = part.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt8($0) }
            if bytes.count == 4, part.contains(".") {
                numbers += [UInt16(bytes[0]) << 8 | UInt16(bytes[1]), UInt16(bytes[2]) << 8 | UInt16(bytes[3])]
            } else {
                guard part.utf8.count <= 4, part.allSatisfy(\.isHexDigit), let number = UInt16(part, radix: 16) else {
                    return nil
                }
                numbers.append(number)
            }
        }
        return numbers
    }

    /// The names that distributions assign to the machine itself in `/etc/hosts`.
    private static let loopbackNames: Set = [
        "localhost", "localhost4", "localhost6", "loopback", "ip6-localhost", "ip6-loopback", "ipv6-localhost",
        "ipv6-loopback",
    ]

    /// Returns whether a host is the machine itself, in any notation, or a link-local neighbour, which is another one
    /// on each machine. The address may come from a malicious machine.
    private static func meansThisMachine(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            // No IPv6 address that begins with zeros is in a network: loopback, unspecified, and IPv4 addresses.
            guard let first = groups(of: host.dropFirst())?.first else { return true }
            return first == 0 || first & 0xFFC0 == 0xFE80
        }
        // Letters of other scripts can be mapped to these.
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        guard name.first?.isNumber == true, !name.contains(where: { $0.isLetter && !$0.isHexDigit && $0 != "x" }) else {
            return name.isEmpty || name.hasSuffix(".localhost") || name.contains("%")
                || name.split(separator: ".").first.map { Self.loopbackNames.contains(String($0)) } == true
        }
        // The C library also accepts fewer parts, and octal and hexadecimal numbers, as addresses.
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt8($0) }
        guard parts.count == 4, numbers.count == 4 else {
            return !name.contains { $0.isLetter } || parts.contains { $0.hasPrefix("0x") }
        }
        let isPlain = parts.allSatisfy { $0.count == 1 || !$0.hasPrefix("0") && !$0.hasPrefix("+") }
        return !isPlain || numbers[0] == 127 || numbers[0] == 0 || numbers[0] == 169 && numbers[1] == 254
    }
}
