// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueQuery
import Testing

@Suite("A query from the arguments of a command line")
struct QueryArgumentTests {
    @Test(
        "has the quotes again that a shell has taken away, and only those",
        arguments: [
            (["artist:Artist 1", "album:Blue 1"], #"artist:"Artist 1" album:"Blue 1""#),
            (["-artist:Artist 1", "jazz"], #"-artist:"Artist 1" jazz"#), (["miles", "blue"], "miles blue"),
            (["album:Blue 1"], "album:Blue 1"),
            (["artist:miles OR artist:ella", "live"], "artist:miles OR artist:ella live"),
            (["artist:miles -live", "blue"], "artist:miles -live blue"),
            (["year:1960", "kind of"], "year:1960 kind of"),
            (["genre:jazz unplayed", "blue"], "genre:jazz unplayed blue"),
            ([#"album:"Blue 1""#, "x"], #"album:"Blue 1" x"#), ([], ""),
        ])
    func joined(arguments: [String], query: String) {
        #expect(ContentQuery.joined(arguments) == query)
    }
}
