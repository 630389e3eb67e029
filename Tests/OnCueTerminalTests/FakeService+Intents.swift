// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueIntents
import OnCueInterface

extension FakeService {
    func intents() async throws(ClientError) -> [IntentRecord] {
        let tasks = try note("intents").tasks
        return BuiltinIntents.all.map { IntentRecord($0, programName: "OnCue") } + tasks
    }

    func perform(_ request: IntentRequest) async throws(ClientError) -> IntentOutcome {
        let values = request.values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value.word)" }.joined()
        let state = try note("perform \(request.intent)\(values)\(request.isConfirmed ? " confirmed" : "")")
        if state.isEndless { try? await Task.sleep(for: .seconds(3_600)) }
        guard let outcome = state.outcomes.first else {
            return IntentOutcome(.done, request.intent, title: request.intent, sentence: "Done", values: request.values)
        }
        change { $0.outcomes.removeFirst() }
        return outcome
    }

    func say(_ sentence: String, _ options: SayOptions) async throws(ClientError) -> IntentOutcome {
        let reading = options.reading > 0 ? ["reading": IntentValue.number(Double(options.reading))] : [:]
        return try await perform(IntentRequest("say " + sentence, reading, isConfirmed: options.isConfirmed))
    }

    func shortcuts() async throws(ClientError) -> [Shortcut] { try note("shortcuts").shortcuts }

    func setShortcut(_ shortcut: Shortcut) async throws(ClientError) {
        _ = try note("set shortcut \(shortcut.name)")
        change { state in
            state.shortcuts.removeAll { $0.name == shortcut.name }
            state.shortcuts.append(shortcut)
        }
    }

    func removeShortcut(_ name: String) async throws(ClientError) {
        guard try note("remove shortcut \(name)").shortcuts.contains(where: { $0.isMeant(by: name) }) else {
            throw ClientError(.notFound, "there is no shortcut \"\(name)\"")
        }
        change { $0.shortcuts.removeAll { $0.isMeant(by: name) } }
    }

    func runShortcut(
        _ name: String, _ values: [String: IntentValue], isConfirmed: Bool
    ) async throws(ClientError) -> IntentOutcome {
        try await perform(IntentRequest("run " + name, values, isConfirmed: isConfirmed))
    }
}
