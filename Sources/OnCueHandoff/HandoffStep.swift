// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import JSON
package import OnCueCore
package import OnCueInterface

/// One step of a handoff as a message between machines: one line of JSON, and one line in answer.
///
/// ```
/// {"do":"prepare","queue":{…}}            {"answer":{"number":7,"machine":"kitchen","found":41,…}}
/// {"do":"begin","start":{"number":7,…}}   {"error":"Overtaken","message":"something else was requested there …"}
/// ```
///
/// The fields of the values are those that the bus has, by the same names. A reader ignores those that it does not know.
package enum HandoffStep: Sendable, Equatable {
    /// The longest line in bytes, without its end: what a queue of the largest size may have.
    package static let longestLine = 16 << 20

    case queue
    case prepare(HandedQueue)
    case release(UInt64)
    case begin(HandoffStart)
    case discard(UInt64)
    case takeBack(UInt64)
}

/// The line by which the other side says that it is there, before which a login may print what it likes.
package struct HandoffGreeting: Sendable, Equatable {
    /// The version of the messages; another one is refused.
    package static let version = 1

    package var version: Int

    package init(version: Int = Self.version) { self.version = version }

    package var line: String {
        JSONValue.object([.init("oncue", "handoff"), .init("version", .int(version))]).text()
    }

    /// `nil` for a line that is not one.
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
    /// - Throws: `invalidValue`, which says what is wrong with it.
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
                .invalidValue, "\"\(word.shortened(toBytes: 100))\" is no step of a handoff that is known here")
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

    /// Carries out a step, and gives the line that answers it. Nothing that is sent makes it fail.
    ///
    /// - Parameter link: The hash of the certificate of the paired machine that sends it; empty for none.
    package static func answer(
        to line: String, from link: String = "", by service: some HandoffService
    ) async -> String {
        do {
            let answer: JSONValue
            switch try HandoffStep(line: line) {
            case .queue: answer = HandoffJSON.json(try await service.handedQueue())
            case .prepare(var queue):
                // It does not say by itself who it is.
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

    /// The line that answers a step with an error.
    static func line(_ error: ServiceError) -> String {
        JSONValue.object([
            .init("error", .string(error.code.rawValue)),
            .init("message", .string(error.message.shortened(toBytes: 4_096))),
        ]).text()
    }

    /// Reads the answer to a step.
    ///
    /// - Throws: The error in it; `unexpectedAnswer`.
    static func value<Value: WireForm>(_ type: Value.Type, answeredIn line: String) throws(ServiceError) -> Value {
        guard let value = HandoffJSON.value(type, from: try answer(in: line)) else { throw incomplete }
        return value
    }

    private static var incomplete: ServiceError {
        ServiceError(.unexpectedAnswer, "the other machine left out a part of its answer")
    }

    /// Returns the content of the line that answers a step.
    ///
    /// - Throws: The error in it; `unexpectedAnswer`.
    package static func answer(in line: String) throws(ServiceError) -> JSONValue {
        guard line.utf8.count <= longestLine, let json = try? JSONValue(parsing: line) else {
            throw ServiceError(.unexpectedAnswer, "the other machine answered in a form that is not understood")
        }
        if let word = json["error"]?.stringValue {
            let message = json["message"]?.stringValue?.shortened(toBytes: 4_096) ?? word
            // What happens only at this end is not believed from there.
            let code = ServiceError.Code(rawValue: word).flatMap { $0 == .unexpectedAnswer ? nil : $0 } ?? .failed
            throw ServiceError(code, message)
        }
        guard let answer = json["answer"] else { throw incomplete }
        return answer
    }
}

/// Values in JSON, by the names that their fields have on the bus.
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
