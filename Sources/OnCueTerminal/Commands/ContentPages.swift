// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Combines several calls into one listing at one revision.
enum ContentPages {
    /// The number of attempts to read a listing while the library changes.
    private static let attempts = 4

    /// - Parameter page: Fetches one page from an offset with a limit.
    static func collect(
        offset: Int, limit: Int, _ page: (Int, Int) async throws(ClientError) -> ContentListing
    ) async throws(ClientError) -> ContentListing {
        for _ in 1..<attempts {
            if let listing = try await attempt(offset, limit, page) { return listing }
        }
        // A library that keeps changing is still worth showing.
        return try await page(offset, min(limit, PageLimit.largest))
    }

    private static func attempt(
        _ offset: Int, _ limit: Int, _ page: (Int, Int) async throws(ClientError) -> ContentListing
    ) async throws(ClientError) -> ContentListing? {
        var listing = try await page(offset, min(limit, PageLimit.largest))
        while listing.items.count < limit, offset + listing.items.count < listing.total {
            let missing = min(limit - listing.items.count, PageLimit.largest)
            let next = try await page(offset + listing.items.count, missing)
            guard next.revision == listing.revision else { return nil }
            guard !next.items.isEmpty else { break }
            listing.items += next.items
        }
        return listing
    }
}
