// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue backup`
enum BackupCommand {
    static let command = Command(
        CommandDefinition(
            "backup", group: "Daemon", summary: "Back up everything that cannot be recreated into one file.",
            discussion: """
                A backup contains your listening history, likes, ratings and bookmarks; what suggestions have learnt \
                and what you have said about them, with devices, places and times of day; activities, and the \
                index of searches that programs have filled; kept events; notifications, reminders and alarms; the \
                queue; podcasts, playlists, radio stations, saved queries, the trash and settings; but no music and no \
                downloads. It works with or without a running daemon and does not interrupt it. The file is an SQLite \
                archive that only you can read; it appears once it is complete. Without FILE it is oncue-backup.sqlar \
                in the current folder.

                With --keys the key of this machine and the machines that are paired with it are in it, too: whoever has \
                the file can pass for this machine at them.

                JSON: file, size (bytes), made, holds (what and count of each), folders of the library.
                """,
            arguments: [
                ArgumentDefinition(
                    KeepingValues.file, .optional, description: "The file to write.")
            ],
            options: [
                OptionDefinition("replace", description: "Replace an existing file."),
                OptionDefinition("keys", description: "Include the key of this machine, and the paired machines."),
                Values.json,
            ],
            examples: [
                DocumentedTerm("oncue backup /media/disk/oncue.sqlar", "Write a backup to a disk."),
                DocumentedTerm(
                    "oncue backup --replace ~/oncue.sqlar", "Replace the previous backup, for example from a timer."),
            ])
    ) { parsed, context in
        let file = try KeepingValues.path(parsed.arguments("FILE").first ?? "oncue-backup.sqlar", context)
        let view = try BackupView(
            await context.service.keep(
                .backUp(file: file, replaces: parsed.has("replace"), withKeys: parsed.has("keys"))))
        if parsed.has("json") { return context.console.write(view.value) }
        context.console.write(lines: ["Wrote \(view.file), \(view.size)"] + view.holds)
    }
}

/// Definitions shared by the backup commands.
enum KeepingValues {
    static let file = ValueDefinition("FILE", kind: "a file", expected: "the name of a file", completion: .files)

    /// Returns the absolute path of a file name.
    ///
    /// - Throws: ``CommandFailure`` for a name that is not UTF-8.
    static func path(_ word: String, _ context: CommandContext) throws(CommandFailure) -> String {
        let bytes = context.files.absolute(RawWords.bytes(of: word))
        let path = String(decoding: bytes, as: UTF8.self)
        guard Array(path.utf8) == bytes else {
            throw CommandFailure(.wrongWords, "the name of a backup must be UTF-8")
        }
        return path
    }
}
