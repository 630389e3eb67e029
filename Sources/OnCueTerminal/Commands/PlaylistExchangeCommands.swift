// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import JSON
internal import OnCueClient
internal import OnCueCore
internal import OnCueInterface
internal import OnCuePhrases
internal import TextOutput

/// `oncue playlist import` and `oncue playlist export`
enum PlaylistExchangeCommands {
    static let definitions = [
        CommandDefinition(
            "import", summary: "Make a playlist of your own from a playlist file.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("FILE", kind: "a file", completion: .files),
                    description: "An M3U, PLS, XSPF, ASX or CUE file.")
            ],
            options: [
                OptionDefinition(
                    "name", value: ValueDefinition("NAME", kind: "a name"),
                    description: "The name of the playlist. Default: the title in the file, or else the file's name."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue playlist import ~/Downloads/mix.m3u8", "Import a playlist."),
                DocumentedTerm("oncue playlist import mix.pls --name Calm/Mix", "Name it, and put it into a folder."),
            ]),
        CommandDefinition(
            "export", summary: "Write a playlist, or the present matches of a saved query, to a playlist file.",
            arguments: [
                ArgumentDefinition(
                    ValueDefinition("NAME", kind: "a playlist", completion: NameTopic.playlists.completion),
                    description: "The playlist's or saved query's name, identifier or index path."),
                ArgumentDefinition(
                    ValueDefinition("FILE", kind: "a file", completion: .files), .optional,
                    description: "The file to write. Without it, or with -, the playlist is printed."),
            ],
            options: [
                OptionDefinition(
                    "format", value: ValueDefinition("FORMAT", kind: "a format", allowed: formats),
                    description: "m3u8, xspf or pls. Default: the ending of FILE, or m3u8."),
                OptionDefinition("replace", description: "Replace an existing file."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue playlist export Evening evening.xspf", "Write a playlist to a file."),
                DocumentedTerm("oncue playlist export Evening --format pls", "Print a playlist."),
                DocumentedTerm("oncue playlist export 'For You/Top Rated' best.m3u8", "Write the best rated tracks."),
            ]),
    ]

    private static let formats = ["m3u8", "xspf", "pls"]

    static let importFile: Command.Handler = { parsed, context in
        let word = try parsed.required("FILE")
        let bytes = RawWords.bytes(of: word)
        switch context.files.kind(of: bytes) {
        case .file: break
        case .directory:
            throw CommandFailure(.wrongWords, "\(TextLayout.printable(word)) is a folder; expected a playlist file")
        case nil: throw CommandFailure(.nothingFound, "no such file: \(TextLayout.printable(word))")
        }
        let file = context.files.location(of: bytes).uri
        let made = try await context.service.importPlaylist(file, as: parsed.option("name") ?? "")
        let title = (try? await context.service.item(at: made.identifier).item.title) ?? word
        context.console.tell(
            "Imported \(ContentPhrase.count(made.count, "entry", plural: "entries")) "
                + "as \"\(TextLayout.printable(title))\"")
        if parsed.has("json") {
            context.console.write(["playlist": .string(made.identifier), "count": .int(made.count)])
        }
    }

    static let export: Command.Handler = { parsed, context in
        let name = try parsed.required("NAME")
        let word = parsed.argument("FILE").flatMap { $0 == PlaceInput.word ? nil : $0 }
        let bytes = word.map { RawWords.bytes(of: $0) }
        if word == nil, parsed.has("json") {
            throw UsageError(.missingArgument, call: parsed.call, "--json needs a FILE to write to")
        }
        if let word, let bytes, context.files.kind(of: bytes) != nil, !parsed.has("replace") {
            throw CommandFailure(
                .failed, "\(TextLayout.printable(word)) already exists; choose another name, or use --replace")
        }
        let format = try parsed.option("format") ?? bytes.map { (name) throws(CommandFailure) in try ending(name) }
        let file = bytes.map { context.files.location(of: $0).uri } ?? ""
        let text = try await ListPages.asking(name, in: .playlists, context) { name in
            try await context.service.exportPlaylist(name, as: format ?? "m3u8", to: file)
        }
        guard let word, let bytes else { return context.console.write(text) }
        try context.files.write(Array(text.utf8), to: bytes)
        // An extension that is not one of playlists does not determine the format.
        let isPlain = parsed.has("format") || PlaylistFormat(fileName: bytes) != nil
        context.console.tell("Wrote \(TextLayout.printable(word))" + (isPlain ? "" : ", as m3u8"))
        if parsed.has("json") { context.console.write(["file": .string(file)]) }
    }

    /// Returns the format for the extension of a file name.
    private static func ending(_ name: [UInt8]) throws(CommandFailure) -> String {
        switch PlaylistFormat(fileName: name) {
        case .m3u, .m3u8, nil: return "m3u8"
        case .xspf: return "xspf"
        case .pls: return "pls"
        case .asx, .cue:
            throw CommandFailure(
                .wrongWords, "playlists can be exported as m3u8, xspf or pls; choose one with --format")
        }
    }
}
