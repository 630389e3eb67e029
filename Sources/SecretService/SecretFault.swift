// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a keyring did not store or return a secret.
package enum SecretFault: Error, Sendable, Equatable {
    /// No program provides a keyring.
    case absent
    /// A program provides one, but has no default keyring.
    case empty
    /// It is locked, and the user was not asked to unlock it.
    case locked
    /// The user was asked to unlock it, and did not.
    case declined
    /// It does not answer, or not in an expected form; the text has the details.
    case failing(String)

    /// The fault, as the words after "the keyring".
    package var message: String {
        switch self {
        case .absent: "is not there"
        case .empty: "has not been set up"
        case .locked: "is locked"
        case .declined: "was not unlocked"
        case .failing(let reason): reason
        }
    }

    /// The kind of fault, for programs: `absent`, `empty`, `locked`, `declined` or `failing`. It is stable, unlike the
    /// text.
    package var code: String {
        switch self {
        case .absent: "absent"
        case .empty: "empty"
        case .locked: "locked"
        case .declined: "declined"
        case .failing: "failing"
        }
    }
}
