// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueInterface
import OnCueRuntime
import Testing

@Suite("org.oncue.Trash1")
@MediaActor
struct TrashInterfaceTests {
    @Test("Deleted things are listed page by page")
    func pages() async throws {
        let rig = try await ServiceRig()
        func list(_ offset: UInt32, _ limit: UInt32) async throws -> (total: Int?, titles: [String]) {
            let reply = try await rig.call("List", of: ServiceNames.trash, [.uint32(offset), .uint32(limit)])
            let rows = reply.last?.arrayValue ?? []
            return (reply.first?.intValue, rows.compactMap { $0.arrayValue?[2].stringValue })
        }

        let page = try await list(1, 1)
        #expect(page.total == 2)
        #expect(page.titles == ["Jazz"])
    }
}
