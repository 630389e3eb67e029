// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

/// The reason why a keyring gives or takes no secret.
package enum SecretFault: Error, Sendable, Equatable {
    /// No program provides one.
    case absent
    /// There is a program, but no keyring in which secrets are kept unless something else is said.
    case empty
    /// It is locked, and nobody was asked to unlock it.
    case locked
    /// The user was asked to unlock it, and has not.
    case declined
    /// It does not answer, or in a form that is not understood; the text says which.
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

    /// The kind of fault, for programs: `absent`, `empty`, `locked`, `declined` or `failing`. It does not change, as the
    /// text may.
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
