// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// `oncue browse -i`: the browser between terminal and service.
struct BrowserSession {
    let context: CommandContext

    /// Runs until the browser is closed; the terminal is then restored.
    ///
    /// - Throws: ``CommandFailure`` without a terminal, ``ClientError`` if the place is not valid.
    func run(place: String) async throws {
        guard context.console.dataScreen.isTerminal, let terminal = RawTerminal() else {
            throw CommandFailure(
                .wrongWords, "browse -i needs a terminal to read keys from; use oncue browse to get a list")
        }
        // Starts the daemon, and reports a bad place while there is still a line for the message.
        _ = try await context.service.children(of: place, offset: 0, limit: 1, waits: false)
        let service = context.service
        let session = ScreenSession<BrowserModel>(
            context: context, makeModel: { BrowserModel(place: place, screen: $0, now: $1) },
            makeService: { BrowserService(service, $0) })
        await session.run(on: terminal)
    }
}
