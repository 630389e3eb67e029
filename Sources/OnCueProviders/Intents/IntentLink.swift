// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import BusValues
package import GLib
internal import OnCueActivities
internal import OnCueCore
package import OnCueIntents
package import OnCueInterface
package import OnCueRuntime
internal import OnCueSession

/// The programs on the bus that perform intents: their declarations, and the calls to `org.oncue.IntentHandler1`.
///
/// A handler is started by its first call. Each call has the deadline of its program, and all calls of one request
/// together take less time than callers wait. Programs are independent of each other: one that hangs delays only its
/// own callers.
@MediaActor
package final class IntentLink: IntentPrograms {
    private static let usualDeadline: Duration = .seconds(5)
    /// The time limit for all calls of a request together.
    private static let patience: Duration = .seconds(21)
    private static let answerBytes = 65_536
    private nonisolated static let lines = 12
    private nonisolated static let lineBytes = 200
    private nonisolated static let choices = 20

    private let bus: MessageBus
    private let files: InstalledDeclarations<IntentFolders>
    /// The reasons why files are not used, by their paths, as far as they are in the log.
    private var logged: [String: String] = [:]
    private var gates: [String: CallGate] = [:]

    /// - Parameter folders: The folders of the declarations, the first having precedence. They need not exist.
    package init(bus: MessageBus, folders: [String]) {
        self.bus = bus
        files = InstalledDeclarations(folders: folders, none: IntentFolders(), label: "oncue.intent-files") {
            IntentFolders(reading: $0)
        }
        files.onChange = { [weak self] in self?.logProblems() }
    }

    /// Logs the reasons why files are not used, each once for as long as it applies.
    private func logProblems() {
        for (path, problem) in files.all.problems.sorted(by: { $0.key < $1.key }) where logged[path] != problem {
            Logger("intents").warning("a file of intents is not used", ["file": path, "error": problem])
        }
        logged = files.all.problems
    }

    /// Reads the declarations.
    package func begin() async { await files.read() }

    package func intents() async -> [IntentRecord] {
        files.all.files.values.sorted { $0.program < $1.program }.flatMap { file in
            file.intents.map { IntentRecord($0, programName: Self.title(file.programName)) }
        }
    }

    /// Returns the same as ``declared(_:)``, but also looks for a file that was just installed.
    func declaredNow(_ name: String) async -> (definition: IntentDefinition, programName: String)? {
        if let found = declared(name) { return found }
        await files.read()
        return declared(name)
    }

    /// Returns the intent with a full name, and the name of its program for users; `nil` if no program declares it.
    func declared(_ name: String) -> (definition: IntentDefinition, programName: String)? {
        for file in files.all.files.values where name.hasPrefix(file.program + ".") {
            if let found = file.intents.first(where: { $0.name.text == name }) {
                return (found, Self.title(file.programName))
            }
        }
        return nil
    }

    /// Returns the name of a program for users; `nil` if it declares no intents.
    func programName(_ program: String) -> String? { files.all.files[program].map { Self.title($0.programName) } }

    package func perform(
        _ definition: IntentDefinition, _ values: [String: ParameterValue], isConfirmed: Bool
    ) async -> IntentOutcome {
        var errand = Errand(definition, values)
        guard let file = files.all.files[definition.name.program] else {
            return errand.failed("\(definition.name.program) is not installed any longer", .providerUnavailable)
        }
        let end = ContinuousClock.now + Self.patience
        let gate = gates[file.program] ?? CallGate(capacity: 2, longestLine: 8)
        gates[file.program] = gate
        guard await gate.enter() else {
            return errand.failed("\(Self.title(file.programName)) has too much to do", .busy)
        }
        defer { gate.leave() }
        var isBegun = false
        do throws(BusError) {
            do throws(BusError) {
                let answer = try await call("Resolve", errand, file, until: end, isOptional: true)
                if let answer, let outcome = errand.take(resolved: answer, by: Self.title(file.programName)) {
                    return outcome
                }
            } catch {
                // If the program fails, its definition determines the question about missing values.
                guard let outcome = errand.missing() else { throw error }
                return outcome
            }
            if let outcome = errand.missing() { return outcome }
            if definition.isConfirmed, !isConfirmed {
                let card = try await call("Confirm", errand, file, until: end, isOptional: true)
                return errand.confirming(card ?? [:], by: Self.title(file.programName))
            }
            // A request that has waited too long for its turn is not handled any more.
            guard ContinuousClock.now + Self.deadline(file) <= end + .seconds(1) else {
                return errand.failed("\(Self.title(file.programName)) has too much to do", .busy)
            }
            isBegun = true
            let answer = try await call("Handle", errand, file, until: end, isOptional: false)
            let outcome = errand.handled(answer ?? [:], by: Self.title(file.programName))
            if outcome.state == .done, definition.form(errand.values)?.isBackground == false {
                bringToFront(file.program)
            }
            return outcome
        } catch {
            if isBegun, error.isUnanswered {
                let program = Self.title(file.programName)
                return errand.failed(
                    "\(program) did not answer; it is not known whether \"\(errand.title)\" was done",
                    .providerUnavailable)
            }
            return errand.failed(Self.sentence(error, errand.title, file), .providerUnavailable)
        }
    }

    /// Shows a program to the user, as its menu entry does. Nothing waits for this, and a program without windows need
    /// not support it.
    private func bringToFront(_ program: String) {
        let path = "/" + program.map { $0 == "." ? "/" : $0 == "-" ? "_" : String($0) }.joined()
        Task { @MediaActor [bus] in
            do throws(BusError) {
                _ = try await bus.call(
                    "Activate", of: "org.freedesktop.Application", at: path, on: program, [.dictionary([:])],
                    timeout: Self.usualDeadline)
            } catch {
                Logger("intents").info(
                    "a program was not brought to the front", ["program": program, "error": error.message])
            }
        }
    }

    private static func deadline(_ file: IntentFile) -> Duration {
        file.deadline.map { .milliseconds($0) } ?? usualDeadline
    }

    /// - Returns: The answer, or `nil` if the program does not have an optional method.
    private func call(
        _ method: String, _ errand: Errand, _ file: IntentFile, until end: ContinuousClock.Instant, isOptional: Bool
    ) async throws(BusError) -> [String: BusValue]? {
        let time = min(Self.deadline(file), max(.milliseconds(100), end - .now))
        do throws(BusError) {
            let reply = try await bus.call(
                method, of: ServiceNames.intentHandler, at: file.objectPath, on: file.program,
                [.string(errand.definition.name.intent), .dictionary(errand.values.mapValues(\.wire))], timeout: time,
                largestReply: Self.answerBytes)
            return reply.first?.dictionaryValue ?? [:]
        } catch {
            if isOptional, error.name == BusError.unknownMethod { return nil }
            throw error
        }
    }

    private static func sentence(_ error: BusError, _ title: String, _ file: IntentFile) -> String {
        let program = Self.title(file.programName)
        if error.name == BusError.serviceUnknown || error.name == BusError.nameHasNoOwner {
            return "\(program) is not running, and cannot be started for \"\(title)\""
        }
        let reason =
            error.isUnanswered
            ? "it did not answer within \(deadline(file))"
            : IntentLink.line(error.message.cut(to: ProviderLimits.messageBytes))
        return "\(program) cannot do \"\(title)\": \(reason)"
    }

    private nonisolated static func title(_ text: String) -> String {
        IntentLink.line(text.cut(to: ProviderLimits.nameBytes))
    }

    /// Returns a program's text on one line, without characters that would affect the text around it.
    private nonisolated static func line(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isHostile })).cut(to: lineBytes)
    }

    // MARK: One request

    /// A request that is being handled by a program.
    struct Errand {
        let definition: IntentDefinition
        private(set) var values: [String: ParameterValue]

        init(_ definition: IntentDefinition, _ values: [String: ParameterValue]) {
            (self.definition, self.values) = (definition, values)
        }

        var title: String { definition.title(values) }

        private func outcome(_ state: IntentOutcome.State, _ sentence: String, _ code: String = "") -> IntentOutcome {
            var outcome = IntentOutcome(
                state, definition.name.text, title: title, sentence: sentence, values: values)
            outcome.code = code
            return outcome
        }

        func failed(_ sentence: String, _ code: ServiceError.Code) -> IntentOutcome {
            outcome(.failed, sentence, code.rawValue)
        }

        /// Takes over the values that the program has resolved.
        ///
        /// - Returns: The question to ask, or a failure if the answer cannot be used; otherwise `nil`.
        mutating func take(resolved answer: [String: BusValue], by program: String) -> IntentOutcome? {
            let found = (answer["values"]?.dictionaryValue ?? [:]).compactMapValues {
                ParameterValue(wire: $0.unwrapped)
            }
            do throws(IntentRefusal) {
                values = try definition.taken(values.merging(found) { $1 })
            } catch {
                return failed("the program answered with a value that cannot be used: \(error.message)", .failed)
            }
            guard let name = answer["parameter"]?.stringValue, !name.isEmpty else { return nil }
            guard let parameter = definition.parameter(name) else {
                return failed(
                    "the program asked for \"\(IntentLink.line(name))\", which is none of its parameters", .failed)
            }
            let prompt = IntentLink.line(answer["prompt"]?.stringValue ?? "")
            var asked = outcome(.asks, prompt.isEmpty ? parameter.question : prompt)
            asked.parameter = name
            asked.lines = [program]
            asked.choices = ([IntentChoice](wire: answer["choices"] ?? .array([], of: "(sss)")) ?? []).prefix(
                IntentLink.choices
            )
            .map {
                IntentChoice(
                    IntentLink.line($0.name), IntentLink.line($0.title), subtitle: IntentLink.line($0.subtitle))
            }
            if asked.choices.isEmpty { asked.choices = parameter.choices }
            return asked
        }

        /// Returns the question about a value that is still missing, or `nil` if there is none.
        func missing() -> IntentOutcome? {
            guard let parameter = definition.missing(values) else { return nil }
            var asked = outcome(.asks, parameter.question)
            (asked.parameter, asked.choices) = (parameter.name, parameter.choices)
            return asked
        }

        /// Returns the question whether to perform the intent, with the card of the program.
        func confirming(_ card: [String: BusValue], by program: String) -> IntentOutcome {
            if let refused = refusal(card) { return refused }
            var asked = outcome(.confirms, "\(title)?")
            decorate(&asked, card, by: program)
            return asked
        }

        func handled(_ answer: [String: BusValue], by program: String) -> IntentOutcome {
            let code = answer["code"]?.stringValue ?? ""
            let properties = (answer["properties"]?.dictionaryValue ?? [:])
                .compactMapValues { ParameterValue(wire: $0.unwrapped) }
            var outcome: IntentOutcome
            if let response = definition.response(code) {
                let known = properties.filter { response.properties.contains($0.key) && $0.value.size <= 500 }
                let sentence = definition.sentence(response, definition.completed(values), known)
                outcome = self.outcome(
                    response.isSuccess ? .done : .failed, sentence.isEmpty ? title : IntentLink.line(sentence), code)
                outcome.properties = known
            } else if code.isEmpty, definition.responses.isEmpty {
                outcome = self.outcome(.done, "\(program): \(title)")
            } else {
                outcome = failed(
                    "\(program) answered \"\(IntentLink.line(code))\", which its definition does not have", .failed)
            }
            decorate(&outcome, answer, by: program)
            return outcome
        }

        /// Returns a failure that the program reported before it did anything.
        private func refusal(_ answer: [String: BusValue]) -> IntentOutcome? {
            guard let code = answer["code"]?.stringValue, let response = definition.response(code),
                !response.isSuccess
            else { return nil }
            return outcome(.failed, definition.sentence(response, definition.completed(values)), code)
        }

        /// Adds the card of the program. Its name always comes first, so that a card is never mistaken for that of
        /// another program.
        private func decorate(_ outcome: inout IntentOutcome, _ card: [String: BusValue], by program: String) {
            let shown = (card["lines"]?.stringsValue ?? []).prefix(IntentLink.lines).map { IntentLink.line($0) }.filter
            { !$0.isEmpty }
            outcome.lines = [program] + shown
            if let picture = card["picture"]?.stringValue, picture.utf8.count <= 2048,
                ["file:", "https:", "http:"].contains(where: picture.hasPrefix)
            {
                outcome.picture = picture
            }
        }
    }
}

// MARK: Donations

/// A donation of an intent is an activity whose type is the full name of the intent, and whose user info contains the
/// values. It is therefore kept, deleted by identifier or group, ranked and offered like any other activity.
extension IntentLink {
    /// Returns the activity in which a donation is kept, with the title and the subtitle of its shortcut.
    ///
    /// - Throws: `invalidValue`, with the reason why the donation is not accepted.
    func donated(_ activity: Activity, _ definition: IntentDefinition) throws(ServiceError) -> Activity {
        let values = Self.values(activity)
        if let reason = definition.refusal(ofDonation: values) {
            throw ServiceError(.invalidValue, "the donation of \(definition.name.text) is not taken: \(reason)")
        }
        var donation = activity
        donation.title = definition.title(values).cut(to: ActivityLimits.titleBytes)
        let subtitle = definition.subtitle(values)
        donation.summary = subtitle.isEmpty ? nil : subtitle
        if donation.thumbnail == nil, !definition.image.isEmpty { donation.thumbnail = definition.image }
        return donation
    }

    /// Returns the values of a donation.
    static func values(_ activity: Activity) -> [String: ParameterValue] {
        activity.info.values.compactMapValues { value in
            switch value {
            case .text(let text): .text(text)
            case .integer(let number): .number(Double(number))
            case .number(let number): .number(number)
            case .flag(let flag): .flag(flag)
            // An object, as its identifier and its title.
            case .texts(let texts): texts.count == 2 ? .object(identifier: texts[0], title: texts[1]) : nil
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it affects the text around it: control characters, line separators, and marks of direction.
    fileprivate var isHostile: Bool {
        properties.generalCategory == .control || properties.generalCategory == .lineSeparator
            || properties.generalCategory == .paragraphSeparator || (0x202A...0x202E).contains(value)
            || (0x2066...0x2069).contains(value)
    }
}
