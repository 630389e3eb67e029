// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueIntents
import OnCueInterface

extension FakeService {
    func intents() async throws(ClientError) -> [IntentRecord] {
        _ = try note("intents")
        return BuiltinIntents.all.map { IntentRecord($0, programName: "OnCue") }
    }

    func perform(_ request: IntentRequest) async throws(ClientError) -> IntentOutcome {
        let values = request.values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value.word)" }.joined()
        let state = try note("perform \(request.intent)\(values)\(request.isConfirmed ? " confirmed" : "")")
        guard let outcome = state.outcomes.first else {
            return IntentOutcome(.done, request.intent, title: request.intent, sentence: "Done", values: request.values)
        }
        change { $0.outcomes.removeFirst() }
        return outcome
    }
}
