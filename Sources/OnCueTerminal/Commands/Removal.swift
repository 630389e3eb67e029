// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueCore
internal import TextOutput

/// The common rule of all commands that remove something: a removal that can be restored or undone is done immediately,
/// and the answer contains the way back; any other asks on a terminal, and needs `--yes` without one. `--dry-run` shows
/// what would be removed.
enum Removal {
    static let dryRun = OptionDefinition(
        "dry-run", short: "n", description: "Only show what would be removed.")
    static let yes = OptionDefinition("yes", short: "y", description: "Do not ask.")
    /// The options of commands that remove permanently.
    static let options = [dryRun, yes]

    /// Returns whether to proceed with an operation that cannot be undone. Asks if the options do not decide.
    ///
    /// - Parameters:
    ///   - deed: The operation and its object, such as `erase 12 events of the history`.
    ///   - refused: The message if the user answers no.
    /// - Throws: ``CommandFailure`` without a terminal to ask on.
    static func isConfirmed(
        _ deed: String, refused: String = "Nothing was removed", _ parsed: ParsedCommand, _ context: CommandContext
    ) throws(CommandFailure) -> Bool {
        if isDry(deed, parsed, context) { return false }
        if parsed.has("yes") { return true }
        guard context.questioner.canAsk else {
            throw CommandFailure(
                .wrongWords, "not confirmed: \(deed), which cannot be undone; add --yes to do it without being asked")
        }
        let question = deed.prefix(1).uppercased() + deed.dropFirst() + "? This cannot be undone."
        let isWanted = context.questioner.confirms(question)
        if !isWanted { context.console.tell(refused) }
        return isWanted
    }

    /// Shows the operation and returns `true` if only a dry run is requested.
    static func isDry(_ deed: String, _ parsed: ParsedCommand, _ context: CommandContext) -> Bool {
        guard parsed.has("dry-run") else { return false }
        context.console.write(lines: ["Would " + TextLayout.printable(deed)])
        return true
    }

    /// Refuses the options of this rule when nothing is removed.
    static func refuseOptions(without option: String, _ parsed: ParsedCommand) throws(UsageError) {
        guard !parsed.has(option), let wrong = ["dry-run", "yes"].first(where: { parsed.hasAny(of: [$0]) }) else {
            return
        }
        throw UsageError(.unexpectedValue, call: parsed.call, "--\(wrong) needs --\(option)")
    }

    /// Returns the end of an answer about an item that has been moved to the trash.
    static func restoring(_ title: String) -> String {
        "; oncue trash restore \(quoted(title)) restores it within \(TrashItem.lifetime / 86_400) days"
    }

    /// Returns a title quoted for a shell, in double quotes if they are enough.
    static func quoted(_ title: some StringProtocol) -> String {
        let title = TextLayout.printable(String(title))
        if title.allSatisfy({ $0.isLetter || $0.isNumber || "-_./,+%@:".contains($0) }) { return title }
        let isPlain = !title.contains { "\"$`\\!".contains($0) }
        if isPlain { return "\"\(title)\"" }
        return "'" + title.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
