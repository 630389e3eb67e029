// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

@Suite("Before revision 2026-07-28 a session begins with initialize")
struct HandshakeTests {
    @Test(
        "The requested revision is answered if it has a handshake, otherwise the latest that has one",
        arguments: [
            ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
            ("2025-11-25", "2025-11-25"), ("2026-07-28", "2025-11-25"), ("2019-01-01", "2025-11-25"),
            ("latest", "2025-11-25"),
        ])
    func revisions(requested: String, answered: String) {
        var client = SampleClient()

        let result = client.initialize(requested)?.result

        #expect(result?["protocolVersion"]?.stringValue == answered)
        #expect(result?["capabilities"] == ["tools": [:], "resources": ["subscribe": true]])
        #expect(result?["serverInfo"]?["name"] == "sample")
        #expect(result?["serverInfo"]?["title"] == (answered < "2025-06-18" ? nil : "Sample"))
        #expect(result?["instructions"] == "Play music.")
        #expect(result?["resultType"] == nil)
    }

    @Test("A server without resources or without tools does not declare them, nor serves their methods")
    func abilities() {
        var client = SampleClient(.many(1))
        #expect(client.initialize("2025-11-25")?.result?["capabilities"] == ["tools": [:]])
        #expect(client.request("resources/list")?.code == -32601)
        #expect(client.modern("subscriptions/listen", ["notifications": [:]])?.code == -32601)
        #expect(client.request("tools/list")?.result != nil)

        let offer = AssistantOffer(
            server: AssistantOffer.sample.server, tools: [], templates: AssistantOffer.sample.templates)
        client = SampleClient(offer)
        #expect(client.initialize("2025-11-25")?.result?["capabilities"] == ["resources": ["subscribe": true]])
        #expect(client.request("tools/list")?.code == -32601)
        #expect(client.request("resources/list")?.result?["resources"] == [])
    }

    @Test("initialize without a revision is refused and may be repeated; a second handshake is refused")
    func once() {
        var client = SampleClient()
        #expect(client.request("initialize")?.code == -32602)
        #expect(client.request("initialize", ["protocolVersion": 1])?.code == -32602)
        #expect(client.initialize("2025-06-18")?.result != nil)
        #expect(client.initialize("2025-06-18")?.code == -32600)
    }

    @Test("Before initialize only ping is served, and the refusal says what to do")
    func before() throws {
        var client = SampleClient()
        #expect(client.request("ping")?.result == [:])
        let refusal = try (client.request("tools/list")).required()
        #expect(refusal.code == -32602)
        #expect(refusal.errorText?.contains("begin with \"initialize\"") == true)
        #expect(client.calls.isEmpty)
    }

    @Test("Methods that are not offered do not exist, and the nearest is named")
    func unknown() {
        var client = SampleClient("2025-11-25")
        for method in ["logging/setLevel", "prompts/list", "completion/complete", "subscriptions/listen", ""] {
            #expect(client.request(method)?.code == -32601, "\(method)")
        }
        let nearest = client.request("tools/lst")?.errorText
        #expect(nearest == #"There is no method "tools/lst"; did you mean "tools/list"?"#)
        #expect(client.request("server/discover")?.code == -32602)
    }

    @Test("Notifications and unexpected answers of the client are never answered")
    func silence() {
        var client = SampleClient("2025-11-25")
        for method in ["notifications/initialized", "notifications/roots/list_changed", "tools/list", "nonsense", ""] {
            client.notify(method)
        }
        client.send(#"{"jsonrpc":"1.0","method":"tools/list"}"#)
        client.send(#"{"method":"tools/list","params":7}"#)
        client.send(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        client.send(#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}"#)
        client.send(#"{"jsonrpc":"2.0","id":"question-1","result":{"action":"accept"}}"#)
        client.send("")
        client.send(" \t\r")
        #expect(client.messages.isEmpty)
    }

    @Test("Tools are listed in their order, with what a revision knows of them")
    func tools() {
        for (revision, names) in [
            ("2024-11-05", ["name", "description", "inputSchema"]),
            ("2025-03-26", ["name", "description", "inputSchema", "annotations"]),
            ("2025-06-18", ["name", "title", "description", "inputSchema", "outputSchema", "annotations"]),
            ("2025-11-25", ["name", "title", "description", "inputSchema", "outputSchema", "annotations"]),
        ] {
            var client = SampleClient(revision)
            let result = client.request("tools/list")?.result
            #expect(result?.names == ["tools"])
            let tools = result?["tools"]?.arrayValue ?? []
            #expect(tools.compactMap { $0["name"]?.stringValue } == ["play", "erase", "forget"])
            #expect(result?["tools"]?[0]?.names == names)
            #expect(result?["tools"]?[0]?["inputSchema"] == AssistantOffer.sample.tools[0].inputSchema)
            let hints = result?["tools"]?[1]?["annotations"]
            #expect(hints?["destructiveHint"] == (revision == "2024-11-05" ? nil : true))
            #expect(hints?["title"] == (revision == "2025-03-26" ? "Erase" : nil))
        }
    }

    @Test("Lists come in pages, and each cursor is valid for its own list only")
    func pages() throws {
        var client = SampleClient("2025-11-25", offer: .many(7), limits: AssistantLimits(page: 3))
        var names: [String] = []
        var cursor: JSONValue?
        repeat {
            let result = try (client.request("tools/list", cursor.map { ["cursor": $0] } ?? [:])?.result).required()
            names += result["tools"]?.arrayValue?.compactMap { $0["name"]?.stringValue } ?? []
            cursor = result["nextCursor"]
        } while cursor != nil
        #expect(names == (0..<7).map { "tool\($0)" })

        for cursor in [
            "tools:4", "tools:9", "tools:0", "tools:-3", "tools:", "resources:3", "", 3, ["tools:3"],
        ] as [JSONValue] {
            #expect(client.request("tools/list", ["cursor": cursor])?.code == -32602, "\(cursor)")
        }
        #expect(client.request("tools/list", ["cursor": nil])?.result != nil)
    }
}
