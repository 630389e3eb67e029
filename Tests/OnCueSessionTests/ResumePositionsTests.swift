// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueCore
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@MediaActor
@Suite("Where long items were left")
struct PlaceKeeperTests {
    @Test("Is told from the start on, and again whenever it changes")
    func follows() async throws {
        let store = FakeListeningStore()
        let (first, second) = (ContentIdentifier(kind: .episode, key: "a"), ContentIdentifier(kind: .episode, key: "b"))
        var record = ListeningRecord()
        record.position = .seconds(40)
        store.set(record, for: first)
        let told = EventLog<[ContentIdentifier: Duration?]>()
        let keeper = ResumePositions(store: store)

        keeper.start { told.append($0) }
        try await told.wait { $0 == [first: .seconds(40)] }
        record.position = .seconds(50)
        store.set(record, for: second)
        try await told.wait { $0 == [second: .seconds(50)] }
        record.position = nil
        store.set(record, for: first)
        try await told.wait { $0 == [first: Duration?.none] }
        keeper.close()
    }
}
