// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension ServiceContract {
    /// Checks sharing with one machine that is paired, which reports with its message why something was not taken.
    ///
    /// - Parameters:
    ///   - message: A message of the paired machine.
    ///   - came: The number of changes that came from it before.
    ///   - note: The reason that it reports.
    package static func sharedListening(
        _ service: some SharedListeningService, _ notes: Notes,
        with machine: String = String(repeating: "2", count: 64), message: String = "{}", came: Int = 3,
        note: String = "a time is more than a day ahead"
    ) async throws {
        notes.expect(try await !service.exchangeListening(machine, message).isEmpty, "a message is answered")
        await notes.expect(.refused, "only a paired machine is answered") {
            _ = try await service.exchangeListening(String(repeating: "3", count: 64), message)
        }
        notes.expect(
            notes.heard(try await service.listeningNotes()) == [ListeningNote(machine, note)],
            "what was not taken is listed")
        let erased = notes.heard(try await service.eraseListening(of: machine))
        notes.expect(erased == came, "what came from it is counted: \(erased)")
    }
}
