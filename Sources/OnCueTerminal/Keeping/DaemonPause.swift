// SPDX-License-Identifier: Apache-2.0
// Copyright (c) 2026 the OnCue authors

internal import OnCueClient
internal import OnCueInterface

/// A time without a daemon, in which its files are changed.
enum DaemonPause {
    /// Ends the daemon, and starts it again afterwards if one has run, also where `body` fails.
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
                // The operation has succeeded; the next command reports the problem again.
                context.console.say("oncue: oncued could not be restarted: \(error.message)")
            }
        }
        return try result.get()
    }
}
