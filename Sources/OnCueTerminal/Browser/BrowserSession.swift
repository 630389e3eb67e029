// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient

/// `oncue browse -i`: the browser between terminal and service.
struct BrowserSession {
    let context: CommandContext

    /// Returns when the person leaves; the terminal is then as it was.
    ///
    /// - Throws: ``CommandFailure`` without a terminal, ``ClientError`` when the place is none.
    func run(place: String) async throws {
        guard context.console.dataScreen.isTerminal, let terminal = RawTerminal() else {
            throw CommandFailure(
                .wrongWords, "browse -i needs a terminal to read keys from; use oncue browse to get a list")
        }
        // Starts the daemon, and says what is wrong with the place while there is a line to say it on.
        _ = try await context.service.children(of: place, offset: 0, limit: 1, waits: false)
        let service = context.service
        let session = ScreenSession<BrowserModel>(
            context: context, makeModel: { BrowserModel(place: place, screen: $0, now: $1) },
            makeService: { BrowserService(service, $0) })
        await session.run(on: terminal)
    }
}
