// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
package import OnCueIntents
package import OnCueInterface
package import OnCueRuntime
internal import OnCueSentences
package import OnCueSession

/// Performs tasks, itself or through programs.
@MediaActor
package final class IntentDesk: nonisolated IntentService {
    package typealias Failure = any Error

    let doors: IntentDoors
    private let programs: (any IntentPrograms)?
    private let file: (any ShortcutStoring)?
    private let sentences: SentenceReader
    /// The latest change of the shortcuts; each waits for the one before it.
    private var changing: Task<Void, Never>?
    /// The depth of the current shortcut in others that run it.
    @TaskLocal private static var depth = 0
    /// Whether the screen is locked.
    private let isLocked: @MediaActor () -> Bool
    /// Called when the shortcuts or their cues have changed.
    package var onChange: (@MediaActor () async -> Void)?
    /// The names of the shortcuts that the user runs.
    package let runs = Broadcast<String>()
    /// Carries out a request whose outcome no one waits for; `nil` if the user cannot be asked.
    package var unattended: (@MediaActor (IntentRequest) async throws -> IntentOutcome)?
    /// Returns the keys that the desktop has assigned to shortcuts, as people see them, by the names of the shortcuts.
    package var boundKeys: @MediaActor () -> [String: String] = { [:] }
    /// Called when a shortcut has been removed.
    package var onRemoval: (@MediaActor (_ name: String) async -> Void)?

    /// - Parameters:
    ///   - programs: `nil` for the tasks of the service itself only.
    ///   - shortcuts: `nil` if none can be saved.
    ///   - isLocked: Whether the screen is locked.
    package init(
        _ doors: IntentDoors, programs: (any IntentPrograms)? = nil, shortcuts: (any ShortcutStoring)? = nil,
        isLocked: @escaping @MediaActor () -> Bool = { false }
    ) {
        (self.doors, self.programs, file, self.isLocked) = (doors, programs, shortcuts, isLocked)
        sentences = SentenceReader(doors)
    }

    @MediaActor
    package func intents() async throws -> [IntentRecord] {
        BuiltinIntents.all.map { IntentRecord($0, programName: "OnCue") } + (await programs?.intents() ?? [])
    }

    @MediaActor
    package func perform(_ request: IntentRequest) async throws -> IntentOutcome {
        if request.isUnattended, let unattended {
            var request = request
            request.isUnattended = false
            return try await unattended(request)
        }
        return await inLanguage(request.language, try await carriedOut(request))
    }

    private func carriedOut(_ request: IntentRequest) async throws -> IntentOutcome {
        let definition = try await definition(request.intent)
        if definition.name == Self.running { return try await run(request, definition) }
        let values: [String: ParameterValue]
        do throws(IntentRefusal) { values = try definition.taken(request.values) } catch {
            throw ServiceError(.invalidValue, error.message)
        }
        if definition.needsUnlock, isLocked() {
            return outcome(.failed, definition, values, "\"\(definition.title)\" needs an unlocked screen", "Refused")
        }
        // A program asks for its own things itself, since it has the choices.
        if let missing = definition.missing(values), missing.kind != .object {
            var asked = outcome(.asks, definition, values, missing.question)
            (asked.parameter, asked.choices) = (missing.name, missing.choices)
            return asked
        }
        guard definition.name.program == ServiceNames.busName else {
            guard let programs else { throw Self.unknown(request.intent, []) }
            let things: [String: ParameterValue]
            do { things = try await withThings(values, of: definition) } catch {
                return unfinished(definition, values, error)
            }
            return await programs.perform(definition, things, isConfirmed: request.isConfirmed)
        }
        if definition.isConfirmed, !request.isConfirmed {
            return outcome(.confirms, definition, values, definition.title(values) + "?")
        }
        return await performed(definition, values)
    }

    private static let longestSentence = 1_000
    nonisolated static let running = IntentDefinition.Name(ServiceNames.busName, "run")

    /// Runs a shortcut as a task: apart from its name, the values are those that its steps leave open.
    private func run(_ request: IntentRequest, _ definition: IntentDefinition) async throws -> IntentOutcome {
        let isOfStep = { (key: String) in key.split(separator: ".").first.flatMap { Int($0) } != nil }
        let name = request.values[IntentDefinition.shortcutParameter]
        let slots = (try? await book())?.named(name?.word ?? "")?.phraseSlots ?? []
        let known = slots.union([IntentDefinition.shortcutParameter])
        if let wrong = request.values.keys.sorted().first(where: { !known.contains($0) && !isOfStep($0) }) {
            do throws(IntentRefusal) { _ = try definition.taken([wrong: .text("-")]) } catch {
                throw ServiceError(.invalidValue, error.message)
            }
        }
        guard let name else {
            var asked = outcome(.asks, definition, request.values, definition.parameters[0].question)
            asked.parameter = definition.parameters[0].name
            return asked
        }
        do {
            var outcome = try await runShortcut(
                name.word, request.values.filter { $0.key != IntentDefinition.shortcutParameter },
                isConfirmed: request.isConfirmed)
            outcome.intent = definition.name.text
            outcome.values[IntentDefinition.shortcutParameter] = name
            return outcome
        } catch {
            let failure = ServiceError(error)
            return outcome(.failed, definition, request.values, failure.message, failure.code.rawValue)
        }
    }

    private func performed(_ definition: IntentDefinition, _ values: [String: ParameterValue]) async -> IntentOutcome {
        guard let deed = IntentPerformer.deeds[definition.name.intent] else {
            return outcome(.failed, definition, values, "\"\(definition.title)\" cannot be done here", "NotAvailable")
        }
        do {
            let answer = try await deed(IntentPerformer(doors, definition.completed(values)))
            var done = outcome(.done, definition, values, answer.sentence)
            (done.lines, done.picture, done.properties) = (answer.lines, answer.picture, answer.properties)
            (done.items, done.total, done.isUndoable) = (answer.items, answer.total, answer.isUndoable)
            return done
        } catch {
            return unfinished(definition, values, error)
        }
    }

    /// Returns the outcome of a task that asks something or has failed.
    private func unfinished(
        _ definition: IntentDefinition, _ values: [String: ParameterValue], _ error: any Error
    ) -> IntentOutcome {
        guard let question = error as? IntentQuestion else {
            let failure = ServiceError(error)
            return outcome(.failed, definition, values, failure.message, failure.code.rawValue)
        }
        // A value that was not understood is not kept.
        var asked = outcome(
            .asks, definition, values.filter { $0.key != question.parameter }, question.sentence)
        (asked.parameter, asked.choices) = (question.parameter, question.choices)
        return asked
    }

    private func outcome(
        _ state: IntentOutcome.State, _ definition: IntentDefinition, _ values: [String: ParameterValue],
        _ sentence: String, _ code: String = ""
    ) -> IntentOutcome {
        var outcome = IntentOutcome(
            state, definition.name.text, title: definition.title(values), sentence: sentence, values: values)
        outcome.code = code
        return outcome
    }

    func definition(_ name: String) async throws -> IntentDefinition {
        let all = try await intents().map(\.definition)
        let found =
            all.first { $0.name.text == name }
            ?? all.first { $0.name.program == ServiceNames.busName && $0.name.intent == name }
        guard let found else { throw Self.unknown(name, all) }
        return found
    }

    private static func unknown(_ name: String, _ all: [IntentDefinition]) -> ServiceError {
        let known = all.map { $0.name.program == ServiceNames.busName ? $0.name.intent : $0.name.text }
        let nearest = IntentDefinition.nearest(name, among: known).map { "; did you mean \"\($0)\"?" }
        return ServiceError(
            .notFound,
            "there is no task \"\(name.prefix(100))\"" + (nearest ?? "; oncue shortcut tasks lists them"))
    }

    // MARK: Sentences

    @MediaActor
    package func say(_ sentence: String, _ options: SayOptions) async throws -> IntentOutcome {
        await inLanguage(options.language, try await answered(sentence, options))
    }

    /// Translates OnCue's own answers into a language, as far as that has words for them.
    private func inLanguage(_ language: String, _ outcome: IntentOutcome) async -> IntentOutcome {
        let isOwn = outcome.intent.isEmpty || outcome.intent.hasPrefix(ServiceNames.busName + ".")
        guard isOwn, !language.isEmpty, let answers = await sentences.answers(language), !answers.isEmpty else {
            return outcome
        }
        let known = outcome.properties.compactMapValues { value in
            if case .text(let text) = value { text } else { String?.none }
        }
        var outcome = outcome
        outcome.sentence = answers.translated(outcome.sentence, known: known) ?? outcome.sentence
        outcome.lines = outcome.lines.map { answers.translated($0) ?? $0 }
        return outcome
    }

    private func answered(_ sentence: String, _ options: SayOptions) async throws -> IntentOutcome {
        guard sentence.utf8.count <= Self.longestSentence else {
            throw ServiceError(.invalidValue, "a sentence may have at most \(Self.longestSentence) bytes")
        }
        let shortcuts = (try? await book().shortcuts) ?? []
        let tasks = await programs?.intents().map(\.definition) ?? []
        let (readings, examples) = await sentences.read(
            sentence, language: options.language, shortcuts: shortcuts, tasks: tasks)
        guard !readings.isEmpty else {
            var failed = IntentOutcome(
                .failed, "", title: sentence, sentence: "\"\(sentence.prefix(200))\" is not understood")
            (failed.code, failed.lines) = (ServiceError.Code.nothingMatches.rawValue, examples)
            return failed
        }
        guard readings.count == 1 || options.reading > 0 else { return try await ambiguous(readings, sentence) }
        guard readings.indices.contains(max(1, options.reading) - 1) else {
            throw ServiceError(.invalidValue, "the sentence has \(readings.count) readings, not \(options.reading)")
        }
        let reading = readings[max(1, options.reading) - 1]
        let definition = try await definition(reading.intent)
        if options.isRehearsal {
            return outcome(.done, definition, reading.values, Self.title(reading, definition))
        }
        if let limit = definition.limit(brokenBy: reading.values) {
            return outcome(.failed, definition, reading.values, limit, ServiceError.Code.invalidValue.rawValue)
        }
        return try await perform(IntentRequest(reading.intent, reading.values, isConfirmed: options.isConfirmed))
    }

    /// Returns the title of a reading; the values of a phrase other than the name of its shortcut are not part of it.
    private static func title(_ reading: SentenceReader.Reading, _ definition: IntentDefinition) -> String {
        definition.title(reading.values.filter { definition.parameter($0.key) != nil })
    }

    private func ambiguous(_ readings: [SentenceReader.Reading], _ sentence: String) async throws -> IntentOutcome {
        var choices: [IntentChoice] = []
        for (index, reading) in readings.enumerated() {
            let definition = try await definition(reading.intent)
            let values = reading.values.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.shown)" }
            choices.append(
                IntentChoice(
                    "\(index + 1)", Self.title(reading, definition), subtitle: values.joined(separator: ", ")))
        }
        var asked = IntentOutcome(.asks, "", title: sentence, sentence: "What do you mean?")
        (asked.parameter, asked.choices) = (SayOptions.reading, choices)
        return asked
    }

    // MARK: Shortcuts of the user

    func book() async throws -> ShortcutBook {
        let text = try await file?.load() ?? ""
        do throws(IntentRefusal) { return try ShortcutBook(text) } catch {
            throw ServiceError(.storage, error.message)
        }
    }

    /// Changes the file of shortcuts, one change after the other.
    func change(_ body: @escaping @MediaActor (inout ShortcutBook) throws -> Void) async throws {
        guard let file else { throw ServiceError(.storage, "shortcuts cannot be saved here") }
        let before = changing
        let task = Task { @MediaActor in
            await before?.value
            var book = try await book()
            try body(&book)
            try await file.save(book.text)
        }
        changing = Task { @MediaActor in _ = try? await task.value }
        try await task.value
        await onChange?()
    }

    @MediaActor
    package func shortcuts() async throws -> [Shortcut] {
        let keys = boundKeys()
        return try await book().shortcuts.map { shortcut in
            var shortcut = shortcut
            shortcut.boundKey = keys[shortcut.name]
            return shortcut
        }
    }

    @MediaActor
    package func setShortcut(_ shortcut: Shortcut) async throws {
        var shortcut = shortcut
        do throws(IntentRefusal) { try shortcut.checkPhrase() } catch {
            throw ServiceError(.invalidValue, error.message)
        }
        var given = ShortcutResults(phrase: shortcut.phraseSlots)
        for (index, step) in shortcut.steps.enumerated() {
            let definition = try await definition(step.intent)
            if let refusal = given.refusal(of: step) {
                throw ServiceError(.invalidValue, "step \(index + 1), \(step.intent): \(refusal)")
            }
            given.add(definition)
            // Values that are filled in later cannot be checked now.
            let known = step.values.filter { !$0.value.word.contains("${") }
            do throws(IntentRefusal) {
                if let wrong = step.values.keys.sorted().first(where: { definition.parameter($0) == nil }) {
                    _ = try definition.taken([wrong: .text("-")])
                }
                if definition.name == Self.running, step.values["shortcut"]?.word.contains("${") == true {
                    throw IntentRefusal("shortcut", "the shortcut to run must be named")
                }
                shortcut.steps[index].values.merge(try definition.taken(known)) { $1 }
            } catch {
                throw ServiceError(.invalidValue, "step \(index + 1), \(step.intent): \(error.message)")
            }
        }
        try await change { [shortcut] book in
            do throws(IntentRefusal) { try book.set(shortcut) } catch {
                throw ServiceError(.refused, error.message)
            }
        }
    }

    @MediaActor
    package func removeShortcut(_ name: String) async throws {
        let known = try? await book().named(name)?.name
        try await change { book in
            let names = book.shortcuts.map(\.name)
            guard book.remove(name) else { throw Self.noShortcut(name, names) }
        }
        if let known { await onRemoval?(known) }
    }

    @MediaActor
    package func runShortcut(
        _ name: String, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async throws -> IntentOutcome {
        let book = try await book()
        guard let shortcut = book.named(name) else { throw Self.noShortcut(name, book.shortcuts.map(\.name)) }
        guard Self.depth < ShortcutRunner.deepest else {
            throw ServiceError(.refused, "\"\(shortcut.name)\" runs other shortcuts too deeply, or itself")
        }
        let slots = shortcut.phraseSlots
        if let wrong = values.keys.sorted().first(where: { !$0.contains(".") && !slots.contains($0) }) {
            let nearest = IntentDefinition.nearest(wrong, among: slots.sorted()).map { "; did you mean \"\($0)\"?" }
            throw ServiceError(
                .invalidValue,
                "the shortcut \"\(shortcut.name)\" has no value \"\(wrong.prefix(60))\""
                    + (nearest ?? (slots.isEmpty ? "" : "; it has " + slots.sorted().joined(separator: ", "))))
        }
        let runner = ShortcutRunner(
            shortcut: shortcut, inner: { book.named($0) }, definition: { try await self.definition($0) },
            foreseeing: { try await self.foresee($0, $1) }, perform: { try await self.perform($0) })
        let outcome = try await Self.$depth.withValue(Self.depth + 1) {
            try await runner.run(values, isConfirmed: isConfirmed)
        }
        // A shortcut that is performed automatically, or as part of another, was not chosen by the user.
        if outcome.state == .done, Self.depth == 0, PlaybackCause.current == .user { runs.send(shortcut.name) }
        return outcome
    }

    /// Finds the outputs, places and devices of a step before anything is done.
    ///
    /// - Throws: The question that it would ask, or the reason why it would fail.
    private func foresee(_ definition: IntentDefinition, _ values: [String: ParameterValue]) async throws {
        guard !values.values.contains(where: { $0.word.contains("${") }) else { return }
        if definition.name.program == ServiceNames.busName {
            guard let values = try? definition.taken(values) else { return }
            let performer = IntentPerformer(doors, definition.completed(values))
            try await IntentPerformer.foresights[definition.name.intent]?(performer)
        } else {
            // An item may be created by an earlier step.
            let kinds: [IntentParameter.Kind] = [.place, .output, .device, .person]
            let found = values.filter { value in
                definition.parameter(value.key).map { kinds.contains($0.kind) } ?? false
            }
            _ = try await withThings(found, of: definition)
        }
    }

    static func noShortcut(_ name: String, _ names: [String]) -> ServiceError {
        let nearest = IntentDefinition.nearest(name, among: names).map { "; did you mean \"\($0)\"?" }
        return ServiceError(
            .notFound,
            "there is no shortcut \"\(name.prefix(100))\"" + (nearest ?? "; oncue shortcut lists them"))
    }
}
