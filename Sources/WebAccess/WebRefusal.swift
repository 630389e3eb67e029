// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import JSON

/// The reason why a request is not carried out, for the sender.
package struct WebRefusal: Error, Sendable, Equatable {
    /// The kind; the raw value is the code in the answer.
    package enum Code: String, Sendable, CaseIterable {
        /// The device is not paired, or was forgotten.
        case notPaired = "NotPaired"
        case wrongCode = "WrongCode"
        /// There is no code, or it was used, is too old, or was tried too often.
        case codeExpired = "CodeExpired"
        /// The request does not come from the page itself.
        case notAllowed = "NotAllowed"
        case wrongHost = "WrongHost"
        case notFound = "NotFound"
        case wrongMethod = "WrongMethod"
        case invalidValue = "InvalidValue"
        case lengthRequired = "LengthRequired"
        case tooLarge = "TooLarge"
        case unsupportedMediaType = "UnsupportedMediaType"
        case tooManyRequests = "TooManyRequests"

        /// The status of HTTP.
        package var status: Int {
            switch self {
            case .notPaired: 401
            case .wrongCode, .codeExpired, .notAllowed: 403
            case .wrongHost: 421
            case .notFound: 404
            case .wrongMethod: 405
            case .invalidValue: 400
            case .lengthRequired: 411
            case .tooLarge: 413
            case .unsupportedMediaType: 415
            case .tooManyRequests: 429
            }
        }
    }

    package var code: Code
    /// The reason and the next step, in one line.
    package var message: String

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    /// The body of the answer.
    package var json: JSONValue { Self.json(code.rawValue, message) }

    /// Returns the body of an answer that reports a failure.
    package static func json(_ code: String, _ message: String) -> JSONValue {
        ["error": ["code": .string(code), "message": .string(message)]]
    }
}
