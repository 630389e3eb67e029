// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The servers of a provider's pictures, up to a plausible number.
struct PictureHosts {
    private static let limit = 64

    private var origins: Set<Substring> = []

    /// Notes the address of a picture; with too many servers, all are forgotten.
    mutating func note(_ address: String) {
        guard let origin = Self.origin(of: address) else { return }
        if origins.count >= Self.limit, !origins.contains(origin) { origins = [] }
        origins.insert(origin)
    }

    func contains(_ address: String) -> Bool { Self.origin(of: address).map(origins.contains) ?? false }

    /// Returns scheme, host and port as written; `nil` for addresses that are not on a web server.
    private static func origin(of address: String) -> Substring? {
        guard address.hasPrefix("http://") || address.hasPrefix("https://") else { return nil }
        let rest = address.drop { $0 != ":" }.dropFirst(3)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        return address[..<end]
    }
}
