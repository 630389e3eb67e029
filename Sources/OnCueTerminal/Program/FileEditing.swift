// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import Glibc
internal import OnCueRuntime
internal import TextOutput

/// Edits files interactively.
package protocol FileEditing: Sendable {
    /// Opens a file in the editor, and returns when it is closed.
    ///
    /// - Throws: ``CommandFailure`` if there is no editor, or if it reports a failure.
    func edit(_ path: String) throws(CommandFailure)
}

/// An editor that is not available.
package struct NoEditor: FileEditing {
    package init() {}

    package func edit(_ path: String) throws(CommandFailure) {
        throw CommandFailure(.failed, "no editor is available")
    }
}

/// The user's preferred editor, in the terminal of the process.
struct PersonalEditor: FileEditing {
    /// The command words for each possible editor, without the file; more than one if none is configured.
    private let choices: [[String]]

    /// - Parameters:
    ///   - visual: The variable `VISUAL`.
    ///   - editor: The variable `EDITOR`.
    init(visual: String?, editor: String?) {
        // Words are separated by spaces; there is no shell to interpret them otherwise.
        let chosen = [visual, editor].compactMap { $0?.split(separator: " ").map(String.init) }.first { !$0.isEmpty }
        choices = chosen.map { [$0] } ?? [["editor"], ["nano"], ["vi"]]
    }

    static func ofProcess() -> PersonalEditor {
        PersonalEditor(
            visual: ProcessEnvironment.variable("VISUAL"), editor: ProcessEnvironment.variable("EDITOR"))
    }

    func edit(_ path: String) throws(CommandFailure) {
        // Ctrl-C and Ctrl-\ are for the editor while it has the terminal.
        let former = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
        defer { for (number, handler) in former { signal(number, handler) } }
        for words in choices {
            guard let process = start(words + [path]) else { continue }
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0 && errno == EINTR {}
            guard status == 0 else {
                throw CommandFailure(.failed, "the editor \(TextLayout.printable(words[0])) failed")
            }
            return
        }
        let names = choices.map { TextLayout.printable($0[0]) }.joined(separator: ", ")
        throw CommandFailure(.failed, "cannot start \(names); set EDITOR to the editor to use")
    }

    private func start(_ words: [String]) -> pid_t? {
        var arguments = words.map { strdup($0) }
        defer { for text in arguments { free(text) } }
        arguments.append(nil)
        var process: pid_t = 0
        let failure = SpawnAttributes.with(isDetached: false) {
            posix_spawnp(&process, words[0], nil, $0, arguments, environ)
        }
        return failure == 0 ? process : nil
    }
}
