// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request to a service, without its server.
package struct ServiceRequest: Sendable, Equatable {
    /// Follows the address of the server; with the query.
    package var path: String
    package var fields: [String: String]
    /// `nil` for a request that only reads.
    package var body: [UInt8]?
    /// The largest answer that is read, in bytes.
    package var limit = 1 << 20

    package init(_ path: String, fields: [String: String] = [:], body: [UInt8]? = nil) {
        (self.path, self.fields, self.body) = (path, fields, body)
    }
}

/// An answer of a service, as far as it is looked at.
package struct ServiceAnswer: Sendable, Equatable {
    package var status: Int
    /// Names in lower case.
    package var fields: [String: String]
    package var body: [UInt8]

    package init(_ status: Int, _ fields: [String: String] = [:], _ body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    package var text: String { String(decoding: body, as: UTF8.self) }
}

/// The meaning of an answer for the data that was sent.
package enum Verdict: Sendable, Equatable {
    /// It is there; some of it, by its place in the request, was refused for good.
    case accepted(refused: [Refusal])
    /// The service takes what is sent later, the rest of the batch from this place on too.
    case later(String, after: Duration?, from: Int = 0)
    /// The token, or the session, is not valid; everything else would be refused too.
    case denied(String)
    /// The request itself is at fault, so that the same one is never accepted.
    case refused(String)

    package struct Refusal: Sendable, Equatable {
        package var index: Int
        package var reason: String

        package init(_ index: Int, _ reason: String) { (self.index, self.reason) = (index, reason) }
    }

    /// The longest time that a service may ask to be left alone.
    package static let longestWait = Duration.seconds(86_400)

    /// Returns the pause that the fields of an answer ask for.
    static func wait(_ fields: [String: String]) -> Duration? {
        let number = [fields["retry-after"], fields["x-ratelimit-reset-in"]].compactMap { text in
            text.flatMap { Double($0.filter { !$0.isWhitespace }) }
        }.first { $0.isFinite && $0 >= 0 }
        // A number that no duration can have is bounded first.
        return number.map { .seconds(min($0, Double(longestWait.components.seconds))) }
    }

    /// When to come back, for an answer that is none to the question; `nil` for any other.
    package static func postponement(_ answer: ServiceAnswer) -> (message: String, after: Duration?)? {
        let message = "answered with status \(answer.status)"
        guard case .later(let reason, let after, _) = byStatus(answer, message) else { return nil }
        return (reason, after)
    }

    /// Returns the meaning of a status other than success; `nil` for one that means nothing by itself.
    static func byStatus(_ answer: ServiceAnswer, _ message: String) -> Verdict? {
        switch answer.status {
        case 200...299: nil
        case 429: .later("was asked too often", after: wait(answer.fields))
        case 401: .denied(message)
        case 300...399: .later("has moved to another address", after: nil)
        case 408, 425, 500...: .later(message, after: wait(answer.fields))
        default: nil
        }
    }
}
