// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient
internal import OnCueCore

/// `oncue art`
enum ArtCommand {
    static let command = Command(
        CommandDefinition(
            "art", group: "Looking", summary: "Save or show the cover of what plays.",
            discussion: """
                With FILE the cover is written there, as PNG or JPEG, whichever it is; - is standard output. Without \
                FILE a terminal shows it, and anything else gets the path of a local file that has it, which may go when \
                it was not asked for in a long time.
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                    description: "Where to write it; what is there is replaced. - is standard output.")
            ],
            options: [
                OptionDefinition(
                    "size", short: "s",
                    value: ValueDefinition("PIXELS", kind: "a size", expected: "a number from 1 to 512"),
                    description:
                        "As large as this at least, made 128, 256 or 512 pixels. Without it as the cover is, or 512 pixels "
                        + "where it takes more than 2 MB.")
            ],
            examples: [
                DocumentedTerm("oncue art cover.jpg", "Keep the cover."),
                DocumentedTerm("oncue art --size 128", "Show it, or get the path of a small one in a script."),
                DocumentedTerm("oncue art - | feh -", "Hand it to another program."),
            ])
    ) { parsed, context in
        let size = try parsed.integer("size", in: 1...512)
        let name = parsed.argument("FILE")
        if name == "-", context.console.dataScreen.isTerminal {
            throw CommandFailure(
                .wrongWords, "a picture is no text for a terminal; name a file, or leave - out to see it")
        }
        guard let entry = try await context.service.nowPlaying().entry else {
            throw CommandFailure(.nothingFound, "nothing plays, so there is no cover")
        }
        let location = try await location(entry, size: size, context)
        guard let file = location.filePath else {
            throw CommandFailure(.failed, "the cover is not in a file of this machine: \(location)")
        }
        switch name {
        case nil: show(file, context)
        case "-": context.console.write(bytes: try context.files.bytes(of: file, limit: largest))
        case let name?: try save(file, RawWords.bytes(of: name), context)
        }
    }

    /// What plays without being in the library has the cover that is told with it, in one size.
    private static func location(
        _ entry: NowPlayingEntry, size: Int?, _ context: CommandContext
    ) async throws(ClientError) -> MediaLocation {
        do throws(ClientError) {
            return try await context.service.artwork(of: entry.identifier, size: size)
        } catch {
            guard error.code == .notFound, let told = entry.artURL.flatMap(MediaLocation.init(uri:)) else {
                throw error
            }
            if size != nil { context.console.tell("It is not in the library, so its cover comes as it is") }
            return told
        }
    }

    /// More than any cover has.
    private static let largest = 64 << 20

    private static func show(_ file: [UInt8], _ context: CommandContext) {
        let screen = context.console.dataScreen
        let picture =
            screen.isTerminal && screen.usesColor
            ? context.pictures.draw(file, columns: min(48, screen.columns), rows: min(24, max(1, screen.rows - 2)))
            : nil
        if let picture {
            context.console.write(picture + "\n")
        } else {
            context.console.write(lines: [TextLayout.printable(String(decoding: file, as: UTF8.self))])
        }
    }

    private static func save(_ file: [UInt8], _ name: [UInt8], _ context: CommandContext) throws(CommandFailure) {
        let bytes = try context.files.bytes(of: file, limit: largest)
        if context.files.kind(of: name) == .directory {
            throw CommandFailure(.wrongWords, "\(shown(name)) is a folder; name a file in it")
        }
        try context.files.write(bytes, to: name)
        let kind = bytes.starts(with: [0x89, 0x50]) ? "PNG" : bytes.starts(with: [0xFF, 0xD8]) ? "JPEG" : "picture"
        context.console.tell("Wrote \(shown(name)) (\(kind), \(max(1, bytes.count >> 10)) KB)")
    }

    private static func shown(_ name: [UInt8]) -> String {
        TextLayout.printable(String(decoding: name, as: UTF8.self))
    }
}
