// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

package import OnCueIntents
package import OnCueInterface

extension OnCueConnection: IntentService {
    package func intents() async throws(ServiceError) -> [IntentRecord] { try await all(IntentMethods.list) }

    package func perform(_ request: IntentRequest) async throws(ServiceError) -> IntentOutcome {
        try await call(IntentMethods.perform, Only(Strict(request))).value
    }

    package func say(_ sentence: String, _ options: SayOptions) async throws(ServiceError) -> IntentOutcome {
        try await call(IntentMethods.say, Pair(sentence, Strict(options))).value
    }

    package func shortcuts() async throws(ServiceError) -> [Shortcut] { try await read(IntentMethods.shortcuts) }

    package func setShortcut(_ shortcut: Shortcut) async throws(ServiceError) {
        try await call(IntentMethods.setShortcut, Only(Strict(shortcut)))
    }

    package func removeShortcut(_ name: String) async throws(ServiceError) {
        try await call(IntentMethods.removeShortcut, Only(name))
    }

    package func runShortcut(
        _ name: String, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async throws(ServiceError) -> IntentOutcome {
        let request = IntentRequest(name, values, isConfirmed: isConfirmed)
        return try await call(IntentMethods.runShortcut, Only(Strict(request))).value
    }

    package func cues() async throws(ServiceError) -> [CueRecord] { try await read(IntentMethods.cues) }

    package func setCue(_ cue: CueRecord) async throws(ServiceError) {
        try await call(IntentMethods.setCue, Only(Strict(cue)))
    }

    package func removeCue(_ name: String) async throws(ServiceError) {
        try await call(IntentMethods.removeCue, Only(name))
    }
}
