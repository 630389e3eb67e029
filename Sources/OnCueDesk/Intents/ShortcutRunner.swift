// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueRuntime

/// Performs the steps of a shortcut.
@MediaActor
struct ShortcutRunner {
    /// The most shortcuts that may run inside each other.
    static let deepest = 3

    /// The time limit for all steps together; callers on the bus do not wait longer.
    static let patience: Duration = .seconds(22)

    let shortcut: Shortcut
    /// Returns the shortcut of a name or phrase, for steps that run one.
    let inner: (String) -> Shortcut?
    let definition: @MediaActor (String) async throws -> IntentDefinition
    /// Throws the question that a step would ask, or the reason why it would fail, as far as that is known beforehand.
    let foreseeing: @MediaActor (IntentDefinition, [String: ParameterValue]) async throws -> Void
    let perform: @MediaActor (IntentRequest) async throws -> IntentOutcome

    private var name: String { "shortcut " + shortcut.name }

    /// Performs the steps, once all values are given and all steps are confirmed, so that none is performed twice. If a
    /// program asks a question in the middle, the question includes the progress so far, so that the answer continues
    /// from there.
    func run(_ values: [String: ParameterValue], isConfirmed: Bool) async throws -> IntentOutcome {
        let steps = filled(values)
        let progress = Progress(values, of: steps.count)
        if var open = try await obstacle(steps, after: progress, isConfirmed: isConfirmed) {
            if open.state != .failed { open.values = values }
            return open
        }
        let end = ContinuousClock.now + Self.patience
        var results = progress.results
        var (lines, undoable) = ([String](), progress.undoable)
        var last: IntentOutcome?
        for (index, step) in steps.enumerated().dropFirst(progress.step) {
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
            if outcome.state == .asks {
                return asked(outcome, at: index, values, Progress(step: index, results: results, undoable: undoable))
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

    /// The progress before a question, kept in values with the number 0 among those of the steps, which are counted
    /// from 1.
    private struct Progress {
        /// The index of the next step.
        var step: Int
        var results: [String: String]
        var undoable: Int

        private static let stepKey = "0.step"
        private static let undoableKey = "0.undoable"
        private static let resultPrefix = "0.result."

        init(step: Int, results: [String: String], undoable: Int) {
            (self.step, self.results, self.undoable) = (step, results, undoable)
        }

        init(_ values: [String: ParameterValue], of count: Int) {
            func number(_ key: String, _ most: Int) -> Int {
                Int(min(max(values[key]?.number ?? 0, 0), Double(most)))
            }
            (step, undoable) = (number(Self.stepKey, count), number(Self.undoableKey, Shortcut.steps))
            let kept = values.filter { $0.key.hasPrefix(Self.resultPrefix) }.map {
                (String($0.key.dropFirst(Self.resultPrefix.count)), $0.value.word)
            }
            // Values without a number come from the phrase.
            let said = values.filter { !$0.key.contains(".") }.map { ($0.key, $0.value.word) }
            results = Dictionary(said + kept) { $1 }
        }

        var values: [String: ParameterValue] {
            var values = Dictionary(
                results.map { (Self.resultPrefix + $0.key, ParameterValue.text($0.value)) }, uniquingKeysWith: { $1 })
            values[Self.stepKey] = .number(Double(step))
            values[Self.undoableKey] = .number(Double(undoable))
            return values
        }
    }

    /// Returns the question of a step, with the progress of the other steps.
    private func asked(
        _ outcome: IntentOutcome, at index: Int, _ values: [String: ParameterValue], _ progress: Progress
    ) -> IntentOutcome {
        var asked = IntentOutcome(.asks, name, title: shortcut.name, sentence: outcome.sentence)
        (asked.parameter, asked.choices) = ("\(index + 1).\(outcome.parameter)", outcome.choices)
        asked.lines = outcome.lines
        // Values that the program has already understood are not asked for again.
        let understood = outcome.values.map { ("\(index + 1).\($0.key)", $0.value) }
        asked.values = values.merging(Dictionary(understood) { $1 }) { $1 }.merging(progress.values) { $1 }
        return asked
    }

    /// Returns the steps with the values that were given for them.
    private func filled(_ values: [String: ParameterValue]) -> [Shortcut.Step] {
        var steps = shortcut.steps
        for (key, value) in values {
            let parts = key.split(separator: ".", maxSplits: 1)
            guard parts.count == 2, let number = Int(parts[0]), steps.indices.contains(number - 1) else { continue }
            steps[number - 1].values[String(parts[1])] = value
        }
        return steps
    }

    /// Returns a value with the known results filled in, if those are all that it needs.
    private func known(_ value: ParameterValue, _ results: [String: String]) -> ParameterValue {
        guard case .text(let text) = value, IntentTemplate(text).names.allSatisfy({ results[$0] != nil }) else {
            return value
        }
        return fill(value, results)
    }

    /// Throws the question that a step would ask, or the reason why it would fail, as far as that is known beforehand;
    /// also for the steps of a shortcut inside it.
    private func foresee(_ step: Shortcut.Step, depth: Int) async throws {
        let definition = try await definition(step.intent)
        if definition.name != Self.running {
            let whole = step.values.filter { !$0.value.word.contains("${") }
            do throws(IntentRefusal) { _ = try definition.taken(whole) } catch {
                throw ServiceError(.invalidValue, error.message)
            }
        }
        guard definition.name == Self.running else { return try await foreseeing(definition, step.values) }
        guard depth < Self.deepest, let words = step.values[IntentDefinition.shortcutParameter]?.word else { return }
        guard let inner = inner(words) else {
            throw ServiceError(.notFound, "there is no shortcut \"\(words.prefix(100))\"; oncue shortcut lists them")
        }
        for step in inner.steps { try await foresee(step, depth: depth + 1) }
    }

    /// Fills the results of earlier steps into a text.
    private func fill(_ value: ParameterValue, _ results: [String: String]) -> ParameterValue {
        guard case .text(let text) = value, text.contains("${") else { return value }
        return .text(IntentTemplate(text).filled { results[$0] })
    }

    /// Returns the first obstacle to running the steps: a question, or the reason why one of them could not be
    /// performed.
    private func obstacle(
        _ steps: [Shortcut.Step], after progress: Progress, isConfirmed: Bool
    ) async throws -> IntentOutcome? {
        var confirmed: [String] = []
        var given = ShortcutResults(phrase: Set(progress.results.keys))
        for (index, open) in steps.enumerated().dropFirst(progress.step) {
            var step = open
            step.values = open.values.mapValues { known($0, progress.results) }
            let definition = try await definition(step.intent)
            if let name = given.unknown(in: step).first {
                guard shortcut.phraseSlots.contains(name) else {
                    return failed("nothing gives ${\(name)}", of: step, at: index, steps.count)
                }
                return asking(name, try await question(for: name, in: steps), [])
            }
            given.add(definition)
            if let missing = definition.missing(step.values), missing.kind != .object {
                return asking("\(index + 1).\(missing.name)", missing.question, missing.choices)
            }
            do { try await foresee(step, depth: 0) } catch let question as IntentQuestion {
                return asking("\(index + 1).\(question.parameter)", question.sentence, question.choices)
            } catch {
                return failed(ServiceError(error).message, of: step, at: index, steps.count, ServiceError(error).code)
            }
            confirmed += try await confirmations(step, depth: 0)
        }
        guard !isConfirmed, !confirmed.isEmpty else { return nil }
        var asked = IntentOutcome(.confirms, name, title: shortcut.name, sentence: "\(shortcut.name)?")
        asked.lines = confirmed
        return asked
    }

    private func asking(_ parameter: String, _ sentence: String, _ choices: [IntentChoice]) -> IntentOutcome {
        var asked = IntentOutcome(.asks, name, title: shortcut.name, sentence: sentence)
        (asked.parameter, asked.choices) = (parameter, choices)
        return asked
    }

    private func failed(
        _ sentence: String, of step: Shortcut.Step, at index: Int, _ count: Int,
        _ code: ServiceError.Code = .invalidValue
    ) -> IntentOutcome {
        var outcome = IntentOutcome(.failed, step.intent, title: "", sentence: sentence)
        outcome.code = code.rawValue
        return stopped(outcome, at: index, of: count, lines: [], undoable: 0)
    }

    /// Returns the question for a value of the phrase: that of the parameter that it fills.
    private func question(for name: String, in steps: [Shortcut.Step]) async throws -> String {
        for step in steps {
            guard let use = step.values.first(where: { $0.value == .text("${\(name)}") })?.key else { continue }
            if let parameter = try await definition(step.intent).parameter(use) { return parameter.question }
        }
        return "What is \(name)?"
    }

    /// Returns the lines to confirm for a step: its title with the card of its program, and for a shortcut inside it
    /// the lines of that shortcut's steps.
    private func confirmations(_ step: Shortcut.Step, depth: Int) async throws -> [String] {
        let definition = try await definition(step.intent)
        if definition.isConfirmed {
            let isWhole = !step.values.values.contains { $0.word.contains("${") }
            // Nothing is done without a yes; a step with values that are filled in later has no card yet.
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
        var failed = IntentOutcome(.failed, name, title: shortcut.name, sentence: step + outcome.sentence)
        failed.code = outcome.code
        failed.lines = lines
        failed.isUndoable = undoable > 0
        failed.properties["undoable"] = undoable > 0 ? .number(Double(undoable)) : nil
        return failed
    }
}
