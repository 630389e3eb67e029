// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore

/// The reason why a request to a server failed.
package struct SubsonicError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: Sendable, Equatable {
        /// A text is not the address of a server.
        case invalidAddress
        /// The server cannot be reached, or answers too late.
        case unreachable
        /// The server accepts no more requests for now.
        case busy
        /// The server cannot prove its identity.
        case notTrusted
        /// The user name, the password or the key is wrong.
        case wrongLogin
        /// The server does not accept tokens, only the password itself or a key.
        case noTokens
        /// The user is not allowed to do this on the server.
        case forbidden
        /// The requested item does not exist.
        case notFound
        /// The server does not know the method.
        case unsupported
        /// The answer is not one of a Subsonic server, or contains something invalid.
        case malformed
        /// The answer is larger than the limit.
        case tooLarge
        /// The server failed to handle this request (status 5xx).
        case faulty
        /// The server reports another error.
        case failed
    }

    package let code: Code
    /// A sentence for the user; it contains no password.
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = HiddenPassword.hidden(in: message)
    }

    package var description: String { message }

    /// Creates the error that a server reports (Subsonic API, error codes; OpenSubsonic adds 42 to 44).
    ///
    /// - Parameters:
    ///   - number: The error code.
    ///   - text: The server's description of the error.
    package init(number: Int, text: String) {
        let said = SubsonicText.line(text, longest: 200)
        let quoted = said.isEmpty ? "error \(number)" : "\"\(said)\""
        switch number {
        // A server that does not know tokens reports that the password, the parameter `p`, is missing.
        case 10: self.init(.noTokens, "the server misses something in the request: \(quoted)")
        case 20: self.init(.unsupported, "the server is too new for this version of OnCue: \(quoted)")
        case 30: self.init(.unsupported, "the server is too old: \(quoted)")
        case 40, 44: self.init(.wrongLogin, "the server refuses the login: \(quoted)")
        case 41: self.init(.noTokens, "the server does not take tokens for this user: \(quoted)")
        case 42, 43: self.init(.noTokens, "the server does not take this kind of login: \(quoted)")
        case 50: self.init(.forbidden, "the user may not do this on the server: \(quoted)")
        case 60: self.init(.forbidden, "the server's trial period is over")
        case 70: self.init(.notFound, "the server does not have this any longer: \(quoted)")
        default: self.init(.failed, "the server reports \(quoted)")
        }
    }

    /// Creates the error for an HTTP response that is an error instead of an answer.
    package init(status: Int) {
        switch status {
        case 401, 407: self.init(.wrongLogin, "the server asks for a login of its own (status \(status))")
        case 403: self.init(.forbidden, "the server refuses the request (status 403)")
        case 404, 410, 405, 501:
            self.init(.unsupported, "there is no such service at this address (status \(status))")
        case 429: self.init(.busy, "the server was asked too often; try again later")
        case 500...: self.init(.faulty, "the server has a fault (status \(status)); try again later")
        default: self.init(.malformed, "the server answers with status \(status)")
        }
    }

    /// Whether the error concerns the server as a whole, so that every other request would fail as well.
    package var isOfServer: Bool { [.unreachable, .busy, .notTrusted, .wrongLogin].contains(code) }

    /// Whether the server may have carried out the request: there was no answer, or one that leaves this open.
    package var leavesDoubt: Bool { [.unreachable, .malformed, .tooLarge, .faulty].contains(code) }
}
