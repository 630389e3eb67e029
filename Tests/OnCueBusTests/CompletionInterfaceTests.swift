// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import BusValues
import GLib
import OnCueCore
import OnCueInterface
import OnCueRuntime
import OnCueSession
import OnCueTestSupport
import Testing

@Suite("org.oncue.Completion1")
@MediaActor
struct CompletionInterfaceTests {
    private static func words(_ rig: ServiceRig, _ kind: String, _ typed: String, _ limit: UInt32 = 0) async throws
        -> [String]
    {
        let answer = try await rig.call(
            "Complete", of: ServiceNames.completion, [.string(kind), .string(typed), .uint32(limit)])
        return answer.first?.arrayValue?.compactMap { $0.arrayValue?.first?.stringValue } ?? []
    }

    @Test("Texts of a limit, kinds that are known, and no more than 200 words")
    func limits() async throws {
        let rig = try await ServiceRig()
        for (kind, typed) in [("nonsense", "a"), ("", ""), ("item", String(repeating: "x", count: 1_001))] {
            let error = await rig.failure { _ = try await Self.words(rig, kind, typed) }
            #expect(error?.name == "org.oncue.Error.InvalidValue")
        }
        for kind in CompletionKind.allCases {
            for typed in ["", "\"", "((", "-", ":", "genre:\"", "\u{301}", "a/b"] {
                let words = try await Self.words(rig, kind.rawValue, typed)
                #expect(words.count <= 200)
            }
        }
        #expect(try await Self.words(rig, "query", "", 2).count == 2)
    }

    @Test("Fields of a query, names of devices and places")
    func others() async throws {
        let rig = try await ServiceRig()
        #expect(try await Self.words(rig, "query", "x gen") == ["x genre:"])
        #expect(try await Self.words(rig, "query", "kind:pod") == ["kind:podcast"])
        #expect(try await Self.words(rig, "place", "") == [])
    }
}
