// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import JSON
package import OnCueCore
package import OnCueInterface

/// A step of a handoff as a message between machines: one line of JSON, answered by one line.
///
/// ```
/// {"do":"prepare","queue":{…}}            {"answer":{"number":7,"machine":"kitchen","found":41,…}}
/// {"do":"begin","start":{"number":7,…}}   {"error":"Overtaken","message":"something else was requested there …"}
/// ```
///
/// The fields of the values have the same names as on the bus. A reader ignores fields that it does not know.
package enum HandoffStep: Sendable, Equatable {
    /// The longest line in bytes, without its end: enough for a queue of the largest size.
    package static let longestLine = 16 << 20

    case queue
    case prepare(HandedQueue)
    case release(UInt64)
    case begin(HandoffStart)
    case discard(UInt64)
    case takeBack(UInt64)
}

/// The line with which the other side announces itself. A login may print anything before it.
package struct HandoffGreeting: Sendable, Equatable {
    /// The version of the messages; any other is refused.
    package static let version = 1

    package var version: Int

    package init(version: Int = Self.version) { self.version = version }

    package var line: String {
        JSONValue.object([.init("oncue", "handoff"), .init("version", .int(version))]).text()
    }

    /// Reads a line; `nil` if it is not a greeting.
    package init?(line: String) {
        guard let json = try? JSONValue(parsing: line), json["oncue"]?.stringValue == "handoff",
            let version = json["version"]?.intValue
        else { return nil }
        self.init(version: version)
    }
}

// MARK: Lines

extension HandoffStep {
    package var line: String { JSONValue.object(members).text() }

    private var members: [JSONValue.Member] {
        switch self {
        case .queue: [.init("do", "queue")]
        case .prepare(let queue): [.init("do", "prepare"), .init("queue", HandoffJSON.json(queue))]
        case .release(let number): [.init("do", "release"), .init("number", HandoffJSON.json(number))]
        case .begin(let start): [.init("do", "begin"), .init("start", HandoffJSON.json(start))]
        case .discard(let number): [.init("do", "discard"), .init("number", HandoffJSON.json(number))]
        case .takeBack(let number): [.init("do", "takeBack"), .init("number", HandoffJSON.json(number))]
        }
    }

    /// Reads a line.
    ///
    /// - Throws: `invalidValue`, with a message that explains what is wrong.
    package init(line: String) throws(ServiceError) {
        guard line.utf8.count <= Self.longestLine else {
            throw ServiceError(.invalidValue, "the message has \(line.utf8.count) bytes; at most \(Self.longestLine)")
        }
        guard let json = try? JSONValue(parsing: line), let word = json["do"]?.stringValue else {
            throw ServiceError(.invalidValue, "a step of a handoff is an object with \"do\", on one line")
        }
        switch word {
        case "queue": self = .queue
        case "prepare": self = .prepare(try Self.value(json, "queue", HandedQueue.self).sound)
        case "release": self = .release(try Self.number(json))
        case "begin": self = .begin(try Self.value(json, "start", HandoffStart.self))
        case "discard": self = .discard(try Self.number(json))
        case "takeBack": self = .takeBack(try Self.number(json))
        default:
            throw ServiceError(
                .invalidValue, "\"\(word.shortened(toBytes: 100))\" is not a step of a handoff that is known here")
        }
    }

    private static func value<Value: WireForm>(
        _ json: JSONValue, _ name: String, _ type: Value.Type
    ) throws(ServiceError) -> Value {
        guard let value = json[name].flatMap({ HandoffJSON.value(type, from: $0) }) else {
            throw ServiceError(.invalidValue, "\"\(name)\" is missing, or is not whole")
        }
        return value
    }

    private static func number(_ json: JSONValue) throws(ServiceError) -> UInt64 {
        guard let number = json["number"]?.intValue.flatMap(UInt64.init(exactly:)) else {
            throw ServiceError(.invalidValue, "\"number\" is missing")
        }
        return number
    }

    /// Carries out a step, and returns the line that answers it. No input makes it trap.
    ///
    /// - Parameter link: The hash of the certificate of the paired machine that sends the line; empty if there is none.
    package static func answer(
        to line: String, from link: String = "", by service: some HandoffService
    ) async -> String {
        do {
            let answer: JSONValue
            switch try HandoffStep(line: line) {
            case .queue: answer = HandoffJSON.json(try await service.handedQueue())
            case .prepare(var queue):
                // The queue itself does not identify the machine that it comes from.
                queue.link = link
                answer = HandoffJSON.json(try await service.prepareHandoff(queue))
            case .release(let number): answer = HandoffJSON.json(try await service.releaseForHandoff(number))
            case .begin(let start):
                try await service.beginHandoff(start)
                answer = .object([])
            case .discard(let number):
                try await service.discardHandoff(number)
                answer = .object([])
            case .takeBack(let number):
                try await service.takeBackHandoff(number)
                answer = .object([])
            }
            return JSONValue.object([.init("answer", answer)]).text()
        } catch { return Self.line(ServiceError(error)) }
    }

    /// Returns the line that answers a step with an error.
    static func line(_ error: ServiceError) -> String {
        JSONValue.object([
            .init("error", .string(error.code.rawValue)),
            .init("message", .string(error.message.shortened(toBytes: 4_096))),
        ]).text()
    }

    /// Reads the answer to a step.
    ///
    /// - Throws: The error in the answer; `unexpectedAnswer`.
    static func value<Value: WireForm>(_ type: Value.Type, answeredIn line: String) throws(ServiceError) -> Value {
        guard let value = HandoffJSON.value(type, from: try answer(in: line)) else { throw incomplete }
        return value
    }

    private static var incomplete: ServiceError {
        ServiceError(.unexpectedAnswer, "the other machine left out a part of its answer")
    }

    /// Returns the content of the line that answers a step.
    ///
    /// - Throws: The error in the answer; `unexpectedAnswer`.
    package static func answer(in line: String) throws(ServiceError) -> JSONValue {
        guard line.utf8.count <= longestLine, let json = try? JSONValue(parsing: line) else {
            throw ServiceError(.unexpectedAnswer, "the other machine answered in a form that is not understood")
        }
        if let word = json["error"]?.stringValue {
            let message = json["message"]?.stringValue?.shortened(toBytes: 4_096) ?? word
            // This code can only arise at this end, so it is not accepted from the other one.
            let code = ServiceError.Code(rawValue: word).flatMap { $0 == .unexpectedAnswer ? nil : $0 } ?? .failed
            throw ServiceError(code, message)
        }
        guard let answer = json["answer"] else { throw incomplete }
        return answer
    }
}

/// Conversion of values to and from JSON, with the names that their fields have on the bus.
package enum HandoffJSON {
    package static func json(_ value: some WireForm) -> JSONValue { json(.dictionary(FormWriter.dictionary(value))) }

    static func json(_ number: UInt64) -> JSONValue { .int(Int(clamping: number)) }

    package static func value<Value: WireForm>(_ type: Value.Type, from json: JSONValue) -> Value? {
        guard case .dictionary(let values) = wire(json) else { return nil }
        return FormReader.value(type, in: values)
    }

    private static func json(_ value: BusValue) -> JSONValue {
        switch value.unwrapped {
        case .bool(let value): .bool(value)
        case .double(let value): .double(value)
        case .string(let text), .objectPath(let text): .string(text)
        case .array(let values, _), .structure(let values): .array(values.map { json($0) })
        case .dictionary(let values):
            .object(values.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, json($0.value)) })
        case let other: other.intValue.map(JSONValue.int) ?? .null
        }
    }

    private static func wire(_ json: JSONValue) -> BusValue? {
        switch json {
        case .null: nil
        case .bool(let value): .bool(value)
        case .int(let number): .int64(Int64(number))
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .array(let values): .array(values.compactMap { wire($0) }, of: "v")
        case .object(let members):
            .dictionary(
                Dictionary(
                    members.compactMap { member in wire(member.value).map { (member.name, $0) } }
                ) { first, _ in first })
        }
    }
}
