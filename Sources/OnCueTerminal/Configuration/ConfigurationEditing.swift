// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore

/// `oncue config edit`: the person edits a copy, which takes the place of the file when it is good.
enum ConfigurationEditing {
    static let edit: Command.Handler = { _, context in
        let file = context.configuration
        let before = try file.text()
        let start: String
        if let draft = try file.draft() {
            context.console.tell("Going on with \(file.draftPath), which is not in force yet")
            start = draft
        } else {
            start = before ?? ConfigurationExample.text
            try file.writeDraft(start)
        }
        while true {
            do throws(CommandFailure) {
                try context.editor.edit(file.draftPath)
            } catch {
                throw CommandFailure(error.status, error.message + kept(file, start, before))
            }
            let text = try file.draft() ?? start
            let reading = ConfigurationReading(text)
            for problem in reading.problems { context.console.say(problem.sentence) }
            if reading.isUsable { return try take(text, before, context) }
            guard context.questioner.canAsk, context.questioner.confirms("Go on editing?") else {
                throw CommandFailure(
                    .failed,
                    "\(file.path) is as it was; your text is in \(file.draftPath), and oncue config edit goes on with it"
                )
            }
        }
    }

    /// Puts a good text in the place of the file.
    private static func take(_ text: String, _ before: String?, _ context: CommandContext) throws(CommandFailure) {
        let file = context.configuration
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

    /// Says where the person's text is, unless there is none.
    private static func kept(_ file: ConfigurationFile, _ start: String, _ before: String?) -> String {
        if let text = try? file.draft(), text != start || text != before ?? ConfigurationExample.text {
            return "; your text is in \(file.draftPath), and oncue config edit goes on with it"
        }
        file.removeDraft()
        return "; nothing is changed"
    }
}
