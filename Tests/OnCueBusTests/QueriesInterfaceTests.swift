// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueRuntime
import OnCueTestSupport
import Testing

@Suite("org.oncue.Queries1")
@MediaActor
struct QueriesInterfaceTests {
    @Test("queries are saved, listed, replaced and removed, and each change is told")
    func keeping() async throws {
        let rig = try await ServiceRig()
        func list() async throws -> [[String]] {
            let rows = try await rig.call("List", of: ServiceNames.queries).first?.arrayValue ?? []
            return rows.map { $0.arrayValue?.compactMap(\.stringValue) ?? [] }
        }

        try await rig.call("Save", of: ServiceNames.queries, [.string("New"), .string("added:<30d")])
        try await rig.call("Save", of: ServiceNames.queries, [.string("new"), .string("added:<7d")])
        #expect(try await list() == [["new", "added:<7d"]])
        try await rig.call("Remove", of: ServiceNames.queries, [.string("NEW")])
        #expect(try await list().isEmpty)
        await rig.settle()

        #expect(rig.signals.events.filter { $0.member == "Changed" && $0.interface == ServiceNames.queries }.count == 3)
    }

    @Test("a text can be checked before it is saved")
    func checking() async throws {
        let rig = try await ServiceRig()
        let good = try await rig.call("Check", of: ServiceNames.queries, [.string("genre:jazz")])
        #expect(good == [.bool(true), .uint32(0), .string("")])
        let bad = try await rig.call("Check", of: ServiceNames.queries, [.string("blue yaer:1960")])
        #expect(bad.prefix(2) == [.bool(false), .uint32(6)])
        #expect(bad.last?.stringValue?.contains("did you mean year") == true)
    }
}
