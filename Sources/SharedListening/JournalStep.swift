// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import JSON
internal import OnCueCore
package import OnCueInterface
internal import TextOutput

/// A message of an exchange, and its answer, as a step between machines, on one line each.
///
/// ```
/// {"do":"journal","version":1,"kinds":["plays"],"have":{"7c…":{"plays":12}},"parts":[…]}    {"answer":{"version":1,…}}
/// ```
package enum JournalStep {
    private static let word = "journal"

    /// Returns the line that is sent to another machine.
    ///
    /// - Parameter message: The message.
    package static func line(_ message: SharedMessage) -> String {
        guard case .object(let members) = message.json else { return "" }
        return JSONValue.object([.init("do", .string(word))] + members).text()
    }

    /// Reads the answer.
    ///
    /// - Throws: The error in the answer; `unexpectedAnswer` if it is not understood.
    package static func answer(in line: String) throws(ServiceError) -> SharedMessage {
        guard line.utf8.count <= 2 * SharedLimits.bytes + 100, let json = try? JSONValue(parsing: line) else {
            throw ServiceError(.unexpectedAnswer, "the other machine answered in a form that is not understood")
        }
        if let word = json["error"]?.stringValue {
            let message = TextLayout.printable(json["message"]?.stringValue?.shortened(toBytes: 4_096) ?? word)
            throw ServiceError(ServiceError.Code(rawValue: word) ?? .failed, message)
        }
        guard let answer = json["answer"] else {
            throw ServiceError(.unexpectedAnswer, "the other machine left out a part of its answer")
        }
        return try SharedMessage(json: answer)
    }

    /// Carries out a step and returns its answer; `nil` for a line that is not a step. No input makes it fail.
    ///
    /// - Parameter machine: The identifier of the machine that sent the line; `nil` if it is unknown, as over ssh.
    package static func answer(
        to line: String, ofMachine machine: String?, by service: some SharedListeningService
    ) async -> String? {
        // Checking the beginning avoids parsing every long line twice.
        guard line.utf8.prefix(64).starts(with: "{\"do\":\"\(word)\"".utf8) else { return nil }
        do {
            let message = try message(line)
            guard let machine else {
                throw ServiceError(.refused, "only machines that are paired share listening: oncue handoff pair")
            }
            let answer = try JSONValue(parsing: try await service.exchangeListening(machine, message.text))
            return JSONValue.object([.init("answer", answer)]).text()
        } catch {
            let error = ServiceError(error)
            return JSONValue.object([
                .init("error", .string(error.code.rawValue)),
                .init("message", .string(error.message.shortened(toBytes: 4_096))),
            ]).text()
        }
    }

    private static func message(_ line: String) throws(ServiceError) -> SharedMessage {
        guard line.utf8.count <= 2 * SharedLimits.bytes else {
            throw ServiceError(
                .invalidValue, "the message has \(line.utf8.count) bytes; at most \(2 * SharedLimits.bytes)")
        }
        guard let json = try? JSONValue(parsing: line) else {
            throw ServiceError(.invalidValue, "a message about listening is an object on one line")
        }
        return try SharedMessage(json: json)
    }
}
