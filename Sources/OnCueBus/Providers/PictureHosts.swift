// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The servers on which a provider has said that pictures are, as many as are likely.
struct PictureHosts {
    private static let limit = 64

    private var origins: Set<Substring> = []

    /// Takes notice of the address of a picture; of too many servers, none is known any more.
    mutating func note(_ address: String) {
        guard let origin = Self.origin(of: address) else { return }
        if origins.count >= Self.limit, !origins.contains(origin) { origins = [] }
        origins.insert(origin)
    }

    func contains(_ address: String) -> Bool { Self.origin(of: address).map(origins.contains) ?? false }

    /// Scheme, host and port as they are written; `nil` for what is on no web server.
    private static func origin(of address: String) -> Substring? {
        guard address.hasPrefix("http://") || address.hasPrefix("https://") else { return nil }
        let rest = address.drop { $0 != ":" }.dropFirst(3)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        return address[..<end]
    }
}
