// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import OnCueCore
import OnCueInterface
import Testing

@Suite("What is erased of the journal")
struct ErasingTests {
    @Test(
        "What is asked for arrives as it is, and never as more",
        arguments: [
            (HistoryRequest(), ["all"]), (HistoryRequest(since: 1), ["since"]),
            (HistoryRequest(until: 2, place: "Albums"), ["item", "until"]),
            (HistoryRequest(since: 1, place: ""), ["item", "since"]), (HistoryRequest(place: ""), ["item"]),
            (HistoryRequest(kinds: [.started]), []),
        ])
    func keys(request: HistoryRequest, keys: [String]) {
        #expect(ErasingOptions(request).wire.dictionaryValue?.keys.sorted() == keys)
    }

    @Test("Options that are not understood are refused", arguments: ["sinc", "kinds", "since"])
    func strange(key: String) {
        let options = Strict<ErasingOptions>(wire: .dictionary(["all": .bool(true), key: .string("1")]))

        let error = #expect(throws: ServiceError.self) { try options?.understood() }
        #expect(error?.code == .invalidValue)
    }
}
