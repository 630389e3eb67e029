// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueInterface

extension FakeService {
    func exchangeListening(_ machine: String, _ message: String) async throws(ClientError) -> String {
        guard let answer = try note("exchange \(machine.prefix(4))").sharedListening, machine.hasPrefix("2") else {
            throw ClientError(.refused, "listening is not shared here")
        }
        return answer
    }

    func eraseListening(of machine: String) async throws(ClientError) -> Int {
        _ = try note("erase what came from \(machine.prefix(4))")
        return 3
    }

    func listeningNotes() async throws(ClientError) -> [ListeningNote] { try note("notes of sharing").listeningNotes }
}
