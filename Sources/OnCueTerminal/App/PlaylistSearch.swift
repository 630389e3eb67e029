// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface

/// Finds the folders that lead to a playlist.
struct PlaylistSearch: Sendable {
    /// The most folders that are searched.
    private static let mostFolders = 200

    let service: any MediaServiceClient

    /// Returns the folders below the top that lead to a playlist, the outermost first; empty if it is at the top, or in
    /// none of the searched folders.
    ///
    /// - Complexity: O(n) calls in the number of folders, starting near the top.
    func folders(of playlist: String) async -> [ContentRecord] {
        var waiting: [(identifier: String, chain: [ContentRecord])] = [
            (RootBranch.playlists.identifier.description, [])
        ]
        var next = 0
        while next < min(waiting.count, Self.mostFolders) {
            let (identifier, chain) = waiting[next]
            next += 1
            let items = await service.rows(of: identifier)
            if items.contains(where: { $0.identifier == playlist }) { return chain }
            waiting += items.filter { $0.knownKind == .folder }.map { ($0.identifier, chain + [$0]) }
        }
        return []
    }
}
