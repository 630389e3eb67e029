// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import AssistantProtocol
import JSON
import Testing

/// A client and a server around a session: it sends messages, keeps what comes back, and leaves outcomes to the test.
struct SampleClient {
    var session: AssistantSession
    /// The messages that the session sent, in their order.
    var messages: [JSONValue] = []
    var calls: [AssistantCall] = []
    var readings: [AssistantReading] = []
    var cancelled: [Int] = []
    var watched: [[String]] = []
    private var nextIdentifier = 100

    init(_ offer: AssistantOffer = .sample, limits: AssistantLimits = AssistantLimits(), seed: UInt64 = 1) {
        session = AssistantSession(offer, limits: limits, seed: seed)
    }

    /// A client that has shaken hands in a revision before 2026-07-28.
    init(
        _ revision: String, abilities: JSONValue = [:], offer: AssistantOffer = .sample,
        limits: AssistantLimits = AssistantLimits()
    ) {
        self.init(offer, limits: limits)
        initialize(revision, abilities: abilities)
        notify("notifications/initialized")
        messages = []
    }

    // MARK: Sending

    mutating func take(_ deeds: [AssistantDeed]) {
        for deed in deeds {
            switch deed {
            case .send(let line):
                #expect(!line.utf8.contains(UInt8(ascii: "\n")))
                let message = try? JSONValue(parsing: line)
                #expect(message != nil, "\(line)")
                messages.append(message ?? .null)
            case .call(let call): calls.append(call)
            case .read(let reading): readings.append(reading)
            case .cancel(let number): cancelled.append(number)
            case .watch(let uris): watched.append(uris)
            }
        }
    }

    mutating func send(_ text: String) { take(session.receive(.bytes(Array(text.utf8)))) }

    mutating func send(_ value: JSONValue) { send(value.text()) }

    mutating func notify(_ method: String, _ parameters: JSONValue = [:]) {
        send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
    }

    /// Sends a request and returns the message that came at once, if any.
    @discardableResult
    mutating func request(_ method: String, _ parameters: JSONValue = [:], id: JSONValue? = nil) -> JSONValue? {
        let count = messages.count
        nextIdentifier += 1
        send([
            "jsonrpc": "2.0", "id": id ?? .int(nextIdentifier), "method": .string(method), "params": parameters,
        ])
        return messages.count > count ? messages.last : nil
    }

    /// Sends a request of revision 2026-07-28.
    @discardableResult
    mutating func modern(
        _ method: String, _ parameters: JSONValue = [:], abilities: JSONValue = [:], id: JSONValue? = nil
    ) -> JSONValue? {
        guard case .object(let members) = parameters else { return nil }
        let meta: JSONValue = [
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": abilities,
        ]
        return request(method, .object(members + [.init("_meta", meta)]), id: id)
    }

    @discardableResult
    mutating func initialize(_ revision: String, abilities: JSONValue = [:]) -> JSONValue? {
        request(
            "initialize",
            [
                "protocolVersion": .string(revision), "capabilities": abilities,
                "clientInfo": ["name": "test", "version": "1"],
            ], id: 0)
    }

    // MARK: Outcomes

    /// Reports the outcome of the last call and returns the message that came at once.
    @discardableResult
    mutating func answer(_ outcome: AssistantCall.Outcome) -> JSONValue? {
        guard let call = calls.last else { return nil }
        take(session.answered(call, outcome))
        return messages.last
    }

    /// Reports the outcome of the last reading and returns the message that came at once.
    @discardableResult
    mutating func answer(_ outcome: AssistantReading.Outcome) -> JSONValue? {
        guard let reading = readings.last else { return nil }
        take(session.answered(reading, outcome))
        return messages.last
    }
}

extension JSONValue {
    /// The code of an error.
    var code: Int? { self["error"]?["code"]?.intValue }
    /// The message of an error.
    var errorText: String? { self["error"]?["message"]?.stringValue }
    /// The result of a request.
    var result: JSONValue? { self["result"] }
    /// The text of the first block of a tool's answer.
    var text: String? { result?["content"]?[0]?["text"]?.stringValue }
    /// Whether a tool failed.
    var isToolError: Bool? { result?["isError"]?.boolValue }
    /// The names of the members of an object.
    var names: [String] {
        if case .object(let members) = self { members.map(\.name) } else { [] }
    }
}

extension Optional {
    /// The value; a test that finds none ends here. `#require` cannot evaluate what changes a client.
    func required(_ location: SourceLocation = #_sourceLocation) throws -> Wrapped {
        try #require(self, sourceLocation: location)
    }
}
