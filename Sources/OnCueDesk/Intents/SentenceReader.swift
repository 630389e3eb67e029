// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueCore
internal import OnCueIntents
internal import OnCueInterface
internal import OnCueRuntime
internal import OnCueSentences

/// Understands sentences, using the names in the library and those of outputs, places and shortcuts.
///
/// Sentences are matched on a thread of their own: matching tens of thousands of names takes milliseconds.
@MediaActor
final class SentenceReader {
    private static let most = 10_000
    private nonisolated static let mostExamples = 3
    /// The mark before the name of a task of a program, in lists that otherwise contain the names of shortcuts.
    private nonisolated static let taskMark = "\u{1}"
    private static let executor = BlockingExecutor(label: "oncue.sentences")

    /// A possible meaning of a sentence.
    struct Reading: Sendable {
        var intent: String
        var values: [String: ParameterValue]
    }

    private let content: any ContentService
    private let outputs: any OutputService
    private let triggers: any TriggerService
    private let machines: OtherMachines
    private var languages: [String: SentenceLanguage] = [:]
    /// The matcher of each language, with the phrases that are templates.
    private var matchers: [String: (matcher: SentenceMatcher, phrases: [PhraseMeaning])] = [:]
    private var names: [String: SentenceList] = [:]
    private var revision: ContentTree.Revision?

    init(_ doors: IntentDoors) {
        (content, outputs, triggers, machines) = (doors.content, doors.outputs, doors.triggers, doors.machines)
    }

    /// Returns the readings of a sentence that are equally good, or, if there are none, examples of valid sentences.
    ///
    /// - Parameters:
    ///   - shortcuts: The shortcuts, whose names and phrases are matched.
    ///   - tasks: The tasks of programs, with their keywords and those phrases that are not the phrase of a shortcut.
    func read(
        _ sentence: String, language: String, shortcuts: [Shortcut], tasks: [IntentDefinition]
    ) async -> (readings: [Reading], examples: [String]) {
        // A phrase that the user has given to a shortcut takes precedence.
        let others = tasks.filter { task in !shortcuts.contains { $0.isMeant(by: task.phrase) } }
        let templates = PhraseMeaning.all(of: shortcuts, others)
        guard let matcher = await matcher(language, templates) else { return ([], []) }
        await readNames()
        let titles = (try? await outputs.outputs())?.outputs.map(\.title) ?? []
        let places = (try? await triggers.places().map(\.name)) ?? []
        let hosts = await machines.names()
        let words = Set(templates.map(\.phrase.text))
        let phrases =
            (shortcuts.flatMap { [($0.name, $0.name), ($0.phrase, $0.name)] }
            + others.map { ($0.phrase, Self.taskMark + $0.name.text) })
            .filter { !words.contains($0.0) }
        let known = names
        let found = await Self.executor.run { () -> ([SentenceMatch], [String]) in
            var lists = known
            lists["output"] = SentenceList(names: titles)
            lists["place"] = SentenceList(names: places)
            lists["machine"] = SentenceList(names: hosts)
            lists["shortcut"] = SentenceList(
                phrases.filter { !$0.0.isEmpty }.map { SentenceList.Value($0.0, value: .text($0.1)) })
            let matches = matcher.match(sentence, lists: lists)
            guard matches.isEmpty else { return (matches, []) }
            let examples = Self.examples(of: tasks, in: sentence) + matcher.nearest(to: sentence)
            return ([], Array(examples.prefix(Self.mostExamples)))
        }
        let best = found.0.first?.score ?? 0
        return (found.0.prefix { $0.score == best }.map(Self.reading), found.1)
    }

    /// Returns the phrases for tasks of programs that have a keyword in the sentence.
    private nonisolated static func examples(of tasks: [IntentDefinition], in sentence: String) -> [String] {
        let said = Set(TextWords.divide(folded: TextFolding.fold(sentence)))
        return tasks.filter { task in
            task.keywords.contains { keyword in
                let words = TextWords.divide(folded: TextFolding.fold(keyword))
                return !words.isEmpty && said.isSuperset(of: words)
            }
        }.map { $0.phrase.isEmpty ? $0.title : $0.phrase }
    }

    private static func reading(_ match: SentenceMatch) -> Reading {
        if match.intent == "run", let value = match.slots["shortcut"]?.textValue, value.hasPrefix(taskMark) {
            return Reading(intent: String(value.dropFirst(taskMark.count)), values: [:])
        }
        return Reading(
            intent: match.intent,
            values: match.slots.mapValues { value in
                switch value {
                case .text(let text): .text(text)
                case .number(let number): .number(number)
                case .flag(let flag): .flag(flag)
                }
            })
    }

    /// Returns the answers in a language.
    func answers(_ language: String) async -> AnswerTable? { await self.language(Self.key(language))?.answers }

    /// Returns the code of a language that is understood: English for any other.
    private static func key(_ language: String) -> String {
        SentenceLanguage.builtInFile(for: language) == nil ? "en" : String(language.prefix(2))
    }

    private func language(_ key: String) async -> SentenceLanguage? {
        if let known = languages[key] { return known }
        let file = SentenceLanguage.builtInFile(for: key) ?? ""
        let made = await Self.executor.run { try? SentenceLanguage(file) }
        languages[key] = made
        return made
    }

    private func matcher(_ language: String, _ phrases: [PhraseMeaning]) async -> SentenceMatcher? {
        let key = Self.key(language)
        if let known = matchers[key], known.phrases == phrases { return known.matcher }
        guard let language = await self.language(key) else { return nil }
        let made = await Self.executor.run { () -> SentenceMatcher? in
            // If there are too many phrases, the language is used without them.
            (try? SentenceMatcher(language.adding(phrases))) ?? (try? SentenceMatcher(language))
        }
        matchers[key] = made.map { ($0, phrases) }
        return made
    }

    /// The branches with the names of each list.
    private static let branches: [(list: String, branches: [ContentIdentifier])] = {
        let (playlists, podcasts, radio) = (RootBranch.playlists, RootBranch.podcasts, RootBranch.radio)
        let sections: [ContentSection] = [.albums, .tracks]
        return [
            ("artist", [ContentSection.artists.identifier]),
            ("title", sections.map(\.identifier) + [playlists, podcasts, radio].map(\.identifier)),
            ("playlist", [playlists.identifier]), ("podcast", [podcasts.identifier]), ("station", [radio.identifier]),
            ("genre", [ContentSection.genres.identifier]),
        ]
    }()

    /// Rereads the names in the library if it has changed.
    private func readNames() async {
        let root = try? await content.children(of: "/", offset: 0, limit: 1, ChildrenOptions())
        guard let current = root?.revision, current != revision else { return }
        var found: [String: [String]] = [:]
        for (list, branches) in Self.branches {
            for branch in branches {
                // If a branch is not available now, the names are read with the next sentence.
                guard let titles = await titles(in: branch.description) else { return }
                found[list, default: []] += titles
            }
        }
        names = await Self.executor.run { [found] in found.mapValues { SentenceList(names: $0) } }
        revision = current
    }

    /// Returns the titles in a branch; `nil` if they cannot be read.
    private func titles(in branch: String) async -> [String]? {
        var titles: [String] = []
        while titles.count < Self.most {
            let page = try? await content.children(
                of: branch, offset: titles.count, limit: PageLimit.largest, ChildrenOptions())
            guard let page else { return nil }
            if page.items.isEmpty { break }
            titles += page.items.map(\.title)
            if titles.count >= page.total { break }
        }
        return titles
    }
}
