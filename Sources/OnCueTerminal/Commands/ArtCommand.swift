// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import TextOutput

/// `oncue art`
enum ArtCommand {
    static let command = Command(
        CommandDefinition(
            "art", group: "Looking", summary: "Save or show the cover art of the current track.",
            discussion: """
                With FILE, the cover is written to that file, as PNG or JPEG depending on the picture; - writes it to \
                standard output. Without FILE, a terminal shows the cover, and anything else gets the path of a local \
                copy, which may be deleted once it has not been used for a long time.

                JSON: identifier, title, url (of the file with the cover).
                """,
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                    description: "The file to write; an existing file is replaced. - is standard output.")
            ],
            options: [
                OptionDefinition(
                    "size", short: "s",
                    value: ValueDefinition("PIXELS", kind: "a size", expected: "a number from 1 to 512"),
                    description:
                        "Scale the cover to the next of 128, 256 and 512 pixels. Default: the original size, or at most "
                        + "1024 pixels if the original has more than 2048 on a side or is larger than 2 MB."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue art cover.jpg", "Save the cover."),
                DocumentedTerm("oncue art --size 128", "Show the cover, or print the path of a small one in a script."),
                DocumentedTerm("oncue art - | feh -", "Pipe the cover to another program."),
            ])
    ) { parsed, context in
        let size = try parsed.integer("size", in: 1...512)
        let name = parsed.argument("FILE")
        if name == "-", context.console.dataScreen.isTerminal {
            throw CommandFailure(
                .wrongWords, "a picture cannot be written to a terminal as text; name a file, or leave out - to show it"
            )
        }
        guard let entry = try await context.service.nowPlaying().entry else {
            throw CommandFailure(.nothingFound, "nothing is playing, so there is no cover")
        }
        let location = try await location(entry, size: size, context)
        guard let file = location.filePath else {
            throw CommandFailure(.failed, "the cover is not a file on this machine: \(location)")
        }
        if parsed.has("json") {
            guard name != "-" else { throw CommandFailure(.wrongWords, "- and --json both write to standard output") }
            if let name { try save(file, RawWords.bytes(of: name), context) }
            let path = name.map { context.files.location(of: RawWords.bytes(of: $0)) } ?? location
            return context.console.write([
                "identifier": .string(entry.identifier), "title": .string(entry.title), "url": .string(path.uri),
            ])
        }
        switch name {
        case nil: show(file, context)
        case "-": context.console.write(bytes: try context.files.bytes(of: file, limit: largest))
        case let name?: try save(file, RawWords.bytes(of: name), context)
        }
    }

    /// Returns the cover of an entry; an entry outside the library only has the cover from its report, in one size.
    private static func location(
        _ entry: NowPlayingEntry, size: Int?, _ context: CommandContext
    ) async throws(ClientError) -> MediaLocation {
        do throws(ClientError) {
            return try await context.service.artwork(of: entry.identifier, size: size)
        } catch {
            guard error.isAbsence, let told = entry.artURL.flatMap(MediaLocation.init(uri:)) else {
                throw error
            }
            if size != nil { context.console.tell("It is not in the library, so its cover comes as it is") }
            return told
        }
    }

    /// The largest file, in bytes; larger than any cover.
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
        let kind = bytes.starts(with: [0x89, 0x50]) ? "PNG" : bytes.starts(with: [0xFF, 0xD8]) ? "JPEG" : nil
        if let kind, let right = renamed(shown(name), to: kind) {
            throw CommandFailure(.wrongWords, "the cover is a \(kind) picture; write it with: oncue art \(right)")
        }
        try context.files.write(bytes, to: name)
        context.console.tell("Wrote \(shown(name)) (\(kind ?? "picture"), \(max(1, bytes.count >> 10)) KB)")
    }

    /// Returns the file name with the extension of the given format, if the name has that of another format.
    private static func renamed(_ name: String, to kind: String) -> String? {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let named = ["png": "PNG", "jpg": "JPEG", "jpeg": "JPEG"][name[dot...].dropFirst().lowercased()]
        guard let named, named != kind else { return nil }
        return Removal.quoted(name[..<dot] + (kind == "PNG" ? ".png" : ".jpg"))
    }

    private static func shown(_ name: [UInt8]) -> String {
        TextLayout.printable(String(decoding: name, as: UTF8.self))
    }
}
