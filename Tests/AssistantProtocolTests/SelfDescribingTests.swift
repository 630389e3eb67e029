// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

@Suite("Since revision 2026-07-28 every request describes itself")
struct SelfDescribingTests {
    private static let version = "io.modelcontextprotocol/protocolVersion"
    private static let abilities = "io.modelcontextprotocol/clientCapabilities"

    @Test("server/discover tells revisions, abilities, identity and instructions")
    func discover() {
        var client = SampleClient()

        let result = client.modern("server/discover")?.result

        #expect(result?["resultType"] == "complete")
        #expect(
            result?["supportedVersions"] == ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"])
        #expect(result?["capabilities"] == ["tools": [:], "resources": ["subscribe": true]])
        #expect(
            result?["_meta"]?["io.modelcontextprotocol/serverInfo"]
                == ["name": "sample", "title": "Sample", "version": "1.2"])
        #expect(result?["instructions"] == "Play music.")
        #expect(result?["ttlMs"] == 3_600_000)
        #expect(result?["cacheScope"] == "public")
    }

    @Test("A request without revision or abilities is refused, and the message names what is missing")
    func incomplete() throws {
        var client = SampleClient()
        for meta in [
            nil, [:], [Self.abilities: [:]], [Self.version: 1, Self.abilities: [:]],
            [Self.version: nil, Self.abilities: [:]],
        ] as [JSONValue?] {
            let refusal = try (client.request("server/discover", meta.map { ["_meta": $0] } ?? [:])).required()
            #expect(refusal.code == -32602)
            #expect(refusal.errorText?.contains(Self.version) == true)
        }
        for abilities in [nil, .null, 1, []] as [JSONValue?] {
            var meta: [JSONValue.Member] = [.init(Self.version, "2026-07-28")]
            if let abilities { meta.append(.init(Self.abilities, abilities)) }
            let refusal = try (client.request("tools/list", ["_meta": .object(meta)])).required()
            #expect(refusal.code == -32602)
            #expect(refusal.errorText?.contains(Self.abilities) == true)
        }
    }

    @Test("Another revision is refused with those that are supported", arguments: ["2025-11-25", "1900-01-01", ""])
    func unsupported(revision: String) {
        var client = SampleClient()
        let meta: JSONValue = [Self.version: .string(revision), Self.abilities: [:]]

        let refusal = client.request("tools/list", ["_meta": meta])

        #expect(refusal?.code == -32022)
        #expect(refusal?["error"]?["data"]?["supported"]?[0] == "2026-07-28")
        #expect(refusal?["error"]?["data"]?["requested"]?.stringValue == revision)
    }

    @Test("Every result has a type, and lists may be kept")
    func lists() {
        var client = SampleClient()
        for (method, name) in [
            ("tools/list", "tools"), ("resources/list", "resources"), ("resources/templates/list", "resourceTemplates"),
        ] {
            let result = client.modern(method)?.result
            #expect(result?.names == ["resultType", name, "ttlMs", "cacheScope", "_meta"])
            #expect(result?["resultType"] == "complete")
            #expect(result?["cacheScope"] == "public")
        }
    }

    @Test("What the revision removed does not exist")
    func removed() {
        var client = SampleClient()
        for method in ["ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"] {
            #expect(client.modern(method, ["uri": "sample://now"])?.code == -32601, "\(method)")
        }
    }

    @Test("A client that asks for an unknown revision first may shake hands after the refusal")
    func fallBack() {
        var client = SampleClient()
        let meta: JSONValue = [Self.version: "2030-01-01", Self.abilities: [:]]
        #expect(client.request("server/discover", ["_meta": meta])?.code == -32022)
        #expect(client.initialize("2025-06-18")?.result?["protocolVersion"] == "2025-06-18")
        client.notify("notifications/initialized")
        #expect(client.request("tools/list")?.result?["resultType"] == nil)
    }

    @Test("initialize begins a session of an earlier revision, whatever else it carries")
    func initialize() {
        var client = SampleClient()
        let result = client.modern("initialize", ["protocolVersion": "2025-11-25"])?.result
        #expect(result?["protocolVersion"] == "2025-11-25" && result?["resultType"] == nil)
    }

    @Test("Both eras are served at the same time: each request says to which it belongs")
    func both() {
        var client = SampleClient("2025-06-18")
        #expect(client.request("tools/list", ["_meta": ["progressToken": 1]])?.result?["ttlMs"] == nil)
        #expect(client.modern("tools/list")?.result?["ttlMs"] == 3_600_000)
        #expect(client.request("ping")?.result == [:])
        #expect(client.modern("ping")?.code == -32601)
        client.request("resources/read", ["uri": "sample://art/1"])
        #expect(client.answer(.notFound)?.code == -32002)
        client.modern("resources/read", ["uri": "sample://art/1"])
        #expect(client.answer(.notFound)?.code == -32602)
    }
}
