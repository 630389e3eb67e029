// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// `oncue queue -i`: the queue between terminal and service.
struct QueueSession {
    let context: CommandContext

    /// Runs until the editor is closed; the terminal is then restored.
    ///
    /// - Throws: ``CommandFailure`` without a terminal, ``ClientError`` without a daemon.
    func run() async throws {
        guard context.console.dataScreen.isTerminal, let terminal = RawTerminal() else {
            throw CommandFailure(
                .wrongWords, "queue -i needs a terminal to read keys from; use oncue queue to get a list")
        }
        // Starts the daemon while there is still a line for an error message.
        _ = try await context.service.queue(offset: 0, limit: 1)
        let context = context
        let session = ScreenSession<QueueModel>(
            context: context, makeModel: { QueueModel(screen: $0, now: $1) }, makeService: { QueueEditing(context, $0) }
        )
        await session.run(on: terminal)
    }
}
