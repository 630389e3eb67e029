// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueRuntime

/// Performs the steps of a shortcut.
@MediaActor
struct ShortcutRunner {
    /// How many shortcuts may run in each other.
    static let deepest = 3

    /// All steps together; callers on the bus do not wait longer.
    static let patience: Duration = .seconds(22)

    let shortcut: Shortcut
    /// The shortcut that words mean, for steps that run one.
    let inner: (String) -> Shortcut?
    let definition: @MediaActor (String) async throws -> IntentDefinition
    let perform: @MediaActor (IntentRequest) async throws -> IntentOutcome

    private var name: String { "shortcut " + shortcut.name }

    /// Performs the steps, once nothing is open and all of them are confirmed: so that none is done twice.
    func run(_ values: [String: IntentValue], isConfirmed: Bool) async throws -> IntentOutcome {
        let steps = filled(values)
        if var open = try await question(steps, isConfirmed: isConfirmed) {
            open.values = values
            return open
        }
        let end = ContinuousClock.now + Self.patience
        var results: [String: String] = [:]
        var (lines, undoable) = ([String](), 0)
        var last: IntentOutcome?
        for (index, step) in steps.enumerated() {
            let request = IntentRequest(step.intent, step.values.mapValues { fill($0, results) }, isConfirmed: true)
            var outcome: IntentOutcome
            guard ContinuousClock.now < end else {
                outcome = IntentOutcome(.failed, step.intent, title: "", sentence: "no time is left for it")
                return stopped(outcome, at: index, of: steps.count, lines: lines, undoable: undoable)
            }
            do { outcome = try await perform(request) } catch {
                outcome = IntentOutcome(.failed, step.intent, title: "", sentence: ServiceError(error).message)
                outcome.code = ServiceError(error).code.rawValue
            }
            guard outcome.state == .done else {
                return stopped(outcome, at: index, of: steps.count, lines: lines, undoable: undoable)
            }
            lines.append(outcome.sentence)
            if outcome.isUndoable { undoable += 1 }
            for (name, value) in outcome.properties { results[name] = value.word }
            if let item = outcome.items.first { (results["item"], results["title"]) = (item.identifier, item.title) }
            last = outcome
        }
        var done = IntentOutcome(.done, name, title: shortcut.name, sentence: last?.sentence ?? "", values: values)
        done.lines = lines.count > 1 ? lines : last?.lines ?? []
        (done.picture, done.properties) = (last?.picture, last?.properties ?? [:])
        (done.items, done.total, done.isUndoable) = (last?.items ?? [], last?.total, undoable > 0)
        done.properties["undoable"] = undoable > 0 ? .number(Double(undoable)) : nil
        return done
    }

    /// The steps with what was answered for them.
    private func filled(_ values: [String: IntentValue]) -> [Shortcut.Step] {
        var steps = shortcut.steps
        for (key, value) in values {
            let parts = key.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let number = Int(parts[0]), steps.indices.contains(number - 1) else { continue }
            steps[number - 1].values[String(parts[1])] = value
        }
        return steps
    }

    /// Puts results of the steps before into a text.
    private func fill(_ value: IntentValue, _ results: [String: String]) -> IntentValue {
        guard case .text(let text) = value, text.contains("${") else { return value }
        return .text(IntentTemplate(text).filled { results[$0] })
    }

    /// What has to be known before the first step.
    private func question(_ steps: [Shortcut.Step], isConfirmed: Bool) async throws -> IntentOutcome? {
        var confirmed: [String] = []
        for (index, step) in steps.enumerated() {
            let definition = try await definition(step.intent)
            if let missing = definition.missing(step.values) {
                var asked = IntentOutcome(.asks, name, title: shortcut.name, sentence: missing.question)
                (asked.parameter, asked.choices) = ("\(index + 1).\(missing.name)", missing.choices)
                return asked
            }
            confirmed += try await confirmations(step, depth: 0)
        }
        guard !isConfirmed, !confirmed.isEmpty else { return nil }
        var asked = IntentOutcome(.confirms, name, title: shortcut.name, sentence: "\(shortcut.name)?")
        asked.lines = confirmed
        return asked
    }

    /// What a step needs a yes for: with the card of its program, and for a shortcut in it that of its steps.
    private func confirmations(_ step: Shortcut.Step, depth: Int) async throws -> [String] {
        let definition = try await definition(step.intent)
        if definition.isConfirmed {
            let isWhole = !step.values.values.contains { $0.word.contains("${") }
            // Nothing is done without a yes; what is filled in later has no card yet.
            let card = isWhole ? try? await perform(IntentRequest(step.intent, step.values)) : nil
            return [definition.title(step.values)] + (card?.state == .confirms ? card?.lines ?? [] : [])
        }
        guard definition.name == Self.running, depth < Self.deepest, let words = step.values["shortcut"]?.word else {
            return []
        }
        var found: [String] = []
        for step in inner(words)?.steps ?? [] { found += try await confirmations(step, depth: depth + 1) }
        return found
    }

    private static let running = IntentDefinition.Name(ServiceNames.busName, "run")

    private func stopped(
        _ outcome: IntentOutcome, at index: Int, of count: Int, lines: [String], undoable: Int
    ) -> IntentOutcome {
        let step = count > 1 ? "step \(index + 1) of \(count): " : ""
        let reason = outcome.state == .asks ? "it asks: \(outcome.sentence)" : outcome.sentence
        var failed = IntentOutcome(.failed, name, title: shortcut.name, sentence: step + reason)
        failed.code = outcome.code
        failed.lines = lines
        failed.isUndoable = undoable > 0
        failed.properties["undoable"] = undoable > 0 ? .number(Double(undoable)) : nil
        return failed
    }
}
