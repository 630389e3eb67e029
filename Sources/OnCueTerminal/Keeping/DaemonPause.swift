// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// A period without a daemon, in which its files are changed.
enum DaemonPause {
    /// Ends the daemon, and restarts it afterwards if it was running, even if `body` fails.
    static func during<Value>(
        _ context: CommandContext, _ body: () async throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        let wasRunning = try await context.service.quit()
        let result: Result<Value, ClientError>
        do throws(ClientError) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        if wasRunning {
            do throws(ClientError) {
                _ = try await context.service.identity()
            } catch {
                // The result of the operation stands; the next command reports the problem again.
                context.console.say("oncue: oncued could not be restarted: \(error.message)")
            }
        }
        return try result.get()
    }
}
