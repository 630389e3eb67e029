// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueCore

/// `oncue config edit`: edits a copy, which replaces the file once it is valid.
enum ConfigurationEditing {
    static let edit: Command.Handler = { _, context in
        let file = context.configuration
        let before = try file.text()
        let start = try start(before, context)
        // Whether the file has changed since the draft was begun.
        let isStale = try file.draftOrigin() != before
        while true {
            do throws(CommandFailure) {
                try context.editor.edit(file.draftPath)
            } catch {
                throw CommandFailure(error.status, error.message + kept(file, start, before))
            }
            let text = try file.draft() ?? start
            let reading = ConfigurationReading(text)
            for problem in reading.problems { context.console.say(problem.sentence) }
            if reading.isUsable { return try await take(text, before, isStale: isStale, context) }
            guard context.questioner.canAsk, context.questioner.confirms("Continue editing?") else {
                throw CommandFailure(
                    .failed,
                    "\(file.path) is unchanged; your text is in \(file.draftPath), and oncue config edit "
                        + "will continue with it"
                )
            }
        }
    }

    /// Returns the initial draft.
    private static func start(_ before: String?, _ context: CommandContext) throws(CommandFailure) -> String {
        let file = context.configuration
        if let draft = try file.draft() {
            context.console.tell("Continuing with \(file.draftPath), which is not in force yet")
            return draft
        }
        let start = before ?? ConfigurationExample.text
        try file.beginDraft(start, of: before)
        return start
    }

    /// Replaces the file with a valid text.
    private static func take(
        _ text: String, _ before: String?, isStale: Bool, _ context: CommandContext
    ) async throws(CommandFailure) {
        let file = context.configuration
        if isStale, text != before { try confirmStale(context) }
        guard try file.text() == before else {
            throw CommandFailure(
                .failed,
                "\(file.path) was changed by another program meanwhile; your text is in \(file.draftPath), "
                    + "and oncue config edit "
                    + "will continue with it")
        }
        if text != before { try await write(text, context) }
        file.removeDraft()
        context.console.tell(text == before ? "Nothing was changed" : "Wrote \(file.path)")
    }

    /// Replaces the file, and makes a running daemon reread it, so that it applies to everything that follows.
    static func write(_ text: String, _ context: CommandContext) async throws(CommandFailure) {
        try context.configuration.write(text)
        // If no daemon is running, the next one reads it; one that does not answer notices the change by itself.
        try? await context.service.readConfiguration()
    }

    /// Asks for confirmation, as the draft lacks the changes made to the file after it was begun.
    private static func confirmStale(_ context: CommandContext) throws(CommandFailure) {
        let file = context.configuration
        let fact = "\(file.path) has changed since you started your draft, which does not include those changes"
        guard !context.questioner.canAsk || !context.questioner.confirms("\(fact). Replace the file with the draft?")
        else {
            return
        }
        throw CommandFailure(
            .failed,
            "\(fact); copy what you want to keep into \(file.draftPath) and run oncue config edit in a "
                + "terminal, or delete "
                + "the draft to start over")
    }

    /// Returns a note on the location of the edited text, if there is one.
    private static func kept(_ file: ConfigurationFile, _ start: String, _ before: String?) -> String {
        do throws(CommandFailure) {
            let text = try file.draft() ?? start
            if text == start, text == before ?? ConfigurationExample.text {
                file.removeDraft()
                return "; nothing was changed"
            }
            return "; your text is in \(file.draftPath), and oncue config edit will continue with it"
        } catch {
            return "; your text is in \(file.draftPath)"
        }
    }
}
