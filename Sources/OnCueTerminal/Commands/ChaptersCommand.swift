// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue chapters`
enum ChaptersCommand {
    private enum Target {
        case number(Int)
        case next, previous
        /// A title, or a part of one.
        case title(String)

        init(_ words: [String]) {
            let text = words.joined(separator: " ")
            switch text {
            case "next": self = .next
            case "previous", "prev": self = .previous
            default: self = Values.positive(text).map(Target.number) ?? .title(text)
            }
        }
    }

    static let command = Command(
        CommandDefinition(
            "chapters", aliases: ["chapter"], group: "Playing",
            summary: "List the chapters of the current track, or jump to one.",
            discussion: """
                Chapters come from the file itself (MP3, MP4, Ogg, Opus, FLAC, Matroska) or from the podcast. \
                "previous" goes to the beginning of the current chapter, or to the chapter before if the current one \
                started less than 3 s ago.

                JSON: total, offset, current (an index, or null), items [number, title, start, end (seconds), \
                current]; after a jump, current is the new chapter.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition(
                        "CHAPTER", kind: "a chapter",
                        expected: "a number from oncue chapters, a title, next or previous"),
                    .any,
                    description: "The chapter to jump to: a number, a title or a part of one, next or previous.",
                    acceptsNegativeNumbers: true)
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue chapters", "List the chapters and mark the current one."),
                DocumentedTerm("oncue chapters 3", "Jump to the third chapter."),
                DocumentedTerm("oncue chapters The Harbour", "Jump to the chapter with that title."),
                DocumentedTerm("oncue chapters next", "Skip to the next chapter."),
            ])
    ) { parsed, context in
        let words = parsed.arguments("CHAPTER")
        if !words.isEmpty {
            // An invalid number is not a title either.
            if words.count == 1, words[0].isEmpty || Double(words[0]) != nil, Values.positive(words[0]) == nil {
                throw UsageError(
                    .invalidValue, call: parsed.call,
                    "\"\(TextLayout.printable(words[0]))\" is not a chapter; expected a number from oncue chapters, a title, "
                        + "next or previous")
            }
            switch Target(words) {
            case .number(let number): try await context.service.seek(toChapter: number - 1)
            case .title(let text): try await context.service.seek(toChapter: try await index(of: text, context))
            case .next: try await context.service.seekToNextChapter()
            case .previous: try await context.service.seekToPreviousChapter()
            }
            if !parsed.has("json") { return try await tellCurrent(context) }
        }
        let chapters = try await context.service.chapters()
        if parsed.has("json") { return context.console.write(ChapterView.json(chapters)) }
        context.console.write(lines: ChapterView.lines(chapters, screen: context.console.dataScreen))
        if chapters.items.isEmpty { context.console.tell("The current track has no chapters") }
    }

    /// Returns the index of the chapter with a title, or else of the first chapter whose title contains the text.
    private static func index(of text: String, _ context: CommandContext) async throws -> Int {
        let titles = try await context.service.chapters().items.map(\.title)
        let wanted = TextFolding.fold(text)
        let found =
            titles.firstIndex { TextFolding.fold($0) == wanted }
            ?? titles.firstIndex { !wanted.isEmpty && TextFolding.fold($0).contains(wanted) }
        guard let found else {
            let reason =
                titles.isEmpty
                ? "the current track has no chapters"
                : "it has no chapter \"\(TextLayout.printable(text))\"; list them with: oncue chapters"
            throw CommandFailure(.nothingFound, reason)
        }
        return found
    }

    private static func tellCurrent(_ context: CommandContext) async throws {
        guard context.console.isTalkative else { return }
        if let chapter = try await context.service.nowPlaying().entry?.chapter {
            context.console.tell(ChapterPhrase.sentence(chapter))
        }
    }
}
