// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue backup`
enum BackupCommand {
    static let command = Command(
        CommandDefinition(
            "backup", group: "Daemon", summary: "Write everything that cannot be made again into one file.",
            discussion: """
                The journal, likes, bookmarks, what was learnt, devices, places, the queue, podcasts, playlists, radio \
                stations, saved queries and settings; neither music nor what was downloaded. It need not interrupt the \
                daemon, and needs none. The file is for you alone, and is there when it is whole; it is an SQLite archive. \
                Without FILE it is oncue-backup.sqlar, in the folder where you are.

                JSON: file, size in bytes, made, holds (what and count of each), folders of the library.
                """,
            arguments: [
                ArgumentDefinition(
                    KeepingValues.file, .optional, description: "Where to write it.")
            ],
            options: [OptionDefinition("replace", description: "Replace a file that is there already."), Values.json],
            examples: [
                DocumentedTerm("oncue backup /media/disk/oncue.sqlar", "Write a backup to a disk."),
                DocumentedTerm("oncue backup --replace ~/oncue.sqlar", "Write it anew, as a timer may."),
            ])
    ) { parsed, context in
        let file = try KeepingValues.path(parsed.arguments("FILE").first ?? "oncue-backup.sqlar", context)
        let view = try BackupView(
            await context.service.keep(.backUp(file: file, replaces: parsed.has("replace"))))
        if parsed.has("json") { return context.console.write(view.value) }
        context.console.write(lines: ["Wrote \(view.file), \(view.size)"] + view.holds)
    }
}

/// What the commands about backups have in common.
enum KeepingValues {
    static let file = ValueDefinition("FILE", kind: "a file", expected: "the name of a file", completion: .files)

    /// The absolute path of a file that was named.
    ///
    /// - Throws: ``CommandFailure`` for a name that is no text.
    static func path(_ word: String, _ context: CommandContext) throws(CommandFailure) -> String {
        let bytes = context.files.absolute(RawWords.bytes(of: word))
        let path = String(decoding: bytes, as: UTF8.self)
        guard Array(path.utf8) == bytes else {
            throw CommandFailure(.wrongWords, "the name of a backup must be UTF-8")
        }
        return path
    }
}
