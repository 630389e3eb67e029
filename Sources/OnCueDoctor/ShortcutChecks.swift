// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueActivities
package import OnCueClient
package import OnCueCore
package import OnCueIntents
package import OnCueInterface
internal import OnCueSuggestions

/// The facts about tasks, shortcuts and cues.
package struct ShortcutFacts: Sendable {
    /// A file in which a program declares its tasks.
    package struct Declaration: Sendable {
        package var path: String
        /// The content; `nil` if the file is too long.
        package var text: String?

        package init(path: String, text: String?) { (self.path, self.text) = (path, text) }
    }

    package var declarations: [Declaration] = []
    package var intents: [IntentRecord] = []
    /// The names on the bus, and those for which the bus starts a program.
    package var names: [String] = []
    package var shortcuts: Result<[Shortcut], ClientError> = .success([])
    package var cues: [CueRecord] = []
    package var activities: [ActivityRecord] = []
    /// The present suggestions, best first.
    package var suggested: [SuggestionRecord] = []

    package init() {}
}

/// Health checks of tasks: the files that declare them, the programs that perform them, their donations, and the
/// present offers.
package enum ShortcutChecks {
    /// The most donations to list.
    private static let donations = 10

    package static func checks(_ facts: ShortcutFacts) -> [HealthCheck] {
        [own(facts)] + facts.declarations.map(declaration) + programs(facts) + donated(facts) + [offered(facts)]
    }

    /// The user's own shortcuts and cues.
    private static func own(_ facts: ShortcutFacts) -> HealthCheck {
        switch facts.shortcuts {
        case .success(let shortcuts):
            return HealthCheck(
                "shortcuts.own", .ok, "\(count(shortcuts.count, "shortcut")), \(count(facts.cues.count, "cue"))")
        case .failure(let error):
            return HealthCheck(
                "shortcuts.own", .failed, error.message,
                advice: "correct the line, or restore the file from a backup; until then no shortcut runs")
        }
    }

    private static func declaration(_ file: ShortcutFacts.Declaration) -> HealthCheck {
        let name = "shortcuts.file." + (file.path.split(separator: "/").last.map(String.init) ?? file.path)
        guard let text = file.text else {
            return HealthCheck(
                name, .failed, "\(file.path) is not used: it is longer than \(IntentLimits.fileBytes) bytes",
                advice: "ask its author for a shorter one")
        }
        let (read, problems) = IntentFile.read(text)
        guard let read else {
            let first = problems.first(where: \.isMistake)
            let place = first.map { "line \($0.line): \($0.message)" } ?? "it cannot be read"
            return HealthCheck(
                name, .failed, "\(file.path) is not used: \(place)",
                advice: "see every mistake with: oncue shortcut check \(ShellWord.quoted(file.path))")
        }
        guard let remark = problems.first else {
            return HealthCheck(name, .ok, "\(read.programName): \(count(read.intents.count, "task"))")
        }
        return HealthCheck(
            name, .warning,
            "\(read.programName): \(count(read.intents.count, "task")), line \(remark.line): \(remark.message)",
            advice: "see all remarks with: oncue shortcut check \(ShellWord.quoted(file.path))")
    }

    /// Returns one check for each program that performs tasks.
    private static func programs(_ facts: ShortcutFacts) -> [HealthCheck] {
        var seen: Set<String> = [ServiceNames.busName]
        return facts.intents.filter { seen.insert($0.definition.name.program).inserted }.map { record in
            let program = record.definition.name.program
            guard !facts.names.contains(program) else {
                return HealthCheck("shortcuts.program." + program, .ok, "\(record.programName) can be asked")
            }
            return HealthCheck(
                "shortcuts.program." + program, .warning,
                "\(record.programName) is not running, and the bus cannot start it",
                advice: "start it, or install its D-Bus service file \(program).service")
        }
    }

    /// Returns one check for each of the latest donations: whether it is offered now, or why not.
    private static func donated(_ facts: ShortcutFacts) -> [HealthCheck] {
        let tasks = Set(facts.intents.map(\.definition.name.text))
        let donations = facts.activities.filter { tasks.contains($0.activity.type) }
            .sorted { $0.activity.changed > $1.activity.changed }
        return donations.prefix(Self.donations).map { record in
            let activity = record.activity
            let name = "shortcuts.donation." + activity.name.identifier
            let what = "\"\(activity.title)\" of \(record.programName)"
            let identifier = activity.name.contentIdentifier.description
            if let place = facts.suggested.firstIndex(where: { $0.identifier == identifier }) {
                return HealthCheck(name, .ok, "\(what) is suggestion \(place + 1): \(facts.suggested[place].sentence)")
            }
            guard activity.eligibility.contains(.prediction) else {
                return HealthCheck(name, .ok, "\(what) may not be suggested: its program does not allow it")
            }
            let occasion = activity.occasion.map { " Its occasion is \($0)." } ?? ""
            return HealthCheck(
                name, .ok,
                "\(what) is not among the first \(facts.suggested.count) suggestions of this moment.\(occasion)")
        }
    }

    /// Checks for tasks and shortcuts among the present suggestions.
    private static func offered(_ facts: ShortcutFacts) -> HealthCheck {
        let kind = ContentKind.foreign.rawValue + ":"
        let tasks = facts.suggested.filter { $0.identifier.hasPrefix(kind) }.map { "\"\($0.title)\"" }
        guard !tasks.isEmpty else {
            return HealthCheck(
                "shortcuts.offered", .ok, "no task would be suggested now; oncue simulate shows what cues would do")
        }
        return HealthCheck("shortcuts.offered", .ok, "would be suggested now: " + tasks.joined(separator: ", "))
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
