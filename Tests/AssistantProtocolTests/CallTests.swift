// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

@Suite("Calls of tools")
struct CallTests {
    @Test("A call gets checked arguments with defaults, and its answer goes to its request")
    func call() throws {
        var client = SampleClient("2025-11-25")
        #expect(client.request("tools/call", ["name": "play", "arguments": ["what": "So What"]], id: "a") == nil)
        let call = try #require(client.calls.last)
        #expect(call.tool == "play" && call.consent == .none)
        #expect(call.arguments == ["what": "So What", "mode": "now"])

        let message = client.answer(.answer(.text("Playing.", structure: ["title": "So What"])))

        #expect(
            message == [
                "jsonrpc": "2.0", "id": "a",
                "result": [
                    "content": [
                        ["type": "text", "text": "Playing."], ["type": "text", "text": #"{"title":"So What"}"#],
                    ],
                    "structuredContent": ["title": "So What"], "isError": false,
                ],
            ])
    }

    @Test("Since 2026-07-28 an answer also says that it is complete, and who gives it")
    func modern() {
        var client = SampleClient()
        client.modern("tools/call", ["name": "play", "arguments": ["what": "So What"]])
        let result = client.answer(.answer(.text("Playing.")))?.result
        #expect(result?.names == ["resultType", "content", "isError", "_meta"])
        #expect(result?["resultType"] == "complete")
    }

    @Test("Before 2025-06-18 structures and links come as text only")
    func older() {
        let link = AssistantOffer.sample.resources[0]
        var client = SampleClient("2025-03-26")
        client.request("tools/call", ["name": "forget"])
        let older = client.answer(.answer(AssistantAnswer([.link(link)], structure: ["a": 1])))?.result
        #expect(older?.names == ["content", "isError"])
        #expect(
            older?["content"] == [
                ["type": "text", "text": "Now: sample://now"], ["type": "text", "text": #"{"a":1}"#],
            ])

        client = SampleClient("2025-06-18")
        client.request("tools/call", ["name": "forget"])
        let newer = client.answer(.answer(AssistantAnswer([.link(link), .image([1, 2, 3], mimeType: "image/png")])))
        #expect(newer?.result?["content"]?[0]?["type"] == "resource_link")
        #expect(newer?.result?["content"]?[0]?["uri"] == "sample://now")
        #expect(newer?.result?["content"]?[1] == ["type": "image", "data": "AQID", "mimeType": "image/png"])
    }

    @Test("A structure that is in the text already is not repeated")
    func repeated() {
        var client = SampleClient("2025-11-25")
        client.request("tools/call", ["name": "forget"])
        let message = client.answer(.answer(.text(#"{"a":1}"#, structure: ["a": 1])))
        #expect(message?.result?["content"]?.arrayValue?.count == 1)
    }

    @Test("An unknown tool and a malformed call are refused in every revision")
    func malformed() {
        var client = SampleClient("2025-11-25")
        for isModern in [false, true] {
            func send(_ parameters: JSONValue) -> JSONValue? {
                isModern ? client.modern("tools/call", parameters) : client.request("tools/call", parameters)
            }
            let refusal = send(["name": "plya", "arguments": [:]])
            #expect(refusal?.code == -32602)
            #expect(refusal?.errorText == #"There is no tool "plya"; did you mean "play"?"#)
            #expect(send(["name": "completely different"])?.code == -32602)
            for parameters in [
                [:], ["name": 1], ["name": nil], ["name": "play", "arguments": []],
                ["name": "play", "arguments": "what"],
            ] as [JSONValue] {
                #expect(send(parameters)?.code == -32602, "\(parameters)")
            }
        }
        #expect(client.calls.isEmpty)
    }

    @Test("Wrong arguments are for the model since 2025-11-25, and a refusal before")
    func wrongArguments() {
        let parameters: JSONValue = ["name": "play", "arguments": ["what": "x", "mode": "nxt"]]
        let sentence = #""mode" must be one of now, next or append, not "nxt"; did you mean "next"?"#
        var client = SampleClient("2025-11-25")
        var message = client.request("tools/call", parameters)
        #expect(message?.isToolError == true && message?.text == sentence)
        message = client.modern("tools/call", parameters)
        #expect(message?.isToolError == true && message?.text == sentence)
        for revision in ["2024-11-05", "2025-03-26", "2025-06-18"] {
            client = SampleClient(revision)
            message = client.request("tools/call", parameters)
            #expect(message?.code == -32602 && message?.errorText == sentence)
        }
        #expect(client.calls.isEmpty)
    }

    @Test("Answers come in the order in which calls end")
    func order() {
        var client = SampleClient("2025-11-25")
        for id in 1...4 { client.request("tools/call", ["name": "forget"], id: .int(id)) }
        let calls = client.calls
        client.request("ping", id: 5)
        for index in [2, 0, 3, 1] { client.take(client.session.answered(calls[index], .answer(.text("\(index)")))) }
        #expect(client.messages.compactMap { $0["id"]?.intValue } == [5, 3, 1, 4, 2])
        #expect(client.messages.dropFirst().map(\.text) == ["2", "0", "3", "1"])
        #expect(client.session.isIdle)
    }

    @Test("A cancelled call is stopped and never answered, and its id is free again")
    func cancel() throws {
        for isModern in [false, true] {
            var client = isModern ? SampleClient() : SampleClient("2025-06-18")
            func start(_ id: JSONValue) -> JSONValue? {
                isModern
                    ? client.modern("tools/call", ["name": "forget"], id: id)
                    : client.request("tools/call", ["name": "forget"], id: id)
            }
            _ = start(7)
            _ = start("7")
            let first = try #require(client.calls.first)
            client.notify("notifications/cancelled", ["requestId": 7, "reason": "no"])
            #expect(client.cancelled == [first.number])
            client.take(client.session.answered(first, .answer(.text("late"))))
            client.notify("notifications/cancelled", ["requestId": 7])
            for parameters in [[:], ["requestId": nil], ["requestId": 7.5], ["requestId": 99], []] as [JSONValue] {
                client.notify("notifications/cancelled", parameters)
            }
            #expect(client.messages.isEmpty)
            #expect(client.cancelled.count == 1)

            #expect(start(7) == nil)
            client.take(client.session.answered(first, .answer(.text("late"))))
            #expect(client.messages.isEmpty)
            #expect(client.answer(.answer(.text("right")))?["id"] == 7)
        }
    }

    @Test("An id that waits for its answer cannot be used again")
    func taken() {
        var client = SampleClient("2025-06-18")
        client.request("tools/call", ["name": "forget"], id: 7)
        #expect(client.request("ping", id: 7)?.code == -32600)
        #expect(client.modern("tools/list", id: 7)?.code == -32600)
        #expect(client.request("ping", id: "7")?.result == [:])
        #expect(client.answer(.answer(.text("first")))?.text == "first")
        #expect(client.request("ping", id: 7)?.result == [:])
    }

    @Test("One call too many is told to wait, and a reading is refused")
    func limit() throws {
        var client = SampleClient("2025-11-25", limits: AssistantLimits(requests: 2))
        client.request("tools/call", ["name": "forget"])
        client.request("resources/read", ["uri": "sample://now"])
        let refusal = try (client.request("tools/call", ["name": "forget"])).required()
        #expect(refusal.isToolError == true)
        #expect(refusal.text == "forget did nothing: 2 calls are under way; wait for one to end.")
        #expect(client.request("resources/read", ["uri": "sample://now"])?.code == -32603)

        client.answer(AssistantReading.Outcome.notFound)
        #expect(client.request("tools/call", ["name": "forget"]) == nil)
        #expect(AssistantLimits().requests == 32)
    }

    @Test("An outcome is reported once; what comes later is ignored")
    func twice() {
        var client = SampleClient("2025-11-25")
        client.request("tools/call", ["name": "forget"])
        client.answer(.answer(.text("one")))
        client.answer(.answer(.text("two")))
        client.answer(.question("Really?"))
        #expect(client.messages.map(\.text) == ["one"])
    }
}
