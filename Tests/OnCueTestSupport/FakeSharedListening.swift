// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

/// Shares nothing, but answers each message with itself. One machine is paired.
package struct FakeSharedListening: SharedListeningService {
    package typealias Failure = ServiceError

    package init() {}

    package func exchangeListening(_ machine: String, _ message: String) async throws(ServiceError) -> String {
        guard machine.hasPrefix("2") else {
            throw ServiceError(.refused, "only a machine that is paired shares listening")
        }
        return message
    }

    package func eraseListening(of machine: String) async throws(ServiceError) -> Int { 3 }

    package func listeningNotes() async throws(ServiceError) -> [ListeningNote] {
        [ListeningNote(String(repeating: "2", count: 64), "a time is more than a day ahead")]
    }
}
