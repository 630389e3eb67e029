// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

import OnCueClient
import OnCueIntents
import OnCueInterface
import OnCueSuggestions

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
        let reading = options.reading > 0 ? ["reading": ParameterValue.number(Double(options.reading))] : [:]
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
        change { state in
            let gone = state.shortcuts.filter { $0.isMeant(by: name) }.map(\.name)
            state.shortcuts.removeAll { $0.isMeant(by: name) }
            state.cues.removeAll { gone.contains($0.shortcut) }
        }
    }

    func runShortcut(
        _ name: String, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async throws(ClientError) -> IntentOutcome {
        try await perform(IntentRequest("run " + name, values, isConfirmed: isConfirmed))
    }

    func cues() async throws(ClientError) -> [CueRecord] { try note("cues").cues }

    func setCue(_ cue: CueRecord) async throws(ClientError) {
        let state = try note("set cue \(cue.name)")
        var cue = cue
        do throws(OccasionError) { cue.occasion = try Occasion(parsing: cue.occasion).text } catch {
            throw ClientError(.invalidValue, error.message)
        }
        guard let shortcut = state.shortcuts.first(where: { $0.isMeant(by: cue.shortcut) }) else {
            throw ClientError(.notFound, "there is no shortcut \"\(cue.shortcut)\"")
        }
        cue.shortcut = shortcut.name
        if cue.occasion.contains("moon") { throw ClientError(.notFound, "there is no place \"moon\"") }
        guard cue.volumeLimit.map({ (0...1).contains($0) }) ?? true else {
            throw ClientError(.invalidValue, "the volume of a cue is from 0 to 1")
        }
        change { [cue] state in
            state.cues.removeAll { $0.name == cue.name }
            state.cues.append(cue)
        }
    }

    func removeCue(_ name: String) async throws(ClientError) {
        guard try note("remove cue \(name)").cues.contains(where: { $0.name == name }) else {
            throw ClientError(.notFound, "there is no cue \"\(name)\"")
        }
        change { $0.cues.removeAll { $0.name == name } }
    }
}
