// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// A request to a service, without the address of its server.
package struct ServiceRequest: Sendable, Equatable {
    /// The path with the query, which is appended to the address of the server.
    package var path: String
    package var fields: [String: String]
    /// The body; `nil` if the request only reads.
    package var body: [UInt8]?
    /// The maximum size of the answer, in bytes.
    package var limit = 1 << 20

    package init(_ path: String, fields: [String: String] = [:], body: [UInt8]? = nil) {
        (self.path, self.fields, self.body) = (path, fields, body)
    }
}

/// The parts of a service's answer that are used.
package struct ServiceAnswer: Sendable, Equatable {
    package var status: Int
    /// The header fields, with names in lower case.
    package var fields: [String: String]
    package var body: [UInt8]

    package init(_ status: Int, _ fields: [String: String] = [:], _ body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    package var text: String { String(decoding: body, as: UTF8.self) }
}

/// The meaning of an answer for the data that was sent.
package enum Verdict: Sendable, Equatable {
    /// The data was taken, except for parts that were refused for good, which are given by their indices in the
    /// request.
    case accepted(refused: [Refusal])
    /// The data must be sent later, from this index in the batch on.
    case later(String, after: Duration?, from: Int = 0)
    /// The token or the session is not valid; every other request would be refused too.
    case denied(String)
    /// The request itself is at fault, so that it would never be accepted.
    case refused(String)

    package struct Refusal: Sendable, Equatable {
        package var index: Int
        package var reason: String

        package init(_ index: Int, _ reason: String) { (self.index, self.reason) = (index, reason) }
    }

    /// The maximum time for which a service may ask for a pause.
    package static let longestWait = Duration.seconds(86_400)

    /// Returns the pause that the header fields of an answer ask for.
    static func wait(_ fields: [String: String]) -> Duration? {
        let number = [fields["retry-after"], fields["x-ratelimit-reset-in"]].compactMap { text in
            text.flatMap { Double($0.filter { !$0.isWhitespace }) }
        }.first { $0.isFinite && $0 >= 0 }
        // The number is limited first, because it may be larger than any duration.
        return number.map { .seconds(min($0, Double(longestWait.components.seconds))) }
    }

    /// Returns the reason and the pause, if the answer postpones the request instead of answering it; otherwise `nil`.
    package static func postponement(_ answer: ServiceAnswer) -> (message: String, after: Duration?)? {
        let message = "answered with status \(answer.status)"
        guard case .later(let reason, let after, _) = byStatus(answer, message) else { return nil }
        return (reason, after)
    }

    /// Returns the meaning of a status other than success; `nil` if the status means nothing by itself.
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
