// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue restore`
enum RestoreCommand {
    static let command = Command(
        CommandDefinition(
            "restore", group: "Daemon", summary: "Restore a backup, replacing the current data.",
            discussion: """
                The whole file is checked first: a file that is not a backup, is damaged or comes from a newer version \
                of OnCue is refused before anything is changed. The current data is kept in a backup of its own. A \
                running daemon is restarted, which stops playback. Backups contain neither music nor library folders; \
                folders that are missing are listed.

                With --keys the key of this machine and the paired machines are restored, too, if the backup was made with \
                --keys. Do that only with a backup that you have made: the machines in it may call this one.

                JSON: dryRun, file, size, made, holds, folders, kept (the backup of the previous data; null for a dry \
                run).
                """,
            arguments: [ArgumentDefinition(KeepingValues.file, description: "A backup written by oncue backup.")],
            options: [
                OptionDefinition("dry-run", short: "n", description: "Only check the file."),
                OptionDefinition("keys", description: "Restore the key of this machine, and the paired machines."),
                OptionDefinition("yes", short: "y", description: "Do not ask for confirmation."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue restore --dry-run oncue.sqlar", "Check a backup and list its contents."),
                DocumentedTerm("oncue restore oncue.sqlar", "Restore a backup, after confirmation."),
            ])
    ) { parsed, context in
        let file = try KeepingValues.path(parsed.argument("FILE") ?? "", context)
        let found = try BackupView(await context.service.keep(.restore(file: file, isDry: true)))
        if parsed.has("dry-run") {
            if parsed.has("json") { return context.console.write(found.value) }
            return context.console.write(lines: ["\(found.file) is intact, \(found.size)"] + found.holds)
        }
        if !parsed.has("yes") {
            guard context.questioner.canAsk else {
                throw CommandFailure(
                    .wrongWords, "nothing was restored: without a terminal to ask on, oncue restore needs --yes")
            }
            for line in ["\(found.file) is intact, \(found.size)"] + found.holds { context.console.tell(line) }
            guard context.questioner.confirms("Replace the current data with this backup?") else {
                return context.console.tell("Nothing was restored")
            }
        }
        let done = try BackupView(
            await DaemonPause.during(context) { () async throws(ClientError) in
                try await context.service.keep(.restore(file: file, isDry: false, withKeys: parsed.has("keys")))
            })
        if parsed.has("json") { return context.console.write(done.value) }
        context.console.write(
            lines: ["Restored \(done.file)"] + done.holds
                + (done.kept.map { ["Kept the previous data in " + $0] } ?? [])
                + done.folders.map { "The library included \($0)" })
    }
}
