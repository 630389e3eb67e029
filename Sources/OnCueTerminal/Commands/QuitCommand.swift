// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import CommandLineParsing
internal import OnCueClient

/// `oncue quit`
enum QuitCommand {
    static let command = Command(
        CommandDefinition(
            "quit", group: "Daemon", summary: "End the daemon; queue and position are kept.",
            discussion: """
                The next command starts it again. Ends with status 0 also when none runs.
                """,
            examples: [DocumentedTerm("oncue quit", "End the daemon.")])
    ) { _, context in
        let wasRunning = try await context.service.quit()
        context.console.tell(wasRunning ? "The daemon has ended" : "No daemon runs")
    }
}
