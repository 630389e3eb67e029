// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import JSON
import OnCueCore
import Testing

@testable import AssistantProtocol

@Suite("Whatever a client sends")
struct RandomSessionTests {
    @Test("Every request with an id is answered once, and nothing traps", arguments: 0..<60)
    func answeredOnce(seed: UInt64) {
        var model = RandomClient(seed: seed)
        for _ in 0..<400 { model.step() }
        model.finish()
    }

    @Test("The same input gives the same output")
    func deterministic() {
        func run() -> [JSONValue] {
            var model = RandomClient(seed: 7)
            for _ in 0..<300 { model.step() }
            return model.messages
        }
        #expect(run() == run())
    }
}

/// A client in disorder, with a simple model of what it is owed: one answer for each request, none after cancelling.
private struct RandomClient {
    private(set) var messages: [JSONValue] = []
    private var random: SplitMix64
    private var session: AssistantSession
    private var owed: [MessageIdentifier: Int] = [:]
    private var calls: [AssistantCall] = []
    private var readings: [AssistantReading] = []
    private var questions: [JSONValue] = []
    private var states: [JSONValue] = []
    private var nextInBatch = 0

    private static let identifiers: [JSONValue] = [0, 1, 2, 3, -4, "a", "b", "1", "é", "e\u{301}", ""]
    private static let odd: [JSONValue] = [nil, true, 1.5, 1e20, [], [:], "\u{202E}\n", -1]
    private static let methods = [
        "initialize", "ping", "tools/list", "tools/call", "tools/call", "tools/call", "resources/list",
        "resources/templates/list", "resources/read", "resources/read", "resources/subscribe",
        "resources/unsubscribe", "server/discover", "subscriptions/listen", "logging/setLevel", "x",
    ]
    private static let uris: [JSONValue] = ["sample://now", "sample://queue", "sample://art/1", "sample://no"]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        let limits = AssistantLimits(requests: 5, subscriptions: 4, questions: 3, page: 2, batch: 4)
        session = AssistantSession(.sample, limits: limits, seed: seed)
    }

    // MARK: Steps

    mutating func step() {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9: send(request(pick(Self.identifiers)))
        case 9: sendDamaged(request(pick(Self.identifiers)))
        case 10: sendBatch()
        case 11: send(["jsonrpc": "2.0", "method": "notifications/initialized"])
        case 12, 13:
            let parameters: JSONValue = ["requestId": chance(8) ? pick(Self.odd) : pick(Self.identifiers)]
            send(["jsonrpc": "2.0", "method": "notifications/cancelled", "params": parameters])
        case 14: respond()
        case 15: take(session.changed(pick(Self.uris).stringValue ?? ""))
        case 16: take(session.receive(chance(2) ? .tooLong : .bytes(noise())))
        case 17: endReading()
        default: endCall()
        }
    }

    /// Ends all that is under way; then nothing is owed.
    mutating func finish() {
        while !calls.isEmpty || !readings.isEmpty {
            endCall()
            endReading()
        }
        take(session.close())
        #expect(owed.allSatisfy { $0.value == 0 }, "\(owed)")
        #expect(session.isIdle)
    }

    private mutating func endCall() {
        guard !calls.isEmpty else { return }
        let call = calls.remove(at: Int.random(in: 0..<calls.count, using: &random))
        let asks = call.tool != "play" && call.consent == .none
        take(session.answered(call, asks ? .question("Really?") : .answer(.text("Done.\n", structure: ["a": 1]))))
    }

    private mutating func endReading() {
        guard !readings.isEmpty else { return }
        let reading = readings.remove(at: Int.random(in: 0..<readings.count, using: &random))
        let contents = AssistantContents(uri: reading.uri, mimeType: "text/plain", body: .data([1]))
        take(session.answered(reading, chance(2) ? .notFound : .contents([contents], freshFor: .zero)))
    }

    // MARK: Messages

    private mutating func request(_ identifier: JSONValue) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", pick(["play", "erase", "forget", "plya"])), .init("uri", pick(Self.uris)),
            .init("arguments", pick([["what": "x"], [:], ["what": 1], ["confirm": true, "what": "x"]])),
            .init("notifications", pick([[:], ["resourceSubscriptions": ["sample://now", "sample://queue"]]])),
            .init("protocolVersion", pick(["2025-03-26", "2025-06-18", "2025-11-25"])),
            .init("capabilities", pick([[:], ["elicitation": [:]]])),
        ]
        if chance(2) {
            let abilities = pick([[:], ["elicitation": [:]]])
            let version = pick(["2026-07-28", "2026-07-28", "2026-07-28", "2025-11-25"])
            members.append(
                .init(
                    "_meta",
                    [
                        "io.modelcontextprotocol/protocolVersion": version,
                        "io.modelcontextprotocol/clientCapabilities": abilities,
                    ]))
        }
        if !states.isEmpty, chance(3) {
            let response: JSONValue = ["action": pick(["accept", "decline"]), "content": ["confirm": true]]
            members += [.init("requestState", pick(states)), .init("inputResponses", ["confirm": response])]
        }
        members.removeAll { _ in chance(25) }
        let method = JSONValue.string(Self.methods[Int.random(in: 0..<Self.methods.count, using: &random)])
        var message: [JSONValue.Member] = [
            .init("jsonrpc", "2.0"), .init("id", chance(30) ? pick(Self.odd) : identifier),
            .init("method", chance(30) ? pick(Self.odd) : method),
            .init("params", chance(30) ? pick(Self.odd) : .object(members)),
        ]
        if chance(20) { message.remove(at: Int.random(in: 0..<message.count, using: &random)) }
        return .object(message)
    }

    private mutating func sendBatch() {
        let messages = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            nextInBatch += 1
            return request(.string("batch \(nextInBatch)"))
        }
        if session.handshake?.revision == .march2025, (1...4).contains(messages.count) {
            for message in messages { note(message) }
        }
        take(session.receive(.bytes(Array(JSONValue.array(messages).text().utf8))))
    }

    private mutating func sendDamaged(_ message: JSONValue) {
        var bytes = Array(message.text().utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            bytes[index] = UInt8.random(in: 0 ... .max, using: &random)
            if chance(2) { bytes.remove(at: index) }
        }
        if let text = String(validating: bytes, as: UTF8.self), let value = try? JSONValue(parsing: text) {
            note(value)
        }
        take(session.receive(.bytes(bytes)))
    }

    private mutating func respond() {
        let identifier = questions.isEmpty || chance(5) ? pick(Self.identifiers + Self.odd) : questions.removeFirst()
        let result = pick([
            ["action": "accept", "content": ["confirm": true]], ["action": "decline"], ["action": "cancel"], [:], 1,
        ])
        send(["jsonrpc": "2.0", "id": identifier, "result": result])
    }

    private mutating func send(_ message: JSONValue) {
        note(message)
        take(session.receive(.bytes(Array(message.text().utf8))))
    }

    private mutating func noise() -> [UInt8] {
        (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
    }

    // MARK: The model

    private mutating func note(_ message: JSONValue) {
        let identifier = MessageIdentifier(message["id"])
        let isRequest = message["method"] != nil || (message["result"] == nil && message["error"] == nil)
        if case .object = message, let identifier, isRequest {
            owed[identifier, default: 0] += 1
        } else if message["method"] == "notifications/cancelled", message["id"] == nil,
            let cancelled = MessageIdentifier(message["params"]?["requestId"]), owed[cancelled, default: 0] > 0
        {
            owed[cancelled, default: 0] -= 1
        }
    }

    private mutating func take(_ deeds: [AssistantDeed]) {
        for deed in deeds {
            switch deed {
            case .send(let line):
                #expect(!line.utf8.contains(UInt8(ascii: "\n")))
                guard let message = try? JSONValue(parsing: line) else {
                    Issue.record("not JSON: \(line)")
                    continue
                }
                messages.append(message)
                for message in message.arrayValue ?? [message] { count(message) }
            case .call(let call): calls.append(call)
            case .read(let reading): readings.append(reading)
            case .cancel(let number):
                if chance(2) {
                    calls.removeAll { $0.number == number }
                    readings.removeAll { $0.number == number }
                }
            case .watch(let uris): #expect(uris == Array(Set(uris)).sorted() && uris.count <= 4)
            }
        }
    }

    private mutating func count(_ message: JSONValue) {
        #expect(message["jsonrpc"] == "2.0")
        if let state = message["result"]?["requestState"] { states.append(state) }
        guard let identifier = MessageIdentifier(message["id"]) else { return }
        if message["method"] != nil {
            questions.append(identifier.json)
        } else {
            owed[identifier, default: 0] -= 1
            #expect(owed[identifier, default: 0] >= 0, "\(message)")
        }
    }

    // MARK: Chance

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func pick(_ values: [JSONValue]) -> JSONValue {
        values[Int.random(in: 0..<values.count, using: &random)]
    }
}
