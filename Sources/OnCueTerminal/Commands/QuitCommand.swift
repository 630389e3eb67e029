// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue quit`
enum QuitCommand {
    static let command = Command(
        CommandDefinition(
            "quit", group: "Daemon", summary: "Quit the daemon; the queue and the position are kept.",
            discussion: """
                The next command starts it again. The exit status is 0 even if no daemon was running.
                """,
            examples: [DocumentedTerm("oncue quit", "Quit the daemon.")])
    ) { _, context in
        let wasRunning = try await context.service.quit()
        context.console.tell(wasRunning ? "oncued has quit" : "oncued is not running")
    }
}
