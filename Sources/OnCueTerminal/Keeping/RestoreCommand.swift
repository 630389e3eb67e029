// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue restore`
enum RestoreCommand {
    static let command = Command(
        CommandDefinition(
            "restore", group: "Daemon", summary: "Put a backup in the place of what there is.",
            discussion: """
                All of the file is looked at first, and one that is no backup, is damaged or of a newer OnCue is refused \
                before anything is touched. What there was is kept in a backup of its own. A daemon that runs is ended and \
                started again, and what plays ends. Folders of the library and music are in no backup; folders that \
                are missing are named.

                JSON: dryRun, file, size, made, holds, folders, kept (where what there was is; null for a dry run).
                """,
            arguments: [ArgumentDefinition(KeepingValues.file, description: "A file of oncue backup.")],
            options: [
                OptionDefinition("dry-run", short: "n", description: "Only look at it."),
                OptionDefinition("yes", short: "y", description: "Do not ask back."), Values.json,
            ],
            examples: [
                DocumentedTerm("oncue restore --dry-run oncue.sqlar", "See whether it is whole, and what it holds."),
                DocumentedTerm("oncue restore oncue.sqlar", "Restore it, after a question."),
            ])
    ) { parsed, context in
        let file = try KeepingValues.path(parsed.argument("FILE") ?? "", context)
        let found = try BackupView(await context.service.keep(.restore(file: file, isDry: true)))
        if parsed.has("dry-run") {
            if parsed.has("json") { return context.console.write(found.value) }
            return context.console.write(lines: ["\(found.file) is whole, \(found.size)"] + found.holds)
        }
        if !parsed.has("yes") {
            guard context.questioner.canAsk else {
                throw CommandFailure(.wrongWords, "a backup is restored only with --yes where nobody can be asked")
            }
            for line in ["\(found.file) is whole, \(found.size)"] + found.holds { context.console.tell(line) }
            guard context.questioner.confirms("Put that in the place of what there is?") else {
                return context.console.tell("Nothing was restored")
            }
        }
        let done = try BackupView(
            await DaemonPause.during(context) { () async throws(ClientError) in
                try await context.service.keep(.restore(file: file, isDry: false))
            })
        if parsed.has("json") { return context.console.write(done.value) }
        context.console.write(
            lines: ["Restored \(done.file)"] + done.holds
                + (done.kept.map { ["Kept what there was in " + $0] } ?? [])
                + done.folders.map { "The library had \($0)" })
    }
}
