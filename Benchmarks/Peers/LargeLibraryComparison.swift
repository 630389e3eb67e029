// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// How long clients of MPD wait for all songs of a large library, and what memory that takes.
struct LargeLibraryComparison: Comparison {
    let name = "peers-large"
    let summary = "clients of MPD ask MPD and oncue-mpd for all songs of a large library"

    private static let trackCount = 100_000

    func compare(_ stage: PeerStage) async throws -> [PeerRow] {
        let large = try await stage.another(trackCount: Self.trackCount)
        defer { large.remove() }
        guard let pair = ProtocolPair(large) else { return [] }
        defer { large.stopAll() }
        try await large.start([pair.onCue, pair.mpd])
        defer { pair.onCue.stopMPD() }
        _ = try await pair.onCue.startMPD()
        // Both have read the library before, and start with what they know of it.
        for end in pair.ends { _ = try await end.restart() }
        return try pair.everything()
    }
}
