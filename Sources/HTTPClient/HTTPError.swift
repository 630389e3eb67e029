// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// Why there is no answer, or not all of it.
package struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The text is no `http` or `https` address.
        case invalidAddress
        /// The name is not known, nobody listens, the network is away.
        case unreachable
        /// The server cannot prove who it is.
        case notTrusted
        /// Nothing has come for too long.
        case timedOut
        /// More than ten redirections, or one that leads back.
        case redirectLoop
        /// The body is larger than allowed.
        case tooLarge
        /// The connection ended before the body did.
        case cutOff
        /// What came is not HTTP, or not what it claims to be.
        case malformed
        case cancelled
        /// A link leads into the network at home.
        case privateLink
        /// The sink could not take the body.
        case notTaken
    }

    package let code: Code
    /// What failed, on which address, without its password.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }

    /// A server that did not answer in time.
    static func silence(of address: String, _ limit: Duration?) -> HTTPError {
        let time = limit.map { " within \($0.components.seconds) s" } ?? ""
        return HTTPError(.timedOut, "\(address) did not answer\(time); check the address, or try again later")
    }

    package var description: String { message }
}
