// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The reason for a missing or incomplete response.
package struct HTTPError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable {
        /// The text is not an `http` or `https` address.
        case invalidAddress
        /// The name is unknown, the connection is refused, or the network is down.
        case unreachable
        /// The server cannot prove its identity.
        case notTrusted
        /// No data has arrived for too long.
        case timedOut
        /// More than ten redirections, or one that leads back.
        case redirectLoop
        /// The body is larger than allowed.
        case tooLarge
        /// The connection ended before the body did.
        case cutOff
        /// The response is not HTTP, or not of the declared form.
        case malformed
        case cancelled
        /// A link leads into the network at home.
        case privateLink
        /// The sink could not take the body.
        case notTaken
        /// The answer is an error; `status` has its number.
        case status
        /// The server cannot continue from the middle of a file.
        case cannotJump
        /// The file has changed since it was opened.
        case changed
    }

    package let code: Code
    /// A description of the failure, with the address, without its password.
    package let message: String
    /// The status of an answer that is an error; `nil` for everything else.
    package private(set) var status: Int?

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }

    /// A server that did not answer in time.
    static func silence(of address: String, _ limit: Duration?) -> HTTPError {
        let time = limit.map { " within \($0.components.seconds) s" } ?? ""
        return HTTPError(.timedOut, "\(address) did not answer\(time); check the address, or try again later")
    }

    /// A server that sends from address to address.
    static func redirectLoop(of address: String, isCircle: Bool) -> HTTPError {
        HTTPError(
            .redirectLoop,
            "\(address) redirects \(isCircle ? "in a circle" : "more than \(HTTPClient.redirectLimit) times"); "
                + "check the address")
    }

    /// An answer that is an error.
    init(status: Int, of address: String) {
        let reason =
            switch status {
            case 401, 407: "needs a name and a password"
            case 403: "may not be read"
            case 404, 410: "does not exist"
            case 429: "was asked for too often"
            case 500...: "cannot be delivered by its server at the moment"
            default: "cannot be read"
            }
        self.init(.status, "\(address) \(reason) (status \(status))")
        self.status = status
    }

    /// Whether the same request may succeed later.
    var isPassing: Bool {
        switch code {
        case .unreachable, .timedOut, .cutOff: true
        case .status: status.map { $0 >= 500 || $0 == 429 || $0 == 408 } ?? false
        default: false
        }
    }

    package var description: String { message }
}
