// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

@Suite("Questions to the user")
struct QuestionTests {
    private static let question = "Remove 212 entries?"
    private static let forms: JSONValue = ["elicitation": ["form": [:], "url": [:]]]

    // MARK: Since 2026-07-28

    /// Calls a tool, which asks; returns the client and the question's name.
    private func asked(_ tool: String, _ arguments: JSONValue = [:]) throws -> (SampleClient, state: JSONValue) {
        var client = SampleClient()
        client.modern("tools/call", ["name": .string(tool), "arguments": arguments], abilities: Self.forms)
        #expect(client.calls.last?.consent == AssistantCall.Consent.none)
        let result = try (client.answer(.question(Self.question))?.result).required()
        return (client, try #require(result["requestState"]))
    }

    private func retry(
        _ client: inout SampleClient, _ tool: String, _ arguments: JSONValue, _ state: JSONValue,
        _ responses: JSONValue?
    ) -> JSONValue? {
        var members: [JSONValue.Member] = [
            .init("name", .string(tool)), .init("arguments", arguments), .init("requestState", state),
        ]
        if let responses { members.append(.init("inputResponses", responses)) }
        return client.modern("tools/call", .object(members), abilities: Self.forms)
    }

    private static let yes: JSONValue = ["confirm": ["action": "accept", "content": ["confirm": true]]]

    @Test("The client gets the question as a result, which ends the request")
    func result() throws {
        var client = SampleClient()
        client.modern("tools/call", ["name": "forget"], abilities: ["elicitation": [:]])

        let result = try (client.answer(.question(Self.question))?.result).required()

        #expect(result["resultType"] == "input_required")
        let request = result["inputRequests"]?["confirm"]
        #expect(request?["method"] == "elicitation/create")
        #expect(request?["params"]?["mode"] == "form")
        #expect(request?["params"]?["message"]?.stringValue == Self.question)
        let schema = request?["params"]?["requestedSchema"]
        #expect(schema?["properties"]?["confirm"]?["type"] == "boolean")
        #expect(schema?["required"] == ["confirm"])
        #expect(try #require(result["requestState"]?.stringValue).count == 32)
        #expect(result["ttlMs"] == nil)
        #expect(client.session.isIdle)
    }

    @Test("A yes begins the call again, with the user's consent to that question, once")
    func yes() throws {
        var (client, state) = try asked("erase", ["from": 3])
        #expect(retry(&client, "erase", ["from": 3], state, Self.yes) == nil)
        #expect(client.calls.count == 2)
        #expect(client.calls.last?.consent == .user(question: Self.question))
        #expect(client.answer(.answer(.text("Removed.")))?.isToolError == false)

        #expect(retry(&client, "erase", ["from": 3], state, Self.yes)?.code == -32602)
    }

    @Test("A no, an unticked box and a closed question change nothing")
    func no() throws {
        for (response, text) in [
            (["action": "decline"], "erase did nothing: the user said no."),
            (["action": "accept", "content": ["confirm": false]], "erase did nothing: the user said no."),
            (["action": "accept"], "erase did nothing: the user said no."),
            (["action": "accept", "content": ["confirm": "yes"]], "erase did nothing: the user said no."),
            (["action": "cancel"], "erase did nothing: the user closed the question without an answer."),
        ] as [(JSONValue, String)] {
            var (client, state) = try asked("erase")
            let message = retry(&client, "erase", [:], state, ["confirm": response])
            #expect(message?.text == text && message?.isToolError == true)
            #expect(client.calls.count == 1)
            #expect(retry(&client, "erase", [:], state, Self.yes)?.code == -32602)
        }
    }

    @Test("A question is bound to its tool and its arguments, and its name cannot be made up")
    func bound() throws {
        var (client, state) = try asked("erase", ["from": 3])
        #expect(retry(&client, "erase", ["from": 4], state, Self.yes)?.code == -32602)
        #expect(retry(&client, "erase", [:], state, Self.yes)?.code == -32602)
        #expect(retry(&client, "forget", ["from": 3], state, Self.yes)?.code == -32602)
        for state in ["", "0", 1, [:], true, .string(String(repeating: "f", count: 5000))] as [JSONValue] {
            #expect(retry(&client, "erase", ["from": 3], state, Self.yes)?.code == -32602)
        }
        #expect(client.calls.count == 1)
        #expect(retry(&client, "erase", ["from": 3], state, Self.yes) == nil)
    }

    @Test("Arguments may come back in another order, and 3 as 3.0")
    func rewritten() throws {
        var (client, state) = try asked("erase", ["from": 3, "confirm": false])
        #expect(retry(&client, "erase", ["confirm": false, "from": 3.0], state, Self.yes) == nil)
        #expect(client.calls.last?.arguments == ["confirm": false, "from": 3])
    }

    @Test("Without an answer the same question is put again; a malformed one is refused")
    func incomplete() throws {
        var (client, state) = try asked("erase")
        for responses in [nil, [:], ["other": ["action": "accept"]]] as [JSONValue?] {
            let result = retry(&client, "erase", [:], state, responses)?.result
            #expect(result?["resultType"] == "input_required" && result?["requestState"] == state)
        }
        for responses in [[], 1, ["confirm": 1], ["confirm": ["action": "maybe"]], ["confirm": [:]]] as [JSONValue] {
            #expect(retry(&client, "erase", [:], state, responses)?.code == -32602)
        }
        #expect(retry(&client, "erase", [:], state, Self.yes) == nil)
    }

    @Test("Of many open questions the oldest are forgotten")
    func manyQuestions() throws {
        var client = SampleClient(limits: AssistantLimits(questions: 2))
        var states: [JSONValue] = []
        for from in 0..<3 {
            client.modern("tools/call", ["name": "erase", "arguments": ["from": .int(from)]], abilities: Self.forms)
            states.append(try (client.answer(.question("\(from)?"))?.result?["requestState"]).required())
        }
        #expect(retry(&client, "erase", ["from": 0], states[0], Self.yes)?.code == -32602)
        #expect(retry(&client, "erase", ["from": 1], states[1], Self.yes) == nil)
        #expect(client.calls.last?.consent == .user(question: "1?"))
        #expect(retry(&client, "erase", ["from": 2], states[2], Self.yes) == nil)
    }

    @Test("After a yes a tool may ask something else")
    func again() throws {
        var (client, state) = try asked("erase")
        _ = retry(&client, "erase", [:], state, Self.yes)
        let second = try (client.answer(.question("Remove 300 entries?"))?.result?["requestState"]).required()
        #expect(second != state)
        #expect(retry(&client, "erase", [:], second, Self.yes) == nil)
        #expect(client.calls.last?.consent == .user(question: "Remove 300 entries?"))
    }

    // MARK: Before 2026-07-28

    @Test("Before 2026-07-28 the server asks, if the client can show forms, and the request waits")
    func serverAsks() throws {
        for (revision, hasMode) in [("2025-06-18", false), ("2025-11-25", true)] {
            var client = SampleClient(revision, abilities: ["elicitation": [:]])
            client.request("tools/call", ["name": "erase"], id: 9)

            let request = try (client.answer(.question(Self.question))).required()

            #expect(request["method"] == "elicitation/create")
            #expect(request["params"]?["message"]?.stringValue == Self.question)
            #expect(request["params"]?["mode"] == (hasMode ? "form" : nil))
            #expect(!client.session.isIdle)
            #expect(client.request("ping", id: 9)?.code == -32600)
            let identifier = try #require(request["id"])
            client.send([
                "jsonrpc": "2.0", "id": identifier,
                "result": ["action": "accept", "content": ["confirm": true]],
            ])
            #expect(client.calls.last?.consent == .user(question: Self.question))
            let answer = client.answer(.answer(.text("Removed.")))
            #expect(answer?["id"] == 9 && answer?.text == "Removed.")
        }
    }

    @Test("Answers to questions find their calls, whatever their order")
    func interleaved() throws {
        var client = SampleClient("2025-11-25", abilities: Self.forms)
        var identifiers: [JSONValue] = []
        for id in 1...3 {
            client.request("tools/call", ["name": "erase", "arguments": ["from": .int(id)]], id: .int(id))
            identifiers.append(try (client.answer(.question("\(id)?"))?["id"]).required())
        }
        client.send(["jsonrpc": "2.0", "id": identifiers[2], "result": ["action": "decline"]])
        #expect(client.messages.last?["id"] == 3 && client.messages.last?.isToolError == true)
        client.send(["jsonrpc": "2.0", "id": identifiers[0], "error": ["code": -32601, "message": "no"]])
        #expect(client.messages.last?["id"] == 1)
        #expect(client.messages.last?.text == "erase did nothing: the client could not ask the user.")
        client.send([
            "jsonrpc": "2.0", "id": identifiers[1], "result": ["action": "accept", "content": ["confirm": true]],
        ])
        #expect(client.calls.last?.arguments == ["from": 2])
        client.send(["jsonrpc": "2.0", "id": identifiers[1], "result": ["action": "decline"]])
        #expect(client.answer(.answer(.text("Removed.")))?["id"] == 2)
        #expect(client.session.isIdle)
    }

    @Test("Cancelling a call that waits for the user takes the question back")
    func cancel() throws {
        var client = SampleClient("2025-11-25", abilities: Self.forms)
        client.request("tools/call", ["name": "erase"], id: 9)
        let identifier = try (client.answer(.question(Self.question))?["id"]).required()
        client.notify("notifications/cancelled", ["requestId": 9])
        #expect(client.messages.last?["method"] == "notifications/cancelled")
        #expect(client.messages.last?["params"]?["requestId"] == identifier)
        let count = client.messages.count
        client.send(["jsonrpc": "2.0", "id": identifier, "result": ["action": "accept", "content": ["confirm": true]]])
        #expect(client.messages.count == count && client.calls.count == 1 && client.cancelled.isEmpty)
        #expect(client.session.isIdle)
    }

    // MARK: Clients that cannot ask

    @Test("A client that cannot ask is told to call again with confirm: true, which then counts")
    func argument() throws {
        for abilities in [
            [:], ["elicitation": ["url": [:]]], ["elicitation": nil], ["elicitation": true],
        ] as [JSONValue] {
            var legacy = SampleClient("2025-11-25", abilities: abilities)
            legacy.request("tools/call", ["name": "erase"])
            let text = try (legacy.answer(.question(Self.question))?.text).required()
            #expect(
                text == "erase did nothing yet: Remove 212 entries? Ask the user; if they agree, "
                    + "call erase again with confirm: true.")
            legacy.request("tools/call", ["name": "erase", "arguments": ["confirm": true]])
            #expect(legacy.calls.last?.consent == .model)

            var modern = SampleClient()
            modern.modern("tools/call", ["name": "erase"], abilities: abilities)
            #expect(modern.answer(.question(Self.question))?.text == text)
            modern.modern("tools/call", ["name": "erase", "arguments": ["confirm": true]], abilities: abilities)
            #expect(modern.calls.last?.consent == .model)
        }
    }

    @Test("Where the user can be asked, the model cannot answer for them")
    func noShortcut() {
        var client = SampleClient("2025-11-25", abilities: Self.forms)
        let parameters: JSONValue = ["name": "erase", "arguments": ["confirm": true]]
        client.request("tools/call", parameters)
        #expect(client.calls.last?.consent == AssistantCall.Consent.none)
        client.modern("tools/call", parameters, abilities: Self.forms)
        #expect(client.calls.last?.consent == AssistantCall.Consent.none)
        client.modern("tools/call", ["name": "forget", "arguments": ["confirm": true]])
        #expect(client.calls.last?.consent == AssistantCall.Consent.none)
    }

    @Test("A tool that takes no confirm argument needs a client that can ask")
    func required() {
        var client = SampleClient("2024-11-05", abilities: Self.forms)
        client.request("tools/call", ["name": "forget"])
        #expect(
            client.answer(.question(Self.question))?.text
                == "forget did nothing: it must ask the user, and this client cannot.")
        client.modern("tools/call", ["name": "forget"])
        let refusal = client.answer(.question(Self.question))
        #expect(refusal?.code == -32021)
        #expect(refusal?["error"]?["data"] == ["requiredCapabilities": ["elicitation": ["form": [:]]]])
    }

    @Test("Before the client says that it is initialized, it is asked nothing")
    func early() {
        var client = SampleClient()
        client.initialize("2025-11-25", abilities: Self.forms)
        client.request("tools/call", ["name": "erase"])
        #expect(client.answer(.question(Self.question))?.isToolError == true)
    }
}
