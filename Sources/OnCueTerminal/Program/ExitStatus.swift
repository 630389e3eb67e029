// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueClient
internal import OnCueInterface

/// The exit status of the program.
package enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    case failed = 1
    case wrongWords = 2
    case nothingFound = 3
    case noService = 4

    package init(_ error: ClientError) {
        switch error.code {
        case .notFound, .nothingMatches, .noSuchChapter: self = .nothingFound
        case .unavailable: self = .noService
        case .invalidPlace, .invalidQuery, .invalidValue: self = .wrongWords
        default: self = .failed
        }
    }
}
