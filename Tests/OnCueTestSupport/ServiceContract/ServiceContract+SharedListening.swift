// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension ServiceContract {
    /// Checks sharing, where one machine is paired, of which three changes came.
    package static func sharedListening(_ service: some SharedListeningService, _ notes: Notes) async throws {
        let machine = String(repeating: "2", count: 64)
        notes.expect(try await service.exchangeListening(machine, "{}") == "{}", "a message is answered")
        await notes.expect(.refused, "only a paired machine is answered") {
            _ = try await service.exchangeListening(String(repeating: "3", count: 64), "{}")
        }
        notes.expect(try await service.eraseListening(of: machine) == 3, "what came from it is counted")
        notes.expect(
            try await service.listeningNotes() == [ListeningNote(machine, "a time lies more than a day ahead")],
            "what was not taken is told")
    }
}
