// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import Testing

@testable import OnCueDesk

@Suite("Where tracks come from, in an answer")
struct QueryOriginTests {
    @Test(
        "Names what a sentence or an assistant asks for in words",
        arguments: [
            (#"artist:"Valve & Feather""#, "by Valve & Feather"), (#"genre:"hip hop""#, "of the genre hip hop"),
            (#"kind:album artist:"Juniper Vale""#, "of albums by Juniper Vale"),
            ("artist:gold genre:jazz", "of the genre jazz by gold"),
            ("album:blue artist:gold", "of the album blue by gold"),
        ])
    func words(query: String, words: String) {
        #expect(QueryOrigin.words(query) == words)
    }

    @Test(
        "Leaves a query that says more as it was written",
        arguments: [
            "", "gold", "artist:gold artist:silver", "artist:gold year:1959", "genre:jazz order:random",
            "artist:gold limit:5",
            "artist:gold or genre:jazz", "-artist:gold", "(((", "Artists/1",
        ])
    func others(query: String) {
        #expect(QueryOrigin.words(query) == nil)
    }
}
