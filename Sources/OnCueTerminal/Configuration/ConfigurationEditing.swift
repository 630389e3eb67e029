// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// `oncue config edit`: the person edits a copy, which takes the place of the file when it is good.
enum ConfigurationEditing {
    static let edit: Command.Handler = { _, context in
        let file = context.configuration
        let before = try file.text()
        let start = try start(before, context)
        // Somebody has written into the file since the draft was begun.
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
            if reading.isUsable { return try take(text, before, isStale: isStale, context) }
            guard context.questioner.canAsk, context.questioner.confirms("Go on editing?") else {
                throw CommandFailure(
                    .failed,
                    "\(file.path) is as it was; your text is in \(file.draftPath), and oncue config edit goes on with it"
                )
            }
        }
    }

    /// The draft with which the person begins.
    private static func start(_ before: String?, _ context: CommandContext) throws(CommandFailure) -> String {
        let file = context.configuration
        if let draft = try file.draft() {
            context.console.tell("Going on with \(file.draftPath), which is not in force yet")
            return draft
        }
        let start = before ?? ConfigurationExample.text
        try file.beginDraft(start, of: before)
        return start
    }

    /// Puts a good text in the place of the file.
    private static func take(
        _ text: String, _ before: String?, isStale: Bool, _ context: CommandContext
    ) throws(CommandFailure) {
        let file = context.configuration
        if isStale, text != before { try confirmStale(context) }
        guard try file.text() == before else {
            throw CommandFailure(
                .failed,
                "somebody else has changed \(file.path) meanwhile; your text is in \(file.draftPath), and oncue config edit "
                    + "goes on with it")
        }
        if text != before { try file.write(text) }
        file.removeDraft()
        context.console.tell(text == before ? "Nothing is changed" : "Wrote \(file.path)")
    }

    /// The draft has nothing of what was written into the file after it was begun.
    private static func confirmStale(_ context: CommandContext) throws(CommandFailure) {
        let file = context.configuration
        let fact = "\(file.path) was changed after your draft was begun, which has nothing of that"
        guard !context.questioner.canAsk || !context.questioner.confirms("\(fact). Put the draft in its place?") else {
            return
        }
        throw CommandFailure(
            .failed,
            "\(fact); put into \(file.draftPath) what you want to keep and run oncue config edit in a terminal, or remove "
                + "that to begin anew")
    }

    /// Says where the person's text is, unless there is none.
    private static func kept(_ file: ConfigurationFile, _ start: String, _ before: String?) -> String {
        do throws(CommandFailure) {
            let text = try file.draft() ?? start
            if text == start, text == before ?? ConfigurationExample.text {
                file.removeDraft()
                return "; nothing is changed"
            }
            return "; your text is in \(file.draftPath), and oncue config edit goes on with it"
        } catch {
            return "; your text is in \(file.draftPath)"
        }
    }
}
