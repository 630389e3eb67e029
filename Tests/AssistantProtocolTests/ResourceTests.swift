// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

@Suite("Resources are listed, read and watched")
struct ResourceTests {
    @Test("Resources and templates are listed with what a revision knows of them")
    func lists() {
        var client = SampleClient("2025-06-18")
        #expect(
            client.request("resources/list")?.result?["resources"]?[0] == [
                "uri": "sample://now", "name": "now", "title": "Now", "description": "What is playing.",
                "mimeType": "application/json",
            ])
        #expect(
            client.request("resources/templates/list")?.result?["resourceTemplates"]?[0]?["uriTemplate"]
                == "sample://art/{id}")
        client = SampleClient("2024-11-05")
        #expect(client.request("resources/list")?.result?["resources"]?[1]?.names == ["uri", "name", "description"])
    }

    @Test("A reading is asked for, and its contents are answered as text or Base64")
    func read() {
        var client = SampleClient("2025-11-25")
        #expect(client.request("resources/read", ["uri": "sample://art/5"]) == nil)
        #expect(client.readings.last?.uri == "sample://art/5")
        let contents = [
            AssistantContents(uri: "sample://art/5", mimeType: "image/png", body: .data([255, 0])),
            AssistantContents(uri: "sample://art/5", mimeType: "text/plain", body: .text("A\nB")),
        ]
        let result = client.answer(.contents(contents, freshFor: .seconds(1)))?.result
        #expect(result?.names == ["contents"])
        #expect(result?["contents"]?[0] == ["uri": "sample://art/5", "mimeType": "image/png", "blob": "/wA="])
        #expect(result?["contents"]?[1]?["text"] == "A\nB")
    }

    @Test("Since 2026-07-28 contents are private, and say for how long they may be kept")
    func fresh() {
        for (time, milliseconds) in [
            (.zero, 0), (.milliseconds(1500), 1500), (.seconds(-1), 0), (.microseconds(999), 0),
            (.seconds(Int64.max), 86_400_000),
        ] as [(Duration, Int)] {
            var client = SampleClient()
            client.modern("resources/read", ["uri": "sample://now"])
            let result = client.answer(.contents([], freshFor: time))?.result
            #expect(result?["ttlMs"]?.intValue == milliseconds)
            #expect(result?["cacheScope"] == "private")
        }
    }

    @Test("What no resource can have as its address is refused without asking")
    func unknown() {
        var client = SampleClient("2025-11-25")
        for uri in ["sample://nothing", "sample://art/", "sample://art/1/2", "file:///etc/passwd", ""] {
            let legacy = client.request("resources/read", ["uri": .string(uri)])
            #expect(legacy?.code == -32002)
            #expect(legacy?["error"]?["data"]?["uri"]?.stringValue == uri)
            #expect(client.modern("resources/read", ["uri": .string(uri)])?.code == -32602)
        }
        #expect(client.request("resources/read")?.code == -32602)
        #expect(client.request("resources/read", ["uri": 1])?.code == -32602)
        #expect(client.readings.isEmpty)

        client.request("resources/read", ["uri": "sample://now"])
        let failure = client.answer(.failure("The service does not answer; start it."))
        #expect(failure?.code == -32603)
        #expect(failure?.errorText == "The service does not answer; start it.")
    }

    @Test(
        "A template matches what fills its variables, up to the next delimiter",
        arguments: [
            ("a://{x}", "a://1", true), ("a://{x}", "a://", false), ("a://{x}", "a://1/2", false),
            ("a://{x}", "a://1?2", false), ("a://{x}/{y}", "a://1/2", true), ("a://{x}/{y}", "a://1", false),
            ("a://{x}.png", "a://1.png", true), ("a://{x}.png", "a://1.jpg", false), ("a://b", "a://b", true),
            ("a://b", "a://bc", false), ("a://{x", "a://{x", true), ("a://{x}b{y}", "a://1b2", true), ("", "", true),
        ])
    func templates(template: String, uri: String, matches: Bool) {
        let template = AssistantResourceTemplate(
            uriTemplate: template, name: "", title: "", description: "", mimeType: nil)
        #expect(template.matches(uri) == matches)
    }

    // MARK: Watching

    @Test("Before 2026-07-28 a resource is watched from subscribe to unsubscribe")
    func subscribe() {
        var client = SampleClient("2025-06-18")
        #expect(client.request("resources/subscribe", ["uri": "sample://now"])?.result == [:])
        #expect(client.request("resources/subscribe", ["uri": "sample://now"])?.result == [:])
        #expect(client.request("resources/subscribe", ["uri": "sample://nothing"])?.code == -32002)
        #expect(client.watched == [["sample://now"]])
        client.messages = []

        client.take(client.session.changed("sample://queue"))
        client.take(client.session.changed("sample://now"))
        #expect(
            client.messages == [
                ["jsonrpc": "2.0", "method": "notifications/resources/updated", "params": ["uri": "sample://now"]]
            ])

        #expect(client.request("resources/unsubscribe", ["uri": "sample://now"])?.result == [:])
        #expect(client.request("resources/unsubscribe", ["uri": "sample://now"])?.result == [:])
        #expect(client.watched == [["sample://now"], []])
        client.take(client.session.changed("sample://now"))
        #expect(client.messages.count == 3)
    }

    @Test("Since 2026-07-28 a subscription is acknowledged, marked with its id, and ends when it is cancelled")
    func listen() {
        let mark = "io.modelcontextprotocol/subscriptionId"
        var client = SampleClient()
        let filter: JSONValue = [
            "toolsListChanged": true,
            "resourceSubscriptions": ["sample://queue", "sample://nothing", "sample://now", "sample://queue"],
        ]
        let first = client.modern("subscriptions/listen", ["notifications": filter], id: 1)
        #expect(
            first == [
                "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
                "params": [
                    "_meta": [mark: 1],
                    "notifications": ["resourceSubscriptions": ["sample://queue", "sample://now"]],
                ],
            ])
        let second = client.modern(
            "subscriptions/listen", ["notifications": ["resourceSubscriptions": ["sample://now"]]], id: "b")
        #expect(second?["params"]?["_meta"]?[mark] == "b")
        #expect(client.watched == [["sample://now", "sample://queue"]])
        client.messages = []

        client.take(client.session.changed("sample://now"))
        client.take(client.session.changed("sample://queue"))
        client.take(client.session.changed("sample://nothing"))
        #expect(client.messages.map { $0["params"]?["_meta"]?[mark] } == [1, "b", 1])
        #expect(client.messages.map { $0["params"]?["uri"]?.stringValue?.last } == ["w", "w", "e"])
        client.messages = []

        #expect(client.modern("tools/list", id: 1)?.code == -32600)
        client.messages = []
        client.notify("notifications/cancelled", ["requestId": 1])
        client.take(client.session.changed("sample://queue"))
        client.take(client.session.changed("sample://now"))
        #expect(client.messages.count == 1)
        #expect(client.watched.last == ["sample://now"])
        #expect(client.modern("tools/list", id: 1)?.result != nil)
    }

    @Test("A subscription to nothing is acknowledged with nothing; a malformed one is refused")
    func filters() {
        var client = SampleClient()
        let empty = client.modern("subscriptions/listen", ["notifications": ["promptsListChanged": true]])
        #expect(empty?["params"]?["notifications"] == [:])
        for parameters in [
            [:], ["notifications": []], ["notifications": ["resourceSubscriptions": "sample://now"]],
            ["notifications": ["resourceSubscriptions": [1]]],
        ] as [JSONValue] {
            #expect(client.modern("subscriptions/listen", parameters)?.code == -32602)
        }
        #expect(client.watched.isEmpty)
    }

    @Test("Subscriptions are limited, in both eras together")
    func limit() {
        var client = SampleClient("2025-06-18", limits: AssistantLimits(subscriptions: 3))
        let now: JSONValue = ["resourceSubscriptions": ["sample://now", "sample://art/1"]]
        #expect(client.request("resources/subscribe", ["uri": "sample://now"])?.result == [:])
        client.modern("subscriptions/listen", ["notifications": [:]], id: "a")
        #expect(client.modern("subscriptions/listen", ["notifications": now], id: "b")?.code == -32603)
        #expect(client.modern("subscriptions/listen", ["notifications": [:]], id: "b")?["method"] != nil)
        #expect(client.request("resources/subscribe", ["uri": "sample://queue"])?.code == -32603)
        client.notify("notifications/cancelled", ["requestId": "a"])
        #expect(client.request("resources/subscribe", ["uri": "sample://queue"])?.result == [:])
        #expect(AssistantLimits().subscriptions == 64)
    }

    @Test("Closing stops calls, ends subscriptions with an answer, and watches nothing")
    func close() {
        var client = SampleClient("2025-11-25", abilities: ["elicitation": [:]])
        client.request("resources/subscribe", ["uri": "sample://queue"])
        client.request("tools/call", ["name": "erase"], id: "call")
        client.request("tools/call", ["name": "erase"], id: "question")
        client.answer(.question("Really?"))
        client.modern(
            "subscriptions/listen", ["notifications": ["resourceSubscriptions": ["sample://now"]]], id: "listen")
        client.messages = []

        client.take(client.session.close())

        #expect(client.cancelled.count == 1)
        #expect(client.watched.last == [])
        #expect(client.session.isIdle)
        let refused = client.messages.filter { $0.code == -32603 }
        #expect(refused.compactMap { $0["id"]?.stringValue } == ["call", "question"])
        let end = client.messages.first { $0["id"] == "listen" }
        #expect(end?.result?["resultType"] == "complete")
        #expect(end?.result?["_meta"]?["io.modelcontextprotocol/subscriptionId"] == "listen")
        #expect(client.messages.last?["params"]?["requestId"] == "listen")
        client.messages = []
        client.take(client.session.changed("sample://now"))
        client.take(client.session.close())
        #expect(client.messages.isEmpty)
    }
}
