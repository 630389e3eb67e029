// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

extension MediaServiceClient {
    /// Returns the first rows of a list, as far as they can be read.
    ///
    /// - Parameters:
    ///   - pages: The most pages to read.
    ///   - isEnough: Returns whether no rows are needed after these.
    func rows(
        of list: String, pages: Int = 5, until isEnough: ([ContentRecord]) -> Bool = { _ in false }
    ) async -> [ContentRecord] {
        var rows: [ContentRecord] = []
        for _ in 0..<pages {
            guard
                let page = try? await children(of: list, offset: rows.count, limit: PageLimit.largest, waits: false),
                !page.items.isEmpty
            else { return rows }
            rows += page.items
            if rows.count >= page.total || isEnough(page.items) { return rows }
        }
        return rows
    }
}
