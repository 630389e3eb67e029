// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueInterface

extension OnCueConnection: SharedListeningService {
    package func exchangeListening(_ machine: String, _ message: String) async throws(ServiceError) -> String {
        try await call(
            SharedListeningMethods.exchange, Pair(machine, message),
            waitingFor: LongWait("the database", limit: .seconds(30))
        ).value
    }

    package func eraseListening(of machine: String) async throws(ServiceError) -> Int {
        try await call(SharedListeningMethods.erase, Only(machine)).value
    }

    package func listeningNotes() async throws(ServiceError) -> [ListeningNote] {
        try await read(SharedListeningMethods.notes)
    }
}
