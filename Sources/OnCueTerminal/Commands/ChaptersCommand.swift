// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueInterface

/// `oncue chapters`
enum ChaptersCommand {
    private enum Target {
        case number(Int)
        case next, previous

        init?(_ word: String) {
            switch word {
            case "next": self = .next
            case "previous", "prev": self = .previous
            default:
                guard let number = Values.positive(word) else { return nil }
                self = .number(number)
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
                        expected: "a number from oncue chapters, next or previous"),
                    .optional, description: "The chapter to jump to: a number, next or previous.",
                    acceptsNegativeNumbers: true)
            ],
            options: [Values.json],
            examples: [
                DocumentedTerm("oncue chapters", "List the chapters and mark the current one."),
                DocumentedTerm("oncue chapters 3", "Jump to the third chapter."),
                DocumentedTerm("oncue chapters next", "Skip to the next chapter."),
            ])
    ) { parsed, context in
        if !parsed.arguments("CHAPTER").isEmpty {
            switch try parsed.required("CHAPTER", Target.init) {
            case .number(let number): try await context.service.seek(toChapter: number - 1)
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

    private static func tellCurrent(_ context: CommandContext) async throws {
        guard context.console.isTalkative else { return }
        if let chapter = try await context.service.nowPlaying().entry?.chapter {
            context.console.tell(ChapterView.sentence(chapter))
        }
    }
}
