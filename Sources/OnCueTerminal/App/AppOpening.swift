// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// The ways to open the full-screen program.
enum AppOpening {
    /// Opens the program, like `oncue` without arguments.
    ///
    /// - Returns: `false` without a keyboard or a screen; nothing has happened then.
    /// - Throws: ``ClientError`` without a daemon.
    static func open(_ context: CommandContext) async throws -> Bool {
        guard context.console.dataScreen.isTerminal, let terminal = RawTerminal() else { return false }
        // Starts the daemon while there is still a line for an error message.
        let now = try await context.service.nowPlaying()
        await AppSession(context: context).run(now.queueLength > 0 ? .now : .library, on: terminal)
        return true
    }

    /// `oncue browse -i`
    ///
    /// - Throws: ``CommandFailure`` without a terminal, ``ClientError`` if the place is not valid.
    static func browse(_ place: String, _ context: CommandContext) async throws {
        let terminal = try terminal("browse", context)
        // Starts the daemon, and reports a bad place while there is still a line for the message.
        _ = try await context.service.children(of: place, offset: 0, limit: 1, waits: false)
        await AppSession(context: context).run(.library, place: place, on: terminal)
    }

    /// `oncue queue -i`
    ///
    /// - Throws: ``CommandFailure`` without a terminal, ``ClientError`` without a daemon.
    static func queue(_ context: CommandContext) async throws {
        let terminal = try terminal("queue", context)
        _ = try await context.service.queue(offset: 0, limit: 1)
        await AppSession(context: context).run(.queue, on: terminal)
    }

    private static func terminal(_ command: String, _ context: CommandContext) throws(CommandFailure) -> RawTerminal {
        if context.console.dataScreen.isTerminal, let terminal = RawTerminal() { return terminal }
        throw CommandFailure(
            .wrongWords, "\(command) -i needs a terminal to read keys from; use oncue \(command) to get a list")
    }
}
